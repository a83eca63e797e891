"""The colour of a die's body: by name, and as the nearest of the players' own colours."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.light import DAYLIGHT, LINEAR, Floats, Light, as_srgb

_MOST_PX = 32
"""A crop is shrunk to this side: a body has one colour."""
_GLARE_SHARE, _GLARE_SATURATION = 0.15, 0.5
"""So large a part of the body, so saturated, tells its colour; the rest is glare."""
_TOLD_SHARE = 0.3
"""The most saturated part of a glossy body, from which its colour is told."""


def body_colour(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> str | None:
    """Name of the body's colour in a square crop that is `crop_over_die` times as wide as the die.

    One of red, orange, yellow, green, blue, purple, pink, brown, black, white, grey; `None` when
    the crop is too small to tell. `light` is that of the whole picture.
    """
    colour = body_light(crop, crop_over_die, light)
    if colour is None:
        return None
    hue, saturation, value = (
        int(v) for v in cv2.cvtColor(as_srgb(colour).reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0]
    )
    return colour_name(hue * 2, saturation / 255, value / 255)


def body_light(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> Floats | None:
    """The body's colour as linear light `(3,)` BGR, 0 to 1, as it would be in daylight.

    As bright as it is seen. Of a glossy body the most saturated part counts: glare on red is pink.
    """
    if max(crop.shape[:2]) > _MOST_PX:
        size = (_MOST_PX, _MOST_PX)
        crop = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
    body = _body_pixels(crop, crop_over_die)
    if len(body) < 4:
        return None
    plain = light.without(body)
    levels = as_srgb(plain)
    saturation = 1 - levels.min(axis=1) / np.maximum(levels.max(axis=1), 1)
    told = plain
    if np.quantile(saturation, 1 - _GLARE_SHARE) > _GLARE_SATURATION:
        told = plain[saturation >= np.quantile(saturation, 1 - _TOLD_SHARE)]
    colour = np.median(told, axis=0)
    seen = LINEAR[int(np.median(body.max(axis=1)))]
    return np.asarray(colour * (seen / max(float(colour.max()), 1e-6)))


def colour_name(hue_deg: float, saturation: float, value: float) -> str:
    """Name of one colour; saturation and value 0-1.

    The bounds are the best cuts on the labelled training photographs: white dice under a lamp
    look pale yellow or pale blue, dark dice keep a hue only from a saturation of 0.37.
    """
    if value < 0.1 or (value < 0.3 and saturation < 0.37):
        return "black"
    if saturation < 0.36 and value > 0.58 and not (hue_deg >= 290 and saturation > 0.2):
        return "white"
    if saturation < 0.25:
        return "white" if value > 0.52 else "grey"
    return _hue_name(hue_deg, saturation, value)


def _hue_name(hue_deg: float, saturation: float, value: float) -> str:
    if hue_deg < 17 or hue_deg >= 345:
        return "pink" if value > 0.75 and saturation < 0.42 else "red"
    if hue_deg < 42:
        return "brown" if value < 0.6 else "orange"
    bounds = ((72, "yellow"), (187, "green"), (247, "blue"), (315, "purple"), (345, "pink"))
    return next(name for bound, name in bounds if hue_deg < bound)


def _body_pixels(crop: Pixels, crop_over_die: float) -> npt.NDArray[np.uint8]:
    """Pixels `(N, 3)` of the middle of the die, without the pips: the larger of two groups."""
    h, w = crop.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w]
    reach = 0.38 * w / crop_over_die
    inside = (xx - (w - 1) / 2) ** 2 + (yy - (h - 1) / 2) ** 2 <= reach**2
    pixels = np.asarray(crop[inside], np.uint8)
    if len(pixels) < 12:
        return pixels
    light = pixels.max(axis=1).reshape(-1, 1)
    level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    bright = light[:, 0] > level
    return np.asarray(pixels[bright if bright.sum() * 2 >= len(bright) else ~bright], np.uint8)
