"""Models that stand or lie, as meshes, lit face by face and drawn from behind to the front.

Nothing here uses what a reader of silhouettes uses.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Form
from companion.simulator import draw_pieces

Floats = npt.NDArray[np.float64]
Canvas = npt.NDArray[Any]
"""A picture `(H, W, 3)` BGR that is drawn on, uint8 or float32."""
Generator = np.random.Generator
Mesh = tuple[Floats, list[list[int]]]
BODIES: Mapping[str, tuple[int, int, int]] = {
    "red": (40, 34, 190), "blue": (180, 90, 36), "green": (70, 142, 46), "yellow": (52, 200, 238),
    "purple": (140, 58, 112), "white": (226, 228, 230),
}  # fmt: skip
"""Body colours of ships, BGR."""
SHIFT = 4
"""Bits of a pixel to which corners are drawn."""


@dataclass(frozen=True, slots=True)
class Put:
    """A model that stands or lies: the middle of what it takes of the board, its turn in rad."""

    colour: str
    lying: bool
    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Where the camera is `(3,)` mm, and where it sees points `(N, 3)` mm, px."""

    eye: Floats
    image: Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class ModelLamp:
    """Where the light comes from `(3,)`, how much comes from everywhere, how dark shadows are.

    And how much of it glossy models mirror.
    """

    towards: Floats
    ambient: float
    shadow: float
    soft_px: float
    gloss: float

    @property
    def slope(self) -> float:
        """How long a shadow is over the height of what throws it."""
        return float(np.hypot(*self.towards[:2]) / self.towards[2])

    @property
    def room_px(self) -> float:
        """How far a shadow's soft edge reaches."""
        return 3 * self.soft_px + 2


def some_lamp(rng: Generator) -> ModelLamp:
    """A lamp anywhere above the table."""
    around, up = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.4)
    towards = np.array((np.cos(around), np.sin(around), up))
    towards /= np.linalg.norm(towards)
    return ModelLamp(towards, float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.25, 0.6)),
                     float(rng.uniform(0.8, 4)), float(rng.uniform(0, 0.5)))  # fmt: skip


def some_bodies(colours: Sequence[str], rng: Generator) -> dict[str, Floats]:
    """Body colours as one box of pieces has them."""
    return {name: np.clip(np.array(_body(name)) + rng.normal(0, 7, 3), 20, 240) for name in colours}


def _body(colour: str) -> tuple[int, int, int]:
    """As ships have it, else as other pieces do."""
    others = draw_pieces.BODIES
    return BODIES.get(colour, others.get(colour, others[None]))


def draw_models(
    picture: Canvas,
    sight: Sight,
    models: Sequence[tuple[Form, Put]],
    bodies: Mapping[str, Floats],
    lamp: ModelLamp,
) -> None:
    """Models with their shadows, in a lamp's light."""
    meshes = [(mesh_of(form, put), put) for form, put in models]
    for mesh, _ in meshes:
        draw_shadow(picture, sight, mesh, lamp)
    eye = sight.eye
    for mesh, put in sorted(
        meshes, key=lambda m: -float(np.hypot(m[1].x - eye[0], m[1].y - eye[1]))
    ):
        draw_mesh(picture, sight, mesh, bodies[put.colour], lamp)


def discs_of(form: Form, put: Put) -> Floats:
    """Middles `(N, 2)` mm of discs as wide as a model that together cover it."""
    middle = np.array((put.x, put.y))
    if not put.lying:
        return middle[None]
    half = (form.height_mm - form.size_mm) / 2 + 0.5
    along = np.array((np.cos(put.turn), np.sin(put.turn)))
    return np.array([middle + along * at for at in (-half, 0, half)])


def are_apart(form: Form, one: Put, other: Put) -> bool:
    """Whether two models do not reach into each other, by the discs that cover each."""
    near = min(
        float(np.hypot(*(a - b)))
        for a in discs_of(form, one) for b in discs_of(form, other)
    )  # fmt: skip
    return near >= form.size_mm + 0.2


def mesh_of(form: Form, put: Put) -> Mesh:
    """Corners `(N, 3)` mm on the board and faces of a model with a round or a square foot."""
    around, levels = (20, 7) if form.round else (4, 7)
    angles = np.arange(around) * 2 * np.pi / around + (0 if form.round else np.pi / 4)
    reach = form.size_mm / 2 * (1 if form.round else np.sqrt(2))
    rows = []
    for n in range(levels):
        part = n / (levels - 1)
        r = reach * (1 + (form.taper - 1) * part)
        rows.append(np.column_stack([r * np.cos(angles), r * np.sin(angles),
                                     np.full(around, form.height_mm * part)]))  # fmt: skip
    points = np.concatenate(rows)
    faces = [
        [n * around + k, n * around + (k + 1) % around,
         (n + 1) * around + (k + 1) % around, (n + 1) * around + k]
        for n in range(levels - 1) for k in range(around)
    ]  # fmt: skip
    faces += [[(levels - 1) * around + k for k in range(around)], list(range(around))[::-1]]
    if put.lying:
        points = _lain(form, points)
    c, s = np.cos(put.turn), np.sin(put.turn)
    turned = np.column_stack([points[:, 0] * c - points[:, 1] * s,
                              points[:, 0] * s + points[:, 1] * c, points[:, 2]])  # fmt: skip
    return turned + np.array((put.x, put.y, 0)), faces


def _lain(form: Form, points: Floats) -> Floats:
    """Tipped over onto its side, the top towards positive x."""
    slope = np.arctan2(form.size_mm / 2 * (1 - form.taper), form.height_mm)
    angle = np.pi / 2 + slope
    c, s = np.cos(angle), np.sin(angle)
    lain = np.column_stack([points[:, 0] * c + points[:, 2] * s, points[:, 1],
                            -points[:, 0] * s + points[:, 2] * c])  # fmt: skip
    lain[:, 2] -= lain[:, 2].min()
    lain[:, 0] -= (lain[:, 0].min() + lain[:, 0].max()) / 2
    return np.asarray(lain)


def draw_mesh(picture: Canvas, sight: Sight, mesh: Mesh, body: Floats, lamp: ModelLamp) -> None:
    """The faces of a model that are seen."""
    (points, faces), eye = mesh, sight.eye
    flat = sight.image(points)
    middles = np.array([points[face].mean(axis=0) for face in faces])
    for n in np.argsort(-np.linalg.norm(middles - eye, axis=1)):
        corners = points[faces[n]]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal /= np.linalg.norm(normal) + 1e-9
        back = eye - middles[n]
        if normal @ back <= 0:
            continue
        back = back / np.linalg.norm(back)
        lit = lamp.ambient + (1 - lamp.ambient) * max(0.0, float(normal @ lamp.towards))
        half = lamp.towards + back
        shine = lamp.gloss * max(0.0, float(normal @ half / np.linalg.norm(half))) ** 30
        bgr = np.clip(body * (0.35 + 0.75 * lit) + 255 * shine, 0, 255)
        fixed = np.round(flat[faces[n]] * 2**SHIFT).astype(np.int32)
        cv2.fillConvexPoly(picture, fixed, tuple(float(v) for v in bgr), cv2.LINE_8, SHIFT)


def draw_shadow(picture: Canvas, sight: Sight, mesh: Mesh, lamp: ModelLamp) -> None:
    """What a model keeps from the lamp's light on the board."""
    points = mesh[0]
    thrown = points[:, :2] - points[:, 2:] * lamp.towards[:2] / lamp.towards[2]
    flat = sight.image(np.column_stack([thrown, np.zeros(len(thrown))]))
    room = lamp.room_px
    left, top = np.maximum(np.floor(flat.min(axis=0) - room), 0).astype(int)
    right, low = np.ceil(flat.max(axis=0) + room).astype(int)
    part = picture[top:low, left:right]
    mask = np.zeros(part.shape[:2], np.float32)
    hull = cv2.convexHull(np.round((flat - (left, top)) * 2**SHIFT).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_8, SHIFT)
    dark = 1 - lamp.shadow * cv2.GaussianBlur(mask, (0, 0), lamp.soft_px)[..., None]
    part[:] = part * dark
