"""Choose what counts as a die and how far an answer is believed, on pictures not trained on.

`python -m vision_models.dice.calibrate --photos DIR --run RUN` reads the held-out pictures of the
training folders, the held-out boards and fresh drawings without dice, and writes `dice.toml` into
the run: the weight of doubt and the least evidence that leave `FALSE_A_PHOTO` at the least loss of
dice, the temperature that makes confidences true, and the confidence below which to ask.
Only folders whose labels are whole and right have a say, except on the dice found. Drawings, made
hard on purpose, have a limit of their own.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.dice import DiceReader, load_settings
from companion.vision.onnx import Model
from companion.vision.picture import load_picture
from vision_models.dice import faults, samples, surfaces
from vision_models.dice.cutouts import UNREADABLE, Cutout, lay, rendered
from vision_models.dice.evaluate import labelled_pictures
from vision_models.dice.photos import BARE_FOLDERS, TRAIN_FOLDERS, is_held_out, is_held_out_board
from vision_models.dice.scoring import Box, LabelledDie, paired

HERE = Path(__file__).parent
FALSE_A_PHOTO = 0.03  # other tables are harder than those held out
FALSE_A_DRAWING = 0.1  # drawings are harder than any table
WRONG_GIVEN = 0.016
"""Of the dice found: wrong values that no one is asked about. More than half of these are no
misreadings: labels that name another face than one sees, dice from the side, drawn pictures."""
DRAWINGS = 80
CLEAN = ("dicewatcher", "aws", "damiantab", "distractors")
"""Folders whose labels are whole and right: a box where no label is, is false there."""
WEIGHTS = (1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0)
TEMPERATURES = np.geomspace(0.4, 4.0, 93)
THRESHOLDS = np.arange(0.5, 0.96, 0.01)
LOWEST_CENTRE = 0.12
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """One picture to choose on; `clean` if its labels are whole and right."""

    pixels: Pixels
    labels: tuple[LabelledDie, ...]
    clean: bool
    drawn: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One picture: the candidates' scores and chances `(N, 8)`, and what they are: the true face
    1-6, 0 an unreadable die, -1 no die."""

    scores: Floats
    chances: Floats
    truth: npt.NDArray[np.int64]
    dice: int
    clean: bool
    drawn: bool = False

    def evidence(self, weight: float) -> Floats:
        """How likely each candidate is a die with this weight of doubt, as the reader reckons."""
        return np.asarray(self.scores * (1 - self.chances[:, 7]) ** weight)


def pictures(root: Path, without: str | None) -> Iterator[Labelled]:
    """Held-out pictures with their labels, and whether these are whole; one folder left out."""
    for folder in (f for f in TRAIN_FOLDERS if f != without):
        for n, (path, labels) in enumerate(labelled_pictures(root / folder)):
            if is_held_out(n):
                yield Labelled(load_picture(path), labels, folder in CLEAN)
    boards = root.parent / "tokens" / BARE_FOLDERS[1] / "images"
    for path in sorted(boards.glob("*.jpg")):
        if is_held_out_board(path):
            yield Labelled(load_picture(path), (), clean=True)
    dice, _ = rendered()
    for number in range(DRAWINGS):
        yield drawing(dice, number, 0)
        yield drawing(dice, number, 8)


def drawing(dice: Sequence[Cutout], number: int, most: int) -> Labelled:
    """Things, and at most so many rendered dice, some side by side, on a drawn surface."""
    rng = np.random.default_rng((77, number, most))
    pixels = surfaces.background(480, 640, rng)
    edge = float(rng.uniform(18, 70))
    samples.strew(pixels, edge, rng)
    labels: list[LabelledDie] = []
    middles: list[tuple[float, float]] = []
    x, y = rng.uniform((100, 100), (540, 380))
    for _ in range(int(rng.integers(0, most + 1))):
        if rng.random() < 0.6:
            x, y = rng.uniform((40, 40), (600, 440))
        else:
            turn = rng.uniform(0, 2 * np.pi)
            x, y = x + 1.05 * edge * np.cos(turn), y + 1.05 * edge * np.sin(turn)
        if any(np.hypot(x - a, y - b) < edge for a, b in middles):
            continue
        middles.append((float(x), float(y)))
        die = dice[int(rng.integers(len(dice)))]
        left, top, w, h = lay(pixels, die, rng, (float(x), float(y), edge))
        if w and h:
            value = die.value if die.value != UNREADABLE else None
            labels.append(LabelledDie((left, top, w, h), value, None))
    return Labelled(faults.spoil(pixels, rng, 1.3, 0.6), tuple(labels), clean=True, drawn=True)


def look(reader: DiceReader, picture: Labelled) -> Seen:
    """What the reader's networks say about one picture."""
    found = reader.candidates(picture.pixels)
    boxes: list[Box] = [(float(x), float(y), float(w), float(h)) for x, y, w, h in found.boxes]
    truth = np.full(len(boxes), -1)
    for i, k in paired([label.box for label in picture.labels], boxes):
        truth[k] = picture.labels[i].value or 0
    dice = sum(label.value is not None for label in picture.labels)
    return Seen(found.scores.astype(float), found.chances.astype(float), truth, dice,
                picture.clean, picture.drawn)  # fmt: skip


def choose_evidence(seen: Sequence[Seen]) -> tuple[float, float, float]:
    """Weight of doubt, least evidence, and the share of the dice found with them."""
    dice = max(1, sum(s.dice for s in seen))
    best = (1.0, 1.0, -1.0)
    for weight in WEIGHTS:
        evidence = [s.evidence(weight) for s in seen]
        false = [(e[s.truth < 0], s.drawn) for e, s in zip(evidence, seen, strict=True) if s.clean]
        least = max(_limit([e for e, d in false if not d], FALSE_A_PHOTO),
                    _limit([e for e, d in false if d], FALSE_A_DRAWING))  # fmt: skip
        found = sum(int((e[s.truth > 0] >= least).sum())
                    for e, s in zip(evidence, seen, strict=True)) / dice  # fmt: skip
        if found > best[2]:
            best = (weight, least, found)
    return best


def _limit(false: Sequence[Floats], share: float) -> float:
    """The evidence that at most this many false boxes a picture exceed."""
    falling = np.sort(np.concatenate([*false, np.zeros(1)]))[::-1]
    return float(falling[min(int(share * len(false)), len(falling) - 1)]) + 1e-4


def believed(seen: Sequence[Seen], weight: float, least: float) -> tuple[Floats, Floats]:
    """Chances `(N, 8)` of the readable dice that pass, and their true faces 0-5 `(N,)`."""
    kept = [(s, (s.truth > 0) & (s.evidence(weight) >= least)) for s in seen]
    return (np.concatenate([s.chances[k] for s, k in kept]),
            np.concatenate([s.truth[k] - 1 for s, k in kept]))  # fmt: skip


def heated(chances: Floats, temperature: float) -> Floats:
    """Chances at another temperature."""
    warm = np.clip(chances, 1e-9, 1) ** (1 / temperature)
    return np.asarray(warm / warm.sum(axis=1, keepdims=True))


def surprise(chances: Floats, truth: Floats, temperature: float) -> float:
    """Mean negative logarithm of the probability of the truth at this temperature."""
    warm = heated(chances, temperature)
    return float(-np.log(warm[np.arange(len(truth)), truth.astype(int)]).mean())


def choose_doubt(chances: Floats, truth: Floats) -> float:
    """The least confidence to believe, so that few wrong values pass unasked."""
    confidence, right = chances[:, :6].max(axis=1), chances[:, :6].argmax(axis=1) == truth
    for least in THRESHOLDS:
        if float((~right & (confidence >= least)).mean()) <= WRONG_GIVEN:
            return float(least)
    return float(THRESHOLDS[-1])


def read_all(root: Path, run: Path, without: str | None) -> list[Seen]:
    """All pictures seen by the run's networks, at temperature 1."""
    finding, naming = load_settings()
    finding = replace(finding, centre_probability=LOWEST_CENTRE)
    naming = replace(naming, temperature=1.0)
    detector, classifier = (Model.from_file(run / s.file, 1) for s in (finding, naming))
    reader = DiceReader(detector, classifier, (finding, naming))
    return [look(reader, picture) for picture in pictures(root, without)]


def with_values(toml: str, values: dict[str, float]) -> str:
    """The text with these numbers in place of those that stand there."""
    for key, value in values.items():
        toml, count = re.subn(rf"(?m)^{key} = [\d.]+", f"{key} = {value:g}", toml)
        assert count == 1, key
    return toml


def main() -> None:
    """Write `dice.toml` into the run and say what was chosen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--run", type=Path, required=True, help="folder of the models")
    parser.add_argument("--without", help="a folder of photographs to leave out")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    cool = read_all(options.photos, options.run, options.without)
    known = believed([s for s in cool if s.clean], 1.0, 0.3)
    temperature = min(TEMPERATURES, key=lambda t: surprise(*known, float(t)))
    seen = [replace(s, chances=heated(s.chances, float(temperature))) for s in cool]
    weight, least, found = choose_evidence(seen)
    chances, truth = believed([s for s in seen if s.clean], weight, least)
    values = {
        "doubt_weight": weight,
        "least_evidence": round(least, 3),
        "centre_probability": round(max(LOWEST_CENTRE, least), 3),
        "temperature": round(float(temperature), 2),
        "unsure_below": round(choose_doubt(chances, truth), 2),
    }
    text = (HERE / "dice.toml").read_text("utf-8")
    (options.run / "dice.toml").write_text(with_values(text, values), "utf-8")
    print(f"{sum(s.dice for s in seen)} dice, {found:.3f} found; {values}")


if __name__ == "__main__":
    main()
