"""A live table: the camera's process, the people and the web server round one game, wired up."""

import asyncio
import logging
import signal
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from companion.card_teaching import CardTeacher
from companion.clock import Clock
from companion.core.ids import PlayerId
from companion.core.observation import Observation
from companion.eyes import Eyes
from companion.invitation import Inviter
from companion.lookout import OFF, Lookout
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
from companion.referee.snapshot import CameraStatus, HistoryLine, Question
from companion.referee.table import Table
from companion.rules.ledger import Ledger
from companion.rules.registry import load_game
from companion.rules.ruling import Notice
from companion.server.access import Access
from companion.server.app import create_app
from companion.server.housekeeping import Housekeeping
from companion.server.run import serve
from companion.setting_up import SettingUp
from companion.settings import Settings, boards_folder, decks_folder
from companion.simulator.lying import Lying, lying
from companion.store.boards import Boards
from companion.store.decks import Decks
from companion.store.game_file import GameFile
from companion.store.keys import KeptOnDisk
from companion.store.pictures import Pictures
from companion.store.plan import Plan

if TYPE_CHECKING:  # these touch pixels, and this process does not
    from companion.simulator.answers import ScriptedPlayers

_log = logging.getLogger("companion")

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
        plan: Plan | None = None,
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
        self._pictures = Pictures(settings.data_dir / "pictures")
        self._claims: asyncio.Queue[tuple[str, Observation, bytes]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        kept = KeptOnDisk(settings.data_dir)
        self._access = Access(kept, file.id)
        self._inviter = Inviter(settings, kept, file.id)
        game = load_game(ledger.header.game)
        self._table = Table(game, ledger, file, clock, limit_s=LOOK_LIMIT_S)
        self._lookout = Lookout(eyes, claim=self._claimed, tell=self._camera_is)
        self._setting_up = SettingUp(
            settings.data_dir,
            plan or Plan(game=game.info.id),
            self._lookout,
            playing=file.id,
            game=game.info.id,
            clock=clock,
            go_on_with=self._go_on_with,
            address=self._inviter.address,
        )
        file.tell = self.warn
        for notice in file.notices:
            self.warn(notice)

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        app = create_app(
            self._table,
            address=self._inviter.address,
            preview=lambda: self._lookout.preview,
            pictures=self._pictures.get,
            still=lambda: self._lookout.still,
            boards=Boards(boards_folder(self._settings.data_dir)),
            cards=CardTeacher(Decks(decks_folder(self._settings.data_dir)), self._lookout.restart),
            housekeeping=self._housekeeping(),
            camera=self._lookout.desk(),
            setting_up=self._setting_up,
            access=self._access,
            elsewhere=self._inviter.elsewhere,
        )
        serve(app, self._settings.host, self._settings.port, self._started)

    @property
    def plan(self) -> Plan:
        """What people have chosen for the next table, and how this one is looked at."""
        return self._setting_up.plan

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
            restart_camera=self._lookout.restart,
            has_camera=lambda: self._lookout.eyes is not None,
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

    def _started(self) -> None:
        self._inviter.begin()
        self._on_start()
        self._lookout.start()
        self._tasks.append(asyncio.create_task(self._referee()))
        if self._eyes is not None and self._eyes.people is not None:
            self._tasks.append(asyncio.create_task(self._let_people_speak(self._eyes.people)))

    def _camera_is(self, status: CameraStatus) -> None:
        if status == OFF:
            self._table.look_away()
        self._table.set_camera(status)

    def _claimed(self, observation: Observation, evidence: bytes) -> None:
        # Frames are counted anew with each start of the camera, names are not used twice.
        life = self._lookout.life
        name = f"{self._name}-{life}-{observation.sequence:06d}"
        self._claims.put_nowait((life, replace(observation, picture=name), evidence))

    async def _referee(self) -> None:
        """Think about each claim in a thread, so that phones never wait, and act on it here."""
        while True:
            life, observation, evidence = await self._claims.get()
            self._pictures.hold(observation.picture or "", evidence)
            thought = self._table.thought(observation)
            sight = await asyncio.to_thread(thought.work)
            if life != self._lookout.life:
                continue  # another camera looks by now, or for another board
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
            people.speak(phones, self._lookout.camera_s)
            await asyncio.sleep(PEOPLE_S)


class TablePhones:
    """The phones of simulated people: a table in the same process instead of the network."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sent = 0

    def history(self) -> Sequence[HistoryLine]:
        """What is booked and in force."""
        return self._table.history

    def doubted(self) -> Collection[int]:
        """Rolls that are shown with a die as unsure."""
        return self._table.doubted

    def board(self) -> Lying:
        """The board as the page shows it."""
        return lying(self._table.game, self._table.state)

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
