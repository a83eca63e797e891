"""Shapes of dice as plain arrays: a cube with round edges and hollow pips, and other solids.

Lengths are in edges of the die, the origin is its middle, z points up from the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
GRID = 37
BEVEL = 4  # rows of the grid in each round edge
ATLAS_COLUMNS, ATLAS_ROWS = 3, 2
# Right, up and outward direction of each face: top, bottom, +x, -x, +y, -y.
FRAMES: tuple[tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, -1, 0), (0, 0, 1), (-1, 0, 0)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
)


@dataclass(frozen=True, slots=True)
class Pip:
    """One pip: place from the middle of its face, radius, depth of the hollow."""

    x: float
    y: float
    radius: float
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Corners and outward normals `(N, 3)`, texture places `(N, 2)` 0-1, quads `(M, 4)`."""

    corners: Floats
    normals: Floats
    texture: Floats
    quads: npt.NDArray[np.int32]


def rounded_cube(rounding: float, pips: Mapping[int, Sequence[Pip]]) -> Mesh:
    """A die with edges of radius `rounding`; `pips` by face, in the order of `FRAMES`."""
    parts = [_face(k, rounding, pips.get(k, ())) for k in range(6)]
    size = GRID * GRID
    return Mesh(
        np.concatenate([p.corners for p in parts]),
        np.concatenate([p.normals for p in parts]),
        np.concatenate([p.texture for p in parts]),
        np.concatenate([p.quads + size * k for k, p in enumerate(parts)]),
    )


def _face(face: int, rounding: float, pips: Sequence[Pip]) -> Mesh:
    edge = np.linspace(0.5 - rounding, 0.5, BEVEL + 1)[1:]
    inner = np.linspace(rounding - 0.5, 0.5 - rounding, GRID - 2 * BEVEL)
    line = np.concatenate([-edge[::-1], inner, edge])
    x, y = (a.ravel() for a in np.meshgrid(line, line))
    flat = np.stack([x, y, np.full_like(x, 0.5)], axis=1)
    inner = np.clip(flat, -(0.5 - rounding), 0.5 - rounding)
    normals = (flat - inner) / np.linalg.norm(flat - inner, axis=1, keepdims=True)
    corners = inner + rounding * normals
    depth, slope = _hollows(x, y, pips)
    corners -= depth[:, None] * normals
    bent = normals.copy()
    bent[:, :2] += slope
    bent /= np.linalg.norm(bent, axis=1, keepdims=True)
    turn = np.array(FRAMES[face], np.float64)
    inset = 0.5 + flat[:, :2] * 0.99
    tile = np.array([face % ATLAS_COLUMNS, face // ATLAS_COLUMNS])
    texture = (inset + tile) / (ATLAS_COLUMNS, ATLAS_ROWS)
    return Mesh(corners @ turn, bent @ turn, texture, _quads())


def _hollows(x: Floats, y: Floats, pips: Sequence[Pip]) -> tuple[Floats, Floats]:
    """Depth `(N,)` and its slope `(N, 2)`: a parabola in each pip."""
    depth, slope = np.zeros_like(x), np.zeros((len(x), 2))
    for pip in pips:
        dx, dy = x - pip.x, y - pip.y
        inside = dx**2 + dy**2 < pip.radius**2
        share = 1 - (dx**2 + dy**2) / pip.radius**2
        depth[inside] = pip.depth * share[inside]
        fall = np.stack([dx, dy], axis=1) * (-2 * pip.depth / pip.radius**2)
        slope[inside] = fall[inside]
    return depth, slope


def _quads() -> npt.NDArray[np.int32]:
    start = (np.arange(GRID - 1)[:, None] * GRID + np.arange(GRID - 1)).ravel()
    return np.stack([start, start + 1, start + GRID + 1, start + GRID], axis=1).astype(np.int32)


def solid(sides: int) -> Floats:
    """Corners `(N, 3)` of a die with 8, 10, 12 or 20 sides, about 1.2 edges of a cube wide.

    Raises `KeyError` for another number of sides.
    """
    golden = (1 + 5**0.5) / 2
    cyclic = {
        8: [(1.0, 0.0, 0.0)],
        12: [(1.0, 1.0, 1.0), (0.0, 1 / golden, golden)],
        20: [(0.0, 1.0, golden)],
    }
    corners = _trapezohedron() if sides == 10 else _signed(cyclic[sides])
    return np.asarray(corners / np.linalg.norm(corners, axis=1).max() * 0.68)


def _signed(seeds: list[tuple[float, float, float]]) -> Floats:
    """All signs and cyclic changes of places of the seeds."""
    signs = [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    rows = [np.roll(np.array(s) * sign, k) for s in seeds for sign in signs for k in range(3)]
    return np.asarray(np.unique(np.round(np.array(rows), 9) + 0.0, axis=0))


def _trapezohedron() -> Floats:
    """The ten-sided die: kites that meet in two tips."""
    turns = np.arange(10) * np.pi / 5
    low = (1 - np.cos(np.pi / 5)) / (1 + np.cos(np.pi / 5))  # makes the kites flat
    heights = np.where(np.arange(10) % 2 == 0, low, -low)
    ring = np.stack([np.cos(turns), np.sin(turns), heights], axis=1)
    return np.concatenate([ring, [(0, 0, 1.0), (0, 0, -1.0)]])
