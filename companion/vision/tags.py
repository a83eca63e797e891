"""Printed tags in a picture: found at half size, refined at full size, then followed in windows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag
from companion.core.phrases import phrase
from companion.vision.pose import Points, Pose

Grey = npt.NDArray[np.uint8]
Tags = Mapping[int, Points]
"""Corners `(4, 2)` image px of every tag seen, by its number, clockwise from its top left."""


@dataclass(frozen=True, slots=True)
class TagSettings:
    """How tags are looked for."""

    find_px: tuple[int, int] = (640, 1152)
    """Least and most width of the halved picture searched: below, the cells of tags run together;
    above, it only costs time."""
    refine_cells: float = 0.32
    """Half the window in which a corner is refined, in cells of the tag: the next edge is one
    cell away."""
    refine_px: tuple[int, int] = (2, 9)
    """Least and most of that half window."""
    likeness: float = 0.8
    """Correlation of a tag's cells with what is printed; glare over a third of it leaves 0.7."""
    window: float = 0.6
    """Room about a tag, in edges, in which it is found again after a small push."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Every tag seen in one picture, also twice the same."""

    names: tuple[int, ...]
    corners: tuple[Points, ...]

    def once(self, wanted: Collection[int]) -> dict[int, Points]:
        pairs = zip(self.names, self.corners, strict=True)
        return {n: c for n, c in pairs if n in wanted and self.names.count(n) == 1}


def find_tags(
    pixels: Pixels, wanted: Collection[int], settings: TagSettings, *, thorough: bool = True
) -> dict[int, Points]:
    """Tags of these numbers anywhere in the picture.

    When one is missing at half size, the full size is searched too if `thorough`: five times the
    work. A tag seen twice is left out: one of the two is no part of this board.
    """
    grey = as_grey(pixels)
    seen = _detect(_smaller(grey, settings))
    scale = grey.shape[1] / _width(grey, settings)
    found = {n: (c + 0.5) * scale - 0.5 for n, c in seen.once(wanted).items()}
    if thorough and scale > 1 and len(found) < len(set(wanted)):
        found = _detect(grey).once(wanted)
    return {name: refined(grey, corners, settings) for name, corners in found.items()}


def follow_tags(
    pixels: Pixels, pose: Pose, tags: Sequence[Tag], settings: TagSettings
) -> dict[int, Points]:
    """The tags that lie where a pose found earlier puts them, or near it."""
    grey = as_grey(pixels)
    found = {}
    for tag in tags:
        corners = _follow(grey, pose.to_image(tag_corners(tag)), tag.id, settings)
        if corners is not None:
            found[tag.id] = corners
    return found


def _follow(grey: Grey, guess: Points, name: int, settings: TagSettings) -> Points | None:
    if not np.isfinite(guess).all():
        return None
    corners = refined(grey, guess, settings)
    if looks_like(grey, corners, name) >= settings.likeness:
        return corners
    low, high = guess.min(axis=0), guess.max(axis=0)
    room = settings.window * float((high - low).max())
    x, y = (max(0, int(v)) for v in low - room)
    right, bottom = (max(0, int(v)) for v in high + room)
    part = grey[y:bottom, x:right]
    if min(part.shape, default=0) < 8:
        return None
    seen = _detect(np.ascontiguousarray(part)).once({name})
    return refined(grey, seen[name] + (x, y), settings) if name in seen else None


def refined(grey: Grey, corners: Points, settings: TagSettings) -> Points:
    """Corners to a tenth of a pixel; one that would run away stays where it was."""
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    low, high = settings.refine_px
    half = int(np.clip(settings.refine_cells * edge / 6, low, high))
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    h, w = grey.shape
    if (start < half + 1).any() or (start >= np.array((w, h)) - half - 2).any():
        return corners
    limit = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 0.005)
    better = cv2.cornerSubPix(grey, start.copy(), (half, half), (-1, -1), limit)
    better = np.asarray(better, np.float64).reshape(-1, 2)
    far = np.linalg.norm(better - corners, axis=1, keepdims=True) > half
    return np.where(far, corners, better)


def looks_like(grey: Grey, corners: Points, name: int) -> float:
    """Correlation, -1 to 1, of the cells inside these corners with the tag of that number."""
    side = 24
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    # From corner to corner of pixels, while the corners of tags are told from pixel centres.
    shift = np.array([(1, 0, -0.5), (0, 1, -0.5), (0, 0, 1.0)])
    flat = cv2.warpPerspective(grey, shift @ matrix, (side, side), flags=cv2.INTER_LINEAR)
    cells = flat.reshape(6, 4, 6, 4)[:, 1:3, :, 1:3].mean(axis=(1, 3)).ravel()
    spread = float(cells.std())
    if spread < 4:
        return 0.0
    return float(np.mean((cells - cells.mean()) / spread * _printed(name)))


def tag_corners(tag: Tag) -> Points:
    """Corners `(4, 2)` mm, clockwise from the top left, as the detector orders them."""
    half = tag.size_mm / 2
    left, right, top, bottom = tag.x_mm - half, tag.x_mm + half, tag.y_mm - half, tag.y_mm + half
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def where(tag: Tag, layout: Layout) -> str:
    """A tag as people find it on the board: `tag 2 (bottom right)`."""
    x, y = tag.x_mm / layout.width_mm, tag.y_mm / layout.height_mm
    row = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    column = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    place = " ".join(part for part in (row, column) if part) or "middle"
    return phrase("tag {n} ({place})", n=tag.id, place=phrase(place))


def as_grey(pixels: Pixels) -> Grey:
    """`(H, W)` uint8."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def _width(grey: Grey, settings: TagSettings) -> int:
    low, high = settings.find_px
    return int(min(grey.shape[1], max(low, min(high, grey.shape[1] // 2))))


def _smaller(grey: Grey, settings: TagSettings) -> Grey:
    h, w = grey.shape
    width = _width(grey, settings)
    if width == w:
        return grey
    size = (width, max(1, round(h * width / w)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _detect(grey: Grey) -> _Seen:
    corners, ids, _ = _detector().detectMarkers(grey)
    names = [] if ids is None else [int(name) for name in np.ravel(ids)]
    boxes = tuple(np.reshape(c, (4, 2)).astype(np.float64) for c in corners)
    return _Seen(tuple(names), boxes)


@cache
def _printed(name: int) -> npt.NDArray[np.float64]:
    """The 36 cells of a tag, brought to mean 0 and spread 1."""
    cells = cv2.aruco.generateImageMarker(_dictionary(), name, 6).astype(np.float64).ravel()
    return np.asarray((cells - cells.mean()) / cells.std())


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(_dictionary(), parameters)
