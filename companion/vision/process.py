"""Keeps one vision process alive from the web process, which itself touches no pixels."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.vision.messages import Ended, Heartbeat, Message, Status

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from companion.camera.camera import Camera
    from companion.vision.slots import ReadsDice

WORKER = "companion.vision.worker"
"""Imported by name in the child: it needs numpy and OpenCV, which this process does without."""


@dataclass(frozen=True, slots=True)
class SupervisorSettings:
    """When a worker counts as hung, and how long to wait before the next."""

    first_pause_s: float = 1.0
    longest_pause_s: float = 20.0
    """Pauses double from the first to the longest: a camera in use stays so for minutes."""
    healthy_s: float = 10.0
    """After running so long, the next pause is the first again."""
    silent_s: float = 5.0
    """No sign of life for so long: it hangs in a driver or a model, and is killed."""
    starting_s: float = 30.0
    """Time for the first sign of life: a Pi loads its libraries from a card."""
    stopping_s: float = 2.0
    """Time to close the camera before it is killed."""


_Work: TypeAlias = (
    "tuple[Callable[[], Camera], Layout, bool, Callable[[], ReadsDice] | None, "
    "Path | None, Path | None, Path | None, Path | None]"
)
"""What `worker.Job` is made of; that class cannot be named here."""


class VisionSupervisor:
    """Starts the worker, hands on what it says, and starts it again when it is lost or hangs.

    `camera_factory` must be a module-level function or a `functools.partial` of one. `tell` is
    called in the event loop with every message but heartbeats. `lens` is the file of the camera's
    lens, `colours` that of the players' colours, `cards` the folder of the cards that
    were taught, `bare` that of the board without pieces; none need be there. `run` returns after
    `stop`, or when the camera came to its end.
    """

    def __init__(
        self,
        camera_factory: Callable[[], Camera],
        layout: Layout,
        paced: bool,
        tell: Callable[[Message], None],
        *,
        reader_factory: Callable[[], ReadsDice] | None = None,
        lens: Path | None = None,
        colours: Path | None = None,
        cards: Path | None = None,
        bare: Path | None = None,
        settings: SupervisorSettings | None = None,
    ) -> None:
        self._work = (camera_factory, layout, paced, reader_factory, lens, colours, cards, bare)
        self._tell = tell
        self._settings = settings or SupervisorSettings()
        self._stopping = asyncio.Event()
        self.pid: int | None = None

    async def run(self) -> None:
        """Keep a worker going. Leaves no process and no thread behind, also when cancelled."""
        pause_s = self._settings.first_pause_s
        while not self._stopping.is_set():
            begun = asyncio.get_running_loop().time()
            if await self._one_life():
                break
            if asyncio.get_running_loop().time() - begun > self._settings.healthy_s:
                pause_s = self._settings.first_pause_s
            await self._pause(pause_s)
            pause_s = min(2 * pause_s, self._settings.longest_pause_s)
        self._tell(Status("off"))

    def stop(self) -> None:
        """Ask `run` to end; await it for the end."""
        self._stopping.set()

    async def _pause(self, pause_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), pause_s)

    async def _one_life(self) -> bool:
        """One worker from start to end; `True` when there is to be no other."""
        life = _Life(self._work)
        self.pid = life.process.pid
        try:
            return await self._listen(life)
        finally:
            self.pid = None
            await asyncio.shield(life.end(self._settings.stopping_s))

    async def _listen(self, life: _Life) -> bool:
        patience_s, told_why = self._settings.starting_s, False
        while True:
            message = await self._next(life, patience_s)
            match message:
                case Heartbeat():
                    patience_s = self._settings.silent_s
                case Ended():
                    self._tell(message)
                    return True
                case None:
                    if self._stopping.is_set():
                        return True
                    if not told_why:
                        self._tell(Status("lost", phrase("the camera's program ended or hung")))
                    return False
                case Status("starting"):
                    self._tell(message)
                case _:
                    patience_s = self._settings.silent_s
                    told_why = isinstance(message, Status) and message.state == "lost"
                    self._tell(message)

    async def _next(self, life: _Life, patience_s: float) -> Message | None:
        """The next message; `None` when none comes in time, the worker ended, or on `stop`."""
        getting = asyncio.ensure_future(life.messages.get())
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            done, _ = await asyncio.wait(
                {getting, stopping}, timeout=patience_s, return_when=asyncio.FIRST_COMPLETED
            )
            return getting.result() if getting in done and stopping not in done else None
        finally:
            getting.cancel()
            stopping.cancel()


class _Life:
    """One worker process with its own pipe, and the thread that empties the pipe."""

    def __init__(self, job: _Work) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(
            target=start_worker, args=(job, far), name="vision", daemon=True
        )
        self.process.start()
        far.close()
        self.messages: asyncio.Queue[Message | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=_empty_pipe, args=(self._pipe, loop, self.messages), name="vision pipe"
        )
        self._thread.start()

    async def end(self, stopping_s: float) -> None:
        """Ask it to end, then make it; afterwards its thread has ended too."""
        await asyncio.to_thread(self._end, stopping_s)

    def _end(self, stopping_s: float) -> None:
        self.process.terminate()
        self.process.join(stopping_s)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self._thread.join()
        self._pipe.close()
        self.process.close()


def start_worker(job: _Work, pipe: Connection) -> None:
    """First thing in the child: only here are the libraries loaded that touch pixels."""
    worker = importlib.import_module(WORKER)
    with contextlib.suppress(SystemExit):
        worker.work(worker.Job(*job), pipe)
    # The capture thread may be inside a driver: an ordinary exit takes its library away under it.
    os._exit(0)


def _empty_pipe(
    pipe: Connection, loop: asyncio.AbstractEventLoop, messages: asyncio.Queue[Message | None]
) -> None:
    """Hand messages to the loop until the worker's end of the pipe closes."""
    while True:
        try:
            message: Message | None = pipe.recv()
        except (EOFError, OSError):
            message = None
        try:
            loop.call_soon_threadsafe(messages.put_nowait, message)
        except RuntimeError:  # the loop is closed: nobody listens any more
            return
        if message is None:
            return
