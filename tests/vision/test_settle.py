"""When a scene is at rest: by frames and their time stamps only."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.vision.settle import Scene, Settler
from tests.vision.boards import frames, noisy, picture

STILL = picture({"dock.0": 3})
OTHER = picture({"dock.0": 3, "dock.1": 5})


def feed(settler: Settler, shots: list[Frame]) -> list[Scene]:
    return [settler.feed(shot) for shot in shots]


def rests(pictures: list[Pixels], rate_hz: float = 10.0) -> list[int]:
    """The rest number after each frame, 0 while moving."""
    scenes = feed(Settler(), frames(pictures, rate_hz))
    return [scene.rest if scene.resting else 0 for scene in scenes]


def test_it_rests_after_five_frames_and_stays_so_through_noise() -> None:
    assert rests([STILL] * 12) == [0] * 4 + [1] * 8


def test_a_quick_camera_waits_a_quarter_of_a_second() -> None:
    assert rests([STILL] * 40, rate_hz=60).index(1) == 15


def test_every_movement_begins_a_new_rest() -> None:
    assert rests([STILL] * 6 + [OTHER] * 6) == [0] * 4 + [1] * 2 + [0] * 4 + [2] * 2


def test_a_die_that_rocks_is_not_at_rest_until_it_lies() -> None:
    up, down = picture({"dock.0": 3}), picture({"dock.0": 6})
    rocking = [up] * 4 + [down] * 4 + [up] * 4
    assert rests(rocking + [down] * 5)[-1] == 1
    assert not any(rests(rocking))


def test_a_piece_pushed_slowly_is_movement() -> None:
    slow = []
    for step in range(20):
        pixels = picture()
        cv2.rectangle(pixels, (200 + 6 * step, 200), (248 + 6 * step, 248), (210, 210, 210), -1)
        slow.append(pixels)
    assert not any(rests(slow))


@pytest.mark.parametrize("swing", [0.05, 0.1])
def test_exposure_that_flickers_is_no_movement(swing: float) -> None:
    flicker = [
        np.asarray(np.clip(STILL * (1 + swing * (-1) ** n), 0, 255), np.uint8) for n in range(12)
    ]
    assert rests(flicker) == [0] * 4 + [1] * 8


def test_light_that_drifts_is_no_movement() -> None:
    drift = [np.asarray(np.clip(STILL * (1 + n / 200), 0, 255), np.uint8) for n in range(60)]
    assert rests(drift) == [0] * 4 + [1] * 56


def test_jpeg_blocks_are_no_movement() -> None:
    squeezed = []
    for seed in range(10):
        coded = cv2.imencode(".jpg", noisy(STILL, seed), [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
        squeezed.append(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8))
    assert rests(squeezed) == [0] * 4 + [1] * 6


def test_one_die_put_down_or_turned_over_is_seen() -> None:
    turned = picture({"dock.0": 6})
    for other in (OTHER, turned, picture()):
        assert rests([STILL] * 6 + [other] * 5)[-1] == 2


def test_another_picture_size_is_movement() -> None:
    small = np.ascontiguousarray(STILL[:400])
    assert rests([STILL] * 6 + [small] * 5)[-1] == 2


def test_one_picture_after_another_is_sudden_and_a_hand_is_not() -> None:
    cut = feed(Settler(), frames([STILL] * 6 + [OTHER] * 3))
    assert cut[-1].sudden
    hand = [picture({"dock.0": 3, "dock.1": n}) for n in (1, 3, 5)]
    assert not feed(Settler(), frames([STILL] * 6 + hand + [OTHER] * 3))[-1].sudden
