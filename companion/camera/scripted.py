"""A camera that follows a script: shows pictures, fails in any way, or blocks for ever."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from companion.camera.errors import CameraBusyError, CameraError, CameraLostError
from companion.camera.frame import Frame, Pixels

FRAMES_HZ = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class Show:
    """Give the same picture `count` times."""

    pixels: Pixels
    count: int = 1


@dataclass(frozen=True, slots=True)
class Busy:
    """Be held by another program when opened; only as the first step."""


@dataclass(frozen=True, slots=True)
class Lose:
    """Stop giving frames, with an error."""


@dataclass(frozen=True, slots=True)
class Block:
    """Never give another frame, without an error, as drivers do after hours."""


@dataclass(frozen=True, slots=True, eq=False)
class Fail:
    """Fail so: as the first step when it is opened, later while it gives frames."""

    error: CameraError


ScriptStep: TypeAlias = Show | Busy | Lose | Block | Fail


class ScriptedCamera:
    """Plays `lives[n]` when opened for the n-th time, the last one ever after.

    With a `diary` (a text file) openings count across processes; it notes `open` and `close`.
    """

    def __init__(
        self,
        lives: tuple[tuple[ScriptStep, ...], ...],
        diary: Path | None = None,
        live: bool = False,
    ) -> None:
        self.live = live
        self.messages: list[str] = []
        self._lives, self._diary = lives, diary
        self._opened = 0
        self._steps: tuple[ScriptStep, ...] = ()
        self._closed = threading.Event()

    def __enter__(self) -> Self:
        """Raises `CameraBusyError`, or another `CameraError`, when the script says so."""
        steps = self._lives[min(self._openings(), len(self._lives) - 1)]
        self._note("open")
        self._opened += 1
        if steps and isinstance(steps[0], Busy):
            raise CameraBusyError("another program holds the scripted camera: close it")
        if steps and isinstance(steps[0], Fail):
            raise steps[0].error
        self._steps, self._closed = steps, threading.Event()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End what blocks."""
        self._note("close")
        self._steps = ()
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        """Frames of the script. Raises `CameraLostError`, or another, when the script says so."""
        sequence = 0
        for step in self._steps:
            match step:
                case Show(pixels, count):
                    for _ in range(count):
                        yield Frame(pixels, sequence / FRAMES_HZ, sequence)
                        sequence += 1
                case Lose():
                    raise CameraLostError("the scripted camera was unplugged: plug it in")
                case Block():
                    self._closed.wait()
                case Fail(error):
                    raise error
                case Busy():
                    pass

    def _openings(self) -> int:
        if self._diary is None:
            return self._opened
        if not self._diary.exists():
            return 0
        return self._diary.read_text(encoding="utf-8").count("open")

    def _note(self, word: str) -> None:
        if self._diary is not None:
            with self._diary.open("a", encoding="utf-8") as diary:
                diary.write(f"{word}\n")


def scripted_camera(
    lives: tuple[tuple[ScriptStep, ...], ...], diary: Path | None = None, live: bool = False
) -> ScriptedCamera:
    """For `functools.partial`, so that a script can be handed to another process."""
    return ScriptedCamera(lives, diary, live)
