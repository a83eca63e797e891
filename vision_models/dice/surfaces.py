"""Drawn surfaces for training: plain, grained, woven, printed, strewn with things.

All pictures are `(H, W, 3)` uint8 BGR, all lengths px, all chances from the generator passed in.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision_models.dice import prints
from vision_models.dice.draw import Mask, Picture, cloud
from vision_models.dice.things import any_colour, distractor, token

Ground = Callable[[int, int, np.random.Generator], Picture]


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


def _plaid(h: int, w: int, rng: np.random.Generator) -> Picture:
    return prints.plaid(h, w, rng, _cloth(h, w, rng) if rng.random() < 0.5 else _plain(h, w, rng))


def _page(h: int, w: int, rng: np.random.Generator) -> Picture:
    return prints.page(h, w, rng, _plain(h, w, rng))


def _cells(h: int, w: int, rng: np.random.Generator) -> Picture:
    return prints.table_of_cells(h, w, rng, _plain(h, w, rng))


def _repeated(h: int, w: int, rng: np.random.Generator) -> Picture:
    """One motif over and over: wallpaper, woven figures, dots."""
    art = _plain(h, w, rng) if rng.random() < 0.5 else _cloth(h, w, rng)
    kind = rng.random()
    motif = prints.ornament(rng) if kind < 0.4 else prints.sign(rng) if kind < 0.7 else _dot()
    step = float(np.exp(rng.uniform(np.log(9), np.log(90))))
    height, ink = step * rng.uniform(0.3, 0.9), any_colour(rng)
    turn, odd = float(rng.uniform(0, 7)), rng.random() < 0.5
    for row in range(int(h / step) + 2):
        for column in range(int(w / step) + 2):
            x = (column + (0.5 if odd and row % 2 else 0.0)) * step
            prints.stamp(art, motif, (x, row * step, height, turn), ink)
    return art


def _dot() -> Mask:
    mask = np.zeros((32, 32), np.float32)
    cv2.circle(mask, (16, 16), 13, 1.0, -1, cv2.LINE_AA)
    return mask


def _pebbles(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = _plain(h, w, rng)
    size = float(np.exp(rng.uniform(np.log(2), np.log(22))))
    base, spread = np.array(any_colour(rng)), rng.uniform(15, 70)
    for _ in range(int(min(1500, 0.8 * h * w / size**2))):
        x, y = rng.uniform((0, 0), (w, h))
        axes = np.maximum(1, rng.uniform(0.3, 1.0, 2) * size)
        colour = np.clip(base + rng.normal(0, spread), 0, 255)
        cv2.ellipse(art, (round(x), round(y)), (round(axes[0]), round(axes[1])),
                    float(rng.uniform(0, 180)), 0, 360, tuple(float(c) for c in colour), -1,
                    cv2.LINE_AA)  # fmt: skip
    return art


def _hexes(h: int, w: int, rng: np.random.Generator) -> Picture:
    """Hexagonal tiles with number tokens on them."""
    art = _plain(h, w, rng)
    reach = float(rng.uniform(14, 60))
    palette = [any_colour(rng) for _ in range(5)]
    angles = np.arange(6) * np.pi / 3
    for row in range(int(h / (1.5 * reach)) + 2):
        for column in range(int(w / (1.73 * reach)) + 2):
            x = (column + 0.5 * (row % 2)) * 1.73 * reach
            y = row * 1.5 * reach
            ring = np.stack([np.sin(angles), np.cos(angles)], 1) * 0.97 * reach + (x, y)
            cv2.fillPoly(art, [np.round(ring).astype(np.int32)],
                         palette[int(rng.integers(5))], cv2.LINE_AA)  # fmt: skip
            if rng.random() < 0.7:
                token(art, rng, reach * 0.8, x, y)
    return art


def _speckled(h: int, w: int, rng: np.random.Generator) -> Picture:
    art = _GROUNDS[int(rng.integers(4))](h, w, rng)
    share = rng.uniform(0.002, 0.04)
    art[rng.random((h, w)) < share / 2] = 255
    art[rng.random((h, w)) < share / 2] = 0
    return art


_GROUNDS: tuple[Ground, ...] = (
    _plain, _grained, _cloth, _board, _board, _plaid, _page, _cells, _repeated, _pebbles, _hexes,
    _speckled,
)  # fmt: skip
_QUIET = 5
"""So many of the first are surfaces on which people throw dice more often."""


def background(h: int, w: int, rng: np.random.Generator) -> Picture:
    """A surface without dice."""
    among = _QUIET if rng.random() < 0.4 else len(_GROUNDS)
    return _GROUNDS[int(rng.integers(among))](h, w, rng)
