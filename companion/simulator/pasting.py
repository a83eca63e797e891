"""Lays pictures over pictures: pieces, boards, and arms over the table."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.simulator.draw_pieces import FINGERTIP, Layer, hand
from companion.simulator.mount import PLAIN_PX, Matrix
from companion.simulator.taking import Box

ARM_SHADOW_PX, ARM_SIZE = (14.0, 18.0), 0.9
"""Where an arm's shadow falls, and its scale, in the narrower pictures."""
STRIP_PX = 128
"""An arm is drawn in strips so high: it lies aslant, and most of one box would be bare."""

SOFT_PX = 3
"""How far a layer that is made larger is blended into what lies beside it, at most."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand over the table: its fingertips in image px, and the direction it comes from."""

    x_px: float
    y_px: float
    from_deg: float


def laid(under: Pixels, over: Pixels, cover: npt.NDArray[np.uint8]) -> Pixels:
    """One picture over another, with a soft shadow beside it."""
    dark = np.roll(cv2.GaussianBlur(cover.astype(np.float32), (0, 0), 9), (6, 5), (0, 1)) / 255
    table = under * (1 - 0.5 * dark[..., None])
    opacity = cover.astype(np.float32)[..., None] / 255
    return np.clip(table * (1 - opacity) + over * opacity, 0, 255).astype(np.uint8)


def blend(picture: npt.NDArray[np.float32], layer: Layer, matrix: Matrix) -> None:
    """Lay `layer` over the picture, moved by `matrix` from layer px to picture px."""
    left, top, right, bottom = _box(layer, matrix, picture)
    if right <= left or bottom <= top:
        return
    over = cv2.warpPerspective(layer, moved(-left, -top) @ matrix, (right - left, bottom - top))
    under = picture[top:bottom, left:right]
    under *= 1 - over[..., 3:]
    under += over[..., :3]


def darken(
    picture: npt.NDArray[np.float32], opacity: npt.NDArray[np.float32], matrix: Matrix
) -> None:
    """Lay a shadow, 0-1 `(H, W)`, over the picture, moved as a layer is."""
    left, top, right, bottom = _box(opacity, matrix, picture)
    if right <= left or bottom <= top:
        return
    over = cv2.warpPerspective(opacity, moved(-left, -top) @ matrix, (right - left, bottom - top))
    picture[top:bottom, left:right] *= 1 - over[..., None]


def _box(layer: Layer, matrix: Matrix, picture: npt.NDArray[np.generic]) -> Box:
    """What the layer covers of the picture."""
    corners = _corners(layer, matrix)
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), picture.shape[1::-1]).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _corners(layer: Layer, matrix: Matrix) -> Matrix:
    """Where the corners of a layer fall, `(4, 2)`."""
    h, w = layer.shape[:2]
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ matrix.T
    return np.asarray(corners[:, :2] / corners[:, 2:], np.float64)


def moved(x_px: float, y_px: float) -> Matrix:
    """Moves by so much."""
    return np.array([[1, 0, x_px], [0, 1, y_px], [0, 0, 1.0]])


@lru_cache(maxsize=2)
def _arm(longest_px: int, scale: float) -> Layer:
    """An arm that, drawn at that scale, reaches across a picture so wide."""
    layer = hand()
    missing = math.ceil((longest_px + FINGERTIP[1]) / scale) - len(layer)
    return np.concatenate([layer, np.repeat(layer[-1:], max(0, missing), axis=0)])


@lru_cache(maxsize=2)
def _arm_shadow(longest_px: int, scale: float) -> npt.NDArray[np.float32]:
    opacity = _arm(longest_px, scale)[..., 3]
    return np.asarray(cv2.GaussianBlur(opacity, (0, 0), 10) * 0.35, np.float32)


def lay_arm(picture: Pixels, arm: Arm) -> list[Box]:
    """Draw an arm over the picture, long enough to reach its edge, with its shadow: where it is."""
    longest_px, wide = max(picture.shape[:2]), picture.shape[1] / PLAIN_PX[0]
    scale = ARM_SIZE * wide
    layer, dark = _arm(longest_px, scale), _arm_shadow(longest_px, scale)
    angle = math.radians(arm.from_deg)
    c, s = math.cos(angle), math.sin(angle)
    size = np.diag([scale, scale, 1.0])
    put = np.array([[c, -s, arm.x_px], [s, c, arm.y_px], [0, 0, 1.0]])
    put = put @ size @ moved(-FINGERTIP[0], -FINGERTIP[1])
    fallen = moved(ARM_SHADOW_PX[0] * wide, ARM_SHADOW_PX[1] * wide) @ put
    strips = _strips(np.vstack([_corners(layer, put), _corners(layer, fallen)]), picture)
    for left, top, right, bottom in strips:
        part = picture[top:bottom, left:right].astype(np.float32)
        darken(part, dark, moved(-left, -top) @ fallen)
        blend(part, layer, moved(-left, -top) @ put)
        picture[top:bottom, left:right] = np.clip(part, 0, 255)
    return strips


def _strips(corners: Matrix, picture: Pixels) -> list[Box]:
    """Boxes with all in them that lies between the corners, from the top of the picture down."""
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0].tolist()
    edges = list(zip(hull, [*hull[1:], hull[0]], strict=True))
    height, width = picture.shape[:2]
    strips = []
    for top in range(0, height, STRIP_PX):
        bottom = min(top + STRIP_PX, height)
        across = [x for edge in edges for x in _between(*edge, top - SOFT_PX, bottom + SOFT_PX)]
        left = max(0, math.floor(min(across, default=width)) - SOFT_PX)
        right = min(width, math.ceil(max(across, default=0)) + SOFT_PX)
        if left < right:
            strips.append((left, top, right, bottom))
    return strips


def _between(
    one: Sequence[float], other: Sequence[float], top: float, bottom: float
) -> Iterator[float]:
    """How far to the right a line goes, at either end, where it runs between two heights."""
    (_, y), (_, end_y) = ends = sorted((one, other), key=lambda at: at[1])
    if y > bottom or end_y < top:
        return
    for height in (max(y, top), min(end_y, bottom)):
        share = (height - y) / (end_y - y) if end_y > y else 0.0
        yield ends[0][0] + share * (ends[1][0] - ends[0][0])
    if end_y == y:
        yield ends[1][0]
