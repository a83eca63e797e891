"""One saved game: an SQLite file with a header row and a row an entry.

A row's text is JSON, with a checksum beside it, because SQLite itself notices a damaged page but
not a damaged letter. Write-ahead log and `synchronous=FULL`: what `append` has returned from
survives a power cut.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType

from companion.core.phrases import phrase
from companion.rules.errors import LedgerError
from companion.rules.game import AnyGame
from companion.rules.ledger import Entry, Header, Ledger
from companion.rules.ruling import Notice
from companion.store.backups import Copies
from companion.store.errors import DamagedGameError, OpeningError, SavingError
from companion.store.room import spend_reserve
from companion.store.rows import Row, entry_row, header_in, ledger_in
from companion.store.sqlite_file import (
    DAMAGE,
    FORMAT,
    code,
    connect,
    insert,
    why_not_saved,
    writing,
)

DISK_FULL = Notice(
    "store.full",
    phrase(
        "The disk is full. The game goes on from a reserve that was kept for this; pictures are not"
        " saved any more. Make room soon."
    ),
)


class GameFile:
    """The file of the game in play: a `Journal`. One table writes to it, from one thread at a time.

    `notices` tells what is remarkable about the file as it was opened, `tell` (if set) what comes
    up later. It lies in `DATA/games`; its copies are kept in `DATA/backups`.
    """

    def __init__(self, path: Path, rows: Sequence[Row], notices: tuple[Notice, ...] = ()) -> None:
        self.path = path
        self.id = path.stem
        self.notices = notices
        self.tell: Callable[[Notice], None] | None = None
        self._entries = len(rows) - 1
        self._data_dir = path.parent.parent
        self._copies = Copies(self._data_dir, self.id)
        self._connection = connect(path, "rw")
        self._copies.begin(rows)

    def append(self, *entries: Entry) -> None:
        """Store the next entries, all or none; they are on the disk when this returns.

        Raises `SavingError` when they cannot be written (the file is then as before), or when
        another program has added to the same game.
        """
        rows = tuple(entry_row(seq, entry) for seq, entry in enumerate(entries, self._entries + 1))
        try:
            self._store(rows)
        except sqlite3.IntegrityError as error:
            raise SavingError(
                phrase(
                    "another program is playing the game {game} too: stop one of them and start"
                    " this one again; it goes on from the last entry of either",
                    game=self.id,
                )
            ) from error
        except sqlite3.Error as error:
            raise SavingError(why_not_saved(self.path, error)) from error
        self._entries += len(rows)
        self._copies.add(rows, self._rows)

    def _store(self, rows: Sequence[Row]) -> None:
        """Raises `sqlite3.Error`; on a full disk only when the reserve is gone too."""
        try:
            self._write(rows)
        except sqlite3.Error as error:
            if code(error) != sqlite3.SQLITE_FULL or not spend_reserve(self._data_dir):
                raise
            self._write(rows)
            if self.tell is not None:
                self.tell(DISK_FULL)

    def _write(self, rows: Sequence[Row]) -> None:
        with writing(self._connection):
            for row in rows:
                insert(self._connection, row)

    def _rows(self) -> tuple[Row, ...]:
        """All rows there are; empty when they cannot be read just now."""
        try:
            return read_rows(self.path)
        except (DamagedGameError, OpeningError):
            return ()

    def close(self) -> None:
        """Let go of the file; what lies beside it is moved into it first."""
        rows = self._rows()
        self._connection.close()
        if rows:
            self._copies.end(rows)

    def __enter__(self) -> "GameFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_summary(path: Path) -> tuple[Header, int]:
    """The header and the number of entries, without reading them.

    Raises `DamagedGameError` or `OpeningError`; the file is left where it is.
    """
    with _reading(path) as connection:
        header = _header(_read_header(connection, path), path)
        ((entries,),) = connection.execute("SELECT count(*) FROM entries")
        return header, int(entries)


def read_rows(path: Path) -> tuple[Row, ...]:
    """Check a file and read all of it; nothing in it changes.

    Raises `DamagedGameError` when it is damaged, `OpeningError` when it cannot be opened.
    """
    with _reading(path) as connection:
        _check_pages(connection, path)
        return (_read_header(connection, path), *_read_table(connection, path, "entries"))


def read_ledger(path: Path, load_game: Callable[[str], AnyGame]) -> tuple[Ledger, AnyGame]:
    """Check a file and read all of it; nothing in it changes.

    Raises `DamagedGameError` when it is damaged, `OpeningError` when it is whole but of a game or
    of events that this program does not know.
    """
    return ledger_in(read_rows(path), load_game, path.name)


def read_pictures(path: Path) -> Iterator[tuple[str, bytes]]:
    """Names and JPEG of the pictures that were carried along; damaged ones are left out.

    Raises `DamagedGameError` or `OpeningError`.
    """
    with _reading(path) as connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'pictures'").fetchone():
            for name, jpeg, crc in connection.execute("SELECT name, jpeg, crc FROM pictures"):
                if isinstance(jpeg, bytes) and Row(0, jpeg, crc).whole:
                    yield bytes(name).decode(errors="replace"), jpeg


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read only, so that closing does not touch what may have to be kept as evidence."""
    try:
        with closing(connect(path, "ro")) as connection:
            connection.text_factory = bytes  # damaged text may be no text
            # A file may come from anywhere: nothing in it is run.
            connection.execute("PRAGMA trusted_schema=OFF")
            _check_tables(connection, path)
            yield connection
    except sqlite3.Error as error:
        if code(error) in DAMAGE:
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
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('header', 'entries')"
    )
    if len(tables.fetchall()) < 2:
        raise DamagedGameError(f"{path.name} is damaged: it is empty or holds no game")


def _check_pages(connection: sqlite3.Connection, path: Path) -> None:
    (first, *_) = connection.execute("PRAGMA quick_check")
    if first[0] != b"ok":
        words = first[0].decode(errors="replace").replace("\n", " ")
        raise DamagedGameError(f"{path.name} is damaged: {words}")


def _read_header(connection: sqlite3.Connection, path: Path) -> Row:
    rows = list(_read_table(connection, path, "header", first=0))
    if not rows:
        raise DamagedGameError(f"{path.name} is damaged: it has no header")
    return rows[0]


def _header(row: Row, path: Path) -> Header:
    try:
        return header_in(row)
    except LedgerError as error:
        raise OpeningError(f"{path.name} has a header that cannot be read: {error}") from error


def _read_table(
    connection: sqlite3.Connection, path: Path, table: str, first: int = 1
) -> Iterator[Row]:
    rows = connection.execute(f"SELECT seq, json, crc FROM {table} ORDER BY seq")
    for due, (seq, text, crc) in enumerate(rows, start=first):
        if seq != due:
            raise DamagedGameError(f"{path.name} is damaged: entry {due} is missing")
        row = Row(seq, bytes(text) if isinstance(text, bytes) else b"", crc)
        if not row.whole:
            raise DamagedGameError(f"{path.name} is damaged: entry {seq} is garbled")
        yield row
