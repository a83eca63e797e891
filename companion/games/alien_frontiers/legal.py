"""What is due now, and every legal action."""

from collections.abc import Iterator

from companion.core.ids import AreaId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import BAY, TERRITORIES
from companion.games.alien_frontiers.rules import violations
from companion.games.alien_frontiers.rules.common import KINDS, answer_due
from companion.games.alien_frontiers.rules.placing import candidates
from companion.games.alien_frontiers.state import (
    Landing,
    Phase,
    Raid,
    Resource,
    State,
    dice_to_roll,
)
from companion.games.alien_frontiers.words import name, ships
from companion.rules.game import Chance, Pending


def legal_actions(state: State) -> tuple[a.Action, ...]:
    """Exactly the non-chance actions that `judge` accepts."""
    return tuple(action for action in _attempts(state) if not violations(state, action))


def pending(state: State) -> Pending[a.Action] | None:
    """The choice due now."""
    due = answer_due(state)
    if due is None or state.phase is Phase.OVER:
        return None
    player, kind = due
    left = f" ({state.due.left} left)" if isinstance(state.due, Raid) else ""
    return Pending(player, kind, f"{name(player)}: {KINDS[kind]}{left}", legal_actions(state))


def chance(state: State) -> Chance | None:
    """The roll that begins a turn."""
    if state.phase is not Phase.ROLL or state.due is not None:
        return None
    count = dice_to_roll(state, state.turn)
    prompt = f"{name(state.turn)}: gather and roll {ships(count)}"
    return Chance(state.turn, (state.turn,) * count, prompt)


def _attempts(state: State) -> Iterator[a.Action]:
    """A small set that holds every legal action."""
    player = state.turn
    match state.due:
        case Landing(owner):
            yield from (a.Land(owner, AreaId(territory)) for territory in TERRITORIES)
        case Raid(owner):
            for victim in state.seats:
                yield from (a.Steal(owner, victim, resource) for resource in Resource)
            yield a.StopStealing(owner)
        case None if state.phase is Phase.RETURN:
            yield from (a.Return(player, resource) for resource in Resource)
        case None if state.phase is Phase.PLACE:
            yield from candidates(player, state.hand)
            yield from (a.Dock(player, BAY, (value,)) for value in sorted(set(state.hand)))
            yield from (a.Trade(player, rate) for rate in sorted(set(state.market)))
            yield a.Launch(player)
            yield a.EndTurn(player)
