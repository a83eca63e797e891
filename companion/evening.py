"""An evening at a live table: a game is begun or gone on with, watched over, and put away.

The program notes that it runs. After two ends without a word it starts in safe mode: without a
camera, without a board or an option of somebody's own, so that the page comes up in any case.
"""

import asyncio
import logging
import platform
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion import __version__
from companion.camera.errors import CameraError
from companion.camera.names import steady_name
from companion.camera.sources import CameraSource, SourceKind, parse_source
from companion.clock import Clock
from companion.core.errors import CoreError, DamagedProfileError
from companion.core.layout import NO_BOARD as NO_LAYOUT
from companion.core.phrases import phrase, who, words_of
from companion.eyes import Eyes, eyes_for, eyes_on, layout_for
from companion.live import CLOCK, Live
from companion.lobby import Lobby
from companion.rules.errors import RulesError, SetupError
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.rules.ruling import Notice
from companion.server.errors import ServerError
from companion.settings import Settings
from companion.store.errors import NoSuchGameError, StoreError
from companion.store.game_file import GameFile
from companion.store.keys import set_pin
from companion.store.library import create_game, newest_game, open_game
from companion.store.log import FoldingHandler, start_log
from companion.store.parcel import passing_folder, take_in
from companion.store.plan import NO_BOARD, NO_CAMERA, OWN_MAT, Plan, fitted
from companion.store.room import keep_reserve, low_words
from companion.store.running import HEALTHY_S, Running
from companion.vision.errors import VisionError

TOLD = (CameraError, CoreError, RulesError, ServerError, StoreError, VisionError)
"""Ends with words about what to do: no crash."""
SAFE_MODE = (
    "Safe mode: the program broke off {crashes} times in a row, so it was started without the "
    "camera and with default options. The game goes on by hand. Under Recovery everything can be "
    "switched on again."
)
_log = logging.getLogger("companion")


def play_live(settings: Settings, plan: Plan, *, resume: str | None, ask: bool = False) -> int:
    """Serve tables until the program is told to stop.

    `resume` names a saved game, the newest if empty; `None` begins the game that is planned. With
    `ask` the page on which people choose is served first. Raises the errors of the layers, each
    with words that say what to do.
    """
    source = parse_source(plan.camera)
    if source.kind is SourceKind.SIMULATED and resume is not None:
        raise SetupError("a simulated game begins anew: resume with another --camera")
    if settings.pin:
        set_pin(settings.data_dir, settings.pin)
    log = start_log(settings.data_dir)
    shutil.rmtree(passing_folder(settings.data_dir), ignore_errors=True)
    running = Running(settings.data_dir)
    running.begin()
    _stop_when_hung_up()
    try:
        _Evening(settings, plan, running=running, log=log).play(resume, ask)
    except (*TOLD, KeyboardInterrupt):
        running.end()
        raise
    except BaseException:
        _log.exception("the program breaks off")
        raise
    finally:
        if log is not None:
            log.close()
    running.end()
    return 0


class _Evening:
    """One table after the other: mostly one."""

    def __init__(
        self,
        settings: Settings,
        plan: Plan,
        *,
        running: Running,
        log: FoldingHandler | None,
    ) -> None:
        self._settings, self._plan = settings, plan
        self._running, self._log = running, log
        self._clock = Clock()
        # A simulated camera is drawn, not driven: it is never the reason.
        self._safe = running.safe and self._source.kind is not SourceKind.SIMULATED
        self._tables = 0

    @property
    def _source(self) -> CameraSource:
        return parse_source(self._plan.camera)

    def play(self, resume: str | None, ask: bool) -> None:
        """Until there is no next game."""
        game = resume
        if ask:
            game = self._lobby()
            if game is None:
                return
        while True:
            opened = self._begun() if game is None else self._resumed(game)
            following = self._table(*opened)
            if following is None:
                return
            game, self._safe = following, False
            if self._plan.camera.startswith(SourceKind.SIMULATED.value + ":"):
                self._plan = replace(self._plan, camera=NO_CAMERA)

    def _lobby(self) -> str | None:
        """The game that people choose on the page, if any."""
        eyes, trouble = (None, self._safe_words()) if self._safe else self._eyes_before()
        lobby = Lobby(
            self._settings,
            self._plan,
            eyes,
            clock=self._clock,
            trouble=trouble,
            on_start=self._started,
        )
        lobby.run()
        self._tables += 1  # what does not fit is told on the page from here on
        self._plan, self._safe = lobby.plan, self._safe and lobby.next_game is None
        return lobby.next_game

    def _eyes_before(self) -> tuple[Eyes | None, str]:
        """What looks while the table is set up; nothing, and why, where that cannot be used."""
        plan, data_dir = self._plan, self._settings.data_dir
        try:
            layout = NO_LAYOUT
            if plan.game:
                layout = layout_for(load_game(plan.game), plan.named_board, data_dir)
            return eyes_on(self._source, layout, data_dir, plan.game or ""), ""
        except TOLD as error:
            return None, phrase("The game goes on by hand: {error}.", error=words_of(error))

    def _table(self, ledger: Ledger, file: GameFile) -> str | None:
        """One table; the name of the game that is to be gone on with after it, if any."""
        keep_reserve(self._settings.data_dir)
        with file:
            eyes, trouble = self._eyes(ledger)
            live = Live(
                self._settings,
                ledger,
                file,
                eyes,
                clock=self._clock,
                plan=self._plan_at(ledger),
                safe_mode=self._safe_words() if self._safe else "",
                about=self._about(),
                on_start=self._started,
            )
            for notice in (*trouble, *self._notices()):
                live.warn(notice)
            for notice in live.warnings:
                print(notice.text, file=sys.stderr)
            _log.info("game %s with %d entries", file.id, len(ledger.entries))
            live.run()
        self._plan = live.plan
        if live.next_game is None:
            with suppress(OSError):  # the terminal may be gone
                print(f"Saved as {file.id}; go on with `companion play --resume`.", file=sys.stderr)
        return live.next_game

    def _started(self) -> None:
        """The table is served: from now on the web server logs here too."""
        asyncio.get_running_loop().call_later(HEALTHY_S, self._running.settle)
        if self._log is not None:
            logging.getLogger("uvicorn").addHandler(self._log)

    def _plan_at(self, ledger: Ledger) -> Plan:
        """The plan as it is at a table: what is played there, by whom and by which options."""
        header = ledger.header
        names = header.setup.names
        seats = tuple(
            (str(one), "" if names[one] == who(one) else names[one]) for one in header.setup.players
        )
        plan = replace(self._plan, seats=seats, options=header.setup.options)
        return fitted(replace(plan, game=header.game), load_game(header.game).info)

    def _begun(self) -> tuple[Ledger, GameFile]:
        plan = self._plan
        game = load_game(plan.game)
        setup = make_setup(game.info, plan.names(), {} if self._safe else plan.options)
        header = Header(plan.game, game.info.rules_version, setup, self._clock())
        return Ledger(header), create_game(self._settings.data_dir, header)

    def _resumed(self, name: str) -> tuple[Ledger, GameFile]:
        data_dir = self._settings.data_dir
        name = name or newest_game(data_dir, self._plan.game or None) or ""
        if not name:
            raise NoSuchGameError("no game has been saved yet: begin one with --game")
        if Path(name).is_file():
            name, _ = take_in(data_dir, Path(name), load_game)
        return open_game(data_dir, name, load_game)

    def _eyes(self, ledger: Ledger) -> tuple[Eyes | None, tuple[Notice, ...]]:
        """What looks at the table. On a later table a board that does not fit is told there."""
        self._tables += 1
        if self._safe:
            return None, (Notice("safe.mode", self._safe_words()),)
        try:
            _say_steady_name(self._source)
            return self._eyes_on(self._plan.named_board, ledger), ()
        except DamagedProfileError as error:
            eyes = self._eyes_on("none", ledger)
            return eyes and replace(
                eyes, trouble=phrase("Only dice are read: {error}.", error=words_of(error))
            ), ()
        except TOLD as error:
            if self._tables == 1:
                raise
            words = phrase("The game goes on by hand: {error}.", error=words_of(error))
            return None, (Notice("camera.not_for_this_game", words),)

    def _eyes_on(self, board: str | None, ledger: Ledger) -> Eyes | None:
        return eyes_for(self._source, board, ledger, self._settings.data_dir)

    def _safe_words(self) -> str:
        return phrase(SAFE_MODE, crashes=self._running.crashes)

    def _notices(self) -> tuple[Notice, ...]:
        found = []
        if words := low_words(self._settings.data_dir):
            found.append(Notice("store.low", words))
        if self._clock.wrong:
            words = phrase("The clock of this machine says {date}.", date=self._clock()[:10])
            found.append(Notice(CLOCK, words))
        return tuple(found)

    def _about(self) -> tuple[tuple[str, str], ...]:
        return (
            ("program", __version__),
            ("python", platform.python_version()),
            ("machine", f"{platform.system()} {platform.release()} {platform.machine()}"),
            ("camera", f"{self._source.kind.value}"),
            ("board", {OWN_MAT: "printed", NO_BOARD: "none"}.get(self._plan.board, "own")),
            ("safe mode", "yes" if self._safe else "no"),
            ("ended without a word before", str(self._running.crashes)),
        )


def _stop_when_hung_up() -> None:
    """A terminal that is closed ends the evening as Ctrl-C does: it is no crash."""
    with suppress(AttributeError, ValueError):  # Windows knows no such signal; nor do other threads
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def _say_steady_name(source: CameraSource) -> None:
    """Numbers of cameras swap when the machine is restarted: say how to name this one for good."""
    if source.kind is SourceKind.USB and source.value.isdigit():
        name = steady_name(source.number)
        if name is not None:
            words = "there are several cameras, whose numbers may swap; this one is always"
            print(f"{words} --camera {name}", file=sys.stderr)
