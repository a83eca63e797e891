"""Upright blocks as a camera sees them standing on a board, in a cut of it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Form
from companion.vision.pose import Box, Points, Pose

Costs = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Polygon = npt.NDArray[np.int32]
Window = tuple[int, int, int, int]
"""Left, top, right and bottom, px; the latter two outside."""

SHIFT = 4
"""Fraction bits of the points that polygons are drawn at."""
ONE = 2**SHIFT
QUARTER = np.pi / 2
"""A square turned by this looks as before, rad."""


@dataclass(frozen=True, slots=True, eq=False)
class Lean:
    """Where tops are seen in a cut of the board: `top` `(2, 3)` takes the px of a foot there.

    `below` `(2,)` px lies straight below the camera: what is nearer to it hides what is behind.
    """

    top: Points
    below: Points

    def seen_from(self, corner: tuple[int, int]) -> "Lean":
        """The same in a part of the cut that begins there, px."""
        top = self.top.copy()
        top[:, 2] += top[:, :2] @ corner - corner
        return Lean(top, self.below - corner)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece that stands in a cut: its colour from 1, its foot's middle px, its turn in rad."""

    colour: int
    x: float
    y: float
    turn: float = 0.0


def lean_of(pose: Pose, box: Box, height_mm: float, px_per_mm: float) -> Lean:
    """How pieces so high lean in a box of the board that is cut at a scale."""
    x, y, w, h = box
    feet = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2 + np.array((x, y))
    tops = pose.to_board(pose.raised(height_mm).to_image(feet))
    corner = np.array((x - w / 2, y - h / 2))
    seen = [(points - corner) * px_per_mm - 0.5 for points in (feet, tops)]
    terms = np.column_stack([seen[0], np.ones(4)])
    top = np.linalg.lstsq(terms, seen[1], rcond=None)[0].T
    camera = pose.image_from_board
    below = -np.linalg.solve(camera[:, :3], camera[:, 3])[:2]
    return Lean(np.asarray(top), np.asarray((below - corner) * px_per_mm - 0.5))


@dataclass(frozen=True, slots=True, eq=False)
class Stood:
    """A block drawn, in fractions of px: outline, top, and the room that no other may take.

    `bounds` px hold the outline; `far` px is its foot from below the camera.
    """

    block: Block
    hull: Polygon
    top: Polygon
    room: Polygon
    bounds: Window
    far: float

    def shifted(self, x_px: float, y_px: float) -> "Stood":
        """Moved by so little that it leans as before."""
        by = np.round(np.array((x_px, y_px)) * ONE).astype(np.int32)
        left, top, right, bottom = self.bounds
        bounds = (
            left + math.floor(x_px), top + math.floor(y_px),
            right + math.ceil(x_px), bottom + math.ceil(y_px),
        )  # fmt: skip
        block = replace(self.block, x=self.block.x + x_px, y=self.block.y + y_px)
        return Stood(block, self.hull + by, self.top + by, self.room + by, bounds, self.far)


class Stance:
    """How pieces of one form, `size_px` wide in a cut, stand in it.

    They are drawn wider by `blur_px` at each side.
    """

    def __init__(self, form: Form, size_px: float, lean: Lean, blur_px: float) -> None:
        self.round, self.size_px = form.round, size_px
        self._taper, self._lean = form.taper, lean
        self._wider = 1 + 2 * blur_px / size_px
        count = 20 if form.round else 4
        angles = QUARTER / 2 + np.arange(count) * 2 * np.pi / count
        reach = size_px * (0.5 if form.round else np.sqrt(0.5))
        self._rim = np.column_stack([np.cos(angles), np.sin(angles)]) * reach
        spread = abs(float(np.linalg.det(lean.top[:, :2])))
        self.area_px = float(spread * size_px**2 * (np.pi / 4 if form.round else 1))
        """What one takes for itself at the height of its top."""

    def stand(self, block: Block) -> Stood:
        """A block drawn."""
        c, s = np.cos(block.turn), np.sin(block.turn)
        rim = self._rim @ np.array([(c, s), (-s, c)])
        middle, top = np.array((block.x, block.y)), self._lean.top
        up = rim @ top[:, :2].T
        raised = top[:, :2] @ middle + top[:, 2]
        top_up = up * (self._taper + self._wider - 1)
        points = np.concatenate([rim * self._wider + middle, top_up + raised, up + raised])
        foot, head, room = np.round(points * ONE).astype(np.int32).reshape(3, -1, 2)
        both = np.concatenate([foot, head])
        low, high = both.min(axis=0) // ONE, both.max(axis=0) // ONE + 2
        far = float(np.hypot(*(middle - self._lean.below)))
        bounds = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        hull = np.asarray(cv2.convexHull(both), np.int32)
        return Stood(block, hull, head, room, bounds, far)

    def shared_px(self, a: Stood, b: Stood) -> float:
        """Area of the room that two blocks share."""
        far = float(np.hypot(a.block.x - b.block.x, a.block.y - b.block.y))
        if far > 1.5 * self.size_px:
            return 0.0
        if far < 0.1 * self.size_px:  # OpenCV finds nothing that equal squares share
            return float(self.area_px)
        shared, _ = cv2.intersectConvexConvex(a.room.astype(np.float32), b.room.astype(np.float32))
        return float(shared / ONE**2)

    def templates(self, at: tuple[float, float], angles: int) -> Mapping[float, Costs]:
        """For each turn, at half the scale: top, sides, and the rim about the room `(3, K, K)`."""
        middle = np.array(at)
        lean = self._lean.top @ (*at, 1) - middle
        reach = int(np.ceil((self.size_px + np.abs(lean).max()) / 2)) + 3
        turns = 1 if self.round else angles
        found: dict[float, Costs] = {}
        for turn in np.arange(turns) * QUARTER / turns:
            one = self.stand(Block(0, *at, float(turn)))
            masks = np.zeros((3, 2 * reach + 1, 2 * reach + 1), np.uint8)
            for mask, polygon in zip(masks, (one.hull, one.top, one.room), strict=True):
                points = (polygon.reshape(-1, 2) - middle * ONE) / 2 + reach * ONE
                cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1, cv2.LINE_8, SHIFT)
            whole, top, room = masks.astype(np.float32)
            rim = np.asarray(cv2.dilate(room, np.ones((5, 5), np.uint8)), np.float32) - room
            found[float(turn)] = np.stack([top, whole * (1 - top), rim])
        return found


class Search:
    """Finds where templates fit best in maps of a size (w, h) px, all turns at once."""

    def __init__(self, templates: Mapping[float, Costs], size: tuple[int, int]) -> None:
        self._turns = tuple(templates)
        shapes = np.stack(list(templates.values()))
        self._reach = shapes.shape[-1] // 2
        self._size = (size[0] // 2, size[1] // 2)
        self._room = tuple(side + shapes.shape[-1] for side in self._size[::-1])
        self._waves = np.conj(np.fft.rfft2(shapes, self._room))
        self._tops = shapes[:, 0].sum(axis=(1, 2))[:, None, None]

    def best(self, maps: Costs) -> tuple[float, float, float, float]:
        """What a block is worth where it fits best, its turn, and the middle x, y of its foot.

        `maps` `(3, H, W)`: what each px is worth below a top, sides and the rim. Outside of them
        a top is worth -1 a px.
        """
        w, h = self._size
        small = np.stack([cv2.resize(m, self._size, interpolation=cv2.INTER_AREA) for m in maps])
        small[0] += 1
        waves = np.fft.rfft2(small, self._room)
        worth = np.fft.irfft2((waves * self._waves).sum(axis=1), self._room) - self._tops
        worth = np.roll(worth, (self._reach, self._reach), (1, 2))[:, :h, :w]
        turn, y, x = np.unravel_index(int(worth.argmax()), worth.shape)
        middle = (2 * float(x) + 0.5, 2 * float(y) + 0.5)
        return 4 * float(worth[turn, y, x]), self._turns[turn], *middle


def meet(a: Window, b: Window) -> bool:
    """Whether two windows have a pixel in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
