"""What somebody attempts by putting ships somewhere, legal or not."""

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import HUB, RELIC
from companion.games.alien_frontiers.state import State


def attempt(state: State, area: AreaId, added: tuple[Piece, ...]) -> Dock | None:
    """Docking ships of one colour; of several, those of a player whose turn it is not."""
    ships = [piece for piece in added if piece.kind == DIE and piece.value is not None]
    relic = next((piece.value for piece in ships if piece.colour == RELIC), None)
    players = sorted(
        {PlayerId(piece.colour or "") for piece in ships if piece.colour in state.players},
        key=lambda player: player == state.turn,
    )
    if relic is not None and not players:
        players = [state.turn]
    if not players or area not in (*state.docks, *HUB):
        return None
    if players[0] != state.turn:
        relic = None
    values = tuple(p.value for p in ships if p.colour == players[0] and p.value is not None)
    return Dock(players[0], area, values if relic is None else (*values, relic), relic)
