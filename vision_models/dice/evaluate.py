"""Measure the dice reader on labelled photographs: `python -m vision_models.dice.evaluate --help`.

Folders that were trained on are measured twice: all pictures (in-sample), and the held-out fifth.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.dice import DiceReader, DieReading
from companion.vision.picture import load_picture
from vision_models.dice.baseline import BlobReader
from vision_models.dice.photos import TRAIN_FOLDERS, is_held_out


class Reader(Protocol):
    """Anything that reads free dice."""

    def read(self, pixels: Pixels) -> tuple[DieReading, ...]:
        """All dice of a picture."""


LEAST_OVERLAP = 0.4  # intersection over union, from which a box is the labelled one
SIZE_FACTOR = 2.2  # else: each middle in the other box and sizes within this factor
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One label: box left, top, width, height px; `value` is `None` for an unreadable die."""

    box: Box
    value: int | None
    colour: str | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some pictures; `wrong_sure` are wrong values given without doubt."""

    photos: int = 0
    dice: int = 0
    found: int = 0
    right: int = 0
    unsure: int = 0
    wrong_sure: int = 0
    false_boxes: int = 0
    exact_photos: int = 0
    colours: int = 0
    colours_right: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One picture: what stands in it and what was read."""

    name: str
    labels: tuple[LabelledDie, ...]
    readings: tuple[DieReading, ...]
    ms: float


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(0.0, w) * max(0.0, h)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def is_same_die(a: Box, b: Box) -> bool:
    """Whether two boxes mean the same die: labels lie round the die, its top or its pips."""
    if overlap(a, b) >= LEAST_OVERLAP:
        return True
    ratio = (a[2] * a[3] / (b[2] * b[3])) ** 0.5
    return _has_middle(a, b) and _has_middle(b, a) and 1 / SIZE_FACTOR <= ratio <= SIZE_FACTOR


def _has_middle(outer: Box, inner: Box) -> bool:
    x, y = inner[0] + inner[2] / 2, inner[1] + inner[3] / 2
    return outer[0] <= x <= outer[0] + outer[2] and outer[1] <= y <= outer[1] + outer[3]


def matches(labels: Sequence[LabelledDie], readings: Sequence[DieReading]) -> list[tuple[int, int]]:
    """Pairs (label, reading), one to one, best overlap first."""
    boxes = [(r.x, r.y, r.w, r.h) for r in readings]
    pairs = [
        (overlap(label.box, box), i, k)
        for i, label in enumerate(labels)
        for k, box in enumerate(boxes)
        if is_same_die(label.box, box)
    ]
    chosen: list[tuple[int, int]] = []
    for _, i, k in sorted(pairs, reverse=True):
        if all(i != a and k != b for a, b in chosen):
            chosen.append((i, k))
    return chosen


def tally(outcome: Outcome) -> Tally:
    """Count one picture. Unreadable labels and the boxes on them count neither way."""
    pairs = matches(outcome.labels, outcome.readings)
    told = [
        (outcome.labels[i], outcome.readings[k])
        for i, k in pairs
        if outcome.labels[i].value is not None
    ]
    dice = sum(label.value is not None for label in outcome.labels)
    right = sum(label.value == reading.guess for label, reading in told)
    false_boxes = len(outcome.readings) - len(pairs)
    named = [(d, r) for d, r in told if d.colour is not None]
    return Tally(
        photos=1,
        dice=dice,
        found=len(told),
        right=right,
        unsure=sum(reading.unsure for _, reading in told),
        wrong_sure=sum(r.value not in (None, label.value) for label, r in told),
        false_boxes=false_boxes,
        exact_photos=int(right == dice and not false_boxes),
        colours=len(named),
        colours_right=sum(label.colour == reading.colour for label, reading in named),
    )


def labelled_pictures(folder: Path) -> list[tuple[Path, tuple[LabelledDie, ...]]]:
    """Every picture of a folder with its labels, in the order of names."""
    records = json.loads((folder / "labels.json").read_text("utf-8"))
    return [
        (
            folder / record["file"],
            tuple(LabelledDie(tuple(d["bbox"]), d["value"], d["colour"]) for d in record["dice"]),
        )
        for record in sorted(records, key=lambda r: str(r["file"]))
    ]


def read_picture(path: Path, labels: tuple[LabelledDie, ...], reader: Reader) -> Outcome:
    """Read one picture; decoding is not timed."""
    pixels = load_picture(path)
    start = perf_counter()
    readings = reader.read(pixels)
    return Outcome(path.name, labels, readings, (perf_counter() - start) * 1000)


def calibration_error(outcomes: Iterable[Outcome], bins: int = 10) -> float:
    """Expected calibration error of the confidences of matched dice, 0 to 1."""
    pairs = [
        (o.readings[k].confidence, o.labels[i].value == o.readings[k].guess)
        for o in outcomes
        for i, k in matches(o.labels, o.readings)
        if o.labels[i].value is not None
    ]
    if not pairs:
        return 0.0
    confidence: npt.NDArray[np.float64] = np.array([c for c, _ in pairs])
    right = np.array([float(r) for _, r in pairs])
    group = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(float((confidence - right)[group == g].sum())) for g in range(bins)]
    return sum(gaps) / len(pairs)


def row(name: str, use: str, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """One line of the table as plain values."""
    total = sum((tally(o) for o in outcomes), Tally())
    share = {
        "found": total.found / max(1, total.dice),
        "right": total.right / max(1, total.dice),
        "unsure": total.unsure / max(1, total.found),
        "wrong_sure_share": total.wrong_sure / max(1, total.dice),
        "false_a_photo": total.false_boxes / max(1, total.photos),
        "exact": total.exact_photos / max(1, total.photos),
        "colour": total.colours_right / total.colours if total.colours else None,
        "calibration_error": calibration_error(outcomes),
        "median_ms": median(o.ms for o in outcomes),
    }
    return {"folder": name, "use": use, "counts": asdict(total), **share}


HEADER = (
    "| folder | use | photos | dice | found | right | unsure | wrong sure | false/photo "
    "| exact | colour | ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def line(entry: dict[str, object]) -> str:
    """One line of the table for people."""
    counts = entry["counts"]
    assert isinstance(counts, dict)
    shares = [_number(entry[k]) for k in ("found", "right", "unsure", "wrong_sure_share",
                                          "false_a_photo", "exact", "colour")]  # fmt: skip
    cells = [str(entry["folder"]), str(entry["use"]), str(counts["photos"]), str(counts["dice"])]
    return "| " + " | ".join([*cells, *shares, f"{entry['median_ms']:.0f}"]) + " |"


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "-"


def measure(root: Path, reader: Reader, folders: Sequence[str]) -> Iterable[dict[str, object]]:
    """The rows of the table, one after the other, and the sums at the end."""
    held_out: list[Outcome] = []
    unseen: list[Outcome] = []
    for name in folders:
        outcomes = [read_picture(*p, reader) for p in labelled_pictures(root / name)]
        if name in TRAIN_FOLDERS:
            kept = [o for n, o in enumerate(outcomes) if is_held_out(n)]
            yield row(name, "in training, 4 of 5", outcomes)
            yield row(name, "held-out fifth", kept)
            held_out += kept
        else:
            yield row(name, "never seen", outcomes)
            unseen += outcomes
    if held_out:
        yield row("all", "held-out fifth", held_out)
    if unseen:
        yield row("all", "never seen", unseen)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--json", action="store_true", help="one JSON object a row")
    parser.add_argument("--only", nargs="*", help="names of folders; all by default")
    parser.add_argument("--baseline", action="store_true", help="measure plain blobs instead")
    options = parser.parse_args()
    reader: Reader = BlobReader() if options.baseline else DiceReader.load()
    names = sorted(p.parent.name for p in options.photos.glob("*/labels.json"))
    chosen = [n for n in names if not options.only or n in options.only]
    if not options.json:
        print(HEADER, flush=True)
    for entry in measure(options.photos, reader, chosen):
        print(json.dumps(entry) if options.json else line(entry), flush=True)


if __name__ == "__main__":
    main()
