"""A lamp's spot on a place that is known bare is no model, and a model in it stays one."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.evidence import Bare
from companion.vision.lamp_spots import SpotSettings, without_spots

H, W, PX_PER_MM, MODEL_PX = 120, 160, 2.0, 24.0
SPOT = (60, 80)


def ground() -> Pixels:
    """Dark blue print with lines on it."""
    pixels = np.full((H, W, 3), (90, 50, 35), np.uint8)
    for x in range(10, W, 30):
        cv2.line(pixels, (x, 0), (x, H), (150, 120, 100), 2)
    return pixels


def lit(pixels: Pixels, most: float, wide: float) -> Pixels:
    """The same with a spot of white light on it that fades like a bell."""
    y, x = np.mgrid[:H, :W]
    far = np.square(y - SPOT[0]) + np.square(x - SPOT[1])
    light = most * np.exp(-far / (2 * wide**2))
    return np.asarray(np.clip(pixels + light[..., None], 0, 255), np.uint8)


def parted(
    pixels: Pixels,
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """How far each pixel is from what is bare once spots are taken away."""
    bare = Bare(ground(), np.ones((H, W), np.bool_))
    plain = without_spots(pixels, bare, MODEL_PX, PX_PER_MM, SpotSettings())
    return np.asarray(np.abs(plain.astype(int) - ground()).max(axis=2))


@pytest.mark.parametrize("most", [20, 60, 100])
def test_a_spot_of_a_lamp_is_parted_from_the_board(most: float) -> None:
    pixels = lit(ground(), most, 40.0)
    assert np.abs(pixels.astype(int) - ground()).max() >= 0.9 * most
    assert parted(pixels).max() < 16, "levels at which something may lie there"


@pytest.mark.parametrize("colour", [(235, 235, 235), (40, 40, 210), (200, 80, 30)])
@pytest.mark.parametrize("most", [0, 80])
def test_models_stay_with_and_without_a_spot_about_them(
    colour: tuple[int, int, int], most: float
) -> None:
    pixels, body = ground(), np.zeros((H, W), np.uint8)
    cv2.circle(body, (80, 60), 9, 1, -1)
    pixels[body > 0] = colour
    away = parted(lit(pixels, most, 40.0))
    inner = cv2.erode(body, np.ones((3, 3), np.uint8)) > 0
    assert np.percentile(away[inner], 10) > 60
    beside = cv2.dilate(body, np.ones((9, 9), np.uint8)) == 0
    assert np.percentile(away[beside], 98) < 16


def test_many_white_models_side_by_side_are_no_spot() -> None:
    pixels, bodies = ground(), np.zeros((H, W), np.uint8)
    for x, y in ((62, 50), (80, 50), (98, 50), (62, 68), (80, 68), (98, 68)):
        cv2.circle(bodies, (x, y), 9, 1, -1)
    pixels[bodies > 0] = 235
    inner = cv2.erode(bodies, np.ones((3, 3), np.uint8)) > 0
    assert np.percentile(parted(pixels)[inner], 10) > 60


def test_what_is_not_known_bare_is_left_alone() -> None:
    pixels = lit(ground(), 80, 40.0)
    unknown = Bare(ground(), np.zeros((H, W), np.bool_))
    for bare in (None, unknown):
        plain = without_spots(pixels, bare, MODEL_PX, PX_PER_MM, SpotSettings())
        assert (plain == pixels).all()
