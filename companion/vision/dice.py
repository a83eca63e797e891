"""Dice in pictures: where they lie, their top faces, their colours, and how sure that is.

A one-class detector runs over the whole picture at a few sizes; a classifier then looks at every
die in full resolution, since a shrunk picture leaves too few pixels for the pips.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.phrases import phrase
from companion.vision.boxes import INSIDE_ANOTHER, Boxes, overlaps, square_crop, without_doubles
from companion.vision.colour import body_colour
from companion.vision.die_looks import Floats, looked_at_again
from companion.vision.errors import ModelUnavailable
from companion.vision.light import estimate_light
from companion.vision.onnx import Model

_PACKAGE = "vision_models.dice"
_FACES = 6
_NO_DIE = 7


@dataclass(frozen=True, slots=True, eq=False)
class DieReading:
    """A die lying anywhere in a picture: its box in image px and what its top face says."""

    x: float
    y: float
    w: float
    h: float
    guess: int
    confidence: float
    unsure: bool
    colour: str | None
    probabilities: tuple[float, ...]

    @property
    def value(self) -> int | None:
        """The guess, unless it is too doubtful to count."""
        return None if self.unsure else self.guess


@dataclass(frozen=True, slots=True, eq=False)
class SlotReading:
    """One die slot: the probability that it is empty, and the die's face if it is not."""

    empty: float
    guess: int
    confidence: float
    unsure: bool
    colour: str | None
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """The `[detector]` table of `dice.toml`; units and reasons stand there."""

    file: str
    stride_px: int
    multiple_px: int
    size_unit_px: float
    working_areas_px: tuple[int, ...]
    working_edges_px: tuple[float, ...]
    largest_enlargement: float
    smallest_die_px: float
    largest_die_px: float
    centre_probability: float
    same_box: float
    overlap: float
    most_dice: int


@dataclass(frozen=True, slots=True)
class ClassifierSettings:
    """The `[classifier]` table of `dice.toml`; units and reasons stand there."""

    file: str
    side_px: int
    labels: tuple[str, ...]
    crop_over_box: float
    doubt_weight: float
    least_evidence: float
    sized_doubt_weight: float
    sized_least_evidence: float
    sized_edges: tuple[float, float]
    sized_apart_edges: float
    second_look_below: float
    temperature: float
    unsure_below: float
    slot_unsure_below: float
    slot_empty_odds: float


def load_settings() -> tuple[DetectorSettings, ClassifierSettings]:
    """The settings beside the models.

    Raises `ModelUnavailable` if they are missing.
    """
    try:
        text = resources.files(_PACKAGE).joinpath("dice.toml").read_text("utf-8")
    except (ModuleNotFoundError, OSError) as error:
        raise ModelUnavailable(
            phrase("model file {name} of {package} is missing", name="dice.toml", package=_PACKAGE)
        ) from error
    tables = tomllib.loads(text)
    return DetectorSettings(**tables["detector"]), ClassifierSettings(**tables["classifier"])


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Places that might be dice: boxes `(N, 4)` left, top, width, height in image px, the
    detector's probabilities `(N,)` and those of the labels `(N, 8)`."""

    boxes: Boxes
    scores: Floats
    chances: Floats

    def evidence(self, doubt_weight: float) -> Floats:
        """How likely each is a die, 0 to 1, both networks asked."""
        return np.asarray(self.scores * (1 - self.chances[:, _NO_DIE]) ** doubt_weight, np.float32)

    def only(self, chosen: Sequence[int]) -> "Candidates":
        """Some of them, in this order."""
        rows = np.array(chosen, np.intp)
        return Candidates(self.boxes[rows], self.scores[rows], self.chances[rows])


class DiceReader:
    """Reads dice with our two models; one per thread."""

    def __init__(
        self,
        detector: Model,
        classifier: Model,
        settings: tuple[DetectorSettings, ClassifierSettings],
    ) -> None:
        self._detector, self._classifier = detector, classifier
        self._finding, self._naming = settings

    @classmethod
    def load(
        cls, threads: int = 1, settings: tuple[DetectorSettings, ClassifierSettings] | None = None
    ) -> "DiceReader":
        """The shipped models on so many threads, with the shipped settings or others.

        Raises `ModelUnavailable` without ONNX Runtime or without a model file.
        """
        finding, naming = settings or load_settings()
        return cls(
            Model.load(_PACKAGE, finding.file, threads),
            Model.load(_PACKAGE, naming.file, threads),
            (finding, naming),
        )

    def read(self, pixels: Pixels, edge_px: float | None = None) -> tuple[DieReading, ...]:
        """All dice in a picture of any size, from top to bottom, then left to right.

        Where the edge of a die is known, boxes of that size need less evidence.
        """
        readings = self._dice(self.candidates(pixels, edge_px), edge_px)
        return self._coloured(pixels, sorted(readings, key=lambda die: (die.y, die.x)))

    def read_again(
        self, pixels: Pixels, found: Sequence[DieReading], edge_px: float | None = None
    ) -> tuple[DieReading, ...]:
        """The dice of an earlier picture of the same scene, where they lay; gone ones left out.

        No search, which takes ten times as long. Nothing is said of their colours.
        """
        boxes = np.array([(die.x, die.y, die.w, die.h) for die in found], np.float32)
        seen = self._looked_at(pixels, boxes.reshape(-1, 4), np.ones(len(found), np.float32))
        return tuple(self._dice(seen, edge_px))

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        """Die slots from crops centred on them, about 1.6 die edges wide; one batch.

        Nothing is said of their colours.
        """
        if not crops:
            return ()
        chances = self._chances(crops)
        chances[:, _NO_DIE] *= self._naming.slot_empty_odds
        return tuple(self._slot(row) for row in chances / chances.sum(axis=1, keepdims=True))

    def candidates(self, pixels: Pixels, edge_px: float | None = None) -> Candidates:
        """All places that might be dice, likeliest first, before it is decided which are.

        Where the edge of a die is known, they are searched for at the sizes that suit it.

        Of a pip, its die and a heap of dice the detector may like any best: which one is kept is
        decided after the classifier's look.
        """
        seen = self._without_heaps(self._looked_at(pixels, *self._find(pixels, edge_px)))
        order = np.argsort(-seen.evidence(self._naming.doubt_weight), kind="stable")
        kept = without_doubles(seen.boxes[order], self._finding.overlap)
        return seen.only([int(k) for k in order[kept]])

    def _without_heaps(self, seen: Candidates) -> Candidates:
        """Without boxes in which several dice are told more surely than the whole."""
        evidence = seen.evidence(self._naming.doubt_weight)
        sure = seen.chances[:, :_FACES].max(axis=1, initial=0)
        likely = np.nonzero(evidence >= self._naming.least_evidence)[0]
        dice = likely[np.argsort(-evidence[likely], kind="stable")]
        heaps = {
            int(k) for k in likely if len(self._told_within(seen.boxes, int(k), dice, sure)) > 1
        }
        return seen.only([k for k in range(len(evidence)) if k not in heaps])

    def _told_within(
        self, boxes: Boxes, whole: int, dice: npt.NDArray[np.intp], sure: Floats
    ) -> list[int]:
        """Of `dice`, likeliest first, those within a box that are surer than it, each once."""
        _, smaller = overlaps(boxes[whole], boxes[dice])
        areas = boxes[:, 2:].prod(axis=1)
        inner = (smaller > INSIDE_ANOTHER) & (2 * areas[dice] < areas[whole])
        within = dice[inner & (sure[dice] > sure[whole])]
        return without_doubles(boxes[within], self._finding.overlap)

    def _looked_at(self, pixels: Pixels, boxes: Boxes, scores: Floats) -> Candidates:
        """Boxes `(N, 4)`, image px, with `scores` as from `_find`, after the classifier's look."""
        sides = boxes[:, 2:].max(axis=1, initial=0) * self._naming.crop_over_box
        middles = boxes[:, :2] + boxes[:, 2:] / 2
        crops = [
            square_crop(pixels, float(x), float(y), float(side))
            for (x, y), side in zip(middles, sides, strict=True)
        ]
        return Candidates(boxes, scores, self._chances(crops))

    def _dice(self, seen: Candidates, edge_px: float | None) -> list[DieReading]:
        """Those with enough evidence."""
        evidence = seen.evidence(self._naming.doubt_weight)
        dice = [k for k in range(len(evidence)) if evidence[k] >= self._naming.least_evidence]
        if edge_px is not None:
            dice = self._with_sized(seen, dice, edge_px)
        return [self._die(seen.boxes[k], seen.chances[k]) for k in dice]

    def _with_sized(self, seen: Candidates, dice: Sequence[int], edge_px: float) -> list[int]:
        """With those that have the size of a die and lie apart from all others."""
        naming, found = self._naming, list(dice)
        evidence = seen.evidence(naming.sized_doubt_weight)
        middles = seen.boxes[:, :2] + seen.boxes[:, 2:] / 2
        edges = seen.boxes[:, 2:].max(axis=1, initial=0) / edge_px
        least, most = naming.sized_edges
        fits = (edges >= least) & (edges <= most) & (evidence >= naming.sized_least_evidence)
        for k in np.argsort(-evidence, kind="stable"):
            away = np.linalg.norm(middles[found] - middles[k], axis=1) / edge_px
            if fits[k] and away.min(initial=np.inf) >= naming.sized_apart_edges:
                found.append(int(k))
        return found

    def _die(self, box: Floats, chances: Floats) -> DieReading:
        x, y, w, h = (float(v) for v in box)
        guess, confidence, faces = _best_face(chances)
        unsure = confidence < self._naming.unsure_below
        return DieReading(x, y, w, h, guess, confidence, unsure, None, faces)

    def _slot(self, chances: Floats) -> SlotReading:
        guess, confidence, faces = _best_face(chances)
        unsure = confidence < self._naming.slot_unsure_below
        return SlotReading(float(chances[_NO_DIE]), guess, confidence, unsure, None, faces)

    def _chances(self, crops: Sequence[Pixels]) -> Floats:
        """Probabilities `(N, 8)`; doubtful crops are looked at again, in other ways."""
        if not crops:
            return np.zeros((0, len(self._naming.labels)), np.float32)
        chances = self._classify(crops)
        doubtful = np.nonzero(chances.max(axis=1) < self._naming.second_look_below)[0]
        if len(doubtful):
            again = [crops[int(k)] for k in doubtful]
            chances[doubtful] = looked_at_again(again, self._classify, _FACES)
        return chances

    def _classify(self, crops: Sequence[Pixels]) -> Floats:
        """Probabilities `(N, 8)` of the labels."""
        side = self._naming.side_px
        batch = np.stack([resized(crop, side, side) for crop in crops])
        logits = self._classifier(batch) / self._naming.temperature
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)

    def _coloured(self, pixels: Pixels, dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """The dice with the colours they would have in daylight."""
        if not dice:
            return ()
        light, over = estimate_light(pixels), self._naming.crop_over_box
        return tuple(
            replace(die, colour=body_colour(_cut(pixels, die, over), over, light)) for die in dice
        )

    def _find(self, pixels: Pixels, edge_px: float | None) -> tuple[Boxes, Floats]:
        """Boxes `(N, 4)` left, top, width, height, image px, and probabilities, likeliest first."""
        h, w = pixels.shape[:2]
        parts, seen = [], pixels
        for scale in self._scales(pixels, edge_px):
            seen = resized(seen, max(1, round(w * scale)), max(1, round(h * scale)))
            boxes, scores = self._find_in(seen)
            to_image = np.tile(np.array([w, h], np.float32) / seen.shape[1::-1], 2)
            parts.append((boxes * to_image, scores))
        boxes = np.concatenate([boxes for boxes, _ in parts])
        scores = np.concatenate([scores for _, scores in parts])
        order = np.argsort(-scores, kind="stable")[: 2 * self._finding.most_dice]
        same = self._finding.same_box
        kept = without_doubles(boxes[order], same, inside=1.0)[: self._finding.most_dice]
        return boxes[order][kept], scores[order][kept]

    def _scales(self, pixels: Pixels, edge_px: float | None) -> list[float]:
        area, limit = pixels.shape[0] * pixels.shape[1], self._finding.largest_enlargement
        if edge_px is None:
            wanted = [(a / area) ** 0.5 for a in self._finding.working_areas_px]
        else:
            wanted = [edge / edge_px for edge in self._finding.working_edges_px]
        return sorted({min(limit, scale) for scale in wanted}, reverse=True)

    def _find_in(self, seen: Pixels) -> tuple[Boxes, Floats]:
        """Boxes `(N, 4)` in px of a picture of a working size, and their probabilities `(N,)`."""
        height, width = seen.shape[:2]
        step = self._finding.multiple_px
        padded = cv2.copyMakeBorder(seen, 0, -height % step, 0, -width % step, cv2.BORDER_REPLICATE)
        boxes, scores = self._peaks(self._detector(np.asarray(padded, np.uint8)[None])[0])
        size = boxes[:, 2:].max(axis=1)
        fits = (size >= self._finding.smallest_die_px) & (size <= self._finding.largest_die_px)
        return boxes[fits], scores[fits]

    def _peaks(self, maps: Floats) -> tuple[Boxes, Floats]:
        """Local maxima of the centre map as boxes in working px, with probabilities."""
        heat = 1 / (1 + np.exp(-maps[0]))
        ridge = np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)))
        rows, columns = np.nonzero((heat == ridge) & (heat > self._finding.centre_probability))
        log_size, offset = maps[1:3, rows, columns], maps[3:5, rows, columns]
        size = np.exp(np.clip(log_size, -3, 3)) * self._finding.size_unit_px
        cells = np.stack([columns, rows]) + 0.5 + offset
        corner = cells * self._finding.stride_px - size / 2
        return np.concatenate([corner, size]).T.astype(np.float32), heat[rows, columns]


def resized(pixels: Pixels, width: int, height: int) -> Pixels:
    """The picture at another size, without aliasing: halved until the last step is less than that.

    Halving by interpolation is the mean of four px; OpenCV's own way for any size takes 15 times
    as long.
    """
    h, w = pixels.shape[:2]
    while w > 2 * width or h > 2 * height:
        w, h = max(width, (w + 1) // 2), max(height, (h + 1) // 2)
        pixels = np.asarray(cv2.resize(pixels, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    shape = (width, height)
    return np.asarray(cv2.resize(pixels, shape, interpolation=cv2.INTER_LINEAR), np.uint8)


def _cut(pixels: Pixels, die: DieReading, over: float) -> Pixels:
    """The square about a die, `over` times as wide as its box."""
    side = max(die.w, die.h) * over
    return square_crop(pixels, die.x + die.w / 2, die.y + die.h / 2, side)


def _best_face(chances: Floats) -> tuple[int, float, tuple[float, ...]]:
    """Likeliest face 1-6, its probability, and the probabilities of all six."""
    faces = tuple(float(p) for p in chances[:_FACES])
    guess = int(np.argmax(chances[:_FACES])) + 1
    return guess, faces[guess - 1], faces
