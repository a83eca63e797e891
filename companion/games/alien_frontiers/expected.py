"""What should lie on the board, by area. The rolling area is not checked."""

from companion.core.expected import Exactly, Expectation, Expected, OneOf
from companion.core.ids import AreaId, PieceKind, PlayerId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.data import BURROUGHS, HUB, RELIC
from companion.games.alien_frontiers.state import Ship, State, relic_at_home, track_of_area

COLONY = PieceKind("colony")
FIELD = PieceKind("field")


def expected(state: State) -> Expected:
    """Dice by facility and row; colonies, field generators and the Relic Ship by territory.

    A die of value `None` may show any face. The Relic Ship is clear and easily overlooked on its
    desert, so there it may be missing.
    """
    docks = {area: Exactly(_dice(ships)) for area, ships in state.docks.items()}
    rows = {area: Exactly(_row(state, area)) for area in HUB}
    planet = {
        territory: _territory(state, territory, colonies)
        for territory, colonies in state.planet.items()
    }
    return {**docks, **rows, **planet}


def _territory(state: State, at: AreaId, colonies: tuple[PlayerId, ...]) -> Expectation:
    landed = tuple(Piece(COLONY, colour) for colour in colonies)
    landed += tuple(Piece(FIELD, name) for name, there in state.fields.items() if there == at)
    if at == BURROUGHS and relic_at_home(state):
        return OneOf(((*landed, Piece(DIE, RELIC)), landed))
    return Exactly(landed)


def _dice(ships: tuple[Ship, ...]) -> tuple[Piece, ...]:
    return tuple(sorted((Piece(DIE, ship.colour, ship.value) for ship in ships), key=_order))


def _row(state: State, area: AreaId) -> tuple[Piece, ...]:
    track = state.hub[track_of_area(area)]
    colony = (Piece(COLONY, track.colony),) if track.colony else ()
    return colony + _dice(track.ships)


def _order(piece: Piece) -> tuple[str, int]:
    return piece.colour or "", piece.value or 0
