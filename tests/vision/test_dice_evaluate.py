"""How readings are matched with labels and counted, and what the evaluation command says."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.dice import DieReading
from tests.vision.test_dice_drawn import reader, rolling_area
from vision_models.dice import evaluate, plots
from vision_models.dice.scoring import (
    POOL,
    Box,
    LabelledDie,
    Outcome,
    Tally,
    calibration_error,
    is_same_die,
    matches,
    pooled,
    tally,
)
from vision_models.dice.targets import figures, table


def reading(box: Box, guess: int, confidence: float = 0.9, colour: str = "red") -> DieReading:
    rest = tuple(confidence if face == guess else 0.0 for face in range(1, 7))
    return DieReading(*box, guess, confidence, confidence < 0.7, colour, rest)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ((0.0, 0.0, 40.0, 40.0), True),
        ((10.0, 10.0, 20.0, 20.0), True),  # round the top face only
        ((14.0, 14.0, 12.0, 12.0), False),  # a pip
        ((30.0, 0.0, 40.0, 40.0), False),  # the neighbour
        ((15.0, 0.0, 40.0, 40.0), True),
    ],
)
def test_boxes_mean_the_same_die(other: Box, same: bool) -> None:
    assert is_same_die((0.0, 0.0, 40.0, 40.0), other) is same
    assert is_same_die(other, (0.0, 0.0, 40.0, 40.0)) is same


def test_each_label_gets_one_reading_and_the_closest() -> None:
    label = LabelledDie((0, 0, 40, 40), 3, None)
    near, nearer = reading((8, 0, 40, 40), 3), reading((2, 0, 40, 40), 4)
    assert matches([label], [near, nearer]) == [(0, 1)]


LABELS = (
    LabelledDie((0, 0, 40, 40), 3, "red"),
    LabelledDie((100, 0, 40, 40), 5, "blue"),
    LabelledDie((200, 0, 40, 40), 6, None),
    LabelledDie((300, 0, 40, 40), None, None),
)
READINGS = (
    reading((0, 0, 40, 40), 3),
    reading((100, 0, 40, 40), 4),
    reading((300, 0, 40, 40), 1),
    reading((0, 300, 40, 40), 1, confidence=0.4),
)


def test_everything_is_counted() -> None:
    total = tally(Outcome("a", LABELS, READINGS, 1.0, (3, 4, None, 2)))
    assert (total.dice, total.found, total.right) == (3, 2, 1)
    assert (total.wrong_sure, total.unsure, total.false_boxes) == (1, 0, 1)
    assert (total.boxes_given, total.boxes_right) == (3, 1)
    assert (total.exact_photos, total.colours, total.colours_right) == (0, 2, 1)
    assert (total + total).dice == 6


def test_a_label_round_the_pips_counts_by_its_middle_once() -> None:
    one, far = LabelledDie((20, 20, 6, 6), 1, None), LabelledDie((90, 20, 6, 6), 1, None)
    readings = (reading((0, 0, 46, 46), 1), reading((1, 1, 44, 44), 1))
    total = tally(Outcome("a", (one, far), readings, 1.0))
    assert (total.right, total.right_by_middle, total.false_boxes) == (0, 1, 2)
    twice = Outcome("a", (one, replace(one, box=(24, 24, 6, 6))), readings[:1], 1.0)
    assert tally(twice).right_by_middle == 1
    assert tally(Outcome("a", LABELS, READINGS, 1.0)).right_by_middle == 1


@pytest.mark.parametrize(
    ("count", "unreadable", "doubtful_box", "few", "exact"),
    [
        (6, 0, False, 1, 1),
        (6, 3, False, 1, 1),  # labels without a value are ignored
        (7, 0, False, 0, 1),
        (0, 0, False, 1, 1),
        (6, 0, True, 1, 0),  # an unsure box is as false as a sure one
    ],
)
def test_a_photo_is_exact_with_all_dice_right_and_no_further_box(
    count: int, unreadable: int, doubtful_box: bool, few: int, exact: int
) -> None:
    values = [2] * count + [None] * unreadable
    labels = tuple(LabelledDie((60.0 * n, 0, 40, 40), v, None) for n, v in enumerate(values))
    dice = [reading(label.box, 2) for label in labels]
    extra = [reading((0, 200, 40, 40), 1, 0.3)] if doubtful_box else []
    total = tally(Outcome("a", labels, (*dice, *extra), 1.0))
    assert (total.few_photos, total.few_exact, total.exact_photos) == (few, few * exact, exact)


def test_calibration_error_is_the_gap_between_belief_and_truth() -> None:
    labels = tuple(LabelledDie((100.0 * n, 0, 40, 40), 3, None) for n in range(4))
    readings = tuple(reading((100.0 * n, 0, 40, 40), 3 if n else 2, 0.95) for n in range(4))
    assert calibration_error([Outcome("a", labels, readings, 1.0)]) == pytest.approx(0.2)


def counted(dice: int, right: int) -> Tally:
    return Tally(photos=10, dice=dice, found=dice, right=right, few_photos=10, few_exact=9)


def test_small_sources_are_counted_as_one() -> None:
    sources = {"a": counted(100, 90), "b": counted(99, 80), "c": counted(1, 1), "d": counted(0, 0)}
    joined = pooled(sources)
    assert set(joined) == {"a", POOL}
    assert (joined[POOL].dice, joined[POOL].right, joined[POOL].photos) == (100, 81, 30)
    assert set(pooled(sources, every=2)) == {"a", "b", POOL}


def test_figures_stand_beside_floor_and_aim() -> None:
    sources = {
        "a": replace(counted(100, 97), false_boxes=1, wrong_sure=1, unsure=10),
        "b": counted(200, 178),
    }
    named = {f.name: (round(f.measured, 4), f.reached) for f in figures(sources)}
    assert named == {
        "found and right, mean over sources": (0.93, "floor"),
        "found and right, worst source": (0.89, "floor"),
        "false boxes a photo": (0.05, "floor"),
        "photo exact, 6 dice or fewer": (0.9, "floor"),
        "wrong value given": (0.0033, "floor"),
        "unsure": (0.0333, "aim"),
    }
    assert "| found and right, worst source (b) | 0.8900 | 0.75 | 0.9 | floor |" in table(
        "models", figures(sources)
    )
    with pytest.raises(ValueError, match="no readable die"):
        figures({"c": counted(0, 0)})


def test_the_confusion_matrix_counts_missed_dice_and_leaves_out_unreadable_ones() -> None:
    counts = plots.confusion([Outcome("a", LABELS, READINGS, 1.0)])
    assert {(r + 1, c + 1): int(counts[r, c]) for r, c in np.argwhere(counts)} == {
        (3, 3): 1, (5, 4): 1, (6, 7): 1,
    }  # fmt: skip


def test_reliability_sets_belief_beside_truth() -> None:
    labels = tuple(LabelledDie((100.0 * n, 0, 40, 40), 3, None) for n in range(4))
    readings = tuple(reading((100.0 * n, 0, 40, 40), 3 if n else 2, 0.95) for n in range(4))
    ((said, right, count),) = plots.reliability([Outcome("a", labels, readings, 1.0)])
    assert (round(said, 3), right, count) == (0.95, 0.75, 4)


def test_every_mistake_has_its_sheet() -> None:
    found = plots.mistakes({"s": [Outcome("images/a.png", LABELS, READINGS, 1.0)]})
    assert [(m.kind, m.caption) for m in found] == [
        ("wrong_sure", "5 read 4 0.90"),
        ("missed", "6 missed"),
        ("false", "no die 1 0.40?"),
    ]


def labelled_folder(root: Path, name: str, picture: Pixels, dice: list[dict[str, object]]) -> None:
    (root / name / "images").mkdir(parents=True)
    (root / name / "images" / "a.png").write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    record = {"file": "images/a.png", "dice": dice}
    (root / name / "labels.json").write_text(json.dumps([record]), encoding="utf-8")


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two folders of one drawn picture each; the second has a die labelled wrongly on purpose."""
    root = tmp_path_factory.mktemp("photos")
    picture, dice = rolling_area(80.0)
    labels: list[dict[str, object]] = [
        {"bbox": [x - 40, y - 40, 80, 80], "value": value, "colour": None} for x, y, value in dice
    ]
    labelled_folder(root, "drawn", picture, labels)
    wrong = dict(labels[0], value=labels[0]["value"] % 6 + 1)  # type: ignore[operator]
    labelled_folder(root, "mislabelled", picture, [wrong, *labels[1:]])
    return root


def said(photos: Path, *flags: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["evaluate", "--photos", str(photos), *flags])
        evaluate.main()
    return capsys.readouterr().out.splitlines()


def test_the_command_prints_the_table_and_draws_the_plots(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader()  # skips without a model
    lines = said(photos, "--plots", str(tmp_path), capsys=capsys)
    assert lines[0] == evaluate.HEADER.splitlines()[0]
    firsts = [tuple(cell.strip() for cell in line.split("|")[1:4]) for line in lines[2:8]]
    assert firsts == [
        ("drawn", "never seen", "models"),
        ("mislabelled", "never seen", "models"),
        ("drawn", "never seen", "blobs"),
        ("mislabelled", "never seen", "blobs"),
        ("all", "never seen", "models"),
        ("all", "never seen", "blobs"),
    ]
    assert sum(line.startswith("| found and right, mean") for line in lines) == 2
    assert {path.name for path in tmp_path.iterdir()} >= {
        "confusion.png", "reliability.png", "wrong_sure.png",
    }  # fmt: skip


def test_true_boxes_are_read_and_counted(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader()
    flags = ("--json", "--no-baseline", "--only", "drawn")
    rows = [json.loads(line) for line in said(photos, *flags, capsys=capsys)]
    assert [row.get("folder") for row in rows] == ["drawn", "all", None]
    assert rows[0]["counts"]["boxes_given"] == 9
    assert rows[0]["counts"]["boxes_right"] >= 8
    assert [f["name"] for f in rows[2]["figures"]][3] == "right on true boxes"


def test_blobs_alone_need_no_model(
    photos: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    lines = said(photos, "--baseline", capsys=capsys)
    assert "| drawn | never seen | blobs |" in lines[2]


def test_no_sheet_is_written_into_the_repository() -> None:
    inside = Path(plots.__file__).parent / "sheets"
    with pytest.raises(ValueError, match="lies in the repository"):
        plots.write_all({}, Path(), inside)
    assert not inside.exists()
