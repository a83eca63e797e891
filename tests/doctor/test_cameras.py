"""Cameras as the doctor sees them: by lasting name, and each way in which one is bad."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.camera.errors import CameraLostError
from companion.camera.frame import Frame, Pixels
from companion.camera.names import usb_sources
from companion.camera.picamera import pi_sources
from companion.camera.scripted import Busy, Lose, ScriptedCamera, ScriptStep
from companion.doctor.cameras import check_camera, check_found, take
from companion.doctor.finding import Finding, Level
from companion.doctor.models import check_models
from companion.vision.dice import DiceReader
from companion.vision.errors import ModelUnavailable
from tests.test_cli import need_model
from tests.vision.boards import noisy

GOOD, WARNING, PROBLEM = Level.GOOD, Level.WARNING, Level.PROBLEM


def table(width: int = 1920) -> Pixels:
    """A grey table with sharp dice on it."""
    pixels = np.full((width * 9 // 16, width, 3), 150, np.uint8)
    for n in range(6):
        pixels[300:350, 300 + 150 * n : 350 + 150 * n] = (30, 30, 40)
    return pixels


TABLE = table()


class Rated(ScriptedCamera):
    """Gives each of its pictures once, so many a second."""

    def __init__(self, shots: list[Pixels], rate_hz: float) -> None:
        super().__init__(((),), live=True)
        self.shots, self.rate_hz = shots, rate_hz

    def frames(self) -> Iterator[Frame]:
        for n, pixels in enumerate(self.shots):
            yield Frame(pixels, n / self.rate_hz, n)


def look(camera: ScriptedCamera, *, asked: bool = False) -> list[Finding]:
    return list(check_camera("usb:0", lambda: camera, False, asked=asked))


def test_a_good_camera() -> None:
    shots = [noisy(TABLE, n) for n in range(8)]
    (found,) = look(Rated(shots, 15.0))
    assert found.level is GOOD
    assert "1920 x 1080, 15 pictures a second" in found.words
    assert (found.facts["width"], found.facts["hz"]) == (1920, 15.0)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((Busy(),), "another program holds"),
        ((Lose(),), "unplugged"),
        ((), "no picture"),
    ],
)
def test_a_camera_that_cannot_be_used(steps: tuple[ScriptStep, ...], words: str) -> None:
    for asked, level in ((True, PROBLEM), (False, WARNING)):
        (found,) = look(ScriptedCamera((steps,)), asked=asked)
        assert found.level is level, "one that was asked for must work"
        assert words in found.words
        assert "by hand" in found.remedy


def test_a_camera_that_stops_before_its_first_picture_is_lost() -> None:
    with pytest.raises(CameraLostError), ScriptedCamera(((),)) as camera:
        take(camera)


@pytest.mark.parametrize(
    ("camera", "words"),
    [
        (Rated([noisy(TABLE, n) for n in range(8)], 2.0), "slow: 2.0 pictures"),
        (Rated([noisy(table(640), n) for n in range(8)], 15.0), "small pictures"),
        (Rated([noisy(TABLE * 0, n) for n in range(8)], 15.0), "black"),
        (Rated([TABLE] * 8, 15.0), "one picture again and again"),
        (
            Rated([np.asarray(TABLE * (0.8 + 0.2 * (n % 2)), np.uint8) for n in range(8)], 15.0),
            "light jumps",
        ),
        (Rated([noisy(np.asarray(TABLE * 0.2, np.uint8), n) for n in range(8)], 15.0), "Too dark"),
    ],
    ids=["slow", "small", "black", "frozen", "flickers", "dark"],
)
def test_a_camera_with_bad_pictures(camera: ScriptedCamera, words: str) -> None:
    bad = [found for found in look(camera) if found.level is WARNING]
    assert any(words in found.words for found in bad), bad
    assert all(found.remedy for found in bad)


def test_usb_cameras_are_named_so_that_it_lasts(tmp_path: Path) -> None:
    devices, links, bus = tmp_path / "sys", tmp_path / "by-id", tmp_path / "bus"
    links.mkdir()
    for number, on, index in (
        (0, "usb1", "0"),
        (1, "usb1", "1"),
        (2, "usb2", "0"),
        (10, "pci", "0"),
    ):
        (bus / on).mkdir(parents=True, exist_ok=True)
        (devices / f"video{number}").mkdir(parents=True)
        (devices / f"video{number}" / "index").write_text(f"{index}\n")
        (devices / f"video{number}" / "device").symlink_to(bus / on)
    (tmp_path / "video2").touch()
    (links / "usb-046d_C920-video-index0").symlink_to(tmp_path / "video2")
    found = usb_sources(devices, links)
    assert found == ("usb:0", f"usb:{links / 'usb-046d_C920-video-index0'}")
    assert usb_sources(tmp_path / "none", links) == ()


@pytest.mark.report("C14")
def test_the_pi_has_no_usb_cameras_of_its_own(tmp_path: Path) -> None:
    for number in (0, 19, 31):
        entry = tmp_path / "sys" / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "index").write_text("0")
        (tmp_path / "soc" / "csi").mkdir(parents=True, exist_ok=True)
        (entry / "device").symlink_to(tmp_path / "soc" / "csi")
    assert usb_sources(tmp_path / "sys", tmp_path) == ()


def test_cameras_on_ribbons_are_named_by_their_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        class Picamera2:
            @staticmethod
            def global_camera_info() -> list[dict[str, object]]:
                names = ("/base/i2c@88000/imx708@1a", "/base/pcie@120000/usb@2-1:1.0-046d:0825")
                return [{"Id": name, "Num": number} for number, name in enumerate(names)]

    assert pi_sources() == (), "without the library there are none"
    monkeypatch.setattr("companion.camera.picamera.importlib.import_module", lambda name: Library)
    assert pi_sources() == ("picamera:/base/i2c@88000/imx708@1a",)


def test_without_any_camera_the_game_goes_by_hand() -> None:
    assert check_found(["usb:0"]).level is GOOD
    none = check_found([])
    assert none.level is WARNING
    assert "by hand" in none.words


def test_models_load_and_are_timed() -> None:
    need_model()
    found = check_models()
    assert found.level in (GOOD, WARNING)  # a slow machine is a warning
    assert isinstance(found.facts["picture_s"], float)


def test_models_that_do_not_load_are_a_problem() -> None:
    def broken() -> DiceReader:
        raise ModelUnavailable("model file detector.onnx of vision_models.dice is missing")

    found = check_models(broken)
    assert found.level is PROBLEM
    assert "detector.onnx" in found.words
