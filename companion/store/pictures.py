"""Pictures of the moments that led to an entry or a question: `DATA/pictures/<name>.jpg`."""

import re
from pathlib import Path

KEPT = 2000
"""Pictures kept on the disk, about 200 MB: some ten evenings. The oldest go first."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


class Pictures:
    """Holds the newest picture in memory, and on the disk those that something refers to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._newest: tuple[str, bytes] | None = None

    def hold(self, name: str, jpeg: bytes) -> None:
        """Keep a picture until the next one comes; `keep` puts it on the disk."""
        self._newest = (name, jpeg)

    def keep(self, name: str) -> None:
        """Put the held picture on the disk. A full disk costs the picture, never the game."""
        if self._newest is None or self._newest[0] != name:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{name}.jpg").write_bytes(self._newest[1])
            for old in sorted(self._folder.glob("*.jpg"), key=_age)[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return

    def get(self, name: str) -> bytes | None:
        """A picture as JPEG, or `None` when there is none (any more)."""
        if self._newest and self._newest[0] == name:
            return self._newest[1]
        path = self._folder / f"{name}.jpg"
        return path.read_bytes() if _NAME.fullmatch(name) and path.is_file() else None


def _age(path: Path) -> float:
    return path.stat().st_mtime
