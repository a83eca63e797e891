"""Is the picture good enough to play? Sharpness, light, glare, shadow, in plain advice."""

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.vision.messages import Advice
from companion.vision.paper import paper_light
from companion.vision.pose import Pose
from companion.vision.tags import Grey, as_grey

Map = npt.NDArray[np.float32]
_EVERY = 4
"""Shares of a picture are told from every fourth pixel each way: to sort all takes long."""


@dataclass(frozen=True, slots=True)
class AdviceSettings:
    """When a picture is not good enough."""

    blurred_px: float = 5.5
    """Width of the sharpest edges: two pips of a die of 25 px run into one another."""
    blurred_mm: float = 1.8
    """The same on a board that is seen: pips are 3 mm wide and 1 mm apart."""
    contrast_levels: float = 70.0
    """Between the darkest and brightest of 2000 pixels, of which a die covers two: less, and pips
    are lost in the noise."""
    dark_levels: float = 70.0
    """Brightest twentieth: less, and dark dice on dark felt are not found."""
    night_levels: float = 40.0
    """Brightest twentieth, whatever else is bright: less, and no cloth is that dark."""
    clipped_levels: int = 250
    """Pixels from here on hold nothing but light."""
    glare_share: float = 0.25
    """Part of a cell that may be clipped."""
    overexposed_share: float = 0.12
    """Part of the picture that may be clipped."""
    shadow: float = 0.45
    """Light at the darkest place of a board over that at the brightest."""
    grid: tuple[int, int] = (12, 8)
    """Cells across and down of the maps."""


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What a picture is like, with the maps `(rows, columns)` behind it, 0 to 1 in each cell.

    `glare` is the clipped part of a cell, `shade` the light missing there, of a board that is seen.
    """

    edge_px: float
    contrast_levels: float
    brightest_levels: float
    glare: Map
    shade: Map
    advice: tuple[Advice, ...] = field(default=())


def check_picture(
    pixels: Pixels,
    layout: Layout | None = None,
    pose: Pose | None = None,
    settings: AdviceSettings | None = None,
    *,
    bare: bool = False,
) -> Checked:
    """Look at one picture; with the board's pose also at the light on it.

    `bare` tells that the table may be so: then nothing sharp or bright need be in the picture.
    """
    settings = settings or AdviceSettings()
    grey = as_grey(pixels)
    some = grey[::_EVERY, ::_EVERY]
    low, brightest, high = (float(v) for v in np.percentile(some, (0.05, 95, 99.95)))
    glare = _in_cells((grey >= settings.clipped_levels).astype(np.float32), settings)
    shade = np.zeros_like(glare)
    if layout is not None and pose is not None:
        shade = _shade(pixels, layout, pose, settings)
    found = Checked(sharpest_edge_px(grey), high - low, brightest, glare, shade)
    limit_px = settings.blurred_px
    if layout is not None and pose is not None:
        limit_px = settings.blurred_mm * _px_per_mm(layout, pose)
    return replace(found, advice=_advice(found, settings, limit_px, bare))


def sharpest_edge_px(grey: Grey) -> float:
    """Width in px over which the clearest edges go from dark to bright; endless without any."""
    soft = cv2.GaussianBlur(grey, (3, 3), 0)
    size = np.ones((17, 17), np.uint8)
    step = cv2.subtract(cv2.dilate(soft, size), cv2.erode(soft, size))
    clear = step > max(24.0, float(np.percentile(step[::_EVERY, ::_EVERY], 90)) * 0.6)
    across, down = cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    slope = cv2.magnitude(across, down) / 32
    steepest = cv2.dilate(slope, np.ones((5, 5), np.uint8))
    edges = clear & (slope >= steepest - 1e-3) & (slope > 1)
    if int(edges.sum()) < 20:
        return float("inf")
    return float(np.percentile(step[edges] / slope[edges], 20))


def red_blue(pixels: Pixels) -> str | None:
    """`red` or `blue`, whichever a thing held in the middle of the picture is; `None` for neither.

    Somebody who holds a red card and reads `blue` has a camera that swaps the two.
    """
    h, w = pixels.shape[:2]
    middle = pixels[h * 2 // 5 : h * 3 // 5, w * 2 // 5 : w * 3 // 5].reshape(-1, 3)
    blue, green, red = (float(v) for v in np.median(middle, axis=0))
    if max(red, blue) < 1.4 * max(min(red, blue), green, 20.0):
        return None
    return "red" if red > blue else "blue"


def place_in(grid: tuple[int, int], cell: tuple[int, int]) -> str:
    """A cell of a map, by row and column, in words."""
    (across, down), (row, column) = grid, cell
    names = ("top", "middle", "bottom"), ("left", "middle", "right")
    words = names[0][min(2, row * 3 // down)], names[1][min(2, column * 3 // across)]
    return phrase("middle" if words == ("middle", "middle") else " ".join(words))


def _advice(
    found: Checked, settings: AdviceSettings, limit_px: float, bare: bool
) -> tuple[Advice, ...]:
    advice = []
    flat = not bare and found.contrast_levels < settings.contrast_levels
    too_dark = found.brightest_levels < (settings.dark_levels if flat else settings.night_levels)
    if too_dark:
        advice.append(Advice("dark", phrase("Too dark: dark dice are lost. Turn on a lamp.")))
    if float(found.glare.mean()) > settings.overexposed_share:
        words = phrase(
            "Too bright: large parts are plain white. Dim the lamp, or shorten the exposure."
        )
        advice.append(Advice("bright", words))
    elif float(found.glare.max()) > settings.glare_share:
        row, column = (int(v) for v in np.unravel_index(found.glare.argmax(), found.glare.shape))
        place = place_in(settings.grid, (row, column))
        words = phrase(
            "Glare at the {place}: move the lamp to the side, or turn it to the ceiling.",
            place=place,
        )
        advice.append(Advice("glare", words, _cells(found.glare, settings.glare_share)))
    if flat and not too_dark:
        words = phrase(
            "Little contrast: the picture is flat. Light the table more, and wipe the lens."
        )
        advice.append(Advice("contrast", words))
    if found.edge_px > limit_px and not (bare and math.isinf(found.edge_px)):
        words = phrase(
            "Blurred: turn the lens to the table's distance, wipe it, and hold the camera still."
        )
        advice.append(Advice("focus", words))
    if float(found.shade.max()) > 1 - settings.shadow:
        row, column = (int(v) for v in np.unravel_index(found.shade.argmax(), found.shade.shape))
        place = place_in(settings.grid, (row, column))
        words = phrase(
            "The {place} lies in shadow: put a second lamp there, or move the first.", place=place
        )
        advice.append(Advice("shadow", words, _cells(found.shade, 1 - settings.shadow)))
    return tuple(advice)


def _cells(values: Map, most: float) -> tuple[tuple[int, int], ...]:
    """Row and column of the cells that are above `most`."""
    return tuple((int(row), int(column)) for row, column in np.argwhere(values > most))


def _px_per_mm(layout: Layout, pose: Pose) -> float:
    ends = np.array([(0.0, layout.height_mm / 2), (layout.width_mm, layout.height_mm / 2)])
    left, right = pose.to_image(ends)
    return float(np.linalg.norm(right - left) / layout.width_mm)


def _in_cells(values: Map, settings: AdviceSettings) -> Map:
    across, down = settings.grid
    return np.asarray(cv2.resize(values, (across, down), interpolation=cv2.INTER_AREA), np.float32)


def _shade(pixels: Pixels, layout: Layout, pose: Pose, settings: AdviceSettings) -> Map:
    """The light missing on the board against its brightest place, from the paper about the tags."""
    across, down = settings.grid
    light = paper_light(pixels, pose, layout)
    if light is None:
        return np.zeros((down, across), np.float32)
    xs, ys = np.meshgrid(
        (np.arange(across) + 0.5) / across * layout.width_mm,
        (np.arange(down) + 0.5) / down * layout.height_mm,
    )
    levels = light.levels(np.stack([xs, ys], -1).reshape(-1, 2)).mean(axis=1)
    return np.asarray(1 - levels / levels.max(), np.float32).reshape(down, across)
