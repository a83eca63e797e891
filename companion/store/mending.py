"""Opening a game whose file is no longer whole: what is left anywhere is put together."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from companion.core.phrases import many, phrase
from companion.rules.ruling import Notice
from companion.store.backups import Copies, rows_left
from companion.store.errors import DamagedGameError, SavingError
from companion.store.game_file import read_rows
from companion.store.rows import Row, joined
from companion.store.sqlite_file import BESIDE, code, connect, insert, write_file, writing

LOOK = phrase("Look whether the last thing that happened is there; if it is not, enter it again.")


def mended_rows(data_dir: Path, path: Path) -> tuple[tuple[Row, ...], tuple[Notice, ...]]:
    """All rows of a saved game, its file made whole again if it was not, and what that cost.

    Raises `DamagedGameError` when nothing is left of it anywhere (the file has then been renamed
    aside), `OpeningError`, and `SavingError` when it cannot be written.
    """
    copies = Copies(data_dir, path.stem)
    try:
        rows = read_rows(path)
    except DamagedGameError as error:
        return _rebuilt(path, copies, str(error))
    whole = joined((rows, copies.rows()))
    if len(whole) == len(rows) or not _added(path, whole[len(rows) :]):
        return read_rows(path), ()
    words = phrase(
        "{entries} had been lost from the file of this game and came back from its copy. {look}",
        entries=_entries(len(whole) - len(rows)),
        look=LOOK,
    )
    return whole, (Notice("store.mended", words),)


def _rebuilt(
    path: Path, copies: Copies, problem: str
) -> tuple[tuple[Row, ...], tuple[Notice, ...]]:
    sources = (rows_left(path), copies.rows())
    rows = joined(sources)
    kept = _put_aside(path)
    if not rows:
        raise DamagedGameError(
            f"{problem}. Nothing was deleted: it is kept as {kept.name} in {kept.parent}. "
            "Begin another game with --new, or resume an older one with --resume"
        )
    write_file(path, rows)
    lost = max(row.seq for source in sources for row in source) - rows[-1].seq
    cost = LOOK
    if lost:
        cost = phrase(
            "{entries} after them could not be saved: enter what happened since.",
            entries=_entries(lost),
        )
    words = phrase(
        "The file of this game was damaged and has been put together again from its copies:"
        " {entries} are there. {cost} The damaged file is kept as {file}.",
        entries=_entries(len(rows) - 1),
        cost=cost,
        file=kept.name,
    )
    return rows, (Notice("store.rebuilt", words),)


def _added(path: Path, rows: Sequence[Row]) -> bool:
    """Whether rows were added at the end; not when another program has just done so."""
    try:
        with closing(connect(path, "rw")) as connection, writing(connection):
            for row in rows:
                insert(connection, row)
    except sqlite3.IntegrityError:
        return False
    except sqlite3.Error as error:
        raise SavingError(f"{path.name} could not be mended: {error} ({code(error)})") from error
    return True


def _entries(number: int) -> str:
    return many(number, "{n} entry", "{n} entries")


def _put_aside(path: Path) -> Path:
    """Rename a file and what lies beside it to a free name ending in `.damaged`."""
    kept, number = path.with_name(f"{path.name}.damaged"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.damaged-{number}")
    for ending in BESIDE:
        source = path.with_name(path.name + ending)
        if source.exists():
            source.rename(kept.with_name(kept.name + ending))
    return kept
