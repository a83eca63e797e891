"""A roll is one event: were the free dice thrown anew, or only looked at or touched?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.vision.settle import Scene


@dataclass(frozen=True, slots=True)
class ThrowSettings:
    """How near to where a die lay it was not thrown anew, in die edges."""

    put_back: float = 0.5
    """A die that somebody looks at comes back about where it lay; a thrown one hardly ever does."""
    not_moved: float = 0.15
    """Where the scene changed within one frame, so that no hand was there: a lamp was lit."""
    rocked: float = 1.5
    """A die that looked still and tips over yet lies one edge further on."""
    rocking_s: float = 0.6
    """It tips within this time; gathering and throwing dice takes longer."""


class ThrowWatch:
    """Numbers the throws by the rest at which their dice came to lie."""

    def __init__(self, settings: ThrowSettings | None = None) -> None:
        self._settings = settings or ThrowSettings()
        self._lain: tuple[SeenPiece, ...] = ()
        self._thrown = 0

    def number(self, scene: Scene, dice: Seen, edge: float, hidden: bool = False) -> int:
        """The rest at which the dice of a claim were thrown; `edge` of a die as they are placed.

        Dice taken away are no throw, nor are dice put back where they lay, whatever they show.
        When the whole scene changed within one frame, and no hand was seen to hide it, another
        face in the same place is another picture.
        """
        if not dice:
            return self._thrown
        sudden = scene.sudden and not hidden
        if not _lay_there(self._lain, dice, self._reach(scene, sudden) * edge, same_faces=sudden):
            self._thrown = scene.rest
        self._lain = dice
        return self._thrown

    def _reach(self, scene: Scene, sudden: bool) -> float:
        if sudden:
            return self._settings.not_moved
        quick = scene.moved_s <= self._settings.rocking_s
        return self._settings.rocked if quick else self._settings.put_back


def _lay_there(
    before: Sequence[SeenPiece], after: Sequence[SeenPiece], reach: float, same_faces: bool
) -> bool:
    """Whether every die of `after` has one of `before` within `reach`, each used once."""
    left = list(before)
    for die in after:
        near = [
            other
            for other in left
            if np.hypot(other.x - die.x, other.y - die.y) <= reach
            and (not same_faces or None in (die.value, other.value) or die.value == other.value)
        ]
        if not near:
            return False
        left.remove(min(near, key=lambda other: float(np.hypot(other.x - die.x, other.y - die.y))))
    return True
