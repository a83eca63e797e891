"""Copies of games, made while they are played: `DATA/backups`.

A game has a line for each row (`<id>.lines`, see `mirror`), and its newest whole copies
(`<id>.<entries>.sqlite`): one when it is opened, one each `EVERY` entries, one when it is put away.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from companion.store.errors import SavingError
from companion.store.mirror import ENDING, Mirror
from companion.store.rows import Row, joined
from companion.store.sqlite_file import connect, write_copy

EVERY = 50
"""Entries between two copies: some ten minutes of play."""
KEPT = 3
"""Whole copies of a game."""
GAMES = 20
"""Games that have whole copies; of older ones the lines are kept."""
_NAME = re.compile(r"(\d{8}-\d{6}-[a-z0-9_]+)\.(\d+)\.sqlite", re.ASCII)

Rows = Callable[[], Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Backup:
    """A whole copy of a game, with so many entries, made at a time in seconds since 1970."""

    path: Path
    game: str
    entries: int
    made_s: float


def backups_folder(data_dir: Path) -> Path:
    """Where the copies of a data folder lie."""
    return data_dir / "backups"


def list_backups(data_dir: Path) -> tuple[Backup, ...]:
    """All whole copies: newest game first, of a game the longest first."""
    folder = backups_folder(data_dir)
    found = []
    for path in folder.glob("*.sqlite") if folder.is_dir() else ():
        match = _NAME.fullmatch(path.name)
        if match is not None:
            found.append(Backup(path, match[1], int(match[2]), path.stat().st_mtime))
    return tuple(sorted(found, key=lambda one: (one.game, one.entries), reverse=True))


class Copies:
    """The copies of one game in play. Making them never fails: a full disk costs the copy only.

    Whole copies are made in a thread of their own while the game goes on: a card takes its time.
    """

    def __init__(self, data_dir: Path, name: str) -> None:
        self._data_dir, self._name = data_dir, name
        self._mirror = Mirror(backups_folder(data_dir) / f"{name}{ENDING}")
        self._copied = 0
        self._copying: Thread | None = None

    def begin(self, rows: Sequence[Row]) -> None:
        """The game was opened: see that all of it is there twice."""
        if self._mirror.rows() != tuple(rows):
            self._mirror.rewrite(rows)
        self._copied = len(rows) - 1
        self._copy(rows)

    def add(self, new: Sequence[Row], rows: Rows) -> None:
        """Entries were added; `rows` reads all there are, from any thread."""
        self._mirror.add(new)
        if self._mirror.behind:
            self._mirror.rewrite(rows())
        busy = self._copying is not None and self._copying.is_alive()
        if new[-1].seq >= self._copied + EVERY and not busy:
            self._copied = new[-1].seq
            self._copying = Thread(target=lambda: self._copy(rows()), name="copy of the game")
            self._copying.start()

    def end(self, rows: Sequence[Row]) -> None:
        """The game is put away."""
        if self._copying is not None:
            self._copying.join()
        if self._mirror.behind:
            self._mirror.rewrite(rows)
        self._copy(rows)

    def rows(self) -> tuple[Row, ...]:
        """What the copies hold, all of them together."""
        mine = (one for one in list_backups(self._data_dir) if one.game == self._name)
        return joined((self._mirror.rows(), *(rows_left(one.path) for one in mine)))

    def _copy(self, rows: Sequence[Row]) -> None:
        entries = len(rows) - 1
        path = backups_folder(self._data_dir) / f"{self._name}.{entries:06d}.sqlite"
        if entries < 1 or path.exists():
            return
        with suppress(SavingError, OSError):
            write_copy(path, rows)
            self._forget()

    def _forget(self) -> None:
        there = list_backups(self._data_dir)
        mine = [one for one in there if one.game == self._name]
        games = sorted({one.game for one in there}, reverse=True)[:GAMES]
        for old in (*mine[KEPT:], *(one for one in there if one.game not in games)):
            old.path.unlink(missing_ok=True)


def rows_left(path: Path) -> tuple[Row, ...]:
    """Every row that can still be read from a file, however damaged; those that are whole."""
    found: dict[int, Row] = {}
    with suppress(sqlite3.Error, OSError), closing(connect(path, "ro")) as connection:
        connection.text_factory = bytes
        for table, order in (("header", "ASC"), ("entries", "ASC"), ("entries", "DESC")):
            query = f"SELECT seq, json, crc FROM {table} ORDER BY seq {order}"
            with suppress(sqlite3.Error):
                found |= {row.seq: row for row in _whole(connection.execute(query))}
    return tuple(found.values())


def _whole(cells: Iterable[tuple[object, object, object]]) -> Iterable[Row]:
    for seq, text, crc in cells:
        if isinstance(seq, int) and isinstance(text, bytes) and isinstance(crc, int):
            row = Row(seq, text, crc)
            if row.whole:
                yield row
