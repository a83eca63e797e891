"""Mutants and the lanes they run in."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

from tests.mutants.lane import Lane, Outcome, Suite
from tests.mutants.places import Mutant


def suite_of(game: str, longest_s: float) -> Suite:
    """The game's own tests and those that every game gets."""
    tests = (f"tests/games/{game}", "tests/games/test_every_game.py")
    return Suite(f"companion/games/{game}", tests, game, longest_s)


def outcomes(
    root: Path, suite: Suite, mutants: Sequence[Mutant], workers: int
) -> Iterator[tuple[Mutant, Outcome]]:
    """What becomes of each mutant, in order, in so many copies of the project at a time."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        free: Queue[Lane] = Queue()

        def meet(mutant: Mutant) -> tuple[Mutant, Outcome]:
            lane = free.get()
            try:
                return mutant, lane.run(mutant)
            finally:
                free.put(lane)

        first = Lane(root, Path(folder) / "0", suite)
        more = (Lane(first.root, Path(folder) / str(n), suite) for n in range(1, workers))
        lanes = (first, *more)
        for lane in lanes:
            free.put(lane)
        yield from pool.map(meet, mutants)
        for lane in lanes:
            lane.close()
