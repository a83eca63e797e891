"""Readings against labels: which box means which die, and what of it counts as right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from companion.vision.dice import DieReading

LEAST_OVERLAP = 0.4
"""Intersection over union from which a box is the labelled one."""
SIZE_FACTOR = 2.2
"""Else: each middle in the other box and sizes within this factor."""
FEW_DICE = 6
"""A photograph of so many dice or fewer is a roll that a player checks at a glance."""
SMALL_SOURCE = 100
"""Sources with fewer readable dice are counted together: one die would be a point or more."""
POOL = "small sources"
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One label: box left, top, width, height px; `value` is `None` for an unreadable die."""

    box: Box
    value: int | None
    colour: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One picture: what stands in it and what was read.

    `on_true_boxes` holds the guess for each label when its box is given, `None` where the reader
    sees no die; it is empty for a reader that cannot be given boxes.
    """

    name: str
    labels: tuple[LabelledDie, ...]
    readings: tuple[DieReading, ...]
    ms: float
    on_true_boxes: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some pictures; `wrong_sure` are wrong values given without doubt.

    `right_by_middle` also counts dice whose label is of another size: see `right_by_middle`.
    """

    photos: int = 0
    dice: int = 0
    found: int = 0
    right: int = 0
    right_by_middle: int = 0
    unsure: int = 0
    wrong_sure: int = 0
    false_boxes: int = 0
    exact_photos: int = 0
    few_photos: int = 0
    few_exact: int = 0
    boxes_given: int = 0
    boxes_right: int = 0
    colours: int = 0
    colours_right: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


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


def box_of(reading: DieReading) -> Box:
    """Left, top, width, height px."""
    return (reading.x, reading.y, reading.w, reading.h)


def paired(labels: Sequence[Box], boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs (label, box) that mean the same die, one to one, best overlap first."""
    pairs = [
        (overlap(label, box), i, k)
        for i, label in enumerate(labels)
        for k, box in enumerate(boxes)
        if is_same_die(label, box)
    ]
    chosen: list[tuple[int, int]] = []
    for _, i, k in sorted(pairs, reverse=True):
        if all(i != a and k != b for a, b in chosen):
            chosen.append((i, k))
    return chosen


def matches(labels: Sequence[LabelledDie], readings: Sequence[DieReading]) -> list[tuple[int, int]]:
    """Pairs (label, reading), as `paired`."""
    return paired([label.box for label in labels], [box_of(reading) for reading in readings])


def readable_pairs(outcome: Outcome) -> list[tuple[LabelledDie, DieReading]]:
    """The found dice whose face is known, each with what was read."""
    pairs = matches(outcome.labels, outcome.readings)
    told = [(outcome.labels[i], outcome.readings[k]) for i, k in pairs]
    return [(label, reading) for label, reading in told if label.value is not None]


def right_by_middle(outcome: Outcome) -> int:
    """Labels read right, also where only the label's middle lies in a box that is left over.

    Some sources draw their boxes round the pips: a one is then so much smaller than its die that
    the two boxes do not match, however well the die is read.
    """
    right = sum(label.value == reading.guess for label, reading in readable_pairs(outcome))
    met = {i for i, _ in matches(outcome.labels, outcome.readings)}
    left = false_readings(outcome)
    for i, label in enumerate(outcome.labels):
        box = next((r for r in left if i not in met and _has_middle(box_of(r), label.box)), None)
        if box is not None:
            left.remove(box)
            right += label.value == box.guess
    return right


def false_readings(outcome: Outcome) -> list[DieReading]:
    """Boxes where no die is labelled, unsure ones too."""
    used = {k for _, k in matches(outcome.labels, outcome.readings)}
    return [reading for k, reading in enumerate(outcome.readings) if k not in used]


def tally(outcome: Outcome) -> Tally:
    """Count one picture. Unreadable labels and the boxes on them count neither way."""
    told = readable_pairs(outcome)
    dice = sum(label.value is not None for label in outcome.labels)
    right = sum(label.value == reading.guess for label, reading in told)
    false_boxes = len(false_readings(outcome))
    exact = int(right == dice and not false_boxes)
    few = dice <= FEW_DICE
    given = [
        label.value == guess
        for label, guess in zip(outcome.labels, outcome.on_true_boxes, strict=False)
        if label.value is not None
    ]
    named = [(d, r) for d, r in told if d.colour is not None]
    return Tally(
        photos=1,
        dice=dice,
        found=len(told),
        right=right,
        right_by_middle=right_by_middle(outcome),
        unsure=sum(reading.unsure for _, reading in told),
        wrong_sure=sum(r.value not in (None, label.value) for label, r in told),
        false_boxes=false_boxes,
        exact_photos=exact,
        few_photos=int(few),
        few_exact=int(few and exact),
        boxes_given=len(given),
        boxes_right=sum(given),
        colours=len(named),
        colours_right=sum(label.colour == reading.colour for label, reading in named),
    )


def total(outcomes: Iterable[Outcome]) -> Tally:
    """The counts of several pictures together."""
    return sum((tally(outcome) for outcome in outcomes), Tally())


def pooled(sources: Mapping[str, Tally], every: int = 1) -> dict[str, Tally]:
    """The sources, small ones joined to one named `POOL`; of each every so-manieth picture."""
    large = {name: t for name, t in sources.items() if t.dice * every >= SMALL_SOURCE}
    small = [t for name, t in sources.items() if name not in large]
    return large | ({POOL: sum(small, Tally())} if small else {})


def calibration_error(outcomes: Iterable[Outcome], bins: int = 10) -> float:
    """Expected calibration error of the confidences of found dice, 0 to 1."""
    confidence, right = confidences(outcomes)
    if not len(right):
        return 0.0
    group = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(float((confidence - right)[group == g].sum())) for g in range(bins)]
    return sum(gaps) / len(right)


def confidences(
    outcomes: Iterable[Outcome],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Confidence `(N,)` of every found die, and 1 where its guess is right, else 0."""
    pairs = [pair for outcome in outcomes for pair in readable_pairs(outcome)]
    return (
        np.array([reading.confidence for _, reading in pairs], np.float64),
        np.array([float(label.value == reading.guess) for label, reading in pairs], np.float64),
    )
