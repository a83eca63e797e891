"""A board without tags is found by a picture of it: exactly, any way round, or not at all."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.art import NO_SIGN, NOT_FOUND, Art
from companion.vision.pose import Pose, moved
from companion.vision.tracker import MOVED, BoardTracker
from tests.vision.their_board import BOARD, Matrix, mount, photograph, straightened

DICE = {f"maintenance_bay.{n}": ("blue", 1 + n % 6) for n in range(1, 20)} | {
    f"solar_converter.{n}": ("green", 1 + n % 6) for n in range(1, 9)
}
PLACES = np.array([(slot.x_mm, slot.y_mm) for slot in BOARD.slots.values()])


@cache
def art() -> Art:
    """Taught with a die lying on the board."""
    return Art(straightened(*photograph({"lunar_mine.1": ("red", 3)})), (594.0, 420.0))


def off_mm(pose: Pose, truth: Matrix) -> float:
    """The most by which a place is off."""
    away = np.linalg.norm(pose.to_image(PLACES) - moved(truth, PLACES), axis=1)
    mm_px = np.linalg.norm(moved(truth, PLACES[:1] + np.array((1, 0))) - moved(truth, PLACES[:1]))
    return float(away.max() / mm_px)


@pytest.mark.report("B11")
@pytest.mark.parametrize(
    ("turn_deg", "smaller", "lean"), [(5, 0.9, 1e-4), (180, 0.9, 1e-4), (90, 0.55, 0.0)]
)
def test_the_board_is_found_any_way_round(turn_deg: float, smaller: float, lean: float) -> None:
    pixels, truth = photograph(DICE, mount(turn_deg, smaller, lean))
    pose = art().find(pixels)
    assert pose is not None
    assert off_mm(pose, truth) < 0.2


def covered(pixels: Pixels, share: float) -> Pixels:
    """An arm from the right over so much of the picture."""
    pixels = pixels.copy()
    pixels[:, round(pixels.shape[1] * (1 - share)) :] = (120, 150, 190)
    return pixels


def test_half_a_board_is_found_and_less_is_not_guessed() -> None:
    pixels, truth = photograph(DICE)
    pose = art().find(covered(pixels, 0.45))
    assert pose is not None
    assert off_mm(pose, truth) < 1.0
    assert art().find(covered(pixels, 0.75)) is None
    bay = np.full_like(pixels, 120)
    bay[230:600, 520:860] = photograph()[0][230:600, 520:860]  # much to see, all in one part
    assert art().find(bay) is None


def test_what_is_not_this_board_is_not_found() -> None:
    pixels, _ = photograph(DICE)
    assert art().find(np.ascontiguousarray(pixels[:, ::-1])) is None
    upper, lower = pixels[:360], pixels[360:]
    assert art().find(np.full_like(pixels, 90)) is None
    noise = np.random.default_rng(1).integers(0, 255, pixels.shape, np.uint8)
    assert art().find(np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)) is None
    assert art().find_near(np.vstack([lower, upper]), found(pixels)) is None
    blank = Art(np.full((420, 594, 3), 90, np.uint8), (594.0, 420.0))
    assert blank.find(pixels) is None


def found(pixels: Pixels) -> Pose:
    pose = art().find(pixels)
    assert pose is not None
    return pose


@pytest.mark.report("B12")
def test_the_tracker_holds_a_board_by_its_art_and_follows_a_push(tmp_path: Path) -> None:
    path = tmp_path / "ours.png"
    cv2.imwrite(str(path), straightened(*photograph()))
    tracker = BoardTracker(replace(BOARD, art=path))
    pixels, truth = photograph()
    pose = tracker.look(pixels)
    assert pose is not None
    again, _ = photograph(DICE)
    assert tracker.look(again) is pose
    pushed, there = photograph(DICE, mount(2, 1.0, 0.0))
    moved_to = tracker.look(pushed)
    assert moved_to is not None
    assert (tracker.last.problem, off_mm(moved_to, there) < 0.2) == (MOVED, True)
    assert tracker.look(covered(pushed, 0.9)) is None
    assert tracker.last.problem == NOT_FOUND
    assert off_mm(tracker.look(pixels) or moved_to, truth) < 0.2


@pytest.mark.parametrize("content", [None, b"\xff\xd8\xff torn"])
def test_a_board_with_neither_tags_nor_picture_says_so(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "ours.jpg"
    if content is not None:
        path.write_bytes(content)
    tracker = BoardTracker(replace(BOARD, art=path))
    assert tracker.look(photograph()[0]) is None
    assert tracker.last.problem == NO_SIGN
