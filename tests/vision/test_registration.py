"""Where the board lies: found to a millimetre, or not at all, and in words why."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag
from companion.vision.pose import Pose
from companion.vision.registration import find_board, register, same_pose
from companion.vision.tags import TagSettings, find_tags, looks_like, tag_corners
from companion.vision.tracker import MOVED, BoardTracker
from tests.vision.boards import BOARD, LEFT_PX, SCALE, TOP_PX, at, noisy, picture, put_die

CORNERS_MM = np.array([(0.0, 0.0), (200.0, 0.0), (200.0, 140.0), (0.0, 140.0)])
TRUE_PX = CORNERS_MM * SCALE + (LEFT_PX, TOP_PX)
ALL = frozenset(tag.id for tag in BOARD.tags)


def found(pixels: Pixels) -> Pose:
    pose = find_board(pixels, BOARD)
    assert pose is not None
    return pose


def seen(pixels: Pixels) -> set[int]:
    return set(find_tags(pixels, ALL, TagSettings()))


def test_the_board_from_straight_above() -> None:
    there = found(noisy(picture(), 1)).to_image(CORNERS_MM)
    assert np.abs(there - TRUE_PX).max() < 1.5


@pytest.mark.parametrize("tilt", [0, 60, 120])
def test_warped_and_read_back_within_a_millimetre(tilt: int) -> None:
    source = np.array([(0, 0), (720, 0), (720, 500), (0, 500)], np.float32)
    target = np.array([(tilt, 10), (720 - tilt, 0), (720, 500), (0, 480)], np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    pose = found(np.asarray(cv2.warpPerspective(picture(), warp, (720, 500)), np.uint8))
    flat = np.column_stack([TRUE_PX, np.ones(4)]) @ warp.T
    corners = np.asarray(flat[:, :2] / flat[:, 2:], np.float64)
    assert np.linalg.norm(pose.to_board(corners) - CORNERS_MM, axis=1).max() < 1


@pytest.mark.report("B6")
@pytest.mark.report("B11")
@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_turned_by_quarters_the_same_places_keep_their_names(quarter: int) -> None:
    slot, shown = BOARD.slots[next(iter(BOARD.slots))], picture()
    put_die(shown, slot.x_mm, slot.y_mm, 6)
    turned = np.ascontiguousarray(np.rot90(shown, quarter))
    ((x, y),) = found(turned).to_image(np.array([(slot.x_mm + 6.5, slot.y_mm)]))
    assert turned[round(y), round(x)].mean() == pytest.approx(200, abs=5)


@pytest.mark.report("B2")
@pytest.mark.parametrize(
    ("lost", "name"),
    [(0, "top left"), (1, "top right"), (2, "bottom right"), (3, "bottom left")],
)
def test_three_tags_are_enough_and_the_lost_one_is_named(lost: int, name: str) -> None:
    glare = picture()
    x, y = at(BOARD.tags[lost].x_mm, BOARD.tags[lost].y_mm)
    cv2.line(glare, (x - 60, y - 20), (x + 60, y + 20), (255, 255, 255), 26)
    result = register(glare, BOARD)
    assert result.pose is not None
    assert np.abs(result.pose.to_image(CORNERS_MM) - TRUE_PX).max() < 3
    assert result.lost == (lost,)
    assert f"tag {lost} ({name})" in result.problem


@pytest.mark.report("B1")
def test_a_tag_whose_white_border_is_cut_off_is_named_with_that_reason() -> None:
    cut_off = picture()
    side, (x, y) = round(10 * SCALE), at(BOARD.tags[1].x_mm, BOARD.tags[1].y_mm)
    tag = cut_off[y - side : y + side, x - side : x + side].copy()
    cut_off[y - side - 20 : y + side + 20, x - side - 20 : x + side + 20] = 0
    cut_off[y - side : y + side, x - side : x + side] = tag
    result = register(cut_off, BOARD)
    assert result.lost == (1,)
    assert "tag 1 (top right)" in result.problem
    assert "white border cut off" in result.problem


@pytest.mark.report("B5")
@pytest.mark.report("B10")
@pytest.mark.parametrize(
    ("pixels", "words"),
    [
        (picture(tags=(0, 2)), "2 of the 3 tags needed are seen; not seen: tag 1 (top right)"),
        (picture(tags=()), "no tag of the board"),
        (np.zeros((500, 720, 3), np.uint8), "no tag of the board"),
        (np.full((500, 720, 3), 255, np.uint8), "no tag of the board"),
        (np.full((500, 720, 3), (142, 172, 222), np.uint8), "no tag of the board"),
        (np.full((2, 3, 3), 9, np.uint8), "no tag of the board"),
        (np.ascontiguousarray(picture()[:, ::-1]), "mirrored"),
    ],
    ids=["two tags", "no tags", "black", "white", "hand over all", "tiny", "mirrored"],
)
def test_what_is_not_sure_is_not_found_and_the_reason_said(pixels: Pixels, words: str) -> None:
    result = register(pixels, BOARD)
    assert result.pose is None
    assert words in result.problem


@pytest.mark.report("B9")
def test_a_dark_board_on_a_dark_table() -> None:
    dark = np.asarray(picture() * 0.12, np.uint8)
    assert np.abs(found(noisy(dark, 2)).to_image(CORNERS_MM) - TRUE_PX).max() < 2


def test_tags_in_the_wrong_place_are_refused() -> None:
    pixels = picture(tags=(0, 1, 2))
    tag = picture()[TOP_PX + 310 : TOP_PX + 420, LEFT_PX : LEFT_PX + 100]
    pixels[TOP_PX + 260 : TOP_PX + 370, LEFT_PX : LEFT_PX + 100] = tag
    assert seen(pixels) == {0, 1, 2, 3}
    result = register(pixels, BOARD)
    assert result.pose is None
    assert "as they are printed" in result.problem


def test_among_many_tags_one_in_the_wrong_place_is_left_out_and_named() -> None:
    more = Layout(200.0, 140.0, {}, {}, (*BOARD.tags, Tag(4, 100.0, 17.0, 20.0)))
    pixels = picture()
    marker = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 4, 60
    )
    x, y = at(90.0, 22.0)
    pixels[y - 40 : y + 40, x - 40 : x + 40] = 245
    pixels[y - 30 : y + 30, x - 30 : x + 30] = marker[..., None]
    result = register(pixels, more)
    assert result.pose is not None
    assert np.abs(result.pose.to_image(CORNERS_MM) - TRUE_PX).max() < 2
    assert result.problem == "tag 4 (top) does not lie where it is printed"


def test_a_tag_seen_twice_is_left_out() -> None:
    assert seen(np.hstack([picture(), picture(tags=(1,))])) == {0, 2, 3}


def test_cells_tell_a_tag_from_others_and_from_glare() -> None:
    grey = np.asarray(cv2.cvtColor(picture(), cv2.COLOR_BGR2GRAY), np.uint8)
    corners = tag_corners(BOARD.tags[2]) * SCALE + (LEFT_PX - 0.5, TOP_PX - 0.5)
    assert looks_like(grey, corners, 2) > 0.97
    assert looks_like(grey, corners, 7) < 0.8
    assert looks_like(grey, corners[[1, 2, 3, 0]], 2) < 0.8
    x, y = (int(value) for value in corners.mean(axis=0))
    grey[y - 30 : y, x - 30 : x + 30] = 255
    assert looks_like(grey, corners, 2) < 0.8


def test_noise_is_the_same_pose_and_a_push_is_not() -> None:
    pose = found(picture())
    assert same_pose(pose, found(noisy(picture(), 5)), BOARD)
    assert not same_pose(pose, found(np.roll(picture(), 4, axis=1)), BOARD)


@pytest.mark.report("B10")
def test_a_pose_is_held_by_one_tag_in_its_place_and_not_after_a_push() -> None:
    tracker = BoardTracker(BOARD)
    pose = tracker.look(picture())
    assert tracker.look(picture(tags=(2,))) is pose
    assert "taken to lie where it lay" in tracker.last.problem
    assert "tag 0 (top left)" in tracker.last.problem
    assert tracker.look(np.roll(picture(tags=(2,)), 15, axis=1)) is None
    assert tracker.look(picture(tags=())) is None
    assert tracker.look(picture()) is pose
    assert tracker.last.problem == ""


@pytest.mark.report("B12")
@pytest.mark.parametrize("far_px", [5, 15, 200])
def test_a_push_and_a_turn_are_followed(far_px: int) -> None:
    tracker = BoardTracker(BOARD)
    first = tracker.look(picture())
    turn = cv2.getRotationMatrix2D((360, 250), 2.0, 1.0)
    turn[:, 2] += (far_px, 0)
    wide = cv2.copyMakeBorder(picture(), 0, 0, 0, 300, cv2.BORDER_CONSTANT, value=(70, 70, 70))
    pushed = np.asarray(cv2.warpAffine(wide, turn, (1020, 500), borderValue=(70, 70, 70)), np.uint8)
    pose = tracker.look(pushed)
    assert pose is not None
    assert pose is not first
    assert tracker.last.problem == MOVED
    truth = TRUE_PX @ turn[:, :2].T + turn[:, 2]
    assert np.abs(pose.to_image(CORNERS_MM) - truth).max() < 1.5
    assert tracker.look(pushed) is pose
    assert tracker.last.problem == ""


@pytest.mark.parametrize("looks", [60, pytest.param(5000, marks=pytest.mark.slow)])
def test_jitter_makes_nothing_drift(looks: int) -> None:
    rng, still = np.random.default_rng(3), picture()
    tracker = BoardTracker(BOARD)
    pose = tracker.look(still)
    for look in range(looks):
        dx, dy = rng.normal(0, 0.15, 2)
        shake = np.array([(1.0, 0.0, dx), (0.0, 1.0, dy)])
        shaken = cv2.warpAffine(still, shake, (720, 500), borderMode=cv2.BORDER_REPLICATE)
        assert tracker.look(noisy(np.asarray(shaken, np.uint8), look)) is pose
    assert pose is not None
    assert np.abs(pose.to_image(CORNERS_MM) - TRUE_PX).max() < 1.0


def test_a_board_without_tags_is_not_taken_for_a_mirror_image() -> None:
    bare = Layout(200.0, 140.0, {}, {})
    assert "no tag of the board" in register(picture(), bare).problem
