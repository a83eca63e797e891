"""Make the next pair of models, from photographs and seeds: `python -m vision_models.dice.recipe`.

It begins with the weights of the shipped pair, or with random ones. Every stage goes on where it
was stopped and says how long it will still take. Two processes run at once. `--share 0.01` makes a
quick trial of every stage; its models are worth nothing.
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
FURTHER_STEPS = {"classifier": 2400}
RATES = {"classifier": 2e-3, "detector": 2.5e-3}
SLOWER = {"classifier": 1e-3, "detector": 2e-3}
FURTHER_RATES = {"classifier": 8e-4}
"""Of the shipped pair trained on. Its detector is kept: twice it came out worse in good light."""
DRAWN = ("drawn", "flat", "sprite", "other", "bare")
ALL = (*DRAWN, "photo", "laid", "mined")
TWICE = (*ALL, "again")
Command = list[str]


@dataclass(frozen=True, slots=True)
class Amount:
    """How many rounds of samples are made, and shards of mined drawings."""

    drawings: int
    photos: int
    mined: int


MANY, FEW = Amount(10, 4, 6), Amount(5, 1, 3)
"""For new models, and for those that have seen many."""


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
        """The shipped pair, or one half trained: its mistakes are what the second learn."""
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
    """Steps and learning rate by model, and the samples: first parts of shards' names."""

    steps: dict[str, int]
    rates: dict[str, float]
    sources: Sequence[str]


def training(plan: Plan, run: Path, effort: Effort, *extra: object) -> list[Command]:
    """Those models that have steps, at once."""
    return [
        module("train", model, "--cache", plan.cache, "--run", run, "--sources", *effort.sources,
               "--steps", plan.steps(effort.steps[model]), "--rate", effort.rates[model], *extra)
        for model in effort.steps
    ]  # fmt: skip


def quantising(plan: Plan, run: Path, goal: Path, sources: Sequence[str], *extra: str) -> Command:
    """The classifier of a run in whole numbers."""
    return module("quantise", "--cache", plan.cache, "--run", run, "--goal", goal,
                  "--sources", *sources, *extra)  # fmt: skip


def shared_out(plan: Plan, name: str, *words: object) -> list[Command]:
    """The same module in two processes, each with half of the work."""
    return [module(name, *words, "--cache", plan.cache, "--share", plan.share, "--worker", n, 2)
            for n in range(2)]  # fmt: skip


def stages(plan: Plan, *, from_random: bool = False) -> tuple[Stage, ...]:
    """What is done, in this order."""
    photos = ("--photos", plan.photos)
    amount, sources = (MANY, TWICE) if from_random else (FEW, ALL)
    return (
        Stage("draw", 0.5 * amount.drawings,
              shared_out(plan, "prepare", "drawn", "--rounds", amount.drawings)),
        Stage("cut photographs", 0.75 * amount.photos,
              shared_out(plan, "prepare", "photos", *photos, "--rounds", amount.photos)),
        *(_from_random(plan) if from_random else _from_shipped(plan)),
        Stage("quantise", 1, [quantising(plan, plan.second, plan.trained, sources)]),
        Stage("calibrate", 2, [module("calibrate", *photos, "--run", plan.trained)]),
        Stage("figures for the card", 4,
              [module("evaluate", *photos, "--models", plan.trained, "--no-baseline")]),
    )  # fmt: skip


def pretraining(plan: Plan) -> Stage:
    """Both models on drawings only."""
    return Stage("pretrain on drawings", 5,
                 training(plan, plan.pretrained, Effort(PRETRAIN_STEPS, RATES, DRAWN)))  # fmt: skip


def _from_shipped(plan: Plan) -> tuple[Stage, ...]:
    """The shipped classifier trained on, with the pair's own mistakes; the detector is kept."""
    return (
        Stage("unpack the shipped weights", 0.1,
              [module("weights", "unpack", "--run", plan.first),
               module("weights", "unpack", "--run", plan.second, "--only", "detector")]),
        _mining(plan, "mine", plan.first, "mined", FEW),
        Stage("train the classifier on", 4,
              training(plan, plan.second, Effort(FURTHER_STEPS, FURTHER_RATES, ALL),
                       "--start", plan.first)),
    )  # fmt: skip


def _from_random(plan: Plan) -> tuple[Stage, ...]:
    """A pair that has seen drawings first, then everything, then its own mistakes."""
    return (
        pretraining(plan),
        _mining(plan, "mine", plan.pretrained, "mined", MANY),
        Stage("train on everything", 10,
              training(plan, plan.first, Effort(TRAIN_STEPS, RATES, ALL),
                       "--start", plan.pretrained)),
        _mining(plan, "mine again", plan.first, "again", MANY),
        Stage("train on its own mistakes", 10,
              training(plan, plan.second, Effort(AGAIN_STEPS, SLOWER, TWICE),
                       "--start", plan.first)),
    )  # fmt: skip


def _mining(plan: Plan, name: str, run: Path, helping: str, amount: Amount) -> Stage:
    """What the models of a run take for dice and is none."""
    words = ("--photos", plan.photos, "--run", run, "--helping", helping, "--drawn", amount.mined)
    return Stage(name, 1 + amount.mined / 3, shared_out(plan, "mine", *words))


def run(stage: Stage) -> None:
    """Run its commands at once and wait for all; raises `SystemExit` if one fails."""
    processes = [subprocess.Popen(command) for command in stage.commands]
    ends = [process.wait() for process in processes]
    if any(ends):
        raise SystemExit(f"stage '{stage.name}' failed; run again to go on from here")


def ship(plan: Plan) -> None:
    """Put models and settings where the program takes them from, and their weights beside them."""
    for name in ("classifier.onnx", "detector.onnx", "dice.toml"):
        shutil.copyfile(plan.trained / name, HERE / name)
    run(Stage("pack the weights", 0.1, [module("weights", "pack", "--run", plan.second)]))


def main() -> None:
    """Run the stages that are not done yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder of labelled folders")
    parser.add_argument("--work", type=Path, required=True, help="for samples and checkpoints")
    parser.add_argument("--share", type=float, default=1.0, help="of all samples and steps")
    parser.add_argument("--from-random", action="store_true",
                        help="instead of the shipped weights; about 45 minutes in all")  # fmt: skip
    parser.add_argument("--ship", action="store_true", help="copy the result into the package")
    options = parser.parse_args()
    plan = Plan(options.photos, options.work, options.share)
    plan.work.mkdir(parents=True, exist_ok=True)
    todo = stages(plan, from_random=options.from_random)
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
