"""Measure the dice reader on labelled photographs: `python -m vision_models.dice.evaluate --help`.

Folders kept for measuring are read with the shipped models, which never saw them. Folders that
were trained on are measured with models that never saw that folder, where `--left-out` has them;
else all their pictures, and those kept out of training, which flatter. At the end stands what was
wanted and what was reached, over the sources that the models never saw.
"""

import argparse
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Protocol

import cv2

from companion.camera.frame import Pixels
from companion.vision.dice import (
    ClassifierSettings,
    DetectorSettings,
    DiceReader,
    DieReading,
    load_settings,
)
from companion.vision.onnx import Model
from companion.vision.picture import load_picture
from vision_models.dice import plots, targets
from vision_models.dice.baseline import BlobReader
from vision_models.dice.photos import TRAIN_FOLDERS, is_held_out
from vision_models.dice.scoring import (
    Box,
    LabelledDie,
    Outcome,
    Tally,
    box_of,
    calibration_error,
    total,
)

NEVER_SEEN, LEFT_OUT = "never seen", "left out"
IN_TRAINING, HELD_OUT = "in training, 4 of 5", "held-out fifth"
UNSEEN = (NEVER_SEEN, LEFT_OUT)
BLOBS, MODELS = "blobs", "models"
_UNKNOWN = DieReading(0.0, 0.0, 0.0, 0.0, 1, 0.0, True, None, (0.0,) * 6)


class Reader(Protocol):
    """Anything that reads free dice."""

    def read(self, pixels: Pixels) -> tuple[DieReading, ...]:
        """All dice of a picture."""


class FaceReader(Protocol):
    """Anything that can be told where the dice lie."""

    def read_again(self, pixels: Pixels, found: Sequence[DieReading]) -> tuple[DieReading, ...]:
        """The dice in these boxes."""


@dataclass(frozen=True, slots=True, eq=False)
class Readers:
    """What is measured: `free` searches a picture, `faces` is given the labelled boxes."""

    name: str
    free: Reader
    faces: FaceReader | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One line of the table: some pictures of one source, read by one reader."""

    source: str
    use: str
    reader: str
    outcomes: tuple[Outcome, ...]

    @property
    def counts(self) -> Tally:
        """All its pictures together."""
        return total(self.outcomes)


def blobs() -> Readers:
    """The usual tutorial's reader."""
    return Readers(BLOBS, BlobReader())


def models(folder: Path | None = None) -> Readers:
    """Our models: the shipped ones, or those of a folder (with its `dice.toml`, if it has one)."""
    finding, naming = _settings(folder)
    parts = _networks(folder, finding, naming)
    believing = replace(naming, least_evidence=0.0)  # a labelled box holds a die
    return Readers(
        MODELS, DiceReader(*parts, (finding, naming)), DiceReader(*parts, (finding, believing))
    )


def _settings(folder: Path | None) -> tuple[DetectorSettings, ClassifierSettings]:
    if folder is None or not (folder / "dice.toml").is_file():
        return load_settings()
    tables = tomllib.loads((folder / "dice.toml").read_text("utf-8"))
    return DetectorSettings(**tables["detector"]), ClassifierSettings(**tables["classifier"])


def _networks(
    folder: Path | None, finding: DetectorSettings, naming: ClassifierSettings
) -> tuple[Model, Model]:
    if folder is None:
        package = "vision_models.dice"
        return Model.load(package, finding.file, 1), Model.load(package, naming.file, 1)
    return Model.from_file(folder / finding.file, 1), Model.from_file(folder / naming.file, 1)


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


def read_picture(
    path: Path, labels: tuple[LabelledDie, ...], reader: Reader, faces: FaceReader | None = None
) -> Outcome:
    """Read one picture; decoding is not timed."""
    pixels = load_picture(path)
    start = perf_counter()
    readings = reader.read(pixels)
    ms = (perf_counter() - start) * 1000
    given = _on_true_boxes(pixels, labels, faces) if faces is not None and labels else ()
    return Outcome(f"{path.parent.name}/{path.name}", labels, readings, ms, given)


def _on_true_boxes(
    pixels: Pixels, labels: Sequence[LabelledDie], faces: FaceReader
) -> tuple[int | None, ...]:
    """The guess for every label, in their order."""
    asked = [
        replace(_UNKNOWN, x=float(x), y=float(y), w=float(w), h=float(h))
        for x, y, w, h in (label.box for label in labels)
    ]
    told = {_rounded(box_of(die)): die.guess for die in faces.read_again(pixels, asked)}
    return tuple(told.get(_rounded(box_of(die))) for die in asked)


def _rounded(box: Box) -> tuple[int, ...]:
    return tuple(round(side * 10) for side in box)


def measure(
    root: Path, folders: Sequence[str], shipped: Readers, left_out: Path | None, every: int = 1
) -> Iterator[Row]:
    """The rows of the table, one after the other; of each folder every so-manieth picture."""
    for name in folders:
        readers = shipped
        use = IN_TRAINING if name in TRAIN_FOLDERS else NEVER_SEEN
        if name in TRAIN_FOLDERS and left_out is not None and (left_out / name).is_dir():
            use = LEFT_OUT
            if shipped.faces is not None:
                readers = models(left_out / name)
        pictures = list(enumerate(labelled_pictures(root / name)))[::every]
        outcomes = [
            (n, read_picture(path, labels, readers.free, readers.faces))
            for n, (path, labels) in pictures
        ]
        yield Row(name, use, readers.name, tuple(o for _, o in outcomes))
        if use == IN_TRAINING:
            kept = tuple(o for n, o in outcomes if is_held_out(n))
            yield Row(name, HELD_OUT, readers.name, kept)


def sums(rows: Sequence[Row]) -> list[Row]:
    """All pictures of one use and reader in one row each."""
    kinds = dict.fromkeys((row.use, row.reader) for row in rows if row.use != IN_TRAINING)
    return [
        Row("all", use, reader, tuple(o for r in rows if (r.use, r.reader) == (use, reader)
                                      for o in r.outcomes))
        for use, reader in kinds
    ]  # fmt: skip


def as_values(row: Row) -> dict[str, object]:
    """One line of the table as plain values."""
    counts = row.counts
    share = {
        "found": counts.found / max(1, counts.dice),
        "right": counts.right / max(1, counts.dice),
        "right_by_middle": counts.right_by_middle / max(1, counts.dice),
        "unsure": counts.unsure / max(1, counts.found),
        "wrong_sure_share": counts.wrong_sure / max(1, counts.found),
        "false_a_photo": counts.false_boxes / max(1, counts.photos),
        "exact": counts.exact_photos / max(1, counts.photos),
        "exact_few": counts.few_exact / counts.few_photos if counts.few_photos else None,
        "true_boxes": counts.boxes_right / counts.boxes_given if counts.boxes_given else None,
        "colour": counts.colours_right / counts.colours if counts.colours else None,
        "calibration_error": calibration_error(row.outcomes),
        "median_ms": median(o.ms for o in row.outcomes) if row.outcomes else 0.0,
    }
    names = {"folder": row.source, "use": row.use, "reader": row.reader}
    return {**names, "counts": asdict(counts), **share}


HEADER = (
    "| folder | use | reader | photos | dice | found | right | by middle | true boxes | unsure "
    "| wrong sure | false/photo | exact | exact, <= 6 dice | colour | ms |\n|" + "---|" * 16
)
_SHARES = ("found", "right", "right_by_middle", "true_boxes", "unsure", "wrong_sure_share",
           "false_a_photo", "exact", "exact_few", "colour")  # fmt: skip


def line(entry: dict[str, object]) -> str:
    """One line of the table for people."""
    counts = entry["counts"]
    assert isinstance(counts, dict)
    cells = [str(entry[key]) for key in ("folder", "use", "reader")]
    cells += [str(counts["photos"]), str(counts["dice"])]
    shares = [_number(entry[key]) for key in _SHARES]
    return "| " + " | ".join([*cells, *shares, f"{entry['median_ms']:.0f}"]) + " |"


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "-"


def main() -> None:
    """Print the table."""
    options = _parser().parse_args()
    cv2.setNumThreads(1)  # one thread for the figures of accuracy as for those of time
    names = sorted(p.parent.name for p in options.photos.glob("*/labels.json"))
    chosen = [n for n in names if not options.only or n in options.only]
    readers = [] if options.baseline else [models(options.models)]
    if options.baseline or not options.no_baseline:
        readers.append(blobs())
    if not options.json:
        print(HEADER, flush=True)
    rows: list[Row] = []
    for each in readers:
        for row in measure(options.photos, chosen, each, options.left_out, options.every):
            rows.append(row)
            _say(row, options.json)
    for row in sums(rows):
        _say(row, options.json)
    _compare(rows, options.every, options.json)
    if options.plots is not None:
        _plot([row for row in rows if row.reader == MODELS], options.photos, options.plots)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--json", action="store_true", help="one JSON object a row")
    parser.add_argument("--only", nargs="*", help="names of folders; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every N-th picture only")
    parser.add_argument("--baseline", action="store_true", help="measure plain blobs alone")
    parser.add_argument("--no-baseline", action="store_true", help="leave the plain blobs out")
    parser.add_argument("--models", type=Path, help="folder of other models than the shipped ones")
    parser.add_argument(
        "--left-out", type=Path, help="folder with models, NAME/*.onnx, that never saw folder NAME"
    )
    parser.add_argument(
        "--plots", type=Path, help="folder for plots and sheets of mistakes, not in the repository"
    )
    return parser


def _say(row: Row, as_json: bool) -> None:
    values = as_values(row)
    print(json.dumps(values) if as_json else line(values), flush=True)


def _compare(rows: Sequence[Row], every: int, as_json: bool) -> None:
    """What was wanted beside what was reached on sources never seen, for every reader."""
    for reader in dict.fromkeys(row.reader for row in rows):
        sources = {r.source: r.counts for r in rows if r.use in UNSEEN and r.reader == reader}
        if not any(counts.dice for counts in sources.values()):
            continue
        figures = targets.figures(sources, every)
        if as_json:
            print(json.dumps({"reader": reader, "figures": [asdict(f) for f in figures]}))
        else:
            print(f"\n{targets.table(reader, figures)}", flush=True)


def _plot(rows: Sequence[Row], photos: Path, folder: Path) -> None:
    unseen = [row for row in rows if row.use in UNSEEN] or [r for r in rows if r.use == HELD_OUT]
    plots.write_all({row.source: row.outcomes for row in unseen}, photos, folder)


if __name__ == "__main__":
    main()
