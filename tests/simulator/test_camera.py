"""Simulated frames: the same for the same seed, with what really lies there told beside them."""

import functools
import hashlib
import pickle
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest

from companion.camera.frame import Frame
from companion.core.layout import SlotKind
from companion.core.pieces import DIE
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import AFTERWARDS_S
from companion.simulator.camera import SimulatedCamera, simulated_camera
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.simulator.source import open_simulated
from companion.simulator.stage import Truth

NAME = "alien_frontiers"
GAME = load_game(NAME)
SETUP = make_setup(GAME.info, options={"tech": "none"}, count=3)

DIGEST = f"""
import hashlib, itertools
from companion.rules.registry import load_game, make_setup
from companion.simulator.camera import simulated_camera
setup = make_setup(load_game({NAME!r}).info, options={{'tech': 'none'}}, count=3)
digest = hashlib.sha256()
with simulated_camera({NAME!r}, setup, 9) as camera:
    for frame in itertools.islice(camera.frames(), 0, 70, 3):
        digest.update(frame.pixels.tobytes())
print(digest.hexdigest())
"""


def watch(camera: SimulatedCamera, count: int) -> list[tuple[Frame, Truth]]:
    with camera as opened:
        return [(frame, opened.truth) for frame in islice(opened.frames(), count)]


@pytest.fixture(name="shots", scope="module")
def _shots() -> list[tuple[Frame, Truth]]:
    return watch(simulated_camera(NAME, SETUP, 9), 70)


def test_two_processes_draw_the_same(shots: list[tuple[Frame, Truth]]) -> None:
    digest = hashlib.sha256()
    for frame, _ in shots[::3]:
        digest.update(frame.pixels.tobytes())
    told = subprocess.run(
        [sys.executable, "-c", DIGEST], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == digest.hexdigest()


def test_frames_come_at_ten_a_second_in_full_size(shots: list[tuple[Frame, Truth]]) -> None:
    assert [frame.sequence for frame, _ in shots] == list(range(70))
    assert shots[30][0].time_s == pytest.approx(3.0)
    assert {frame.pixels.shape for frame, _ in shots} == {(720, 1280, 3)}


def test_a_roll_is_thrown_by_a_hand_and_then_lies_still(shots: list[tuple[Frame, Truth]]) -> None:
    rolling = next(s.id for s in GAME.layout.slots.values() if s.kind is SlotKind.ROLLING)
    thrown = [len(truth.dice[rolling]) for _, truth in shots]
    assert (thrown[10], thrown[45]) == (0, 3)
    assert [truth.hand for _, truth in shots[10:50:5]].count(True) >= 3
    assert not any(truth.hand and truth.stable for _, truth in shots)
    assert shots[45][1].stable


def test_still_frames_differ_by_noise_only(shots: list[tuple[Frame, Truth]]) -> None:
    a, b = (shots[n][0].pixels.astype(int) for n in (5, 6))
    assert 1 < np.abs(a - b).mean() < 9
    assert np.abs(a - b).max() < 70


def test_a_moved_piece_changes_the_picture_there_and_only_there() -> None:
    camera = SimulatedCamera(Script(GAME, SETUP, 9, 0.0), 9, noise=Noise.CLEAN)
    shots = watch(camera, 45)
    before, after = (shots[n][0].pixels.astype(int) for n in (10, 44))
    changed = (np.abs(before - after) > 30).any(axis=2)
    assert 2000 < changed.sum() < 20_000


def test_a_factory_can_be_sent_to_another_process_and_opened_again() -> None:
    make = pickle.loads(pickle.dumps(functools.partial(open_simulated, NAME, SETUP, 9)))
    camera = make()
    assert isinstance(camera, SimulatedCamera)
    first, second = watch(camera, 2), watch(camera, 2)
    assert (first[1][0].pixels == second[1][0].pixels).all()
    assert list(camera.frames()) == []


def test_another_speed_shows_the_same_game_sooner() -> None:
    slow, quick = (simulated_camera(NAME, SETUP, 9, speed) for speed in (1.0, 4.0))
    assert watch(slow, 41)[-1][1].dice == watch(quick, 11)[-1][1].dice


def test_it_ends_some_time_after_the_game() -> None:
    script = Script(GAME, SETUP, 9, 0.0)
    script.until(20.0)
    script.ended, script.end_s = True, 10.0
    shown = len(watch(SimulatedCamera(script, 9, speed=10.0), 1000))
    assert shown == 1 + 10.0 + AFTERWARDS_S, "a frame a second of the game, from its beginning on"


def test_dice_without_a_board_lie_in_a_tray() -> None:
    dice = load_game("dice")
    shots = watch(simulated_camera("dice", make_setup(dice.info, count=2), 4), 46)
    (lying,) = shots[-1][1].dice.values()
    assert len(lying) >= 3


def test_every_piece_lies_in_its_place() -> None:
    camera = simulated_camera(NAME, SETUP, 9, speed=10.0)
    truth = watch(camera, 31)[-1][1].dice
    for slot in GAME.layout.slots.values():
        if slot.kind is SlotKind.DIE:
            assert len(truth[slot.id]) <= 1
    beat = [b for b in camera.script.beats if b.change_s <= 30][-1]
    for area, pieces in beat.board.items():
        there = [die for slot in GAME.layout.in_area(area) for die in truth[slot.id]]
        assert len(there) == sum(piece.kind == DIE for piece in pieces)
