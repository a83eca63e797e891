"""Make both models again, from photographs and seeds: `python -m vision_models.dice.recipe`.

Every stage goes on where it was stopped and says how long it will still take. Two processes run
at once. `--share 0.01` makes a quick trial of every stage; its models are worth nothing.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

HERE = Path(__file__).parent
PRETRAIN_STEPS = {"classifier": 2000, "detector": 1000}
TRAIN_STEPS = {"classifier": 4000, "detector": 3500}
AGAIN_STEPS = {"classifier": 4000, "detector": 3500}
RATES = {"classifier": 2e-3, "detector": 2.5e-3}
SLOWER = {"classifier": 1e-3, "detector": 2e-3}
DRAWN = ("drawn", "flat", "sprite", "other", "bare")
ALL = (*DRAWN, "photo", "laid", "mined")
TWICE = (*ALL, "again")
Command = list[str]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things lie and how much of everything is made."""

    photos: Path
    work: Path
    share: float = 1.0

    @property
    def cache(self) -> Path:
        """Prepared samples."""
        return self.work / "cache"

    @property
    def pretrained(self) -> Path:
        """Models that have seen drawings only."""
        return self.work / "pretrained"

    @property
    def first(self) -> Path:
        """Models that have seen everything but their own later mistakes."""
        return self.work / "first"

    @property
    def second(self) -> Path:
        """Models that have seen their own mistakes, too."""
        return self.work / "second"

    @property
    def trained(self) -> Path:
        """The models to ship, with their settings."""
        return self.work / "trained"

    def steps(self, count: int) -> str:
        """So many training steps, or the trial's share of them."""
        return str(max(2, round(count * self.share)))


@dataclass(frozen=True, slots=True)
class Stage:
    """Commands that run at once. Minutes are those of an idle machine with two cores."""

    name: str
    minutes: float
    commands: Sequence[Command]


def module(name: str, *words: object) -> Command:
    """A command that runs one of our modules."""
    return [sys.executable, "-m", f"vision_models.dice.{name}", *(str(word) for word in words)]


@dataclass(frozen=True, slots=True)
class Effort:
    """Steps and learning rate of both models, and the samples: first parts of shards' names."""

    steps: dict[str, int]
    rates: dict[str, float]
    sources: Sequence[str]


def training(plan: Plan, run: Path, effort: Effort, *extra: object) -> list[Command]:
    """Both models at once."""
    return [
        module("train", model, "--cache", plan.cache, "--run", run, "--sources", *effort.sources,
               "--steps", plan.steps(effort.steps[model]), "--rate", effort.rates[model], *extra)
        for model in ("classifier", "detector")
    ]  # fmt: skip


def quantising(plan: Plan, run: Path, goal: Path, sources: Sequence[str], *extra: str) -> Command:
    """The classifier of a run in whole numbers."""
    return module("quantise", "--cache", plan.cache, "--run", run, "--goal", goal,
                  "--sources", *sources, *extra)  # fmt: skip


def shared_out(plan: Plan, name: str, *words: object) -> list[Command]:
    """The same module in two processes, each with half of the work."""
    return [module(name, *words, "--cache", plan.cache, "--share", plan.share, "--worker", n, 2)
            for n in range(2)]  # fmt: skip


def stages(plan: Plan) -> tuple[Stage, ...]:
    """What is done, in this order."""
    photos = ("--photos", plan.photos)
    return (
        Stage("draw", 5, shared_out(plan, "prepare", "drawn")),
        Stage("pretrain on drawings", 5,
              training(plan, plan.pretrained, Effort(PRETRAIN_STEPS, RATES, DRAWN))),
        Stage("cut photographs", 3, shared_out(plan, "prepare", "photos", *photos)),
        Stage("mine", 3, shared_out(plan, "mine", *photos, "--run", plan.pretrained)),
        Stage("train on everything", 10,
              training(plan, plan.first, Effort(TRAIN_STEPS, RATES, ALL),
                       "--start", plan.pretrained)),
        Stage("mine again", 3,
              shared_out(plan, "mine", *photos, "--run", plan.first, "--helping", "again")),
        Stage("train on its own mistakes", 10,
              training(plan, plan.second, Effort(AGAIN_STEPS, SLOWER, TWICE),
                       "--start", plan.first)),
        Stage("quantise", 1, [quantising(plan, plan.second, plan.trained, TWICE)]),
        Stage("calibrate", 2, [module("calibrate", *photos, "--run", plan.trained)]),
        Stage("figures for the card", 4,
              [module("evaluate", *photos, "--models", plan.trained, "--no-baseline")]),
    )  # fmt: skip


def run(stage: Stage) -> None:
    """Run its commands at once and wait for all; raises `SystemExit` if one fails."""
    processes = [subprocess.Popen(command) for command in stage.commands]
    ends = [process.wait() for process in processes]
    if any(ends):
        raise SystemExit(f"stage '{stage.name}' failed; run again to go on from here")


def ship(plan: Plan) -> None:
    """Copy models and settings to where the program takes them from."""
    for name in ("classifier.onnx", "detector.onnx", "dice.toml"):
        shutil.copyfile(plan.trained / name, HERE / name)


def main() -> None:
    """Run the stages that are not done yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--work", type=Path, required=True, help="for samples and checkpoints")
    parser.add_argument("--share", type=float, default=1.0, help="of all samples and steps")
    parser.add_argument("--ship", action="store_true", help="copy the result into the package")
    options = parser.parse_args()
    plan = Plan(options.photos, options.work, options.share)
    plan.work.mkdir(parents=True, exist_ok=True)
    todo = stages(plan)
    for number, stage in enumerate(todo):
        mark = plan.work / f"{number}.done"
        if mark.exists():
            continue
        left = sum(s.minutes for s in todo[number:]) * plan.share
        print(f"stage {number + 1} of {len(todo)}: {stage.name}; about {left:.0f} minutes left",
              flush=True)  # fmt: skip
        started = monotonic()
        run(stage)
        mark.touch()
        print(f"{stage.name}: {(monotonic() - started) / 60:.1f} minutes", flush=True)
    if options.ship:
        ship(plan)


if __name__ == "__main__":
    main()
