"""What somebody attempts by putting ships somewhere, legal or not."""

from collections.abc import Iterator

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import Piece
from companion.games.impulse import actions as a
from companion.games.impulse.data import CELLS, GATES, cards_of, is_gate
from companion.games.impulse.due import due
from companion.games.impulse.expected import SHIP
from companion.games.impulse.legal import legal_actions
from companion.games.impulse.state import State, places_of, supply
from companion.games.impulse.travel import onward


def attempt(state: State, area: AreaId, added: tuple[Piece, ...]) -> a.Action | None:
    """A fleet that was moved there from next to it, else a ship built there."""
    ships = [piece for piece in added if piece.kind == SHIP and piece.colour in state.players]
    if not ships or area not in (*CELLS, *GATES):
        return None
    player = PlayerId(ships[0].colour or "")
    count = sum(ship.colour == player for ship in ships)
    known = set(map(str, legal_actions(state)))
    moves = [a.Move(player, count, start, area) for start in _starts(state, player, area, count)]
    legal = next((move for move in moves if str(move) in known), None)
    open_choice = due(state)
    building = open_choice is not None and open_choice[1] == "work" and supply(state, player)
    if legal or (moves and not building):
        return legal or moves[0]
    if not building:
        return None
    return a.Build(player, cards_of(area)[0], area) if is_gate(area) else a.Build(player, area)


def _starts(state: State, player: PlayerId, area: AreaId, count: int) -> Iterator[str]:
    """Places next to it with so many ships of the player."""
    for start, ships in places_of(state, player):
        if ships >= count and area in onward(start):
            yield start
