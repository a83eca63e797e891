"""Drawn boards with discs in one another, turned by eighths, pieces on them, and the truth."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind
from companion.simulator.draw_models import BODIES, Put
from tests.vision.bent_boards import H_MM, W_MM, View, draw_view, sheet
from tests.vision.drawn_models import COLOURS, Taken, draw_models, image_points

Generator = np.random.Generator
MIDDLE = (297.0, 210.0)
RADII = (48.0, 82.0, 116.0)
THICK_MM = 2.0
PER_MM = 3
NAMES = tuple(SlotId(f"disc.{n}") for n in range(3))


@cache
def table() -> Layout:
    """Three discs in one another in the middle of a sheet."""
    area = AreaId("discs")
    slots = [
        Slot(name, area, SlotKind.DISC, *MIDDLE, 2 * radius, 2 * radius)
        for name, radius in zip(NAMES, RADII, strict=True)
    ]
    areas = {area: Area(area, "", 0, 0, W_MM, H_MM)}
    return Layout(W_MM, H_MM, areas, {slot.id: slot for slot in slots}, sheet(6).tags)


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """A board's art and three discs `(S, S, 4)`, transparent in their holes."""

    ground: Pixels
    faces: tuple[Pixels, ...]


def make_discs(seed: int) -> Discs:
    """Dark discs with stars, planets and rubble in some of their eighths, holes in others."""
    rng = np.random.default_rng((seed, 17))
    tone = rng.uniform(15, 60, 3)
    ground = _starry((round(H_MM * PER_MM), round(W_MM * PER_MM)), tone * 0.8, rng)
    for tag in table().tags:
        half = tag.size_mm * 0.72
        a, b = (np.array((tag.x_mm, tag.y_mm)) + sign * half for sign in (-1, 1))
        cv2.rectangle(ground, (a * PER_MM).astype(int).tolist(), (b * PER_MM).astype(int).tolist(),
                      (240, 240, 240), -1)  # fmt: skip
    inner = (0.0, *RADII[:-1])
    faces = tuple(
        _face(radius, low, tone + rng.uniform(-6, 14, 3), rng)
        for low, radius in zip(inner, RADII, strict=True)
    )
    return Discs(ground, faces)


def _starry(size: tuple[int, int], tone: np.ndarray[tuple[int], np.dtype[np.float64]],
            rng: Generator) -> Pixels:  # fmt: skip
    art = np.full((*size, 3), tone, np.float64).astype(np.uint8)
    for _ in range(size[0] * size[1] // 6000):
        x, y, level = int(rng.integers(size[1])), int(rng.integers(size[0])), rng.uniform(90, 230)
        cv2.circle(art, (x, y), int(rng.integers(1, 3)), (level, level, level), -1, cv2.LINE_AA)
    return art


def _face(radius: float, low: float, tone: np.ndarray[tuple[int], np.dtype[np.float64]],
          rng: Generator) -> Pixels:  # fmt: skip
    side = round(2 * radius * PER_MM)
    art, middle = _starry((side, side), tone, rng), side / 2
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (side // 2, side // 2), side // 2, 255, -1, cv2.LINE_AA)
    kinds = rng.choice(("planet", "rubble", "hole", "bare"), 8, p=(0.35, 0.2, 0.2, 0.25))
    for n, kind in enumerate(kinds):
        angle = (n + 0.5) * np.pi / 4
        far = (low + (radius - low) / 2) * PER_MM
        at = (int(middle + far * np.cos(angle)), int(middle + far * np.sin(angle)))
        if kind == "planet":
            colour = tuple(float(v) for v in rng.uniform(30, 250, 3))
            cv2.circle(art, at, round(rng.uniform(7, 12) * PER_MM), colour, -1, cv2.LINE_AA)
        elif kind == "rubble":
            for _ in range(12):
                x, y = np.array(at) + rng.normal(0, 5 * PER_MM, 2)
                grey = rng.uniform(90, 160)
                cv2.circle(art, (int(x), int(y)), round(rng.uniform(1, 2.5) * PER_MM),
                           (grey, grey, grey), -1, cv2.LINE_AA)  # fmt: skip
        elif kind == "hole":
            ends = (int(np.degrees(angle - 0.34)), int(np.degrees(angle + 0.34)))
            for r in range(round((low + 4) * PER_MM), round((radius - 4) * PER_MM)):
                cv2.ellipse(mask, (side // 2, side // 2), (r, r), 0, *ends, 0, 2)
    for n in range(8):
        angle = n * np.pi / 4
        end = (int(middle + middle * np.cos(angle)), int(middle + middle * np.sin(angle)))
        cv2.line(art, (side // 2, side // 2), end, (120, 110, 100), 1, cv2.LINE_AA)
    return np.dstack([art, mask])


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What a camera sees, and by how many eighths each disc is turned."""

    pixels: Pixels
    view: View
    truth: dict[SlotId, int]


def draw(discs: Discs, seed: int, *, most: int, turned: bool = True) -> Drawn:
    """The board with its discs, and up to `most` pieces on them."""
    rng = np.random.default_rng((seed, 29))
    view = draw_view(4 * seed + 2)
    eighths = [int(n) for n in rng.integers(0, 8, 3)] if turned else [0, 0, 0]
    picture = _laid(discs.ground, None, view, (0.0, 0.0, 0.0, 0.0))
    for level, n in enumerate((2, 1, 0)):
        off = float(np.clip(rng.normal(0, 1.5), -4, 4)) if turned else 0.0
        left, top = MIDDLE[0] - RADII[n], MIDDLE[1] - RADII[n]
        at = (left, top, (level + 1) * THICK_MM, 45.0 * eighths[n] + off)
        picture = _laid(discs.faces[n], picture, view, at)
    puts = [_put(rng) for _ in range(int(rng.integers(0, most + 1)))]
    draw_models(picture, view, puts, {c: np.array(BODIES[c], np.float64) for c in COLOURS}, rng)
    return Drawn(Taken(rng).of(picture, rng), view, dict(zip(NAMES, eighths, strict=True)))


def _put(rng: Generator) -> Put:
    """A model anywhere on the discs."""
    far, angle = RADII[2] * np.sqrt(rng.uniform(0, 1)), rng.uniform(0, 2 * np.pi)
    x, y = np.array(MIDDLE) + far * np.array((np.cos(angle), np.sin(angle)))
    lying, turn = bool(rng.random() < 0.4), float(rng.uniform(0, 6.28))
    return Put(str(rng.choice(COLOURS)), lying, float(x), float(y), turn)


At = tuple[float, float, float, float]
"""Left and top, height above the board, mm, and a turn clockwise in degrees."""


def _laid(art: Pixels, under: Pixels | None, view: View, at: At) -> Pixels:
    """A flat thing so high above the board, turned clockwise about its middle."""
    h, w = art.shape[:2]
    (left, top, up, turn_deg), size = at, np.array((w, h)) / PER_MM
    low = np.array((left, top))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    places = square @ np.array([(c, s), (-s, c)]) + low + size / 2
    seen = image_points(view, np.column_stack([places, np.full(4, up)])).astype(np.float32)
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, seen)
    px = view.lens.size_px
    if under is None:
        return np.asarray(
            cv2.warpPerspective(art, matrix, px, borderValue=(90, 110, 130)), np.uint8
        )
    over = cv2.warpPerspective(art, matrix, px).astype(np.float32)
    part = over[..., 3:] / 255
    return np.asarray(under * (1 - part) + over[..., :3] * part, np.uint8)
