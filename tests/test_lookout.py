"""The camera of a table: another one is looked with while people play, and no process is left."""

import asyncio
import functools
import multiprocessing
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.sources import CameraSource, SourceKind, open_as_set
from companion.clock import Clock
from companion.core.layout import NO_BOARD
from companion.core.observation import Observation
from companion.eyes import Eyes
from companion.lookout import Lookout
from companion.referee.snapshot import CameraStatus
from companion.server.errors import SettingUpError
from companion.setting_up import SettingUp
from companion.settings import camera_file, colours_file, plan_file
from companion.store.plan import Plan, load_plan
from tests.test_cli import need_model
from tests.vision.drawn_dice import draw_die
from tests.vision.lamps import room

WITHIN_S = 40.0


def folder(path: Path, value: int) -> Path:
    """A camera that shows one die for some minutes."""
    path.mkdir()
    picture = room()
    draw_die(picture, (200, 120), 60, value=value, colour="red", turn_deg=20)
    for number in range(60):
        cv2.imwrite(str(path / f"{number:03}.png"), picture)
    return path


def eyes(pictures: Path) -> Eyes:
    source = CameraSource(SourceKind.FOLDER, str(pictures))
    settings = pictures.parent / "settings.json"
    return Eyes(functools.partial(open_as_set, source, settings), NO_BOARD, settings=settings)


def claims_of(
    lookout_with: list[Eyes | None], first: Eyes | None
) -> tuple[list[Observation], list[CameraStatus]]:
    """Look with one after the other, all at once; what the last of them has claimed."""
    seen: list[Observation] = []
    told: list[CameraStatus] = []

    async def look() -> None:
        lookout = Lookout(first, claim=lambda one, _: seen.append(one), tell=told.append)
        lookout.start()
        for one in lookout_with:
            lookout.look_with(one)
        deadline = time.monotonic() + WITHIN_S
        while lookout_with[-1] is not None and not seen:
            assert time.monotonic() < deadline, told
            await asyncio.sleep(0.05)
        lookout.look_with(None)
        deadline = time.monotonic() + WITHIN_S
        while multiprocessing.active_children():
            assert time.monotonic() < deadline, "a process is left"
            await asyncio.sleep(0.05)
        assert lookout.preview is None
        assert lookout.still is None

    asyncio.run(look())
    return seen, told


def test_of_several_choices_in_a_row_the_last_is_looked_with(tmp_path: Path) -> None:
    need_model()
    five, two = eyes(folder(tmp_path / "five", 5)), eyes(folder(tmp_path / "two", 2))
    seen, told = claims_of([None, five, two], five)
    assert [die.value for die in seen[-1].free_dice or ()] == [2]
    assert all([die.value for die in one.free_dice or ()] == [2] for one in seen)
    assert told[-1] == CameraStatus("off")


def test_a_camera_that_is_given_up_at_once_leaves_nothing(tmp_path: Path) -> None:
    five = eyes(folder(tmp_path / "five", 5))
    seen, told = claims_of([five, None], five)
    assert seen == []
    assert told[-1] == CameraStatus("off")


class Staged(Lookout):
    """An opened camera that shows what a test wants; how often it was started is counted."""

    def __init__(self, pictures: Path, jpeg: bytes | None) -> None:
        super().__init__(eyes(pictures), claim=lambda *_: None, tell=lambda _: None)
        self.preview = self.still = jpeg
        self.status = CameraStatus("running")
        self.started = 0

    def start(self) -> None:
        self.started += 1

    def restart(self) -> None:
        self.started += 1


def setting_up(data_dir: Path, lookout: Lookout, plan: Plan | None = None) -> SettingUp:
    plan = plan or Plan(game="dice", seats=(("red", "Ann"), ("blue", "Bo")))
    return SettingUp(
        data_dir,
        plan,
        lookout,
        playing="",
        game="",
        clock=Clock(),
        go_on_with=lambda name: None,
        address=lambda: "http://192.168.1.20:8080/",
    )


def jpeg_of(colour: tuple[int, int, int]) -> bytes:
    return cv2.imencode(".jpg", np.full((240, 320, 3), colour, np.uint8))[1].tobytes()


def dice_of(colour: str) -> bytes:
    picture = room()
    for at in ((120, 100), (220, 130)):
        draw_die(picture, at, 60, value=4, colour=colour, turn_deg=20)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.mark.parametrize(
    ("bgr", "before", "seen", "after"),
    [
        ((30, 30, 200), None, "red", False),
        ((30, 30, 200), True, "red", True),
        ((200, 30, 30), None, "blue", True),
        ((200, 30, 30), True, "blue", False),
        ((120, 120, 120), None, None, None),
    ],
)
def test_a_red_card_puts_red_and_blue_right_as_the_picture_is_now(
    tmp_path: Path, bgr: tuple[int, int, int], before: bool | None, seen: str, after: bool | None
) -> None:
    """What is shown has been swapped already where that was known."""
    from companion.camera.profile import change_camera_profile, load_camera_profile

    lookout = Staged(folder(tmp_path / "frames", 1), jpeg_of(bgr))
    assert lookout.eyes is not None
    assert lookout.eyes.settings is not None
    if before is not None:
        change_camera_profile(lookout.eyes.settings, {"red_for_blue": before})
    assert asyncio.run(setting_up(tmp_path, lookout).red_card()) == seen
    assert load_camera_profile(lookout.eyes.settings).red_for_blue is after
    assert lookout.started == (1 if seen == "blue" else 0)


def test_colours_are_used_when_everybodys_dice_have_been_shown(tmp_path: Path) -> None:
    need_model()
    lookout = Staged(folder(tmp_path / "frames", 1), dice_of("red"))
    setting = setting_up(tmp_path, lookout)
    assert asyncio.run(setting.show("red", ("red", "blue"))).seen
    assert setting.colours().shown == ("red",)
    assert not colours_file(tmp_path).exists(), "half of the colours would be worse than none"
    lookout.still = cv2.imencode(".jpg", room())[1].tobytes()
    assert not asyncio.run(setting.show("blue", ("red", "blue"))).seen
    assert setting.colours().shown == ("red",)
    lookout.still = dice_of("blue")
    learnt = asyncio.run(setting.show("blue", ("red", "blue")))
    assert (learnt.seen, learnt.alike) == (True, ())
    assert setting.colours().shown == ()
    assert set(setting.colours().learnt) == {"red", "blue"}
    assert lookout.started == 1, "they are used from now on"
    setting.forget_colours()
    assert not colours_file(tmp_path).exists()


def test_dice_that_look_alike_are_named(tmp_path: Path) -> None:
    need_model()
    lookout = Staged(folder(tmp_path / "frames", 1), dice_of("red"))
    setting = setting_up(tmp_path, lookout)
    asyncio.run(setting.show("red", ("red", "blue")))
    assert asyncio.run(setting.show("blue", ("red", "blue"))).alike == (("red", "blue"),)


@pytest.mark.parametrize("state", ["moving", "nothing"])
def test_nothing_is_learnt_from_no_picture_or_a_moving_hand(tmp_path: Path, state: str) -> None:
    lookout = Staged(folder(tmp_path / "frames", 1), None if state == "nothing" else dice_of("red"))
    lookout.status = CameraStatus(state)
    with pytest.raises(SettingUpError):
        asyncio.run(setting_up(tmp_path, lookout).show("red", ("red",)))
    assert setting_up(tmp_path, lookout).colours().shown == ()


def test_the_same_camera_again_is_another_try_and_a_name_is_none(tmp_path: Path) -> None:
    pictures = str(folder(tmp_path / "frames", 1))
    lookout = Staged(tmp_path / "frames", None)
    setting = setting_up(tmp_path, lookout, Plan(camera=pictures, game="dice"))
    setting.change(Plan(camera=pictures, game="dice", seats=(("red", "Ann"), ("blue", ""))))
    assert lookout.started == 0, "who plays is nothing to the camera"
    lookout.look_with(None)
    started = lookout.started
    setting.change(setting.plan)
    assert lookout.started == started + 1
    assert load_plan(plan_file(tmp_path)) == setting.plan


def test_the_machine_is_looked_over_as_by_the_doctor(tmp_path: Path) -> None:
    setting = setting_up(tmp_path, Staged(tmp_path, None))
    found = {one.about: one for one in asyncio.run(setting.machine())}
    assert {"phones", "data", "clock", "disk"} <= set(found)
    assert found["phones"].words == "they open http://192.168.1.20:8080/"
    assert str(tmp_path) in found["data"].words
    assert all(bool(one.remedy) == (one.level != "good") for one in found.values())


def test_the_board_of_another_game_waits_until_that_game_is_begun(tmp_path: Path) -> None:
    """The one on the table goes on being read."""
    pictures = str(folder(tmp_path / "frames", 1))
    lookout = Staged(tmp_path / "frames", None)
    plan = Plan(camera=pictures, game="alien_frontiers")
    setting = SettingUp(
        tmp_path,
        plan,
        lookout,
        playing="20261129-201500-alien_frontiers",
        game="alien_frontiers",
        clock=Clock(),
        go_on_with=lambda name: None,
        address=lambda: "http://192.168.1.20:8080/",
    )
    setting.change(Plan(camera=pictures, game="dice"))
    setting.change(Plan(camera=pictures, game="dice", board="none"))
    assert lookout.started == 0
    setting.change(Plan(camera=pictures, game="alien_frontiers", board="none"))
    assert lookout.started == 1
    assert lookout.eyes is not None
    assert lookout.eyes.layout == NO_BOARD
    assert camera_file(tmp_path, f"folder:{pictures}") == lookout.eyes.settings


def test_a_mat_is_drawn_to_be_printed(tmp_path: Path) -> None:
    lookout = Staged(folder(tmp_path / "frames", 1), None)
    pdf = asyncio.run(setting_up(tmp_path, lookout).mat("alien_frontiers", "a3", "saving"))
    assert pdf.startswith(b"%PDF")
    with pytest.raises(SettingUpError, match="could not be drawn"):
        asyncio.run(setting_up(tmp_path, lookout).mat("dice", "a3", "saving"))
