"""What pieces of a colour look like: as they usually do, or as they were taught at the table."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.palette import Palette

Lab = npt.NDArray[np.float32]

PALETTE_BGR: Mapping[str, tuple[int, int, int]] = {
    "red": (45, 40, 190), "orange": (40, 120, 235), "yellow": (60, 200, 240),
    "green": (75, 140, 50), "blue": (180, 95, 40), "purple": (135, 60, 115),
    "pink": (180, 130, 235), "brown": (50, 80, 125), "white": (228, 230, 232),
    "grey": (130, 130, 130), "black": (38, 36, 36),
}  # fmt: skip
"""What pieces of a colour look like in white light, unless they are taught at the table."""


def colours_of(names: Sequence[str], taught: Palette | None) -> dict[str, Lab]:
    """What pieces of these colours look like, Lab `(3,)`: as taught, or else as they usually do."""
    known = {} if taught is None else taught.colours
    return {
        name: np.array(known[name], np.float32) if name in known else _usual(name) for name in names
    }


def to_lab(pixels: Pixels) -> Lab:
    """`(H, W, 3)` float32: L 0-100, a and b."""
    return np.asarray(cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _usual(name: str) -> Lab:
    return np.asarray(to_lab(np.array(PALETTE_BGR[name], np.uint8).reshape(1, 1, 3))[0, 0])
