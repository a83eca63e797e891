"""What lies in the die slots: small cuts, read in one batch, only where something changed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.vision.dice import DieReading, SlotReading
from companion.vision.palette import ColourSense
from companion.vision.pose import Box, Pose


class ReadsDice(Protocol):
    """What the pipeline needs of a dice reader."""

    def read(self, pixels: Pixels) -> tuple[DieReading, ...]:
        """All dice in a picture."""
        ...

    def read_again(self, pixels: Pixels, found: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """Dice found in an earlier picture of the same scene, where they lay."""
        ...

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        """Die slots from cuts centred on them."""
        ...


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """How slots are cut and compared."""

    die_mm: float = 16.0
    """Edge of a die. Mats and published boards are made for this size."""
    cut_over_die: float = 1.6
    """Width of a cut in die edges, as the classifier was trained; a neighbour stays outside."""
    cut_px: int = 64
    """Side of a cut: 2.5 px a millimetre, the classifier's input."""
    free_px_per_mm: float = 2.5
    """Scale of the rolling area's picture."""
    straight_mm: float = 40.0
    """Larger cuts are made of parts so wide, in which a lens bends nothing that could be seen."""
    lean_mm: float = 2.0
    """Where the top of a die lies so far from its foot, the slot is read there too."""
    change_levels: float = 9.0
    """Mean grey levels by which a part of a cut must differ to be read anew: twice its noise."""
    change_cells: int = 8
    """A cut is compared by a grid of so many cells a side: a cell is half a pip."""


def die_slots(layout: Layout) -> tuple[Slot, ...]:
    """Slots for one die each."""
    return tuple(slot for slot in layout.slots.values() if slot.kind is SlotKind.DIE)


def rolling_slot(layout: Layout) -> Slot | None:
    """The place where dice are thrown, if the board has one."""
    return next((s for s in layout.slots.values() if s.kind is SlotKind.ROLLING), None)


def cut(pixels: Pixels, pose: Pose, box: Box, size_px: tuple[int, int], part_mm: float) -> Pixels:
    """A box of the board as an upright picture (w, h) px, cut in parts `part_mm` wide at most."""
    x, y, w, h = box
    columns = _edges(size_px[0], w, part_mm)
    rows = _edges(size_px[1], h, part_mm)
    if len(columns) == len(rows) == 2:
        return _part(pixels, pose, box, size_px)
    whole = np.empty((size_px[1], size_px[0], 3), np.uint8)
    for left, right in pairwise(columns):
        for top, bottom in pairwise(rows):
            part_w, part_h = w * (right - left) / size_px[0], h * (bottom - top) / size_px[1]
            at_x = x + w * ((left + right) / 2 / size_px[0] - 0.5)
            at_y = y + h * ((top + bottom) / 2 / size_px[1] - 0.5)
            part = (at_x, at_y, part_w, part_h)
            whole[top:bottom, left:right] = _part(pixels, pose, part, (right - left, bottom - top))
    return whole


def _part(pixels: Pixels, pose: Pose, box: Box, size_px: tuple[int, int]) -> Pixels:
    x, y, w, h = box
    to_board = np.array([[w / size_px[0], 0, x - w / 2], [0, h / size_px[1], y - h / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = pose.local(box) @ to_board
    return np.asarray(cv2.warpPerspective(pixels, matrix, size_px, flags=flags), np.uint8)


def _edges(size_px: int, size_mm: float, part_mm: float) -> list[int]:
    count = max(1, math.ceil(size_mm / part_mm))
    return [round(size_px * n / count) for n in range(count + 1)]


def cut_slot(pixels: Pixels, pose: Pose, slot: Slot, settings: SlotSettings) -> Pixels:
    """The square about a die slot, `(cut_px, cut_px, 3)`."""
    side = settings.die_mm * settings.cut_over_die
    return cut(
        pixels,
        pose,
        (slot.x_mm, slot.y_mm, side, side),
        (settings.cut_px,) * 2,
        settings.straight_mm,
    )


def cut_tops(
    pixels: Pixels, pose: Pose, slots: Sequence[Slot], settings: SlotSettings
) -> dict[SlotId, Pixels]:
    """Cuts about where the tops of dice would be, for slots far enough from the middle."""
    tops = pose.raised(settings.die_mm)
    cuts = {}
    for slot in slots:
        ((x, y),) = pose.to_board(tops.to_image(np.array([(slot.x_mm, slot.y_mm)])))
        if np.hypot(x - slot.x_mm, y - slot.y_mm) > settings.lean_mm:
            cuts[slot.id] = cut_slot(pixels, tops, slot, settings)
    return cuts


def coloured(
    readings: Sequence[SlotReading],
    cuts: Sequence[Pixels],
    sense: ColourSense,
    settings: SlotSettings,
) -> tuple[SlotReading, ...]:
    """The readings with colours as the whole picture's light and the table's palette tell them."""
    return tuple(
        replace(reading, colour=sense.name(cut, settings.cut_over_die))
        if reading.empty < 0.5
        else reading
        for reading, cut in zip(readings, cuts, strict=True)
    )


def fuller(a: SlotReading, b: SlotReading) -> SlotReading:
    """Of two readings of a slot the one that sees a die there, of two that do the surer."""
    if max(a.empty, b.empty) > 0.5:
        return min(a, b, key=lambda reading: reading.empty)
    return max(a, b, key=lambda reading: reading.confidence)


def cut_rolling(pixels: Pixels, pose: Pose, slot: Slot, settings: SlotSettings) -> Pixels:
    """The rolling area at `free_px_per_mm`."""
    size = (round(slot.w_mm * settings.free_px_per_mm), round(slot.h_mm * settings.free_px_per_mm))
    box = (slot.x_mm, slot.y_mm, slot.w_mm, slot.h_mm)
    return cut(pixels, pose, box, size, settings.straight_mm)


def differs(before: Pixels, after: Pixels, cells: int, change_levels: float) -> bool:
    """Whether two cuts of one place show a change, exposure aside."""
    if before.shape != after.shape:
        return True
    small = [
        cv2.resize(p, (cells, cells), interpolation=cv2.INTER_AREA).astype(np.float32)
        for p in (before, after)
    ]
    gain = float(np.median(small[1]) + 1) / float(np.median(small[0]) + 1)
    gain = float(np.clip(gain, 0.85, 1.18))
    return bool(np.abs(small[1] - gain * small[0]).max() > change_levels)


class SlotMemory:
    """Readings of the slots as they were last read, with the cuts they were read from."""

    def __init__(self, layout: Layout, settings: SlotSettings) -> None:
        self._slots = die_slots(layout)
        self._settings = settings
        self._cuts: dict[SlotId, Pixels] = {}

    def forget(self) -> None:
        """After the board was moved: everything is to be read anew."""
        self._cuts.clear()

    def changed(self, pixels: Pixels, pose: Pose) -> dict[SlotId, Pixels]:
        """Cuts of the slots that look different from when they were last read."""
        cuts = {slot.id: cut_slot(pixels, pose, slot, self._settings) for slot in self._slots}
        return {name: new for name, new in cuts.items() if self._is_new(name, new)}

    def keep(self, cuts: Mapping[SlotId, Pixels]) -> None:
        """These have been read and agreed upon."""
        self._cuts.update(cuts)

    def _is_new(self, name: SlotId, new: Pixels) -> bool:
        old = self._cuts.get(name)
        settings = self._settings
        return old is None or differs(old, new, settings.change_cells, settings.change_levels)
