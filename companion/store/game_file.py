"""One saved game: an SQLite file with a header row and a row an entry.

A row's text is JSON, with a checksum beside it, because SQLite itself notices a damaged page but
not a damaged letter. Write-ahead log and `synchronous=FULL`: what `append` has returned from
survives a power cut.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType

from companion.rules.codec import Json
from companion.rules.errors import LedgerError, UnknownGameError
from companion.rules.game import AnyGame
from companion.rules.ledger import (
    Entry,
    Header,
    Ledger,
    read_entry,
    read_header,
    write_entry,
    write_header,
)
from companion.rules.ruling import Notice
from companion.store.errors import DamagedGameError, OpeningError, SavingError

FORMAT = 1
"""Grows when the tables change; kept in the file's `user_version`."""
BUSY_S = 5.0
"""Longer than any other program holds the file: an export reads it in far less than a second."""
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
BESIDE = ("", "-wal", "-shm")
"""SQLite keeps what is not yet in the file itself beside it, under these endings."""

_TABLES = """
CREATE TABLE header (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE entries (seq INTEGER PRIMARY KEY, json TEXT NOT NULL, crc INTEGER NOT NULL);
"""


class GameFile:
    """The file of the game in play: a `Journal`. One table writes to it, from one thread at a time.

    `notices` tells what is remarkable about the file as it was opened.
    """

    def __init__(self, path: Path, entries: int, notices: tuple[Notice, ...] = ()) -> None:
        self.path = path
        self.id = path.stem
        self.notices = notices
        self._entries = entries
        self._connection = _connect(path, "rw")

    def append(self, *entries: Entry) -> None:
        """Store the next entries, all or none; they are on the disk when this returns.

        Raises `SavingError` when they cannot be written (the file is then as before), or when
        another program has added to the same game.
        """
        try:
            with _writing(self._connection):
                for seq, entry in enumerate(entries, self._entries + 1):
                    _insert(self._connection, "entries", seq, write_entry(entry))
        except sqlite3.IntegrityError as error:
            raise SavingError(
                f"another program is playing the game {self.id} too: stop one of them and start "
                "this one again; it goes on from the last entry of either"
            ) from error
        except sqlite3.Error as error:
            raise SavingError(_why_not_saved(self.path, error)) from error
        self._entries += len(entries)

    def close(self) -> None:
        """Let go of the file; what lies beside it is moved into it first."""
        self._connection.close()

    def __enter__(self) -> "GameFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def write_new(path: Path, header: Header) -> None:
    """Write a game with no entries yet. Raises `SavingError`."""
    try:
        with closing(_connect(path, "rwc")) as connection:
            connection.executescript(f"{_TABLES} PRAGMA user_version={FORMAT};")
            with _writing(connection):
                _insert(connection, "header", 0, write_header(header))
    except sqlite3.Error as error:
        raise SavingError(_why_not_saved(path, error)) from error


def read_summary(path: Path) -> tuple[Header, int]:
    """The header and the number of entries, without reading them.

    Raises `DamagedGameError` or `OpeningError`; the file is left where it is.
    """
    with _reading(path) as connection:
        header = _read_header(connection, path)
        ((entries,),) = connection.execute("SELECT count(*) FROM entries")
        return header, int(entries)


def read_ledger(path: Path, load_game: Callable[[str], AnyGame]) -> tuple[Ledger, AnyGame]:
    """Check a file and read all of it; nothing in it changes.

    Raises `DamagedGameError` when it is damaged, `OpeningError` when it is whole but of a game or
    of events that this program does not know.
    """
    with _reading(path) as connection:
        _check_pages(connection, path)
        header = _read_header(connection, path)
        rows = list(_read_rows(connection, path, "entries"))
    try:
        game = load_game(header.game)
        ledger = Ledger(header)
        for row in rows:
            ledger = ledger.append(read_entry(row, game))
    except (LedgerError, UnknownGameError, KeyError) as error:
        raise OpeningError(
            f"{path.name} is whole, but this version of the program cannot read it: {error}. "
            "It stays as it is; update the program, or begin another game with --new"
        ) from error
    return ledger, game


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Not tied to a thread: tests and tools run the event loop in one of their own.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )
    if mode != "ro":
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    return connection


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Take the write lock at once: a lock taken half way cannot wait its turn."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read only, so that closing does not touch what may have to be kept as evidence."""
    try:
        with closing(_connect(path, "ro")) as connection:
            connection.text_factory = bytes  # damaged text may be no text
            _check_tables(connection, path)
            yield connection
    except sqlite3.Error as error:
        if _code(error) in DAMAGE:
            raise DamagedGameError(f"{path.name} is damaged: {error}") from error
        raise OpeningError(
            f"{path.name} cannot be opened: {error}. It stays as it is; check that the disk is "
            "there and that you may write to its folder"
        ) from error


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    ((version,),) = connection.execute("PRAGMA user_version")
    if version > FORMAT:
        raise OpeningError(
            f"{path.name} was written by a newer program (format {version}, this one knows "
            f"{FORMAT}). It stays as it is; update the program"
        )
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE name IN ('header', 'entries')"
    )
    if len(tables.fetchall()) < 2:
        raise DamagedGameError(f"{path.name} is damaged: it is empty or holds no game")


def _check_pages(connection: sqlite3.Connection, path: Path) -> None:
    (first, *_) = connection.execute("PRAGMA quick_check")
    if first[0] != b"ok":
        words = first[0].decode(errors="replace").replace("\n", " ")
        raise DamagedGameError(f"{path.name} is damaged: {words}")


def _read_header(connection: sqlite3.Connection, path: Path) -> Header:
    rows = list(_read_rows(connection, path, "header", first=0))
    if not rows:
        raise DamagedGameError(f"{path.name} is damaged: it has no header")
    try:
        return read_header(rows[0])
    except LedgerError as error:
        raise OpeningError(f"{path.name} has a header that cannot be read: {error}") from error


def _read_rows(
    connection: sqlite3.Connection, path: Path, table: str, first: int = 1
) -> Iterator[Json]:
    rows = connection.execute(f"SELECT seq, json, crc FROM {table} ORDER BY seq")
    for due, (seq, text, crc) in enumerate(rows, start=first):
        if seq != due:
            raise DamagedGameError(f"{path.name} is damaged: entry {due} is missing")
        if zlib.crc32(text) != crc:
            raise DamagedGameError(f"{path.name} is damaged: entry {seq} is garbled")
        yield json.loads(text)


def _insert(connection: sqlite3.Connection, table: str, seq: int, data: Json) -> None:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    crc = zlib.crc32(text.encode())
    connection.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", (seq, text, crc))


def _code(error: sqlite3.Error) -> int:
    """The kind of error, without its variety; 0 for one that Python itself raised."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _why_not_saved(path: Path, error: sqlite3.Error) -> str:
    match _code(error):
        case sqlite3.SQLITE_FULL:
            remedy = "the disk is full: free some space and try again"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            remedy = f"another program holds the file for more than {BUSY_S:.0f} s: stop it"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            remedy = "check that the disk is there and that you may write to its folder"
        case _:
            remedy = f"the disk does not take it ({error}): check the disk, then start again"
    return f"{path.name} could not be saved, nothing was changed; {remedy}"
