"""Measures a camera's lens from pictures of the printed chart, and says which are still wanting."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.lens import Lens, Points
from companion.vision.tags import as_grey

COLUMNS, ROWS, SQUARE_MM, MARKER_MM, FIRST_ID = 7, 5, 30.0, 22.0, 20
"""The chart that `companion mat chart` prints, with tags of DICT_4X4_50."""


@dataclass(frozen=True, slots=True)
class ChartSettings:
    """How many views of the chart make a lens."""

    corners: int = 8
    """Fewest points of a view that counts: fewer fix no pose."""
    views: int = 12
    """Fewest views: with half as many the far corners are a pixel off."""
    most_views: int = 40
    """More than these bring nothing and take long."""
    grid: tuple[int, int] = (6, 4)
    """Cells across and down in which the picture must be covered."""
    moved: float = 0.06
    """Part of the picture's width by which the chart must have moved for another view."""
    most_error_px: float = 1.0
    """In a picture 1000 px wide: worse, and the chart was bent or shaken."""
    outlier: float = 3.0
    """A view with so many times the median error is left out."""


@dataclass(frozen=True, slots=True, eq=False)
class ChartView:
    """One view: points `(N, 2)` px, and where they are on the chart `(N, 2)` mm."""

    seen: Points
    known: Points
    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A lens, the error of each view in px, and which were left out."""

    lens: Lens
    errors_px: tuple[float, ...]
    left_out: tuple[int, ...] = ()


def find_chart(pixels: Pixels, settings: ChartSettings | None = None) -> ChartView | None:
    """The chart in a picture. Seen too much from the side, its tags alone are used."""
    settings = settings or ChartSettings()
    grey = as_grey(pixels)
    seen, known = _squares(grey)
    if len(seen) < settings.corners:
        seen, known = _markers(grey)
    if len(seen) < settings.corners:
        return None
    return ChartView(seen, known, (pixels.shape[1], pixels.shape[0]))


def is_new(view: ChartView, others: Sequence[ChartView], settings: ChartSettings) -> bool:
    """Whether the chart lies differently from every other view of it."""
    far = settings.moved * view.size_px[0]
    return all(_apart(view, other) > far for other in others)


def coverage(views: Sequence[ChartView], settings: ChartSettings) -> npt.NDArray[np.int64]:
    """Points seen in each cell of the picture, `(rows, columns)`."""
    across, down = settings.grid
    counts = np.zeros((down, across), np.int64)
    for view in views:
        w, h = view.size_px
        columns = np.clip(view.seen[:, 0] / w * across, 0, across - 1).astype(int)
        rows = np.clip(view.seen[:, 1] / h * down, 0, down - 1).astype(int)
        np.add.at(counts, (rows, columns), 1)
    return counts


def uncovered(views: Sequence[ChartView], settings: ChartSettings) -> tuple[str, ...]:
    """Parts of the picture that no view covers, in words."""
    counts = coverage(views, settings)
    down, across = counts.shape
    names = []
    for row in range(down):
        for column in range(across):
            if counts[row, column] == 0:
                names.append(_part(row / (down - 1), column / (across - 1)))
    return tuple(dict.fromkeys(names))


def is_enough(views: Sequence[ChartView], settings: ChartSettings) -> bool:
    """Whether there are views enough, and they cover the picture."""
    return len(views) >= settings.views and not uncovered(views, settings)


def measure(views: Sequence[ChartView], settings: ChartSettings | None = None) -> Measured | None:
    """The lens that explains all views best; `None` for fewer than three."""
    settings = settings or ChartSettings()
    if len(views) < 3:
        return None
    first = _calibrated(views)
    errors = np.array(first.errors_px)
    kept = np.nonzero(errors <= settings.outlier * np.median(errors))[0]
    if len(kept) == len(views) or len(kept) < 3:
        return first
    again = _calibrated([views[int(k)] for k in kept])
    left_out = tuple(int(k) for k in range(len(views)) if k not in kept)
    return Measured(again.lens, again.errors_px, left_out)


def draw_coverage(picture: Pixels, views: Sequence[ChartView], settings: ChartSettings) -> Pixels:
    """A dimmed picture with every point seen, and the cells without any marked."""
    drawn = np.asarray(picture // 2, np.uint8)
    h, w = drawn.shape[:2]
    counts = coverage(views, settings)
    down, across = counts.shape
    for row, column in np.argwhere(counts == 0):
        left, top = round(column * w / across), round(row * h / down)
        right, bottom = round((column + 1) * w / across), round((row + 1) * h / down)
        cv2.rectangle(drawn, (left, top), (right, bottom), (60, 60, 220), max(2, w // 400))
        cv2.line(drawn, (left, top), (right, bottom), (60, 60, 220), max(1, w // 800))
    for view in views:
        for x, y in np.round(view.seen).astype(int):
            cv2.circle(drawn, (int(x), int(y)), max(2, w // 400), (90, 230, 90), -1, cv2.LINE_AA)
    return drawn


def _calibrated(views: Sequence[ChartView]) -> Measured:
    size = views[0].size_px
    known = [np.column_stack([v.known, np.zeros(len(v.known))]).astype(np.float32) for v in views]
    seen = [view.seen.astype(np.float32).reshape(-1, 1, 2) for view in views]
    error, matrix, bends, _, _, _, _, each = cv2.calibrateCameraExtended(
        known, seen, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(bends)[:5])
    lens = Lens(
        size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
        float(error),
    )
    return Measured(lens, tuple(float(value) for value in np.ravel(each)))


def _squares(grey: npt.NDArray[np.uint8]) -> tuple[Points, Points]:
    """Inner corners of the squares."""
    corners, ids, _, _ = _detector().detectBoard(grey)
    if ids is None or corners is None:
        return np.zeros((0, 2)), np.zeros((0, 2))
    places = np.asarray(_board().getChessboardCorners())[np.ravel(ids), :2]
    return np.reshape(corners, (-1, 2)).astype(np.float64), places.astype(np.float64)


def _markers(grey: npt.NDArray[np.uint8]) -> tuple[Points, Points]:
    """Corners of the tags between them."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found = cv2.aruco.ArucoDetector(_dictionary(), parameters).detectMarkers(grey)
    if found[1] is None:
        return np.zeros((0, 2)), np.zeros((0, 2))
    known = {int(n): p for n, p in zip(np.ravel(_board().getIds()), _board().getObjPoints(),
                                       strict=True)}  # fmt: skip
    pairs = [(c, known[int(n)]) for c, n in zip(found[0], np.ravel(found[1]), strict=True)
             if int(n) in known]  # fmt: skip
    if not pairs:
        return np.zeros((0, 2)), np.zeros((0, 2))
    seen = np.concatenate([np.reshape(c, (4, 2)) for c, _ in pairs])
    places = np.concatenate([np.asarray(place)[:, :2] for _, place in pairs])
    return seen.astype(np.float64), places.astype(np.float64)


def _apart(a: ChartView, b: ChartView) -> float:
    """Mean distance in px of points both views have; endless when they share none."""
    places = {tuple(np.round(p, 3)): s for p, s in zip(b.known, b.seen, strict=True)}
    both = [(s, places[key]) for p, s in zip(a.known, a.seen, strict=True)
            if (key := tuple(np.round(p, 3))) in places]  # fmt: skip
    if not both:
        return float("inf")
    return float(np.mean([np.linalg.norm(s - t) for s, t in both]))


def _part(down: float, across: float) -> str:
    row = "top" if down < 0.3 else "bottom" if down > 0.7 else "middle"
    column = "left" if across < 0.3 else "right" if across > 0.7 else "middle"
    return "middle" if row == column == "middle" else f"{row} {column}"


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def _board() -> cv2.aruco.CharucoBoard:
    ids = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, _dictionary(), ids)


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(_board())
