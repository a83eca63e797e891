"""Pieces seen from above, as pictures with transparency: dice, domes, discs, and a hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.pieces import DIE, Piece
from companion.simulator.world import DIE_MM

Layer = npt.NDArray[np.float32]
"""`(H, W, 4)` float32: BGR times opacity, 0-255, and opacity, 0-1."""
Field = npt.NDArray[np.float32]

BODIES: Mapping[str | None, tuple[int, int, int]] = {
    "red": (42, 36, 196), "blue": (186, 92, 30), "green": (72, 146, 38), "yellow": (52, 204, 244),
    "white": (232, 237, 240), "grey": (132, 130, 128), "black": (38, 34, 34),
    "orange": (30, 122, 238), "purple": (140, 52, 118), "pink": (186, 126, 238),
    "brown": (44, 74, 122), None: (228, 234, 238),
}  # fmt: skip
"""Body colours, BGR."""
CLEAR = "clear"
CLEAR_BODY, CLEAR_MIDDLE, CLEAR_EDGE = (206, 212, 214), 0.12, 0.6
"""A see-through die: what little colour it has, and how much of what lies below its middle and its
rounded edge hide, each time light passes a layer of it. Its pips are painted white."""
DARK_PIPS = frozenset({"yellow", "white", "orange", "pink", "grey", None})
WHITE_PIP, DARK_PIP = (240, 244, 246), (34, 30, 30)
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PIP_MM, PIP_STEP_MM, CORNER_MM, BEVEL_MM = 1.55, 4.2, 3.2, 2.0
SPRITE_MM = 24.0
"""Width of a piece's picture: a die with room for its shadow."""
DOME_MM = 16.0
"""Width of a dome."""
FINE = 3
"""Pieces are drawn so much larger first, which makes their edges smooth."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Coordinates in mm about the middle of a sprite, and its scale."""

    x: Field
    y: Field
    px_per_mm: float


def _grid(px_per_mm: float) -> _Grid:
    side = round(SPRITE_MM * px_per_mm)
    axis = (np.arange(side, dtype=np.float32) + 0.5) / px_per_mm - SPRITE_MM / 2
    x, y = np.meshgrid(axis, axis)
    return _Grid(x, y, px_per_mm)


@lru_cache(maxsize=256)
def sprite(piece: Piece, face: int | None, px_per_mm: float) -> Layer:
    """A piece at a scale, upright, light from the top left. Face 0 is a die without pips."""
    grid = _grid(px_per_mm * FINE)
    is_die = piece.kind == DIE
    layer = _die(grid, piece.colour, face) if is_die else _dome(grid, piece.colour)
    side = round(SPRITE_MM * px_per_mm)
    return np.asarray(cv2.resize(layer, (side, side), interpolation=cv2.INTER_AREA), np.float32)


@lru_cache(maxsize=8)
def shadow(px_per_mm: float, is_die: bool) -> Layer:
    """The soft shadow of a piece, as a dark layer."""
    grid = _grid(px_per_mm)
    far = _box(grid, DIE_MM / 2, CORNER_MM) if is_die else np.hypot(grid.x, grid.y) - 8.0
    opacity = np.clip(0.5 - far / 3.0, 0, 1) * 0.55
    blurred = cv2.GaussianBlur(opacity.astype(np.float32), (0, 0), 1.1 * px_per_mm)
    layer = np.zeros((*opacity.shape, 4), np.float32)
    layer[..., 3] = blurred
    return layer


def _box(grid: _Grid, half_mm: float, corner_mm: float) -> Field:
    """Distance from a rounded square's edge, mm, negative inside."""
    x = np.abs(grid.x) - half_mm + corner_mm
    y = np.abs(grid.y) - half_mm + corner_mm
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0))
    return np.asarray(outside + np.minimum(np.maximum(x, y), 0) - corner_mm, np.float32)


def _die(grid: _Grid, colour: str | None, face: int | None) -> Layer:
    body = np.array(CLEAR_BODY if colour == CLEAR else BODIES.get(colour, BODIES[None]), np.float32)
    far = _box(grid, DIE_MM / 2, CORNER_MM)
    slope = np.clip(1 + far / BEVEL_MM, 0, 1)
    # Light from the top left falls on edges that lean towards it.
    lean = (-grid.x - grid.y) / DIE_MM
    light = 1.03 + 0.05 * lean + slope**2 * (0.42 * lean - 0.16)
    shade = np.clip(body * light[..., None] + 14 * np.clip(lean, 0, 1)[..., None], 0, 255)
    pip = np.array(DARK_PIP if colour in DARK_PIPS else WHITE_PIP, np.float32)
    thick = CLEAR_MIDDLE + (CLEAR_EDGE - CLEAR_MIDDLE) * slope**2 if colour == CLEAR else 1.0
    for column, row in PIPS.get(face or 0, ()):
        place = (column * PIP_STEP_MM, row * PIP_STEP_MM)
        _pip(shade, grid, place, pip)
        thick = np.maximum(thick, _disc(grid, place))
    return _layer(shade, np.asarray(thick * np.clip(0.5 - far * grid.px_per_mm / 2, 0, 1)))


def _disc(grid: _Grid, at: tuple[float, float]) -> Field:
    """Where a pip is: 1 inside, 0 outside."""
    far = np.hypot(grid.x - at[0], grid.y - at[1]) - PIP_MM
    return np.asarray(np.clip(0.5 - far * grid.px_per_mm / 2, 0, 1), np.float32)


def _pip(shade: Field, grid: _Grid, at: tuple[float, float], pip: Field) -> None:
    """A hollow: shaded at the top left rim, lit at the bottom right."""
    dx, dy = grid.x - at[0], grid.y - at[1]
    far = np.hypot(dx, dy) - PIP_MM
    inside = _disc(grid, at)[..., None]
    depth = np.clip((dx + dy) / (2 * PIP_MM), -1, 1)[..., None]
    rim = np.clip(1 - np.abs(far) / 0.4, 0, 1)[..., None] * np.sign(depth) * 14
    shade[...] = np.clip(shade * (1 - inside) + pip * (1 + 0.10 * depth) * inside + rim, 0, 255)


def _dome(grid: _Grid, colour: str | None) -> Layer:
    """A colony: a dome on a flat ring."""
    body = np.array(BODIES.get(colour, BODIES[None]), np.float32)
    far = np.hypot(grid.x, grid.y)
    lean = (-grid.x - grid.y) / 14.0
    dome = np.clip(1 - (far / 6.0) ** 2, 0, 1) ** 0.5
    light = 0.72 + 0.33 * dome + 0.35 * lean * (far < 6.0)
    gleam = np.exp(-((grid.x + 2.2) ** 2 + (grid.y + 2.2) ** 2) / 2.2)[..., None] * 110
    shade = np.clip(body * light[..., None] + gleam, 0, 255)
    return _layer(shade, np.clip(0.5 - (far - DOME_MM / 2) * grid.px_per_mm / 2, 0, 1))


def _layer(colour: Field, opacity: Field) -> Layer:
    return np.dstack([colour * opacity[..., None], opacity]).astype(np.float32)


HAND_PX = (260, 1500)
"""Width and length of the picture of an arm; its fingertips touch `FINGERTIP`."""
FINGERTIP = (118.0, 64.0)


@lru_cache(maxsize=1)
def hand() -> Layer:
    """An arm with a hand reaching upwards, thumb and fingers about to grip."""
    w, h = HAND_PX
    mask = np.zeros((h, w), np.uint8)
    for (x, y), (u, v), width in _FINGERS:
        cv2.line(mask, (x, y), (u, v), 255, width, cv2.LINE_AA)
    cv2.ellipse(mask, (132, 250), (66, 82), 0, 0, 360, 255, -1, cv2.LINE_AA)
    arm = np.array([(92, 290), (172, 290), (198, h), (66, h)], np.int32)
    cv2.fillPoly(mask, [arm], 255, cv2.LINE_AA)
    opacity = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32) / 255
    for (x, y), (u, v) in _CREASES:
        cv2.line(mask, (x, y), (u, v), 60, 3, cv2.LINE_AA)
    depth = cv2.distanceTransform((mask > 128).astype(np.uint8), cv2.DIST_L2, 5)
    light = (0.72 + 0.3 * np.clip(depth / 26, 0, 1)) * np.linspace(1.05, 0.95, w)
    light = light.astype(np.float32)
    colour = np.array((142, 172, 222), np.float32) * light[..., None]
    sleeve = np.arange(h)[:, None, None] > 640
    cloth = np.array((96, 70, 58), np.float32) * light[..., None]
    return _layer(np.where(sleeve, cloth, colour).astype(np.float32), opacity.astype(np.float32))


_CREASES = (((131, 216), (133, 120)), ((158, 214), (162, 122)), ((182, 232), (190, 150)))
"""Where fingers lie side by side."""
_FINGERS = (
    ((112, 240), (118, 84), 38),
    ((142, 230), (146, 62), 38),
    ((168, 240), (176, 84), 36),
    ((188, 262), (202, 132), 32),
    ((86, 262), (60, 176), 40),
    ((60, 176), (86, 112), 36),
)
