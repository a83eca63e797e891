"""Where the board lies: found to a millimetre, or not at all."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.registration import (
    Homography,
    RegistrationSettings,
    find_board,
    find_tags,
    is_mirrored,
    same_pose,
    still_fits,
)
from tests.vision.boards import BOARD, LEFT_PX, SCALE, TOP_PX, noisy, picture

CORNERS_MM = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 140.0), (0.0, 140.0)])


def found(pixels: Pixels) -> Homography:
    pose = find_board(pixels, BOARD)
    assert pose is not None
    return pose


def test_the_board_from_straight_above() -> None:
    there = found(noisy(picture(), 1)).to_image(CORNERS_MM)
    truth = CORNERS_MM * SCALE + (LEFT_PX, TOP_PX)
    assert np.abs(there - truth).max() < 1.5


@pytest.mark.parametrize("tilt", [0, 60, 120])
def test_warped_and_read_back_within_a_millimetre(tilt: int) -> None:
    source = np.array([(0, 0), (720, 0), (720, 500), (0, 500)], np.float32)
    target = np.array([(tilt, 10), (720 - tilt, 0), (720, 500), (0, 480)], np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    pose = found(np.asarray(cv2.warpPerspective(picture(), warp, (720, 500)), np.uint8))
    flat = np.column_stack([CORNERS_MM * SCALE + (LEFT_PX, TOP_PX), np.ones(4)]) @ warp.T
    corners = np.asarray(flat[:, :2] / flat[:, 2:], np.float64)
    assert np.linalg.norm(pose.to_board(corners) - CORNERS_MM, axis=1).max() < 1


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_turned_by_quarters_the_same_places_keep_their_names(quarter: int) -> None:
    turned = np.ascontiguousarray(np.rot90(picture({"dock.0": 6}), quarter))
    pose = found(turned)
    slot = BOARD.slots[next(iter(BOARD.slots))]
    ((x, y),) = pose.to_image(np.array([(slot.x_mm + 6.5, slot.y_mm)]))
    assert turned[round(y), round(x)].mean() == pytest.approx(200, abs=5)


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
def test_three_tags_are_enough(lost: int) -> None:
    kept = [tag for tag in range(4) if tag != lost]
    there = found(picture(tags=kept)).to_image(CORNERS_MM)
    assert np.abs(there - (CORNERS_MM * SCALE + (LEFT_PX, TOP_PX))).max() < 3


@pytest.mark.parametrize(
    "pixels",
    [
        picture(tags=(0, 2)),
        picture(tags=()),
        np.zeros((500, 720, 3), np.uint8),
        np.full((500, 720, 3), 255, np.uint8),
        np.ascontiguousarray(picture()[:, ::-1]),
    ],
    ids=["two tags", "no tags", "black", "white", "mirrored"],
)
def test_what_is_not_sure_is_not_found(pixels: Pixels) -> None:
    assert find_board(pixels, BOARD) is None


def test_a_pose_that_turns_the_board_over_is_a_mirror() -> None:
    seen = np.array([(10.0, 10.0), (90.0, 10.0), (90.0, 60.0)])
    assert is_mirrored(np.diag([-0.3, 0.3, 1.0]), seen)
    assert not is_mirrored(np.diag([0.3, 0.3, 1.0]), seen)
    assert not is_mirrored(np.diag([-0.3, -0.3, 1.0]), seen)
    assert not is_mirrored(-np.diag([0.3, 0.3, 1.0]), seen)


def test_tags_in_the_wrong_place_are_refused() -> None:
    pixels = picture(tags=(0, 1, 2))
    tag = picture()[TOP_PX + 310 : TOP_PX + 420, LEFT_PX : LEFT_PX + 100]
    pixels[TOP_PX + 260 : TOP_PX + 370, LEFT_PX : LEFT_PX + 100] = tag
    seen, _ = find_tags(pixels, BOARD, RegistrationSettings())
    assert len(seen) == 16
    assert find_board(pixels, BOARD) is None


def test_a_tag_seen_twice_is_left_out() -> None:
    pixels = np.hstack([picture(), picture(tags=(1,))])
    seen, _ = find_tags(pixels, BOARD, RegistrationSettings())
    assert len(seen) == 12


def test_a_pose_is_held_by_one_tag_in_its_place_and_not_after_a_push() -> None:
    pose = found(picture())
    assert still_fits(pose, picture(tags=(2,)), BOARD)
    assert not still_fits(pose, np.roll(picture(tags=(2,)), 15, axis=1), BOARD)
    assert not still_fits(pose, picture(tags=()), BOARD)


def test_noise_is_the_same_pose_and_a_push_is_not() -> None:
    pose = found(picture())
    assert same_pose(pose, found(noisy(picture(), 5)), BOARD)
    assert not same_pose(pose, found(np.roll(picture(), 4, axis=1)), BOARD)
