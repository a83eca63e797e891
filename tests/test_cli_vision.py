"""Commands about the camera: profiles and lenses are found, and faults said."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench.board import draw
from companion.boards import board_for, load_board
from companion.camera.frame import Pixels
from companion.camera.profile import CameraProfile, load_camera_profile, save_camera_profile
from companion.camera.sources import open_as_set, parse_source
from companion.camera.swapped import SwappedCamera
from companion.cli import main
from companion.cli_vision import load_camera_lens
from companion.core.errors import ProfileError
from companion.eyes import begin_watching
from companion.rules.registry import load_game
from companion.settings import GameChoice, board_file, camera_file, lens_file
from companion.vision.colour import body_colour
from companion.vision.lens import Lens, save_lens
from tests.vision.boards import noisy, picture
from tests.vision.test_chart import view

LENS = Lens((1280, 720), (985.0, 985.0), (652.0, 351.0), (-0.14, 0.05, 0.0, 0.0, 0.0), 0.2)
LAYOUT = "[board]\nwidth_mm = 200\nheight_mm = 140\n"


def test_a_board_is_a_mat_a_saved_profile_or_a_file(tmp_path: Path) -> None:
    assert load_board("alien_frontiers", tmp_path).width_mm > 500
    saved = board_file(tmp_path, "ours")
    saved.parent.mkdir()
    saved.write_text(LAYOUT)
    assert load_board("ours", tmp_path).width_mm == 200
    assert load_board(str(saved), tmp_path).height_mm == 140
    with pytest.raises(ProfileError, match="of another game: it has no slot"):
        board_for(load_board("alien_frontiers", tmp_path), "ours", tmp_path)
    assert board_for(load_board("alien_frontiers", tmp_path), "alien_frontiers", tmp_path).slots
    with pytest.raises(ProfileError, match=r"'theirs'; there are: alien_frontiers, .*ours"):
        load_board("theirs", tmp_path)


def test_a_game_is_watched_on_a_board_of_the_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = board_file(tmp_path, "ours")
    saved.parent.mkdir()
    area = 'id = "lunar_mine"\nlabel = ""\nx_mm = 0\ny_mm = 0\nw_mm = 9\nh_mm = 9\n'
    slots = 'ids = ["lunar_mine.1"]\nx_mm = 50\ny_mm = 50\nw_mm = 20\nh_mm = 20\n'
    saved.write_text(f"{LAYOUT}[[area]]\n{area}[[area.slots]]\n{slots}")
    choice = GameChoice("alien_frontiers")
    _, eyes = begin_watching(choice, camera="usb:0", board="ours", data_dir=tmp_path)
    assert (list(eyes.layout.slots), eyes.layout.width_mm) == (["lunar_mine.1"], 200)
    assert "places of the game are not on this board" in capsys.readouterr().err


@pytest.mark.report("B19")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LAYOUT[: LAYOUT.index("height")], "height_mm"),
        ("\x00\x01 garbage", "torn, or no board profile"),
        ("[board]\nwidth_mm = 0\nheight_mm = 0\n", "no size"),
    ],
    ids=["truncated", "garbled", "no size"],
)
def test_a_damaged_board_profile_is_said_with_what_to_do(
    tmp_path: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "ours.toml"
    profile.write_text(text)
    assert main(["observe", "--board", str(profile), "x.jpg"]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert "lay the board out again" in told


@pytest.mark.report("B19")
@pytest.mark.parametrize("spoil", ["cut", "garble", "nonsense"])
def test_a_damaged_lens_profile_is_said_and_done_without(
    tmp_path: Path, spoil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lens_file(tmp_path, "usb:0")
    save_lens(LENS, path)
    assert load_camera_lens(tmp_path, "usb:0") == LENS
    assert load_camera_lens(tmp_path, "usb:1") is None
    text = path.read_text()
    spoilt = {
        "cut": text[:40],
        "garble": "\x00" * 30,
        "nonsense": text.replace("985.0", "0.0"),
    }
    path.write_text(spoilt[spoil])
    assert load_camera_lens(tmp_path, "usb:0") is None
    assert "companion calibrate" in capsys.readouterr().err


def test_a_folder_of_views_makes_a_lens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures, coverage = tmp_path / "views", tmp_path / "seen.png"
    pictures.mkdir()
    for n, x in enumerate((-90.0, 0.0, 90.0, 40.0)):
        pixels = view((0.3 * np.cos(2 * n), 0.3 * np.sin(2 * n), 0.1 * n), (x, 20.0 * n - 30, 360))
        cv2.imwrite(str(pictures / f"{n}.png"), pixels)
    cv2.imwrite(str(pictures / "none.png"), np.zeros((720, 1280, 3), np.uint8))
    arguments = ["calibrate", "--json", "--data", str(tmp_path), "--camera", str(pictures)]
    assert main([*arguments, "--for", "usb:0", "--coverage", str(coverage)]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert report["views"] == 4
    assert report["error_px"] < 0.5
    assert "view 4 of at least 12; not yet covered: " in err
    assert coverage.is_file()
    lens = load_camera_lens(tmp_path, "usb:0")
    assert lens is not None
    assert lens.focal_px[0] == pytest.approx(985, rel=0.05)


def test_too_few_views_are_no_lens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "views").mkdir()
    cv2.imwrite(str(tmp_path / "views" / "1.png"), np.zeros((72, 128, 3), np.uint8))
    assert main(["calibrate", "--data", str(tmp_path), "--camera", str(tmp_path / "views")]) == 1
    assert "companion mat chart" in capsys.readouterr().err
    assert not lens_file(tmp_path, str(tmp_path / "views")).exists()


def test_a_check_says_what_to_change_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, factor in (("good", 1.0), ("dark", 0.15)):
        (tmp_path / name).mkdir()
        pixels = noisy(np.asarray(picture({"dock.0": 3}) * factor, np.uint8), 1)
        cv2.imwrite(str(tmp_path / name / "1.png"), pixels)
    check = ["calibrate", "--check", "--data", str(tmp_path), "--camera"]
    assert main([*check, str(tmp_path / "good")]) == 0
    assert "good enough" in capsys.readouterr().out
    assert main([*check, str(tmp_path / "dark"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["type"], report["good"]) == ("check", False)
    assert any("Turn on a lamp" in words for words in report["advice"])
    profile = tmp_path / "no_tags.toml"
    profile.write_text(LAYOUT)
    assert main([*check, str(tmp_path / "good"), "--board", str(profile)]) == 1
    assert "no tag of the board" in capsys.readouterr().out


@pytest.mark.report("C4")
@pytest.mark.parametrize("backwards", [False, True])
def test_a_red_card_tells_whether_to_swap_and_owners_are_right_after(
    tmp_path: Path, backwards: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def as_camera_gives_it(pixels: Pixels) -> Pixels:
        return np.ascontiguousarray(pixels[..., ::-1]) if backwards else pixels

    card, dice = picture(), picture()
    card[150:350, 200:520] = (40, 36, 190)
    dice[100:160, 300:360], dice[300:360, 300:360] = (40, 36, 190), (190, 80, 30)
    for name, pixels in (("card", card), ("dice", dice)):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), as_camera_gives_it(pixels))
    look = ["calibrate", "--red-card", "--data", str(tmp_path), "--for", "usb:0", "--camera"]
    assert main([*look, str(tmp_path / "dice")]) == 1
    assert "hold one in the middle" in capsys.readouterr().err
    assert main([*look, str(tmp_path / "card")]) == 0
    assert ("swap them back" in capsys.readouterr().out) is backwards
    settings = camera_file(tmp_path, "usb:0")
    assert load_camera_profile(settings).red_for_blue is backwards
    with open_as_set(parse_source(str(tmp_path / "dice")), settings) as camera:
        seen = next(iter(camera.frames())).pixels
    owners = [body_colour(seen[y : y + 60, 300:360], 1.0) for y in (100, 300)]
    assert owners == ["red", "blue"]


@pytest.mark.report("C4")
def test_a_game_swaps_what_the_red_card_told_of_this_camera_only(tmp_path: Path) -> None:
    save_camera_profile(CameraProfile(red_for_blue=True), camera_file(tmp_path, "usb:0"))
    choice = GameChoice("dice")
    opened = [
        begin_watching(choice, camera=name, board="none", data_dir=tmp_path)[1].camera()
        for name in ("usb:0", "usb:1")
    ]
    assert [isinstance(camera, SwappedCamera) for camera in opened] == [True, False]


def test_a_camera_that_is_right_again_is_taken_as_it_is(tmp_path: Path) -> None:
    settings = camera_file(tmp_path, "usb:0")
    save_camera_profile(CameraProfile(red_for_blue=True, mains_hz=50), settings)
    card = picture()
    card[150:350, 200:520] = (40, 36, 190)
    cv2.imwrite(str(tmp_path / "1.png"), card)
    look = ["calibrate", "--red-card", "--data", str(tmp_path), "--for", "usb:0", "--camera"]
    assert main([*look, str(tmp_path)]) == 0
    assert load_camera_profile(settings) == CameraProfile(red_for_blue=False, mains_hz=50)


@pytest.mark.report("C12")
@pytest.mark.report("C9")
def test_mains_and_focus_are_set_for_one_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ["calibrate", "--data", str(tmp_path), "--camera", "usb:0"]
    assert main([*change, "--mains", "50"]) == 0
    assert main([*change, "--focus", "1.5", "--json"]) == 0
    assert load_camera_profile(camera_file(tmp_path, "usb:0")) == CameraProfile(None, 50, 1.5)
    assert load_camera_profile(camera_file(tmp_path, "usb:1")) == CameraProfile()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("usb:0 from now on: 50 Hz")
    assert json.loads(said[1])["lens_position"] == 1.5
    assert main([*change, "--mains", "55"]) == 1
    assert "50 or 60 Hz" in capsys.readouterr().err


def test_a_board_without_pieces_is_learnt_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "empty.png", tmp_path / "dark.png"
    cv2.imwrite(str(path), draw(load_game("impulse").layout, 0))
    cv2.imwrite(str(other), np.zeros((900, 1600, 3), np.uint8))
    learn = ["bare", "--board", "impulse", "--data", str(tmp_path)]
    assert main([*learn, str(other)]) == 1
    assert "no tag of the board" in capsys.readouterr().err
    assert main([*learn, str(path)]) == 0
    capsys.readouterr()
    observe = ["observe", "--board", "impulse", "--data", str(tmp_path), "--json", str(path)]
    assert main(observe) == 0
    slots = json.loads(capsys.readouterr().out)["slots"]
    assert [slots[name] for name in ("1", "10", "1.2")] == [[], [], []]
    with pytest.raises(SystemExit):
        main([*learn, str(path), "disc.1=much"])
