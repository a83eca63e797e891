"""Exposure and white balance that stay as they are while people play.

A camera that goes on choosing them changes every colour when a hand comes in. They are chosen anew
only when the room's light has changed for good.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.core.phrases import Phrase, listed, phrase


class Turn(Enum):
    """What a camera is to do with its light."""

    CHOOSE = "choose"
    LOCK = "lock"


@dataclass(frozen=True, slots=True)
class LockSettings:
    """When the light is locked, and when it is looked at anew."""

    choosing_s: float = 2.0
    """Cameras choose within one second; lamps warm up longer, but only a little."""
    factor: float = 1.6
    """The picture's light by that much more or less: a lamp was lit, a blind was let down."""
    lasts_s: float = 3.0
    """An arm over the table is gone by then."""


class LightLock:
    """Says after each frame whether the camera is to choose or to lock its light."""

    def __init__(self, settings: LockSettings | None = None) -> None:
        self._settings = settings or LockSettings()
        self._since_s: float | None = None
        self._locked_levels = math.nan
        self._other_s: float | None = None

    def feed(self, levels: float, time_s: float) -> Turn | None:
        """Take a frame's mean grey levels and its time; a camera begins by choosing."""
        if self._since_s is None:
            self._since_s = time_s
        if math.isnan(self._locked_levels):
            if time_s - self._since_s < self._settings.choosing_s:
                return None
            self._locked_levels = levels
            return Turn.LOCK
        if self._is_as_locked(levels):
            self._other_s = None
        elif self._other_s is None:
            self._other_s = time_s
        elif time_s - self._other_s >= self._settings.lasts_s:
            self._since_s, self._locked_levels, self._other_s = time_s, math.nan, None
            return Turn.CHOOSE
        return None

    def _is_as_locked(self, levels: float) -> bool:
        share = (levels + 1) / (self._locked_levels + 1)
        return 1 / self._settings.factor < share < self._settings.factor


def not_locked(what: Sequence[str]) -> Phrase:
    """What to tell the table of a camera that goes on choosing: each of `what` as a phrase."""
    return phrase(
        "this camera cannot lock its {what}: keep lamps and blinds as they are while you play",
        what=listed(what),
    )
