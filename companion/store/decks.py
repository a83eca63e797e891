"""Pictures of the owner's cards in the data folder: one of each, by game and kind.

They show what the cards look like, which is other people's art: they stay here.
"""

import contextlib
import os
import re
from pathlib import Path

from companion.core.phrases import phrase
from companion.store.errors import CardNotSavedError, NoSuchCardError

CARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}", re.ASCII)
"""What a card may be called: its id in a game's data, and a file's name everywhere."""
ENDING = ".jpg"


class Decks:
    """The taught cards in a folder, which need not be there before one is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folder(self, game: str, kind: str) -> Path:
        """Where the cards of a kind lie. Raises `NoSuchCardError` for what is no name."""
        if not (CARD_NAME.fullmatch(game) and CARD_NAME.fullmatch(kind)):
            raise NoSuchCardError(phrase("there are no such cards"))
        return self._folder / game / kind

    def names(self, game: str, kind: str) -> tuple[str, ...]:
        """The cards of a kind that were taught, sorted."""
        paths = self.folder(game, kind).glob(f"*{ENDING}")
        return tuple(sorted(path.stem for path in paths if CARD_NAME.fullmatch(path.stem)))

    def picture(self, game: str, kind: str, name: str) -> bytes:
        """The picture of a taught card. Raises `NoSuchCardError`."""
        return self._taught(game, kind, name).read_bytes()

    def keep(self, game: str, kind: str, name: str, jpeg: bytes) -> None:
        """Keep the picture of a card, in place of one before; all of it or nothing.

        Raises `CardNotSavedError`, or `NoSuchCardError` for what is no name.
        """
        path = self._path(game, kind, name)
        part = path.with_name(f".{name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            words = phrase(
                "the card could not be kept: {error}; make room, then show it again",
                error=error.strerror,
            )
            raise CardNotSavedError(words) from error

    def remove(self, game: str, kind: str, name: str) -> None:
        """Forget a card. Raises `NoSuchCardError`."""
        self._taught(game, kind, name).unlink(missing_ok=True)

    def _path(self, game: str, kind: str, name: str) -> Path:
        if not CARD_NAME.fullmatch(name):
            words = phrase(
                "a card's name has up to 60 letters, digits, dots, - and _, not {name}",
                name=repr(name[:60]),
            )
            raise NoSuchCardError(words)
        return self.folder(game, kind) / f"{name}{ENDING}"

    def _taught(self, game: str, kind: str, name: str) -> Path:
        path = self._path(game, kind, name)
        if not path.is_file():
            raise NoSuchCardError(phrase("no card {name} was taught here", name=repr(name[:60])))
        return path
