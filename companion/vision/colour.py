"""The colour of a die's body: by name, and as the nearest of the players' own colours."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.light import DAYLIGHT, LINEAR, Floats, Light, as_srgb

Mask = npt.NDArray[np.bool_]

_MOST_PX = 32
"""A crop is shrunk to this side: a body has one colour."""
_GLARE_SHARE, _GLARE_SATURATION = 0.15, 0.5
"""So large a part of the body, so saturated, tells its colour; the rest is glare."""
_TOLD_SHARE = 0.3
"""The most saturated part of a glossy body, from which its colour is told."""
_BURNT = 250
"""The level from which on a channel is clipped: the colour is another, and with all three lost."""
_FEWEST, _FEWEST_SHARE = 6, 0.08
"""So many pixels of a body, and so large a part of it, tell its colour if the rest is burnt."""
_LOST_SHARE = 0.6
"""A body that is clipped to white so far has no name: it may be white, or mirror a lamp."""
_VEILED = frozenset({"white", "grey", "pink"})
"""Names that a lamp mirrored in a coloured body gives it."""
_HIDDEN_SATURATION, _HIDDEN_RISE, _HIDDEN_SHARE = 0.35, 2.0, 0.1
"""A body with such a name is doubted where a part of it is so saturated, and so many times as much
as its palest fifth."""
_MIRROR_SHARE, _MIRROR_COLOUR = 0.3, 50
"""So is one of which so much is clipped to white, where some beside it has a colour: that far apart
are its levels."""
_CHANNELS = np.arange(3)


def body_colour(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> str | None:
    """Name of the body's colour in a square crop that is `crop_over_die` times as wide as the die.

    One of red, orange, yellow, green, blue, purple, pink, brown, black, white, grey; `None` when
    the crop is too small to tell, or glare hides it. `light` is that of the whole picture.
    """
    return body_colours(crop[None], crop_over_die, light)[0]


def body_colours(
    crops: Pixels, crop_over_die: float, light: Light = DAYLIGHT
) -> tuple[str | None, ...]:
    """The same of crops `(N, H, W, 3)`, all at once."""
    bodies = _bodies(crops, crop_over_die, light)
    if bodies is None:
        return (None,) * len(crops)
    seen = cv2.cvtColor(as_srgb(bodies.lights(light))[:, None], cv2.COLOR_BGR2HSV)[:, 0].tolist()
    names = [colour_name(hue * 2, saturation / 255, value / 255) for hue, saturation, value in seen]
    lost, veiled = bodies.lost_share > _LOST_SHARE, bodies.veiled()
    return tuple(
        None if lost[place] or (veiled[place] and name in _VEILED) else name
        for place, name in enumerate(names)
    )


def body_light(crop: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> Floats | None:
    """The body's colour as linear light `(3,)` BGR, 0 to 1, as it would be in daylight.

    As bright as it is seen. Pixels that are burnt out do not count as long as others are left, and
    of a glossy body the most saturated part counts: glare on red is pink.
    """
    colours = body_lights(crop[None], crop_over_die, light)
    return None if colours is None else np.asarray(colours[0])


def body_lights(crops: Pixels, crop_over_die: float, light: Light = DAYLIGHT) -> Floats | None:
    """The same `(N, 3)` of crops `(N, H, W, 3)`, all at once; `None` when they are too small."""
    bodies = _bodies(crops, crop_over_die, light)
    return None if bodies is None else bodies.lights(light)


@dataclass(frozen=True, slots=True, eq=False)
class _Bodies:
    """Pixels `(N, M, 3)` within N dice; which of them `(N, M)` are body, and tell its colour.

    `saturation` is theirs in daylight, `lost_share` `(N,)` that of the body which is white.
    """

    pixels: npt.NDArray[np.uint8]
    body: Mask
    telling: Mask
    saturation: Floats
    lost_share: Floats

    def lights(self, light: Light) -> Floats:
        """Their colours in daylight, linear `(N, 3)`."""
        ranked, count = self._ranked()
        glossy = _quantile(ranked, count, 1 - _GLARE_SHARE) > _GLARE_SATURATION
        vivid = self.saturation >= _quantile(ranked, count, 1 - _TOLD_SHARE)[:, None]
        told = self.telling & (vivid | ~glossy[:, None])
        # The middle level has the middle light, and levels are quicker to sort than light.
        low, high = _middle(self.pixels, told[..., None])
        colour = (LINEAR[low] + LINEAR[high]) / 2 / light.gains
        low, high = _middle(self.pixels.max(axis=2), self.body)
        seen = LINEAR[(low.astype(np.intp) + high) // 2]
        return np.asarray(colour * (seen / np.maximum(colour.max(axis=1), 1e-6))[:, None])

    def veiled(self) -> Mask:
        """Which `(N,)` show much more colour in some part than in others: glare may hide it."""
        ranked, count = self._ranked()
        most, least = (_quantile(ranked, count, share) for share in (1 - _HIDDEN_SHARE, 0.2))
        spread = self.pixels.max(axis=2).astype(np.intp) - self.pixels.min(axis=2)
        beside = (~self.body & (spread > _MIRROR_COLOUR)).mean(axis=1) > _HIDDEN_SHARE
        hidden = (most > _HIDDEN_SATURATION) & (most > _HIDDEN_RISE * least)
        return np.asarray(hidden | (beside & (self.lost_share > _MIRROR_SHARE)))

    def _ranked(self) -> tuple[Floats, npt.NDArray[np.intp]]:
        """Saturation of the telling pixels in rising order, and how many those are."""
        told = np.where(self.telling, self.saturation, 2.0)
        return np.sort(told, axis=1), self.telling.sum(axis=1)


def _bodies(crops: Pixels, crop_over_die: float, light: Light) -> _Bodies | None:
    """Dice in crops `(N, H, W, 3)`; `None` when they are too small."""
    small = _shrunk(crops)
    pixels = np.asarray(small[:, _inside(*small.shape[1:3], crop_over_die)], np.uint8)
    if pixels.shape[1] < 4:
        return None
    body = _body(pixels)
    clear = body & (pixels.max(axis=2) < _BURNT)
    share = clear.sum(axis=1) / body.sum(axis=1)
    enough = (clear.sum(axis=1) >= _FEWEST) & (share >= _FEWEST_SHARE)
    levels = light.levels[pixels, _CHANNELS]
    saturation = 1 - levels.min(axis=2) / np.maximum(levels.max(axis=2), 1)
    lost = (body & (pixels.min(axis=2) >= _BURNT)).sum(axis=1) / body.sum(axis=1)
    return _Bodies(pixels, body, np.where(enough[:, None], clear, body), saturation, lost)


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
