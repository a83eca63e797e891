"""Where a camera above the table sees the board: slightly off its middle and not quite level."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Layout

PLAIN_PX, FINE_PX = (1280, 720), (2304, 1296)
"""Width and height of pictures: quick to draw, and as the camera of the design takes them; where
cards lie they are to be told by a few letters."""
MARGIN_PX, TILT_PX = 22.0, 14.0
"""Table seen beside the board, and how far the board's corners are off: a mount is never true."""
VIEW_DEG = 62.0
"""Horizontal view of the camera: pieces stand up from the board, and lean away from its middle."""
BUMP_PX = 12.0
"""How far a corner of the board lies elsewhere after a push."""

Matrix = npt.NDArray[np.float64]
Size = tuple[int, int]


def picture_size(layout: Layout, fine: bool) -> Size:
    """Width and height, px, of the pictures that are taken of a board."""
    return FINE_PX if fine or layout.cards else PLAIN_PX


def mounted(layout: Layout, size_px: Size, rng: np.random.Generator, *, fills: bool) -> Matrix:
    """`image_from_board` of a camera above a board, or above a tray that fills its picture."""
    (width_px, height_px), w_mm, h_mm = size_px, layout.width_mm, layout.height_mm
    margin = 0.0 if fills else MARGIN_PX + TILT_PX
    scale = min((width_px - 2 * margin) / w_mm, (height_px - 2 * margin) / h_mm)
    w, h = w_mm * scale, h_mm * scale
    left, top = (width_px - w) / 2, (height_px - h) / 2
    corners = np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)])
    if not fills:
        corners += rng.uniform(-TILT_PX, TILT_PX, (4, 2))
    board = np.array([(0, 0), (w_mm, 0), (w_mm, h_mm), (0, h_mm)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(board, corners.astype(np.float32)), np.float64)


def pushed(mount: Matrix, layout: Layout, seed: int, bumps: int) -> Matrix:
    """`image_from_board` after the board has been pushed so many times."""
    if not bumps:
        return mount
    rng = np.random.default_rng((seed, 78, bumps))
    w, h = layout.width_mm, layout.height_mm
    board = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    corners = cv2.perspectiveTransform(board[None], mount)[0]
    corners += rng.uniform(-BUMP_PX, BUMP_PX, (1, 2)) + rng.uniform(-2, 2, (4, 2))
    return np.asarray(cv2.getPerspectiveTransform(board, corners.astype(np.float32)), np.float64)


def raised(matrix: Matrix, height_mm: float, size_px: Size) -> Matrix:
    """`image_from_board` of the plane so high above the board."""
    lens, axes = _lens_and_axes(matrix, size_px)
    axes[:, 2] -= height_mm * np.cross(axes[:, 0], axes[:, 1])
    return np.asarray(lens @ axes)


def camera_of(matrix: Matrix, size_px: Size) -> Matrix:
    """The same `(3, 4)` for points x, y and height above the board, and 1."""
    lens, axes = _lens_and_axes(matrix, size_px)
    up = -np.cross(axes[:, 0], axes[:, 1])
    return np.asarray(lens @ np.column_stack([axes[:, :2], up, axes[:, 2]]))


def _lens_and_axes(matrix: Matrix, size_px: Size) -> tuple[Matrix, Matrix]:
    width_px, height_px = size_px
    focal = width_px / 2 / math.tan(math.radians(VIEW_DEG / 2))
    lens = np.array([[focal, 0, width_px / 2], [0, focal, height_px / 2], [0, 0, 1.0]])
    axes = np.linalg.inv(lens) @ matrix
    axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    return lens, axes


def scale_at(matrix: Matrix, x_mm: float, y_mm: float) -> float:
    """Image px a millimetre at a place."""
    points = np.array([(x_mm, y_mm, 1.0), (x_mm + 1, y_mm, 1.0)]) @ matrix.T
    a, b = points[:, :2] / points[:, 2:]
    return float(np.linalg.norm(a - b))
