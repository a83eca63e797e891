"""The colour of the light on the table, told from the picture, so that white stays white.

Lamps and daylight lie on one curve, from the orange of a 2700 K bulb to the blue of a shaded
window. Only where on it the light lies is estimated: a green cloth cannot be taken for green light.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels

Floats = npt.NDArray[np.float64]

_SIDE_PX = 160
"""Longer side of the copy that is looked at: colours of light need no detail."""
_NORM = 16
"""The mean of 16th powers: near the brightest of each channel, yet of more than one pixel."""
_MIRED = 1e6 / np.array([6500.0, 5000.0, 4000.0, 3200.0, 2700.0, 2300.0])
"""A million over the temperature: in this the eye and the curve are even."""
_SRGB = np.array(
    [
        (255, 255, 255), (206, 228, 255), (163, 209, 255), (114, 184, 255), (87, 169, 255),
        (54, 152, 255),
    ]
)  # fmt: skip
"""BGR of a black body at these temperatures, as tables of sRGB give it; daylight is neutral."""
_COLDEST, _WARMEST = 110.0, 435.0
"""Mired between which light is looked for: 9100 to 2300 K."""


def _linear_table() -> Floats:
    levels = np.arange(256) / 255
    return np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)


LINEAR = _linear_table()
"""Light of each of 256 sRGB levels, 0 to 1."""
_POWERS = LINEAR**_NORM
CLIPPED = int(np.searchsorted(LINEAR, 0.98))
"""The level from which on a pixel is too bright."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light by its temperature, `mired`; `gains` are what it does to blue, green and red."""

    mired: float
    gains: tuple[float, float, float]

    @property
    def kelvin(self) -> float:
        """Colour temperature."""
        return 1e6 / self.mired

    @property
    def levels(self) -> npt.NDArray[np.uint8]:
        """Levels `(256, 3)` that each level of blue, green and red would be in daylight."""
        return _daylight_levels(self)

    def without(self, pixels: npt.NDArray[np.uint8]) -> Floats:
        """Pixels `(N, 3)` BGR as linear light `(N, 3)`, as they would be in daylight."""
        return np.asarray(LINEAR[pixels] / np.array(self.gains))


@lru_cache(maxsize=128)
def _daylight_levels(light: Light) -> npt.NDArray[np.uint8]:
    levels = np.arange(256, dtype=np.uint8)
    return as_srgb(light.without(np.column_stack([levels, levels, levels])))


def light_of(mired: float) -> Light:
    """The light of a temperature; green is left as it is."""
    warm = abs(mired - _MIRED[0]) + _MIRED[0]
    logs = np.log(LINEAR[_SRGB])
    logs -= logs[:, 1:2]
    gains = np.array([np.interp(warm, _MIRED, logs[:, channel]) for channel in range(3)])
    if mired < _MIRED[0]:
        gains = -gains  # colder than daylight: as far to the other side
    blue, green, red = np.exp(gains)
    return Light(mired, (float(blue), float(green), float(red)))


_LIGHTS = tuple(light_of(float(mired)) for mired in np.arange(_COLDEST, _WARMEST + 1, 5.0))
_LOG_GAINS = np.log(np.array([light.gains for light in _LIGHTS]))
DAYLIGHT = light_of(float(_MIRED[0]))


def estimate_light(pixels: Pixels) -> Light:
    """The light on the curve that best explains the brightest of each channel.

    Something white, pale or shiny is in nearly every picture: paper, pips, tags, glints.
    """
    step = max(1, max(pixels.shape[:2]) // (4 * _SIDE_PX))
    share = (max(1, pixels.shape[1] // step), max(1, pixels.shape[0] // step))
    small = np.asarray(cv2.resize(pixels, share, interpolation=cv2.INTER_NEAREST), np.uint8)
    scale = _SIDE_PX / max(small.shape[:2])
    if scale < 1:
        size = (max(1, round(small.shape[1] * scale)), max(1, round(small.shape[0] * scale)))
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    levels = small.reshape(-1, 3)
    clear = levels[levels.max(axis=1) < CLIPPED]  # clipped pixels have lost their colour
    chosen = clear if len(clear) * 20 > len(levels) else levels
    counts = np.stack([np.bincount(chosen[:, c], minlength=256) for c in range(3)])
    return nearest_light((counts @ _POWERS / len(chosen)) ** (1 / _NORM))


def nearest_light(white: Floats) -> Light:
    """The light on the curve in which white looks most like this: linear `(3,)` BGR."""
    bright = np.maximum(white, 1e-6)
    seen = np.log(bright) - np.log(bright[1])
    far = ((_LOG_GAINS - seen)[:, (0, 2)] ** 2).sum(axis=1)
    return _LIGHTS[int(far.argmin())]


def as_srgb(linear: Floats) -> npt.NDArray[np.uint8]:
    """Linear light back to levels; what is too bright is clipped."""
    light = np.clip(linear, 0, 1)
    levels = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(levels * 255), np.uint8)
