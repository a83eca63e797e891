"""Pictures of what went right and wrong: confusion matrix, reliability curve, sheets of mistakes.

Drawn with OpenCV alone. The sheets show parts of photographs that must not be published, so
nothing is written into the repository.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.boxes import square_crop
from companion.vision.picture import load_picture
from vision_models.dice.scoring import (
    Box,
    Outcome,
    box_of,
    confidences,
    false_readings,
    matches,
    readable_pairs,
)

REPOSITORY = Path(__file__).resolve().parents[2]
TILE_PX, CAPTION_PX, COLUMNS = 112, 16, 12
MOST_TILES = 240
AROUND = 2.0
"""Side of a tile over the longer side of the box: a mistake is understood with what lies round."""
BINS = 10
_INK, _PAPER, _BLUE, _RED = (30, 30, 30), 255, (190, 120, 40), (40, 40, 200)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: `kind` names its sheet, `sure` orders it, the worst first."""

    kind: str
    source: str
    picture: str
    box: Box
    caption: str
    sure: float


def write_all(results: Mapping[str, Sequence[Outcome]], photos: Path, folder: Path) -> list[Path]:
    """The plots of the results by source; pictures lie in `photos/SOURCE`.

    Raises `ValueError` for a folder within the repository.
    """
    if folder.resolve().is_relative_to(REPOSITORY):
        raise ValueError(f"{folder} lies in the repository: these photographs may not go there")
    folder.mkdir(parents=True, exist_ok=True)
    everything = [outcome for outcomes in results.values() for outcome in outcomes]
    pages = {
        "confusion.png": draw_confusion(confusion(everything)),
        "reliability.png": draw_reliability(everything),
        **_sheets(mistakes(results), photos),
    }
    for name, page in pages.items():
        (folder / name).write_bytes(bytes(cv2.imencode(".png", page)[1]))
    return [folder / name for name in pages]


def confusion(outcomes: Iterable[Outcome]) -> npt.NDArray[np.int64]:
    """Counts `(6, 7)`: the true face, and the guess 1-6 or, last, that the die was missed."""
    counts = np.zeros((6, 7), np.int64)
    for outcome in outcomes:
        found = {id(label): reading.guess for label, reading in readable_pairs(outcome)}
        for label in outcome.labels:
            if label.value is not None:
                counts[label.value - 1, found.get(id(label), 7) - 1] += 1
    return counts


def reliability(outcomes: Iterable[Outcome]) -> list[tuple[float, float, int]]:
    """For every group of like confidences their mean, the share of right guesses and the count."""
    confidence, right = confidences(outcomes)
    group = np.minimum((confidence * BINS).astype(int), BINS - 1)
    return [
        (float(confidence[group == g].mean()), float(right[group == g].mean()), int(count))
        for g in range(BINS)
        if (count := np.count_nonzero(group == g))
    ]


def mistakes(results: Mapping[str, Sequence[Outcome]]) -> list[Mistake]:
    """Every wrong face, missed die and false box."""
    return [
        mistake
        for source, outcomes in results.items()
        for outcome in outcomes
        for mistake in _mistakes(source, outcome)
    ]


def _mistakes(source: str, outcome: Outcome) -> Iterable[Mistake]:
    for label, r in readable_pairs(outcome):
        if label.value != r.guess:
            kind = "wrong_unsure" if r.unsure else "wrong_sure"
            words = f"{label.value} read {r.guess} {r.confidence:.2f}"
            yield Mistake(kind, source, outcome.name, box_of(r), words, r.confidence)
    found = {i for i, _ in matches(outcome.labels, outcome.readings)}
    for i, label in enumerate(outcome.labels):
        if label.value is not None and i not in found:
            yield Mistake("missed", source, outcome.name, label.box, f"{label.value} missed", 0.0)
    for r in false_readings(outcome):
        words = f"no die {r.guess} {r.confidence:.2f}{'?' if r.unsure else ''}"
        yield Mistake("false", source, outcome.name, box_of(r), words, r.confidence)


def _sheets(found: Sequence[Mistake], photos: Path) -> dict[str, Pixels]:
    sheets = {}
    for kind in sorted({mistake.kind for mistake in found}):
        worst = sorted((m for m in found if m.kind == kind), key=lambda m: -m.sure)[:MOST_TILES]
        worst.sort(key=lambda m: (m.source, m.picture))  # each picture is loaded once
        sheets[f"{kind}.png"] = sheet(worst, photos)
    return sheets


def sheet(shown: Sequence[Mistake], photos: Path) -> Pixels:
    """Cuts of the photographs with what was true and what was read."""
    rows = -(-len(shown) // COLUMNS)
    high = TILE_PX + 2 * CAPTION_PX
    page = np.full((rows * high, COLUMNS * (TILE_PX + 4), 3), _PAPER, np.uint8)
    load = lru_cache(1)(load_picture)
    for n, mistake in enumerate(shown):
        top, left = n // COLUMNS * high, n % COLUMNS * (TILE_PX + 4)
        tile = _tile(load(photos / mistake.source / mistake.picture), mistake.box)
        page[top : top + TILE_PX, left : left + TILE_PX] = tile
        _write(page, mistake.caption, (left, top + TILE_PX + 11), 0.36)
        _write(page, f"{mistake.source}", (left, top + TILE_PX + 25), 0.32)
    return page


def _tile(pixels: Pixels, box: Box) -> Pixels:
    x, y, w, h = box
    side = AROUND * max(w, h)
    crop = square_crop(pixels, x + w / 2, y + h / 2, side)
    tile = cv2.resize(crop, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA)
    half = np.array([w, h]) / side * TILE_PX / 2
    low, high = TILE_PX / 2 - half, TILE_PX / 2 + half
    cv2.rectangle(
        tile, (round(low[0]), round(low[1])), (round(high[0]), round(high[1])), (0, 255, 0), 1
    )
    return np.asarray(tile, np.uint8)


def draw_confusion(counts: npt.NDArray[np.int64]) -> Pixels:
    """The counts as a table, mistakes the redder the more of a row they are."""
    cell = 64
    page = np.full((7 * cell, 8 * cell, 3), _PAPER, np.uint8)
    for column, name in enumerate([*"123456", "missed"]):
        _write(page, name, ((column + 1) * cell + 8, cell // 2), 0.5)
    for row, line in enumerate(counts):
        top = (row + 1) * cell
        _write(page, f"is {row + 1}", (8, top + cell // 2), 0.5)
        for column, count in enumerate(line):
            share = float(count) / max(1, int(line.sum()))
            tint = (255, 255 - 110 * share, 255 - 160 * share) if row == column else (
                255 * (1 - min(1.0, 8 * share)),) * 2 + (255,)  # fmt: skip
            left = (column + 1) * cell
            cv2.rectangle(page, (left, top), (left + cell - 2, top + cell - 2), tint, -1)
            _write(page, str(count), (left + 8, top + cell // 2), 0.5)
    return page


def draw_reliability(outcomes: Iterable[Outcome]) -> Pixels:
    """Share of right guesses over the confidence said; on the diagonal they are equal."""
    side, edge = 440, 50
    page = np.full((side + 2 * edge, side + 2 * edge, 3), _PAPER, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return edge + round(x * side), edge + side - round(y * side)

    cv2.rectangle(page, at(0, 1), at(1, 0), _INK, 1)
    cv2.line(page, at(0, 0), at(1, 1), (180, 180, 180), 1, cv2.LINE_AA)
    points = reliability(outcomes)
    for (x, y, _), (x2, y2, _) in pairwise(points):
        cv2.line(page, at(x, y), at(x2, y2), _BLUE, 2, cv2.LINE_AA)
    for x, y, count in points:
        cv2.circle(page, at(x, y), 4, _RED, -1, cv2.LINE_AA)
        across, down = at(x, y)
        _write(page, str(count), (across - 34, down - 8), 0.4)
    _write(page, "confidence said", (edge + side // 2 - 60, edge + side + 30), 0.5)
    _write(page, "share of right guesses", (edge, edge - 14), 0.5)
    return page


def _write(page: Pixels, words: str, at: tuple[int, int], size: float) -> None:
    cv2.putText(page, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)
