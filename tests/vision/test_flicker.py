"""Lamps that flicker and exposure that jumps: readings hold."""

import itertools

import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.observation import Observation
from companion.vision.pipeline import Pipeline
from tests.vision.boards import BOARD, at, frames, picture
from tests.vision.drawn_dice import BODIES, draw_die
from tests.vision.test_dice_conditions import crop, right, surely_wrong
from tests.vision.test_dice_drawn import reader


def banded(pixels: Pixels, phase: float, depth: float, bands: float) -> Pixels:
    """Under a lamp whose light goes up and down while the rows are taken one after another."""
    rows = np.arange(len(pixels)) / len(pixels) * 2 * np.pi * bands
    light = 1 + depth * np.sin(rows + phase)
    return np.asarray(np.clip(pixels * light[:, None, None], 0, 255), np.uint8)


@pytest.mark.report("C12")
@pytest.mark.parametrize("phase", [0.0, 2.1, 4.2])
@pytest.mark.parametrize("bands", [0.1, 0.5])  # across a die; a lamp makes three in a picture
def test_pips_are_right_under_dark_bands(phase: float, bands: float) -> None:
    cases = list(itertools.product(range(1, 7), BODIES))
    truth = [value for value, _ in cases]
    readings = reader().read_slots([banded(crop(v, c, 36.0), phase, 0.3, bands) for v, c in cases])
    assert right(truth, readings) >= len(truth) - 1
    assert surely_wrong(truth, readings) == 0


@pytest.mark.report("C11")
@pytest.mark.parametrize("cast", [False, True], ids=["exposure", "white balance"])
def test_gains_that_jump_from_frame_to_frame_change_no_reading(cast: bool) -> None:
    still = picture()
    for name, value, colour in (("dock.0", 3, "red"), ("dock.2", 5, "blue")):
        slot = BOARD.slots[SlotId(name)]
        draw_die(still, at(slot.x_mm, slot.y_mm), 48.0, value=value, colour=colour, turn_deg=0)
    still = np.asarray(still * 0.8, np.uint8)  # clipped whites would follow no gain
    jump = np.array([0.85, 1.0, 1.15]) if cast else np.array([0.8, 0.8, 0.8])
    back = np.array([1.15, 1.0, 0.85]) if cast else np.array([1.2, 1.2, 1.2])
    shots = [
        np.asarray(np.clip(still * (jump if n % 2 else back), 0, 255), np.uint8) for n in range(40)
    ]
    pipeline = Pipeline(BOARD, reader())
    claims = [claim for claim in map(pipeline.feed, frames(shots)) if claim is not None]
    assert claims, "the table is at rest, whatever the light does"
    assert {values(claim) for claim in claims} == {((3,), (), (5,), ())}


def values(claim: Observation) -> tuple[tuple[int | None, ...], ...]:
    docks = [seen for name, seen in sorted(claim.slots.items()) if name.startswith("dock")]
    return tuple(tuple(piece.value for piece in seen or ()) for seen in docks)
