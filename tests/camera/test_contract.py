"""Every camera keeps the same promises."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.camera import Camera
from companion.camera.files import FolderCamera, VideoCamera
from companion.camera.frame import Frame, Pixels
from companion.camera.picamera import PiCamera, PiRequest
from companion.camera.scripted import ScriptedCamera, Show
from companion.camera.swapped import SwappedCamera
from companion.camera.usb import UsbCamera
from companion.rules.registry import load_game, make_setup
from companion.simulator.camera import simulated_camera
from companion.simulator.lamps import Noise

Make = Callable[[Path], Camera]
FRAMES = 12


def picture(level: int = 90) -> Pixels:
    pixels = np.full((48, 64, 3), level, np.uint8)
    pixels[:24, :32] = (200, 20, 20)
    return pixels


class FakeVideoDevice:
    """A USB device that gives blue and grey, and takes whatever it is told."""

    backend = "V4L2"

    def __init__(self) -> None:
        self.released = False
        self.controls: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3, cv2.CAP_PROP_EXPOSURE: 200,
            cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_AUTOFOCUS: 1,
        }  # fmt: skip

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        return True, picture()

    def get(self, propId: int) -> float:  # noqa: N803
        return self.controls.get(propId, -1)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        if propId not in self.controls:
            return False
        self.controls[propId] = value
        return True

    def getBackendName(self) -> str:  # noqa: N802
        return self.backend

    def release(self) -> None:
        self.released = True


class FakePiRequest:
    """Blue and grey in both streams."""

    released = 0

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        # A line of the small stream is longer than its picture, as the hardware likes it.
        return picture() if name == "main" else np.full((540, 704), 90, np.uint8)

    def get_metadata(self) -> Mapping[str, object]:
        return {}

    def release(self) -> object:
        FakePiRequest.released += 1
        return None


class FakePiDevice:
    """A Pi's camera that gives blue and grey."""

    camera_controls: Mapping[str, object] = {"AfMode": (), "LensPosition": (), "AeEnable": ()}

    def create_video_configuration(
        self,
        main: dict[str, object],
        lores: dict[str, object],
        buffer_count: int,
        controls: dict[str, object],
    ) -> object:
        assert (main["format"], lores["format"]) == ("RGB888", "YUV420")
        assert set(controls) <= set(self.camera_controls), "a camera refuses what it does not know"
        return main

    def configure(self, config: object) -> object:
        return config

    def start(self) -> object:
        return None

    def stop(self) -> object:
        return None

    def close(self) -> object:
        return None

    def set_controls(self, controls: dict[str, object]) -> object:
        return controls

    def capture_request(self) -> PiRequest:
        return FakePiRequest()


def _ticks() -> Callable[[], float]:
    counter = iter(range(10_000))
    return lambda: next(counter) / 10


def _folder(path: Path) -> Camera:
    cv2.imwrite(str(path / "1.png"), picture())
    return FolderCamera(path)


def _video(path: Path) -> Camera:
    writer = cv2.VideoWriter(str(path / "v.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(FRAMES):
        writer.write(picture())
    writer.release()
    return VideoCamera(path / "v.avi")


def _usb(path: Path) -> Camera:
    return UsbCamera(0, lambda index: FakeVideoDevice(), _ticks())


def _pi(path: Path) -> Camera:
    return PiCamera(0, lambda index: FakePiDevice(), _ticks())


def _scripted(path: Path) -> Camera:
    return ScriptedCamera(((Show(picture(), FRAMES),),))


def _swapped(path: Path) -> Camera:
    del path
    backwards = np.ascontiguousarray(picture()[..., ::-1])
    return SwappedCamera(ScriptedCamera(((Show(backwards, FRAMES),),)))


def _simulated(path: Path) -> Camera:
    del path
    setup = make_setup(load_game("dice").info, {"red": "Ann", "blue": "Bo"})
    return simulated_camera("dice", setup, 7, noise=Noise.CLEAN)


BLUE = [_folder, _video, _usb, _pi, _scripted, _swapped]
"""Those that show the same picture, blue in its corner."""


@pytest.fixture(params=[*BLUE, _simulated], ids=lambda make: make.__name__.strip("_"))
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Camera:
    make: Make = request.param
    return make(tmp_path)


def take(frames: Iterator[Frame]) -> list[Frame]:
    return list(islice(frames, FRAMES))


@pytest.mark.parametrize("make", BLUE, ids=lambda make: make.__name__.strip("_"))
def test_frames_are_bgr(make: Make, tmp_path: Path) -> None:
    with make(tmp_path) as opened:
        for frame in take(opened.frames()):
            blue, green, red = (int(value) for value in frame.pixels[5, 5])
            assert blue > 150
            assert max(red, green) < 80


def test_numbers_and_times_of_frames_grow(camera: Camera) -> None:
    with camera as opened:
        frames = take(opened.frames())
    assert len(frames) == FRAMES
    assert all(a.sequence < b.sequence for a, b in pairwise(frames))
    assert all(a.time_s < b.time_s for a, b in pairwise(frames))


def _fail_after(frames: list[Frame]) -> None:
    assert frames
    raise ZeroDivisionError


def test_it_closes_when_the_caller_fails_and_opens_again(camera: Camera) -> None:
    with pytest.raises(ZeroDivisionError), camera as opened:
        _fail_after(take(opened.frames()))
    assert list(camera.frames()) == []
    with camera as opened:
        assert len(take(opened.frames())) == FRAMES


def test_it_has_nothing_to_say_when_all_is_well(camera: Camera) -> None:
    with camera as opened:
        take(opened.frames())
    assert camera.messages == []
