"""Cuts of slots, and when one is read anew."""

import numpy as np
import pytest

from companion.core.ids import SlotId
from companion.vision.registration import Homography, find_board
from companion.vision.slots import SlotMemory, SlotSettings, cut_rolling, cut_slot, rolling_slot
from tests.vision.boards import BOARD, noisy, picture

SETTINGS = SlotSettings()


@pytest.fixture(name="pose")
def _pose() -> Homography:
    pose = find_board(picture(), BOARD)
    assert pose is not None
    return pose


def test_a_cut_is_upright_and_centred(pose: Homography) -> None:
    cut = cut_slot(picture({"dock.1": 6}), pose, BOARD.slots[SlotId("dock.1")], SETTINGS)
    assert cut.shape == (64, 64, 3)
    assert cut[32, 32].mean() == pytest.approx(120, abs=3)
    bright = np.argwhere(cut[..., 0] > 180)
    assert bright.mean(axis=0) == pytest.approx((31.5, 31.5), abs=1.0)
    assert np.ptp(bright[:, 0]) == pytest.approx(16 * 64 / 25.6, abs=2)


def test_the_rolling_area_has_a_known_scale(pose: Homography) -> None:
    rolling = rolling_slot(BOARD)
    assert rolling is not None
    assert cut_rolling(picture(), pose, rolling, SETTINGS).shape == (150, 200, 3)


def test_only_changed_slots_are_cut_out_again(pose: Homography) -> None:
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
