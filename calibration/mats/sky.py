"""Behind the panels: a quiet sky, and a planet if the game has one. Shapes of our own, seeded."""

import math
import random
from collections.abc import Sequence

from calibration.mats.art import Globe
from calibration.mats.pen import Ink, Pen, Point
from calibration.mats.style import Style

Box = tuple[float, float, float, float]
STEPS = 64
"""Discs of which a soft change of colour is made: one step is less than the eye sees."""


def draw_sky(pen: Pen, style: Style, box: Box, globe: Globe | None, *,
             panels: Sequence[Box], seed: int) -> None:  # fmt: skip
    """Fill a box (left, top, width, height, mm) with sky; moons keep clear of panels."""
    rng = random.Random(seed)
    x, y, w, h = box
    middle = (globe.x_mm, globe.y_mm) if globe else (x + w / 2, y + h / 2)
    if style.sky is not None:
        pen.box(*box, Ink(fill=style.sky[0]))
        _shade(pen, middle, 0.95 * math.hypot(w, h), style.sky[0], style.sky[1])
    for place in range(3 * len(style.clouds)):
        _cloud(pen, style.clouds[place % len(style.clouds)], box, rng)
    first = globe.r_mm if globe else 0.35 * h
    _orbits(pen, style, middle, rng, first=first, far=math.hypot(w, h), panels=panels)
    for _ in range(round(w * h / 170)):
        _star(pen, style, (x + rng.uniform(0, w), y + rng.uniform(0, h)), rng)
    if globe is not None:
        _draw_globe(pen, style, globe, rng)


def blend(a: str, b: str, share: float) -> str:
    """A colour between two `#rrggbb`."""
    parts = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in parts)


def _shade(pen: Pen, middle: Point, radius: float, outer: str, inner: str) -> None:
    """Discs from large to small, from one colour to another."""
    for step in range(STEPS):
        share = step / (STEPS - 1)
        pen.disc(*middle, radius * (1 - share * 0.98), Ink(fill=blend(outer, inner, share)))


def blob(middle: Point, radius: float, rng: random.Random, *, rough: float,
         corners: int, squash: float = 1.0) -> list[Point]:  # fmt: skip
    """Points of an uneven round shape."""
    turns = [2 * math.pi * n / corners for n in range(corners)]
    reach = [radius * (1 + rng.uniform(-rough, rough)) for _ in turns]
    return [
        (middle[0] + r * math.cos(a), middle[1] + squash * r * math.sin(a))
        for a, r in zip(turns, reach, strict=True)
    ]


def _cloud(pen: Pen, colour: str, box: Box, rng: random.Random) -> None:
    x, y, w, h = box
    middle = (x + rng.uniform(0.1, 1) * w, y + rng.uniform(0, 1) * h)
    radius = rng.uniform(0.16, 0.34) * w
    for step in range(16):
        part = blob(middle, radius * (1 - step / 18), rng, rough=0.16, corners=12, squash=0.6)
        pen.curve(part, Ink(fill=colour, alpha=0.042), closed=True)


def _star(pen: Pen, style: Style, at: Point, rng: random.Random) -> None:
    size = 0.12 + 0.3 * rng.random() ** 3
    alpha = rng.uniform(0.25, 0.9)
    pen.disc(*at, size, Ink(fill=style.star, alpha=alpha))
    if size > 0.36:
        for dx, dy in ((2.2, 0.0), (0.0, 2.2)):
            ends = [(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)]
            pen.line(ends, Ink(line=style.star, width=0.12, alpha=0.5 * alpha))


def _orbits(pen: Pen, style: Style, middle: Point, rng: random.Random, *,
            first: float, far: float, panels: Sequence[Box]) -> None:  # fmt: skip
    """Rings about the planet, some with a moon."""
    radius, place = first + 16, 0
    while radius < far:
        dash = ((), (2.4, 1.8), (0.4, 1.6))[place % 3]
        ink = Ink(line=style.orbit, width=0.25, alpha=0.34, dash=dash)
        pen.disc(*middle, radius, ink)
        for angle in (rng.uniform(-0.75, 0.75) for _ in range(20)):
            at = (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
            if not any(x - 3 < at[0] < x + w + 3 and y - 3 < at[1] < y + h + 3
                       for x, y, w, h in panels):  # fmt: skip
                pen.disc(*at, rng.uniform(1.0, 1.7), Ink(fill=style.orbit, alpha=0.8))
                break
        radius += 17 + 11 * (place % 3)
        place += 1


def _draw_globe(pen: Pen, style: Style, globe: Globe, rng: random.Random) -> None:
    middle, r = (globe.x_mm, globe.y_mm), globe.r_mm
    if style.globe is not None:
        for step in range(14):
            glow = Ink(line=style.orbit, width=1.1, alpha=0.26 * (1 - step / 14) ** 2)
            pen.disc(*middle, r + 0.5 + step, glow)
        for step in range(STEPS):
            share = step / (STEPS - 1)
            at = (middle[0] + 0.36 * r * share, middle[1] - 0.30 * r * share)
            fill = blend(style.globe[0], style.globe[1], share**0.8)
            pen.disc(*at, r * (1 - 0.94 * share), Ink(fill=fill))
    pen.disc(*middle, r, Ink(line=style.orbit, width=0.6, alpha=0.9))
    _grid(pen, style, globe)
    for n in range(7):
        _heights(pen, style, globe, rng, n)


def _grid(pen: Pen, style: Style, globe: Globe) -> None:
    """The planet as a map about its pole: parallels and meridians."""
    fine = Ink(line=style.relief, width=0.25, alpha=0.30)
    for share in (0.11, 0.22, 0.36, 0.52, 0.68, 0.84):
        pen.disc(globe.x_mm, globe.y_mm, share * globe.r_mm, fine)
    for n in range(24):
        angle, start = math.tau * n / 24, 0.11 if n % 6 == 0 else 0.22 if n % 2 == 0 else 0.52
        ends = [
            (globe.x_mm + r * math.cos(angle), globe.y_mm + r * math.sin(angle))
            for r in (start * globe.r_mm, globe.r_mm)
        ]
        pen.line(ends, fine)
    points = []
    for n in range(16):
        reach = (0.095, 0.022, 0.05, 0.022)[n % 4] * globe.r_mm
        angle = math.tau * n / 16
        points.append((globe.x_mm + reach * math.cos(angle), globe.y_mm + reach * math.sin(angle)))
    pen.shape(points, Ink(fill=style.relief, alpha=0.55))


def _heights(pen: Pen, style: Style, globe: Globe, rng: random.Random, number: int) -> None:
    """Contour lines of one massif between pole and rim."""
    angle, far = math.tau * (number + 0.5) / 7 + rng.uniform(-0.2, 0.2), 0.60 * globe.r_mm
    middle = (globe.x_mm + far * math.cos(angle), globe.y_mm + far * math.sin(angle))
    size = rng.uniform(0.18, 0.27) * globe.r_mm
    shape = blob((0.0, 0.0), 1.0, rng, rough=0.25, corners=11)
    for ring in range(4):
        reach = size * (1 - ring / 4.6)
        points = [(middle[0] + reach * x, middle[1] + reach * y) for x, y in shape]
        ink = Ink(line=style.relief, width=0.25, alpha=0.16)
        pen.curve(points, ink, closed=True)
