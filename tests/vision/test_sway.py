"""A camera held in the hand: the scene rests although the picture moves."""

import math

import cv2
import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.core.layout import NO_BOARD
from companion.vision.pipeline import Pipeline
from companion.vision.settle import Scene, Settler, grey_copy
from companion.vision.sway import shift_between
from tests.vision.boards import GreyReader, noisy
from tests.vision.drawn_dice import draw_die

RATE_HZ = 30.0


def table(faces: tuple[int, int], at_px: tuple[float, float] = (0.0, 0.0)) -> Pixels:
    """Two dice on a cloth with a faint weave, seen by a camera that stands a little aside."""
    x, y = at_px
    pixels = np.full((480, 640, 3), (60, 120, 90), np.uint8)
    for line in range(-40, 700, 40):
        cv2.line(pixels, (round(line + x), 0), (round(line + x), 480), (70, 130, 100), 1)
    draw_die(pixels, (220 + x, 250 + y), 60, value=faces[0], colour="white", turn_deg=20)
    draw_die(pixels, (400 + x, 200 + y), 60, value=faces[1], colour="white", turn_deg=65)
    return pixels


def shots(pictures: list[Pixels]) -> list[Frame]:
    return [Frame(noisy(p, n), n / RATE_HZ, n) for n, p in enumerate(pictures)]


def feed(pictures: list[Pixels], handheld: bool) -> list[Scene]:
    settler = Settler(handheld=handheld)
    return [settler.feed(shot) for shot in shots(pictures)]


def swaying(faces: tuple[int, int], count: int) -> list[Pixels]:
    return [table(faces, (9 * math.sin(n / 3), 6 * math.cos(n / 4))) for n in range(count)]


def rolling(count: int) -> list[Pixels]:
    """Both dice turn and show another face in every frame."""
    rng = np.random.default_rng(1)
    frames = []
    for n in range(count):
        pixels = np.full((480, 640, 3), (60, 120, 90), np.uint8)
        for x, y in ((220 + 8 * n, 250), (400, 200 + 8 * n)):
            turn, value = float(rng.uniform(0, 90)), int(rng.integers(1, 7))
            draw_die(pixels, (x, y), 60, value=value, colour="white", turn_deg=turn)
        frames.append(pixels)
    return frames


@pytest.mark.parametrize(("right", "down"), [(6.0, 0.0), (-4.0, 8.0), (1.0, -2.0)])
def test_a_shift_is_measured(right: float, down: float) -> None:
    before, after = (grey_copy(table((3, 5), at), 320) for at in ((0.0, 0.0), (right, down)))
    dx, dy, response = shift_between(before, after)
    assert (dx * 2, dy * 2) == pytest.approx((right, down), abs=0.5)
    assert response > 0.8


def test_a_scene_rests_before_a_camera_that_sways_if_it_may_be_handheld() -> None:
    pictures = swaying((3, 5), 30)
    assert feed(pictures, handheld=True)[-1].resting
    assert feed(pictures, handheld=True)[-1].sways
    assert not any(scene.resting for scene in feed(pictures, handheld=False))


def test_the_drift_is_told_in_pixels_of_the_frame() -> None:
    pictures = [table((3, 5), (2.0 * n, -1.0 * n)) for n in range(12)]
    last = feed(pictures, handheld=True)[-1]
    assert last.drift_px == pytest.approx((22.0, -11.0), abs=2.0)


@pytest.mark.parametrize("handheld", [True, False])
def test_rolling_dice_are_no_sway(handheld: bool) -> None:
    assert not any(scene.resting for scene in feed(rolling(30), handheld))


def test_each_rest_before_a_swaying_camera_is_claimed_once() -> None:
    pipeline = Pipeline(NO_BOARD, GreyReader())
    pictures = swaying((3, 5), 20) + rolling(12) + swaying((6, 1), 20)
    claims = [c for c in map(pipeline.feed, shots(pictures)) if c is not None]
    assert [claim.rest for claim in claims] == [1, 2]
