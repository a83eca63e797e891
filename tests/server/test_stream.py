import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest
from fastapi.sse import ServerSentEvent

from companion.server import stream
from companion.server.stream import Snapshots, Streams
from tests.server.scripted import ScriptedTable

Stream = AsyncGenerator[ServerSentEvent, None]
WITHIN_S = 2.0


def play(scene: Callable[[ScriptedTable, Streams], Awaitable[None]]) -> ScriptedTable:
    table = ScriptedTable()
    streams = Streams(table, Snapshots(table))

    async def bounded() -> None:
        async with asyncio.timeout(10):
            await scene(table, streams)

    asyncio.run(bounded())
    return table


async def after(following: Stream, event: str) -> ServerSentEvent:
    async with asyncio.timeout(WITHIN_S):
        async for one in following:
            if one.event == event:
                return one
    raise AssertionError(f"the stream ended without {event}")


@pytest.mark.report("E19")
def test_the_table_as_it_is_comes_first() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        table.change()
        following = streams.follow("red")
        first = await anext(following)
        assert (first.event, first.id) == ("snapshot", "1")
        assert json.loads(first.raw_data or "")["announcement"] == "for red"
        await following.aclose()

    play(scene)


def test_every_change_is_told_at_once() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        following = streams.follow(None)
        await anext(following)
        for revision in range(1, 5):
            table.change()
            told = await after(following, "snapshot")
            assert told.id == str(revision)
            assert json.loads(told.raw_data or "")["revision"] == revision
        await following.aclose()

    play(scene)


def test_a_slow_phone_gets_the_newest_table_only() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        following = streams.follow(None)
        await anext(following)
        for _ in range(1000):
            table.change()
        assert (await after(following, "snapshot")).id == "1000"
        table.looked_from.clear()
        assert (await after(following, "ping")).event == "ping"
        assert table.looked_from == []
        await following.aclose()

    play(scene)


def test_a_quiet_table_is_heard_of_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.PING_S == 1.0
    monkeypatch.setattr(stream, "PING_S", 0.05)

    async def scene(table: ScriptedTable, streams: Streams) -> None:
        following = streams.follow(None)
        await anext(following)
        began = asyncio.get_running_loop().time()
        for _ in range(3):
            ping = await anext(following)
            assert ping.event == "ping"
            assert ping.data == {"revision": 0}
            assert ping.id is None, "a ping must not move Last-Event-ID"
        assert 0.14 <= asyncio.get_running_loop().time() - began < 1
        await following.aclose()

    play(scene)


def test_a_busy_table_does_not_drown_the_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_S", 0.05)

    async def scene(table: ScriptedTable, streams: Streams) -> None:
        async def busy() -> None:
            while True:
                table.change()
                await asyncio.sleep(0.001)

        changing = asyncio.create_task(busy())
        following = streams.follow(None)
        assert (await after(following, "ping")).event == "ping"
        changing.cancel()
        await following.aclose()

    play(scene)


def test_stopping_ends_every_stream_and_lets_go_of_the_table() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        async def follow() -> int:
            return len([event async for event in streams.follow(None)])

        phones = [asyncio.create_task(follow()) for _ in range(3)]
        while streams.open < 3:
            await asyncio.sleep(0)
        streams.close()
        async with asyncio.timeout(0.5):
            assert await asyncio.gather(*phones) == [1, 1, 1]
        assert streams.open == 0
        assert [event async for event in streams.follow(None)] == []

    assert play(scene).listeners == []


def test_a_phone_that_goes_away_is_forgotten() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        async def follow() -> None:
            async for _ in streams.follow(None):
                pass

        phone = asyncio.create_task(follow())
        while not streams.open:
            await asyncio.sleep(0)
        phone.cancel()
        await asyncio.gather(phone, return_exceptions=True)
        assert streams.open == 0

    assert play(scene).listeners == []


def test_one_snapshot_is_written_for_all_phones() -> None:
    async def scene(table: ScriptedTable, streams: Streams) -> None:
        phones = [streams.follow(seat) for seat in ("red", "red", "red", None, None)]
        for revision in (0, 1):
            for phone in phones:
                assert (await after(phone, "snapshot")).id == str(revision)
            assert sorted(map(str, table.looked_from)) == ["None", "red"]
            table.looked_from.clear()
            table.change()
        for phone in phones:
            await phone.aclose()

    play(scene)
