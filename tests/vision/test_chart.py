"""A lens measured from drawn views of the chart is the lens they were drawn with."""

from functools import cache

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision import chart
from companion.vision.chart import (
    COLUMNS,
    FIRST_ID,
    MARKER_MM,
    ROWS,
    SQUARE_MM,
    ChartSettings,
    ChartView,
    find_chart,
    is_enough,
    is_new,
    measure,
    uncovered,
)
from companion.vision.lens import Lens, Points

SIZE = (1280, 720)
LENS = Lens(SIZE, (985.0, 985.0), (652.0, 351.0), (-0.14, 0.05, 0.0004, -0.0006, 0.0))
W_MM, H_MM = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
PX = 6.0
SETTINGS = ChartSettings()


@cache
def printed() -> Pixels:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ids = np.arange(FIRST_ID, FIRST_ID + 17)
    board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)
    image = board.generateImage((round(W_MM * PX), round(H_MM * PX)))
    margin = cv2.copyMakeBorder(image, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.cvtColor(margin, cv2.COLOR_GRAY2BGR), np.uint8)


def view(turn: tuple[float, float, float], at: tuple[float, float, float]) -> Pixels:
    """The chart, turned by a rotation vector, its middle at a place before the camera, mm."""
    axes, _ = cv2.Rodrigues(np.array(turn))
    middle = np.array(at) - axes @ np.array([W_MM / 2, H_MM / 2, 0.0])
    plane = LENS.matrix @ np.column_stack([axes[:, 0], axes[:, 1], middle])
    xs, ys = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    rays = np.stack([xs, ys], -1).reshape(-1, 2).astype(np.float64)
    flat = np.column_stack([_straight(rays), np.ones(len(rays))]) @ np.linalg.inv(plane).T
    source = (flat[:, :2] / flat[:, 2:] * PX + 60 - 0.5).reshape(*xs.shape, 2).astype(np.float32)
    picture = cv2.remap(printed(), source[..., 0], source[..., 1], cv2.INTER_LINEAR,
                        borderMode=cv2.BORDER_CONSTANT, borderValue=(90, 110, 120))  # fmt: skip
    noise = np.random.default_rng(5).normal(0, 2, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255), np.uint8)


@cache
def _rays() -> Points:
    xs, ys = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    return LENS.straightened(np.stack([xs, ys], -1).reshape(-1, 2).astype(np.float64))


def _straight(rays: Points) -> Points:
    del rays
    return _rays()


@cache
def views() -> tuple[ChartView, ...]:
    """The chart in nine parts of the picture, tilted differently, and near."""
    found = []
    for n in range(14):
        column, row = n % 3 - 1, n // 3 % 3 - 1
        turn = (0.35 * np.sin(2.1 * n), 0.35 * np.cos(1.7 * n), 0.2 * np.sin(n))
        far = 330.0 + 15 * (n % 4)
        seen = find_chart(view(turn, (column * 0.43 * far, row * 0.24 * far, far)))
        if seen is not None:
            found.append(seen)
    return tuple(found)


def test_a_measured_lens_bends_as_the_true_one() -> None:
    measured = measure(views())
    assert measured is not None
    assert measured.lens.error_px < 0.35
    grid = np.stack(np.meshgrid(np.linspace(20, 1260, 9), np.linspace(20, 700, 6)), -1)
    points = grid.reshape(-1, 2)
    rays = (LENS.straightened(points) - LENS.middle_px) / LENS.focal_px
    again = measured.lens.bent(rays * measured.lens.focal_px + measured.lens.middle_px)
    off = np.linalg.norm(again - points, axis=1)
    # A turn of the camera moves all points alike, and no measurement tells it from the middle.
    assert np.linalg.norm(again - points - (again - points).mean(axis=0), axis=1).max() < 1.5
    assert off.mean() < 6


def test_the_guide_says_what_is_not_covered() -> None:
    half = [seen for seen in views() if seen.seen[:, 0].mean() < 500]
    assert {"top right", "bottom right"} <= set(uncovered(half, SETTINGS))
    assert not is_enough(half, SETTINGS)
    assert uncovered([], SETTINGS)[0] == "top left"
    assert uncovered(views(), SETTINGS) == ()
    assert is_enough(views(), SETTINGS)


def test_the_same_view_twice_counts_once() -> None:
    first, second = views()[:2]
    assert not is_new(first, [first], SETTINGS)
    assert is_new(second, [first], SETTINGS)


@pytest.mark.report("B4")
@pytest.mark.parametrize("tilt_deg", [55, 60, 65, 75, 85])
def test_strong_perspective_gives_a_view_or_none_and_never_a_crash(tilt_deg: float) -> None:
    seen = find_chart(view((np.radians(tilt_deg), 0.0, 0.0), (0.0, 0.0, 420.0)))
    assert seen is None or len(seen.seen) >= SETTINGS.corners
    if tilt_deg <= 60:
        assert seen is not None


@pytest.mark.report("B4")
def test_where_the_squares_are_not_found_the_tags_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = (np.zeros((0, 2)), np.zeros((0, 2)))
    monkeypatch.setattr(chart, "_squares", lambda grey: nothing)
    seen = find_chart(view((0.9, 0.1, 0.0), (0.0, 0.0, 420.0)))
    assert seen is not None
    assert len(seen.seen) % 4 == 0


def test_a_view_that_does_not_fit_is_left_out() -> None:
    bad = views()[3]
    shifted = bad.seen.copy()
    shifted[::2] += 9.0
    spoilt = [*views()[:10], ChartView(shifted, bad.known, bad.size_px)]
    measured = measure(spoilt)
    assert measured is not None
    assert measured.left_out == (10,)
    assert measured.lens.error_px < 0.35


def test_no_chart_is_no_view() -> None:
    assert find_chart(np.zeros((200, 300, 3), np.uint8)) is None
    assert measure(views()[:2]) is None
