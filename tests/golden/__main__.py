"""Adds photographs of real tables: `python -m tests.golden add --board alien_frontiers PHOTO...`.

`python -m tests.golden check` compares all of them with what is read now.
"""

import argparse
import sys
from pathlib import Path

from companion.core.errors import CoreError
from companion.settings import default_data_dir
from companion.vision.dice import DiceReader
from companion.vision.errors import VisionError
from tests.golden.pairs import ENDING, PHOTOS, TruthError, add, check, read_truth


def main(arguments: list[str] | None = None) -> int:
    """Run one of the two; status 1 when something could not be added, or differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    adding = commands.add_parser("add", help="read a photograph and put it into the golden set")
    adding.add_argument("--board", required=True, metavar="PROFILE", help="as `companion observe`")
    adding.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    checking = commands.add_parser("check", help="compare the golden set with what is read now")
    for one in (adding, checking):
        one.add_argument("--folder", type=Path, default=PHOTOS, metavar="DIR")
        one.add_argument("--data", type=Path, default=default_data_dir(), metavar="DIR")
    options = parser.parse_args(arguments)
    try:
        return _add(options) if options.command == "add" else _check(options)
    except (CoreError, VisionError, TruthError) as error:
        print(f"golden: {error}", file=sys.stderr)
        return 1


def _add(options: argparse.Namespace) -> int:
    reader = DiceReader.load()
    for photo in options.photos:
        text = add(photo, options.board, options.folder, options.data, reader)
        print(f"{text}: look at the marked picture, put it right, then set checked = true")
    return 0


def _check(options: argparse.Namespace) -> int:
    reader, wrong = DiceReader.load(), False
    for text in sorted(options.folder.glob(f"*{ENDING}")):
        truth, found = read_truth(text), check(text, reader, options.data)
        wrong |= found.places != truth.known_wrong
        known = sum(named is not None for named in truth.places.values())
        print(f"{text.stem}: {known - len(found.places)} of {known} right"
              f"{'' if truth.checked else '; nobody has checked it yet'}")  # fmt: skip
        for name in sorted(found.places):
            there, read = (" and ".join(part.get(name, ())) or "nothing"
                           for part in (found.missing, found.spurious))  # fmt: skip
            print(f"  {name}: there is {there}, read is {read}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
