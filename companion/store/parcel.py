"""A game carried from one machine to another: one file, with its pictures if they are wanted.

It is the file in which games are saved anyway. What comes in is read and checked entry by entry and
written anew: nothing else that the file may hold gets into the library.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from companion.rules.game import AnyGame
from companion.store.errors import DamagedGameError, OpeningError
from companion.store.game_file import read_pictures, read_rows
from companion.store.library import list_games, save_rows
from companion.store.pictures import Pictures
from companion.store.rows import Row, ledger_in
from companion.store.sqlite_file import write_copy

ENDING = ".sqlite"


def passing_folder(data_dir: Path) -> Path:
    """Where files lie on their way in or out; whatever is left there may be deleted."""
    return data_dir / "passing"


def pack(source: Path, out: Path, picture: Callable[[str], bytes | None] | None = None) -> int:
    """Write a game into one file to be carried away; returns the number of pictures in it.

    `picture` finds those that the game speaks of; without it none goes along. Raises
    `DamagedGameError`, `OpeningError`, `SavingError`.
    """
    rows = read_rows(source)
    if picture is None:
        write_copy(out, rows)
        return 0
    packed = 0

    def found() -> Iterator[tuple[str, bytes]]:
        nonlocal packed
        for name in _pictures(rows):
            jpeg = picture(name)
            if jpeg is not None:
                packed += 1
                yield name, jpeg

    write_copy(out, rows, found())
    return packed


def take_in(
    data_dir: Path, source: Path, load_game: Callable[[str], AnyGame], *, always: bool = False
) -> tuple[str, bool]:
    """Save a game from elsewhere; returns its name here, and whether it is new here.

    A game that is here already, as far or further, is not saved twice, unless `always`. The file
    that came is only read. Raises `DamagedGameError`, `OpeningError`, `SavingError`.
    """
    rows = read_rows(source)
    ledger, _ = ledger_in(rows, load_game, source.name)
    kept = Pictures(data_dir / "pictures")
    for name, jpeg in read_pictures(source):
        kept.take_in(name, jpeg)
    for saved in () if always else list_games(data_dir):
        if saved.header == ledger.header and _begins_so(saved.path, rows):
            return saved.id, False
    return save_rows(data_dir, ledger.header, rows).stem, True


def _begins_so(path: Path, rows: tuple[Row, ...]) -> bool:
    try:
        return read_rows(path)[: len(rows)] == rows
    except (DamagedGameError, OpeningError):
        return False


def _pictures(rows: Iterable[Row]) -> list[str]:
    """Names of the pictures that entries speak of, in order, each once."""
    origins = (json.loads(row.text).get("origin") or {} for row in rows)
    names = (origin.get(when) for origin in origins for when in ("before", "after"))
    return list(dict.fromkeys(name for name in names if name))
