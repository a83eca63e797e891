"""Exposure and white balance stay while people play, and follow the room."""

import pytest

from companion.camera.light_lock import LightLock, Turn

NIGHT, EVENING = 40.0, 120.0


def play(levels: list[float]) -> list[tuple[float, Turn]]:
    """What it says and when, of frames ten a second."""
    lock = LightLock()
    said = ((n / 10, lock.feed(level, n / 10)) for n, level in enumerate(levels))
    return [(time_s, turn) for time_s, turn in said if turn is not None]


def test_it_locks_once_the_camera_has_chosen() -> None:
    assert play([EVENING] * 200) == [(2.0, Turn.LOCK)]


@pytest.mark.report("C11")
@pytest.mark.parametrize("arm_s", [0.5, 1.5, 2.5])
def test_an_arm_over_the_table_changes_nothing(arm_s: float) -> None:
    arm = [EVENING / 2] * round(arm_s * 10)
    assert play([EVENING] * 40 + arm + [EVENING] * 40) == [(2.0, Turn.LOCK)]


def test_a_lamp_that_is_lit_for_good_is_followed() -> None:
    said = play([NIGHT] * 40 + [EVENING] * 100)
    assert said == [(2.0, Turn.LOCK), (7.0, Turn.CHOOSE), (9.0, Turn.LOCK)]
