"""What may be decided now."""

from collections.abc import Iterator

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.games.impulse import actions as a
from companion.games.impulse.card_words import title
from companion.games.impulse.data import CELLS, DATA, DOES, GATES, RACES, SIDES, gates_of
from companion.games.impulse.due import KINDS, due
from companion.games.impulse.frames import Work
from companion.games.impulse.judging import violations
from companion.games.impulse.rules.moving import commanding
from companion.games.impulse.rules.taking import VERBS, open_plan, unlike
from companion.games.impulse.state import (
    Phase,
    State,
    may_hold,
    places_of,
    ships_at,
    top,
    unseen_cards,
)
from companion.games.impulse.travel import onward
from companion.games.impulse.words import name
from companion.rules.game import Pending

LISTED = frozenset({"home", "add", "tech", "deal", "place", "reinforce", "reveal", "core"})
"""Kinds of choices of which exactly the legal answers are listed, so that they need no judging."""


def legal_actions(state: State) -> tuple[a.Action, ...]:
    """Exactly the actions that `judge` accepts."""
    return tuple(_legal(state))


def pending(state: State) -> Pending[a.Action] | None:
    """The choice that is open: there is always one until the game is over."""
    open_choice = None if state.phase is Phase.OVER else due(state)
    if open_choice is None:
        return None
    player, kind = open_choice
    return Pending(player, kind, asked(state, player, kind), legal_actions(state))


def asked(state: State, player: PlayerId, kind: str) -> str:
    """What somebody must decide, in words."""
    frame = top(state)
    words = {"who": name(player), "what": KINDS[kind]}
    if kind in ("work", "command", "path") and frame is not None:
        card = title(commanding(state).card)
        words["what"] = phrase("{what}, {card}", what=KINDS[kind], card=card)
    return phrase("{who}: {what}", **words)


def can_work(state: State) -> bool:
    """Whether the card that is performed can do any more."""
    return any(not isinstance(action, a.Done) for action in _legal(state))


def can_move(state: State) -> bool:
    """Whether another fleet can move by the Command."""
    return can_work(state)


def can_go_on(state: State) -> bool:
    """Whether the way can go on."""
    return any(isinstance(action, a.On) for action in _legal(state))


def _legal(state: State) -> Iterator[a.Action]:
    open_choice = None if state.phase is Phase.OVER else due(state)
    attempts = _attempts(state)
    if open_choice is not None and open_choice[1] in LISTED:
        return attempts
    return (action for action in attempts if not violations(state, action))


def _attempts(state: State) -> Iterator[a.Action]:
    """A small set that holds every legal action."""
    open_choice = None if state.phase is Phase.OVER else due(state)
    if open_choice is None:
        return
    player, kind = open_choice
    match kind:
        case "race":
            yield from (a.ChooseRace(player, race) for race in RACES)
        case "home":
            yield from (a.SetHome(player, card) for card in may_hold(state, player))
        case "add":
            yield from (a.Add(player, card) for card in may_hold(state, player))
        case "tech":
            yield from (a.UseTech(player, side) for side in SIDES)
            yield a.NoTech(player)
        case "work":
            yield from _work(state, player)
        case "keep":
            yield from (a.Keep(player, side) for side in SIDES)
            yield a.Done(player)
        case "match":
            yield from (a.Keep(player), a.Done(player))
        case "deal":
            yield from (a.Deal(player, card) for card in unseen_cards(state))
        case "command":
            yield from _moves(state, player)
            yield a.Done(player)
        case "path":
            yield from (a.On(player, to) for to in onward(commanding(state).path[-1]))
            yield a.Go(player)
        case "place":
            yield from (a.Place(player, card) for card in may_hold(state, player))
        case "reinforce":
            hand = state.players[player].hand
            yield from (a.Reinforce(player, count) for count in range(hand + 1))
        case "reveal":
            yield from (a.Reveal(player, card) for card in may_hold(state, player))
        case "core":
            yield from (a.ChooseColour(player, colour) for colour in DATA.gems)
            yield a.Done(player)
        case "plan":
            yield from (a.UsePlan(player), a.DelayPlan(player))


def _work(state: State, player: PlayerId) -> Iterator[a.Action]:
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    card = DOES[work.card]
    if card.zone in ("hand", "plan", "minerals") or card.does == "basic":
        yield from _takes(state, work, VERBS[card.does])
    if card.does == "execute":
        yield from (a.UseTech(player, side) for side in SIDES)
    if card.zone == "deck" or card.does == "sabotage":
        yield from (a.Flip(player), a.Draw(player))
    if card.does in ("build", "basic"):
        yield from _builds(state, player)
    if card.does == "basic":
        yield from _moves(state, player)
    if card.does == "sabotage":
        yield from _bombs(state, player)
    yield a.Done(player)


def _takes(state: State, work: Work, verb: str) -> Iterator[a.Action]:
    player = work.player
    match DOES[work.card].zone:
        case "plan":
            cards = tuple(dict.fromkeys(open_plan(state)))
        case "minerals":
            cards = tuple(dict.fromkeys(state.players[player].minerals))
        case _:
            cards = may_hold(state, player)
    for card in cards:
        if not unlike(state, work, card):
            yield from (a.Take(player, verb, card, side) for side in _sides(verb))


def _sides(verb: str) -> tuple[str, ...]:
    return SIDES if verb == "research" else ("",)


def _moves(state: State, player: PlayerId) -> Iterator[a.Action]:
    for start, count in places_of(state, player):
        for ships in range(1, count + 1):
            yield from (a.Move(player, ships, start, to) for to in onward(start))


def _builds(state: State, player: PlayerId) -> Iterator[a.Action]:
    """At home and on cards the player occupies."""
    home = state.players[player].home
    for cell in CELLS:
        if cell == home or ships_at(state, player, cell):
            yield a.Build(player, cell)
            yield from (a.Build(player, cell, gate) for gate in gates_of(cell))


def _bombs(state: State, player: PlayerId) -> Iterator[a.Action]:
    for victim in state.seats:
        if victim != player:
            places = (place for place in (*CELLS, *GATES) if ships_at(state, victim, place))
            yield from (a.Bomb(player, victim, place) for place in places)
