"""The stages of reading dice have times, and the drawn roll is one that can be read."""

from companion.bench.dice import drawn_roll, stages
from companion.bench.timing import Plan
from tests.vision.test_dice_drawn import reader


def test_the_drawn_roll_is_read() -> None:
    assert sorted(die.guess for die in reader().read(drawn_roll())) == [1, 2, 3, 4, 5, 6]


def test_every_stage_has_a_figure() -> None:
    reader()  # skips without a model
    found = {stage.name: stage for stage in stages(Plan(1, ()))}
    assert all(stage.median > 0 for stage in found.values())
    assert {
        "dice: whole picture, 6 dice, 1280x720",
        "dice: 60 slots in one batch",
        "dice: classify 6",
        "dice: 6 colours",
        "dice: memory over an idle Python with OpenCV",
    } <= set(found)
    assert found["dice: memory over an idle Python with OpenCV"].median < 150
