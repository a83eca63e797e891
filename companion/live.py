"""A live table: the camera's process, the people and the web server round one game, wired up."""

import asyncio
import json
import logging
import secrets
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING

import segno

from companion.camera.errors import CameraProfileError
from companion.camera.profile import (
    CameraProfile,
    change_camera_profile,
    load_camera_profile,
)
from companion.clock import Clock
from companion.core.ids import PlayerId
from companion.core.observation import Observation
from companion.core.phrases import phrase
from companion.eyes import Eyes
from companion.referee.commands import (
    Act,
    Amend,
    Answer,
    Command,
    Done,
    Overrule,
    Request,
    Roll,
    Undo,
)
from companion.referee.snapshot import CameraAdvice, CameraStatus, HistoryLine, Question
from companion.referee.table import Table
from companion.rules.ledger import Ledger
from companion.rules.registry import load_game
from companion.rules.ruling import Notice
from companion.server.address import page_address
from companion.server.app import create_app
from companion.server.camera import CameraDesk, CameraNow
from companion.server.housekeeping import Housekeeping
from companion.server.run import serve
from companion.settings import (
    Settings,
    boards_folder,
)
from companion.store.boards import Boards
from companion.store.game_file import GameFile
from companion.store.pictures import Pictures
from companion.vision.messages import Advised, Ended, Message, Preview, Saw, Status
from companion.vision.process import VisionSupervisor

if TYPE_CHECKING:  # these touch pixels, and this process does not
    from companion.simulator.answers import ScriptedPlayers

_log = logging.getLogger("companion")

BOARD = "board"
"""The advice beside which the page offers to teach a board."""
CLOCK = "clock.wrong"
LOOK_LIMIT_S = 0.15
"""How long one look at the table may take; then somebody is asked."""
PEOPLE_S = 0.25
"""How often the simulated people look whether it is time to say something on their phones."""


class Live:
    """One evening: hands the camera's messages to the table, and the table to the phones."""

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        file: GameFile,
        eyes: Eyes | None,
        *,
        clock: Clock,
        safe_mode: str = "",
        about: tuple[tuple[str, str], ...] = (),
        on_start: Callable[[], None] = lambda: None,
    ) -> None:
        self._settings = settings
        self._name = file.id
        self._eyes = eyes
        self._clock, self._on_start = clock, on_start
        self._safe_mode, self._about = safe_mode, about
        self.next_game: str | None = None
        """The game to go on with when this table has ended."""
        self._warnings: dict[str, Notice] = {}
        self._life = ""
        self._pictures = Pictures(settings.data_dir / "pictures")
        self._preview: bytes | None = None
        self._preview_at = 0.0
        self._edge_px: float | None = None
        self._still: bytes | None = None
        self._camera_s = 0.0
        self._status = CameraStatus("off")
        self._advice: tuple[CameraAdvice, ...] = ()
        self._claims: asyncio.Queue[tuple[Observation, bytes]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        game = load_game(ledger.header.game)
        self._table = Table(game, ledger, file, clock, limit_s=LOOK_LIMIT_S)
        file.tell = self.warn
        for notice in file.notices:
            self.warn(notice)

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        app = create_app(
            self._table,
            address=self._address,
            preview=lambda: self._preview,
            pictures=self._pictures.get,
            still=lambda: self._still,
            boards=Boards(boards_folder(self._settings.data_dir)),
            housekeeping=self._housekeeping(),
            camera=self._camera_desk(),
        )
        serve(app, self._settings.host, self._settings.port, self._started)

    def _camera_desk(self) -> CameraDesk | None:
        eyes = self._eyes
        if eyes is None or eyes.settings is None:
            return None
        path = eyes.settings

        def now() -> CameraNow:
            try:
                profile = load_camera_profile(path)
            except CameraProfileError:  # the camera's line tells it
                profile = CameraProfile()
            age_s = None if self._preview is None else monotonic() - self._preview_at
            lens = profile.lens_position
            return CameraNow(profile.mains_hz, lens, eyes.has_lens, self._edge_px, age_s)

        def change(mains_hz: int | None, lens_position: float | None) -> None:
            wanted = {"mains_hz": mains_hz, "lens_position": lens_position}
            change_camera_profile(path, {k: v for k, v in wanted.items() if v is not None})
            self._restart_camera()

        return CameraDesk(now, change)

    def warn(self, notice: Notice) -> None:
        """Tell something on every phone, until the table ends."""
        _log.warning("%s", notice.code)
        self._warnings[notice.code] = notice
        self._show_warnings()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What everybody is told about the program itself."""
        return tuple(self._warnings.values())

    def _show_warnings(self) -> None:
        self._table.set_warnings(self.warnings)

    def _housekeeping(self) -> Housekeeping:
        return Housekeeping(
            self._settings.data_dir,
            self._name,
            self._go_on_with,
            restart_camera=None if self._eyes is None else self._restart_camera,
            safe_mode=self._safe_mode,
            about=self._about,
            set_clock=self._set_clock,
        )

    def _go_on_with(self, name: str) -> None:
        """End this table as Ctrl-C would; whoever ran it begins the next one."""
        self.next_game = name
        signal.raise_signal(signal.SIGTERM)

    def _set_clock(self, told: datetime) -> bool:
        taken = self._clock.set(told)
        if taken and CLOCK in self._warnings:
            del self._warnings[CLOCK]
            self._show_warnings()
        return taken

    def _address(self) -> str:
        return page_address(self._settings.port, self._settings.host)

    def _started(self) -> None:
        address = self._address()
        if self._settings.json:
            print(json.dumps({"type": "ready", "address": address, "game": self._name}), flush=True)
        else:
            _invite(address)
        self._on_start()
        if self._eyes is None:
            return
        self._vision = asyncio.create_task(self._look(self._eyes))
        self._tasks.append(asyncio.create_task(self._referee()))
        if self._eyes.people is not None:
            self._tasks.append(asyncio.create_task(self._let_people_speak(self._eyes.people)))

    async def _look(self, eyes: Eyes, before: "asyncio.Task[None] | None" = None) -> None:
        """Keep the camera's process going, once the one before has ended."""
        if before is not None:
            before.cancel()
            await asyncio.wait({before})
        self._life = secrets.token_hex(2)
        supervisor = VisionSupervisor(
            eyes.camera,
            eyes.layout,
            paced=True,
            tell=self._hear,
            lens=eyes.lens,
            colours=eyes.colours,
        )
        await supervisor.run()

    def _own_advice(self) -> tuple[CameraAdvice, ...]:
        """What is wrong before any picture is looked at."""
        trouble = self._eyes.trouble if self._eyes is not None else ""
        return (CameraAdvice(BOARD, trouble),) if trouble else ()

    def _restart_camera(self) -> None:
        assert self._eyes is not None, "only offered with a camera"
        _log.info("the camera is started again, as somebody asked")
        self._vision = asyncio.create_task(self._look(self._eyes, self._vision))

    def _hear(self, message: Message) -> None:
        match message:
            case Saw(observation, evidence):
                # Frames are counted anew with each start of the camera, names are not used twice.
                name = f"{self._name}-{self._life}-{observation.sequence:06d}"
                self._camera_s, self._still = observation.time_s, evidence
                self._claims.put_nowait((replace(observation, picture=name), evidence))
            case Preview(jpeg, time_s):
                self._preview, self._camera_s = jpeg, time_s
                self._preview_at = monotonic()
            case Status("off"):
                pass  # comes after the end, whose reason is worth more
            case Status(state, words):
                _log.info("camera: %s", state)
                if state not in ("running", "moving"):
                    # An old picture would be taken for what the camera sees now.
                    self._preview, self._advice, self._edge_px = None, self._own_advice(), None
                self._status = CameraStatus(state, words)
                self._table.set_camera(replace(self._status, advice=self._advice))
            case Advised(advice, edge_px):
                told = tuple(CameraAdvice(a.about, a.words, a.cells) for a in advice)
                self._advice, self._edge_px = (*self._own_advice(), *told), edge_px
                self._table.set_camera(replace(self._status, advice=self._advice))
            case Ended():
                self._table.set_camera(
                    CameraStatus("off", phrase("The camera has come to its end."))
                )

    async def _referee(self) -> None:
        """Think about each claim in a thread, so that phones never wait, and act on it here."""
        while True:
            observation, evidence = await self._claims.get()
            self._pictures.hold(observation.picture or "", evidence)
            thought = self._table.thought(observation)
            sight = await asyncio.to_thread(thought.work)
            version = self._table.version
            self._table.conclude(thought, sight)
            self._keep_pictures(observation.picture or "", version)

    def _keep_pictures(self, name: str, version: int) -> None:
        """Those that something now refers to."""
        wanted = {name} if self._table.asks_about(name) else set()
        for line in self._table.history:
            if line.entry > version:
                wanted |= {line.before or name, line.after or name}
        if self._table.version > version:
            wanted.add(name)
        for picture in sorted(wanted):
            self._pictures.keep(picture)

    async def _let_people_speak(self, people: "ScriptedPlayers") -> None:
        phones = TablePhones(self._table)
        while True:
            people.speak(phones, self._camera_s)
            await asyncio.sleep(PEOPLE_S)


class TablePhones:
    """The phones of simulated people: a table in the same process instead of the network."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sent = 0

    def history(self) -> Sequence[HistoryLine]:
        """What is booked and in force."""
        return self._table.history

    def questions(self) -> Sequence[Question]:
        """What is being asked."""
        return self._table.questions

    def act(self, player: PlayerId, text: str) -> bool:
        """Enter an action in notation."""
        return self._send(player, Act(text))

    def roll(self, player: PlayerId, faces: tuple[int, ...]) -> bool:
        """Enter the roll that is due."""
        return self._send(player, Roll(faces))

    def overrule(self, player: PlayerId, text: str) -> bool:
        """Insist on an illegal action."""
        return self._send(player, Overrule(text))

    def amend(self, player: PlayerId, entry: int, text: str) -> bool:
        """Put a line right, as long as everything after it stays legal."""
        return self._send(player, Amend(entry, text))

    def undo(self, player: PlayerId, to: int) -> bool:
        """Go back, past rolls too."""
        return self._send(player, Undo(to, past_roll=True))

    def answer(self, player: PlayerId, question: str, option: str, faces: tuple[int, ...]) -> bool:
        """Choose an option of a question."""
        return self._send(player, Answer(question, option, faces))

    def _send(self, player: PlayerId, request: Request) -> bool:
        self._sent += 1
        command = Command(f"simulated-{self._sent}", self._table.version, request, player)
        return isinstance(self._table.command(command), Done)


def _invite(address: str) -> None:
    """The address, and a QR code of it for the phones."""
    print(f"\nOpen {address} on every phone in this network, or scan:\n")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    print("\nStop with Ctrl-C; nothing is lost.", flush=True)
