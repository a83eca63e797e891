"""The dice reader on real photographs: a few of each folder, with floors below what it reaches.

The photographs are not in the repository; they lie in `../shared/dice` where they are kept.
"""

from pathlib import Path

import pytest

from companion.camera.frame import Pixels
from companion.vision.boxes import square_crop
from companion.vision.colour import body_colour
from companion.vision.light import estimate_light
from companion.vision.picture import load_picture
from tests.requirements import require
from tests.vision.lamps import BLACK_BODY_RGB, lit
from tests.vision.test_dice_drawn import reader
from vision_models.dice.evaluate import labelled_pictures, read_picture
from vision_models.dice.photos import TRAIN_FOLDERS, is_held_out
from vision_models.dice.scoring import LabelledDie, Tally, tally

PHOTOS = Path(__file__).parents[3] / "shared" / "dice"
PICTURES_A_FOLDER = 8

FLOORS = [
    # folder, least share found and right, most false boxes a photo
    ("dicewatcher", 0.88, 0.25),
    ("aws", 0.88, 0.2),
    ("damiantab", 0.95, 0.15),
    ("graylens", 0.9, 0.3),
    ("epanemu", 0.6, 0.4),
    ("distractors", 0.0, 0.15),
    ("autoyahtzee", 0.98, 0.05),
    ("bartek", 0.9, 0.6),
    ("burak", 0.9, 0.1),
    ("baxter", 0.85, 0.1),
    ("gissur", 0.95, 0.1),
    ("fudw", 0.9, 0.1),
    ("josip", 0.95, 0.25),
]
MOST_SURELY_WRONG = 0.05  # share of the dice; unsure ones are asked about and do no harm


def measured(folder: str) -> Tally:
    """Pictures spread evenly over the folder; of a training folder only held-out ones."""
    require("dice", (PHOTOS / folder).is_dir(), f"put the labelled photographs into {PHOTOS}")
    pictures = labelled_pictures(PHOTOS / folder)
    if folder in TRAIN_FOLDERS:
        pictures = [p for n, p in enumerate(pictures) if is_held_out(n)]
    chosen = pictures[:: max(1, len(pictures) // PICTURES_A_FOLDER)][:PICTURES_A_FOLDER]
    return sum((tally(read_picture(*picture, reader())) for picture in chosen), Tally())


@pytest.mark.parametrize(("folder", "least_right", "most_false"), FLOORS)
def test_photographs_are_read(folder: str, least_right: float, most_false: float) -> None:
    total = measured(folder)
    assert total.right >= least_right * total.dice, total
    assert total.false_boxes <= most_false * total.photos, total
    assert total.wrong_sure <= 1 + MOST_SURELY_WRONG * total.dice, total


COLOURS = [
    # folder, every so-manieth picture, least share of the labelled colours told in any light
    ("dicewatcher", 12, 0.88),
    ("aws", 12, 0.85),
    ("autoyahtzee", 15, 0.85),
    ("gissur", 15, 0.78),
    ("fudw", 4, 0.95),
]


def told(pixels: Pixels, dice: tuple[LabelledDie, ...]) -> int:
    """How many of these dice get the colour of their label."""
    light = estimate_light(pixels)
    crops = [
        (square_crop(pixels, x + w / 2, y + h / 2, 1.4 * max(w, h)), die.colour)
        for die in dice
        for x, y, w, h in [die.box]
    ]
    return sum(body_colour(crop, 1.4, light) == colour for crop, colour in crops)


@pytest.mark.parametrize("kelvin", list(BLACK_BODY_RGB))
@pytest.mark.parametrize(("folder", "every", "least"), COLOURS)
def test_colours_are_told_by_any_lamp(folder: str, every: int, least: float, kelvin: int) -> None:
    require("dice", (PHOTOS / folder).is_dir(), f"put the labelled photographs into {PHOTOS}")
    right = count = 0
    for path, labels in labelled_pictures(PHOTOS / folder)[::every]:
        named = tuple(die for die in labels if die.colour is not None)
        right += told(lit(load_picture(path), kelvin), named)
        count += len(named)
    assert right >= least * count
