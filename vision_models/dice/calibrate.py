"""Fit the temperature, so that a confidence is the share of right guesses.

`python -m vision_models.dice.calibrate --photos DIR` reads the held-out pictures of the training
folders with the present models and prints the temperature for `dice.toml`.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.vision.dice import DiceReader, load_settings
from vision_models.dice.evaluate import labelled_pictures, read_picture
from vision_models.dice.photos import TRAIN_FOLDERS, is_held_out
from vision_models.dice.scoring import Outcome, matches

TEMPERATURES = np.geomspace(0.4, 4.0, 93)
Floats = npt.NDArray[np.float64]


def held_out(root: Path, reader: DiceReader) -> list[Outcome]:
    """What the reader makes of the held-out pictures."""
    return [
        read_picture(*picture, reader)
        for folder in TRAIN_FOLDERS
        for n, picture in enumerate(labelled_pictures(root / folder))
        if is_held_out(n)
    ]


def readable(outcomes: list[Outcome]) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Probabilities `(N, 7)` of the faces and of the rest, and the true faces 0-5 `(N,)`."""
    rows, truth = [], []
    for outcome in outcomes:
        for i, k in matches(outcome.labels, outcome.readings):
            value = outcome.labels[i].value
            if value is not None:
                faces = outcome.readings[k].probabilities
                rows.append([*faces, max(1e-6, 1 - sum(faces))])
                truth.append(value - 1)
    return np.array(rows), np.array(truth)


def surprise(chances: Floats, truth: npt.NDArray[np.int64], temperature: float) -> float:
    """Mean negative logarithm of the probability of the truth at this temperature."""
    heated = np.clip(chances, 1e-9, 1) ** (1 / temperature)
    heated /= heated.sum(axis=1, keepdims=True)
    return float(-np.log(heated[np.arange(len(truth)), truth]).mean())


def main() -> None:
    """Print the best temperature."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    options = parser.parse_args()
    finding, naming = load_settings()
    reader = DiceReader.load(settings=(finding, replace(naming, temperature=1.0)))
    chances, truth = readable(held_out(options.photos, reader))
    best = min(TEMPERATURES, key=lambda t: surprise(chances, truth, float(t)))
    print(f"{len(truth)} dice: temperature = {best:.2f}")


if __name__ == "__main__":
    main()
