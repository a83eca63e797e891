"""The next position after a fact. No rule is judged here."""

from dataclasses import replace

from companion.core.ids import PlayerId
from companion.games.impulse import events as e
from companion.games.impulse.changes import (
    discarding,
    from_hand,
    leftover_begun,
    planning,
    popped,
    pushed,
    scored,
    to_hand,
    unseen_to_hand,
    with_card_at,
    with_impulse,
    with_mineral,
    with_player,
    with_ships,
    with_tech,
    with_top,
    without,
)
from companion.games.impulse.data import CARDS, COMMON, DATA, DOES, towards_core
from companion.games.impulse.evolve_ships import evolve_ships
from companion.games.impulse.frames import Battle, Command, Core, Frame, Leftover, Work, cards_in
from companion.games.impulse.state import Phase, State, top


def evolve(state: State, event: e.Event) -> State:
    """The next position."""
    player = event.player
    match event:
        case e.RaceChosen(_, race):
            return with_player(state, player, race=race, techs=(COMMON, race))
        case e.HomePlaced(_, card):
            return _settled(from_hand(state, player, card), player, card)
        case e.PhaseBegan(_, phase):
            return replace(state, phase=phase, step=0)
        case e.CardAdded(_, card):
            row = (*state.impulse, card)
            added = with_impulse(from_hand(state, player, card), player, row)
            return replace(added, step=1)
        case e.ActionBegan():
            return _begun(state, event)
        case e.ActionEnded():
            return popped(state)
        case e.CardTaken():
            return _taken(state, event)
        case e.FlipBegan():
            return with_top(state, flipping=True)
        case e.CardFlipped():
            return _flipped(state, event)
        case e.CardDrawn():
            return _drawn(unseen_to_hand(replace(state, deck=state.deck - 1), player))
        case e.DrawSkipped():
            return _drawn(state)
        case e.CardKept(_, card, side):
            return _kept(with_top(state, shown=""), player, card, side)
        case e.CardDiscarded(_, card):
            return _discarded(discarding(state, card))
        case e.DeckShuffled():
            deck = state.deck + len(state.discards) + state.buried
            return replace(state, deck=deck, discards=(), buried=0, mixed=0)
        case e.DeckFormed(_, given):
            return _formed(state, given)
        case e.CardActivated(_, _, card, ships, bonus):
            inner = performing(player, card, bonus) if card else Core(player, ships)
            return pushed(popped(state), inner)
        case e.CoreUsed(_, _, points):
            return scored(popped(state), player, "core", points)
        case e.PlanBegan():
            plan = state.players[player].plan
            begun = replace(state, using=plan, phase=Phase.USING, step=0)
            return with_player(begun, player, plan=())
        case e.PlanEnded():
            return replace(discarding(state, *state.using), using=())
        case e.CorePatrolled(_, points):
            return replace(scored(state, player, "gates", points), step=1)
        case e.ImpulseTrimmed(_, card):
            return with_impulse(discarding(state, card), player, state.impulse[1:])
        case e.TurnPassed(_, to):
            return replace(state, turn=to, phase=Phase.ADD, step=0)
        case e.Eliminated():
            return _eliminated(state, player)
        case e.GameEnded():
            return replace(state, phase=Phase.OVER, winner=player)
        case e.ScoreSet(_, points):
            return scored(state, player, "by_hand", points - state.players[player].score)
        case e.HandSet(_, count):
            return _counted(state, player, count)
        case _:
            return evolve_ships(state, event)


def performing(player: PlayerId, card: str, bonus: int) -> Frame:
    """A card or basic tech as it begins."""
    if DOES[card].does == "command":
        return Command(player, card, bonus)
    return Work(player, card, bonus)


def _settled(state: State, player: PlayerId, card: str) -> State:
    """Home: the card open, transports on it, a cruiser on its gate towards the Core."""
    home = state.players[player].home
    state = with_ships(with_card_at(state, home, card), player, home, DATA.home_transports)
    return with_ships(state, player, towards_core(home), DATA.home_cruisers)


def _begun(state: State, event: e.ActionBegan) -> State:
    inner = top(state)
    if inner is None:
        state = replace(state, step=state.step + 1)
    elif isinstance(inner, Work) and inner.at == event.card:
        state = with_top(state, at="")
    elif isinstance(inner, Work):
        state = with_top(state, used=inner.used + 1)
    return pushed(leftover_begun(state), performing(event.player, event.card, event.bonus))


def _taken(state: State, event: e.CardTaken) -> State:
    player, card = event.player, event.card
    work = top(state)
    assert isinstance(work, Work), "cards are taken by a card or tech that is performed"
    taken = (*work.taken, CARDS[card].colour)
    state = with_top(_out_of(state, event), used=work.used + 1, taken=taken)
    match event.verb:
        case "mine":
            return with_mineral(state, player, card)
        case "plan":
            return planning(state, player, card)
        case "research":
            state = with_tech(state, player, event.side, card)
            return with_top(state, at=card) if DOES[work.card].does == "research_execute" else state
        case "execute":
            return pushed(state, Leftover(player, card))
        case verb:
            return scored(discarding(state, card), player, verb, event.points)


def _out_of(state: State, event: e.CardTaken) -> State:
    having = state.players[event.player]
    match event.zone:
        case "minerals":
            left = without(having.minerals, event.card)
            return with_player(state, event.player, minerals=left)
        case "plan" if event.card in having.plan:
            return with_player(state, event.player, plan=without(having.plan, event.card))
        case "plan":
            rest = without(state.using[state.step :], event.card)
            return replace(state, using=(*state.using[: state.step], *rest))
    return from_hand(state, event.player, event.card)


def _flipped(state: State, event: e.CardFlipped) -> State:
    player, card, inner = event.player, event.card, top(state)
    state = replace(state, deck=state.deck - 1)
    if isinstance(inner, Battle):
        name = f"flipped_{event.to}"
        return with_top(state, **{name: (*getattr(inner, name), card)})
    assert isinstance(inner, Work), "a card is flipped by a card or tech, or in a battle"
    taken = (*inner.taken, CARDS[card].colour)
    state = with_top(state, used=inner.used + 1, taken=taken, flipping=False)
    match event.to:
        case "hand":
            return to_hand(state, player, card)
        case "mineral":
            return with_mineral(state, player, card)
        case "plan":
            return planning(state, player, card)
        case "tech" | "shown":
            return with_top(state, shown=card)
        case "perform":
            return pushed(state, Leftover(player, card))
        case "bomb":
            hit = with_ships(state, PlayerId(inner.victim), inner.at, -1) if event.hit else state
            return scored(discarding(hit, card), player, "destroyed", event.points)
    return scored(discarding(state, card), player, "trade", event.points)


def _kept(state: State, player: PlayerId, card: str, side: str) -> State:
    work = top(state)
    assert isinstance(work, Work), "a card is shown by a card or tech"
    match DOES[work.card].does:
        case "mine":
            return with_mineral(state, player, card)
        case "plan":
            return planning(state, player, card)
        case "draw":
            return to_hand(state, player, card)
    return with_tech(state, player, side, card)


def _drawn(state: State) -> State:
    inner = top(state)
    if isinstance(inner, Work):
        return with_top(state, used=inner.used + 1)
    return replace(state, step=state.step + 1)


def _discarded(state: State) -> State:
    return popped(state) if isinstance(top(state), Leftover) else with_top(state, shown="")


def _formed(state: State, given: tuple[int, ...]) -> State:
    """Nobody saw which cards were given, so whoever gave some may have given any."""
    for player, count in zip(state.seats, given, strict=True):
        if count:
            hand = state.players[player].hand - count
            state = with_player(state, player, hand=hand, known=())
    return replace(state, deck=state.deck + sum(given))


def _counted(state: State, player: PlayerId, count: int) -> State:
    """What is more in the hand is less in the deck."""
    having = state.players[player]
    known = having.known if len(having.known) <= count else ()
    deck = state.deck - (count - having.hand)
    return replace(with_player(state, player, hand=count, known=known), deck=deck)


def _eliminated(state: State, player: PlayerId) -> State:
    """Everything the player had is discarded; if it was the own turn, that ends."""
    having = state.players[player]
    cards = (*having.known, *having.techs, *having.minerals, *having.plan)
    state = replace(discarding(state, *cards), buried=state.buried + having.hidden)
    state = with_player(state, player, hand=0, known=(), techs=(), minerals=(), plan=(), out=True)
    if player == state.turn:
        open_cards = (card for frame in state.stack for card in cards_in(frame))
        state = discarding(state, *state.using, *open_cards)
        state = replace(state, using=(), stack=(), phase=Phase.TRIM, step=0)
    return replace(state, mixed=len(state.discards))
