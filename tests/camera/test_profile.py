"""The settings kept for a camera: written, read, damaged, applied."""

from pathlib import Path

import pytest

from companion.camera.errors import CameraProfileError
from companion.camera.mains import set_mains
from companion.camera.profile import CameraProfile, load_camera_profile, save_camera_profile
from companion.camera.sources import open_as_set, parse_source
from companion.camera.swapped import SwappedCamera
from companion.camera.usb import UsbCamera
from tests.camera.test_contract import FakeVideoDevice


@pytest.mark.parametrize(
    "profile",
    [CameraProfile(), CameraProfile(True, 50, 1.4), CameraProfile(False, 60), CameraProfile(None)],
)
def test_settings_are_kept(tmp_path: Path, profile: CameraProfile) -> None:
    save_camera_profile(profile, tmp_path / "new" / "usb-0.json")
    assert load_camera_profile(tmp_path / "new" / "usb-0.json") == profile
    assert load_camera_profile(tmp_path / "none.json") == CameraProfile()


@pytest.mark.report("B19")
@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"mains_hz": 55}', '{"lens_position": -1}', '{"red_for_blue": "yes"}'],
)
def test_damaged_settings_are_told_and_done_without(tmp_path: Path, text: str) -> None:
    path = tmp_path / "usb-0.json"
    path.write_text(text)
    with pytest.raises(CameraProfileError, match="delete the file"):
        load_camera_profile(path)
    camera = open_as_set(parse_source("usb:0"), path)
    assert "delete the file" in camera.messages[0]
    assert isinstance(camera, UsbCamera)


def test_a_camera_is_opened_as_it_was_set(tmp_path: Path) -> None:
    path = tmp_path / "usb-0.json"
    save_camera_profile(CameraProfile(True, 60), path)
    assert isinstance(open_as_set(parse_source("usb:0"), path), SwappedCamera)


@pytest.mark.report("C12")
@pytest.mark.parametrize("takes_it", [True, False])
def test_a_usb_camera_is_told_the_mains(takes_it: bool) -> None:
    told: list[tuple[Path, int]] = []

    def tell(device: Path, mains_hz: int) -> bool:
        told.append((device, mains_hz))
        return takes_it

    device = FakeVideoDevice()
    for profile in (CameraProfile(), CameraProfile(mains_hz=50)):
        camera = UsbCamera(2, lambda index: device, profile=profile, tell_mains=tell)
        with camera:
            pass
    assert told == [(Path("/dev/video2"), 50)]
    assert [words.split(":")[0] for words in camera.messages] == (
        [] if takes_it else ["this camera cannot be set to 50 Hz"]
    )


def test_what_is_no_camera_does_not_take_it(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert not set_mains(tmp_path / "video0", 50)
    assert not set_mains(tmp_path / "none", 50)
