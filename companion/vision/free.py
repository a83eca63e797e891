"""Dice lying free: found once in a scene at rest, then looked at again where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.camera.frame import Pixels
from companion.vision.boxes import square_crop
from companion.vision.dice import DieReading
from companion.vision.palette import ColourSense
from companion.vision.slots import ReadsDice


@dataclass(frozen=True, slots=True)
class FreeSettings:
    """What passes for a die."""

    smallest: float = 0.65
    """In die edges, where the scale is known: printed dots and stars are smaller."""
    largest: float = 2.3
    """In die edges: a die on its corner with its shadow has two."""
    smallest_in_roll: float = 0.4
    """Over the largest sure die, where it is not: dice thrown together are much alike."""


def find_dice(
    reader: ReadsDice,
    pixels: Pixels,
    die_px: float | None,
    settings: FreeSettings,
    sense: ColourSense,
) -> tuple[DieReading, ...]:
    """Search a whole picture. `die_px` is the edge of a die, if the scale is known."""
    dice = reader.read(pixels, die_px)
    if die_px is not None:
        low, high = settings.smallest * die_px, settings.largest * die_px
    else:
        sure = [_size(die) for die in dice if not die.unsure]
        low, high = settings.smallest_in_roll * max(sure, default=0.0), float("inf")
    return tuple(
        replace(die, colour=sense.name(*_patch(pixels, die, die_px)))
        for die in dice
        if low <= _size(die) <= high
    )


def look_again(
    reader: ReadsDice,
    pixels: Pixels,
    found: Sequence[DieReading],
    die_px: float | None,
    sense: ColourSense,
) -> tuple[DieReading, ...]:
    """Read dice found in an earlier frame of the same rest, as the search would have read them."""
    return tuple(
        replace(die, colour=sense.name(*_patch(pixels, die, die_px)))
        for die in reader.read_again(pixels, found, die_px)
    )


def drifted(
    dice: Sequence[DieReading], before_px: tuple[float, float], now_px: tuple[float, float]
) -> tuple[DieReading, ...]:
    """The dice where they lie in a later frame of a camera that sways; drifts are of the frames."""
    dx, dy = now_px[0] - before_px[0], now_px[1] - before_px[1]
    return tuple(replace(die, x=die.x + dx, y=die.y + dy) for die in dice)


def _patch(pixels: Pixels, die: DieReading, die_px: float | None) -> tuple[Pixels, float]:
    """A cut to tell the colour from, and its width in die edges.

    A turned die's box is wider than the die, so a known scale tells better where its body ends.
    """
    edge = die_px or _size(die)
    return square_crop(pixels, die.x + die.w / 2, die.y + die.h / 2, 1.3 * edge), 1.3


def _size(die: DieReading) -> float:
    return max(die.w, die.h)
