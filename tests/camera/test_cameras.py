"""What each camera says when it cannot be used, and what only one of them does."""

import errno
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.errors import (
    CameraBindingError,
    CameraBusyError,
    CameraLostError,
    CameraNotFoundError,
    SourceError,
)
from companion.camera.files import FolderCamera, VideoCamera
from companion.camera.frame import Frame
from companion.camera.names import steady_name
from companion.camera.picamera import PiCamera, PiDevice, open_device
from companion.camera.scripted import Busy, Lose, ScriptedCamera, Show
from companion.camera.sources import CameraSource, SourceKind, open_source, parse_source
from companion.camera.usb import UsbCamera, VideoDevice
from tests.camera.test_contract import FakePiDevice, FakeVideoDevice, picture


def test_a_folder_shows_each_picture_two_seconds_and_leaves_damaged_ones_out(
    tmp_path: Path,
) -> None:
    busy = np.random.default_rng(1).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    whole = cv2.imencode(".jpg", busy)[1].tobytes()
    (tmp_path / "b.jpg").write_bytes(whole)
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) * 3 // 4])
    (tmp_path / "c.png").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("no picture")
    with FolderCamera(tmp_path) as camera:
        frames = list(camera.frames())
        assert len(frames) == 20
        assert frames[-1].time_s == pytest.approx(1.9)
        assert [Path(message.split(":")[0]).name for message in camera.messages] == [
            "a.jpg",
            "c.png",
        ]


def test_a_picture_is_turned_upright(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", picture())[1].tobytes()
    orientation_6 = bytes.fromhex(
        "ffe100224578696600004d4d002a00000008000101120003000000010006000000000000"
    )
    (tmp_path / "a.jpg").write_bytes(data[:2] + orientation_6 + data[2:])
    with FolderCamera(tmp_path) as camera:
        assert next(iter(camera.frames())).pixels.shape == (64, 48, 3)


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_pictures_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraNotFoundError, match=name), FolderCamera(tmp_path / name):
        pass


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    (tmp_path / "v.mp4").write_bytes(b"no video at all" * 100)
    with pytest.raises(CameraNotFoundError, match="no video"), VideoCamera(tmp_path / "v.mp4"):
        pass
    with pytest.raises(CameraNotFoundError, match="no such file"), VideoCamera(tmp_path / "x"):
        pass


class DeadDevice(FakeVideoDevice):
    """Opens, then gives nothing."""

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        return False, picture()


class ClosedDevice(FakeVideoDevice):
    """Cannot be opened."""

    def isOpened(self) -> bool:  # noqa: N802
        return False


def test_a_usb_camera_that_stops_is_lost() -> None:
    device = DeadDevice()
    with pytest.raises(CameraLostError, match="cable"), UsbCamera(0, lambda i: device) as camera:
        list(camera.frames())
    assert device.released


def test_a_missing_usb_camera_says_what_to_try() -> None:
    device: VideoDevice = ClosedDevice()
    with pytest.raises(CameraNotFoundError, match="usb:78"), UsbCamera(77, lambda i: device):
        pass


def _raises(error: Exception) -> Callable[[int | str], PiDevice]:
    def opener(index: int | str) -> PiDevice:
        raise error

    return opener


@pytest.mark.parametrize(
    ("error", "becomes", "hint"),
    [
        pytest.param(
            IndexError("list index out of range"),
            CameraNotFoundError,
            "ribbon.*narrow cable.*list-cameras",
            marks=pytest.mark.report("C5"),
        ),
        (RuntimeError("Pipeline handler in use by another process"), CameraBusyError, "close it"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), CameraBusyError, "memory"),
    ],
)
def test_a_pi_camera_says_what_to_do(error: Exception, becomes: type[Exception], hint: str) -> None:
    with pytest.raises(becomes, match=hint), PiCamera(0, _raises(error)):
        pass


@pytest.mark.report("C6")
def test_without_picamera2_the_hint_is_apt_and_site_packages() -> None:
    with pytest.raises(CameraBindingError, match="system-site-packages"), PiCamera(0):
        pass


def test_a_script_is_busy_then_lost_and_counts_its_lives_in_a_diary(tmp_path: Path) -> None:
    lives = ((Busy(),), (Show(picture(), 2), Lose()))
    diary = tmp_path / "diary"
    shown: list[Frame] = []
    with pytest.raises(CameraBusyError), ScriptedCamera(lives, diary):
        pass
    with pytest.raises(CameraLostError), ScriptedCamera(lives, diary) as camera:
        shown.extend(camera.frames())
    assert [frame.sequence for frame in shown] == [0, 1]
    assert diary.read_text().split() == ["open", "open", "close"]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("picamera:0", CameraSource(SourceKind.PICAMERA, "0")),
        ("usb:2", CameraSource(SourceKind.USB, "2")),
        ("sim:7", CameraSource(SourceKind.SIMULATED, "7")),
        ("none", CameraSource(SourceKind.NONE)),
    ],
)
def test_sources(text: str, source: CameraSource) -> None:
    assert parse_source(text) == source


def test_paths_are_folders_or_videos(tmp_path: Path) -> None:
    (tmp_path / "v.mp4").touch()
    assert parse_source(str(tmp_path)).kind is SourceKind.FOLDER
    assert parse_source(str(tmp_path / "v.mp4")).kind is SourceKind.VIDEO
    assert isinstance(open_source(parse_source(str(tmp_path))), FolderCamera)


@pytest.mark.parametrize("text", ["", "usb", "usb:", "usb:x", "webcam", "sim:-1", "picamera:²"])
def test_what_names_no_camera_lists_the_forms(text: str) -> None:
    with pytest.raises(SourceError, match=r"picamera:NUMBER, usb:NUMBER, .*sim:SEED, none"):
        parse_source(text)


def test_the_simulator_and_none_are_no_devices() -> None:
    with pytest.raises(SourceError):
        open_source(CameraSource(SourceKind.NONE))


@pytest.mark.report("C7")
def test_a_numpy_that_does_not_fit_is_named_and_no_camera_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str) -> object:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setattr("companion.camera.picamera.importlib.import_module", broken)
    with pytest.raises(CameraBindingError, match="numpy or simplejpeg") as told, PiCamera(0):
        pass
    assert "no camera" not in str(told.value)


@pytest.mark.report("C14")
def test_usb_with_only_the_ribbon_camera_points_at_its_driver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.camera.usb.Path.exists", lambda path: True)
    with pytest.raises(CameraBusyError, match="picamera:0"), UsbCamera(0, lambda i: ClosedDevice()):
        pass


LOGI, HAMA = "usb-046d_C920_A1-video-index0", "usb-1bcf_Hama_B2-video-index0"


def plugged_in(folder: Path, **numbers: int) -> Path:
    """Links to cameras as Linux makes them; each also has a device that gives no pictures."""
    for name in (LOGI, HAMA):
        for link in (folder / name, folder / name.replace("index0", "index1")):
            link.unlink(missing_ok=True)
    for maker, number in numbers.items():
        name = {"logi": LOGI, "hama": HAMA}[maker]
        for step, ending in ((0, "index0"), (1, "index1")):
            device = folder / f"video{number + step}"
            device.touch()
            (folder / name.replace("index0", ending)).symlink_to(device)
    return folder


@pytest.mark.report("C13")
def test_a_camera_named_by_its_link_is_the_same_when_the_numbers_swap(tmp_path: Path) -> None:
    opened: list[int] = []

    def opener(index: int) -> VideoDevice:
        opened.append(index)
        return FakeVideoDevice()

    camera = UsbCamera(tmp_path / LOGI, opener)
    for numbers in ({"logi": 0, "hama": 2}, {"hama": 0, "logi": 2}):
        plugged_in(tmp_path, **numbers)
        with camera:
            pass
    assert opened == [0, 2]
    plugged_in(tmp_path, hama=0)
    with pytest.raises(CameraNotFoundError, match=rf"{LOGI}: plug it in; .*{HAMA}"), camera:
        pass


@pytest.mark.report("C13")
def test_of_several_cameras_the_lasting_name_is_said(tmp_path: Path) -> None:
    plugged_in(tmp_path, hama=0, logi=2)
    assert steady_name(2, tmp_path) == f"usb:{tmp_path / LOGI}"
    assert steady_name(1, tmp_path) is None
    assert steady_name(0, plugged_in(tmp_path, hama=0)) is None
    assert steady_name(0, tmp_path / "none") is None


def test_a_usb_camera_may_be_named_by_its_path() -> None:
    text = f"usb:/dev/v4l/by-id/{LOGI}"
    source = parse_source(text)
    assert source == CameraSource(SourceKind.USB, text.removeprefix("usb:"))
    with pytest.raises(CameraNotFoundError, match="plug it in"), open_source(source):
        pass


@pytest.mark.report("C13")
@pytest.mark.parametrize("order", [("/base/i2c@80000", "/base/i2c@88000"), ("/base/i2c@88000",)])
def test_a_ribbon_camera_is_named_by_its_socket(
    monkeypatch: pytest.MonkeyPatch, order: tuple[str, ...]
) -> None:
    class Library:
        """As much of picamera2 as is needed, with the cameras in this order."""

        class Picamera2(FakePiDevice):
            def __init__(self, number: int) -> None:
                self.id = order[number]

            @staticmethod
            def global_camera_info() -> list[dict[str, object]]:
                return [{"Id": name, "Num": number} for number, name in enumerate(order)]

    monkeypatch.setattr("companion.camera.picamera.importlib.import_module", lambda name: Library)
    device = open_device("/base/i2c@88000")
    assert isinstance(device, Library.Picamera2)
    assert device.id == "/base/i2c@88000"
    missing = open_source(parse_source("picamera:/base/i2c@99000"))
    with (
        pytest.raises(CameraNotFoundError, match=r"there are: .*picamera:/base/i2c@88000"),
        missing,
    ):
        pass
