"""What the page shows: a headline, panels, the cards on the table, buttons."""

from collections import Counter
from collections.abc import Iterator

from companion.core.expected import should_lie
from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.phrases import listed, phrase, with_semicolons
from companion.games.impulse import actions as a
from companion.games.impulse.card_words import full, title
from companion.games.impulse.data import CARDS, CELLS, DATA, GATES, is_gate
from companion.games.impulse.expected import CARD, SHIP, expected
from companion.games.impulse.labels import action_label
from companion.games.impulse.legal import pending
from companion.games.impulse.notation import write_action
from companion.games.impulse.scoring import outcome
from companion.games.impulse.state import Phase, Player, State, gems, supply, team_count
from companion.games.impulse.words import card_kind, colour_name, name, place_name
from companion.rules.view import ActionView, Panel, Quantity, Shelf, View, ViewPiece, kind_of


def view(state: State) -> View:
    """The position as everybody may see it: nothing that is hidden is held at all."""
    over = state.phase is Phase.OVER
    panels = tuple(_panel(state, player) for player in state.players)
    turn, pieces = None if over else state.turn, tuple(_pieces(state))
    return View(headline(state), turn, pieces, panels, shelves=_shelves(state))


def _pieces(state: State) -> Iterator[ViewPiece]:
    """Map cards by the number of their icons, and ships."""
    for cell, card in state.map.items():
        if card in CARDS:
            printed = CARDS[card]
            slot = SlotId(cell)
            yield ViewPiece(CARD, printed.colour, printed.size, slot, None, full(card))
    lying = expected(state)
    for place in (*CELLS, *GATES):
        for ship in should_lie(lying[AreaId(place)]):
            player = PlayerId(ship.colour or "")
            word = phrase(
                "{who} cruiser" if is_gate(place) else "{who} transport", who=name(player)
            )
            yield ViewPiece(SHIP, ship.colour, None, SlotId(place), player, word)


def headline(state: State) -> str:
    """In plain words, what is expected now."""
    result = outcome(state)
    if result is not None:
        winners = [name(player) for player, place in result.places.items() if place == 1]
        return phrase("{reason}: {who} won", reason=result.reason, who=listed(winners))
    open_choice = pending(state)
    assert open_choice is not None, "somebody must decide until the game is over"
    return open_choice.prompt


def _panel(state: State, player: PlayerId) -> Panel:
    having = state.players[player]
    numbers = (
        Quantity("score", phrase("Points"), having.score, adjustable=True),
        Quantity("hand", phrase("Cards in hand"), having.hand, adjustable=True),
        Quantity("ships", phrase("Ships to build"), supply(state, player)),
        *_gems(state, player),
    )
    return Panel(player, numbers, (), _note(having), tuple(_cards(having)))


def _gems(state: State, player: PlayerId) -> Iterator[Quantity]:
    for colour in DATA.gems:
        count = gems(state, player, colour)
        if count:
            yield Quantity(f"gems.{colour}", _GEMS[colour], count)


_GEMS = {
    "red": phrase("Red gems"),
    "blue": phrase("Blue gems"),
    "yellow": phrase("Yellow gems"),
    "green": phrase("Green gems"),
}


def _cards(having: Player) -> Iterator[str]:
    for tech in having.techs:
        yield phrase("Tech: {card}", card=full(tech))
    for card in having.plan:
        yield phrase("Plan: {card}", card=title(card))
    for card, count in Counter(having.known).items():
        words = phrase("In hand, as all have seen: {card}", card=title(card))
        yield words if count == 1 else phrase("{n} x {card}", n=count, card=words)


def _note(having: Player) -> str:
    notes = [phrase("home on {cell}", cell=place_name(having.home))]
    minerals = Counter((CARDS[card].colour, CARDS[card].size) for card in having.minerals)
    for (colour, size), count in sorted(minerals.items()):
        words = {"n": count, "colour": colour_name(colour), "size": size}
        notes.append(phrase("{n} {colour} mineral of size {size}", **words))
    if having.out:
        notes.append(phrase("eliminated"))
    return with_semicolons(notes)


def _shelves(state: State) -> tuple[Shelf, ...]:
    left = phrase("{n} in the deck", n=state.deck)
    if team_count(state.options, len(state.players)) == len(state.players):
        rows = [Shelf(phrase("The Impulse, oldest first"), _titles(state.impulses[0]), left)]
    else:
        rows = [
            Shelf(phrase("The Impulse of team {n}, oldest first", n=n), _titles(row), left)
            for n, row in enumerate(state.impulses, start=1)
        ]
    if state.using:
        rows.append(Shelf(phrase("The Plan in use"), _titles(state.using[state.step :])))
    return tuple(rows)


def _titles(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(full(card) for card in cards)


def action_view(state: State, action: a.Action) -> ActionView:
    """A button; cards are sorted by what is printed on top of them."""
    text = write_action(action)
    slots = tuple(SlotId(place) for place in _places(action))
    return ActionView(text, action_label(state, action), slots=slots, kind=_kind(action, text))


def _places(action: a.Action) -> tuple[str, ...]:
    """The place on the map that an action is about."""
    match action:
        case a.Move(_, _, start, _):
            return (start,)
        case a.On(_, to):
            return (to,)
        case a.Build(_, cell, gate):
            return (gate or cell,)
        case a.Bomb(_, _, place):
            return (place,)
    return ()


def _kind(action: a.Action, text: str) -> str:
    match action:
        case (
            a.SetHome(_, card)
            | a.Add(_, card)
            | a.Deal(_, card)
            | a.Reveal(_, card)
            | a.Place(_, card)
            | a.Take(card=card)
        ):
            return card_kind(CARDS[card].action)
    return kind_of(text)
