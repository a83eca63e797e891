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
from companion.core.phrases import phrase, words_of
from companion.eyes import Eyes, eyes_for
from companion.live import CLOCK, Live
from companion.rules.errors import RulesError, SetupError
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.rules.ruling import Notice
from companion.server.errors import ServerError
from companion.settings import GameChoice, Settings
from companion.store.errors import NoSuchGameError, StoreError
from companion.store.game_file import GameFile
from companion.store.library import create_game, newest_game, open_game
from companion.store.log import FoldingHandler, start_log
from companion.store.parcel import passing_folder, take_in
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


def play_live(
    settings: Settings, choice: GameChoice, *, camera: str, board: str | None, resume: str | None
) -> int:
    """Serve tables until the program is told to stop.

    `resume` names a saved game, the newest if empty; `None` begins a new one. Raises the errors of
    the layers, each with words that say what to do.
    """
    source = parse_source(camera)
    if source.kind is SourceKind.SIMULATED and resume is not None:
        raise SetupError("a simulated game begins anew: resume with another --camera")
    log = start_log(settings.data_dir)
    shutil.rmtree(passing_folder(settings.data_dir), ignore_errors=True)
    running = Running(settings.data_dir)
    running.begin()
    _stop_when_hung_up()
    try:
        _Evening(settings, choice, source, board=board, running=running, log=log).play(resume)
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
        choice: GameChoice,
        source: CameraSource,
        *,
        board: str | None,
        running: Running,
        log: FoldingHandler | None,
    ) -> None:
        self._settings, self._choice = settings, choice
        self._source, self._board = source, board
        self._running, self._log = running, log
        self._clock = Clock()
        # A simulated camera is drawn, not driven: it is never the reason.
        self._safe = running.safe and source.kind is not SourceKind.SIMULATED
        self._tables = 0

    def play(self, resume: str | None) -> None:
        """Until there is no next game."""
        game = resume
        while True:
            opened = self._begun() if game is None else self._resumed(game)
            following = self._table(*opened)
            if following is None:
                return
            game, self._safe = following, False
            if self._source.kind is SourceKind.SIMULATED:
                self._source = parse_source("none")

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
        if live.next_game is None:
            with suppress(OSError):  # the terminal may be gone
                print(f"Saved as {file.id}; go on with `companion play --resume`.", file=sys.stderr)
        return live.next_game

    def _started(self) -> None:
        """The table is served: from now on the web server logs here too."""
        asyncio.get_running_loop().call_later(HEALTHY_S, self._running.settle)
        if self._log is not None:
            logging.getLogger("uvicorn").addHandler(self._log)

    def _begun(self) -> tuple[Ledger, GameFile]:
        choice = self._choice
        game = load_game(choice.game)
        setup = make_setup(game.info, choice.players, {} if self._safe else choice.options)
        header = Header(choice.game, game.info.rules_version, setup, self._clock())
        return Ledger(header), create_game(self._settings.data_dir, header)

    def _resumed(self, name: str) -> tuple[Ledger, GameFile]:
        data_dir = self._settings.data_dir
        name = name or newest_game(data_dir, self._choice.game or None) or ""
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
        _say_steady_name(self._source)
        try:
            return self._eyes_on(self._board, ledger), ()
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
            ("board", "own" if self._board not in (None, "none") else self._board or "printed"),
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
