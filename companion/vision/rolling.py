"""Where dice are thrown on a board: cut out, compared with what was read there, told in mm."""

from collections.abc import Sequence
from dataclasses import replace

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Seen
from companion.vision.dice import DieReading
from companion.vision.pose import Pose
from companion.vision.slots import SlotSettings, cut, differs

CELL_MM = 3.0
"""Grid on which the area is compared with what was last read there: a pip."""


def rolling_area(layout: Layout, settings: SlotSettings) -> "RollingArea | None":
    """The place where dice are thrown, if the board has one."""
    slots = (slot for slot in layout.slots.values() if slot.kind is SlotKind.ROLLING)
    return next((RollingArea(slot, settings) for slot in slots), None)


class RollingArea:
    """The place of a board where dice are thrown, and how it looked when they were last read."""

    def __init__(self, slot: Slot, settings: SlotSettings) -> None:
        self.slot = slot
        self._settings = settings
        wider = 2 * settings.rolling_margin * settings.die_mm
        self._box = slot.x_mm, slot.y_mm, slot.w_mm + wider, slot.h_mm + wider
        self._read: Pixels | None = None

    @property
    def die_px(self) -> float:
        """The edge of a die in the area's picture."""
        return self._settings.die_mm * self._settings.free_px_per_mm

    def cut(self, pixels: Pixels, pose: Pose) -> Pixels:
        """The area and what lies on its line, at `free_px_per_mm`."""
        scale = self._settings.free_px_per_mm
        size = round(self._box[2] * scale), round(self._box[3] * scale)
        return cut(pixels, pose, self._box, size, self._settings.straight_mm)

    def forget(self) -> None:
        """The board was moved: the area is to be read anew."""
        self._read = None

    def keep(self, area: Pixels) -> None:
        """This picture of it has been read."""
        self._read = area

    def changed(self, pixels: Pixels, pose: Pose) -> bool:
        """Whether it looks different from when it was last read."""
        if self._read is None:
            return True
        cells = max(2, round(max(self._box[2:]) / CELL_MM))
        area = self.cut(pixels, pose)
        return differs(self._read, area, (cells, cells), self._settings.change_levels)

    def within(self, dice: Sequence[DieReading], area: Pixels) -> tuple[DieReading, ...]:
        """The dice of its picture that lie in it or on its line, not beside it."""
        beside = self._settings.rolling_margin - self._settings.rolling_over
        least, (h, w) = beside * self.die_px, area.shape[:2]
        return tuple(
            die
            for die in dice
            if least <= die.x + die.w / 2 <= w - least and least <= die.y + die.h / 2 <= h - least
        )

    def on_board(self, seen: Seen) -> Seen:
        """Free dice from pixels of its picture to board millimetres."""
        if seen is None:
            return None
        (x, y, w, h), scale = self._box, self._settings.free_px_per_mm
        left, top = x - w / 2, y - h / 2
        return tuple(replace(p, x=left + p.x / scale, y=top + p.y / scale) for p in seen)
