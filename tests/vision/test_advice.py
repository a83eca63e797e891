"""Before play the picture's faults are named, each with what to do."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.advice import (
    check_picture,
    place_in,
    red_blue,
    sharpest_edge_px,
)
from companion.vision.registration import find_board
from companion.vision.tags import as_grey
from tests.vision.boards import BOARD, noisy, picture

GOOD = np.asarray(cv2.GaussianBlur(picture({"dock.0": 3}), (0, 0), 0.6), np.uint8)


def about(pixels: Pixels) -> set[str]:
    return {advice.about for advice in check_picture(pixels).advice}


def test_a_good_picture_needs_no_advice() -> None:
    assert about(noisy(GOOD, 1)) == set()
    checked = check_picture(noisy(GOOD, 2), BOARD, find_board(GOOD, BOARD))
    assert checked.advice == ()
    assert checked.shade.max() < 0.2


@pytest.mark.report("A15")
@pytest.mark.parametrize("sigma", [2.5, 3, 4, 5, 6])
def test_a_blurred_picture_is_out_of_focus(sigma: float) -> None:
    assert about(np.asarray(cv2.GaussianBlur(noisy(GOOD, 1), (0, 0), sigma), np.uint8)) == {"focus"}


@pytest.mark.parametrize("sigma", [0.8, 1.5, 3.0, 5.0])
def test_the_width_of_edges_follows_the_blur(sigma: float) -> None:
    step = np.full((200, 300), 40.0)
    step[:, 150:] = 200.0
    blurred = cv2.GaussianBlur(step, (0, 0), sigma)
    grey = np.asarray(blurred, np.uint8)
    # A step blurred by a normal distribution is steepest with its height over sqrt(2 pi) sigma.
    own = np.hypot(sigma, 0.9)  # the measure smooths a little itself
    assert sharpest_edge_px(grey) == pytest.approx(np.sqrt(2 * np.pi) * own, rel=0.25)
    assert as_grey(np.repeat(grey[..., None], 3, axis=2)).shape == grey.shape


@pytest.mark.report("A15")
@pytest.mark.parametrize("share", [0.15, 0.2, 0.25])
def test_a_flat_picture_lacks_contrast(share: float) -> None:
    flat = np.asarray((noisy(GOOD, 1) - 128.0) * share + 128, np.uint8)
    assert "contrast" in about(flat)
    assert "focus" not in about(flat)


@pytest.mark.report("A9")
def test_dark_dice_on_dark_felt_in_little_light_are_too_dark() -> None:
    felt = np.full((500, 720, 3), (40, 60, 35), np.uint8)
    cv2.rectangle(felt, (200, 200), (250, 250), (110, 40, 20), -1)
    cv2.rectangle(felt, (400, 300), (450, 350), (30, 28, 28), -1)
    assert "dark" in about(noisy(np.asarray(felt * 0.3, np.uint8), 1))
    assert "dark" not in about(noisy(np.asarray(np.clip(felt * 2.0, 0, 255), np.uint8), 1))


@pytest.mark.report("B8")
def test_of_three_lights_those_that_fail_say_what_to_change() -> None:
    daylight = GOOD
    lamp = GOOD.copy()
    cv2.circle(lamp, (200, 400), 70, (255, 255, 255), -1)
    side = np.linspace(1.1, 0.3, 720)[None, :, None]
    ceiling = np.asarray(GOOD * side, np.uint8)
    assert about(daylight) == set()
    (glare,) = check_picture(lamp).advice
    assert glare.about == "glare"
    assert "bottom left" in glare.words
    shade = check_picture(ceiling, BOARD, find_board(ceiling, BOARD))
    assert [advice.about for advice in shade.advice] == ["shadow"]
    assert "right lies in shadow" in shade.advice[0].words


def test_too_bright_is_said_once() -> None:
    assert about(np.full((500, 720, 3), 254, np.uint8)) >= {"bright"}


def test_a_red_card_tells_whether_red_and_blue_are_swapped() -> None:
    card = GOOD.copy()
    card[150:350, 200:520] = (40, 36, 190)
    assert red_blue(card) == "red"
    assert red_blue(np.ascontiguousarray(card[..., ::-1])) == "blue"
    assert red_blue(np.full((90, 120, 3), 128, np.uint8)) is None


@pytest.mark.parametrize(
    ("cell", "words"), [((0, 0), "top left"), ((4, 6), "middle"), ((7, 11), "bottom right")]
)
def test_cells_have_names(cell: tuple[int, int], words: str) -> None:
    assert place_in((12, 8), cell) == words
