"""The Pi's camera, before a fake of its library that records what it is told."""

import errno
import logging
from collections.abc import Mapping
from itertools import islice

import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.errors import CameraBusyError, CameraLostError
from companion.camera.frame import Exposure, Frame
from companion.camera.picamera import (
    ATTEMPTS,
    DROPPED_FRAMES,
    LENS_POSITION,
    SMALL_PX,
    PiCamera,
    PiDevice,
    PiRequest,
)
from companion.camera.profile import CameraProfile
from tests.camera.test_contract import FakePiDevice, FakePiRequest

NO_MEMORY = OSError(errno.ENOMEM, "Cannot allocate memory")
LIGHT = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.6)}


class Request(FakePiRequest):
    def __init__(self, number: int, level: int = 90) -> None:
        self.number, self.level = number, level

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        return np.full((64, 96, 3) if name == "main" else (540, 704), self.level, np.uint8)

    def get_metadata(self) -> Mapping[str, object]:
        return {**LIGHT, "SensorTimestamp": self.number * 100_000_000}


class Recording(FakePiDevice):
    """Notes what it is told; `start_faults` and `faults` say which start or shot fails, and how."""

    camera_controls = {
        **FakePiDevice.camera_controls, "AeFlickerMode": (), "AeFlickerPeriod": (),
    }  # fmt: skip

    def __init__(
        self,
        start_faults: Mapping[int, Exception] | None = None,
        faults: Mapping[int, Exception] | None = None,
        levels: Mapping[int, int] | None = None,
    ) -> None:
        self.start_faults, self.faults = start_faults or {}, faults or {}
        self.levels = levels or {}
        self.controls: dict[str, object] = {}
        self.asked: list[tuple[object, int]] = []
        self.set: list[dict[str, object]] = []
        self.shots = 0
        self.log: list[str] = []

    def create_video_configuration(
        self,
        main: dict[str, object],
        lores: dict[str, object],
        buffer_count: int,
        controls: dict[str, object],
    ) -> object:
        super().create_video_configuration(main, lores, buffer_count, controls)
        self.controls = controls
        self.asked.append((main["size"], buffer_count))
        return main

    def start(self) -> object:
        number = len(self.asked)
        if number in self.start_faults:
            raise self.start_faults[number]
        return None

    def stop(self) -> object:
        self.log.append("stop")
        return None

    def close(self) -> object:
        self.log.append("close")
        return None

    def set_controls(self, controls: dict[str, object]) -> object:
        self.set.append(controls)
        return None

    def capture_request(self) -> PiRequest:
        self.shots += 1
        if self.shots in self.faults:
            raise self.faults[self.shots]
        level = max((n for n in self.levels if n <= self.shots), default=0)
        return Request(self.shots, self.levels.get(level, 90))


def take(camera: PiCamera, count: int) -> list[Frame]:
    with camera:
        return list(islice(camera.frames(), count))


@pytest.mark.report("C10")
@pytest.mark.report("C9")
def test_focus_is_fixed_with_every_start_and_the_first_frames_are_dropped() -> None:
    devices: list[Recording] = []

    def opener(which: int | str) -> PiDevice:
        devices.append(Recording())
        return devices[-1]

    camera = PiCamera(0, opener)
    for _ in range(2):
        assert take(camera, 1)[0].sequence == 0
    assert [device.shots for device in devices] == [DROPPED_FRAMES + 1] * 2
    assert [device.controls for device in devices] == [
        {"AfMode": 0, "LensPosition": LENS_POSITION}
    ] * 2
    assert all(device.log == ["stop", "close"] for device in devices)


@pytest.mark.report("C11")
@pytest.mark.parametrize(
    ("told", "locked", "refused"),
    [
        (LIGHT, {"AeEnable": False, "AwbEnable": False, **LIGHT}, None),
        ({"ColourGains": (1.8, 1.6)}, {"AwbEnable": False, "ColourGains": (1.8, 1.6)}, "exposure"),
        ({"ExposureTime": 1, "AnalogueGain": 2.0},
         {"AeEnable": False, "ExposureTime": 1, "AnalogueGain": 2.0}, "white balance"),
        ({}, None, "exposure and white balance"),
    ],
)  # fmt: skip
def test_light_is_locked_as_far_as_the_camera_tells_it(
    told: Mapping[str, object], locked: dict[str, object] | None, refused: str | None
) -> None:
    class Taciturn(Recording):
        def capture_request(self) -> PiRequest:
            request = super().capture_request()
            time = request.get_metadata()["SensorTimestamp"]
            request.get_metadata = lambda: {**told, "SensorTimestamp": time}  # type: ignore[method-assign]
            return request

    device = Taciturn()
    camera = PiCamera(0, lambda which: device)
    take(camera, 60)
    assert device.set == ([] if locked is None else [locked])
    assert [f"lock its {refused}:" in line for line in camera.messages] == [True] * bool(refused)


@pytest.mark.report("C9")
def test_nothing_lets_the_lens_hunt_during_play() -> None:
    device = Recording(levels={1: 90, 60: 30, 200: 90})
    take(PiCamera(0, lambda which: device, profile=CameraProfile(lens_position=2.5)), 400)
    assert device.controls["LensPosition"] == 2.5
    assert device.controls["AfMode"] == 0
    assert len(device.set) >= 3, "the light was locked, freed and locked"
    assert not any(name.startswith(("Af", "Lens")) for told in device.set for name in told)


def test_a_camera_whose_lens_does_not_move_is_not_told_to() -> None:
    class Rigid(Recording):
        camera_controls = {"AeEnable": ()}

    device = Rigid()
    camera = PiCamera(0, lambda which: device, profile=CameraProfile(mains_hz=50))
    assert len(take(camera, 3)) == 3
    assert device.controls == {}
    (told,) = camera.messages
    assert "cannot be set to 50 Hz: update" in told


@pytest.mark.report("C12")
@pytest.mark.parametrize(("mains_hz", "period_us"), [(50, 10000), (60, 8333)])
def test_the_mains_frequency_is_told_as_the_time_between_two_flashes(
    mains_hz: int, period_us: int
) -> None:
    device = Recording()
    take(PiCamera(0, lambda which: device, profile=CameraProfile(mains_hz=mains_hz)), 1)
    assert device.controls["AeFlickerPeriod"] == period_us
    assert device.controls["AeFlickerMode"] == 1


@pytest.mark.report("C8")
def test_with_little_memory_it_starts_smaller_and_says_so() -> None:
    device = Recording(start_faults={1: NO_MEMORY, 2: NO_MEMORY})
    camera = PiCamera(0, lambda which: device)
    assert len(take(camera, 2)) == 2
    assert device.asked == list(ATTEMPTS)
    assert "going on with 1536 x 864 and 2 buffers" in camera.messages[-1]


@pytest.mark.report("C8")
def test_when_memory_runs_out_after_an_hour_it_goes_on_smaller_and_says_so() -> None:
    device = Recording(faults={40: NO_MEMORY, 90: NO_MEMORY})
    camera = PiCamera(0, lambda which: device)
    frames = take(camera, 100)
    assert [frame.sequence for frame in frames] == list(range(100))
    assert device.asked == list(ATTEMPTS)
    assert len(camera.messages) == 2
    assert device.log == ["stop", "stop", "stop", "close"]


@pytest.mark.report("C8")
def test_when_there_is_no_memory_at_all_it_says_so_and_closes() -> None:
    device = Recording(start_faults=dict.fromkeys((1, 2, 3), NO_MEMORY))
    with pytest.raises(CameraBusyError, match="no memory left"), PiCamera(0, lambda which: device):
        pass
    assert device.log == ["close"]
    late = Recording(faults=dict.fromkeys((20, 21, 22), NO_MEMORY))
    with pytest.raises(CameraLostError, match="Cannot allocate"):
        take(PiCamera(0, lambda which: late), 100)
    assert late.log[-1] == "close"


def test_other_faults_are_a_lost_camera() -> None:
    device = Recording(faults={20: RuntimeError("timed out")})
    with pytest.raises(CameraLostError, match="ribbon"):
        take(PiCamera(0, lambda which: device), 100)


@pytest.mark.report("C2")
def test_it_is_closed_also_when_stopping_fails() -> None:
    class Stubborn(Recording):
        def stop(self) -> object:
            super().stop()
            raise RuntimeError("stop failed")

    device = Stubborn()
    with pytest.raises(RuntimeError, match="stop failed"), PiCamera(0, lambda which: device):
        pass
    assert device.log == ["stop", "close"]


@pytest.mark.report("C11")
def test_each_frame_tells_how_it_was_taken_and_the_log_has_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "companion.camera.picamera")
    frames = take(PiCamera(0, lambda which: Recording()), 3)
    assert {frame.exposure for frame in frames} == {Exposure(9000, 2.0, 1.8, 1.6)}
    assert "time_us=9000, gain=2.0, red_gain=1.8, blue_gain=1.6" in caplog.text
    assert [frame.time_s for frame in frames] == pytest.approx([0.9, 1.0, 1.1]), "the sensor's time"


def test_a_small_grey_picture_comes_with_the_large_one_and_every_buffer_goes_back() -> None:
    before = FakePiRequest.released
    device = Recording()
    (frame, *_) = take(PiCamera(0, lambda which: device), 3)
    assert frame.small is not None
    assert frame.small.shape == SMALL_PX[::-1]
    assert FakePiRequest.released - before == device.shots
