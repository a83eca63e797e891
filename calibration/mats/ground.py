"""Landscapes in regions: quiet outlines at the foot of the box, so that pieces stand out."""

import math
import random
from collections.abc import Callable

from calibration.mats.pen import Ink, Pen, Point
from calibration.mats.style import Style

Box = tuple[float, float, float, float]
FILL, LINE = 0.10, 0.55
"""Opacity of a ridge and of its outline."""


def draw_ground(pen: Pen, style: Style, name: str, box: Box, radius: float) -> None:
    """The landscape of that name in a box (left, top, width, height, mm)."""
    with pen.inside(*box, radius):
        _DRAWINGS[name](pen, style, box, random.Random(name))


def _ridge(pen: Pen, style: Style, box: Box, heights: list[Point], *, smooth: bool) -> None:
    """A silhouette; heights are shares of the box, from its left end and from its foot."""
    x, y, w, h = box
    top = [(x + a * w, y + h - b * h) for a, b in heights]
    foot = [(x + 1.2 * w, y + 1.2 * h), (x - 0.2 * w, y + 1.2 * h)]
    line = Ink(line=style.relief, width=0.3, alpha=LINE)
    fill = Ink(fill=style.relief, alpha=FILL)
    if smooth:
        pen.curve(top, line)
        dense = [_between(top, n / 60) for n in range(61)]
        pen.shape([*dense, *foot], fill)
    else:
        pen.shape([*top, *foot], fill)
        pen.line(top, line)


def _between(points: list[Point], share: float) -> Point:
    """A place on the smooth line through points."""
    at = share * (len(points) - 1)
    i = min(int(at), len(points) - 2)
    t = at - i
    a, b = points[max(0, i - 1)], points[i]
    c, d = points[i + 1], points[min(len(points) - 1, i + 2)]

    def mix(p: float, q: float, r: float, s: float) -> float:
        first, second = 2 * p - 5 * q + 4 * r - s, 3 * q - p - 3 * r + s
        return 0.5 * (2 * q + (r - p) * t + first * t * t + second * t**3)

    return mix(a[0], b[0], c[0], d[0]), mix(a[1], b[1], c[1], d[1])


def _waves(pen: Pen, style: Style, box: Box, rng: random.Random, *, lows: tuple[float, ...],
           swing: float, bends: int) -> None:  # fmt: skip
    """Soft ridges, one before the other."""
    for low in lows:
        start = rng.uniform(0, math.tau)
        heights = [
            (n / bends * 1.2 - 0.1, low + swing * math.sin(start + n * 1.7) * rng.uniform(0.6, 1))
            for n in range(bends + 1)
        ]
        _ridge(pen, style, box, heights, smooth=True)


def _craters(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    x, y, w, h = box
    _waves(pen, style, box, rng, lows=(0.26,), swing=0.02, bends=5)
    for across, up, size in ((0.22, 0.12, 0.15), (0.62, 0.15, 0.21), (0.9, 0.05, 0.1)):
        middle, r = (x + across * w, y + h - up * h), size * w
        for scale, alpha in ((1.0, LINE), (0.72, 0.3)):
            rim = [
                (middle[0] + scale * r * math.cos(a), middle[1] + 0.32 * scale * r * math.sin(a))
                for a in (math.tau * n / 16 for n in range(16))
            ]
            ink = Ink(fill=style.relief, alpha=FILL)
            pen.curve(rim, ink, closed=True)
            pen.curve(rim, Ink(line=style.relief, width=0.3, alpha=alpha), closed=True)


def _plateau(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    for low, shift in ((0.30, 0.0), (0.17, 0.32)):
        steps = [(-0.1, low - 0.12), (0.08 + shift, low - 0.11), (0.13 + shift, low)]
        steps += [(0.5 + shift, low + 0.01), (0.55 + shift, low - 0.09), (1.2, low - 0.1)]
        _ridge(pen, style, box, steps, smooth=False)
    _waves(pen, style, box, rng, lows=(0.06,), swing=0.015, bends=4)


def _dunes(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    _waves(pen, style, box, rng, lows=(0.34, 0.24, 0.15, 0.07), swing=0.05, bends=4)


def _mountains(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    for low, high, count in ((0.18, 0.44, 5), (0.06, 0.26, 6)):
        peaks = []
        for n in range(2 * count + 1):
            up = (low if n % 2 == 0 else high) + rng.uniform(-0.05, 0.05)
            peaks.append((n / (2 * count) * 1.2 - 0.1, up))
        _ridge(pen, style, box, peaks, smooth=False)


def _plains(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    x, y, w, h = box
    _waves(pen, style, box, rng, lows=(0.30,), swing=0.012, bends=4)
    for n in range(1, 6):
        level = y + h - (0.30 - 0.30 * (n / 6) ** 0.6) * h
        pen.line([(x, level), (x + w, level)], Ink(line=style.relief, width=0.25, alpha=0.3))
    for n in range(-4, 5):
        ends = [(x + w / 2 + n * 0.09 * w, y + 0.71 * h), (x + w / 2 + n * 0.24 * w, y + h)]
        pen.line(ends, Ink(line=style.relief, width=0.25, alpha=0.3))


def _hills(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    _waves(pen, style, box, rng, lows=(0.30, 0.19, 0.08), swing=0.09, bends=6)


def _badlands(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    for low, high in ((0.16, 0.38), (0.04, 0.22)):
        edge, across = [], -0.05
        while across < 1.05:
            up = rng.uniform(low, high)
            edge += [(across, up), (across + rng.uniform(0.04, 0.10), up)]
            across = edge[-1][0] + rng.uniform(0.01, 0.04)
        _ridge(pen, style, box, edge, smooth=False)


def _valley(pen: Pen, style: Style, box: Box, rng: random.Random) -> None:
    x, y, w, h = box
    for low, lift in ((0.20, 0.26), (0.06, 0.22)):
        slopes = [(n / 8 * 1.2 - 0.1, low + lift * abs(n / 4 - 1) ** 1.6) for n in range(9)]
        _ridge(pen, style, box, slopes, smooth=True)
    river = [(x + a * w, y + h - b * h) for a, b in ((0.5, 0.24), (0.44, 0.15), (0.56, 0.07))]
    river.append((x + (0.46 + rng.uniform(-0.02, 0.02)) * w, y + 1.02 * h))
    pen.curve(river, Ink(line=style.relief, width=0.9, alpha=0.5))


_DRAWINGS: dict[str, Callable[[Pen, Style, Box, random.Random], None]] = {
    "craters": _craters,
    "plateau": _plateau,
    "dunes": _dunes,
    "mountains": _mountains,
    "plains": _plains,
    "hills": _hills,
    "badlands": _badlands,
    "valley": _valley,
}
