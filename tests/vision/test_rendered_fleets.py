"""Ships on cards in rendered photographs (`vision_models.scenes.fleets`). Nothing is tuned on them.

The floors lie a little below what was measured when they were set, and are no aim.
`python -m tests.vision.test_rendered_fleets` prints all that is not read right.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.vision.picture import load_picture
from companion.vision.pieces import PieceSettings
from companion.vision.regions import RegionMemory, groups_of
from companion.vision.registration import find_board
from vision_models.scenes.fleets import layout

FOLDER = Path(__file__).parents[1] / "golden" / "fleets"
Told = list[tuple[str, bool]]
Row = tuple[str, Told, Told | None]


def read(path: Path, *, bare: bool = True) -> Iterator[Row]:
    """Each place of a scene: what stands or lies there, and what is told of it."""
    board, settings = layout(), PieceSettings()
    names = (path.with_name(path.stem + end) for end in (".jpg", "-bare.jpg"))
    pixels, without = map(load_picture, names)
    pose, before = find_board(pixels, board), find_board(without, board)
    assert pose is not None
    assert before is not None
    memory = RegionMemory(board, settings, None)
    if bare:
        memory.show_bare(without, before)
    seen, _ = memory.read(pixels, pose, groups_of(board, settings))
    for name, truth in json.loads(path.read_text(encoding="utf-8"))["slots"].items():
        pieces = seen[name]
        told = None if pieces is None else sorted((str(p.colour), bool(p.lying)) for p in pieces)
        yield name, sorted((str(colour), bool(lies)) for colour, lies in truth), told


def verdict(row: Row) -> str:
    _, truth, told = row
    return "doubt" if told is None else "right" if told == truth else "wrong"


def counted(most: int) -> Counter[str]:
    paths = sorted(FOLDER.glob("*.json"))[:most]
    return Counter(verdict(row) for path in paths for row in read(path))


def test_ships_in_a_few_rendered_photographs_are_told_or_in_doubt() -> None:
    counts = counted(2)
    assert counts["right"] >= 15
    assert counts["wrong"] == 0


@pytest.mark.slow
def test_ships_in_all_rendered_photographs_are_told_or_in_doubt() -> None:
    counts = counted(1000)
    assert counts.total() >= 176
    assert counts["wrong"] <= 0.02 * counts.total()
    assert counts["right"] >= 0.8 * counts.total()


def main() -> None:
    """Print what is not right, with and without the look of the bare cards."""
    for bare in (True, False):
        counts: Counter[str] = Counter()
        for path in sorted(FOLDER.glob("*.json")):
            for row in read(path, bare=bare):
                counts[verdict(row)] += 1
                if verdict(row) != "right" and bare:
                    sys.stdout.write(f"{path.stem} {row}\n")
        sys.stdout.write(f"{'seen' if bare else 'never seen'} bare before: {dict(counts)}\n")


if __name__ == "__main__":
    main()
