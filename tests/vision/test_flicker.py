"""Lamps that flicker and exposure that jumps: readings hold."""

import itertools
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.core.ids import SlotId
from companion.core.observation import Observation
from companion.vision.flicker import Shot, flicker_advice, flicker_of, shot_of
from companion.vision.pipeline import Pipeline
from tests.vision.boards import BOARD, at, frames, noisy, picture
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


JUMPS = {
    "exposure": (0.8, 0.8, 0.8),
    "white balance, a little": (0.85, 1.0, 1.15),
    "white balance": (0.8, 1.0, 1.2),
    "white balance, much": (0.7, 1.0, 1.3),
    "both": (0.65, 0.8, 1.0),
}
"""What a frame's blue, green and red are multiplied by; the next frame's by as much back."""


@pytest.mark.report("C11")
@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_gains_that_jump_from_frame_to_frame_change_no_reading(
    jump: tuple[float, float, float],
) -> None:
    still = docked({"dock.0": (3, "red"), "dock.2": (5, "blue")})
    pipeline = Pipeline(BOARD, reader())
    claims = fed(pipeline, jumping(still, jump, 40))
    assert claims, "the table is at rest, whatever the light does"
    assert {values(claim) for claim in claims} == {((3,), (), (5,), ())}


@pytest.mark.report("C11")
@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_a_die_that_is_put_down_meanwhile_is_seen(jump: tuple[float, float, float]) -> None:
    before = docked({"dock.0": (3, "red")})
    after = docked({"dock.0": (3, "red"), "dock.2": (5, "blue")})
    hand = before.copy()
    hand[200:, 300:520] = (90, 120, 190)
    shots = [*jumping(before, jump, 13), *jumping(hand, jump, 4), *jumping(after, jump, 15)]
    claims = fed(Pipeline(BOARD, reader()), shots)
    assert values(claims[0]) == ((3,), (), (), ())
    assert values(claims[-1]) == ((3,), (), (5,), ())
    assert claims[-1].time_s <= 2.6, "as soon as in steady light"


@pytest.mark.report("C11")
def test_white_balance_that_jumps_once_is_no_movement() -> None:
    still = docked({"dock.0": (3, "red"), "dock.2": (5, "blue")})
    warm = np.asarray(np.clip(still * np.array([0.75, 1.0, 1.2]), 0, 255), np.uint8)
    claims = fed(Pipeline(BOARD, reader()), [still] * 12 + [warm] * 30)
    assert {claim.rest for claim in claims} == {1}


def docked(dice: Mapping[str, tuple[int, str]]) -> Pixels:
    """The board with dice in these docks; clipped whites would follow no gain."""
    still = picture()
    for name, (value, colour) in dice.items():
        slot = BOARD.slots[SlotId(name)]
        draw_die(still, at(slot.x_mm, slot.y_mm), 48.0, value=value, colour=colour, turn_deg=0)
    return np.asarray(still * 0.75, np.uint8)


def jumping(still: Pixels, jump: tuple[float, float, float], count: int) -> list[Pixels]:
    """Frames of it with these gains and as much the other way, in turn."""
    there = np.array(jump)
    return [
        np.asarray(np.clip(still * (2 - there if n % 2 else there), 0, 255), np.uint8)
        for n in range(count)
    ]


def fed(pipeline: Pipeline, shots: list[Pixels]) -> list[Observation]:
    return [claim for claim in map(pipeline.feed, frames(shots)) if claim is not None]


READOUT_S = 0.03
"""From the first row to the last, as a sensor takes them at 30 frames a second."""


def under_lamp(mains_hz: float, rate_hz: float, depth: float, count: int = 6) -> list[Shot]:
    """A table under a lamp on those mains: each row is lit as the lamp was when it was taken."""
    still = np.asarray(picture({"dock.0": 3}) * 0.8, np.uint8)
    rows_s = np.arange(len(still)) / len(still) * READOUT_S
    shots = []
    for n in range(count):
        light = 1 + depth * np.sin(2 * np.pi * 2 * mains_hz * (n / rate_hz + rows_s) + 1.0)
        lit = np.clip(noisy(still, n) * light[:, None, None], 0, 255)
        shots.append(shot_of(Frame(np.asarray(lit, np.uint8), n / rate_hz, n)))
    return shots


@pytest.mark.report("C12")
@pytest.mark.parametrize("depth", [0.05, 0.3])
@pytest.mark.parametrize("rate_hz", [14.0, 17.0, 23.0, 28.0])
@pytest.mark.parametrize("mains_hz", [50, 60])
def test_bands_of_a_lamp_are_seen_and_tell_the_mains(
    mains_hz: int, rate_hz: float, depth: float
) -> None:
    shots = under_lamp(mains_hz, rate_hz, depth)
    assert flicker_of(shots).mains_hz == mains_hz
    (advice,) = flicker_advice(shots)
    assert f"It looks like {mains_hz} Hz." in advice.words


@pytest.mark.report("C12")
def test_without_exact_times_both_are_offered() -> None:
    late = np.random.default_rng(3).uniform(0, 0.02, 8)
    shots = [
        replace(shot, time_s=shot.time_s + float(by))
        for shot, by in zip(under_lamp(50, 14.0, 0.2, 8), late, strict=True)
    ]
    assert flicker_of(shots).mains_hz is None
    (advice,) = flicker_advice(shots)
    assert "50 Hz" in advice.words
    assert "60 Hz" in advice.words
    assert "looks like" not in advice.words
    assert "companion calibrate --mains" in advice.words


@pytest.mark.parametrize("rate_hz", [14.0, 28.0])
def test_in_steady_light_nothing_flickers(rate_hz: float) -> None:
    assert flicker_advice(under_lamp(50, rate_hz, 0.0)) == ()
    assert flicker_advice(under_lamp(50, rate_hz, 0.005)) == (), "nobody sees that"
    assert flicker_advice(under_lamp(50, rate_hz, 0.3, count=1)) == (), "one picture tells nothing"


def whole(factors: list[float]) -> list[Shot]:
    """The same table in light that changes as a whole."""
    still = picture({"dock.0": 3})
    shots = [np.asarray(noisy(still, n) * factor, np.uint8) for n, factor in enumerate(factors)]
    return [shot_of(frame) for frame in frames(shots)]


@pytest.mark.report("C11")
def test_exposure_that_jumps_is_said_and_light_that_fades_is_not() -> None:
    (advice,) = flicker_advice(whole([0.7, 0.9, 0.7, 0.9, 0.7, 0.9]))
    assert "jumps from picture to picture" in advice.words
    assert flicker_advice(whole([0.9, 0.85, 0.8, 0.75, 0.7, 0.65])) == ()
    assert flicker_advice(whole([0.9, 0.9, 0.7, 0.7, 0.7, 0.7])) == (), "a lamp that was put out"


def values(claim: Observation) -> tuple[tuple[int | None, ...], ...]:
    docks = [seen for name, seen in sorted(claim.slots.items()) if name.startswith("dock")]
    return tuple(tuple(piece.value for piece in seen or ()) for seen in docks)
