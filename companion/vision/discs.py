"""Discs that lie in one another and are turned by eighths: how far each is turned, or a doubt.

A disc's visible ring is unrolled and compared with how it was taught, turned every way. What
pieces cover, and what shows through holes, speaks for no way more than for another.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind, SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.vision.paper import PaperLight, freed, paper_light
from companion.vision.piece_colours import Lab, to_lab
from companion.vision.pose import Pose
from companion.vision.slots import cut

DISC = PieceKind("disc")
EIGHTHS = 8
STEPS = 96
"""Parts of a turn: 12 to an eighth, 4 mm at the rim of a small disc."""
STEP = STEPS // EIGHTHS


@dataclass(frozen=True, slots=True)
class DiscSettings:
    """When a disc's turn is believed."""

    px_per_mm: float = 2.0
    """Scale of cuts."""
    ring_mm: float = 3.0
    """Width of the rings a disc is parted into."""
    margin_mm: float = 2.0
    """So much of its rim and of that of the next smaller disc is left out: they cast shadows."""
    thick_mm: float = 2.0
    """A disc lies so much higher than the next larger one."""
    part_mm: float = 40.0
    """Cuts are made of parts so wide, in which a lens bends nothing that could be seen."""
    unlike: float = 12.0
    """Lab distance beyond which a part is simply another: covered, or another picture. Noise and
    uneven light are half of it, holes differ from what is about them by as much."""
    thing_mm2: float = 80.0
    """Parts beside each other over so much of a disc show one thing and count as one: a small
    planet, half of a piece."""
    askew: int = 4
    """Parts of a turn that a disc may lie off its eighth: 15 degrees."""
    matching: float = 0.25
    """Share of the ring that must look as it was taught."""
    thing_tells: float = 1.75
    """Logarithm of the odds that one thing gives which fits one way and not another: pieces may
    lie so that one looks like a planet, not four."""
    sure: float = 0.999
    """Probability of an eighth below which there is a doubt."""


@dataclass(frozen=True, slots=True)
class Ring:
    """What is seen of a disc: between these radii, mm; so many discs lie below it."""

    slot: Slot
    inner_mm: float
    outer_mm: float
    below: int


Faces = Mapping[SlotId, Pixels]
"""Rings as they were taught, unrolled, by their slot: turned by no eighth."""


def rings_of(layout: Layout) -> tuple[Ring, ...]:
    """All discs of a layout; those with one middle lie on one another, the smallest on top."""
    discs = [slot for slot in layout.slots.values() if slot.kind is SlotKind.DISC]
    return tuple(
        Ring(slot, max((other.w_mm / 2 for other in _nested(slot, discs) if other.w_mm < slot.w_mm),
                       default=0.0),
             slot.w_mm / 2, sum(other.w_mm > slot.w_mm for other in _nested(slot, discs)))
        for slot in discs
    )  # fmt: skip


def _nested(slot: Slot, discs: Sequence[Slot]) -> list[Slot]:
    return [
        other for other in discs
        if math.hypot(other.x_mm - slot.x_mm, other.y_mm - slot.y_mm) < 1.0
    ]  # fmt: skip


def unrolled(
    pixels: Pixels, pose: Pose, ring: Ring, light: PaperLight | None, settings: DiscSettings
) -> Pixels:
    """A ring `(rings, STEPS, 3)` from a picture, freed from the light; angles go clockwise."""
    slot, height = ring.slot, (ring.below + 1) * settings.thick_mm
    box = (slot.x_mm, slot.y_mm, slot.w_mm + 4, slot.w_mm + 4)
    side = round(box[2] * settings.px_per_mm)
    crop = cut(pixels, pose.raised(height), box, (side, side), settings.part_mm)
    return unroll(freed(crop, box, light), ring, settings)


def unroll(crop: Pixels, ring: Ring, settings: DiscSettings) -> Pixels:
    """A ring of a square cut about its middle."""
    inner = ring.inner_mm + settings.margin_mm * (ring.inner_mm > 0)
    outer = ring.outer_mm - settings.margin_mm
    count = max(1, round((outer - inner) / settings.ring_mm))
    radii = inner + (np.arange(count) + 0.5) * (outer - inner) / count
    angles = (np.arange(STEPS) + 0.5) * 2 * np.pi / STEPS
    middle = (crop.shape[0] - 1) / 2
    reach = radii[:, None] * settings.px_per_mm
    x = (middle + reach * np.cos(angles)).astype(np.float32)
    y = (middle + reach * np.sin(angles)).astype(np.float32)
    soft = cv2.blur(crop, (5, 5))
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), np.uint8)


def turn_of(
    seen: Pixels, taught: Pixels, ring: Ring, settings: DiscSettings
) -> tuple[int, float] | None:
    """The eighth by which a ring is turned clockwise from how it was taught, and how surely.

    `None` where it lies too far off every eighth, or looks too little like it in every way.
    """
    costs = _costs(to_lab(seen), to_lab(taught), settings)
    sums = costs.sum(axis=(1, 2))
    best = int(sums.argmin())
    eighth = round(best / STEP)
    off = best - eighth * STEP
    if abs(off) > settings.askew or (costs[best] < 0.5).mean() < settings.matching:
        return None
    rivals = [n for n in range(STEPS) if _away(n, best) >= STEP - 2]
    area = math.pi * (ring.outer_mm**2 - ring.inner_mm**2) / seen[..., 0].size
    alike = max(1.0, settings.thing_mm2 / area)
    things = float(sums[rivals].min() - sums[best]) / alike
    return eighth % EIGHTHS, 1 / (1 + math.exp(-settings.thing_tells * max(things, 0.0)))


def _costs(seen: Lab, taught: Lab, settings: DiscSettings) -> Lab:
    """How unlike each part is for every turn `(STEPS, rings, STEPS)`, 0 to 1."""
    lift = np.median(seen[..., 0]) / max(float(np.median(taught[..., 0])), 1.0)
    known = taught * np.array((np.clip(lift, 0.7, 1.4), 1, 1), np.float32)
    turned = np.stack([np.roll(known, n, axis=1) for n in range(STEPS)])
    away = np.linalg.norm(turned - seen, axis=3) / settings.unlike
    return np.asarray(np.minimum(away * away, 1), np.float32)


def _away(one: int, other: int) -> int:
    far = abs(one - other) % STEPS
    return min(far, STEPS - far)


class DiscMemory:
    """The discs of a board, as they were taught."""

    def __init__(self, layout: Layout, settings: DiscSettings, faces: Faces) -> None:
        self._layout, self._settings, self._faces = layout, settings, faces
        self._rings = rings_of(layout)

    def read(self, pixels: Pixels, pose: Pose) -> dict[SlotId, Seen]:
        """How far each disc is turned; `None` where that is in doubt, or it was not taught."""
        if not self._rings:
            return {}
        light = paper_light(pixels, pose, self._layout)
        return {ring.slot.id: self._seen(pixels, pose, ring, light) for ring in self._rings}

    def _seen(self, pixels: Pixels, pose: Pose, ring: Ring, light: PaperLight | None) -> Seen:
        taught = self._faces.get(ring.slot.id)
        if taught is None:
            return None
        seen = unrolled(pixels, pose, ring, light, self._settings)
        if seen.shape != taught.shape:
            return None
        told = turn_of(seen, taught, ring, self._settings)
        if told is None or told[1] < self._settings.sure:
            return None
        return (SeenPiece(DISC, None, told[0], told[1], (), ring.slot.x_mm, ring.slot.y_mm),)


def teach(
    pixels: Pixels, pose: Pose, layout: Layout, eighths: Mapping[SlotId, int],
    settings: DiscSettings,
) -> dict[SlotId, Pixels]:  # fmt: skip
    """Rings from one picture in which each disc is turned by so many eighths (0 if not named)."""
    light, faces = paper_light(pixels, pose, layout), dict[SlotId, Pixels]()
    for ring in rings_of(layout):
        seen = unrolled(pixels, pose, ring, light, settings)
        turned = eighths.get(ring.slot.id, 0)
        faces[ring.slot.id] = np.asarray(np.roll(seen, -turned * STEP, axis=1), np.uint8)
    return faces
