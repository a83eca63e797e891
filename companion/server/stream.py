"""Snapshots as text, and the event streams that bring them to phones."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from fastapi.sse import ServerSentEvent
from pydantic_core import to_json

from companion.referee.snapshot import Seat
from companion.referee.table import Table
from companion.rules.codec import Json
from companion.server.languages import ENGLISH, Catalogue, catalogue_of, in_words, names_of

PING_S = 1.0
"""A page that hears nothing for ten of these knows that the link is dead."""


class Snapshots:
    """The table as JSON text, written once for all phones that may see and read the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._revision = -1
        self._texts: dict[tuple[str | None, str], str] = {}
        self._words: dict[str, Catalogue] = {}
        self._seats: frozenset[str] = frozenset()

    @property
    def seats(self) -> frozenset[str]:
        """Who sits at the table."""
        if not self._seats:
            self._seats = frozenset(seat.player for seat in self._table.snapshot().seats)
        return self._seats

    def text(self, seat: str | None, language: str = ENGLISH) -> str:
        """The table as `seat` may see it now, in a language."""
        if self._revision != self._table.revision:
            self._revision = self._table.revision
            self._texts = {}
        if (seat, language) not in self._texts:
            shown = self._table.snapshot(seat)
            told = in_words(shown, self._catalogue(language, shown.seats))
            # As the codec of the rules writes it, ten times faster: it is done on every change.
            self._texts[seat, language] = to_json(told, inf_nan_mode="null").decode()
        return self._texts[seat, language]

    def said(self, value: object, language: str) -> Json:
        """A part of the table in a language, people called by their names."""
        if language not in self._words:
            self._catalogue(language, self._table.snapshot().seats)
        return in_words(value, self._words[language])

    def _catalogue(self, language: str, seats: tuple[Seat, ...]) -> Catalogue:
        if language not in self._words:
            words = catalogue_of(language, self._table.game.info.id)
            self._words[language] = {**words, **names_of(seats)}
        return self._words[language]


@dataclass(eq=False, slots=True)
class _Follower:
    """A phone that follows, from a seat."""

    seat: str | None
    wake: asyncio.Event
    ended: bool = False


class Streams:
    """Open event streams. Each sends the newest snapshot only, so a slow phone skips, never queues.

    What a stream has not yet sent is not kept: when the phone takes more, it is told how things
    stand then.
    """

    def __init__(self, table: Table, snapshots: Snapshots) -> None:
        self._table = table
        self._snapshots = snapshots
        self._followers: set[_Follower] = set()
        self._closed = False

    @property
    def open(self) -> int:
        """How many phones follow."""
        return len(self._followers)

    def close(self) -> None:
        """End every stream, and any that is asked for later: the server is stopping."""
        self._closed = True
        self._end(self._followers)

    def end(self, seat: str) -> None:
        """End the streams that look from a seat: it is another phone's now."""
        self._end({one for one in self._followers if one.seat == seat})

    def _end(self, followers: "set[_Follower]") -> None:
        for one in followers:
            one.ended = True
            one.wake.set()

    async def follow(
        self, seat: str | None, language: str = ENGLISH
    ) -> AsyncGenerator[ServerSentEvent, None]:
        """The snapshot now and after every change, and a ping each second.

        The snapshot now is sent whatever the phone saw last: after a restart the same revision may
        mean another table.
        """
        clock = asyncio.get_running_loop().time
        me = _Follower(seat, asyncio.Event())
        stop = self._table.on_change(me.wake.set)
        self._followers.add(me)
        sent, ping_at = -1, clock() + PING_S
        try:
            while not (self._closed or me.ended):
                me.wake.clear()
                if clock() >= ping_at:
                    ping_at = clock() + PING_S
                    yield self._ping()
                elif sent != self._table.revision:
                    sent = self._table.revision
                    yield self._snapshot(seat, language, sent)
                else:
                    await _wait(me.wake, ping_at - clock())
        finally:
            self._followers.discard(me)
            stop()

    def _snapshot(self, seat: str | None, language: str, revision: int) -> ServerSentEvent:
        text = self._snapshots.text(seat, language)
        return ServerSentEvent(raw_data=text, event="snapshot", id=str(revision))

    def _ping(self) -> ServerSentEvent:
        return ServerSentEvent(data={"revision": self._table.revision}, event="ping")


async def _wait(wake: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return
