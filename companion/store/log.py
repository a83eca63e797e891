"""The log: `DATA/log/companion.log`, of bounded size, with repeated lines folded.

What is written there is meant to be sent to others: no names, no cards, no hands, no notation.
"""

import faulthandler
import logging
import os
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_BYTES = 256_000
OLDER = 2
"""Files before the newest; all together stay below a megabyte."""
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FOLDED = "the line before came %d times more"


class FoldingHandler(RotatingFileHandler):
    """Writes a line that is repeated once, and then how often it came. A full disk is no error."""

    def __init__(self, path: Path, size: int = LOG_BYTES) -> None:
        super().__init__(path, maxBytes=size, backupCount=OLDER, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter(FORM))
        self._last: tuple[str, int, str] | None = None
        self._again = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write it, unless it says what the last one said."""
        said = (record.name, record.levelno, record.getMessage())
        if said == self._last:
            self._again += 1
            return
        self.tell_repeats()
        self._last = said
        super().emit(record)

    def tell_repeats(self) -> None:
        """Write how often the last line came again, if it did."""
        if self._again and self._last is not None:
            name, level, _ = self._last
            again = logging.LogRecord(name, level, "", 0, FOLDED, (self._again,), None)
            self._again = 0
            super().emit(again)

    def close(self) -> None:
        """Nothing that was folded is lost."""
        self.tell_repeats()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (a name of logging)
        """The line is lost: nothing else can be done about it."""


def log_folder(data_dir: Path) -> Path:
    """Where the log of a data folder lies."""
    return data_dir / "log"


def start_log(data_dir: Path) -> FoldingHandler | None:
    """Log to the data folder from now on, warnings to people too; `None` when that cannot be."""
    folder = log_folder(data_dir)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Descriptor kept open: a crash inside a library is written by a signal handler.
        crash = os.open(folder / "crash.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    except OSError:
        return None
    with suppress(OSError, ValueError):
        faulthandler.enable(crash)
    handler = FoldingHandler(folder / "companion.log")
    people = logging.StreamHandler(sys.stderr)
    people.setLevel(logging.WARNING)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for one in (handler, people):
        root.addHandler(one)
    return handler


def log_text(data_dir: Path, most: int = LOG_BYTES) -> str:
    """The newest lines of the log, oldest first."""
    path = log_folder(data_dir) / "companion.log"
    files = [path.with_name(f"{path.name}.{number}") for number in range(OLDER, 0, -1)]
    text = "".join(_read(one) for one in (*files, path))
    return text[-most:]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
