"""Where the board lies in a picture, from the tags printed on it. Never guessed."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag

Points = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """When a board counts as found."""

    min_tags: int = 3
    """Two tags side by side fix the far edge of the board badly."""
    max_error_mm: float = 1.5
    """Mean distance of tag corners from where they should be; slots are 6 mm wider than dice."""
    steady_mm: float = 0.5
    """A new pose this near the last is the same: cuts then repeat to the pixel."""
    refine_px: int = 3
    """Half the window in which tag corners are refined: half a cell of a small tag."""


@dataclass(frozen=True, slots=True, eq=False)
class Homography:
    """`board_from_image` `(3, 3)`: image px to board mm; the mean error of its tag corners, mm."""

    board_from_image: Matrix
    error_mm: float

    @property
    def image_from_board(self) -> Matrix:
        """The other way round."""
        return np.asarray(np.linalg.inv(self.board_from_image))

    def to_image(self, points_mm: Points) -> Points:
        """Board points `(N, 2)` mm to image px."""
        return moved(self.image_from_board, points_mm)

    def to_board(self, points_px: Points) -> Points:
        """Image points `(N, 2)` px to board mm."""
        return moved(self.board_from_image, points_px)


def moved(matrix: Matrix, points: Points) -> Points:
    """Points `(N, 2)` through a homography `(3, 3)`."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def find_board(
    pixels: Pixels, layout: Layout, settings: RegistrationSettings | None = None
) -> Homography | None:
    """The board's pose, or `None`: too few tags, tags that disagree, or a mirrored picture."""
    settings = settings or RegistrationSettings()
    seen, known = find_tags(pixels, layout, settings)
    if len(seen) < 4 * settings.min_tags or not _spread_out(known):
        return None
    found, _ = cv2.findHomography(seen, known)
    if found is None:
        return None
    matrix = np.asarray(found, np.float64)
    error_mm = corner_error_mm(matrix, seen, known)
    if not error_mm <= settings.max_error_mm or is_mirrored(matrix, seen):
        return None
    return Homography(matrix, error_mm)


def raised(pose: Homography, height_mm: float, size_px: tuple[int, int], view_deg: float
           ) -> Homography:  # fmt: skip
    """The pose of the plane so high above the board, as a camera of that horizontal view sees it.

    Tops of pieces lie farther from the middle of the picture than their feet. `size_px` is the
    width and height of the picture.
    """
    focal_px = size_px[0] / 2 / np.tan(np.radians(view_deg / 2))
    lens = np.array([[focal_px, 0, size_px[0] / 2], [0, focal_px, size_px[1] / 2], [0, 0, 1.0]])
    axes = np.linalg.inv(lens) @ pose.image_from_board
    axes *= np.sign(axes[2, 2]) / np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    # x to the right and y down leave the third axis pointing away from the camera.
    axes[:, 2] -= height_mm * np.cross(axes[:, 0], axes[:, 1])
    return Homography(np.asarray(np.linalg.inv(lens @ axes)), pose.error_mm)


def still_fits(
    held: Homography, pixels: Pixels, layout: Layout, settings: RegistrationSettings | None = None
) -> bool:
    """Whether every tag in sight, at least one, lies where a pose found earlier puts it.

    So the pose outlives a hand on most of the tags, and not a board that was pushed.
    """
    settings = settings or RegistrationSettings()
    seen, known = find_tags(pixels, layout, settings)
    if len(seen) == 0:
        return False
    return corner_error_mm(held.board_from_image, seen, known) <= settings.max_error_mm


def same_pose(
    a: Homography, b: Homography, layout: Layout, settings: RegistrationSettings | None = None
) -> bool:
    """Whether two poses put the board's corners in the same place but for noise."""
    settings = settings or RegistrationSettings()
    w, h = layout.width_mm, layout.height_mm
    corners = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    there = a.to_board(b.to_image(corners))
    return bool(np.linalg.norm(there - corners, axis=1).max() <= settings.steady_mm)


def find_tags(
    pixels: Pixels, layout: Layout, settings: RegistrationSettings
) -> tuple[Points, Points]:
    """Corners of the layout's tags: in the image `(4N, 2)` px, on the board `(4N, 2)` mm.

    A tag seen twice is left out: one of the two is no part of this board.
    """
    corners, ids, _ = _detector(settings.refine_px).detectMarkers(pixels)
    names = [] if ids is None else [int(name) for name in np.ravel(ids)]
    tags = {tag.id: tag for tag in layout.tags if names.count(tag.id) == 1}
    pairs = [(c, tags[name]) for c, name in zip(corners, names, strict=True) if name in tags]
    if not pairs:
        return np.zeros((0, 2)), np.zeros((0, 2))
    seen = np.concatenate([np.reshape(c, (4, 2)) for c, _ in pairs]).astype(np.float64)
    return seen, np.concatenate([tag_corners(tag) for _, tag in pairs])


def tag_corners(tag: Tag) -> Points:
    """Corners `(4, 2)` mm, clockwise from the top left, as the detector orders them."""
    half = tag.size_mm / 2
    left, right, top, bottom = tag.x_mm - half, tag.x_mm + half, tag.y_mm - half, tag.y_mm + half
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def corner_error_mm(matrix: Matrix, seen: Points, known: Points) -> float:
    """Mean distance between tag corners as seen and as printed, mm."""
    return float(np.linalg.norm(moved(matrix, seen) - known, axis=1).mean())


def is_mirrored(matrix: Matrix, seen: Points) -> bool:
    """Whether it turns the picture over, as a mirror does and no camera."""
    x, y = seen.mean(axis=0)
    depth = matrix[2] @ (x, y, 1.0)
    return bool(np.linalg.det(matrix) / depth**3 <= 0)


def _spread_out(known: Points) -> bool:
    """Whether the corners span the board both ways: tags in one row fix no pose."""
    centred = known - known.mean(axis=0)
    long, short = np.linalg.svd(centred, compute_uv=False)
    return bool(short > 0.1 * long)


@cache
def _detector(refine_px: int) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = refine_px
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, parameters)
