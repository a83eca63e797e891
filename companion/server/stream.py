"""Snapshots as text, and the event streams that bring them to phones."""

import asyncio
from collections.abc import AsyncGenerator

from fastapi.sse import ServerSentEvent
from pydantic_core import to_json

from companion.referee.table import Table

PING_S = 1.0
"""A page that hears nothing for ten of these knows that the link is dead."""


class Snapshots:
    """The table as JSON text, written once for all phones that may see the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._revision = -1
        self._texts: dict[str | None, str] = {}
        self._seats: frozenset[str] = frozenset()

    @property
    def seats(self) -> frozenset[str]:
        """Who sits at the table."""
        if not self._seats:
            self._seats = frozenset(seat.player for seat in self._table.snapshot().seats)
        return self._seats

    def text(self, seat: str | None) -> str:
        """The table as `seat` may see it now."""
        if self._revision != self._table.revision:
            self._revision = self._table.revision
            self._texts = {}
        if seat not in self._texts:
            # As the codec of the rules writes it, ten times faster: it is done on every change.
            written = to_json(self._table.snapshot(seat), inf_nan_mode="null")
            self._texts[seat] = written.decode()
        return self._texts[seat]


class Streams:
    """Open event streams. Each sends the newest snapshot only, so a slow phone skips, never queues.

    What a stream has not yet sent is not kept: when the phone takes more, it is told how things
    stand then.
    """

    def __init__(self, table: Table, snapshots: Snapshots) -> None:
        self._table = table
        self._snapshots = snapshots
        self._wakes: set[asyncio.Event] = set()
        self._closed = False

    @property
    def open(self) -> int:
        """How many phones follow."""
        return len(self._wakes)

    def close(self) -> None:
        """End every stream, and any that is asked for later: the server is stopping."""
        self._closed = True
        for wake in self._wakes:
            wake.set()

    async def follow(self, seat: str | None) -> AsyncGenerator[ServerSentEvent, None]:
        """The snapshot now and after every change, and a ping each second.

        The snapshot now is sent whatever the phone saw last: after a restart the same revision may
        mean another table.
        """
        clock = asyncio.get_running_loop().time
        wake = asyncio.Event()
        stop = self._table.on_change(wake.set)
        self._wakes.add(wake)
        sent, ping_at = -1, clock() + PING_S
        try:
            while not self._closed:
                wake.clear()
                if clock() >= ping_at:
                    ping_at = clock() + PING_S
                    yield self._ping()
                elif sent != self._table.revision:
                    sent = self._table.revision
                    yield self._snapshot(seat, sent)
                else:
                    await _wait(wake, ping_at - clock())
        finally:
            self._wakes.discard(wake)
            stop()

    def _snapshot(self, seat: str | None, revision: int) -> ServerSentEvent:
        text = self._snapshots.text(seat)
        return ServerSentEvent(raw_data=text, event="snapshot", id=str(revision))

    def _ping(self) -> ServerSentEvent:
        return ServerSentEvent(data={"revision": self._table.revision}, event="ping")


async def _wait(wake: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return
