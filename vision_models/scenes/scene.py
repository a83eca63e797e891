"""What one rendered scene shows: a description that is also its exact truth.

Millimetres of the board: x to the right, y down, height upwards, the origin at its top left.
Pixels count as OpenCV's: the middle of the first one is 0, 0.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.core.layout import Layout, SlotKind
from companion.vision.lens import Lens
from companion.vision.pose import Pose, projected

Floats = npt.NDArray[np.float64]
Triple = tuple[float, float, float]
FULL_PX = (2304, 1296)
CROP_PX = (640, 480)
EDGE_MM = {SlotKind.DIE: 4.0, SlotKind.ROLLING: 0.0, SlotKind.REGION: 8.0}
"""So much about a place the reader looks at."""
SLOT_GRID, SLOT_MM = 5, 16.0
"""Points across a place in which it is asked whether an arm hides it, at the foot and the top of a
die."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera stands (`at`), what it looks at and how far it is turned about that line.

    `focal_px` and `middle_px` are those of the picture, which may be a part cut out of the middle
    or the edge of what the camera sees; `k1` is how the lens bends. `focus_mm` is the distance at
    which things are sharp.
    """

    at: Triple
    towards: Triple
    roll_deg: float
    focal_px: float
    size_px: tuple[int, int]
    middle_px: tuple[float, float]
    k1: float
    focus_mm: float

    def axes(self) -> Floats:
        """Right, down and forward `(3, 3)` in x, y and height of the board, as rows."""
        flip = np.array((1.0, -1.0, 1.0))  # right-handed: y away from the viewer
        forward = (np.array(self.towards) - self.at) * flip
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        up = np.cross(right, forward)
        c, s = np.cos(np.radians(self.roll_deg)), np.sin(np.radians(self.roll_deg))
        return np.asarray(np.stack([c * right + s * up, s * right - c * up, forward]) * flip)

    @property
    def lens(self) -> Lens:
        """The lens of the picture."""
        bends = (self.k1, 0.0, 0.0, 0.0, 0.0)
        return Lens(self.size_px, (self.focal_px, self.focal_px), self.middle_px, bends)

    @property
    def matrix(self) -> Floats:
        """`(3, 4)`: board mm x, y, height and 1 to px of a picture that the lens has not bent."""
        axes = self.axes()
        return np.asarray(self.lens.matrix @ np.column_stack([axes, -axes @ np.array(self.at)]))

    def sees(self, points: Floats, heights: Floats) -> Floats:
        """Where points `(N, 2)` mm so high `(N,)` mm lie in the picture, px."""
        return self.lens.bent(projected(self.matrix, points, heights))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The board's paper: how shiny it is, and how far it stands off the table.

    `rims` are the heights of the left, right, upper and lower edge, `wave` that of a wave across
    it, mm; `power` says how suddenly the edges rise. No sheet has the shape the reader expects.
    """

    board: str
    ink: str
    finish: str
    rims: tuple[float, float, float, float]
    power: float
    wave: float

    def heights(self, points: Floats, size_mm: tuple[float, float]) -> Floats:
        """Height `(N,)` mm at points `(N, 2)` mm."""
        u, v = (2 * points / size_mm - 1).T
        sides = (-u, u, -v, v)
        up = sum(
            rim * np.clip(side, 0, 1) ** self.power
            for rim, side in zip(self.rims, sides, strict=True)
        )
        return np.asarray(up + self.wave * (1 + np.sin(5.0 * u + 2.0 * v)) / 2)


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece: its foot's middle and size, its turn, and the place it is in, if in any."""

    kind: str
    colour: str
    value: int | None
    slot: str
    x_mm: float
    y_mm: float
    turn_deg: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Limb:
    """A rod with round ends, thicker at one: x, y, height and radius of both ends, mm."""

    start: Triple
    end: Triple
    radii: tuple[float, float]
    stuff: str


@dataclass(frozen=True, slots=True)
class DiceSet:
    """How the dice of a scene are made: their edge, what of, and a seed of all the rest."""

    size_mm: float
    material: str
    seed: int


@dataclass(frozen=True, slots=True)
class Scene:
    """All of one picture."""

    name: str
    seed: int
    lamp: str
    table: str
    camera: Camera
    sheet: Sheet
    dice: DiceSet
    things: tuple[Thing, ...]
    limbs: tuple[Limb, ...]

    def in_slots(self) -> Mapping[str, list[Thing]]:
        """The pieces by the place they are in."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            if thing.slot:
                found.setdefault(thing.slot, []).append(thing)
        return found

    def pose(self, layout: Layout) -> Pose:
        """The camera's true pose. What the paper's curl does besides is in `sheet`."""
        size = (layout.width_mm, layout.height_mm)
        return Pose(self.camera.matrix, self.camera.lens, size, 0.0)


def whole_slots(scene: Scene, layout: Layout) -> tuple[str, ...]:
    """Places that are in the picture with what stands in them and what is looked at about them."""
    size = (layout.width_mm, layout.height_mm)
    found = []
    for slot in layout.slots.values():
        half = np.array((slot.w_mm, slot.h_mm)) / 2 + EDGE_MM[slot.kind]
        ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + (slot.x_mm, slot.y_mm)
        lie = scene.sheet.heights(ring, size)
        seen = np.concatenate([scene.camera.sees(ring, lie + up) for up in (0.0, SLOT_MM)])
        if (seen >= 0).all() and (seen <= np.array(scene.camera.size_px) - 1.0).all():
            found.append(str(slot.id))
    return tuple(found)


def hidden(scene: Scene, layout: Layout) -> Mapping[str, float]:
    """Share of each place that an arm hides from the camera; places in full view left out."""
    if not scene.limbs:
        return {}
    shares = {}
    steps = np.linspace(-0.5, 0.5, SLOT_GRID)
    for slot in layout.slots.values():
        x, y = np.meshgrid(slot.x_mm + steps * slot.w_mm, slot.y_mm + steps * slot.h_mm)
        flat = np.column_stack([x.ravel(), y.ravel()])
        lie = scene.sheet.heights(flat, (layout.width_mm, layout.height_mm))
        points = np.concatenate([np.column_stack([flat, lie + up]) for up in (0.0, SLOT_MM)])
        share = float(_behind(points, np.array(scene.camera.at), scene.limbs).mean())
        if share > 0:
            shares[str(slot.id)] = round(share, 3)
    return shares


def _behind(points: Floats, eye: Floats, limbs: Sequence[Limb]) -> npt.NDArray[np.bool_]:
    """Which points `(N, 3)` have a limb between them and the eye."""
    along = np.linspace(0, 1, 25)[:, None]
    behind = np.zeros(len(points), np.bool_)
    for limb in limbs:
        middles = np.array(limb.start) * (1 - along) + np.array(limb.end) * along
        radii = limb.radii[0] * (1 - along[:, 0]) + limb.radii[1] * along[:, 0]
        ray = points - eye
        length = np.linalg.norm(ray, axis=1, keepdims=True)
        reach = (middles - eye) @ (ray / length).T  # along each line of sight, (25, N)
        nearest = eye + reach[..., None] * (ray / length)
        far = np.linalg.norm(nearest - middles[:, None], axis=2)
        behind |= ((far < radii[:, None]) & (reach < length[:, 0])).any(axis=0)
    return behind


def over_px(camera: Camera) -> int:
    """How far beyond the picture's edges must be rendered, since the lens is bent afterwards."""
    w, h = camera.size_px
    along = np.linspace(0, 1, 9)
    rim = [(x * w, y * h) for t in along for x, y in ((t, 0), (t, 1), (0, t), (1, t))]
    seen = np.array(rim, np.float64)
    return 4 + int(np.ceil(np.abs(camera.lens.straightened(seen) - seen).max()))


def save(scene: Scene, path: Path) -> None:
    """Write a description."""
    path.write_text(json.dumps(asdict(scene), indent=None) + "\n", encoding="utf-8")


def load(path: Path) -> Scene:
    """Read a description; other keys in the file are left alone."""
    data = json.loads(path.read_text(encoding="utf-8"), object_hook=_without_lists)
    return Scene(
        data["name"], data["seed"], data["lamp"], data["table"],
        Camera(**data["camera"]), Sheet(**data["sheet"]), DiceSet(**data["dice"]),
        tuple(Thing(**row) for row in data["things"]),
        tuple(Limb(**row) for row in data["limbs"]),
    )  # fmt: skip


def _without_lists(row: dict[str, object]) -> dict[str, object]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
