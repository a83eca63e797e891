"""What one look at the table leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.referee.claims import Claims
from companion.referee.difference import AreaDifference
from companion.referee.question import Asked
from companion.referee.snapshot import Flag


@dataclass(frozen=True, slots=True)
class Booking:
    """An action to book, with the dice as they were read when it is a roll."""

    text: str
    dice: tuple[SeenPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look at the table leads to.

    `unlike` is all that was seen, when it is not explained by what is booked: `found`
    says what, and `free_dice` are those that were thrown.
    """

    bookings: tuple[Booking, ...] = ()
    flags: tuple[Flag, ...] = ()
    asked: Asked | None = None
    unlike: Claims = field(default_factory=dict)
    found: Mapping[AreaId, AreaDifference] = field(default_factory=dict)
    free_dice: Seen = None

    @property
    def fits(self) -> bool:
        """Whether everything lies as it should and nothing is to be booked."""
        return bool(self.unlike) and not (self.found or self.bookings or self.asked)
