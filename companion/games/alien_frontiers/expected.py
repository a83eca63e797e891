"""What should lie on the board, by area. The rolling area is not checked."""

from companion.core.expected import Exactly, Expected
from companion.core.ids import AreaId, PieceKind, PlayerId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.data import BURROUGHS, HUB, RELIC
from companion.games.alien_frontiers.state import Ship, State, relic_at_home, track_of_area

COLONY = PieceKind("colony")
FIELD = PieceKind("field")


def expected(state: State) -> Expected:
    """Dice by facility and row; colonies, field generators and the Relic Ship by territory.

    A die of value `None` may show any face.
    """
    docks = {area: Exactly(_dice(ships)) for area, ships in state.docks.items()}
    rows = {area: Exactly(_row(state, area)) for area in HUB}
    planet = {
        territory: Exactly(_territory(state, territory, colonies))
        for territory, colonies in state.planet.items()
    }
    return {**docks, **rows, **planet}


def _territory(state: State, at: AreaId, colonies: tuple[PlayerId, ...]) -> tuple[Piece, ...]:
    landed = tuple(Piece(COLONY, colour) for colour in colonies)
    relic = (Piece(DIE, RELIC),) if at == BURROUGHS and relic_at_home(state) else ()
    fields = tuple(Piece(FIELD, name) for name, there in state.fields.items() if there == at)
    return (*landed, *relic, *fields)


def _dice(ships: tuple[Ship, ...]) -> tuple[Piece, ...]:
    return tuple(sorted((Piece(DIE, ship.colour, ship.value) for ship in ships), key=_order))


def _row(state: State, area: AreaId) -> tuple[Piece, ...]:
    track = state.hub[track_of_area(area)]
    colony = (Piece(COLONY, track.colony),) if track.colony else ()
    return colony + _dice(track.ships)


def _order(piece: Piece) -> tuple[str, int]:
    return piece.colour or "", piece.value or 0
