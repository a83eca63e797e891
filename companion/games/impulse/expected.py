"""Where every piece of the game lies. Ships on the map are compared, cards are not read."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import repeat

from companion.core.expected import Exactly, Expectation, Expected, OneOf, Unchecked
from companion.core.ids import AreaId, PieceKind, PlayerId
from companion.core.phrases import phrase
from companion.core.pieces import Piece, in_order
from companion.games.impulse.card_words import full
from companion.games.impulse.data import CELLS, DATA, GATES
from companion.games.impulse.frames import Battle, Command, attack, cards_in
from companion.games.impulse.state import FACE_DOWN, NO_CARD, State, supply
from companion.games.impulse.words import place_name

SHIP = PieceKind("ship")
CARD = PieceKind("card")

IMPULSE = AreaId("impulse")
DECK = AreaId("deck")
DISCARDS = AreaId("discards")
FIGHT = AreaId("fight")
MARKERS = AreaId("markers")
BOX = AreaId("box")

_piece = cache(Piece)
"""Pieces are values, asked for again and again."""


def expected(state: State) -> Expected:
    """Ships by map card and gate; cards, supplies and the markers of points are unchecked.

    While the way of a fleet is declared its ships may lie at its end already; attackers lie on the
    gate they attack, beside the defender's.
    """
    waiting = _attackers(state)
    places = {
        AreaId(place): _place(state, place, waiting.get(place, ())) for place in (*CELLS, *GATES)
    }
    return {**places, **dict(_beside(state))}


def _place(state: State, place: str, attackers: tuple[Piece, ...]) -> Expectation:
    ships = in_order((*_resting(state, place), *attackers))
    declared = _declared(state)
    if declared is None or place not in (declared.path[0], declared.path[-1]):
        return Exactly(ships)
    fleet = tuple(repeat(_piece(SHIP, declared.player), declared.ships))
    if place == declared.path[-1] != declared.path[0]:
        return OneOf((ships, in_order((*ships, *fleet))))
    left = list(ships)
    for ship in fleet:
        left.remove(ship)
    return OneOf((ships, tuple(left)))


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
    down = sum(card == FACE_DOWN for card in state.map.values())
    shown = (
        _piece(CARD, name=phrase("{place}: {card}", place=place_name(cell), card=full(card)))
        for cell, card in state.map.items()
        if card not in (FACE_DOWN, NO_CARD)
    )
    yield AreaId("map_cards"), Unchecked((*shown, *repeat(_piece(CARD), down)))
    rows = (card for row in state.impulses for card in row)
    yield IMPULSE, Unchecked(tuple(map(_card, rows)))
    yield DECK, Unchecked(tuple(repeat(_piece(CARD), state.deck)))
    gone = (*map(_card, state.discards), *repeat(_piece(CARD), state.buried))
    yield DISCARDS, Unchecked(gone)
    used = (card for frame in state.stack for card in cards_in(frame))
    yield FIGHT, Unchecked(tuple(map(_card, used)))
    markers = (_marker(state, PlayerId(colour)) for colour in DATA.colours)
    yield MARKERS, Unchecked(tuple(marker for marker in markers if marker))
    yield from _before_players(state)


def _before_players(state: State) -> Iterator[tuple[AreaId, Unchecked]]:
    box: list[Piece] = []
    for colour in DATA.colours:
        seat = PlayerId(colour)
        having = state.players.get(seat)
        center: tuple[Piece, ...] = ()
        hand: tuple[Piece, ...] = ()
        ships = 0
        if having is None:
            box += repeat(_piece(SHIP, colour), DATA.ships_per_colour + DATA.markers)
        else:
            ships = supply(state, seat)
            using = state.using if seat == state.turn else ()
            cards = (*having.techs, *having.minerals, *having.plan, *using)
            center = tuple(_card(card) for card in cards if card not in DATA.techs)
            hand = (*map(_card, having.known), *repeat(_piece(CARD), having.hidden))
        yield AreaId(f"center.{colour}"), Unchecked(center)
        yield AreaId(f"hand.{colour}"), Unchecked(hand)
        yield AreaId(f"supply.{colour}"), Unchecked(tuple(repeat(_piece(SHIP, colour), ships)))
    yield BOX, Unchecked(tuple(box))


def _marker(state: State, seat: PlayerId) -> Piece | None:
    """The thirteenth ship, on the points."""
    having = state.players.get(seat)
    return None if having is None else _piece(SHIP, seat, max(0, having.score))


def _card(card: str) -> Piece:
    return _piece(CARD, name=full(card))
