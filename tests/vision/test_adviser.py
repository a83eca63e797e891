"""Advice comes while the table is at rest, before play, and goes when it has been followed."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.camera.scripted import ScriptedCamera, Show
from companion.core.layout import NO_BOARD, Layout
from companion.vision import worker
from companion.vision.adviser import Adviser
from companion.vision.messages import Advised, Message, Saw
from companion.vision.pipeline import Pipeline
from tests.vision.boards import BOARD, GreyReader, noisy, picture

GOOD = np.asarray(cv2.GaussianBlur(picture({"dock.0": 3}), (0, 0), 0.6), np.uint8)
BLURRED = np.asarray(cv2.GaussianBlur(GOOD, (0, 0), 5.0), np.uint8)
FELT = np.full((500, 720, 3), (44, 66, 40), np.uint8)
DARK_DICE = FELT.copy()
cv2.rectangle(DARK_DICE, (200, 200), (250, 250), (110, 40, 20), -1)
cv2.rectangle(DARK_DICE, (400, 300), (450, 350), (30, 28, 28), -1)


def banded(n: int) -> Pixels:
    rows = np.arange(500) / 500 * 4 * np.pi + n
    return np.asarray(GOOD * (1 + 0.06 * np.sin(rows))[:, None, None], np.uint8)


def advice_for(shots: list[Pixels], layout: Layout = BOARD, dice: bool = True) -> list[set[str]]:
    """What it says of frames at rest, ten a second."""
    adviser, told = Adviser(layout), []
    for n, shot in enumerate(shots):
        frame = Frame(noisy(shot, n), n / 10, n)
        said = adviser.feed(frame, resting=True, pose=None, dice=dice)
        if said is not None:
            told.append({advice.about for advice in said.advice})
    return told


def test_of_a_good_picture_nothing_is_said() -> None:
    assert advice_for([GOOD] * 100) == [set()]


def test_it_is_said_once_and_taken_back_soon_after_it_was_followed() -> None:
    assert advice_for([BLURRED] * 80 + [GOOD] * 45) == [{"focus"}, set()]


def test_flicker_is_seen_while_the_table_rests() -> None:
    assert advice_for([banded(n) for n in range(6)]) == [{"flicker"}]


@pytest.mark.report("A9")
@pytest.mark.parametrize(
    ("pixels", "dice", "said"),
    [
        (FELT, False, [set()]),
        (np.asarray(FELT * 0.3, np.uint8), False, [{"dark"}]),
        (np.asarray(DARK_DICE * 0.3, np.uint8), False, [{"dark"}]),
    ],
    ids=["bare felt", "bare felt in little light", "dark dice in little light"],
)
def test_a_bare_table_is_not_taken_for_a_bad_picture_unless_it_is_dark(
    pixels: Pixels, dice: bool, said: list[set[str]]
) -> None:
    assert advice_for([pixels] * 6, NO_BOARD, dice) == said


def test_nothing_is_said_while_something_moves() -> None:
    adviser = Adviser(BOARD)
    frame = Frame(BLURRED, 0.0, 0)
    assert [adviser.feed(frame, resting=False, pose=None, dice=False) for _ in range(8)] == [
        None
    ] * 8


@pytest.mark.report("A15")
@pytest.mark.report("B8")
def test_the_vision_process_tells_it_with_the_first_rest() -> None:
    lamp = GOOD.copy()
    cv2.circle(lamp, (360, 250), 70, (255, 255, 255), -1)
    heard: list[Message] = []
    with ScriptedCamera(((Show(np.asarray(lamp), 20),),)) as camera:
        pipeline = Pipeline(BOARD, GreyReader())
        worker.watch(camera, pipeline, False, heard.append, adviser=Adviser(BOARD))
    kinds = [type(message) for message in heard]
    (advised,) = [message for message in heard if isinstance(message, Advised)]
    (glare,) = advised.advice
    assert glare.about == "glare"
    assert {(3, 5), (3, 6), (4, 5), (4, 6)} <= set(glare.cells)
    assert kinds.index(Saw) < kinds.index(Advised)
