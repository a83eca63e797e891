"""Lays pictures over pictures: pieces, boards, and arms over the table."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.simulator.draw_pieces import FINGERTIP, Layer, hand
from companion.simulator.mount import PLAIN_PX, Matrix
from companion.simulator.taking import Box, around

ARM_SHADOW_PX, ARM_SIZE = (14.0, 18.0), 0.9
"""Where an arm's shadow falls, and its scale, in the narrower pictures."""


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
    h, w = layer.shape[:2]
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ matrix.T
    corners = corners[:, :2] / corners[:, 2:]
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), picture.shape[1::-1]).astype(int)
    return int(left), int(top), int(right), int(bottom)


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


def lay_arm(picture: Pixels, arm: Arm) -> Box:
    """Draw an arm over the picture, long enough to reach its edge, with its shadow: where it is."""
    longest_px, wide = max(picture.shape[:2]), picture.shape[1] / PLAIN_PX[0]
    scale = ARM_SIZE * wide
    layer = _arm(longest_px, scale)
    angle = math.radians(arm.from_deg)
    c, s = math.cos(angle), math.sin(angle)
    size = np.diag([scale, scale, 1.0])
    put = np.array([[c, -s, arm.x_px], [s, c, arm.y_px], [0, 0, 1.0]])
    put = put @ size @ moved(-FINGERTIP[0], -FINGERTIP[1])
    fallen = moved(ARM_SHADOW_PX[0] * wide, ARM_SHADOW_PX[1] * wide) @ put
    left, top, right, bottom = around([_box(layer, put, picture), _box(layer, fallen, picture)])
    if right <= left or bottom <= top:
        return 0, 0, 0, 0
    part = picture[top:bottom, left:right].astype(np.float32)
    darken(part, _arm_shadow(longest_px, scale), moved(-left, -top) @ fallen)
    blend(part, layer, moved(-left, -top) @ put)
    picture[top:bottom, left:right] = np.clip(part, 0, 255)
    return left, top, right, bottom
