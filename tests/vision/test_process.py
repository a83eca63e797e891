"""The vision process: what it tells, how it ends, and that it comes back."""

import asyncio
import functools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.camera import Camera
from companion.camera.errors import (
    CameraBindingError,
    CameraBusyError,
    CameraError,
    CameraLostError,
    CameraNotFoundError,
)
from companion.camera.frame import Frame
from companion.camera.scripted import (
    Block,
    Busy,
    Fail,
    Lose,
    ScriptedCamera,
    ScriptStep,
    Show,
    scripted_camera,
)
from companion.core.ids import SlotId
from companion.vision import worker
from companion.vision.messages import Ended, Heartbeat, Message, Preview, Saw, Status
from companion.vision.overlay import draw_preview
from companion.vision.palette import Palette, save_palette
from companion.vision.pipeline import Pipeline
from companion.vision.process import SupervisorSettings, VisionSupervisor
from tests.vision.boards import BOARD, GreyReader, frames, picture

DICE = picture({"dock.0": 3})
QUICK = SupervisorSettings(first_pause_s=0.02, longest_pause_s=0.05, silent_s=3.0, stopping_s=20.0)
PATIENCE_S = 60.0
"""Real time a process gets here: a busy machine starts one in seconds."""

Lives = tuple[tuple[ScriptStep, ...], ...]


def supervise(
    lives: Lives,
    diary: Path,
    until: Callable[[Sequence[Message]], bool] | None = None,
    also: Callable[[VisionSupervisor, Message], None] | None = None,
) -> list[Message]:
    """Messages until the camera ends, or until `until` says stop; `also` is done with each."""
    camera: Callable[[], Camera] = functools.partial(scripted_camera, lives, diary)
    heard: list[Message] = []

    async def run() -> None:
        def hear(message: Message) -> None:
            heard.append(message)
            if also is not None:
                also(supervisor, message)
            if until is not None and until(heard):
                supervisor.stop()

        supervisor = VisionSupervisor(
            camera, BOARD, False, hear, reader_factory=GreyReader, settings=QUICK
        )
        async with asyncio.timeout(PATIENCE_S):
            await supervisor.run()

    asyncio.run(run())
    assert multiprocessing.active_children() == []
    assert not [thread for thread in threading.enumerate() if thread.name == "vision pipe"]
    return heard


def states(heard: Sequence[Message]) -> list[str]:
    return [message.state for message in heard if isinstance(message, Status)]


def saw(heard: Sequence[Message]) -> list[Saw]:
    return [message for message in heard if isinstance(message, Saw)]


def test_it_tells_what_it_saw_with_evidence_and_ends_with_the_camera(tmp_path: Path) -> None:
    heard = supervise(((Show(DICE, 8),),), tmp_path / "diary")
    (seen,) = saw(heard)
    assert [piece.value for piece in seen.observation.slots[SlotId("dock.0")] or ()] == [3]
    evidence = cv2.imdecode(np.frombuffer(seen.evidence, np.uint8), cv2.IMREAD_COLOR)
    assert evidence is not None
    assert evidence.shape == DICE.shape
    assert states(heard) == ["starting", "moving", "running", "off"]
    assert isinstance(heard[-2], Ended)


@pytest.mark.report("C1")
def test_a_camera_in_use_then_lost_comes_back(tmp_path: Path) -> None:
    lives: Lives = ((Busy(),), (Show(DICE, 6), Lose()), (Show(DICE, 6),))
    heard = supervise(lives, tmp_path / "diary")
    lost = [m.message for m in heard if isinstance(m, Status) and m.state == "lost"]
    assert ["another program holds" in lost[0], "unplugged" in lost[1]] == [True, True]
    assert len(saw(heard)) == 2
    assert (tmp_path / "diary").read_text().split() == ["open", "open", "close", "open", "close"]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        pytest.param(
            CameraBindingError("picamera2 is missing: `python3 -m venv --system-site-packages`"),
            "system-site-packages", id="missing binding", marks=pytest.mark.report("C6"),
        ),
        pytest.param(
            CameraBindingError("picamera2 does not fit the installed numpy or simplejpeg"),
            "simplejpeg", id="other numpy", marks=pytest.mark.report("C7"),
        ),
        pytest.param(
            CameraBusyError("the Pi has no memory left for the camera: close other programs"),
            "no memory", id="out of memory", marks=pytest.mark.report("C8"),
        ),
        pytest.param(
            CameraNotFoundError("the Pi sees no camera 0: check the ribbon at both ends"),
            "ribbon", id="loose ribbon", marks=pytest.mark.report("C5"),
        ),
        pytest.param(
            CameraNotFoundError("there is no camera usb-C920-index0: plug it in"),
            "plug it in", id="swapped order", marks=pytest.mark.report("C13"),
        ),
    ],
)  # fmt: skip
def test_each_fault_is_told_in_its_words_and_the_camera_comes_back(
    tmp_path: Path, error: CameraError, words: str
) -> None:
    lives: Lives = ((Fail(error),), (Show(DICE, 6), Fail(error)), (Show(DICE, 6),))
    heard = supervise(lives, tmp_path / "diary")
    lost = [m.message for m in heard if isinstance(m, Status) and m.state == "lost"]
    assert len(lost) == 2
    assert all(words in message for message in lost)
    assert len(saw(heard)) == 2, "it was started again and again"
    assert isinstance(heard[-2], Ended)


def test_a_worker_that_hangs_is_killed_and_replaced(tmp_path: Path) -> None:
    heard = supervise(((Show(DICE, 6), Block()), (Show(DICE, 6),)), tmp_path / "diary")
    assert len(saw(heard)) == 2
    assert "lost" in states(heard)


@pytest.mark.report("C2")
def test_stopping_closes_the_camera(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    heard = supervise(((Show(DICE, 6), Block()),), diary, until=lambda heard: bool(saw(heard)))
    assert states(heard)[-1] == "off"
    assert diary.read_text().split() == ["open", "close"]


@pytest.mark.report("C2")
def test_a_worker_that_is_killed_is_replaced_and_sees_again(tmp_path: Path) -> None:
    lives: Lives = ((Show(DICE, 6), Block()), (Show(DICE, 6),))
    killed: list[int] = []

    def kill(supervisor: VisionSupervisor, message: Message) -> None:
        if isinstance(message, Saw) and not killed and supervisor.pid is not None:
            killed.append(supervisor.pid)
            os.kill(supervisor.pid, signal.SIGKILL)

    heard = supervise(lives, tmp_path / "diary", also=kill)
    assert killed
    assert len(saw(heard)) == 2
    assert states(heard)[-1] == "off"
    lost = [m.message for m in heard if isinstance(m, Status) and m.state == "lost"]
    assert lost == ["the camera's program ended or hung"]


@pytest.mark.report("C15")
def test_stalls_one_after_another_pile_up_no_processes_and_no_threads(tmp_path: Path) -> None:
    stalled = (Show(DICE, 6), Block())
    counts: list[tuple[int, int]] = []

    def count(supervisor: VisionSupervisor, message: Message) -> None:
        del supervisor, message
        pipes = [thread for thread in threading.enumerate() if thread.name == "vision pipe"]
        counts.append((len(multiprocessing.active_children()), len(pipes)))

    heard = supervise((stalled, stalled, (Show(DICE, 6),)), tmp_path / "diary", also=count)
    assert states(heard).count("lost") == 2
    assert max(counts) == (1, 1)
    assert SupervisorSettings().silent_s <= 5
    assert worker.SILENCE_S + worker.HEARTBEAT_S <= 5


def test_the_web_process_loads_no_pixels() -> None:
    code = (
        "import sys, companion.vision.process, companion.vision.messages, companion.camera.sources,"
        "companion.simulator.source, companion.simulator.answers;"
        "sys.exit(' '.join({'cv2', 'numpy', 'onnxruntime'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def told(camera: Camera, paced: bool) -> list[Message]:
    heard: list[Message] = []
    with camera as opened:
        worker.watch(opened, Pipeline(BOARD, GreyReader()), paced, heard.append)
    return heard


def test_every_frame_is_read_when_unpaced() -> None:
    other = picture({"dock.0": 4})
    steps = tuple(Show(pixels, 5) for pixels in (DICE, other, DICE, other))
    heard = told(ScriptedCamera((steps,)), paced=False)
    values = [seen.observation.slots[SlotId("dock.0")] for seen in saw(heard)]
    assert [[piece.value for piece in seen or ()] for seen in values] == [[3], [4], [3], [4]]
    assert any(isinstance(message, Heartbeat) for message in heard)


def test_a_paced_file_takes_the_time_its_frames_took() -> None:
    heard = told(ScriptedCamera(((Show(DICE, 8),),)), paced=True)
    assert [seen.observation.rest for seen in saw(heard)] == [1]


def test_a_live_camera_that_is_too_fast_loses_old_frames() -> None:
    camera = ScriptedCamera(((Show(DICE, 500),),), live=True)
    with camera as opened:
        taken = [frame for frame in worker.newest(opened) if frame is not None]
    assert taken[-1].sequence == 499
    assert len(taken) <= 500


def test_a_live_camera_that_is_lost_says_so() -> None:
    camera = ScriptedCamera(((Show(DICE, 3), Lose()),), live=True)
    with pytest.raises(CameraLostError, match="unplugged"):
        told(camera, paced=True)


@pytest.mark.report("C15")
def test_a_live_camera_that_stalls_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SILENCE_S", 0.2)
    monkeypatch.setattr(worker, "HEARTBEAT_S", 0.05)
    camera = ScriptedCamera(((Show(DICE, 3), Block()),), live=True)
    with pytest.raises(CameraLostError, match="no more pictures"):
        told(camera, paced=True)


def test_a_driver_that_raises_anything_is_a_lost_camera() -> None:
    class Odd(ScriptedCamera):
        def frames(self):  # type: ignore[no-untyped-def]  # noqa: ANN202
            raise ZeroDivisionError("odd")

    with pytest.raises(CameraLostError, match="odd"):
        told(Odd(((),), live=True), paced=True)


def test_previews_are_small_and_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PREVIEW_S", 1e9)
    wide = np.ascontiguousarray(np.hstack([DICE, DICE]))
    heard = told(ScriptedCamera(((Show(wide, 20),),)), paced=False)
    previews = [message for message in heard if isinstance(message, Preview)]
    picture_of = cv2.imdecode(np.frombuffer(previews[-1].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture_of is not None
    assert picture_of.shape[1] == 960
    assert len(previews) == 2  # the first, and the one of what was read


def test_the_preview_marks_what_was_read() -> None:
    pipeline = Pipeline(BOARD, GreyReader())
    for frame in frames([DICE] * 5):
        pipeline.feed(frame)
    marked = draw_preview(DICE, pipeline.last, pipeline.pose, True)
    changed = np.argwhere((marked != DICE).any(axis=2))
    x, y = 60 + 60 * 3, 40 + 40 * 3
    assert np.abs(changed.mean(axis=0) - (y, x)).max() < 15
    assert (draw_preview(DICE, pipeline.last, None, True) == DICE).all()


@pytest.mark.report("B19")
def test_a_damaged_lens_profile_is_told_and_play_goes_on(tmp_path: Path) -> None:
    damaged = tmp_path / "usb-0.json"
    damaged.write_text("{")
    heard: list[Message] = []
    lens, trouble = worker._lens(damaged)
    assert lens is None
    with ScriptedCamera(((Show(DICE, 8),),)) as camera:
        worker.watch(
            camera, Pipeline(BOARD, GreyReader(), lens=lens), False, heard.append, trouble=trouble
        )
    assert saw(heard)
    (told,) = {m.message for m in heard if isinstance(m, Status)}
    assert "companion calibrate" in told
    assert worker._lens(tmp_path / "none.json") == (None, "")


def test_taught_colours_that_look_alike_are_told_when_the_camera_starts(tmp_path: Path) -> None:
    path = tmp_path / "colours.json"
    near = Palette({"red": (45.0, 60.0, 40.0), "pink": (52.0, 64.0, 36.0)})
    save_palette(near, path)
    palette, trouble = worker._palette(path)
    assert palette == near
    assert trouble.startswith("red and pink look alike in this light")


class ShortOfMemory(ScriptedCamera):
    """Goes on with pictures two thirds as wide in the middle, and says so."""

    def frames(self) -> Iterator[Frame]:
        small = np.asarray(cv2.resize(DICE, None, fx=2 / 3, fy=2 / 3), np.uint8)
        for n in range(24):
            if n == 12:
                self.messages.append("memory is used up: going on smaller")
            yield Frame(DICE if n < 12 else small, n / 10, n)


@pytest.mark.report("C8")
def test_what_a_camera_does_without_is_told_and_it_is_read_on() -> None:
    heard = told(ShortOfMemory(((),)), paced=False)
    assert any("memory is used up" in m.message for m in heard if isinstance(m, Status))
    first, *_, last = saw(heard)
    for seen in (first, last):
        assert [piece.value for piece in seen.observation.slots[SlotId("dock.0")] or ()] == [3]
    assert first.observation.rest < last.observation.rest
