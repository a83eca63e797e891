"""Boxes: doubles and crops."""

import numpy as np
import pytest

from companion.vision.boxes import square_crop, without_doubles


def test_doubles_and_parts_go_neighbours_stay() -> None:
    boxes = np.array(
        [[0, 0, 40, 40], [4, 4, 40, 40], [10, 10, 9, 9], [41, 0, 40, 40], [200, 0, 40, 40]],
        np.float32,
    )
    assert without_doubles(boxes, 0.35) == [0, 3, 4]
    assert without_doubles(np.zeros((0, 4), np.float32), 0.35) == []


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [
        (50, 40, 20),
        (0, 0, 30),
        (99, 79, 30),
        (50, 40, 300),
        (-40, -40, 20),
        (150, 120, 20),
        (5, 5, 0),
    ],
)
def test_a_crop_is_square_wherever_it_lies(x: float, y: float, side: float) -> None:
    picture = np.arange(80 * 100 * 3, dtype=np.uint32).astype(np.uint8).reshape(80, 100, 3)
    crop = square_crop(picture, x, y, side)
    assert crop.shape == (max(2, side), max(2, side), 3)


def test_a_crop_is_centred_and_repeats_the_edge() -> None:
    picture = np.zeros((80, 100, 3), np.uint8)
    picture[40, 50] = 255
    picture[:, 99] = 7
    assert square_crop(picture, 50.5, 40.5, 11)[5, 5, 0] == 255
    assert np.all(square_crop(picture, 99, 40, 20)[:, 12:] == 7)


def test_a_box_in_a_box_may_be_kept_for_a_second_look() -> None:
    boxes = np.array([[0, 0, 100, 100], [10, 10, 30, 30], [2, 2, 100, 100]], np.float32)
    assert without_doubles(boxes, 0.5, inside=1.0) == [0, 1]
    assert without_doubles(boxes, 0.5) == [0]
