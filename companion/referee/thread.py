"""Table and ledger part in many places at once: said once, instead of flagging everything."""

from collections.abc import Mapping

from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.referee.difference import AreaDifference
from companion.referee.snapshot import Flag

MANY = 3
"""Places with pieces that nothing explains: people put one wrong at a time, seldom two."""

LOST = "table.lost"


def is_lost(found: Mapping[AreaId, AreaDifference], was_lost: bool) -> bool:
    """Whether the thread is lost, or `was_lost` and something is still unexplained."""
    places = sum(bool(part.extra) for part in found.values())
    return places >= (1 if was_lost else MANY)


def lost_flag() -> Flag:
    """What is said instead."""
    return Flag(
        id=LOST,
        code=LOST,
        text=phrase("I have lost the thread: several places are not as I have them."),
        source="",
        pieces=(),
        slots=(),
        remedy=phrase("Open the table check: it shows what lies there beside what was booked."),
    )
