"""Stages by a clock of our own: what they say must follow from the runs alone."""

from collections.abc import Callable

import pytest

from companion.bench.timing import each_timed, seconds, summary, timed


def clock_of(*durations: float) -> Callable[[], float]:
    """A clock that is read before and after each run."""
    ticks = [0.0]
    for duration in durations:
        ticks += [ticks[-1], ticks[-1] + duration]
    return iter(ticks[1:]).__next__


def test_the_median_the_slow_end_and_the_worst() -> None:
    stage = summary("s", "ms", [float(value) for value in range(1, 101)])
    assert (stage.median, stage.p95, stage.worst, stage.runs) == (50.5, 95.0, 100.0, 100)


def test_of_a_rate_the_slow_end_is_the_low_one() -> None:
    stage = summary("s", "actions/s", [float(value) for value in range(1, 101)])
    assert (stage.median, stage.p95, stage.worst) == (50.5, 6.0, 1.0)


def test_one_run_is_its_own_median_and_worst() -> None:
    stage = summary("s", "ms", [3.0])
    assert (stage.median, stage.p95, stage.worst, stage.runs) == (3.0, 3.0, 3.0, 1)


def test_a_stage_never_run_is_refused() -> None:
    with pytest.raises(ValueError, match="never run"):
        summary("s", "ms", [])


def test_runs_to_warm_up_are_not_counted() -> None:
    calls: list[int] = []
    stage = timed("s", lambda: calls.append(1), 3, warm=2, clock=clock_of(0.002, 0.004, 0.003))
    assert len(calls) == 5
    assert stage.runs == 3
    assert stage.median == pytest.approx(3.0)
    assert stage.worst == pytest.approx(4.0)


def test_each_piece_of_work_is_timed_once() -> None:
    done: list[str] = []
    works = [lambda name=name: done.append(name) for name in "abc"]
    stage = each_timed("s", works, warm=1, clock=clock_of(0.001, 0.001, 0.001))
    assert done == ["a", "a", "b", "c"]
    assert stage.runs == 3


def test_seconds_by_a_clock() -> None:
    assert seconds(lambda: None, clock_of(1.5)) == 1.5
