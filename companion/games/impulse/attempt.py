"""What somebody attempts by putting ships somewhere, legal or not."""

from collections.abc import Iterator

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import Piece
from companion.games.impulse import actions as a
from companion.games.impulse.data import CELLS, DOES, GATES, cards_of, is_gate
from companion.games.impulse.expected import SHIP
from companion.games.impulse.frames import Work
from companion.games.impulse.judging import violations
from companion.games.impulse.state import State, places_of, top
from companion.games.impulse.travel import onward


def attempt(state: State, area: AreaId, added: tuple[Piece, ...]) -> a.Action | None:
    """A ship built there while a card builds, else a fleet moved there from next to it."""
    ships = [piece for piece in added if piece.kind == SHIP and piece.colour in state.players]
    if not ships or area not in (*CELLS, *GATES):
        return None
    player = PlayerId(ships[0].colour or "")
    count = sum(ship.colour == player for ship in ships)
    tried = [*_built(state, player, area), *_moved(state, player, area, count)]
    legal = (action for action in tried if not violations(state, action))
    return next(legal, tried[0] if tried else None)


def _built(state: State, player: PlayerId, area: AreaId) -> Iterator[a.Action]:
    """A ship on the card, or on the gate as one of either card, home first."""
    work = top(state)
    if not isinstance(work, Work) or DOES[work.card].does not in ("build", "basic"):
        return
    if not is_gate(area):
        yield a.Build(player, area)
        return
    home = state.players[player].home
    for cell in sorted(cards_of(area), key=lambda cell: cell != home):
        yield a.Build(player, cell, area)


def _moved(state: State, player: PlayerId, area: AreaId, count: int) -> Iterator[a.Action]:
    """So many ships from a place next to it."""
    for start, ships in places_of(state, player):
        if ships >= count and area in onward(start):
            yield a.Move(player, count, start, area)
