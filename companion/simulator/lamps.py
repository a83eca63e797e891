"""What a camera makes of a table: lamps and their colour, glare, blur, noise and compression."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from companion.simulator.mount import PLAIN_PX, Size

DAYLIGHT_K = 5000.0
"""Colour of a lamp to which the camera's white is set."""


class Noise(Enum):
    """How good camera, lamps and manners are."""

    CLEAN = "clean"
    NORMAL = "normal"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Quality:
    """What a camera makes of a table, each the most there is of it.

    `grain` is the spread of the sensor's noise in levels of 255; `stops` how far the exposure is
    off; `kelvin` the range of the lamps' colour; `blur_px` the spread of the blur; `jpeg` the range
    of the picture's quality, `None` for one that was never compressed; `glares` spots of glare.
    """

    grain: float
    drift: float
    stops: float
    kelvin: tuple[float, float]
    blur_px: float
    jpeg: tuple[int, int] | None
    glares: int


QUALITIES: Mapping[Noise, Quality] = {
    Noise.CLEAN: Quality(0.6, 0.0, 0.0, (DAYLIGHT_K, DAYLIGHT_K), 0.0, None, 0),
    Noise.NORMAL: Quality(6.0, 0.015, 0.5, (2700.0, 6500.0), 1.2, (70, 90), 2),
    Noise.BAD: Quality(12.0, 0.03, 1.0, (2000.0, 8500.0), 2.4, (40, 80), 4),
}


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light as it is now: gains of blue, green, red, glare (x, y, radius px, levels)."""

    gains: tuple[float, float, float]
    blur_px: float
    jpeg: int | None
    glares: tuple[tuple[float, float, float, float], ...]


def lamp_of(quality: Quality, seed: int, lights: int, size_px: Size) -> Lamp:
    """The lamp of a table after so many changes of light."""
    rng = np.random.default_rng((seed, 77, lights))
    exposure = 2.0 ** rng.uniform(-quality.stops, quality.stops)
    white = np.array(_blackbody(rng.uniform(*quality.kelvin))) / np.array(_blackbody(DAYLIGHT_K))
    blue, green, red = (float(gain) for gain in exposure * white / white[1])
    glares = tuple(
        (
            float(rng.uniform(0.1, 0.9) * size_px[0]),
            float(rng.uniform(0.1, 0.9) * size_px[1]),
            float(rng.uniform(18, 45) * size_px[0] / PLAIN_PX[0]),
            float(rng.uniform(60, 160)),
        )
        for _ in range(quality.glares)
    )
    jpeg = None if quality.jpeg is None else int(rng.integers(quality.jpeg[0], quality.jpeg[1] + 1))
    return Lamp((blue, green, red), float(rng.uniform(0, quality.blur_px)), jpeg, glares)


def _blackbody(kelvin: float) -> tuple[float, float, float]:
    """Blue, green and red of a glowing body, by the usual fit of T. Helland; 0-1."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 0.0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04
    # A camera's own white balance takes away most of it.
    return tuple(0.65 + 0.35 * min(255.0, max(0.0, c)) / 255 for c in (blue, green, red))  # type: ignore[return-value]


def shine(
    picture: npt.NDArray[np.float32], at: tuple[float, float], radius: float, levels: float
) -> None:
    """A soft bright spot."""
    reach = int(3 * radius)
    left, top = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
    part = picture[top : int(at[1]) + reach, left : int(at[0]) + reach]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / radius**2
    part += (levels * np.exp(-far))[..., None]


def vignette(size_px: Size) -> npt.NDArray[np.float32]:
    """How bright a picture is `(H, W, 1)`, less towards its corners."""
    y, x = np.mgrid[-1 : 1 : size_px[1] * 1j, -1 : 1 : size_px[0] * 1j]
    return np.asarray(1.03 - 0.10 * (x**2 + y**2), np.float32)[..., None]
