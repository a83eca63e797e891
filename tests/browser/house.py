"""A real table served on a real port, from a thread, so that a browser can come and play."""

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

import uvicorn

from companion.core.ids import SlotId
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, SeenPiece
from companion.referee.commands import Act, Command, Done, Request, Roll
from companion.referee.snapshot import CameraStatus, Snapshot
from companion.referee.table import Table
from companion.rules.ledger import Entry, Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.server.access import Access, KeptInMemory
from companion.server.app import close_streams, create_app
from companion.server.camera import CameraDesk, CameraNow
from companion.server.cards import TeachesCards
from companion.server.housekeeping import Housekeeping
from companion.server.page import STATIC
from companion.server.setup import SetsUp
from companion.store.boards import Boards

T = TypeVar("T")
NOW = "2026-11-29T20:15:00"
FREE_PORTS: list[int] = []
"""Of houses that were closed: browsers keep the page's files by them."""


class Memory:
    """A journal that outlives the server, as the disk does."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, *entries: Entry) -> None:
        """Keep it."""
        self.entries.extend(entries)


class StagedTable(Table):
    """A table of which some parts are shown as a test wants them."""

    staged: Mapping[str, object] = MappingProxyType({})

    def snapshot(self, seat: str | None = None) -> Snapshot:
        """What is there, but for what is staged."""
        return replace(super().snapshot(seat), **self.staged)  # type: ignore[arg-type]


class House:
    """One game and its server, which can be stopped and started again on the same port."""

    def __init__(self, game_id: str, names: Mapping[str, str]) -> None:
        self._game = load_game(game_id)
        cardless = {o.name: "none" for o in self._game.info.options if "none" in o.values}
        setup = make_setup(self._game.info, dict(names), cardless)
        self._header = Header(game_id, self._game.info.rules_version, setup, NOW)
        self._memory = Memory()
        self._asked = 0
        self._rest = 0
        self.port = 0
        self.picture: bytes | None = None
        self.boards: Boards | None = None
        self.cards: TeachesCards | None = None
        self.housekeeping: Housekeeping | None = None
        self.setting_up: SetsUp | None = None
        self.camera_now = CameraNow(None, None, has_lens=True, edge_px=None, age_s=None)
        self.camera_set: list[tuple[int | None, float | None]] = []
        self.static = STATIC
        self.kept = KeptInMemory()
        self.shown_address = ""
        self.shown_elsewhere: tuple[str, ...] = ()
        self.table = self._new_table()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve the game as it was last written down, as after a restart of the program."""
        self.table = self._new_table()
        if not self.port and FREE_PORTS:
            self.port = FREE_PORTS.pop()
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(listening, ready), daemon=True)
        self._thread.start()
        assert ready.wait(10), "the server did not start"

    def stop(self) -> None:
        """End it as a crash would: streams break off."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join(10)
        assert not self._thread.is_alive(), "the server did not stop"

    def close(self) -> None:
        """End it for good."""
        self.stop()
        FREE_PORTS.append(self.port)

    def do(self, what: Callable[[StagedTable], T]) -> T:
        """Do something with the table where it lives: in the server's loop."""
        done: Future[T] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(what(self.table)))
        return done.result(5)

    def ask(self, *requests: Request) -> None:
        """Carry out requests as somebody else's phone would."""
        for request in requests:
            self._asked += 1
            name = f"other-{self._asked}"
            reply = self.do(lambda table: table.command(Command(name, table.version, request)))  # noqa: B023
            assert isinstance(reply, Done), reply

    def streams_open(self) -> int:
        """Connections that follow the table; to be asked in its loop."""
        open_now: int = self._app.state.desk.streams.open
        return open_now

    def roll(self, *faces: int) -> None:
        """Another phone enters the roll that is due."""
        self.ask(Roll(faces))

    def act(self, *texts: str) -> None:
        """Another phone enters actions."""
        self.ask(*(Act(text) for text in texts))

    def camera(self, state: str = "running", message: str = "") -> None:
        """How the camera is."""
        self.do(lambda table: table.set_camera(CameraStatus(state, message)))

    def stage(self, **shown: object) -> None:
        """Show parts of the snapshot so, whatever they are."""

        def change(table: StagedTable) -> None:
            table.staged = shown
            table.set_camera(CameraStatus("starting" if table.staged else "off", str(shown)))

        self.do(change)

    def see(
        self,
        extra: Mapping[str, tuple[SeenPiece, ...]] | None = None,
        free: Seen = (),
        gathered: str | None = None,
    ) -> None:
        """The camera sees the table as the rules have it, and something more.

        Dice of the colour `gathered` no longer lie on the board.
        """
        self._rest += 1
        rest = self._rest

        def look(table: Table) -> None:
            slots: dict[SlotId, Seen] = dict.fromkeys(self._game.layout.slots, ())
            for piece in table.snapshot().view.pieces:
                if piece.slot is not None and piece.colour != gathered:
                    seen = SeenPiece(piece.kind, piece.colour, piece.value, 0.99, sure(piece.value))
                    slots[piece.slot] = (*(slots[piece.slot] or ()), seen)
            for slot, more in (extra or {}).items():
                slots[SlotId(slot)] = (*(slots[SlotId(slot)] or ()), *more)
            table.observe(Observation(rest, rest * 20, rest * 2.0, slots, free, registered=True))

        self.do(look)

    def _new_table(self) -> StagedTable:
        entries = tuple(self._memory.entries)
        return StagedTable(self._game, Ledger(self._header, entries), self._memory, lambda: NOW)

    def _serve(self, listening: socket.socket, ready: threading.Event) -> None:
        self._app = create_app(
            self.table,
            address=lambda: self.shown_address or self.url,
            elsewhere=lambda: self.shown_elsewhere,
            preview=lambda: self.picture,
            pictures=lambda name: self.picture,
            still=lambda: self.picture,
            boards=self.boards,
            cards=self.cards,
            housekeeping=self.housekeeping,
            access=Access(self.kept),
            camera=CameraDesk(lambda: self.camera_now, lambda *told: self.camera_set.append(told)),
            setting_up=self.setting_up,
            static=self.static,
        )
        config = uvicorn.Config(
            self._app, log_level="error", lifespan="off", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)

        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self._server.serve([listening]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.01)
            ready.set()
            await serving
            # A browser that is used again would ask the next server here on a line left open.
            for connection in tuple(self._server.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)

        with listening:
            asyncio.run(run())

    def _end(self) -> None:
        close_streams(self._app)
        self._server.should_exit = True


def sure(value: int | None) -> tuple[float, ...]:
    """Probabilities of a face that was read well."""
    return tuple(0.98 if face == value else 0.004 for face in range(1, 7)) if value else ()


def die(colour: str | None, value: int) -> SeenPiece:
    """A die that was read well."""
    return SeenPiece(DIE, colour, value, 0.98, sure(value))
