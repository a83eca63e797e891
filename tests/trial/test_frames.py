"""What counts as a slot read right, in doubt, and wrong."""

import pytest

from companion.core.observation import Seen
from companion.core.pieces import DIE, SeenPiece
from companion.trial.frames import Truth, Verdict, verdict


def die(value: int | None) -> SeenPiece:
    return SeenPiece(DIE, "red", value, 0.9)


ROWS: tuple[tuple[Truth, Seen, Verdict], ...] = (
    ((), (), Verdict.RIGHT),
    ((), None, Verdict.DOUBT),
    ((), (die(3),), Verdict.WRONG),
    ((), (die(None),), Verdict.DOUBT),
    ((("red", 3),), (die(3),), Verdict.RIGHT),
    ((("red", 3),), (die(5),), Verdict.WRONG),
    ((("red", 3),), (die(None),), Verdict.DOUBT),
    ((("red", 3),), (), Verdict.WRONG),
    ((("red", 3),), None, Verdict.DOUBT),
)


@pytest.mark.parametrize(("truth", "seen", "expected"), ROWS)
def test_a_slot_is_right_in_doubt_or_wrong(truth: Truth, seen: Seen, expected: Verdict) -> None:
    assert verdict(truth, seen) == expected
