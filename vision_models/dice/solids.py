"""Drawn solids with things on their faces that are no pips: dice of other kinds, picture cubes.

All pictures are `(H, W, 3)` uint8 BGR, all lengths px, all chances from the generator passed in.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice.draw import Look, Picture, Points, random_look, soften
from vision_models.dice.prints import art_mask

Faces = tuple[tuple[int, ...], ...]
_FLAT = 0.02  # corners nearer to a plane than this share of the radius lie on it
_ART_PX = 48
_GOLDEN = (1 + 5**0.5) / 2


_POLES: list[tuple[float, ...]] = [(0, 0, 1.0), (0, 0, -1.0)]


def _shifted(points: Sequence[tuple[float, float, float]]) -> list[tuple[float, ...]]:
    """Each point with its coordinates in all three cyclic orders."""
    return [(p[k], p[(k + 1) % 3], p[(k + 2) % 3]) for p in points for k in range(3)]


def _corners(kind: str) -> Points:
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    turns = [np.pi / 5 * k for k in range(10)]
    cyclic = [(0, a, b * _GOLDEN) for a in (-1, 1) for b in (-1, 1)]
    inverse = [(0, a / _GOLDEN, b * _GOLDEN) for a in (-1, 1) for b in (-1, 1)]
    corners: dict[str, Sequence[tuple[float, ...]]] = {
        "d4": [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
        "d6": [*signs],
        "d8": [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
        "d10": [(float(np.cos(t)), float(np.sin(t)), 0.105 * (-1) ** k)
                for k, t in enumerate(turns)] + _POLES,
        "d12": [*signs, *_shifted(inverse)],
        "d20": _shifted(cyclic),
    }  # fmt: skip
    points = np.array(corners[kind], np.float64)
    return np.asarray(points / np.linalg.norm(points, axis=1).max())


@cache
def solid_of(kind: str) -> tuple[Points, Faces]:
    """Corners on the unit sphere and faces as rings of corners, seen anticlockwise from outside."""
    points = _corners(kind)
    faces: set[tuple[int, ...]] = set()
    for chosen in combinations(range(len(points)), 3):
        a, b, c = points[list(chosen)]
        normal = np.cross(b - a, c - a)
        length = np.linalg.norm(normal)
        if length < 1e-6:
            continue
        heights = (points - a) @ normal / length
        if heights.min() > -_FLAT or heights.max() < _FLAT:
            faces.add(_ring(points, np.nonzero(np.abs(heights) <= _FLAT)[0]))
    return points, tuple(sorted(faces))


def _ring(points: Points, members: npt.NDArray[np.intp]) -> tuple[int, ...]:
    middle = points[members].mean(axis=0)
    outward = middle / np.linalg.norm(middle)
    first = points[members[0]] - middle
    first -= outward * (first @ outward)
    second = np.cross(outward, first)
    around = points[members] - middle
    angles = np.arctan2(around @ second, around @ first)
    return tuple(int(m) for m in members[np.argsort(angles)])


KINDS = ("d4", "d6", "d8", "d10", "d10", "d12", "d20")


def solid(canvas: Picture, rng: np.random.Generator, x: float, y: float, size: float) -> None:
    """A die of another kind, or a cube with pictures, about `size` px wide round `(x, y)`."""
    reach = 0.58 * size
    left, top = max(0, int(x - 2 * reach)), max(0, int(y - 2 * reach))
    part = canvas[top : int(y + 2 * reach) + 1, left : int(x + 2 * reach) + 1]
    if min(part.shape) == 0:
        return
    x, y = x - left, y - top
    kind = str(rng.choice(KINDS))
    points, faces = solid_of(kind)
    turned = points @ _any_turn(rng).T
    flat = turned[:, :2] * reach + (x, y)
    look, pictured = random_look(rng), rng.random() < (0.45 if kind in ("d6", "d8") else 0.1)
    _shade_below(part, flat, size, rng)
    light = rng.normal(0, 1, 3) + np.array([0, 0, 1.5])
    light /= np.linalg.norm(light)
    for face in faces:
        corners = turned[list(face)]
        normal = corners.mean(axis=0)
        normal /= np.linalg.norm(normal)
        if normal[2] > 0.05:
            shine = 0.55 + 0.5 * float(normal @ light)
            _face(part, rng, flat[list(face)], look, pictured=pictured, bright=shine)
    if rng.random() < 0.7:
        soften(part, x, y, size, float(rng.uniform(0.3, 0.02 * size + 0.5)))


def _any_turn(rng: np.random.Generator) -> Points:
    """A random rotation `(3, 3)`."""
    q, r = np.linalg.qr(rng.normal(0, 1, (3, 3)))
    q = q * np.sign(np.diag(r))
    if np.linalg.det(q) < 0:
        q[:, 0] *= -1
    return np.asarray(q)


def _face(
    canvas: Picture, rng: np.random.Generator, ring: Points, look: Look, *, pictured: bool,
    bright: float,
) -> None:  # fmt: skip
    """One facet: body colour, edges, and a numeral or picture laid into its plane."""
    points = [np.round(ring * 16).astype(np.int32)]
    bright *= float(rng.uniform(0.92, 1.05))
    body = tuple(float(min(255.0, c * bright)) for c in look.body)
    cv2.fillPoly(canvas, points, body, cv2.LINE_AA, 4)
    if rng.random() < 0.6:
        edge = tuple(float(min(255.0, c * bright * 1.15 + 8)) for c in look.body)
        cv2.polylines(canvas, points, True, edge, 1, cv2.LINE_AA, 4)
    mask = art_mask(rng, _ART_PX, pictured=pictured)
    if rng.random() < 0.5 and pictured:
        mask = _framed(mask)
    middle = ring.mean(axis=0)
    toward = ring[0] - middle
    across = (ring[1] - middle) - toward * 0.3
    # Keep the print's own proportions: the second axis only tells which way the facet leans.
    half = 0.5 if pictured else float(rng.uniform(0.4, 0.62))
    matrix = np.column_stack([across * half, toward * half]) * 2 / _ART_PX
    warp = np.column_stack([matrix, middle - matrix @ (_ART_PX / 2, _ART_PX / 2)])
    h, w = canvas.shape[:2]
    laid = cv2.warpAffine(mask, warp, (w, h), flags=cv2.INTER_AREA)[..., None]
    ink = np.array(look.pip, np.float32) * min(1.0, bright + 0.1)
    canvas[:] = (canvas * (1 - laid) + ink * laid).astype(np.uint8)


def _framed(mask: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    side = mask.shape[0]
    cv2.rectangle(mask, (3, 3), (side - 4, side - 4), 1.0, 2)
    return mask


def _shade_below(canvas: Picture, flat: Points, size: float, rng: np.random.Generator) -> None:
    h, w = canvas.shape[:2]
    shade = np.zeros((h, w), np.float32)
    moved = flat + rng.uniform(-0.15, 0.15, 2) * size
    cv2.fillConvexPoly(shade, cv2.convexHull(moved.astype(np.float32)).astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(shade, (0, 0), max(0.6, 0.08 * size)) * rng.uniform(0, 0.6)
    canvas[:] = (canvas * (1 - soft[..., None])).astype(np.uint8)
