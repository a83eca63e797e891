"""Whether the program ended well the last times: `DATA/running.json` is there while it runs."""

import json
import os
from contextlib import suppress
from pathlib import Path

CRASHES = 2
"""After so many ends without a word in a row the next start is a safe one."""
HEALTHY_S = 600.0
"""After running so long, earlier crashes are forgotten."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Running:
    """The mark of a running program. A full disk costs the mark, never the game."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / "running.json"
        self._mine = False
        self.crashes = 0
        """How often in a row the program ended without saying so, as found by `begin`."""

    @property
    def safe(self) -> bool:
        """Whether to leave out everything that may have been the reason."""
        return self.crashes >= CRASHES

    def begin(self) -> None:
        """The program starts. Beside another that runs already nothing is marked."""
        before = self._read()
        if before and _alive(before):
            return
        self.crashes = 1 + _number(before.get("crashes")) if before is not None else 0
        self._mine = True
        self._write(self.crashes)

    def settle(self) -> None:
        """It has run long enough: what happened before does not count any more."""
        if self._mine:
            self._write(0)

    def end(self) -> None:
        """The program ends as it should."""
        if self._mine:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _read(self) -> dict[str, object] | None:
        """The mark that is there; empty for one that was torn."""
        try:
            found = json.loads(self._path.read_bytes())
        except OSError:
            return None
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, crashes: int) -> None:
        mark = {"crashes": crashes, "process": os.getpid(), "boot": _boot()}
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(mark), encoding="utf-8")


def _alive(mark: dict[str, object]) -> bool:
    """Whether the program that left a mark runs still: a restart gives its number to others."""
    process = _number(mark.get("process"))
    if mark.get("boot") != _boot() or process <= 0 or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _boot() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""
