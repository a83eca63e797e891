"""Running groups of stages and telling what they take, each as soon as it is known."""

import cProfile
import pstats
from collections.abc import Iterator, Sequence
from io import StringIO

from companion.bench.groups import MODULES, load_group
from companion.bench.timing import Plan, Stage

TOP = 25
"""Functions that a profile lists."""


def measured(
    names: Sequence[str], plan: Plan, profiler: cProfile.Profile | None = None
) -> Iterator[Stage]:
    """Stages of the groups named (all, if none is), each as soon as it is known.

    Raises `UnknownGroupError` before the first runs.
    """
    groups = [load_group(name) for name in names or MODULES]
    for group in groups:
        yield from _profiled(group(plan), profiler)


def hottest(profiler: cProfile.Profile) -> str:
    """The functions with the most time of their own, as a table."""
    table = StringIO()
    pstats.Stats(profiler, stream=table).sort_stats("tottime").print_stats(TOP)
    return table.getvalue()


def text_line(stage: Stage) -> str:
    """`dice: judge: median 3.2 ms, 95th percentile 4.1 ms, worst 5.0 ms (10 runs)`."""
    numbers = (_number(value) for value in (stage.median, stage.p95, stage.worst))
    median, p95, worst = (f"{number} {stage.unit}" for number in numbers)
    return (
        f"{stage.name}: median {median}, 95th percentile {p95}, worst {worst} ({stage.runs} runs)"
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _profiled(stages: Iterator[Stage], profiler: cProfile.Profile | None) -> Iterator[Stage]:
    while True:
        if profiler is not None:
            profiler.enable()
        stage = next(stages, None)
        if profiler is not None:
            profiler.disable()
        if stage is None:
            return
        yield stage
