"""The SQLite file of a game: its tables, and how rows are written into it."""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.core.phrases import phrase
from companion.store.errors import SavingError
from companion.store.rows import Row

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
_PICTURES = """
CREATE TABLE pictures (name TEXT PRIMARY KEY, jpeg BLOB NOT NULL, crc INTEGER NOT NULL);
"""
"""Only in a file that is carried to another machine, and only if it was asked for."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file in `mode` (`ro`, `rw` or `rwc`), every write durable. Raises `sqlite3.Error`."""
    # Not tied to a thread: tests and tools run the event loop in one of their own.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}{_never_written(path, mode)}",
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
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Take the write lock at once: a lock taken half way cannot wait its turn."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def insert(connection: sqlite3.Connection, row: Row) -> None:
    """Write a row where it belongs."""
    table = "entries" if row.seq else "header"
    text = row.text.decode()
    connection.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", (row.seq, text, row.crc))


def write_file(path: Path, rows: Iterable[Row]) -> None:
    """Write a new file in the way in which games are played. Raises `SavingError`."""
    with _creating(path) as connection:
        connection.executescript(f"{_TABLES} PRAGMA user_version={FORMAT};")
        with writing(connection):
            for row in rows:
                insert(connection, row)


def write_copy(
    path: Path, rows: Iterable[Row], pictures: Iterable[tuple[str, bytes]] | None = None
) -> None:
    """Write a file to be carried away or put by: nothing lies beside it, any medium will do.

    `pictures` are names and JPEG, taken one by one: an evening's do not fit into a small memory.
    The file appears under its name when it is whole. Raises `SavingError`.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        remove(part)
        write_file(part, rows)
        with _creating(part) as connection:
            if pictures is not None:
                connection.executescript(_PICTURES)
                with writing(connection):
                    connection.executemany(
                        "INSERT INTO pictures VALUES (?, ?, ?)",
                        ((name, jpeg, zlib.crc32(jpeg)) for name, jpeg in pictures),
                    )
            connection.execute("PRAGMA journal_mode=DELETE")
        part.replace(path)
        sync(path.parent)
    except OSError as error:
        raise SavingError(f"{path.name} could not be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            remove(part)


def remove(path: Path) -> None:
    """Delete a file and what lies beside it."""
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def sync(folder: Path) -> None:
    """Make a new name itself survive a power cut (where a folder can be opened at all)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def code(error: sqlite3.Error) -> int:
    """The kind of error, without its variety; 0 for one that Python itself raised."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def why_not_saved(path: Path, error: sqlite3.Error) -> str:
    """What went wrong with writing, and what to do."""
    match code(error):
        case sqlite3.SQLITE_FULL:
            remedy = phrase("the disk is full: free some space and try again")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            remedy = phrase(
                "another program holds the file for more than {n} s: stop it", n=f"{BUSY_S:.0f}"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            remedy = phrase("check that the disk is there and that you may write to its folder")
        case _:
            remedy = phrase(
                "the disk does not take it ({error}): check the disk, then start again", error=error
            )
    return phrase(
        "{file} could not be saved, nothing was changed; {remedy}", file=path.name, remedy=remedy
    )


@contextmanager
def _creating(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(connect(path, "rwc")) as connection:
            yield connection
    except sqlite3.Error as error:
        raise SavingError(why_not_saved(path, error)) from error


def _never_written(path: Path, mode: str) -> str:
    """A file on a medium that nobody can write to is read as it is, without a lock."""
    log = path.with_name(f"{path.name}-wal")
    closed = mode == "ro" and not os.access(path.parent, os.W_OK) and not log.exists()
    return "&immutable=1" if closed else ""
