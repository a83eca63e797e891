"""How readings are matched with labels and counted."""

import pytest

from companion.vision.dice import DieReading
from vision_models.dice.evaluate import (
    Box,
    LabelledDie,
    Outcome,
    calibration_error,
    is_same_die,
    matches,
    tally,
)


def reading(box: Box, guess: int, confidence: float = 0.9, colour: str = "red") -> DieReading:
    rest = tuple(confidence if face == guess else 0.0 for face in range(1, 7))
    return DieReading(*box, guess, confidence, confidence < 0.7, colour, rest)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ((0.0, 0.0, 40.0, 40.0), True),
        ((10.0, 10.0, 20.0, 20.0), True),  # round the top face only
        ((14.0, 14.0, 12.0, 12.0), False),  # a pip
        ((30.0, 0.0, 40.0, 40.0), False),  # the neighbour
        ((15.0, 0.0, 40.0, 40.0), True),
    ],
)
def test_boxes_mean_the_same_die(other: Box, same: bool) -> None:
    assert is_same_die((0.0, 0.0, 40.0, 40.0), other) is same
    assert is_same_die(other, (0.0, 0.0, 40.0, 40.0)) is same


def test_each_label_gets_one_reading_and_the_closest() -> None:
    label = LabelledDie((0, 0, 40, 40), 3, None)
    near, nearer = reading((8, 0, 40, 40), 3), reading((2, 0, 40, 40), 4)
    assert matches([label], [near, nearer]) == [(0, 1)]


def test_everything_is_counted() -> None:
    labels = (
        LabelledDie((0, 0, 40, 40), 3, "red"),
        LabelledDie((100, 0, 40, 40), 5, "blue"),
        LabelledDie((200, 0, 40, 40), 6, None),
        LabelledDie((300, 0, 40, 40), None, None),
    )
    readings = (
        reading((0, 0, 40, 40), 3),
        reading((100, 0, 40, 40), 4),
        reading((300, 0, 40, 40), 1),
        reading((0, 300, 40, 40), 1, confidence=0.4),
    )
    total = tally(Outcome("a", labels, readings, 1.0))
    assert (total.dice, total.found, total.right) == (3, 2, 1)
    assert (total.wrong_sure, total.unsure, total.false_boxes) == (1, 0, 1)
    assert (total.exact_photos, total.colours, total.colours_right) == (0, 2, 1)
    assert (total + total).dice == 6


def test_calibration_error_is_the_gap_between_belief_and_truth() -> None:
    labels = tuple(LabelledDie((100.0 * n, 0, 40, 40), 3, None) for n in range(4))
    readings = tuple(reading((100.0 * n, 0, 40, 40), 3 if n else 2, 0.95) for n in range(4))
    assert calibration_error([Outcome("a", labels, readings, 1.0)]) == pytest.approx(0.2)
