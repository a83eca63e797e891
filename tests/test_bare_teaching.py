"""The board without pieces, learnt from what the camera shows: kept as the command keeps it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench.board import draw
from companion.camera.frame import Pixels
from companion.cli import main
from companion.referee.snapshot import CameraStatus
from companion.rules.registry import load_game
from companion.server.errors import SettingUpError
from companion.server.setup import BareBoard
from companion.setting_up import SettingUp
from companion.settings import bare_folder
from companion.store.plan import Plan
from tests.test_lookout import Staged, folder, setting_up


def at_impulse(tmp_path: Path, picture: Pixels | None) -> tuple[SettingUp, Staged, Path]:
    """The mat of a game with ships before a camera; nothing is known of it."""
    still = None if picture is None else cv2.imencode(".jpg", picture)[1].tobytes()
    lookout = Staged(folder(tmp_path / "frames", 1), None)
    setting = setting_up(tmp_path, lookout, Plan(camera=str(tmp_path / "frames"), game="impulse"))
    learnt = bare_folder(tmp_path, "impulse")
    assert lookout.eyes is not None
    lookout.look_with(replace(lookout.eyes, layout=load_game("impulse").layout, bare=learnt))
    lookout.still, lookout.status = still, CameraStatus("running")
    return setting, lookout, learnt


def test_the_board_without_pieces_is_learnt_as_the_command_learns_it(tmp_path: Path) -> None:
    layout = load_game("impulse").layout
    setting, lookout, learnt = at_impulse(tmp_path, draw(layout, 0))
    assert setting.bare() == BareBoard(needed=True, shown=False, cards=True)
    started = lookout.started
    asyncio.run(setting.show_bare(empty=False))
    assert setting.bare() == BareBoard(needed=True, shown=True, cards=True)
    assert lookout.started == started, "the process notices it by itself"
    assert lookout.still is not None
    shot, again = tmp_path / "shot.jpg", tmp_path / "again"
    shot.write_bytes(lookout.still)
    assert main(["bare", "--board", "impulse", "--data", str(again), str(shot)]) == 0
    by_command = sorted(bare_folder(again, "impulse").iterdir())
    here = sorted(learnt.iterdir())
    assert [path.name for path in here] == [path.name for path in by_command]
    for one, other in zip(here, by_command, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_the_empty_board_is_kept_beside_that_with_its_cards(tmp_path: Path) -> None:
    setting, _, learnt = at_impulse(tmp_path, draw(load_game("impulse").layout, 0))
    asyncio.run(setting.show_bare(empty=True))
    assert setting.bare() == BareBoard(needed=True, shown=False, cards=True, empty=True)
    asyncio.run(setting.show_bare(empty=False))
    assert setting.bare() == BareBoard(needed=True, shown=True, cards=True, empty=True)
    assert sorted(path.name for path in learnt.iterdir()) == ["board.png", "empty.png"]
    shot, again = tmp_path / "shot.png", tmp_path / "again"
    shot.write_bytes((learnt / "empty.png").read_bytes())
    command = ["bare", "--board", "impulse", "--data", str(again), "--empty", str(shot)]
    assert main(command) == 0
    assert [path.name for path in bare_folder(again, "impulse").iterdir()] == ["empty.png"]
    assert main([*command, "disc.1=3"]) == 1


@pytest.mark.parametrize(
    ("state", "picture", "words"),
    [
        ("running", None, "shows nothing at the moment"),
        ("moving", draw(load_game("impulse").layout, 0), "take the hand away, then try again"),
        ("running", np.zeros((480, 640, 3), np.uint8), "no tag of the board .*all of it is in"),
    ],
    ids=["no picture", "a hand", "no board"],
)
def test_what_keeps_the_board_from_being_learnt_is_said(
    tmp_path: Path, state: str, picture: Pixels | None, words: str
) -> None:
    setting, lookout, learnt = at_impulse(tmp_path, picture)
    lookout.status = CameraStatus(state)
    with pytest.raises(SettingUpError, match=words):
        asyncio.run(setting.show_bare(empty=False))
    assert not setting.bare().shown
    assert not learnt.exists()


def test_a_board_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    setting, _, learnt = at_impulse(tmp_path, draw(load_game("impulse").layout, 0))
    learnt.parent.write_text("a file where the folder should be")
    with pytest.raises(SettingUpError, match="make room on the disk"):
        asyncio.run(setting.show_bare(empty=False))


def test_only_a_board_with_models_is_asked_for(tmp_path: Path) -> None:
    lookout = Staged(folder(tmp_path / "frames", 1), None)
    setting = setting_up(tmp_path, lookout)
    assert not setting.bare().needed, "dice alone"
    with pytest.raises(SettingUpError):
        asyncio.run(setting.show_bare(empty=False))
    lookout.look_with(None)
    needed = {
        (game, board): setting_up(tmp_path, lookout, Plan(game=game, board=board)).bare().needed
        for game in ("dice", "alien_frontiers", "impulse")
        for board in ("", "none")
    }
    assert {where for where, asked in needed.items() if asked} == {("impulse", "")}
