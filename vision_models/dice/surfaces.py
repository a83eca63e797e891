"""Drawn surfaces for training, and the things on them that are no dice.

All pictures are `(H, W, 3)` uint8 BGR, all lengths px, all chances from the generator passed in.
"""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision_models.dice.draw import (
    Colour,
    Picture,
    cloud,
    draw_die,
    random_look,
    random_pose,
)


def any_colour(rng: np.random.Generator) -> Colour:
    """Any colour, BGR."""
    b, g, r = rng.uniform(0, 255, 3)
    return float(b), float(g), float(r)


def _plain(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = np.empty((h, w, 3), np.float32)
    if rng.random() < 0.6:
        level = rng.uniform(10, 245)
        art[:] = level + rng.normal(0, 18, 3)
    else:
        art[:] = any_colour(rng)
    art += cloud(h, w, rng, int(rng.integers(2, 5)))[..., None] * rng.uniform(0, 25)
    return np.clip(art, 0, 255).astype(np.uint8)


def _grained(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = _plain(h, w, rng).astype(np.float32)
    stretched = cv2.resize(cloud(h, max(2, w // 12), rng, 40), (w, h))
    grain = stretched if rng.random() < 0.5 else cloud(h, w, rng, int(rng.integers(20, 80)))
    if rng.random() < 0.5:
        grain = np.ascontiguousarray(cv2.resize(np.ascontiguousarray(grain.T), (w, h)))
    art += grain[..., None] * rng.uniform(4, 35)
    return np.clip(art, 0, 255).astype(np.uint8)


def _cloth(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = _plain(h, w, rng).astype(np.float32)
    yy, xx = np.mgrid[0:h, 0:w]
    period = rng.uniform(2.5, 24, 2)
    weave = np.sign(np.sin(2 * np.pi * xx / period[0])) + np.sin(2 * np.pi * yy / period[1])
    art += weave[..., None] * rng.uniform(3, 22)
    return np.clip(art, 0, 255).astype(np.uint8)


def _board(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = _plain(h, w, rng)
    if rng.random() < 0.5:
        art = (art * rng.uniform(0.1, 0.5)).astype(np.uint8)
    for _ in range(int(rng.integers(3, 16))):
        distractor(art, rng, float(rng.uniform(0.05, 0.3)) * max(h, w),
                   float(rng.uniform(0, w)), float(rng.uniform(0, h)))  # fmt: skip
    return art


_GROUNDS: tuple[Callable[[int, int, np.random.Generator], Picture], ...] = (
    _plain, _grained, _cloth, _board, _board,
)  # fmt: skip


def background(h: int, w: int, rng: np.random.Generator) -> Picture:
    """A surface without dice."""
    return _GROUNDS[int(rng.integers(len(_GROUNDS)))](h, w, rng)


def slot(canvas: Picture, x: float, y: float, side: float, rng: np.random.Generator) -> None:
    """A printed square place for a die, sometimes with a mark in it."""
    level = any_colour(rng) if rng.random() < 0.4 else (float(rng.uniform(0, 255)),) * 3
    half = side / 2
    corners = [(round(x - half), round(y - half)), (round(x + half), round(y + half))]
    if rng.random() < 0.5:
        fill = tuple(float(np.clip(v + rng.normal(0, 25), 0, 255)) for v in canvas.mean((0, 1)))
        cv2.rectangle(canvas, corners[0], corners[1], fill, -1)
    cv2.rectangle(canvas, corners[0], corners[1], level, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.3:
        _text(canvas, rng, x, y, side * 0.5)


def _text(canvas: Picture, rng: np.random.Generator, x: float, y: float, size: float) -> None:
    words = ["1", "2", "3", "4", "5", "6", "8", "10", "=", "X", "A", "+1", "<", "?", "VP", "ore"]
    scale = max(0.25, size / 30)
    corner, font = (round(x - size / 2), round(y + size / 2)), int(rng.integers(0, 8))
    thick = max(1, round(scale))
    word = str(rng.choice(words))
    cv2.putText(canvas, word, corner, font, scale, any_colour(rng), thick, cv2.LINE_AA)


def distractor(canvas: Picture, rng: np.random.Generator, size: float, x: float, y: float) -> None:
    """Something that is no die: disc, ring, square, cube, star, card, text or lines."""
    kind = int(rng.integers(10))
    colour = any_colour(rng)
    thick = -1 if rng.random() < 0.5 else int(rng.integers(1, 4))
    half = max(2, round(size / 2))
    at = (round(x), round(y))
    if kind == 0:
        cv2.circle(canvas, at, half, colour, thick, cv2.LINE_AA)
    elif kind == 1:
        slot(canvas, x, y, size, rng)
    elif kind == 2:
        _polygon(canvas, at, half, colour, rng)
    elif kind == 3:
        _star(canvas, at, half, colour, rng)
    elif kind == 4:
        look = replace(random_look(rng), pip_radius=0.001)
        draw_die(canvas, random_pose(rng, x, y, max(6.0, size)), 0, look, rng)
    elif kind == 9:
        numeral_die(canvas, rng, x, y, max(6.0, size))
    elif kind == 5:
        _text(canvas, rng, x, y, size)
    elif kind == 6:
        ends = np.round(rng.uniform(-size, size, 4) + np.array([x, y, x, y])).astype(int)
        cv2.line(canvas, (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3])), colour,
                 int(rng.integers(1, 5)), cv2.LINE_AA)  # fmt: skip
    elif kind == 7:
        for r in range(half, 2, -max(3, half // 4)):
            cv2.circle(canvas, at, r, colour, 1, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 8))):
            dot = np.round(rng.normal(0, size / 2, 2) + np.array([x, y])).astype(int)
            cv2.circle(canvas, (int(dot[0]), int(dot[1])), max(1, half // 6), colour, -1,
                       cv2.LINE_AA)  # fmt: skip


def numeral_die(canvas: Picture, rng: np.random.Generator, x: float, y: float, edge: float) -> None:
    """A die with numerals: a cube, or an outline of more corners with numbers on it."""
    if rng.random() < 0.5:
        pose = random_pose(rng, x, y, edge)
        draw_die(canvas, pose, int(rng.integers(7, 27)), random_look(rng), rng)
        return
    look = random_look(rng)
    middle = (round(x), round(y))
    turns = rng.uniform(0, 7) + np.arange(6) * np.pi / 3 + rng.normal(0, 0.12, 6)
    ring = np.stack([np.cos(turns), np.sin(turns)], 1) * 0.62 * edge + (x, y)
    for k in range(6):
        part = np.round(np.array([ring[k], ring[(k + 1) % 6], (x, y)])).astype(np.int32)
        shade = rng.uniform(0.6, 1.1)
        cv2.fillPoly(canvas, [part], tuple(c * shade for c in look.body), cv2.LINE_AA)
    scale = edge / 45
    corner = (middle[0] - round(0.2 * edge), middle[1] + round(0.2 * edge))
    number, font = str(rng.integers(1, 21)), int(rng.integers(0, 8))
    cv2.putText(canvas, number, corner, font, scale, look.pip, max(1, round(scale)), cv2.LINE_AA)


def _polygon(
    canvas: Picture, at: tuple[int, int], half: int, colour: Colour, rng: np.random.Generator
) -> None:
    sides = int(rng.integers(3, 7))
    angles = rng.uniform(0, 7) + np.arange(sides) * 2 * np.pi / sides
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * half + at
    shape = [np.round(points).astype(np.int32)]
    if rng.random() < 0.5:
        cv2.fillPoly(canvas, shape, colour, cv2.LINE_AA)
    else:
        cv2.polylines(canvas, shape, True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)


def _star(
    canvas: Picture, at: tuple[int, int], half: int, colour: Colour, rng: np.random.Generator
) -> None:
    angles = rng.uniform(0, 7) + np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2 == 0, half, half * 0.4)
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None] + at
    cv2.fillPoly(canvas, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
