"""Room on the disk: how much there is, and a reserve that is given up when there is none.

The reserve is a file of zeros beside the games. When the disk is full it is deleted, so that the
evening goes on while somebody makes room.
"""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from companion.core.phrases import phrase

RESERVE_BYTES = 4_000_000
"""Two long evenings of entries, without pictures."""
LOW_BYTES = 50_000_000
"""Below this somebody should make room: pictures of an evening take about half of it."""
FULL = (errno.ENOSPC, errno.EDQUOT)


def free_bytes(folder: Path) -> int:
    """Free room where a folder is or will be."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(there).free


def keep_reserve(data_dir: Path) -> bool:
    """Have the reserve on the disk; `False` when there is too little room for it."""
    path, part = _reserve(data_dir), data_dir / ".reserve.part"
    if path.is_file():
        return True
    try:
        if free_bytes(data_dir) < 2 * RESERVE_BYTES:
            return False
        data_dir.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(bytes(RESERVE_BYTES))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def spend_reserve(data_dir: Path) -> bool:
    """Give the reserve up; `False` when there is none."""
    try:
        _reserve(data_dir).unlink()
    except OSError:
        return False
    return True


def low_words(data_dir: Path) -> str:
    """What to do about too little room, empty when there is enough."""
    free = free_bytes(data_dir)
    if free >= LOW_BYTES:
        return ""
    return phrase(
        "Only {free} MB are free on the disk of the saved games. Make room soon: old pictures lie"
        " in {folder}.",
        free=f"{free / 1e6:.0f}",
        folder=data_dir / "pictures",
    )


def _reserve(data_dir: Path) -> Path:
    return data_dir / "reserve"
