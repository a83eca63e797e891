"""Where every piece of the game lies. Only dice, colonies and field generators are compared."""

from functools import cache
from itertools import repeat

from companion.core.expected import Exactly, Expectation, Expected, OneOf, Unchecked
from companion.core.ids import AreaId, PieceKind, PlayerId
from companion.core.pieces import DIE, Piece, in_order
from companion.games.alien_frontiers.data import (
    BURROUGHS,
    DATA,
    HUB,
    RELIC,
    card_name,
    colonies_each,
    land_name,
)
from companion.games.alien_frontiers.dues import Thrown
from companion.games.alien_frontiers.scoring import scores
from companion.games.alien_frontiers.state import Ship, State, relic_at_home, track_of_area

COLONY = PieceKind("colony")
FIELD = PieceKind("field")
CARD = PieceKind("card")
TILE = PieceKind("tile")
FUEL = PieceKind("fuel")
ORE = PieceKind("ore")

SCOREBOARD = AreaId("scoreboard")
TILES = AreaId("tiles")
DISPLAY = AreaId("display")
DECK = AreaId("deck")
DISCARDS = AreaId("discards")
GENERATORS = AreaId("generators")
SUPPLY = AreaId("supply")
BOX = AreaId("box")
ROLLING = AreaId("rolling")


_piece = cache(Piece)
"""Pieces are values, asked for again and again."""


def expected(state: State) -> Expected:
    """Dice by facility and row; colonies, field generators and the Relic Ship by territory.

    A die of value `None` may show any face; the value of a colony is its circle on the hub, or the
    points it marks. The Relic Ship is clear and easily overlooked on its desert, so there it may
    be missing. What each player owns, cards, tokens and the box are unchecked.
    """
    docks = {area: Exactly(_dice(ships)) for area, ships in state.docks.items()}
    rows = {area: Exactly(_row(state, area)) for area in HUB}
    planet = {
        territory: _territory(state, territory, colonies)
        for territory, colonies in state.planet.items()
    }
    stores = {AreaId(f"store.{seat}"): Unchecked(_store(state, seat)) for seat in state.players}
    return {**docks, **rows, **planet, **stores, **_beside(state)}


def _territory(state: State, at: AreaId, colonies: tuple[PlayerId, ...]) -> Expectation:
    landed = tuple(_piece(COLONY, colour) for colour in colonies)
    landed += tuple(_piece(FIELD, name) for name, there in state.fields.items() if there == at)
    if at == BURROUGHS and relic_at_home(state):
        return OneOf(((*landed, _piece(DIE, RELIC)), landed))
    return Exactly(landed)


def _dice(ships: tuple[Ship, ...]) -> tuple[Piece, ...]:
    return in_order(_piece(DIE, ship.colour, ship.value) for ship in ships)


def _row(state: State, area: AreaId) -> tuple[Piece, ...]:
    track = state.hub[track_of_area(area)]
    colony = (_piece(COLONY, track.colony, track.circle),) if track.colony else ()
    return colony + _dice(track.ships)


def _store(state: State, seat: PlayerId) -> tuple[Piece, ...]:
    """What lies before a player: ships not built, colonies, tokens, cards, tiles."""
    player = state.players[seat]
    return (
        *repeat(_piece(DIE, seat), player.stock),
        *repeat(_piece(COLONY, seat), player.colonies),
        *repeat(_piece(FUEL), player.fuel),
        *repeat(_piece(ORE), player.ore),
        *(_card(title) for title in player.cards),
        *(_tile(at) for at, holder in state.control.items() if holder == seat),
    )


def _beside(state: State) -> dict[AreaId, Unchecked]:
    """What is no one player's and not on the board, and the dice being thrown."""
    return {
        ROLLING: Unchecked(_rolling(state)),
        SCOREBOARD: Unchecked(
            tuple(_piece(COLONY, sheet.player, sheet.total) for sheet in scores(state))
        ),
        TILES: Unchecked(
            tuple(_tile(at) for at, holder in state.control.items() if holder is None)
        ),
        DISPLAY: Unchecked(tuple(_card(title) for title in state.display)),
        DECK: Unchecked(tuple(repeat(_piece(CARD), state.deck))),
        DISCARDS: Unchecked(tuple(_card(title) for title in state.discards)),
        GENERATORS: Unchecked(
            tuple(_piece(FIELD, name) for name, at in state.fields.items() if at is None)
        ),
        SUPPLY: Unchecked(_supply(state)),
        BOX: Unchecked(_box(state)),
    }


def _card(title: str) -> Piece:
    return _piece(CARD, name=card_name(title))


def _tile(territory: AreaId) -> Piece:
    return _piece(TILE, name=land_name(territory))


def _rolling(state: State) -> tuple[Piece, ...]:
    dice = tuple(_piece(DIE, RELIC if die.relic else state.turn, die.value) for die in state.dice)
    if isinstance(state.due, Thrown):
        again = repeat(_piece(DIE, state.due.player), state.due.ships)
        return (*dice, *again, *repeat(_piece(DIE, RELIC), state.due.relic))
    return dice


def _supply(state: State) -> tuple[Piece, ...]:
    """Tokens nobody has. They are no limit: when they run out, anything else will do."""
    fuel = sum(player.fuel for player in state.players.values())
    ore = sum(player.ore for player in state.players.values())
    return (
        *repeat(_piece(FUEL), DATA.fuel_tokens - fuel),
        *repeat(_piece(ORE), DATA.ore_tokens - ore),
    )


def _box(state: State) -> tuple[Piece, ...]:
    """What this game does not use: colonies beyond the number played with, of all colours."""
    each = colonies_each(len(state.players), state.options.variant) + 1
    spare = DATA.colonies_per_colour
    colonies = tuple(
        _piece(COLONY, colour)
        for colour in DATA.colours
        for _ in range(spare - each if colour in state.players else spare)
    )
    if state.options.tech == "full":
        return colonies
    cards = (_card(title) for title, card in DATA.cards.items() for _ in range(card.copies))
    return (*colonies, *cards)
