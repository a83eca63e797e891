"""Board profiles in the data folder, each with a picture of the board beside it.

The picture shows what the owner's board looks like, which is other people's art: it stays here.
"""

import contextlib
import os
import re
from pathlib import Path

from companion.core.phrases import phrase, with_commas
from companion.core.profile import ENDING, PICTURES, Profile, art_of, load_profile, write_profile
from companion.store.errors import BoardNotSavedError, NoSuchBoardError

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.ASCII)
"""What a board may be called: a word to type after `--board`, and a file's name everywhere."""


class Boards:
    """The boards in a folder, which need not be there before one is saved."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """Names of the boards, sorted; some may be damaged."""
        paths = self._folder.glob(f"*{ENDING}") if self._folder.is_dir() else ()
        return tuple(sorted(path.stem for path in paths if NAME.fullmatch(path.stem)))

    def load(self, name: str) -> Profile:
        """A board. Raises `NoSuchBoardError`, or `ProfileError` for a damaged one."""
        return load_profile(self._path(name))

    def text(self, name: str) -> str:
        """The profile's file, to be shared. Raises `NoSuchBoardError`."""
        return self._path(name).read_text(encoding="utf-8", errors="replace")

    def picture(self, name: str) -> bytes | None:
        """The picture of a board from above, if one is kept. Raises `NoSuchBoardError`."""
        path = art_of(self._path(name))
        return None if path is None else path.read_bytes()

    def save(self, name: str, profile: Profile) -> None:
        """Keep a board, in place of another of that name. Raises `BoardNotSavedError`."""
        self._write(f"{name}{ENDING}", write_profile(profile).encode())

    def save_picture(self, name: str, jpeg: bytes) -> None:
        """Keep the picture of a saved board. Raises `NoSuchBoardError`, `BoardNotSavedError`."""
        self._path(name)
        self._write(f"{name}{PICTURES[0]}", jpeg)

    def remove(self, name: str) -> None:
        """Forget a board and its picture. Raises `NoSuchBoardError`."""
        path = self._path(name)
        for gone in (path, *(path.with_suffix(ending) for ending in PICTURES)):
            gone.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        path = self._folder / f"{name}{ENDING}"
        if not NAME.fullmatch(name) or not path.is_file():
            there = with_commas(self.names()) or phrase("none yet")
            raise NoSuchBoardError(
                phrase(
                    "there is no board {name} here; there are: {there}",
                    name=repr(name[:40]),
                    there=there,
                )
            )
        return path

    def _write(self, name: str, content: bytes) -> None:
        """All of it or nothing: a half-written file would be a torn profile."""
        part = self._folder / f".{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._folder / name)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise BoardNotSavedError(
                phrase(
                    "the board could not be saved: {error}; make room, then save again",
                    error=error.strerror,
                )
            ) from error
