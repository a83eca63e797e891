"""What should lie on the board, by area. The rolling area is not checked."""

from companion.core.expected import Exactly, Expected
from companion.core.ids import AreaId, PieceKind
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.data import HUB
from companion.games.alien_frontiers.state import Ship, State, track_of_area

COLONY = PieceKind("colony")


def expected(state: State) -> Expected:
    """Dice by facility and row, colonies by territory. A die of value `None` may show any face."""
    docks = {area: Exactly(_dice(ships)) for area, ships in state.docks.items()}
    rows = {area: Exactly(_row(state, area)) for area in HUB}
    planet = {
        territory: Exactly(tuple(Piece(COLONY, colour) for colour in colonies))
        for territory, colonies in state.planet.items()
    }
    return {**docks, **rows, **planet}


def _dice(ships: tuple[Ship, ...]) -> tuple[Piece, ...]:
    return tuple(sorted((Piece(DIE, ship.colour, ship.value) for ship in ships), key=_order))


def _row(state: State, area: AreaId) -> tuple[Piece, ...]:
    track = state.hub[track_of_area(area)]
    colony = (Piece(COLONY, track.colony),) if track.colony else ()
    return colony + _dice(track.ships)


def _order(piece: Piece) -> tuple[str, int]:
    return piece.colour or "", piece.value or 0
