"""What a game file is made of: the header (row 0) and the entries, each as checked text."""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

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
from companion.store.errors import OpeningError


@dataclass(frozen=True, slots=True)
class Row:
    """JSON text with its checksum: `seq` 0 is the header, entries count from 1."""

    seq: int
    text: bytes
    crc: int

    @property
    def whole(self) -> bool:
        """Whether the text is as it was written."""
        return zlib.crc32(self.text) == self.crc


def header_row(header: Header) -> Row:
    """The row of a header."""
    return _row(0, write_header(header))


def entry_row(seq: int, entry: Entry) -> Row:
    """The row of an entry."""
    return _row(seq, write_entry(entry))


def rows_of(ledger: Ledger) -> tuple[Row, ...]:
    """All rows of a ledger."""
    entries = (entry_row(seq, entry) for seq, entry in enumerate(ledger.entries, start=1))
    return (header_row(ledger.header), *entries)


def header_in(row: Row) -> Header:
    """Raises `LedgerError`."""
    return read_header(json.loads(row.text))


def ledger_in(
    rows: Sequence[Row], load_game: Callable[[str], AnyGame], name: str
) -> tuple[Ledger, AnyGame]:
    """The ledger of whole rows. Raises `OpeningError` for one of a game or of events not known."""
    try:
        header = header_in(rows[0])
    except LedgerError as error:
        raise OpeningError(f"{name} has a header that cannot be read: {error}") from error
    try:
        game = load_game(header.game)
        ledger = Ledger(header)
        for row in rows[1:]:
            ledger = ledger.append(read_entry(json.loads(row.text), game))
    except (LedgerError, UnknownGameError, KeyError) as error:
        raise OpeningError(
            f"{name} is whole, but this version of the program cannot read it: {error}. "
            "It stays as it is; update the program, or begin another game with --new"
        ) from error
    return ledger, game


def joined(sources: Iterable[Iterable[Row]]) -> tuple[Row, ...]:
    """The whole rows of one game found in several places, from the header on without a gap.

    Earlier sources come first; one whose header is another game's is left out.
    """
    found: dict[int, Row] = {}
    for source in sources:
        rows = {row.seq: row for row in source if row.whole}
        if 0 in found and 0 in rows and found[0] != rows[0]:
            continue
        found = {**rows, **found}
    return _unbroken(found)


def _unbroken(found: Mapping[int, Row]) -> tuple[Row, ...]:
    rows: list[Row] = []
    while len(rows) in found:
        rows.append(found[len(rows)])
    return tuple(rows)


def _row(seq: int, data: Json) -> Row:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return Row(seq, text, zlib.crc32(text))
