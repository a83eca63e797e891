"""Models that never saw one training folder, one pair for each: how good they are elsewhere.

`python -m vision_models.dice.leave_one_out --photos DIR --work DIR` after the recipe, with its
samples: from models pretrained on drawings, both are trained six times without one folder,
calibrated, and measured on that folder.
"""

import argparse
from pathlib import Path

from vision_models.dice.photos import BARE_FOLDERS, TRAIN_FOLDERS
from vision_models.dice.recipe import (
    ALL,
    RATES,
    Effort,
    Plan,
    Stage,
    module,
    pretraining,
    quantising,
    run,
    training,
)

STEPS = {"classifier": 1200, "detector": 1000}
FOLDERS = tuple(f for f in TRAIN_FOLDERS if f not in BARE_FOLDERS)


def stages(plan: Plan, folder: str) -> tuple[Stage, ...]:
    """Train without the folder, then choose the thresholds without it."""
    goal = plan.work / "left_out" / folder
    whole = goal / "float"
    return (
        Stage(f"train without {folder}", 4,
              training(plan, whole, Effort(STEPS, RATES, ALL), "--start", plan.pretrained,
                       "--without", folder)),
        Stage("quantise", 1, [quantising(plan, whole, goal, ALL, "--without", folder)]),
        Stage("calibrate", 2,
              [module("calibrate", "--photos", plan.photos, "--run", goal, "--without", folder)]),
    )  # fmt: skip


def main() -> None:
    """Train what is not there yet, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--work", type=Path, required=True, help="the recipe's")
    parser.add_argument("--share", type=float, default=1.0, help="of the steps, for a trial")
    parser.add_argument("--only", nargs="*", default=FOLDERS, help="folders; all by default")
    options = parser.parse_args()
    plan = Plan(options.photos, options.work, options.share)
    if not all((plan.pretrained / f"{model}.onnx").exists() for model in STEPS):
        run(pretraining(plan))
    for folder in options.only:
        mark = plan.work / "left_out" / folder / "dice.toml"
        if mark.exists():
            continue
        for stage in stages(plan, folder):
            print(stage.name, flush=True)
            run(stage)
    table = ["--photos", options.photos, "--models", plan.trained, "--no-baseline",
             "--left-out", plan.work / "left_out"]  # fmt: skip
    run(Stage("measure", 5, [module("evaluate", *table)]))


if __name__ == "__main__":
    main()
