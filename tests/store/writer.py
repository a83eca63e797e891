"""A program that is killed: goes on with a game and says after each entry that it is stored."""

import sys
from pathlib import Path

from companion.store.library import open_game
from tests.store.tiny import load_tiny, toss


def main(data: str, name: str) -> None:
    """Append for ever, one acknowledgement a line."""
    ledger, file = open_game(Path(data), name, load_tiny)
    number = len(ledger.entries)
    sys.stdout.write(f"ready {number}\n")
    sys.stdout.flush()
    while True:
        number += 1
        file.append(toss(number, number % 6 + 1))
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
