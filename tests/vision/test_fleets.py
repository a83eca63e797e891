"""Models of several kinds and stacks on drawn tables, counted by what makes them hard to tell.

`python -m tests.vision.test_fleets 400 450` prints a table of boards of those seeds, forty places
each; nothing was chosen by seeds from 400 on.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

import pytest

from companion.core.ids import SlotId
from companion.vision.pieces import PieceSettings
from companion.vision.pose import Pose
from companion.vision.regions import RegionMemory, groups_of
from tests.vision.bent_boards import H_MM, W_MM
from tests.vision.drawn_fleets import Fleet, Place, draw

SETTINGS = PieceSettings()
VERDICTS = ("right", "doubt", "wrong")
Table = Mapping[str, Counter[str]]


def read(fleet: Fleet, names: Collection[str] = ()) -> Iterator[tuple[SlotId, Place, str]]:
    """Each place, or only these, and whether it was right, wrong or in doubt."""
    memory = RegionMemory(fleet.layout, SETTINGS, None)
    pose = Pose(fleet.view.camera, fleet.view.lens, (W_MM, H_MM), 0.0)
    memory.show_bare(fleet.bare, pose)
    groups = groups_of(fleet.layout, SETTINGS)
    chosen = [group for group in groups if not names or group.slots[0].id in names]
    seen, _ = memory.read(fleet.pixels, pose, chosen)
    for name, pieces in seen.items():
        place = fleet.places[name]
        if pieces is None:
            yield name, place, "doubt"
        else:
            told = sorted((str(p.kind), str(p.colour), bool(p.lying)) for p in pieces)
            yield name, place, "right" if told == place.truth else "wrong"


def counted(rows: Iterable[tuple[SlotId, Place, str]]) -> Table:
    """How many places of each cause were right, wrong or in doubt."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for _, place, verdict in rows:
        for cause in ("all", *place.causes):
            table[cause][verdict] += 1
    return table


WINGS = ("card.00", "side.00", "card.21", "low.32", "card.33")
STACKS = ("low.30", "card.21", "side.13", "side.23", "card.03")


@pytest.mark.parametrize(("seed", "names"), [(6, WINGS), (7, STACKS)], ids=["wings", "stacks"])
def test_kinds_postures_and_stacks_are_told_on_a_drawn_table(
    seed: int, names: tuple[str, ...]
) -> None:
    assert counted(read(draw(seed), names))["all"] == {"right": len(names)}


@pytest.mark.slow
def test_kinds_postures_and_stacks_are_told_on_many_tables() -> None:
    table = counted(row for seed in range(100, 108) for row in read(draw(seed)))
    assert table["ship"]["right"] >= 0.95 * table["ship"].total()
    assert table["wing"]["right"] >= 0.9 * table["wing"].total()
    assert table["all"]["wrong"] <= 0.01 * table["all"].total()


def main() -> None:
    """Print what is read on tables of seeds from the first argument to before the second."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    rows: list[tuple[SlotId, Place, str]] = []
    for seed in range(first, last):
        for name, place, verdict in read(draw(seed)):
            rows.append((name, place, verdict))
            if verdict == "wrong":
                sys.stdout.write(f"wrong: seed {seed} {name} {place.truth}\n")
    for cause, counts in sorted(counted(rows).items()):
        total = counts.total()
        shares = " | ".join(f"{counts[verdict] / total:.3f}" for verdict in VERDICTS)
        sys.stdout.write(f"| {cause} | {total} | {shares} |\n")


if __name__ == "__main__":
    main()
