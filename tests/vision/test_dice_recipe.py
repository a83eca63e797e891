"""Every stage of the training recipe, in small, on drawn stand-ins for the photographs."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.onnx import Model
from tests.requirements import require
from tests.vision.drawn_dice import BODIES, draw_die
from vision_models.dice import samples
from vision_models.dice.calibrate import (
    Seen,
    believed,
    choose_doubt,
    choose_evidence,
    with_values,
)
from vision_models.dice.photos import TRAIN_FOLDERS
from vision_models.dice.recipe import Plan, stages

SHARE = 0.004
PICTURES = 10
DETECTOR = "detector.onnx"


def stand_in(folder: Path, rng: np.random.Generator, dice: int) -> None:
    """A folder of drawn pictures, labelled like the photographs."""
    (folder / "images").mkdir(parents=True)
    records = []
    for number in range(PICTURES):
        picture = np.full((240, 320, 3), (90, 120, 100), np.uint8)
        labels: list[dict[str, object]] = []
        for k in range(dice):
            at, value = (80.0 + 150 * k, float(rng.uniform(70, 170))), int(rng.integers(1, 7))
            draw_die(picture, at, 44.0, value=value, colour=list(BODIES)[k], turn_deg=0.0)
            box = [at[0] - 22, at[1] - 22, 44, 44]
            labels.append({"bbox": box, "value": value, "colour": None})
        if not dice:
            cv2.circle(picture, (160, 120), 50, (20, 40, 200), -1)
        name = f"images/{number}.png"
        cv2.imwrite(str(folder / name), picture)
        records.append({"file": name, "width": 320, "height": 240, "dice": labels})
    (folder / "labels.json").write_text(json.dumps(records), "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("from_random", [False, True])
def test_every_stage_runs_and_goes_on_where_it_was_stopped(
    tmp_path: Path, from_random: bool
) -> None:
    require("torch", find_spec("torch") is not None, "pip install torch onnx")
    rng = np.random.default_rng(1)
    photos, work = tmp_path / "dice", tmp_path / "work"
    for folder in TRAIN_FOLDERS:
        stand_in(photos / folder, rng, 0 if folder == "distractors" else 2)
    command = [sys.executable, "-m", "vision_models.dice.recipe", "--photos", str(photos),
               "--work", str(work), "--share", str(SHARE)]  # fmt: skip
    begin = ["--from-random"] if from_random else []
    first = subprocess.run([*command, *begin], capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stdout[-2000:] + first.stderr[-4000:]
    plan = Plan(photos, work, SHARE)
    todo = stages(plan, from_random=from_random)
    assert all(stage.name in first.stdout for stage in todo)
    assert {p.name for p in plan.trained.iterdir()} >= {
        "classifier.onnx", "detector.onnx", "dice.toml",
    }  # fmt: skip

    last = len(todo) - 1
    (work / f"{last}.done").unlink()
    again = subprocess.run([*command, *begin], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr[-4000:]
    assert f"stage {last + 1} of" in again.stdout
    assert "stage 1 of" not in again.stdout

    if from_random:
        return  # of the models left out it is the same
    command[2] = "vision_models.dice.leave_one_out"
    left_out = subprocess.run([*command, "--only", "aws"], capture_output=True, text=True,
                              check=False)  # fmt: skip
    assert left_out.returncode == 0, left_out.stderr[-4000:]
    assert (work / "left_out" / "aws" / "dice.toml").is_file()
    assert "| aws | left out |" in left_out.stdout


@pytest.mark.slow
def test_the_kept_weights_are_those_of_the_shipped_pair(tmp_path: Path) -> None:
    require("torch", find_spec("torch") is not None, "pip install torch onnx")
    command = [sys.executable, "-m", "vision_models.dice.weights", "unpack", "--run", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    rng = np.random.default_rng(2)
    crops = np.stack([samples.drawn_crop(rng)[0] for _ in range(100)])
    scene = samples.drawn_scene(rng)[0][None]
    kept = {name: Model.from_file(tmp_path / name, 1) for name in ("classifier.onnx", DETECTOR)}
    shipped = {name: Model.load("vision_models.dice", name, 1) for name in kept}
    assert np.abs(kept[DETECTOR](scene) - shipped[DETECTOR](scene)).max() < 0.1  # 16-bit floats
    one, other = (pair["classifier.onnx"](crops).argmax(axis=1) for pair in (kept, shipped))
    assert (one == other).mean() >= 0.95  # the shipped one is in whole numbers


def test_thresholds_are_chosen_from_what_was_seen() -> None:
    chances = np.zeros((4, 8))
    chances[:, 7] = (0.1, 0.2, 0.5, 0.9)
    chances[:, 0] = 1 - chances[:, 7]
    seen = [
        Seen(np.array([0.9, 0.8, 0.9, 0.9]), chances, np.array([1, 2, -1, -1]), 2, clean=True)
    ] * 30
    weight, least, found = choose_evidence(seen)
    evidence = seen[0].scores * (1 - chances[:, 7]) ** weight
    assert (found, bool((evidence[:2] >= least).all())) == (1.0, True)
    assert (evidence[2:] < least).all()
    sure, truth = believed(seen, weight, least)
    assert truth.tolist() == [0, 1] * 30
    assert choose_doubt(sure, truth) > 0.8  # the second, read 1 for 2 at 0.8, is to be asked about


def test_settings_are_written_in_place() -> None:
    text = "[classifier]\nleast_evidence = 0.3      # less is no box\ntemperature = 1.0\n"
    assert with_values(text, {"least_evidence": 0.42}) == text.replace("0.3", "0.42")
    with pytest.raises(AssertionError):
        with_values(text, {"absent": 1.0})
