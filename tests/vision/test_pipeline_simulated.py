"""The whole way: a simulated table before the pipeline with the real models."""

from itertools import islice

import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.observation import Observation
from companion.rules.registry import load_game, make_setup
from companion.simulator.camera import simulated_camera
from companion.simulator.lamps import Noise
from companion.simulator.stage import Truth
from companion.vision.dice import DiceReader
from companion.vision.errors import ModelUnavailable
from companion.vision.pipeline import Pipeline, observe_picture
from tests.requirements import require

GAME = load_game("alien_frontiers")
SETUP = make_setup(GAME.info, options={"tech": "none"}, count=4)
FRAMES = 260
RELIC = SlotId("burroughs_desert.relic")
"""Here lies a clear die, which may be overlooked or doubted: nothing rests on it."""


@pytest.fixture(name="reader", scope="module")
def _reader() -> DiceReader:
    try:
        return DiceReader.load()
    except ModelUnavailable as error:
        require("model", False, str(error))
        raise


def observed(layout: Layout, reader: DiceReader, name: str, seed: int, frames: int
             ) -> list[tuple[Observation, Truth]]:  # fmt: skip
    pipeline, found = Pipeline(layout, reader), []
    with simulated_camera(name, SETUP, seed, habits=0.3, noise=Noise.CLEAN) as camera:
        for frame in islice(camera.frames(), frames):
            claim = pipeline.feed(frame)
            if claim is not None:
                found.append((claim, camera.truth))
    return found


def test_every_die_on_the_board_is_read_as_it_lies(reader: DiceReader) -> None:
    found = observed(GAME.layout, reader, "alien_frontiers", 21, FRAMES)
    assert len(found) >= 6
    for claim, truth in found:
        assert claim.registered
        assert truth.stable
        for slot in GAME.layout.slots.values():
            if slot.kind is SlotKind.DIE:
                seen = claim.slots[slot.id]
                if slot.id == RELIC:
                    continue
                assert seen is not None, slot.id
                assert tuple((p.colour, p.value) for p in seen) == truth.dice[slot.id], slot.id


def test_every_rest_of_the_table_is_told_once(reader: DiceReader) -> None:
    found = observed(GAME.layout, reader, "alien_frontiers", 22, FRAMES)
    assert [claim.rest for claim, _ in found] == list(range(1, len(found) + 1))
    for claim, truth in found:
        thrown = [die for slot in GAME.layout.slots.values()
                  if slot.kind is SlotKind.ROLLING for die in truth.dice[slot.id]]  # fmt: skip
        told = sorted((p.colour or "", p.value or 0) for p in claim.free_dice or ())
        assert told == sorted((colour or "", value or 0) for colour, value in thrown)


LIGHTS: dict[str, npt.NDArray[np.float64]] = {
    "dim": np.full((1, 1, 3), 0.35),
    "bright": np.full((1, 1, 3), 1.5),
    "warm": np.array([[[0.7, 0.92, 1.12]]]),
    "cold": np.array([[[1.15, 0.98, 0.8]]]),
    "lamp at one side": np.linspace(0.45, 1.15, 1280).reshape(1, 1280, 1),
}


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned round"])
@pytest.mark.parametrize("light", LIGHTS)
def test_other_light_and_a_camera_turned_round_change_no_value(
    reader: DiceReader, rolled: tuple[Pixels, Truth], light: str, turned: bool
) -> None:
    pixels, truth = rolled
    lit = np.asarray(np.clip(pixels * LIGHTS[light], 0, 255), np.uint8)
    claim, _ = observe_picture(
        np.ascontiguousarray(lit[::-1, ::-1]) if turned else lit, GAME.layout, reader
    )
    for slot in GAME.layout.slots.values():
        if slot.kind is SlotKind.DIE:
            seen, faces = claim.slots[slot.id], [face for _, face in truth.dice[slot.id]]
            if slot.id == RELIC:
                continue
            assert seen is not None, slot.id
            assert [p.value for p in seen] == faces, slot.id
    assert sorted(p.value or 0 for p in claim.free_dice or ()) == sorted(
        face or 0 for _, face in truth.dice[SlotId("rolling")]
    )


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned round"])
@pytest.mark.parametrize("light", LIGHTS)
def test_a_see_through_die_is_read_or_left_in_doubt(
    reader: DiceReader, rolled: tuple[Pixels, Truth], light: str, turned: bool
) -> None:
    pixels, truth = rolled
    lit = np.asarray(np.clip(pixels * LIGHTS[light], 0, 255), np.uint8)
    shown = np.ascontiguousarray(lit[::-1, ::-1]) if turned else lit
    claim, _ = observe_picture(shown, GAME.layout, reader)
    told = [p.value for p in claim.slots[RELIC] or () if p.value is not None]
    assert told in ([], [face for _, face in truth.dice[RELIC]])


@pytest.fixture(name="rolled", scope="module")
def _rolled() -> tuple[Pixels, Truth]:
    """The table after the first roll."""
    with simulated_camera("alien_frontiers", SETUP, 41) as camera:
        for frame in islice(camera.frames(), 46):
            last = frame.pixels
        return last, camera.truth
