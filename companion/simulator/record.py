"""Writes a simulated game to a folder: its frames with time stamps, and what really happened."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import cv2

from companion.camera.errors import CameraError
from companion.camera.frame import Frame
from companion.simulator.beats import Beat, BeatKind
from companion.simulator.camera import FRAMES_HZ, SimulatedCamera
from companion.simulator.script import Script

TRUTH = "truth.jsonl"
QUALITY = 90
"""Of the frames as JPEG: the noise of the simulated camera has its own compression already."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """How much was written, and whether the game came to its end."""

    frames: int
    actions: int
    ended: bool


def record(
    camera: SimulatedCamera,
    folder: Path,
    *,
    until_s: float = float("inf"),
    video: str | None = None,
) -> Recorded:
    """Write frames as `000123.jpg`, or into the one file `video`, and `truth.jsonl`.

    A line of it is a frame (`file`, `sequence`, `t`, `slots`, `hand`, `stable`) or an action
    (`t` when the hand lets go, `player`, `kind`, `text` in notation, `legal`, `codes`). Raises
    `CameraError` when nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / TRUTH).open("w", encoding="utf-8") as truth, camera as opened:
            writer = _Pictures(folder) if video is None else _Video(folder / video)
            with writer:
                return _write(opened, truth, writer, until_s)
    except OSError as error:
        raise CameraError(f"a simulated game cannot be written to {folder}: {error}") from error


def _write(
    camera: SimulatedCamera, truth: TextIO, pictures: "_Pictures | _Video", until_s: float
) -> Recorded:
    frames = actions = 0
    for frame in camera.frames():
        if frame.time_s > until_s:
            break
        for beat in _between(camera.script, frame.time_s, actions):
            actions += 1
            _line(truth, {"type": "action", **_told(beat)})
        name = pictures.add(frame)
        frames += 1
        _line(
            truth,
            {
                "type": "frame",
                "file": name,
                "sequence": frame.sequence,
                "t": round(frame.time_s, 3),
                "slots": camera.truth.to_json(),
                "hand": camera.truth.hand,
                "stable": camera.truth.stable,
            },
        )
    return Recorded(frames, actions, camera.script.ended)


def _between(script: Script, time_s: float, done: int) -> Iterator[Beat]:
    """Beats that took effect by now and have not been written."""
    for beat in script.beats[done:]:
        if beat.change_s > time_s:
            return
        yield beat


def _told(beat: Beat) -> dict[str, object]:
    return {
        "t": round(beat.change_s, 3),
        "player": beat.player,
        "kind": beat.kind.value if beat.fuss is None else beat.fuss.value,
        "text": beat.text,
        "legal": beat.kind not in (BeatKind.ILLEGAL, BeatKind.OVERRULE),
        "codes": list(beat.codes),
    }


def _line(out: TextIO, data: dict[str, object]) -> None:
    out.write(json.dumps(data) + "\n")


class _Pictures:
    """Frames as files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def add(self, frame: Frame) -> str:
        """Write a frame; returns the file's name."""
        name = f"{frame.sequence:06d}.jpg"
        written = cv2.imwrite(
            str(self._folder / name), frame.pixels, (cv2.IMWRITE_JPEG_QUALITY, QUALITY)
        )
        if not written:
            raise OSError(f"{name} was not written")
        return name


class _Video(_Pictures):
    """Frames in one file, ten a second."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.parent)
        self._path = path
        self._writer: cv2.VideoWriter | None = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.release()

    def add(self, frame: Frame) -> str:
        """Append a frame; returns the file's name."""
        if self._writer is None:
            h, w = frame.pixels.shape[:2]
            codec = "mp4v" if self._path.suffix == ".mp4" else "MJPG"
            fourcc = cv2.VideoWriter.fourcc(*codec)
            self._writer = cv2.VideoWriter(str(self._path), fourcc, FRAMES_HZ, (w, h))
            if not self._writer.isOpened():
                raise OSError(f"{self._path.name}: no video can be written; try .avi or .mp4")
        self._writer.write(frame.pixels)
        return self._path.name
