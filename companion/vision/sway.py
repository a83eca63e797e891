"""A camera held in the hand: how far the picture moved as a whole, and what moved within it."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.float32]
NO_SHIFT = (0.0, 0.0)
_DETAIL_PX = 5.0
"""Only what is finer than this is aligned: light that comes and goes has no edges."""
_RIM_PX = 8
"""At the rim new things come into the picture, which is no change of the scene."""


@dataclass(frozen=True, slots=True)
class SwaySettings:
    """When two frames show one resting scene from a camera that moved."""

    farthest_px: float = 12.0
    """Of a copy 320 px wide, between two frames: a hand holds steadier, a swung camera blurs."""
    least_px: float = 0.5
    """Less is no sway but noise: then the frames must agree as those of a fixed camera."""
    least_response: float = 0.8
    """Of the phase correlation, 1 for a pure shift; rolling dice mostly keep it lower."""
    lasts_s: float = 0.5
    """A hand that swayed so lately sways still, however little between these two frames."""
    change_px: int = 90
    """Changed pixels that make a change beside a shift: blur leaves up to 50, rolling dice 200."""


def shift_between(before: Grey, after: Grey) -> tuple[float, float, float]:
    """How far the picture moved to the right and down, copy px, and the response 0-1 of that."""
    window = _window(before.shape[1], before.shape[0])
    (dx, dy), response = cv2.phaseCorrelate(_detail(before), _detail(after), window)
    return dx, dy, response


def shifted(copy: Grey, dx: float, dy: float) -> Grey:
    """The copy moved to the right and down; its edge is repeated."""
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (copy.shape[1], copy.shape[0])
    moved = cv2.warpAffine(copy, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def changed_beside_shift(before: Grey, after: Grey, change_levels: float) -> int:
    """Pixels that no pixel of the other copy within one px explains, exposure aside."""
    gain = float(np.median(after) + 1) / float(np.median(before) + 1)
    near = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(before, near) * gain, cv2.dilate(before, near) * gain
    changed = (after > high + change_levels) | (after < low - change_levels)
    return int(np.count_nonzero(changed[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]))


def _detail(copy: Grey) -> Grey:
    return np.asarray(copy - cv2.GaussianBlur(copy, (0, 0), _DETAIL_PX), np.float32)


@cache
def _window(width: int, height: int) -> Grey:
    return np.asarray(cv2.createHanningWindow((width, height), cv2.CV_32F), np.float32)
