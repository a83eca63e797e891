"""Every row of a game once more, as a line of text in another file: `DATA/backups/<id>.lines`.

It is written after the game file and not waited for, so it costs next to nothing; a card that eats
one of the two files seldom eats the other at the same place.
"""

import os
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.store.rows import Row

ENDING = ".lines"


class Mirror:
    """The second file of a game. Writing it never fails: it is put right when that goes again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.behind = not path.is_file()
        """Whether something is missing in it; then `rewrite` it."""

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows at the end."""
        try:
            with self._path.open("ab", buffering=0) as file:
                file.write(b"".join(map(_line, rows)))
        except OSError:
            self.behind = True

    def rewrite(self, rows: Sequence[Row]) -> None:
        """Write all of it anew; the old one stays if that fails, or without any rows."""
        if not rows:
            return
        part = self._path.with_name(f"{self._path.name}.part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.writelines(map(_line, rows))
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path)
            self.behind = False
        except OSError:
            self.behind = True
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def rows(self) -> tuple[Row, ...]:
        """Rows that are whole, whatever lies between them."""
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return ()
        return tuple(row for line in lines if (row := _read(line)) is not None)


def _line(row: Row) -> bytes:
    body = b"%d %s" % (row.seq, row.text)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _read(line: bytes) -> Row | None:
    check, _, body = line.partition(b" ")
    if check != b"%08x" % zlib.crc32(body):
        return None
    seq, _, text = body.partition(b" ")
    return Row(int(seq), text, zlib.crc32(text)) if seq.isdigit() else None
