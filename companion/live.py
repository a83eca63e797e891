"""A live table: the saved game, the camera's process, the people and the web server, wired up."""

import asyncio
import functools
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from companion.boards import board_for
from companion.camera.names import steady_name
from companion.camera.sources import CameraSource, SourceKind, open_source, parse_source
from companion.core.ids import PlayerId
from companion.core.layout import NO_BOARD, Layout
from companion.core.observation import Observation
from companion.core.profile import faults
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
from companion.rules.errors import SetupError
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.server.address import page_address
from companion.server.app import create_app
from companion.server.run import serve
from companion.settings import (
    GameChoice,
    Settings,
    boards_folder,
    colours_file,
    default_data_dir,
    lens_file,
    swapped_file,
)
from companion.simulator.source import open_simulated
from companion.store.boards import Boards
from companion.store.errors import NoSuchGameError
from companion.store.game_file import GameFile
from companion.store.library import create_game, newest_game, open_game
from companion.store.parcel import take_in
from companion.store.pictures import Pictures
from companion.vision.messages import Advised, Ended, Message, Preview, Saw, Status
from companion.vision.process import VisionSupervisor

if TYPE_CHECKING:  # these touch pixels, and this process does not
    from companion.camera.camera import Camera
    from companion.simulator.answers import ScriptedPlayers

LOOK_LIMIT_S = 0.15
"""How long one look at the table may take; then somebody is asked."""
PEOPLE_S = 0.25
"""How often the simulated people look whether it is time to say something on their phones."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """A camera to be opened in the vision process, and the board to look for."""

    camera: "Callable[[], Camera]"
    layout: Layout
    people: "ScriptedPlayers | None" = None
    lens: Path | None = None
    """Where the camera's lens is kept, if it was measured."""
    colours: Path | None = None
    """Where the colours of the players' dice are kept, if they were shown."""


def play_live(
    settings: Settings, choice: GameChoice, *, camera: str, board: str | None, resume: str | None
) -> int:
    """Serve a table until it is told to stop.

    `resume` names a saved game, the newest if empty; `None` begins a new one. Raises the errors of
    the layers, each with words that say what to do.
    """
    source = parse_source(camera)
    if source.kind is SourceKind.SIMULATED and resume is not None:
        raise SetupError("a simulated game begins anew: resume with another --camera")
    ledger, file = (
        _resumed(settings, choice, resume) if resume is not None else _begun(settings, choice)
    )
    with file:
        for notice in file.notices:
            print(notice.text, file=sys.stderr)
        _say_steady_name(source)
        eyes = _eyes(source, board, ledger, settings.data_dir)
        _Live(settings, ledger, file, eyes).run()
    print(f"Saved as {file.id}; go on with `companion play --resume`.", file=sys.stderr)
    return 0


def begin_watching(
    choice: GameChoice, *, camera: str, board: str | None, data_dir: Path | None = None
) -> tuple[Ledger, Eyes]:
    """A game that is not saved, and what looks at it. Raises the errors of the layers."""
    game = load_game(choice.game)
    setup = make_setup(game.info, choice.players, choice.options)
    ledger = Ledger(Header(choice.game, game.info.rules_version, setup, _now()))
    eyes = _eyes(parse_source(camera), board, ledger, data_dir)
    if eyes is None:
        raise SetupError("there is nothing to watch without a camera")
    return ledger, eyes


class _Live:
    """One evening: hands the camera's messages to the table, and the table to the phones."""

    def __init__(
        self, settings: Settings, ledger: Ledger, file: GameFile, eyes: Eyes | None
    ) -> None:
        self._settings = settings
        self._name = file.id
        self._eyes = eyes
        self._pictures = Pictures(settings.data_dir / "pictures")
        self._preview: bytes | None = None
        self._still: bytes | None = None
        self._camera_s = 0.0
        self._status = CameraStatus("off")
        self._advice: tuple[CameraAdvice, ...] = ()
        self._claims: asyncio.Queue[tuple[Observation, bytes]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        game = load_game(ledger.header.game)
        self._table = Table(game, ledger, file, _now, limit_s=LOOK_LIMIT_S)

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        app = create_app(
            self._table,
            address=self._address,
            preview=lambda: self._preview,
            pictures=self._pictures.get,
            still=lambda: self._still,
            boards=Boards(boards_folder(self._settings.data_dir)),
        )
        serve(app, self._settings.host, self._settings.port, self._started)

    def _address(self) -> str:
        return page_address(self._settings.port, self._settings.host)

    def _started(self) -> None:
        address = self._address()
        if self._settings.json:
            print(json.dumps({"type": "ready", "address": address, "game": self._name}), flush=True)
        else:
            _invite(address)
        if self._eyes is None:
            return
        supervisor = VisionSupervisor(
            self._eyes.camera,
            self._eyes.layout,
            paced=True,
            tell=self._hear,
            lens=self._eyes.lens,
            colours=self._eyes.colours,
        )
        self._tasks.append(asyncio.create_task(supervisor.run()))
        self._tasks.append(asyncio.create_task(self._referee()))
        if self._eyes.people is not None:
            self._tasks.append(asyncio.create_task(self._let_people_speak(self._eyes.people)))

    def _hear(self, message: Message) -> None:
        match message:
            case Saw(observation, evidence):
                name = f"{self._name}-{observation.sequence:06d}"
                self._camera_s, self._still = observation.time_s, evidence
                self._claims.put_nowait((replace(observation, picture=name), evidence))
            case Preview(jpeg, time_s):
                self._preview, self._camera_s = jpeg, time_s
            case Status("off"):
                pass  # comes after the end, whose reason is worth more
            case Status(state, words):
                if state not in ("running", "moving"):
                    # An old picture would be taken for what the camera sees now.
                    self._preview, self._advice = None, ()
                self._status = CameraStatus(state, words)
                self._table.set_camera(replace(self._status, advice=self._advice))
            case Advised(advice):
                self._advice = tuple(CameraAdvice(a.about, a.words, a.cells) for a in advice)
                self._table.set_camera(replace(self._status, advice=self._advice))
            case Ended():
                self._table.set_camera(CameraStatus("off", "The camera has come to its end."))

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


def _begun(settings: Settings, choice: GameChoice) -> tuple[Ledger, GameFile]:
    game = load_game(choice.game)
    setup = make_setup(game.info, choice.players, choice.options)
    header = Header(choice.game, game.info.rules_version, setup, _now())
    return Ledger(header), create_game(settings.data_dir, header)


def _resumed(settings: Settings, choice: GameChoice, name: str) -> tuple[Ledger, GameFile]:
    name = name or newest_game(settings.data_dir, choice.game or None) or ""
    if not name:
        raise NoSuchGameError("no game has been saved yet: begin one with --game")
    if Path(name).is_file():
        name, _ = take_in(settings.data_dir, Path(name), load_game)
    return open_game(settings.data_dir, name, load_game)


def _eyes(
    source: CameraSource, board: str | None, ledger: Ledger, data_dir: Path | None = None
) -> Eyes | None:
    """What looks at the table; `None` when the game is played by hand."""
    data_dir = data_dir or default_data_dir()
    game, setup = load_game(ledger.header.game), ledger.header.setup
    layout = NO_BOARD if board == "none" else game.layout
    if board not in (None, "none"):
        layout = board_for(game.layout, board, data_dir)
        for fault in faults(layout, game.layout):
            print(f"companion: {fault.text}", file=sys.stderr)
    match source.kind:
        case SourceKind.NONE:
            return None
        case SourceKind.SIMULATED:
            from companion.simulator.answers import ScriptedPlayers
            from companion.simulator.script import Script

            camera = functools.partial(open_simulated, game.info.id, setup, source.number)
            return Eyes(camera, layout, ScriptedPlayers(Script(game, setup, source.number)))
        case _:
            lens = lens_file(data_dir, source.name)
            swapped = swapped_file(data_dir, source.name).exists()
            opener = functools.partial(open_source, source, swapped)
            return Eyes(opener, layout, lens=lens, colours=colours_file(data_dir))


def _say_steady_name(source: CameraSource) -> None:
    """Numbers of cameras swap when the machine is restarted: say how to name this one for good."""
    if source.kind is SourceKind.USB and source.value.isdigit():
        name = steady_name(source.number)
        if name is not None:
            words = "there are several cameras, whose numbers may swap; this one is always"
            print(f"{words} --camera {name}", file=sys.stderr)


def _invite(address: str) -> None:
    """The address, and a QR code of it for the phones."""
    print(f"\nOpen {address} on every phone in this network, or scan:\n")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    print("\nStop with Ctrl-C; nothing is lost.", flush=True)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
