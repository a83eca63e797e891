"""The time, also on a machine that has no clock of its own and no internet to ask."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from companion.doctor.machine import RELEASED


class Clock:
    """Tells the time of this machine, or what a phone said it is, from then on."""

    def __init__(self, machine: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._machine = machine
        self._off = timedelta()

    def __call__(self) -> str:
        """The time now, in the machine's zone, to the second."""
        return self._now().astimezone().isoformat(timespec="seconds")

    @property
    def wrong(self) -> bool:
        """Whether it cannot be so early: the program is younger."""
        return self._now() < RELEASED

    def set(self, told: datetime) -> bool:
        """Go by what a phone says; `False` when that cannot be right either, or is not needed."""
        if not self.wrong or told.tzinfo is None or told < RELEASED:
            return False
        self._off = told - self._machine()
        return True

    def _now(self) -> datetime:
        return self._machine() + self._off
