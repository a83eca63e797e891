"""One picture as it came from a camera."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""`(H, W, 3)` uint8, colour order **BGR** as OpenCV reads it: the only order in the program."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a camera took a frame: time in microseconds, gain, and gains of red and blue."""

    time_us: float
    gain: float
    red_gain: float
    blue_gain: float


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Pixels with the moment they were taken.

    `time_s` is monotonic, in seconds, from the camera's own clock (for a file: from its frame
    rate), so that settling does not depend on how fast the frames are worked through. `small` is
    the same picture in grey, `(h, w)` uint8, from cameras that give one beside the large one.

    Raises `ValueError` for pixels that are not `(H, W, 3)` uint8.
    """

    pixels: Pixels
    time_s: float
    sequence: int
    small: npt.NDArray[np.uint8] | None = None
    exposure: Exposure | None = None

    def __post_init__(self) -> None:
        shape, kind = self.pixels.shape, self.pixels.dtype
        if len(shape) != 3 or shape[2] != 3 or kind != np.uint8:
            raise ValueError(f"expected (H, W, 3) uint8 pixels, got {shape} {kind}")
