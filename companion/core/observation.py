"""What the camera claims. It may be impossible, incomplete or wrong."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import SlotId
from companion.core.pieces import SeenPiece

Seen = tuple[SeenPiece, ...] | None
"""Pieces seen in a place: `()` is *seen empty*, `None` is *not seen*."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One steady view of the table, published once each time the scene has come to rest.

    `rest` counts the times the scene came to rest: a new number after every movement.
    `time_s` is the time stamp of the frame it was read from, `sequence` its number.
    `free_dice` are dice in the rolling area, or in the whole picture when there is no board.
    `registered` tells whether the board was found; `None` when no board is looked for.
    `picture` names the stored picture of that moment, if there is one.
    `thrown` is the rest at which the free dice came to lie as they do: the same as long as they
    are only looked at, touched or taken away. `None` where nobody has told: then at this rest.
    """

    rest: int
    sequence: int
    time_s: float
    slots: Mapping[SlotId, Seen]
    free_dice: Seen
    registered: bool | None = None
    picture: str | None = None
    thrown: int | None = None

    @property
    def throw(self) -> int:
        """The rest at which the free dice were thrown."""
        return self.rest if self.thrown is None else self.thrown
