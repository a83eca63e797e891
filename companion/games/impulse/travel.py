"""Ways of fleets: what a step crosses, what it meets, and whether it may be taken."""

from collections.abc import Iterator
from itertools import pairwise

from companion.core.ids import PlayerId
from companion.games.impulse.data import GATES, cards_of, gates_of, is_gate, next_to, shared
from companion.games.impulse.frames import Attack
from companion.games.impulse.state import State, enemies, enemy_on, patrolled_against

Path = tuple[str, ...]


def crossed(path: Path) -> Path:
    """Map cards that a fleet enters or passes through, in order."""
    if not is_gate(path[0]):
        return path[1:]
    cells = (shared(one, other) for one, other in pairwise(path))
    return tuple(cell for cell in cells if cell is not None)


def around(place: str) -> Path:
    """Map cards on or around which a fleet is."""
    return cards_of(place) if is_gate(place) else (place,)


def attacks(state: State, player: PlayerId, path: Path) -> bool:
    """Whether the path ends on a gate that an enemy holds."""
    return is_gate(path[-1]) and enemy_on(state, player, path[-1]) is not None


def withheld(state: State, player: PlayerId, path: Path) -> Path:
    """Cards whose transports are destroyed only if the battle at the end of the path is won."""
    if not attacks(state, player, path):
        return ()
    cells = crossed(path)
    return cells if state.options.lost_battle == "whole_path" else cells[-1:]


def swept(state: State, player: PlayerId, path: Path) -> Path:
    """Cards whose enemy transports are destroyed as the cruisers pass."""
    if not is_gate(path[0]):
        return ()
    cells = crossed(path)
    return cells[: len(cells) - len(withheld(state, player, path))]


def attack_by(state: State, player: PlayerId, ships: int, path: Path) -> Attack:
    """The battle that the path leads to."""
    return Attack(path[-1], ships, withheld(state, player, path))


def onward(place: str) -> Iterator[str]:
    """Places one step from here."""
    if not is_gate(place):
        yield from next_to(place)
        return
    for cell in cards_of(place):
        yield from (gate for gate in gates_of(cell) if gate != place)


def barred(state: State, player: PlayerId, at: str, to: str) -> str:
    """The rule that a step breaks, empty for one that may be taken; the end is another matter."""
    if not is_gate(at):
        if to not in next_to(at):
            return "move.not_adjacent"
        return "move.patrolled" if patrolled_against(state, player, to) else ""
    cell = shared(at, to) if to in GATES else None
    if cell is None:
        return "move.not_adjacent"
    if patrolled_against(state, player, cell) and enemy_on(state, player, to) is None:
        return "move.patrolled_through"
    return ""


def beside_mate(state: State, player: PlayerId, place: str) -> bool:
    """Whether a fleet may not rest there because a mate's cruisers do."""
    fleet = state.cruisers.get(place)
    if fleet is None or fleet.player == player:
        return False
    return not enemies(state, fleet.player, player)


def can_rest(state: State, player: PlayerId, path: Path, steps: int) -> bool:
    """Whether the way can end here or, within so many more steps, somewhere further on."""
    if not beside_mate(state, player, path[-1]):
        return True
    return steps > 0 and any(
        not barred(state, player, path[-1], to) and can_rest(state, player, (*path, to), steps - 1)
        for to in onward(path[-1])
    )
