"""How long an event takes to every phone, while a simulated camera is looked through as ever.

The program runs as it does at a table, in processes of its own; here are the phones, and one that
sets a number again and again. All share this machine, so that phones cost what they cost nowhere
else: what is measured is an upper bound.
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench.timing import Plan, Stage, summary
from companion.rules.registry import largest_board

LOOKING_ON, SEATED = 50, 6
EVENTS = 40
PAUSE_S = 0.5
WARM_S = 8.0
"""The camera has found the board by then, and people have begun to play."""
ANSWER_S = 30.0
LINE_BYTES = 1 << 22
VERSION = re.compile(rb'data: \{"version":(\d+)')


def stages(plan: Plan) -> Iterator[Stage]:
    """An event to each of fifty phones that look on and six at seats."""
    with _table() as port:
        took_ms = asyncio.run(_evening(port, plan.runs or EVENTS))
    yield summary(f"phones: an event to each of {LOOKING_ON + SEATED}", "ms", took_ms)


@contextmanager
def _table() -> Iterator[int]:
    """A table that is played before a simulated camera; its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with TemporaryDirectory() as data:
        game = largest_board().info
        players = ",".join(f"{colour}={colour.title()}" for colour in game.colours)
        command = [sys.executable, "-m", "companion", "play", "--game", game.id]
        command += ["--players", players, "--camera", "sim:7", "--pin", "none", "--json"]
        command += ["--port", str(port), "--host", "127.0.0.1", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as table:
            try:
                assert table.stdout is not None
                assert table.stdout.readline(), "the table did not start"
                yield port
            finally:
                table.terminate()


async def _evening(port: int, events: int) -> list[float]:
    phones = [_Phone(port) for _ in range(LOOKING_ON + SEATED)]
    for phone, seat in zip(phones, largest_board().info.colours, strict=False):
        await phone.sit(seat)
    following = [asyncio.create_task(phone.follow()) for phone in phones]
    try:
        await asyncio.sleep(WARM_S)
        took_ms: list[float] = []
        for number in range(events):
            took_ms += await _event(port, phones, number)
            await asyncio.sleep(PAUSE_S)
        return took_ms
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)


async def _event(port: int, phones: "list[_Phone]", number: int) -> list[float]:
    """Set a number; what it takes until each phone has the table with it, in ms.

    Somebody else may be quicker to change the table: then again.
    """
    while True:
        version = max(phone.version for phone in phones)
        request = {"type": "Adjust", "player": "red", "quantity": "fuel", "amount": number % 9}
        command = {"id": f"{number} at {version}", "expected": version, "request": request}
        began = perf_counter()
        waits = [asyncio.create_task(phone.reaches(version + 1)) for phone in phones]
        if await _post(port, "/api/v1/commands", command) == 200:
            async with asyncio.timeout(ANSWER_S):
                return [(at - began) * 1000 for at in await asyncio.gather(*waits)]
        for wait in waits:
            wait.cancel()


class _Phone:
    """Follows the table and notes when it hears of which version."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = ""
        self._news = asyncio.Condition()
        self.version = 0
        self._heard_at = 0.0

    async def sit(self, seat: str) -> None:
        """Take a seat."""
        reader, writer = await _send(self._port, "POST", "/api/v1/seat", {"seat": seat})
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        found = re.search(r"^set-cookie: ([^;]+)", head, re.IGNORECASE | re.MULTILINE)
        self._cookie = found[1] if found else ""
        writer.close()

    async def follow(self) -> None:
        """Read the stream until told to stop."""
        reader, _ = await _send(self._port, "GET", "/api/v1/events", cookie=self._cookie)
        while line := await reader.readline():
            found = VERSION.match(line)
            if found:
                async with self._news:
                    self._heard_at, self.version = perf_counter(), int(found[1])
                    self._news.notify_all()

    async def reaches(self, version: int) -> float:
        """When it heard of that version."""
        async with self._news:
            await self._news.wait_for(lambda: self.version >= version)
            return self._heard_at


async def _post(port: int, path: str, body: object) -> int:
    """The status of the answer."""
    reader, writer = await _send(port, "POST", path, body)
    status = int((await reader.readline()).split()[1])
    writer.close()
    return status


async def _send(
    port: int, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[StreamReader, StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LINE_BYTES)
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n"
    kept = f"Cookie: {cookie}\r\n" if cookie else ""
    writer.write(f"{head}{kept}\r\n".encode() + content)
    await writer.drain()
    return reader, writer
