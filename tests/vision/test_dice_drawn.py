"""The dice reader on drawings: slots, free dice, odd sizes."""

import sys
from functools import cache
from importlib import resources
from importlib.util import find_spec

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.colour import body_colour
from companion.vision.dice import DiceReader
from companion.vision.errors import ModelUnavailable
from tests.requirements import require
from tests.vision.drawn_dice import BODIES, draw_die, slot_crop


def require_model() -> None:
    models = resources.files("vision_models.dice")
    present = all(models.joinpath(f"{n}.onnx").is_file() for n in ("detector", "classifier"))
    require("model", present and find_spec("onnxruntime") is not None, "pip install onnxruntime")


@cache
def reader() -> DiceReader:
    require_model()
    return DiceReader.load()


def test_slots_are_read() -> None:
    rng = np.random.default_rng(7)
    truth = [(v, c, e) for v in range(1, 7) for c in BODIES for e in (26, 32, 40, 50, 60)]
    crops = [slot_crop(rng, *t) for t in truth]
    readings = reader().read_slots(crops)
    wrong = [(t, r) for t, r in zip(truth, readings, strict=True) if r.guess != t[0]]
    assert len(wrong) <= 1, wrong
    assert sum(r.empty > 0.5 for r in readings) <= 1
    named = sum(body_colour(crop, 1.6) == t[1] for t, crop in zip(truth, crops, strict=True))
    assert named >= 0.95 * len(truth)


def test_empty_slots_are_empty() -> None:
    rng = np.random.default_rng(8)
    readings = reader().read_slots([slot_crop(rng, None, "red", e) for e in (26, 40, 60) * 20])
    assert sum(r.empty < 0.5 for r in readings) == 0


def test_a_slot_reading_is_a_distribution() -> None:
    (reading,) = reader().read_slots([slot_crop(np.random.default_rng(1), 4, "blue", 40)])
    assert len(reading.probabilities) == 6
    assert sum(reading.probabilities) + reading.empty <= 1 + 1e-5
    assert reading.confidence == max(reading.probabilities)
    assert reader().read_slots([]) == ()


def rolling_area(edge: float) -> tuple[Pixels, list[tuple[float, float, int]]]:
    rng = np.random.default_rng(round(edge))
    picture = np.full((600, 800, 3), (70, 90, 60), np.uint8)
    places = [(x, y) for y in (130, 300, 470) for x in (150, 400, 650)]
    dice = [(float(x), float(y), int(rng.integers(1, 7))) for x, y in places]
    for number, (x, y, value) in enumerate(dice):
        colour = list(BODIES)[number % len(BODIES)]
        turn = float(rng.uniform(0, 360))
        draw_die(picture, (x, y), edge, value=value, colour=colour, turn_deg=turn)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 4, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), dice


@pytest.mark.parametrize("edge", [24.0, 40.0, 80.0, 120.0])
def test_free_dice_are_found_and_read(edge: float) -> None:
    picture, dice = rolling_area(edge)
    readings = reader().read(picture)
    assert [(r.y, r.x) for r in readings] == sorted((r.y, r.x) for r in readings)
    right = sum(
        r.x < x < r.x + r.w and r.y < y < r.y + r.h and r.guess == value
        for x, y, value in dice
        for r in readings
    )
    assert right >= len(dice) - 1
    assert len(readings) <= len(dice) + 1


def test_a_second_look_reads_what_the_search_read_and_leaves_out_what_is_gone() -> None:
    tray, _ = rolling_area(40.0)
    found = reader().read(tray)
    again = reader().read_again(tray, found)
    assert [(die.guess, round(die.confidence, 4)) for die in again] == [
        (die.guess, round(die.confidence, 4)) for die in found
    ]
    assert len(found) > 2
    assert reader().read_again(np.full_like(tray, 90), found) == ()


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (37, 5), (480, 640), (3000, 200)])
def test_an_empty_picture_of_any_size_has_no_dice(shape: tuple[int, int]) -> None:
    assert reader().read(np.full((*shape, 3), 128, np.uint8)) == ()


def test_without_onnx_runtime_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    require_model()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelUnavailable, match="onnxruntime is not installed"):
        DiceReader.load()
