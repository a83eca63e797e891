"""Exposure and white balance stay while people play, and follow the room."""

import pytest

from companion.camera.light_lock import CHOOSE, Controls, LightLock

NIGHT, EVENING = 40.0, 120.0
SHOT = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.6)}
LOCKED = {
    "AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0,
    "AwbEnable": False, "ColourGains": (1.8, 1.6),
}  # fmt: skip


def play(levels: list[float], metadata: Controls = SHOT) -> list[tuple[float, Controls]]:
    """What it says and when, of frames ten a second."""
    lock = LightLock()
    said = ((n / 10, lock.feed(level, n / 10, metadata)) for n, level in enumerate(levels))
    return [(time_s, controls) for time_s, controls in said if controls is not None]


def test_it_locks_once_the_camera_has_chosen() -> None:
    assert play([EVENING] * 200) == [(2.0, LOCKED)]


@pytest.mark.report("C11")
@pytest.mark.parametrize("arm_s", [0.5, 1.5, 2.5])
def test_an_arm_over_the_table_changes_nothing(arm_s: float) -> None:
    arm = [EVENING / 2] * round(arm_s * 10)
    assert play([EVENING] * 40 + arm + [EVENING] * 40) == [(2.0, LOCKED)]


def test_a_lamp_that_is_lit_for_good_is_followed() -> None:
    said = play([NIGHT] * 40 + [EVENING] * 100)
    assert said == [(2.0, LOCKED), (7.0, CHOOSE), (9.0, LOCKED)]


def test_what_the_camera_does_not_tell_is_not_locked() -> None:
    assert play([EVENING] * 100, {}) == []
    (_, controls) = play([EVENING] * 100, {"ExposureTime": 1, "AnalogueGain": 1.0})[0]
    assert "AwbEnable" not in controls
