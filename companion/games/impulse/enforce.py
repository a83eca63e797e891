"""When the table insists on something illegal: what then happens, where a position can hold it."""

from companion.games.impulse import actions as a
from companion.games.impulse import events as e
from companion.games.impulse.judging import effects, violations
from companion.games.impulse.state import State

SOFT = frozenset(
    {
        "card.too_large",
        "card.wrong_colour",
        "card.same_colour",
        "card.unlike_impulse",
        "plan.must_use",
        "fleet.wrong_kind",
        "fleet.too_many",
        "fleet.twice",
        "fleet.other_card",
        "move.patrolled",
        "move.patrolled_through",
        "move.not_core",
        "move.not_face_down",
        "build.wrong_kind",
        "build.not_home",
        "build.not_occupied",
        "build.other_card",
        "build.wrong_card",
        "build.enough_there",
        "build.one_spot",
        "build.no_frontier",
        "bomb.wrong_kind",
        "bomb.too_far",
    }
)
"""Rules a table may agree to break: all pieces are there, and a position can hold it."""


def enforce(state: State, action: a.Action) -> tuple[e.Event, ...] | None:
    """Events of the action, or `None` when pieces are missing or no position could hold it."""
    codes = {violation.code for violation in violations(state, action)}
    return effects(state, action) if codes <= SOFT else None
