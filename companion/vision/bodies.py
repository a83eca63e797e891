"""Models as solids that stand or lie on a board, and the silhouettes a camera sees of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Form
from companion.vision.pose import Box, Points, Pose

Mask = npt.NDArray[np.uint8]
At = tuple[float, float, float]
"""Where a body is: x, y mm and its turn in rad."""

AROUND = 20
"""Corners of a circle."""
TURNS = 16
"""Ways a body is turned when it is looked for first; it is turned more finely later."""
SHIFT = 4
"""Fraction bits of the points that polygons are drawn at."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A model in one posture about the middle of what it takes of the board, mm.

    Its silhouette is that of `hulls`, convex solids by their corners `(N, 3)`, and of `faces`,
    flat polygons. `plan` `(N, 2)` is the hull of what it takes of the board, `sides` all that can
    be seen of it, corners counterclockwise from outside where x, y and height are right-handed.
    `lying` is `None` where pieces of its kind never lie. `count` stand upon one another.
    """

    kind: str
    lying: bool | None
    count: int
    turns: int
    hulls: tuple[Points, ...]
    faces: tuple[Points, ...]
    plan: Points
    sides: tuple[Points, ...]
    reach_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A cut of a board as a camera sees it: `eye` `(3,)` mm, the cut's top left `(2,)` mm, scale.

    A point above the board is seen where its line of sight meets the board: that is exact.
    """

    eye: Points
    corner: Points
    px_per_mm: float

    def px(self, points: Points) -> Points:
        """Points `(N, 3)` mm in px of the cut `(N, 2)`."""
        below, height = self.eye[:2], self.eye[2]
        flat = below + (points[:, :2] - below) * (height / (height - points[:, 2:]))
        return np.asarray((flat - self.corner) * self.px_per_mm - 0.5)

    def at(self, window: tuple[slice, slice]) -> "View":
        """The same of a part of the cut: rows and columns, px."""
        corner = np.array((window[1].start, window[0].start)) / self.px_per_mm
        return View(self.eye, self.corner + corner, self.px_per_mm)


def view_of(pose: Pose, box: Box, px_per_mm: float) -> View:
    """How things stand in a box of the board that is cut at a scale."""
    camera = pose.image_from_board
    eye = -np.linalg.solve(camera[:, :3], camera[:, 3])
    x, y, w, h = box
    return View(np.asarray(eye), np.array((x - w / 2, y - h / 2)), px_per_mm)


def bodies_of(form: Form) -> tuple[Body, ...]:
    """Every posture that pieces of a form may have."""
    outline = np.array(form.outline or _plain(form), np.float64)
    stands = [
        _body(form, outline, count, lying=False if form.lies else None)
        for count in range(1, form.stack + 1)
    ]
    return (*stands, _body(form, outline, 1, lying=True)) if form.lies else tuple(stands)


def silhouette(
    body: Body, at: tuple[float, float, float], view: View, size: tuple[int, int]
) -> Mask:
    """What is seen of a body at x, y mm, so turned (rad), 1 in a picture `(w, h)` px of zeros."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    corners, ends = _corners(body)
    parts = np.split(_fixed(view.px(placed(corners, at))), ends)
    for hull in parts[: len(body.hulls)]:
        cv2.fillConvexPoly(mask, cv2.convexHull(hull), 1, cv2.LINE_8, SHIFT)
    for face in parts[len(body.hulls) :]:
        cv2.fillPoly(mask, [face], 1, cv2.LINE_8, SHIFT)
    return mask


@lru_cache(maxsize=64)
def _corners(body: Body) -> tuple[Points, tuple[int, ...]]:
    """Corners of all its hulls, then of its faces, and where each but the first begins."""
    parts = (*body.hulls, *body.faces)
    return np.concatenate(parts), tuple(accumulate(len(part) for part in parts[:-1]))


def placed(points: Points, at: At) -> Points:
    """Corners `(N, 2 or 3)` of a body that is put at x, y mm, so turned (rad)."""
    x, y, turn = at
    c, s = np.cos(turn), np.sin(turn)
    moved = points.copy()
    moved[:, :2] = points[:, :2] @ np.array([(c, s), (-s, c)]) + (x, y)
    return np.asarray(moved)


def _fixed(points: Points) -> npt.NDArray[np.int32]:
    return np.asarray(np.round(points * 2**SHIFT), np.int32)


def _plain(form: Form) -> list[tuple[float, float]]:
    """The silhouette from the side of a piece that is told by its sizes alone."""
    foot, top, up = form.size_mm / 2, form.size_mm / 2 * form.taper, form.height_mm
    right = [(foot, 0.0), (top, up)]
    return right if form.round else [*right, (-top, up), (-foot, 0.0)]


def _body(form: Form, outline: Points, count: int, *, lying: bool | None) -> Body:
    if form.round:
        rings = _rolled(outline) if lying else _lathe(outline, count)
        hulls, faces = tuple(np.concatenate(pair) for pair in pairwise(rings)), tuple[Points, ...]()
        sides = _mantle(rings)
    else:
        hulls, faces = _plate(outline, form.size_mm, count, flat=bool(lying))
        sides = [*(hull[[0, 1, 3, 2]] for hull in hulls), *faces]
    every = np.concatenate([*hulls, *faces])
    middle = (every.min(axis=0) + every.max(axis=0)) / 2 * (1, 1, 0) if lying else np.zeros(3)
    flat = (every - middle)[:, :2].astype(np.float32)
    plan = cv2.convexHull(flat).reshape(-1, 2).astype(np.float64)
    inside = every.mean(axis=0)
    return Body(
        form.kind, lying, count, 1 if form.round and not lying else TURNS,
        tuple(hull - middle for hull in hulls), tuple(face - middle for face in faces),
        plan, tuple(_outwards(side, inside) - middle for side in sides),
        float(np.abs(every - middle).max()),
    )  # fmt: skip


def _mantle(rings: Sequence[Points]) -> list[Points]:
    """The sides of what is turned on a lathe, and its two ends."""
    sides = [
        np.array([one[k], one[(k + 1) % AROUND], other[(k + 1) % AROUND], other[k]])
        for one, other in pairwise(rings)
        for k in range(AROUND)
    ]
    return [*sides, rings[0], rings[-1]]


def _outwards(side: Points, inside: Points) -> Points:
    """A side with its corners so ordered that its normal points away from a point."""
    middle = side.mean(axis=0)
    normal = np.cross(side - middle, np.roll(side, -1, axis=0) - middle).sum(axis=0)
    return side if normal @ (middle - inside) >= 0 else side[::-1]


def _ring() -> Points:
    angles = np.arange(AROUND) * 2 * np.pi / AROUND
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _lathe(profile: Points, count: int) -> list[Points]:
    """Circles of a round piece that stands, and of those that stand upon it."""
    height = float(profile[:, 1].max())
    return [
        np.column_stack([_ring() * radius, np.full(AROUND, up + height * n)])
        for n in range(count)
        for radius, up in profile
    ]


def _rolled(profile: Points) -> list[Points]:
    """Circles of a round piece that lies on its side, its foot towards negative x."""
    radius, along = _resting(profile)
    ring, tilt = _ring(), float(np.arctan2(radius[1] - radius[0], along[1] - along[0]))
    circles = []
    for r, at in profile:
        across = np.column_stack([np.full(AROUND, at), ring[:, 0] * r, ring[:, 1] * r])
        c, s = np.cos(tilt), np.sin(tilt)  # so that the line it rests on is level
        circles.append(across @ np.array([(c, 0, s), (0, 1, 0), (-s, 0, c)]))
    low = min(float(circle[:, 2].min()) for circle in circles)
    return [circle - (0, 0, low) for circle in circles]


def _resting(profile: Points) -> tuple[tuple[float, float], tuple[float, float]]:
    """The line of its side that a round piece rests on when it lies: radii and places on its axis.

    That is the edge of its hull below its centre of gravity.
    """
    discs = profile[np.argsort(profile[:, 1], kind="stable")]
    weight = np.gradient(discs[:, 1]) * discs[:, 0] ** 2
    middle = float((weight * discs[:, 1]).sum() / max(weight.sum(), 1e-9))
    best, found = -np.inf, ((1.0, 1.0), (0.0, 1.0))
    for (r0, z0), (r1, z1) in _pairs(discs):
        if z0 <= middle <= z1 and z1 > z0:
            radius = r0 + (r1 - r0) * (middle - z0) / (z1 - z0)
            if radius > best:
                best, found = radius, ((r0, r1), (z0, z1))
    return found


def _pairs(points: Points) -> Iterator[tuple[Points, Points]]:
    for n, one in enumerate(points):
        for other in points[n + 1 :]:
            yield one, other


def _plate(
    outline: Points, thick_mm: float, count: int, *, flat: bool
) -> tuple[tuple[Points, ...], tuple[Points, ...]]:
    """The rims and the two faces of a plate, on its foot or lying flat."""
    rise = float(outline[:, 1].max())
    hulls, faces = list[Points](), list[Points]()
    for n in range(1 if flat else count):
        sides = []
        for depth in (-thick_mm / 2, thick_mm / 2):
            x, up, level = outline[:, 0], outline[:, 1], np.full(len(outline), depth)
            rows = (up, x, level + thick_mm / 2) if flat else (x, level, up + rise * n)
            sides.append(np.column_stack(rows))
        faces += sides
        for k in range(len(outline)):
            edge = [k, (k + 1) % len(outline)]
            hulls.append(np.concatenate([side[edge] for side in sides]))
    return tuple(hulls), tuple(faces)
