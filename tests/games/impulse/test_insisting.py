"""What the table may insist on: every rule but those for which pieces are missing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.impulse.game import GAME
from companion.games.impulse.state import State
from companion.rules.ruling import Rejected
from companion.rules.scenario import run_file

FILES = sorted(Path(__file__).parent.glob("scenarios/*.yaml"))
INSISTED = {
    *("card.too_large", "card.wrong_colour", "card.same_colour", "card.unlike_impulse"),
    *("fleet.wrong_kind", "fleet.too_many", "fleet.twice", "fleet.other_card"),
    *("move.patrolled", "move.patrolled_through", "move.not_core", "move.not_face_down"),
    *("build.wrong_kind", "build.not_home", "build.not_occupied", "build.other_card"),
    *("build.wrong_card", "build.enough_there", "build.one_spot", "build.no_frontier"),
    *("bomb.wrong_kind", "bomb.too_far", "plan.must_use"),
}
"""The pieces are all there, and they can lie so: people may have agreed on it."""

Refused = tuple[State, object, tuple[str, ...]]


@pytest.fixture(name="refused")
def _refused(monkeypatch: pytest.MonkeyPatch) -> list[Refused]:
    """Everything that a scenario has refused."""
    found: list[Refused] = []
    judge = GAME.judge

    def noting(self: object, state: State, action: object) -> object:
        ruling = judge(state, action)  # type: ignore[arg-type]
        if isinstance(ruling, Rejected):
            found.append((state, action, ruling.codes))
        return ruling

    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "judge", noting)
        for path in FILES:
            assert all(result.passed for result in run_file(path))
    return found


def broken_alone(refused: list[Refused]) -> Iterator[tuple[str, bool]]:
    """Codes of actions that break one rule, and whether the table may insist on them."""
    for state, action, codes in refused:
        if len(codes) == 1:
            events = GAME.enforce(state, action)  # type: ignore[arg-type]
            yield codes[0], events is not None


def test_what_can_be_insisted_on(refused: list[Refused]) -> None:
    found = set(broken_alone(refused))
    assert {code for code, _ in found} >= INSISTED
    assert {code for code, could in found if could} == INSISTED
    assert not {code for code, could in found if not could} & INSISTED
