"""`python -m companion.trial`: watch games never seen before and print the table of the referee.

Fresh seeds each time unless `--seed` names the first: nothing may be tuned to them.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.simulator.beats import Habits
from companion.trial.reading import largest_board
from companion.trial.report import text_table
from companion.trial.watching import Watched, watch_glances, watch_pixels

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


def watch_one(task: Task) -> Watched:
    """Watch one game; for another process."""
    watch = partial(watch_pixels, photos=task.photos) if task.pixels else watch_glances
    return watch(
        task.game,
        task.seed,
        count=task.count,
        options=dict(task.options),
        habits=Habits(),
        noise=task.noise,
        until_s=task.until_s,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch and print; status 0 even below the floors: they are printed beside."""
    options = _parser().parse_args(arguments)
    seed = options.seed or FIRST_SEED + secrets.randbelow(10**9)
    print(f"seeds from {seed}", file=sys.stderr)
    columns: dict[str, list[Watched]] = {}
    with ProcessPoolExecutor(options.workers) as pool:
        for name, tasks in _tasks(options, seed).items():
            columns[name] = []
            for watched in pool.map(watch_one, tasks):
                columns[name].append(watched)
                _tell(name, watched, options.losses)
    print(text_table(columns))
    return 0


def _tell(name: str, watched: Watched, losses: bool) -> None:
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
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--dice-photos", type=Path, metavar="DIR", help="in pixels: dice as on photographs there"
    )
    parser.add_argument("--losses", action="store_true", help="say what was not as it should be")
    return parser


if __name__ == "__main__":
    sys.exit(main())
