"""Where cards may lie, told by corners: two straight lines that meet at a right angle.

A corner of a card whose size is known leaves four ways to lie. So one corner is enough, however
much of the card is covered; what all cards of a deck have printed on them has corners, too.
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
STRENGTHS = 32
"""Lines begin at the strongest of so many sorts of pixels: more only take longer to sort."""


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
    agree_mm: float = 3.0
    agree_deg: float = 3.0
    """So far apart two corners of a card tell how it lies: one is half a card away."""


def lines_of(pixels: Pixels, settings: EdgeSettings) -> Floats:
    """Straight lines `(N, 4)`: their ends, mm from the cut's top left."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)  # far quicker
    scale = 2 * settings.px_per_mm / PX_PER_MM
    small = cv2.resize(half, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, 1.0, n_bins=STRENGTHS)
    found = detector.detect(small)[0]
    if found is None:
        return np.zeros((0, 4))
    lines = (found.reshape(-1, 4).astype(np.float64) + 0.5) / settings.px_per_mm
    long = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) >= settings.least_mm
    return np.asarray(lines[long])


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """Points `(N, 2)`, mm, and unit vectors along the two edges that meet there, the second one
    clockwise of the first."""

    at: Floats
    first: Floats
    second: Floats

    def those(self, which: npt.NDArray[np.bool_]) -> "Corners":
        """Some of them."""
        return Corners(self.at[which], self.first[which], self.second[which])


def poses_of(corners: Corners, form: CardForm, settings: EdgeSettings) -> Poses:
    """Every way in which a card with one of these corners may lie; turned by half, too.

    Turns are below half of one. A corner may also be one of what its border frames.
    """
    return _without_doubles(_ways_of(corners, form), settings)


def agreed_poses(corners: Corners, form: CardForm, settings: EdgeSettings) -> Poses:
    """Those ways to lie that corners at two places speak for."""
    ways = _ways_of(corners, form)
    at = np.resize(corners.at, (len(ways), 2))  # of the same corner again and again
    near = np.flatnonzero(_are_near(ways, settings))  # far quicker than by rows and columns
    one, other = np.divmod(near, len(ways))
    apart = np.linalg.norm(at[one] - at[other], axis=1) > min(form.w_mm, form.h_mm) / 2
    return _without_doubles(ways[np.unique(one[apart])], settings)


def _ways_of(corners: Corners, form: CardForm) -> Poses:
    """All ways to lie, those of all corners in turn, several times over."""
    at, first, second = corners.at, corners.first, corners.second
    if form.border_mm:
        at = np.concatenate([at, at - (first + second) * form.border_mm])
        first, second = np.tile(first, (2, 1)), np.tile(second, (2, 1))
    ways = []
    for along, across in ((first, second), (second, first)):
        middle = at + along * (form.w_mm / 2) + across * (form.h_mm / 2)
        turn = np.arctan2(along[:, 1], along[:, 0])
        ways.append(np.column_stack([middle, turn]))
    poses = np.concatenate(ways)
    poses[:, 2] %= np.pi
    return poses


def _are_near(ways: Poses, settings: EdgeSettings) -> npt.NDArray[np.bool_]:
    """Which ways to lie are near to which `(N, N)`: the sum of the squares of how far off they are
    in place and turn is at most that of `agree_mm`, to which `agree_deg` are as much."""
    double = 2 * ways[:, 2]  # half a turn more is the same
    mm = settings.agree_mm / np.radians(2 * settings.agree_deg)
    points = np.column_stack([ways[:, :2], mm * np.cos(double), mm * np.sin(double)])
    half, one = -(points * points).sum(axis=1) / 2, np.ones(len(ways))
    left, right = np.column_stack([points, half, one]), np.column_stack([points, one, half])
    near = left.astype(np.float32) @ right.astype(np.float32).T  # minus half the distance's square
    return np.asarray(near > -(settings.agree_mm**2) / 2)


def poses_by(corners: Corners, printed: Corners, settings: EdgeSettings) -> Poses:
    """Every way in which a card may lie that shows a corner of its print as one of these.

    Of printed ones the points are from a card's middle.
    """
    turn = (
        np.arctan2(corners.first[:, 1], corners.first[:, 0])[:, None]
        - np.arctan2(printed.first[:, 1], printed.first[:, 0])[None]
    )
    c, s = np.cos(turn), np.sin(turn)
    x, y = printed.at.T
    middle = corners.at[:, None] - np.stack([c * x - s * y, s * x + c * y], axis=2)
    poses = np.concatenate([middle, turn[..., None] % (2 * np.pi)], axis=2).reshape(-1, 3)
    return _without_doubles(poses, settings)


def corners_in(pixels: Pixels, settings: EdgeSettings) -> Corners:
    """Corners in a cut at `PX_PER_MM`."""
    return corners_of(lines_of(pixels, settings), settings)


def corners_of(lines: Floats, settings: EdgeSettings) -> Corners:
    """Where two straight lines `(N, 4)` end in a right angle."""
    if len(lines) < 2:
        return Corners(*np.zeros((3, 0, 2)))
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
    clockwise = (first[:, 0] * second[:, 1] > first[:, 1] * second[:, 0])[:, None]
    found = np.where(clockwise, first, second), np.where(clockwise, second, first)
    return Corners(meet, *found).those(good)


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
