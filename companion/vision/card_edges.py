"""Where cards may lie, told by their edges: two straight lines that meet at a right angle.

A corner of a card whose size is known leaves four ways to lie. So one corner is enough, however
much of the card is covered.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm

Poses = npt.NDArray[np.float64]
"""`(N, 3)`: middles of cards, mm from the cut's top left, and their turn, radians clockwise."""
Floats = npt.NDArray[np.float64]
PX_PER_MM = 2.5
"""Scale of the cuts that cards are read from."""


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """Which lines are edges, and which edges make a corner."""

    px_per_mm: float = 1.0
    """Scale at which lines are looked for: finer ones find no more cards."""
    least_mm: float = 9.0
    """Shorter lines are letters and symbols."""
    square_deg: float = 3.5
    """Corners are so nearly square, as seen with a board's tilt taken out."""
    near_mm: float = 5.0
    """So near to a corner its edges end: corners are round."""
    across_mm: float = 2.0
    """So far beyond a corner a line may go on: another card's edge in line with it."""
    alike_mm: float = 1.5
    alike_deg: float = 2.0
    """Two ways to lie that differ by less are one."""


def lines_of(pixels: Pixels, settings: EdgeSettings) -> Floats:
    """Straight lines `(N, 4)`: their ends, mm from the cut's top left."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    scale = settings.px_per_mm / PX_PER_MM
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, 1.0).detect(small)[0]
    if found is None:
        return np.zeros((0, 4))
    lines = (found.reshape(-1, 4).astype(np.float64) + 0.5) / settings.px_per_mm
    long = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) >= settings.least_mm
    return np.asarray(lines[long])


def poses_of(lines: Floats, form: CardForm, settings: EdgeSettings) -> Poses:
    """Every way in which a card with a corner among these lines may lie; turned by half, too.

    Turns are below half of one. A corner may also be one of what its border frames.
    """
    corners, first, second = _corners(lines, settings)
    if form.border_mm:
        inner = corners - (first + second) * form.border_mm
        corners = np.concatenate([corners, inner])
        first, second = np.tile(first, (2, 1)), np.tile(second, (2, 1))
    ways = []
    for along, across in ((first, second), (second, first)):
        middle = corners + along * (form.w_mm / 2) + across * (form.h_mm / 2)
        turn = np.arctan2(along[:, 1], along[:, 0])
        ways.append(np.column_stack([middle, turn]))
    poses = np.concatenate(ways) if len(corners) else np.zeros((0, 3))
    poses[:, 2] %= np.pi
    return _without_doubles(poses, settings)


def _corners(lines: Floats, settings: EdgeSettings) -> tuple[Floats, Floats, Floats]:
    """Corners `(N, 2)` and the unit vectors along their two edges."""
    if len(lines) < 2:
        return np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2))
    start, end = lines[:, :2], lines[:, 2:]
    way = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    square = np.abs(way @ way.T) < np.sin(np.radians(settings.square_deg))
    one, other = np.nonzero(np.triu(square))
    cross = way[one, 0] * way[other, 1] - way[one, 1] * way[other, 0]
    gap = start[other] - start[one]
    along = (gap[:, 0] * way[other, 1] - gap[:, 1] * way[other, 0]) / cross
    meet = start[one] + along[:, None] * way[one]
    ways, good = [], np.ones(len(one), bool)
    for which in (one, other):
        near, out = _nearer_end(meet, start[which], end[which])
        beyond = ((near - meet) * out).sum(axis=1)  # negative where the line goes on
        good &= (beyond < settings.near_mm) & (beyond > -settings.across_mm)
        ways.append(out)
    long = np.linalg.norm(end - start, axis=1)
    first, second = _squared(ways[0], ways[1], long[one] >= long[other])
    return meet[good], first[good], second[good]


def _squared(
    first: Floats, second: Floats, by_first: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """Nearly square unit vectors `(N, 2)` made square, by the one of the longer line."""
    left = np.column_stack([-first[:, 1], first[:, 0]])
    side = np.sign((left * second).sum(axis=1))[:, None]
    from_first = left * side
    from_second = np.column_stack([second[:, 1], -second[:, 0]]) * side
    chosen = by_first[:, None]
    return np.where(chosen, first, from_second), np.where(chosen, from_first, second)


def _nearer_end(meet: Floats, start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """The ends of lines that are nearer to points, and the ways from there to the other ends."""
    first = (np.linalg.norm(meet - start, axis=1) <= np.linalg.norm(meet - end, axis=1))[:, None]
    near, far = np.where(first, start, end), np.where(first, end, start)
    return near, (far - near) / np.linalg.norm(far - near, axis=1)[:, None]


def _without_doubles(poses: Poses, settings: EdgeSettings) -> Poses:
    """One of each, whatever its neighbours on the grid are."""
    grid = np.round(poses / (settings.alike_mm, settings.alike_mm, np.radians(settings.alike_deg)))
    _, places = np.unique(grid, axis=0, return_index=True)
    return np.asarray(poses[np.sort(places)])
