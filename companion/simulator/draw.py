"""What a camera above the table sees: the board in slight perspective, pieces, hands, noise."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.pieces import DIE
from companion.simulator.die_photos import DieLook, DiePhotos
from companion.simulator.draw_board import board_art, felt, table_top
from companion.simulator.draw_pieces import (
    FINGERTIP,
    SPRITE_MM,
    Layer,
    hand,
    shadow,
    sprite,
)
from companion.simulator.stage import UNDISTURBED, Upsets
from companion.simulator.taking import Box, Shot, Shots, around, cut, grown, noises, overlap
from companion.simulator.world import DIE_MM, TRAY, Lies, World

WIDTH_PX, HEIGHT_PX = 1280, 720
MARGIN_PX, TILT_PX = 22.0, 14.0
"""Table seen beside the board, and how far the board's corners are off: a mount is never true."""
ART_PER_IMAGE = 2.0
"""Scale of the printed board over that of the image."""
SHADOW_MM = (2.2, 2.8)
"""Where a piece's shadow falls, from a lamp at the top left."""
NOISE_PICTURES = 5
"""Noise is drawn once in so many pictures and used in turn: new noise costs half a core."""
DRIFT_STEP_S = 2.0
"""For so long light stays as it is: it drifts by less than one level in that time."""
ARM_SHADOW_PX = (14.0, 18.0)
MIN_BLUR_PX = 0.1
"""A blur of less than that changes nothing."""
BLUR_REACH = 4.5
"""So many times the spread of a blur pixels reach: OpenCV cuts it off at four."""

VIEW_DEG = 62.0
"""Horizontal view of the camera: pieces stand up from the board, and lean away from its middle."""
DIE_LAYERS_MM = (0.0, 4.0, 8.0, 12.0)
"""Heights at which a die's sides are drawn, below its top."""

DAYLIGHT_K = 5000.0
"""Colour of a lamp to which the camera's white is set."""
BUMP_PX = 12.0
"""How far a corner of the board lies elsewhere after a push."""

Matrix = npt.NDArray[np.float64]


class Noise(Enum):
    """How good camera, lamps and manners are."""

    CLEAN = "clean"
    NORMAL = "normal"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Quality:
    """What a camera makes of a table, each the most there is of it.

    `grain` is the spread of the sensor's noise in levels of 255; `stops` how far the exposure is
    off; `kelvin` the range of the lamps' colour; `blur_px` the spread of the blur; `jpeg` the range
    of the picture's quality, `None` for one that was never compressed; `glares` spots of glare.
    """

    grain: float
    drift: float
    stops: float
    kelvin: tuple[float, float]
    blur_px: float
    jpeg: tuple[int, int] | None
    glares: int


QUALITIES: Mapping[Noise, Quality] = {
    Noise.CLEAN: Quality(0.6, 0.0, 0.0, (DAYLIGHT_K, DAYLIGHT_K), 0.0, None, 0),
    Noise.NORMAL: Quality(6.0, 0.015, 0.5, (2700.0, 6500.0), 1.2, (70, 90), 2),
    Noise.BAD: Quality(12.0, 0.03, 1.0, (2000.0, 8500.0), 2.4, (40, 80), 4),
}


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand over the table: its fingertips in image px, and the direction it comes from."""

    x_px: float
    y_px: float
    from_deg: float


class Scene:
    """One table before one camera; the seed makes its art, its mount and its noise.

    Dice show faces of `photos`, where these have them, else drawn ones.
    """

    def __init__(
        self,
        world: World,
        seed: int,
        noise: Noise = Noise.NORMAL,
        photos: DiePhotos | None = None,
    ) -> None:
        rng = np.random.default_rng(seed)
        layout = world.layout
        self.image_from_board = _mount(layout.width_mm, layout.height_mm, rng, layout is TRAY)
        self.px_per_mm = _scale(self.image_from_board, layout.width_mm / 2, layout.height_mm / 2)
        self._quality, self._seed = QUALITIES[noise], seed
        self._photos = photos
        self._vignette = _vignette()
        self._layout, self._mount = layout, self.image_from_board
        self._lamp = _lamp(self._quality, seed, 0)
        self._empty = self._bare()
        self._grain = noises(rng, self._quality.grain, WIDTH_PX, HEIGHT_PX, NOISE_PICTURES)
        self._drawn: tuple[tuple[Lies, ...], Upsets] | None = None
        self._bumps = 0
        self._painted = self._empty.astype(np.float32)
        self._scratch = np.empty_like(self._painted)
        self._still = self._empty.copy()
        self._shots = Shots()

    def frame(
        self,
        world: World,
        time_s: float,
        sequence: int,
        arms: Sequence[Arm] = (),
        upsets: Upsets = UNDISTURBED,
    ) -> Pixels:
        """The picture of a moment. What lies still is drawn once.

        `upsets` counts how often the board has been pushed and the light has changed.
        """
        shown = tuple(p for p in world.pieces if p.piece.kind not in world.layout.cards)
        if (shown, upsets) != self._drawn:  # cards have no picture yet
            self._draw(shown, upsets)
        # Drifting light in steps that nobody sees: so noise and compression are made once, too.
        step, grain = int(time_s / DRIFT_STEP_S), sequence % NOISE_PICTURES
        shot = self._shot(step * DRIFT_STEP_S, grain)
        taken = self._shots.of(self._still, (step, grain), shot).copy()
        if arms:
            scene = self._still.copy()
            shot.take_again(taken, scene, [_lay_arm(scene, arm) for arm in arms])
        return taken

    def place(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A place on the board in image px."""
        x, y, depth = self.image_from_board @ (x_mm, y_mm, 1.0)
        return float(x / depth), float(y / depth)

    def _upset(self, upsets: Upsets) -> None:
        """Where the board lies and how it is lit after so many pushes and changes of light."""
        self._lamp = _lamp(self._quality, self._seed, upsets.lights)
        if upsets.bumps != self._bumps:
            self._bumps = upsets.bumps
            self.image_from_board = _pushed(self._mount, self._layout, self._seed, upsets.bumps)
            self._empty = self._bare()

    def _bare(self) -> Pixels:
        layout = self._layout
        if layout is TRAY:
            return felt(WIDTH_PX, HEIGHT_PX, self._seed)
        scale = self.px_per_mm * ART_PER_IMAGE
        art = cv2.GaussianBlur(board_art(layout, scale, self._seed), (0, 0), 0.7)
        matrix = self.image_from_board @ np.diag([1 / scale, 1 / scale, 1.0])
        size = (WIDTH_PX, HEIGHT_PX)
        printed = np.asarray(cv2.warpPerspective(art, matrix, size), np.uint8)
        full = np.full(art.shape[:2], 255, np.uint8)
        cover = np.asarray(cv2.warpPerspective(full, matrix, size), np.uint8)
        return _laid(table_top(*size, self._seed), printed, cover)

    def _draw(self, pieces: tuple[Lies, ...], upsets: Upsets) -> None:
        """Bring the still picture up to date: all of it, or where pieces came and went."""
        before, self._drawn = self._drawn, (pieces, upsets)
        if before is None or before[1] != upsets:
            self._upset(upsets)
            changed = [(0, 0, WIDTH_PX, HEIGHT_PX)]
            self._shots.forget()
        else:
            changed = [self._bounds(lies) for lies in set(pieces) ^ set(before[0])]
        self._paint(pieces, changed)
        soft_px = math.ceil(BLUR_REACH * self._lamp.blur_px)
        changed = [grown(box, soft_px, WIDTH_PX, HEIGHT_PX) for box in changed]
        for box in changed:
            cut(self._still, box)[:] = self._finished(box, soft_px)
        self._shots.note(changed)

    def _paint(self, pieces: Sequence[Lies], changed: Sequence[Box]) -> None:
        """Paint the pieces anew in these places: with them those that reach into one."""
        bounds = {lies: self._bounds(lies) for lies in pieces}
        there = [p for p in pieces if any(overlap(bounds[p], box) for box in changed)]
        picture = self._scratch
        for box in (*changed, *(bounds[lies] for lies in there)):
            cut(picture, box)[:] = cut(self._empty, box)
        for lies in there:
            dark = shadow(self.px_per_mm, lies.piece.kind == DIE)
            self._paste(picture, dark, lies, SHADOW_MM)
        # What lies nearer to the middle of the picture hides what lies behind it.
        for lies in sorted(there, key=self._from_middle, reverse=True):
            self._stand(picture, lies)
        for box in changed:
            cut(self._painted, box)[:] = cut(picture, box)

    def _bounds(self, lies: Lies) -> Box:
        """All that is drawn of a piece lies in there, its shadow and its height included."""
        boxes = []
        for height_mm in (0.0, DIE_MM):
            reach = SPRITE_MM * math.sqrt(0.5) + (max(SHADOW_MM) if height_mm == 0 else 0.0)
            corners = [
                (lies.x_mm + dx, lies.y_mm + dy, 1.0)
                for dx in (-reach, reach)
                for dy in (-reach, reach)
            ]
            x, y, depth = _raised(self.image_from_board, height_mm) @ np.array(corners).T
            x, y = x / depth, y / depth
            boxes.append((int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1))
        return grown(around(boxes), 1, WIDTH_PX, HEIGHT_PX)

    def _finished(self, box: Box, soft_px: int) -> Pixels:
        """What the lens makes of a part of what was painted: glare, blur, dark corners."""
        wide = grown(box, soft_px, WIDTH_PX, HEIGHT_PX)
        picture = np.array(cut(self._painted, wide))
        for x, y, radius, levels in self._lamp.glares:
            _shine(picture, (x - wide[0], y - wide[1]), radius, levels)
        if self._lamp.blur_px > MIN_BLUR_PX:
            blurred = cv2.GaussianBlur(picture, (0, 0), self._lamp.blur_px)
            picture = np.asarray(blurred, np.float32)
        left, top = box[0] - wide[0], box[1] - wide[1]
        within = (left, top, left + box[2] - box[0], top + box[3] - box[1])
        lit = cut(picture, within) * cut(self._vignette, box)
        return np.asarray(np.clip(lit, 0, 255), np.uint8)

    def _from_middle(self, lies: Lies) -> float:
        x, y = self.place(lies.x_mm, lies.y_mm)
        return math.hypot(x - WIDTH_PX / 2, y - HEIGHT_PX / 2)

    def _stand(self, picture: npt.NDArray[np.float32], lies: Lies) -> None:
        """A piece with its height: sides first, then its top."""
        look = self._photographed(lies)
        if look is not None:
            self._stand_photographed(picture, lies, look)
            return
        top = sprite(lies.piece, lies.face, _sprite_scale(self))
        if lies.piece.kind != DIE:
            self._paste(picture, top, lies)
            return
        side = sprite(lies.piece, 0, _sprite_scale(self)) * np.array((0.62, 0.62, 0.62, 1.0))
        for height in DIE_LAYERS_MM:
            self._paste(picture, side.astype(np.float32), lies, height_mm=height)
        self._paste(picture, top, lies, height_mm=DIE_MM)

    def _stand_photographed(
        self, picture: npt.NDArray[np.float32], lies: Lies, look: DieLook
    ) -> None:
        """A die out of a photograph, the side that one sees there towards the camera, and as much
        of its height below it as is missing."""
        seen = self._lean(lies)
        turned = replace(lies, turn_deg=look.turned_deg(seen, lies.turn_deg))
        missing = look.missing(seen)
        foot_mm = DIE_MM * (1 - missing) / 2
        for height in DIE_LAYERS_MM:
            self._paste(picture, look.side, turned, height_mm=foot_mm + missing * height)
        self._paste(picture, look.top, turned, height_mm=foot_mm + missing * DIE_MM)

    def _lean(self, lies: Lies) -> tuple[float, float]:
        """Where a die's top is seen beside its foot, in die edges along the board."""
        top = _raised(self.image_from_board, DIE_MM) @ (lies.x_mm, lies.y_mm, 1.0)
        x, y, depth = np.linalg.inv(self.image_from_board) @ top
        return float(x / depth - lies.x_mm) / DIE_MM, float(y / depth - lies.y_mm) / DIE_MM

    def _photographed(self, lies: Lies) -> DieLook | None:
        """A die out of a photograph: the same as long as it lies there.

        All dice of a colour at one table are of one make.
        """
        if self._photos is None or lies.piece.kind != DIE or not lies.face:
            return None
        colour, scale = lies.piece.colour, _sprite_scale(self)
        make = random.Random(f"{self._seed}:{colour}").random()
        pick = random.Random(f"{self._seed}:{lies.x_mm}:{lies.y_mm}").random()
        return self._photos.look(colour, lies.face, scale, make, pick)

    def _paste(
        self,
        picture: npt.NDArray[np.float32],
        layer: Layer,
        lies: Lies,
        shift_mm: tuple[float, float] = (0.0, 0.0),
        height_mm: float = 0.0,
    ) -> None:
        scale = layer.shape[0] / SPRITE_MM
        c, s = math.cos(math.radians(lies.turn_deg)), math.sin(math.radians(lies.turn_deg))
        x, y = lies.x_mm + shift_mm[0], lies.y_mm + shift_mm[1]
        middle = np.array([[1, 0, -layer.shape[1] / 2], [0, 1, -layer.shape[0] / 2], [0, 0, 1.0]])
        put = np.array([[c / scale, -s / scale, x], [s / scale, c / scale, y], [0, 0, 1.0]])
        plane = _raised(self.image_from_board, height_mm)
        _blend(picture, layer, plane @ put @ middle)

    def _shot(self, time_s: float, grain: int) -> Shot:
        """How a picture is taken at a time: light drifts."""
        drift = 1 + self._quality.drift * math.sin(time_s / 7.0 + self._seed)
        blue, green, red = (gain * drift for gain in self._lamp.gains)
        return Shot((blue, green, red), self._grain[grain], self._lamp.jpeg)


def _sprite_scale(scene: Scene) -> float:
    return round(scene.px_per_mm * 1.3, 2)


@dataclass(frozen=True, slots=True)
class _Lamp:
    """The light as it is now: gains of blue, green, red, glare (x, y, radius px, levels)."""

    gains: tuple[float, float, float]
    blur_px: float
    jpeg: int | None
    glares: tuple[tuple[float, float, float, float], ...]


def _lamp(quality: Quality, seed: int, lights: int) -> _Lamp:
    rng = np.random.default_rng((seed, 77, lights))
    exposure = 2.0 ** rng.uniform(-quality.stops, quality.stops)
    white = np.array(_blackbody(rng.uniform(*quality.kelvin))) / np.array(_blackbody(DAYLIGHT_K))
    blue, green, red = (float(gain) for gain in exposure * white / white[1])
    glares = tuple(
        (
            float(rng.uniform(0.1, 0.9) * WIDTH_PX),
            float(rng.uniform(0.1, 0.9) * HEIGHT_PX),
            float(rng.uniform(18, 45)),
            float(rng.uniform(60, 160)),
        )
        for _ in range(quality.glares)
    )
    jpeg = None if quality.jpeg is None else int(rng.integers(quality.jpeg[0], quality.jpeg[1] + 1))
    return _Lamp((blue, green, red), float(rng.uniform(0, quality.blur_px)), jpeg, glares)


def _blackbody(kelvin: float) -> tuple[float, float, float]:
    """Blue, green and red of a glowing body, by the usual fit of T. Helland; 0-1."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 0.0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04
    # A camera's own white balance takes away most of it.
    return tuple(0.65 + 0.35 * min(255.0, max(0.0, c)) / 255 for c in (blue, green, red))  # type: ignore[return-value]


def _shine(
    picture: npt.NDArray[np.float32], at: tuple[float, float], radius: float, levels: float
) -> None:
    """A soft bright spot."""
    reach = int(3 * radius)
    left, top = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
    part = picture[top : int(at[1]) + reach, left : int(at[0]) + reach]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / radius**2
    part += (levels * np.exp(-far))[..., None]


def _pushed(mount: Matrix, layout: Layout, seed: int, bumps: int) -> Matrix:
    """`image_from_board` after the board has been pushed so many times."""
    if not bumps:
        return mount
    rng = np.random.default_rng((seed, 78, bumps))
    w, h = layout.width_mm, layout.height_mm
    board = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    corners = cv2.perspectiveTransform(board[None], mount)[0]
    corners += rng.uniform(-BUMP_PX, BUMP_PX, (1, 2)) + rng.uniform(-2, 2, (4, 2))
    return np.asarray(cv2.getPerspectiveTransform(board, corners.astype(np.float32)), np.float64)


def _mount(w_mm: float, h_mm: float, rng: np.random.Generator, is_tray: bool) -> Matrix:
    """`image_from_board` of a camera slightly off the middle and not quite level."""
    margin = 0.0 if is_tray else MARGIN_PX + TILT_PX
    scale = min((WIDTH_PX - 2 * margin) / w_mm, (HEIGHT_PX - 2 * margin) / h_mm)
    w, h = w_mm * scale, h_mm * scale
    left, top = (WIDTH_PX - w) / 2, (HEIGHT_PX - h) / 2
    corners = np.array([(left, top), (left + w, top), (left + w, top + h), (left, top + h)])
    if not is_tray:
        corners += rng.uniform(-TILT_PX, TILT_PX, (4, 2))
    board = np.array([(0, 0), (w_mm, 0), (w_mm, h_mm), (0, h_mm)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(board, corners.astype(np.float32)), np.float64)


def _raised(matrix: Matrix, height_mm: float) -> Matrix:
    """`image_from_board` of the plane so high above the board."""
    focal = WIDTH_PX / 2 / math.tan(math.radians(VIEW_DEG / 2))
    lens = np.array([[focal, 0, WIDTH_PX / 2], [0, focal, HEIGHT_PX / 2], [0, 0, 1.0]])
    axes = np.linalg.inv(lens) @ matrix
    axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    axes[:, 2] -= height_mm * np.cross(axes[:, 0], axes[:, 1])
    return np.asarray(lens @ axes)


def _scale(matrix: Matrix, x_mm: float, y_mm: float) -> float:
    """Image px a millimetre at a place."""
    points = np.array([(x_mm, y_mm, 1.0), (x_mm + 1, y_mm, 1.0)]) @ matrix.T
    a, b = points[:, :2] / points[:, 2:]
    return float(np.linalg.norm(a - b))


def _vignette() -> npt.NDArray[np.float32]:
    y, x = np.mgrid[-1 : 1 : HEIGHT_PX * 1j, -1 : 1 : WIDTH_PX * 1j]
    return np.asarray(1.03 - 0.10 * (x**2 + y**2), np.float32)[..., None]


def _laid(under: Pixels, over: Pixels, cover: npt.NDArray[np.uint8]) -> Pixels:
    """One picture over another, with a soft shadow beside it."""
    dark = np.roll(cv2.GaussianBlur(cover.astype(np.float32), (0, 0), 9), (6, 5), (0, 1)) / 255
    table = under * (1 - 0.5 * dark[..., None])
    opacity = cover.astype(np.float32)[..., None] / 255
    return np.clip(table * (1 - opacity) + over * opacity, 0, 255).astype(np.uint8)


def _blend(picture: npt.NDArray[np.float32], layer: Layer, matrix: Matrix) -> None:
    """Lay `layer` over the picture, moved by `matrix` from layer px to picture px."""
    left, top, right, bottom = _box(layer, matrix, picture)
    if right <= left or bottom <= top:
        return
    moved = cv2.warpPerspective(layer, _moved(-left, -top) @ matrix, (right - left, bottom - top))
    under = picture[top:bottom, left:right]
    under *= 1 - moved[..., 3:]
    under += moved[..., :3]


def _box(
    layer: Layer, matrix: Matrix, picture: npt.NDArray[np.generic]
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what the layer covers of the picture; px."""
    h, w = layer.shape[:2]
    corners = np.array([(0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)]) @ matrix.T
    corners = corners[:, :2] / corners[:, 2:]
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), picture.shape[1::-1]).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _moved(x_px: float, y_px: float) -> Matrix:
    """Moves by so much."""
    return np.array([[1, 0, x_px], [0, 1, y_px], [0, 0, 1.0]])


@lru_cache(maxsize=1)
def _arm_shadow() -> Layer:
    layer = hand()
    dark = np.zeros_like(layer)
    dark[..., 3] = cv2.GaussianBlur(layer[..., 3], (0, 0), 10) * 0.35
    return dark


def _lay_arm(picture: Pixels, arm: Arm) -> Box:
    """Draw an arm over the picture, long enough to reach its edge, with its shadow: where it is."""
    layer = hand()
    angle = math.radians(arm.from_deg)
    c, s = math.cos(angle), math.sin(angle)
    size = np.diag([0.9, 0.9, 1.0])
    put = np.array([[c, -s, arm.x_px], [s, c, arm.y_px], [0, 0, 1.0]])
    put = put @ size @ _moved(-FINGERTIP[0], -FINGERTIP[1])
    fallen = _moved(*ARM_SHADOW_PX) @ put
    left, top, right, bottom = around([_box(layer, put, picture), _box(layer, fallen, picture)])
    if right <= left or bottom <= top:
        return 0, 0, 0, 0
    part = picture[top:bottom, left:right].astype(np.float32)
    _blend(part, _arm_shadow(), _moved(-left, -top) @ fallen)
    _blend(part, layer, _moved(-left, -top) @ put)
    picture[top:bottom, left:right] = np.clip(part, 0, 255)
    return left, top, right, bottom
