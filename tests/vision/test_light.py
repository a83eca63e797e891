"""The colour of the light, told from the picture."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.light import DAYLIGHT, as_srgb, estimate_light, light_of
from companion.vision.paper import board_light
from companion.vision.registration import find_board
from tests.vision.boards import BOARD, picture
from tests.vision.lamps import lit, room


@pytest.mark.parametrize("kelvin", [2700, 3200, 4000, 5000, 6500])
def test_the_lamp_is_told_where_paper_lies(kelvin: int) -> None:
    assert estimate_light(lit(room(), kelvin)).mired == pytest.approx(1e6 / kelvin, abs=15)


def test_a_green_cloth_is_no_green_light() -> None:
    cloth = np.full((200, 300, 3), (20, 200, 120), np.uint8)
    blue, green, red = estimate_light(cloth).gains
    assert green == 1
    assert (blue - 1) * (red - 1) <= 0, "a lamp is warmer or colder, never purple"


def test_daylight_changes_nothing_and_a_lamp_is_undone() -> None:
    pixels = np.array([(10, 120, 240), (90, 90, 90)], np.uint8)
    assert np.array_equal(as_srgb(DAYLIGHT.without(pixels)), pixels)
    grey = lit(np.full((1, 1, 3), 90, np.uint8), 3200)[0]
    plain = light_of(1e6 / 3200).without(grey)[0]
    assert plain == pytest.approx([plain[1]] * 3, rel=0.03)
    assert light_of(1e6 / 3200).kelvin == pytest.approx(3200)


@pytest.mark.parametrize("level", [0, 128, 255])
@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (400, 400)])
def test_a_grey_picture_is_daylight(level: int, shape: tuple[int, int]) -> None:
    found = estimate_light(np.full((*shape, 3), level, np.uint8))
    assert found.mired == pytest.approx(DAYLIGHT.mired, abs=5)


@pytest.mark.parametrize("kelvin", [2700, 3200, 4000, 5000, 6500])
def test_on_a_board_the_lamp_is_told_by_its_paper(kelvin: int) -> None:
    dim = np.asarray(picture({"dock.1": 3}) * 0.6, np.uint8)
    dim[470:] = (200, 120, 40)  # brighter than the paper, and blue
    pose = find_board(dim, BOARD)
    assert pose is not None
    shown = lit(dim, kelvin)
    assert board_light(shown, pose, BOARD).mired == pytest.approx(1e6 / kelvin, abs=15)
    assert estimate_light(shown).mired < 1e6 / kelvin - 20, "the picture alone tells it wrongly"


@pytest.mark.parametrize("why", ["no tags", "burnt out"])
def test_where_paper_tells_nothing_the_whole_picture_does(why: str) -> None:
    shown = picture({"dock.1": 3})
    pose = find_board(shown, BOARD)
    assert pose is not None
    bright = np.asarray(np.clip(shown * np.array([1.0, 1.3, 1.7]), 0, 255), np.uint8)
    layout = replace(BOARD, tags=()) if why == "no tags" else BOARD
    assert board_light(bright, pose, layout) == estimate_light(bright)
