"""The die slots of one board: read where they changed, and compared with how they look empty."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.observation import Seen
from companion.vision.dice import SlotReading
from companion.vision.palette import ColourSense
from companion.vision.pose import Pose
from companion.vision.slots import (
    EmptyLooks,
    ReadsDice,
    SlotCutter,
    SlotMemory,
    SlotSettings,
    centred,
    coloured,
    die_slots,
    doubtful,
    searched,
)
from companion.vision.votes import VoteSettings, slot_claim

Cuts = Mapping[SlotId, Pixels]


class DieSlots:
    """All slots for one die each, wherever the board lies. Nothing is read before it was found."""

    def __init__(
        self, layout: Layout, reader: ReadsDice, settings: SlotSettings, votes: VoteSettings
    ) -> None:
        self._slots = {slot.id: slot for slot in die_slots(layout)}
        self._reader, self._settings, self._votes = reader, settings, votes
        self._memory, self._empties = SlotMemory(settings), EmptyLooks(settings)
        self._cutter: SlotCutter | None = None
        self._search: SlotCutter | None = None
        self._ground: SlotCutter | None = None

    def lie(self, pose: Pose) -> None:
        """The board lies there: everything is to be read anew."""
        places, cutting = tuple(self._slots.values()), self._settings
        self._cutter = SlotCutter(pose, places, cutting, cutting.cut_height)
        self._search = SlotCutter(pose, places, searched(cutting), cutting.cut_height)
        self._ground = SlotCutter(pose, places, cutting, 0.0)
        self._memory.forget()

    def changed(self, pixels: Pixels) -> tuple[SlotId, ...]:
        """Slots that look different from when they were last read."""
        assert self._cutter is not None
        return self._memory.changed(self._cutter.cut(pixels))

    def read(
        self, pixels: Pixels, names: Sequence[SlotId], sense: ColourSense
    ) -> tuple[dict[SlotId, SlotReading], Cuts]:
        """These slots, and how they look; in the most doubtful ones the die is searched for."""
        assert self._cutter is not None
        assert self._search is not None
        cuts = self._cutter.cut(pixels, names)
        readings = list(self._reader.read_slots(tuple(cuts.values())))
        places = doubtful(readings, self._settings)
        if places:
            again = self._search.cut(pixels, [names[place] for place in places])
            for place, wide in zip(places, again.values(), strict=True):
                readings[place] = centred(readings[place], self._reader.read(wide), self._settings)
        named = coloured(readings, tuple(cuts.values()), sense, self._settings)
        return dict(zip(cuts, named, strict=True)), cuts

    def join(
        self, looks: Sequence[Mapping[SlotId, SlotReading]], cuts: Cuts, pixels: Pixels
    ) -> dict[SlotId, Seen]:
        """What several looks at slots claim; `cuts` of the last one and its picture are kept.

        What reads empty and does not look as it did when it was is not seen. It is the board itself
        that is compared, which looks the same wherever it was pushed.
        """
        seen = {name: self._at(name, slot_claim([k[name] for k in looks], self._votes))
                for name in cuts}  # fmt: skip
        empty = {
            name: float(np.mean([look[name].empty for look in looks]))
            for name, claim in seen.items()
            if claim == ()
        }
        if empty and self._ground is not None:
            grounds = self._ground.cut(pixels, tuple(empty))
            seen |= dict.fromkeys(self._empties.strange(empty, grounds))
        self._memory.keep(cuts)
        return seen

    def _at(self, name: SlotId, seen: Seen) -> Seen:
        slot = self._slots[name]
        return seen and tuple(replace(piece, x=slot.x_mm, y=slot.y_mm) for piece in seen)
