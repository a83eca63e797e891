"""All saved games: `DATA/games/<id>.sqlite`, one file a game.

One file a game and not one database for all: damage stays within one game, a game is copied, sent
or put aside as a file, and two tables at once never wait for each other. A name such as
`20261129-201500-dice` is when the game began and what is played. Names sort in the order
in which games were begun, also on a machine that has forgotten the date: a new game whose clock is
behind the newest name takes the second after that one. The header keeps what the clock said.
"""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from companion.core.phrases import phrase
from companion.rules.game import AnyGame
from companion.rules.ledger import Header, Ledger
from companion.rules.ruling import Notice
from companion.store.errors import (
    DamagedGameError,
    NoSuchGameError,
    OpeningError,
    SavingError,
    StoreError,
)
from companion.store.game_file import GameFile, read_summary
from companion.store.mending import mended_rows
from companion.store.rows import Row, header_row, ledger_in
from companion.store.sqlite_file import remove, sync, write_file

STAMP = "%Y%m%d-%H%M%S"
_ID = re.compile(r"(\d{8}-\d{6})-([a-z0-9_]+)", re.ASCII)
_LISTED = 5


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the library; without a header when its file cannot be read: `problem` says why."""

    id: str
    path: Path
    header: Header | None
    entries: int = 0
    problem: str = ""


def games_folder(data_dir: Path) -> Path:
    """Where the games of a data folder lie."""
    return data_dir / "games"


def create_game(data_dir: Path, header: Header) -> GameFile:
    """Begin a file for a new game. Raises `SavingError`."""
    rows = (header_row(header),)
    return GameFile(save_rows(data_dir, header, rows), rows)


def save_rows(data_dir: Path, header: Header, rows: Sequence[Row]) -> Path:
    """Save a game under a name of its own. Raises `SavingError`.

    It appears under its name only when all of it is there, so a power cut leaves no empty game.
    """
    folder = games_folder(data_dir)
    draft = folder / f".new-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove(draft)
        write_file(draft, rows)
        path = _give_name(draft, folder, header)
        sync(folder)
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise SavingError(f"no game can be saved in {folder}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            remove(draft)
    return path


def open_game(
    data_dir: Path, name: str, load_game: Callable[[str], AnyGame]
) -> tuple[Ledger, GameFile]:
    """Check, read and open a saved game to go on with it.

    A damaged file is put together again from its copies, with a notice; so is a game begun under
    other rules. Raises `NoSuchGameError`; `DamagedGameError` when nothing is left of it (the file
    has then been renamed aside), `OpeningError` (it has not), `SavingError`.
    """
    path = saved_path(data_dir, name)
    rows, notices = mended_rows(data_dir, path)
    ledger, game = ledger_in(rows, load_game, path.name)
    return ledger, GameFile(path, rows, (*notices, *_rules_notices(ledger.header, game)))


def newest_game(data_dir: Path, game: str | None = None) -> str | None:
    """Name of the game begun last, of all or of one kind; `None` when there is none."""
    return next((name for name in _names(data_dir) if game in (None, _kind_of(name))), None)


def find_game(data_dir: Path, text: str) -> Path:
    """The file of a game: a path, the name of a saved game, or `last`. Raises `NoSuchGameError`."""
    if text == "last":
        text = newest_game(data_dir) or ""
    path = Path(text)
    return path if text and path.is_file() else saved_path(data_dir, text)


def list_games(data_dir: Path) -> tuple[SavedGame, ...]:
    """All saved games, newest first; one that cannot be read is listed with the reason."""
    return tuple(_saved(saved_path(data_dir, name)) for name in _names(data_dir))


def _saved(path: Path) -> SavedGame:
    try:
        header, entries = read_summary(path)
    except (DamagedGameError, OpeningError) as error:
        return SavedGame(path.stem, path, None, problem=str(error))
    return SavedGame(path.stem, path, header, entries)


def _names(data_dir: Path) -> tuple[str, ...]:
    found = (path.stem for path in games_folder(data_dir).glob("*.sqlite"))
    return tuple(sorted(filter(_ID.fullmatch, found), reverse=True))


def _kind_of(name: str) -> str:
    match = _ID.fullmatch(name)
    assert match is not None, "names are sifted when they are listed"
    return match[2]


def saved_path(data_dir: Path, name: str) -> Path:
    """The file of the game saved under that name. Raises `NoSuchGameError`."""
    path = games_folder(data_dir) / f"{name}.sqlite"
    if _ID.fullmatch(name) and path.is_file():
        return path
    known = ", ".join(_names(data_dir)[:_LISTED]) or "none yet"
    raise NoSuchGameError(f"no game is saved as {name!r}; the newest are: {known}")


def _give_name(draft: Path, folder: Path, header: Header) -> Path:
    """Move the draft to the first free name; two programs never get the same one."""
    moment = _began(header)
    for name in _names(folder.parent)[:1]:
        newest = datetime.strptime(name[:15], STAMP)
        moment = max(moment, newest + timedelta(seconds=1))
    while True:
        path = folder / f"{moment.strftime(STAMP)}-{header.game}.sqlite"
        try:
            _rename_new(draft, path)
        except FileExistsError:
            moment += timedelta(seconds=1)
        else:
            return path


def _rename_new(draft: Path, path: Path) -> None:
    """Rename, but never over another file. Raises `FileExistsError`."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a memory stick's file system has no hard links
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)
    else:
        draft.unlink()


def _began(header: Header) -> datetime:
    try:
        return datetime.fromisoformat(header.began).replace(tzinfo=None)
    except ValueError as error:
        raise SavingError(f"a game begins at a date and time, got {header.began!r}") from error


def _rules_notices(header: Header, game: AnyGame) -> tuple[Notice, ...]:
    now = game.info.rules_version
    if header.rules_version == now:
        return ()
    text = phrase(
        "This game was begun under rules {then}; the program has {now} now. What was played stands;"
        " from here on the new rules are used.",
        then=header.rules_version,
        now=now,
    )
    return (Notice("store.rules_version", text),)
