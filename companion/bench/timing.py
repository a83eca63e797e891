"""Timing a stage: what it takes once it is warm."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from companion.bench.errors import TooFewRunsError

Clock = Callable[[], float]
"""`time.perf_counter`, or `time.thread_time` for processor time where other programs run, too."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What a stage takes: the median, what 95 of 100 runs do not exceed, the worst run.

    Where more is better (a rate, unit `.../s`), `p95` is what 95 of 100 runs reach at least.
    """

    name: str
    unit: str
    median: float
    p95: float
    worst: float
    runs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How often each stage runs (`None`: as often as the stage itself finds right), which games."""

    runs: int | None
    games: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.runs is not None and self.runs < 1:
            raise TooFewRunsError(f"a stage runs at least once, not {self.runs} times")


def timed(
    name: str, work: Callable[[], object], runs: int, warm: int = 1, clock: Clock = perf_counter
) -> Stage:
    """The stage that runs `work` so often, after `warm` runs that are not counted; in ms."""
    return each_timed(name, [work] * runs, warm, clock)


def each_timed(
    name: str,
    works: Sequence[Callable[[], object]],
    warm: int = 1,
    clock: Clock = perf_counter,
) -> Stage:
    """The stage whose runs are these different pieces of work, once each; in ms.

    The first `warm` are run once more beforehand.
    """
    for work in works[:warm]:
        work()
    return summary(name, "ms", [seconds(work, clock) * 1000 for work in works])


def seconds(work: Callable[[], object], clock: Clock = perf_counter) -> float:
    """What it takes, once, by a clock that counts seconds."""
    began = clock()
    work()
    return clock() - began


def summary(name: str, unit: str, values: Iterable[float]) -> Stage:
    """A stage from what its runs took, or, where the unit is `.../s`, from how fast they were.

    Raises `ValueError` without any value.
    """
    ordered = sorted(values, reverse=unit.endswith("/s"))
    if not ordered:
        raise ValueError(f"stage {name!r} was never run")
    p95 = ordered[-(-len(ordered) * 95 // 100) - 1]
    return Stage(name, unit, statistics.median(ordered), p95, ordered[-1], len(ordered))
