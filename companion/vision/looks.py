"""How places of a board looked when they were last read: they are read again where that changed."""

from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np

from companion.camera.frame import Pixels
from companion.vision.pose import Box, Pose
from companion.vision.slots import cut, differs

_TINTS = (0.7, 1.4)
"""Least and most by which another lamp changes one colour beside the others."""


def in_light_of(look: Pixels, old: Pixels) -> Pixels:
    """A look at a place in the light of an older one: another lamp is no change of what is there.

    Blue, green and red are made as bright as they were in most of it.
    """
    now, then = (np.median(cut.reshape(-1, 3), axis=0) + 1 for cut in (look, old))
    tint = (then / now) / np.median(then / now)
    return np.asarray(np.clip(look * np.clip(tint, *_TINTS), 0, 255), np.uint8)


class Boxed(Protocol):
    """Something that takes up a rectangle of the board."""

    @property
    def box(self) -> Box:
        """Middle and size, mm."""
        ...


Place = TypeVar("Place", bound=Boxed)


class Looks(Generic[Place]):
    """The looks of some places at a scale, and the grid on which they are compared."""

    def __init__(self, places: Sequence[Place], px_per_mm: float, cell_mm: float) -> None:
        self._places, self._px_per_mm, self._cell_mm = tuple(places), px_per_mm, cell_mm
        self._known: dict[Place, Pixels] = {}

    def drop(self, place: Place) -> None:
        """This place is to be read anew."""
        self._known.pop(place, None)

    def keep(self, looks: Mapping[Place, Pixels]) -> None:
        """These have been read and agreed upon."""
        self._known |= looks

    def changed(self, pixels: Pixels, pose: Pose, change_levels: float) -> tuple[Place, ...]:
        """Places that look different from when they were last read."""
        return tuple(
            place
            for place in self._places
            if (old := self._known.get(place)) is None
            or self.differ(place, old, self._look(pixels, pose, place), change_levels)
        )

    def differ(self, place: Place, old: Pixels, new: Pixels, change_levels: float) -> bool:
        """Whether two looks at a place show something else, whatever the light."""
        return differs(old, in_light_of(new, old), self._cells(place), change_levels)

    def of(self, pixels: Pixels, pose: Pose, places: Sequence[Place]) -> dict[Place, Pixels]:
        """How these places look."""
        return {place: self._look(pixels, pose, place) for place in places}

    def _look(self, pixels: Pixels, pose: Pose, place: Place) -> Pixels:
        """In one piece, since what a lens bends it bends each time."""
        w, h = (round(side * self._px_per_mm) for side in place.box[2:])
        return cut(pixels, pose, place.box, (w, h), max(place.box[2:]))

    def _cells(self, place: Place) -> tuple[int, int]:
        w, h = (max(2, round(side / self._cell_mm)) for side in place.box[2:])
        return w, h
