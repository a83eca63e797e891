"""`python -m companion.trial`: watch games never seen before and print the table of the referee.

Fresh seeds each time unless `--seed` names the first: nothing may be tuned to them.
"""

import argparse
import math
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.rules.registry import largest_board
from companion.simulator.beats import Habits
from companion.trial.report import text_table
from companion.trial.watching import Watched, watch_glances, watch_pixels

LIMIT_S = 3600.0
"""Processor time for one game: a whole one in pixels takes a quarter of it."""
FIRST_SEED = 1_000_000
"""Seeds below were used while the program was written."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to watch."""

    game: str
    seed: int
    count: int
    noise: str
    pixels: bool
    options: tuple[tuple[str, str], ...]
    until_s: float
    photos: Path | None = None
    limit_s: float = LIMIT_S
    fine: bool = False


def watch_one(task: Task) -> Watched:
    """Watch one game; for another process. One that falls over or takes too long says so."""
    pixels = partial(watch_pixels, photos=task.photos, fine=task.fine)
    watch = pixels if task.pixels else watch_glances
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, task.limit_s)
    try:
        return watch(
            task.game,
            task.seed,
            count=task.count,
            options=dict(task.options),
            habits=Habits(),
            noise=task.noise,
            until_s=task.until_s,
        )
    except Exception as error:
        return Watched(task.seed, failed=f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: object) -> None:
    raise TimeoutError("it does not come to an end")


def watch_all(
    tasks: Sequence[Task], workers: int | None, within_s: float = math.inf
) -> Iterator[Watched]:
    """Watch games, in their order, and none more after so long.

    One that takes its process with it is told, too.
    """
    left, ends_s = list(tasks), time.monotonic() + within_s
    while left and time.monotonic() < ends_s:
        with ProcessPoolExecutor(workers) as pool:
            for task, future in [(task, pool.submit(watch_one, task)) for task in left]:
                left = left[1:]
                try:
                    yield future.result()
                except BrokenProcessPool:
                    yield Watched(task.seed, failed="its process died")
                    break
                if time.monotonic() >= ends_s:
                    break
            pool.shutdown(cancel_futures=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch and print; status 0 even below the floors: they are printed beside."""
    options = _parser().parse_args(arguments)
    seed = options.seed or FIRST_SEED + secrets.randbelow(10**9)
    print(f"seeds from {seed}", file=sys.stderr)
    columns: dict[str, list[Watched]] = {}
    for name, tasks in _tasks(options, seed).items():
        columns[name] = []
        for watched in watch_all(tasks, options.workers, options.within):
            columns[name].append(watched)
            _tell(name, watched, options.losses)
    print(text_table(columns))
    return 0


def _tell(name: str, watched: Watched, losses: bool) -> None:
    if watched.failed:
        print(f"{name} {watched.seed}: {watched.failed}", file=sys.stderr, flush=True)
        return
    print(
        f"{name} {watched.seed}: {watched.untouched}/{watched.visible} untouched, "
        f"{watched.flagged}/{watched.illegal} flagged, {watched.false_flags} false flags, "
        f"{watched.questions} questions, {watched.wrong} wrong, exact: {watched.exact}",
        file=sys.stderr,
        flush=True,
    )
    if losses:
        for loss in watched.losses:
            print(f"    {loss}", file=sys.stderr)


def _tasks(options: argparse.Namespace, seed: int) -> dict[str, list[Task]]:
    extra = tuple((name, value) for name, _, value in (p.partition("=") for p in options.option))
    until_s = float("inf") if options.until is None else options.until
    found = {}
    for noise in options.noise:
        for pixels, number in ((False, options.games), (True, options.pixel_games)):
            tasks = [
                Task(
                    options.game,
                    seed + n,
                    options.players,
                    noise,
                    pixels,
                    extra,
                    until_s,
                    options.dice_photos,
                    options.limit,
                    options.fine,
                )
                for n in range(number)
            ]
            if tasks:
                found[f"{noise}, {'in pixels' if pixels else 'readings'}"] = tasks
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion.trial", description=__doc__)
    parser.add_argument(
        "--game", default=largest_board().info.id, help="default: the largest board"
    )
    parser.add_argument("--games", type=int, default=100, help="games without pixels, each noise")
    parser.add_argument("--pixel-games", type=int, default=0, help="games in pixels, each noise")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--noise", nargs="*", default=["normal", "bad"])
    parser.add_argument("--seed", type=int, default=0, help="the first seed; default: fresh")
    parser.add_argument("--until", type=float, default=None, metavar="S", help="stop each there")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_S, metavar="S", help="processor time for one game"
    )
    parser.add_argument(
        "--within", type=float, default=math.inf, metavar="S", help="begin none after so long"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--dice-photos", type=Path, metavar="DIR", help="in pixels: dice as on photographs there"
    )
    parser.add_argument(
        "--fine", action="store_true", help="in pixels: 2304 px wide, as the design's camera"
    )
    parser.add_argument("--losses", action="store_true", help="say what was not as it should be")
    return parser


if __name__ == "__main__":
    sys.exit(main())
