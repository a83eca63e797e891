"""Plays on a disk of its own that is too small, and tells what happened as JSON.

`unshare -m python -m tests.store.small_disk FOLDER`: only this process sees the disk.
"""

import json
import subprocess
import sys
from pathlib import Path

from companion.store.errors import SavingError
from companion.store.game_file import GameFile
from companion.store.library import create_game, open_game
from companion.store.room import keep_reserve
from tests.store.tiny import header, load_tiny, toss

SIZE = "size=12m"
MOST = 2000
"""Entries that fit in no room at all."""


def main(folder: Path) -> None:
    """Fill the disk twice: the reserve helps the first time only."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", str(folder)], check=True)
    data = folder / "data"
    warnings: list[str] = []
    reserved = keep_reserve(data)
    with create_game(data, header()) as file:
        file.tell = lambda notice: warnings.append(notice.code)
        play(file, 1, 21)
        fill(folder / "filler")
        played, _ = play(file, 21, MOST, stop=warnings)
        warned_at = played
        fill(folder / "more")
        played, reason = play(file, played + 1, MOST)
        for name in ("filler", "more"):
            (folder / name).unlink()
        file.append(toss(played + 1))
    ledger, again = open_game(data, file.id, load_tiny)
    again.close()
    found = len(ledger.entries)
    told = {
        "reserved": reserved,
        "warnings": warnings,
        "warned_at": warned_at,
        "refused_after": played,
        "reason": reason,
        "found": found,
        "in_order": ledger.entries == tuple(toss(n) for n in range(1, found + 1)),
        "notices": [notice.text for notice in again.notices],
    }
    sys.stdout.write(json.dumps(told))


def play(file: GameFile, first: int, last: int, stop: list[str] | None = None) -> tuple[int, str]:
    """Append until the first refusal, or until there is something in `stop`; the last entry."""
    for number in range(first, last):
        try:
            file.append(toss(number))
        except SavingError as error:
            return number - 1, str(error)
        if stop:
            return number, ""
    return last - 1, ""


def fill(path: Path) -> None:
    """Take all the room there is."""
    size = 1 << 16
    with path.open("wb", buffering=0) as file:
        while size:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2


if __name__ == "__main__":
    main(Path(sys.argv[1]))
