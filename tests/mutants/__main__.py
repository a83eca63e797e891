"""The command: see `docs/adding-a-game.md`."""

import argparse
import sys
from collections import Counter

from tests.mutants.lane import ROOT, Outcome
from tests.mutants.places import sample
from tests.mutants.run import outcomes, suite_of


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--longest", type=float, default=float("inf"), metavar="S", help="leave out longer tests"
    )
    given = parser.parse_args()
    suite = suite_of(given.game, given.longest)
    mutants = sample(ROOT / suite.package, given.count, given.seed)
    counts: Counter[Outcome] = Counter()
    for mutant, outcome in outcomes(ROOT, suite, mutants, given.workers):
        counts[outcome] += 1
        print(f"\r{counts.total()} of {len(mutants)}", end="", file=sys.stderr, flush=True)
        if outcome is Outcome.SURVIVED:
            print(f"{suite.package}/{mutant.path}:{mutant.line}\n{mutant.diff}\n", flush=True)
    print(file=sys.stderr)
    for outcome in Outcome:
        print(f"{outcome.value:10} {counts[outcome]:5}")
    score = 1 - counts[Outcome.SURVIVED] / max(1, counts.total())
    print(f"{'score':10} {score:5.1%}")


if __name__ == "__main__":
    main()
