"""What `companion read` says about one picture file: as plain values, and as a line for people."""

from pathlib import Path
from time import perf_counter

from companion.vision.dice import DiceReader, DieReading
from companion.vision.errors import PictureError
from companion.vision.picture import load_picture


def read_report(path: Path, reader: DiceReader) -> dict[str, object]:
    """The dice of one picture, or why it could not be read; boxes in px of the upright picture.

    `ms` is the time from decoded pixels to the result.
    """
    try:
        pixels = load_picture(path)
    except PictureError as error:
        return {"file": str(path), "error": str(error)}
    start = perf_counter()
    dice = [_die(reading) for reading in reader.read(pixels)]
    ms = round((perf_counter() - start) * 1000, 1)
    height, width = pixels.shape[:2]
    return {"file": str(path), "width": width, "height": height, "ms": ms, "dice": dice}


def text_line(report: dict[str, object]) -> str:
    """The same for people: `table.jpg: 3 dice: red 4, white 6, blue 2? (31 ms)`."""
    if "error" in report:
        return str(report["error"])
    dice = report["dice"]
    assert isinstance(dice, list)
    count = "no dice" if not dice else "1 die" if len(dice) == 1 else f"{len(dice)} dice"
    named = ", ".join(_words(die) for die in dice)
    return f"{report['file']}: {count}{': ' if named else ''}{named} ({report['ms']} ms)"


def _die(reading: DieReading) -> dict[str, object]:
    box = {side: round(getattr(reading, side), 1) for side in ("x", "y", "w", "h")}
    return {
        **box,
        "value": reading.value,
        "guess": reading.guess,
        "unsure": reading.unsure,
        "colour": reading.colour,
        "confidence": round(reading.confidence, 4),
    }


def _words(die: dict[str, object]) -> str:
    face = f"{die['guess']}{'?' if die['unsure'] else ''}"
    return f"{die['colour']} {face}" if die["colour"] else face
