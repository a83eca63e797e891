"""What lies in the die slots: small cuts, read in one batch, only where something changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.vision.dice import DieReading, SlotReading
from companion.vision.registration import Homography, raised


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
    view_deg: float = 66.0
    """Horizontal view of the camera: 66 for the Pi's, 60 to 78 for others; off by 10 costs 1 mm."""
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


def cut(pixels: Pixels, pose: Homography, box_mm: tuple[float, float, float, float],
        size_px: tuple[int, int]) -> Pixels:  # fmt: skip
    """A box of the board (centre x, y, width, height, mm) as an upright picture (w, h) px."""
    x, y, w, h = box_mm
    to_board = np.array([[w / size_px[0], 0, x - w / 2], [0, h / size_px[1], y - h / 2], [0, 0, 1]])
    matrix = pose.image_from_board @ to_board
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(pixels, matrix, size_px, flags=flags), np.uint8)


def cut_slot(pixels: Pixels, pose: Homography, slot: Slot, settings: SlotSettings) -> Pixels:
    """The square about a die slot, `(cut_px, cut_px, 3)`."""
    side = settings.die_mm * settings.cut_over_die
    return cut(pixels, pose, (slot.x_mm, slot.y_mm, side, side), (settings.cut_px,) * 2)


def cut_tops(
    pixels: Pixels, pose: Homography, slots: Sequence[Slot], settings: SlotSettings
) -> dict[SlotId, Pixels]:
    """Cuts about where the tops of dice would be, for slots far enough from the middle."""
    h, w = pixels.shape[:2]
    tops = raised(pose, settings.die_mm, (w, h), settings.view_deg)
    cuts = {}
    for slot in slots:
        ((x, y),) = pose.to_board(tops.to_image(np.array([(slot.x_mm, slot.y_mm)])))
        if np.hypot(x - slot.x_mm, y - slot.y_mm) > settings.lean_mm:
            cuts[slot.id] = cut_slot(pixels, tops, slot, settings)
    return cuts


def fuller(a: SlotReading, b: SlotReading) -> SlotReading:
    """Of two readings of a slot the one that sees a die there, of two that do the surer."""
    if max(a.empty, b.empty) > 0.5:
        return min(a, b, key=lambda reading: reading.empty)
    return max(a, b, key=lambda reading: reading.confidence)


def cut_rolling(pixels: Pixels, pose: Homography, slot: Slot, settings: SlotSettings) -> Pixels:
    """The rolling area at `free_px_per_mm`."""
    size = (round(slot.w_mm * settings.free_px_per_mm), round(slot.h_mm * settings.free_px_per_mm))
    return cut(pixels, pose, (slot.x_mm, slot.y_mm, slot.w_mm, slot.h_mm), size)


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

    def changed(self, pixels: Pixels, pose: Homography) -> dict[SlotId, Pixels]:
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
