"""Where every piece lies. Ships, open cards and points are compared."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import repeat

from companion.core import pieces
from companion.core.expected import Exactly, Expectation, Expected, OneOf, Unchecked
from companion.core.ids import AreaId, PieceKind, PlayerId
from companion.core.phrases import phrase
from companion.core.pieces import Piece, in_order
from companion.games.impulse.card_words import full
from companion.games.impulse.data import CELLS, DATA, GATES
from companion.games.impulse.frames import Battle, Command, attack, cards_in
from companion.games.impulse.state import FACE_DOWN, NO_CARD, Player, State, supply
from companion.games.impulse.words import place_name

SHIP = PieceKind("ship")
CARD = PieceKind("card")

ROWS = tuple(AreaId(f"row{number}") for number in (1, 2, 3))
"""Rows of the Impulse: one for all, or one for each team."""
DECK = AreaId("deck")
DISCARDS = AreaId("discards")
FIGHT = AreaId("fight")
POINTS = AreaId("points")
BOX = AreaId("box")

_piece = cache(Piece)
"""Pieces are values, asked for again and again."""
_PLACES = tuple(map(AreaId, (*CELLS, *GATES)))
_NOTHING = Exactly()
_NOBODY = Player("", 0)
_DOWN = Exactly((Piece(CARD, face=pieces.FACE_DOWN),))


def expected(state: State) -> Expected:
    """Ships by map card and gate, map cards, the Impulse, techs, Plans, minerals and the markers of
    points, the discards.

    While the way of a fleet is declared its ships may lie at its end already; attackers lie on the
    gate they attack, beside the defender's. A Plan that is being used lies there until it is
    discarded. Hands, ships to build, the deck and the cards of a battle are unchecked.
    """
    return {**_ships(state), **dict(_map_cards(state)), **_open(state), **dict(_beside(state))}


def _ships(state: State) -> dict[AreaId, Expectation]:
    """Ships on each card and gate; at both ends of a way that is declared either way."""
    waiting, declared = _attackers(state), _declared(state)
    ends = (declared.path[0], declared.path[-1]) if declared else ()
    found: dict[AreaId, Expectation] = dict.fromkeys(_PLACES, _NOTHING)
    for place in {*state.transports, *state.cruisers, *waiting, *ends}:
        ships = in_order((*_resting(state, place), *waiting.get(place, ())))
        lies: Expectation = Exactly(ships)
        if declared is not None and place in ends:
            lies = OneOf((ships, _arrived(declared, place, ships)))
        found[AreaId(place)] = lies
    return found


def _arrived(declared: Command, place: str, ships: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The ships of one end of the way once the fleet has gone it."""
    fleet = tuple(repeat(_piece(SHIP, declared.player), declared.ships))
    if place == declared.path[-1] != declared.path[0]:
        return in_order((*ships, *fleet))
    left = list(ships)
    for ship in fleet:
        left.remove(ship)
    return tuple(left)


def _map_cards(state: State) -> Iterator[tuple[AreaId, Expectation]]:
    """A card that is being explored may still lie there."""
    exploring = {frame.exploring for frame in state.stack if isinstance(frame, Command)}
    for cell, card in state.map.items():
        if card == FACE_DOWN:
            lies: Expectation = _DOWN
        elif card == NO_CARD:
            lies = OneOf((_NOTHING.pieces, _DOWN.pieces)) if cell in exploring else _NOTHING
        else:
            lies = _lying(cell, card)
        yield AreaId(f"map.{cell}"), lies


@cache
def _lying(cell: str, card: str) -> Expectation:
    name = phrase("{place}: {card}", place=place_name(cell), card=full(card))
    return Exactly((_piece(CARD, name=name, face=card),))


def _open(state: State) -> dict[AreaId, Expectation]:
    """The Impulse of each team, what lies open before each player, and the points."""
    rows = (*state.impulses, *repeat((), len(ROWS) - len(state.impulses)))
    shown: dict[AreaId, Expectation] = dict(zip(ROWS, map(_cards, rows), strict=True))
    for colour in DATA.colours:
        seat = PlayerId(colour)
        having = state.players.get(seat, _NOBODY)
        using = state.using if seat == state.turn else ()
        techs = tuple(tech for tech in having.techs if tech not in DATA.techs)
        shown[AreaId(f"techs.{colour}")] = _cards(techs)
        shown[AreaId(f"plan.{colour}")] = _pile((*using, *having.plan))
        shown[AreaId(f"minerals.{colour}")] = _pile(having.minerals)
    shown[DISCARDS] = _discards(state)
    markers = (_marker(state, PlayerId(colour)) for colour in DATA.colours)
    shown[POINTS] = Exactly(in_order(marker for marker in markers if marker))
    return shown


def _resting(state: State, place: str) -> Iterator[Piece]:
    for player, count in state.transports.get(place, {}).items():
        yield from repeat(_piece(SHIP, player), count)
    fleet = state.cruisers.get(place)
    if fleet is not None:
        yield from repeat(_piece(SHIP, fleet.player), fleet.ships)


def _declared(state: State) -> Command | None:
    """The Command with a way that is declared and not yet gone."""
    for frame in state.stack:
        if isinstance(frame, Command) and frame.path:
            return frame
    return None


def _attackers(state: State) -> Mapping[str, tuple[Piece, ...]]:
    """Cruisers on an enemy's gate, by gate."""
    found: dict[str, tuple[Piece, ...]] = {}
    for frame in state.stack:
        if isinstance(frame, Battle):
            found[frame.gate] = (_piece(SHIP, frame.player),) * frame.ships
        if isinstance(frame, Command):
            for each in map(attack, frame.attacks):
                found[each.gate] = (_piece(SHIP, frame.player),) * each.ships
    return found


def _beside(state: State) -> Iterator[tuple[AreaId, Unchecked]]:
    yield DECK, Unchecked(tuple(repeat(_piece(CARD), state.deck)))
    used = (card for frame in state.stack for card in cards_in(frame))
    yield FIGHT, Unchecked(tuple(map(_card, used)))
    yield from _before_players(state)


def _before_players(state: State) -> Iterator[tuple[AreaId, Unchecked]]:
    box: list[Piece] = []
    for colour in DATA.colours:
        seat = PlayerId(colour)
        having = state.players.get(seat)
        hand: tuple[Piece, ...] = ()
        ships = 0
        if having is None:
            box += repeat(_piece(SHIP, colour), DATA.ships_per_colour + DATA.markers)
        else:
            ships = supply(state, seat)
            hand = (*map(_card, having.known), *repeat(_piece(CARD), having.hidden))
        yield AreaId(f"hand.{colour}"), Unchecked(hand)
        yield AreaId(f"supply.{colour}"), Unchecked(tuple(repeat(_piece(SHIP, colour), ships)))
    yield BOX, Unchecked(tuple(box))


def _marker(state: State, seat: PlayerId) -> Piece | None:
    """The thirteenth ship, on the points."""
    having = state.players.get(seat)
    return None if having is None else _piece(SHIP, seat, min(DATA.goal, max(0, having.score)))


@lru_cache(maxsize=4096)
def _cards(cards: tuple[str, ...]) -> Exactly:
    return Exactly(in_order(map(_card, cards)))


def _discards(state: State) -> Exactly:
    """The newest card lies uppermost, unless it was discarded with others that nobody saw."""
    lying = _pile(state.discards)
    pieces = in_order((*lying.pieces, *repeat(_piece(CARD), state.buried)))
    return Exactly(pieces, lying.top if len(state.discards) > state.mixed else None)


def _pile(cards: tuple[str, ...]) -> Exactly:
    """Cards over one another, the last uppermost."""
    lying = _cards(cards)
    return Exactly(lying.pieces, _card(cards[-1])) if cards else lying


def _card(card: str) -> Piece:
    return _piece(CARD, name=full(card), face=card)
