"""Cuts of slots, and when one is read anew."""

import numpy as np
import pytest

from companion.core.ids import SlotId
from companion.vision.dice import SlotReading
from companion.vision.pose import Pose
from companion.vision.registration import find_board
from companion.vision.slots import (
    SlotMemory,
    SlotSettings,
    cut_rolling,
    cut_slot,
    fuller,
    rolling_slot,
)
from tests.vision.boards import BOARD, noisy, picture

SETTINGS = SlotSettings()


@pytest.fixture(name="pose")
def _pose() -> Pose:
    pose = find_board(picture(), BOARD)
    assert pose is not None
    return pose


def test_a_cut_is_upright_and_centred(pose: Pose) -> None:
    cut = cut_slot(picture({"dock.1": 6}), pose, BOARD.slots[SlotId("dock.1")], SETTINGS)
    assert cut.shape == (64, 64, 3)
    assert cut[32, 32].mean() == pytest.approx(120, abs=3)
    bright = np.argwhere(cut[..., 0] > 180)
    assert bright.mean(axis=0) == pytest.approx((31.5, 31.5), abs=1.0)
    assert np.ptp(bright[:, 0]) == pytest.approx(16 * 64 / 25.6, abs=2)


def test_the_rolling_area_has_a_known_scale(pose: Pose) -> None:
    rolling = rolling_slot(BOARD)
    assert rolling is not None
    assert cut_rolling(picture(), pose, rolling, SETTINGS).shape == (150, 200, 3)


def test_tops_lean_away_from_the_middle_by_what_the_lens_says(pose: Pose) -> None:
    far_mm = 100.0
    tops = pose.raised(16.0)
    middle = pose.to_board(np.array([(360.0, 250.0)]))
    there = pose.to_board(tops.to_image(middle + np.array((far_mm, 0.0))))
    height_mm = 240.0 / 2 / np.tan(np.radians(33.0))
    assert there - middle == pytest.approx(
        np.array([(far_mm * height_mm / (height_mm - 16.0), 0.0)]), abs=0.5
    )
    assert pose.to_board(tops.to_image(middle)) == pytest.approx(middle, abs=0.2)


def test_of_two_readings_the_one_with_a_die_counts_and_then_the_surer() -> None:
    empty, faint, sure = (
        SlotReading(hollow, 1, share, False, None, (share, 0.0, 0.0, 0.0, 0.0, 0.0))
        for hollow, share in ((0.9, 0.05), (0.1, 0.6), (0.2, 0.8))
    )
    assert fuller(empty, faint) is faint
    assert fuller(sure, faint) is sure
    assert fuller(faint, sure) is sure


def test_only_changed_slots_are_cut_out_again(pose: Pose) -> None:
    memory = SlotMemory(BOARD, SETTINGS)
    first = memory.changed(noisy(picture({"dock.1": 6}), 1), pose)
    assert set(first) == {"dock.0", "dock.1", "dock.2", "dock.3"}
    memory.keep(first)
    assert memory.changed(noisy(picture({"dock.1": 6}), 2), pose) == {}
    dimmed = np.asarray(noisy(picture({"dock.1": 6}), 3) * 0.9, np.uint8)
    assert memory.changed(dimmed, pose) == {}
    assert set(memory.changed(picture({"dock.1": 5}), pose)) == {"dock.1"}
    assert set(memory.changed(picture({"dock.2": 6}), pose)) == {"dock.1", "dock.2"}
    memory.forget()
    assert len(memory.changed(picture(), pose)) == 4
