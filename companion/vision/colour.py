"""The colour of a die's body: by name, and as the nearest of the players' own colours."""

from functools import lru_cache

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
_CHANNELS = np.arange(3)


def body_colour(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> str | None:
    """Name of the body's colour in a square crop that is `crop_over_die` times as wide as the die.

    One of red, orange, yellow, green, blue, purple, pink, brown, black, white, grey; `None` when
    the crop is too small to tell. `light` is that of the whole picture.
    """
    return body_colours(crop[None], crop_over_die, light)[0]


def body_colours(
    crops: Pixels, crop_over_die: float, light: Light = DAYLIGHT
) -> tuple[str | None, ...]:
    """The same of crops `(N, H, W, 3)`, all at once."""
    colours = body_lights(crops, crop_over_die, light)
    if colours is None:
        return (None,) * len(crops)
    seen = cv2.cvtColor(as_srgb(colours)[:, None], cv2.COLOR_BGR2HSV)[:, 0].tolist()
    return tuple(
        colour_name(hue * 2, saturation / 255, value / 255) for hue, saturation, value in seen
    )


def body_light(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> Floats | None:
    """The body's colour as linear light `(3,)` BGR, 0 to 1, as it would be in daylight.

    As bright as it is seen. Of a glossy body the most saturated part counts: glare on red is pink.
    """
    colours = body_lights(crop[None], crop_over_die, light)
    return None if colours is None else np.asarray(colours[0])


def body_lights(crops: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> Floats | None:
    """The same `(N, 3)` of crops `(N, H, W, 3)`, all at once; `None` when they are too small."""
    small = _shrunk(crops)
    pixels = np.asarray(small[:, _inside(*small.shape[1:3], crop_over_die)], np.uint8)
    if pixels.shape[1] < 4:
        return None
    body = _body(pixels)
    levels = light.levels[pixels, _CHANNELS]
    saturation = 1 - levels.min(axis=2) / np.maximum(levels.max(axis=2), 1)
    ranked, count = np.sort(np.where(body, saturation, 2.0), axis=1), body.sum(axis=1)
    glossy = _quantile(ranked, count, 1 - _GLARE_SHARE) > _GLARE_SATURATION
    vivid = saturation >= _quantile(ranked, count, 1 - _TOLD_SHARE)[:, None]
    told = body & (vivid | ~glossy[:, None])
    # The middle level has the middle light, and levels are quicker to sort than light.
    low, high = _middle(pixels, told[..., None])
    colour = (LINEAR[low] + LINEAR[high]) / 2 / light.gains
    low, high = _middle(pixels.max(axis=2), body)
    seen = LINEAR[(low.astype(np.intp) + high) // 2]
    return np.asarray(colour * (seen / np.maximum(colour.max(axis=1), 1e-6))[:, None])


def _shrunk(crops: Pixels) -> Pixels:
    """Crops `(N, H, W, 3)` not larger than `_MOST_PX`."""
    count, h, w = crops.shape[:3]
    if max(h, w) <= _MOST_PX:
        return crops
    if h % _MOST_PX == w % _MOST_PX == 0:  # one below the other: none bleeds into the next
        crops, size = crops.reshape(1, count * h, w, 3), (_MOST_PX, count * _MOST_PX)
    else:
        size = (_MOST_PX, _MOST_PX)
    small = [cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops]
    return np.asarray(small, np.uint8).reshape(count, _MOST_PX, _MOST_PX, 3)


def _middle(
    levels: npt.NDArray[np.uint8], chosen: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The two levels in the middle, along the second axis, of those that are chosen."""
    ranked = np.sort(np.where(chosen, levels, np.uint8(255)), axis=1)
    count = chosen.sum(axis=1, keepdims=True)
    low = np.take_along_axis(ranked, (count - 1) // 2, axis=1)
    high = np.take_along_axis(ranked, count // 2, axis=1)
    return np.asarray(low[:, 0], np.uint8), np.asarray(high[:, 0], np.uint8)


def _quantile(ranked: Floats, count: npt.NDArray[np.intp], share: float) -> Floats:
    """Of the first `count` `(N,)` of values `(N, M)` in rising order the quantile `(N,)`."""
    at, rows = share * (count - 1), np.arange(len(ranked))
    low = at.astype(np.intp)
    below, above = ranked[rows, low], ranked[rows, np.minimum(low + 1, count - 1)]
    return np.asarray(below + (above - below) * (at - low))


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


def _body(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which `(N, M)` of pixels `(N, M, 3)` are no pips: the larger of two groups by brightness."""
    light = pixels.max(axis=2)
    if light.shape[1] < 12:
        return np.ones(light.shape, np.bool_)
    how = cv2.THRESH_BINARY + cv2.THRESH_OTSU
    limits = np.array([cv2.threshold(row, 0, 255, how)[0] for row in light])
    bright = light > limits[:, None]
    mostly = bright.sum(axis=1) * 2 >= light.shape[1]
    return np.asarray(bright == mostly[:, None])


@lru_cache(maxsize=64)
def _inside(h: int, w: int, crop_over_die: float) -> npt.NDArray[np.bool_]:
    """Which pixels of a crop `(h, w)` lie well within the die."""
    yy, xx = np.mgrid[0:h, 0:w]
    reach = 0.38 * w / crop_over_die
    return np.asarray((xx - (w - 1) / 2) ** 2 + (yy - (h - 1) / 2) ** 2 <= reach**2)
