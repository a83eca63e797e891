"""The vision process: a camera, a capture thread, the pipeline, and a pipe to the web process."""

import contextlib
import logging
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TypeAlias

import cv2

from companion.camera.camera import Camera
from companion.camera.errors import CameraError, CameraLostError
from companion.camera.frame import Frame
from companion.core.layout import Layout
from companion.core.phrases import in_a_row, phrase, words_of
from companion.vision.adviser import Adviser
from companion.vision.bare_files import BareBoard, BareWatch, load_bare
from companion.vision.card_files import load_decks
from companion.vision.dice import DiceReader
from companion.vision.errors import LensProfileError, PaletteError, VisionError
from companion.vision.lens import Lens, load_lens
from companion.vision.messages import Ended, Heartbeat, Message, Preview, Saw, Status
from companion.vision.overlay import EVIDENCE_QUALITY, draw_preview, jpeg
from companion.vision.palette import Palette, load_palette
from companion.vision.pipeline import Pipeline
from companion.vision.slots import ReadsDice

PREVIEW_S = 0.25
"""Between previews: four a second follow a hand and leave time for reading."""
HEARTBEAT_S = 0.5
"""Between signs of life; the supervisor waits ten times as long."""
SILENCE_S = 4.0
"""Without a frame for so long, a live camera hangs: drivers stall after hours without an error."""

OPENCV_THREADS = 2
"""On four cores that leaves one to the capture thread and one to the web process."""

CameraFactory: TypeAlias = Callable[[], Camera]
ReaderFactory: TypeAlias = Callable[[], ReadsDice]
Send: TypeAlias = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is started with; everything in it can be sent to another process."""

    camera: CameraFactory
    layout: Layout
    paced: bool
    reader: ReaderFactory | None = None
    lens: Path | None = None
    colours: Path | None = None
    cards: Path | None = None
    bare: Path | None = None


def work(job: Job, pipe: Connection) -> None:
    """Run until the camera ends or fails, or the other end of the pipe is gone."""
    # Leaving the `with` below closes the camera; dying at once would keep it busy until a reboot.
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the web process, which then stops us
    logging.basicConfig(level=os.environ.get("COMPANION_LOG", "WARNING").upper())
    cv2.setNumThreads(OPENCV_THREADS)
    try:
        pipe.send(Status("starting", phrase("the camera is being started")))
        reader = (job.reader or DiceReader.load)()
        lens, lens_trouble = _lens(job.lens)
        palette, colours_trouble = _palette(job.colours)
        decks, cards_trouble = load_decks(job.cards, job.layout)
        shown = BareWatch(job.bare, job.layout)
        bare = load_bare(job.bare, job.layout)
        pipeline = Pipeline(job.layout, reader, lens=lens, palette=palette, decks=decks, bare=bare)
        adviser = Adviser(job.layout, asks_bare=job.bare is not None) if job.paced else None
        trouble = _joined(lens_trouble, colours_trouble, cards_trouble)
        with job.camera() as camera:
            watch(
                camera, pipeline, job.paced, pipe.send,
                trouble=trouble, adviser=adviser, shown=shown.anew,
            )  # fmt: skip
        pipe.send(Ended())
    except (CameraError, VisionError) as error:
        _tell(pipe, Status("lost", words_of(error)))
    except (BrokenPipeError, ConnectionResetError):
        pass  # the web process has gone, and with it everybody who would read this
    finally:
        pipe.close()


def _lens(path: Path | None) -> tuple[Lens | None, str]:
    """The camera's lens if it was measured; a damaged profile is told, and done without."""
    if path is None or not path.is_file():
        return None, ""
    try:
        return load_lens(path), ""
    except LensProfileError as error:
        return None, words_of(error)


def _palette(path: Path | None) -> tuple[Palette | None, str]:
    """The players' colours if they were learnt, and which are too alike.

    A damaged file is told, and done without.
    """
    if path is None or not path.is_file():
        return None, ""
    try:
        palette = load_palette(path)
        return palette, palette.trouble
    except PaletteError as error:
        return None, words_of(error)


def _joined(*parts: str) -> str:
    return in_a_row([part for part in parts if part])


def watch(
    camera: Camera,
    pipeline: Pipeline,
    paced: bool,
    send: Send,
    *,
    trouble: str = "",
    adviser: Adviser | None = None,
    shown: Callable[[], BareBoard | None] = lambda: None,
) -> None:
    """Feed every frame, or when paced the newest, and tell what comes of it.

    `trouble`, and what the camera says last, is told while there is nothing worse; `adviser` looks
    at light and focus; `shown` gives a board without pieces that was shown meanwhile.
    """
    teller = _Teller(pipeline, send, adviser, lambda: _joined(trouble, *camera.messages[-1:]))
    for frame in newest(camera) if paced else camera.frames():
        bare = shown()
        if bare is not None:
            pipeline.show_bare(bare)
        if frame is None:
            teller.beat()
        else:
            teller.tell(frame, pipeline.feed(frame) is not None)


class _Teller:
    """Sends what changed: observations at once, previews and heartbeats now and then."""

    def __init__(
        self,
        pipeline: Pipeline,
        send: Send,
        adviser: Adviser | None,
        trouble: Callable[[], str],
    ) -> None:
        self._pipeline, self._send, self._trouble = pipeline, send, trouble
        self._adviser = adviser
        self._status = Status("")
        self._preview_at = self._beat_at = -math.inf

    def beat(self) -> None:
        now = time.monotonic()
        if now - self._beat_at >= HEARTBEAT_S:
            self._beat_at = now
            self._send(Heartbeat())

    def tell(self, frame: Frame, is_new: bool) -> None:
        self._tell_state()
        if is_new and self._pipeline.last is not None:
            self._send(Saw(self._pipeline.last, jpeg(frame.pixels, EVIDENCE_QUALITY)))
        now = time.monotonic()
        if is_new or now - self._preview_at >= PREVIEW_S:
            self._preview_at = now
            self._send(Preview(self._picture(frame), frame.time_s))
        self._advise(frame)
        self.beat()

    def _advise(self, frame: Frame) -> None:
        pipeline = self._pipeline
        if self._adviser is None or pipeline.last is None:
            return
        advice = self._adviser.feed(
            frame,
            resting=not pipeline.moving,
            pose=pipeline.pose,
            dice=bool(pipeline.last.free_dice),
            never_bare=pipeline.never_bare,
        )
        if advice is not None:
            self._send(advice)

    def _tell_state(self) -> None:
        pipeline = self._pipeline
        words = pipeline.problem or self._trouble()
        status = Status("moving" if pipeline.moving else "running", words, pipeline.board)
        if status != self._status:
            self._status = status
            self._send(status)

    def _picture(self, frame: Frame) -> bytes:
        pipeline = self._pipeline
        last = None if pipeline.moving else pipeline.last
        return jpeg(draw_preview(frame.pixels, last, pipeline.pose, pipeline.has_board))


@dataclass(slots=True)
class _Latest:
    """The newest frame, handed from the capture thread; `over` when there will be no more."""

    frame: Frame | None = None
    over: bool = False
    error: CameraError | None = None


def newest(camera: Camera) -> Iterator[Frame | None]:
    """The newest frame each time, older ones dropped; `None` now and then while there is none.

    A camera that is not live is paced by its time stamps. Raises `CameraError`.
    """
    latest, ready = _Latest(), threading.Condition()
    thread = threading.Thread(
        target=_capture, args=(camera, latest, ready), name="capture", daemon=True
    )
    thread.start()
    heard = time.monotonic()
    while True:
        with ready:
            ready.wait_for(lambda: latest.frame is not None or latest.over, HEARTBEAT_S)
            frame, latest.frame = latest.frame, None
        if frame is not None:
            heard = time.monotonic()
        elif latest.over:
            break
        elif time.monotonic() - heard > SILENCE_S:
            raise CameraLostError(phrase("the camera gives no more pictures: check its cable"))
        yield frame
    if latest.error is not None:
        raise latest.error


def _capture(camera: Camera, latest: _Latest, ready: threading.Condition) -> None:
    try:
        for frame in camera.frames() if camera.live else _in_time(camera.frames()):
            with ready:
                latest.frame = frame
                ready.notify()
    except CameraError as error:
        latest.error = error
    except Exception as error:
        # Whatever a driver throws in this thread must reach the players as a lost camera.
        latest.error = CameraLostError(phrase("the camera failed: {error}", error=repr(error)))
    with ready:
        latest.over = True
        ready.notify()


def _in_time(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Frames of a file at the pace of their time stamps."""
    start: float | None = None
    for frame in frames:
        now = time.monotonic()
        if start is None:
            start = now - frame.time_s
        time.sleep(max(0.0, start + frame.time_s - now))
        yield frame


def _leave(number: int, stack: FrameType | None) -> None:
    del number, stack
    sys.exit(0)


def _tell(pipe: Connection, message: Message) -> None:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        pipe.send(message)
