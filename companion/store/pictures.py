"""Pictures of the moments that led to an entry or a question: `DATA/pictures/<name>.jpg`."""

import re
from pathlib import Path

KEPT = 2000
"""Pictures kept on the disk, about 200 MB: some ten evenings. The oldest go first."""

HELD = 3
"""Pictures in memory: what the newest is compared with, and the one still being thought about."""

JPEG = b"\xff\xd8\xff"
"""How a JPEG begins."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


class Pictures:
    """Holds the newest pictures in memory, and on the disk those that something refers to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, bytes] = {}

    def hold(self, name: str, jpeg: bytes) -> None:
        """Keep a picture until two more have come; `keep` puts it on the disk."""
        self._held[name] = jpeg
        for old in list(self._held)[:-HELD]:
            del self._held[old]

    def keep(self, name: str) -> None:
        """Put the held picture on the disk. A full disk costs the picture, never the game."""
        if name not in self._held:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{name}.jpg").write_bytes(self._held[name])
            for old in sorted(self._folder.glob("*.jpg"), key=_age)[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return

    def take_in(self, name: str, jpeg: bytes) -> None:
        """Keep a picture that came with a game from elsewhere, unless there is one of that name."""
        path = self._folder / f"{name}.jpg"
        if _NAME.fullmatch(name) and jpeg.startswith(JPEG) and not path.exists():
            self._held[name] = jpeg
            self.keep(name)
            del self._held[name]

    def get(self, name: str) -> bytes | None:
        """A picture as JPEG, or `None` when there is none (any more)."""
        if name in self._held:
            return self._held[name]
        path = self._folder / f"{name}.jpg"
        return path.read_bytes() if _NAME.fullmatch(name) and path.is_file() else None


def _age(path: Path) -> float:
    return path.stat().st_mtime
