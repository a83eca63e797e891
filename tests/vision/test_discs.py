"""Nested discs on drawn boards: each one's turn to the eighth whatever lies on it, or a doubt.

`python -m tests.vision.test_discs 400 460 10` measures boards of those seeds with up to ten pieces;
nothing was chosen by seeds from 400 on.
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from companion.core.ids import SlotId
from companion.vision.bare_files import BareBoard, load_bare, save_bare
from companion.vision.discs import DiscMemory, DiscSettings, Faces, rings_of, teach, turn_of
from companion.vision.pose import Pose
from tests.vision.bent_boards import H_MM, W_MM
from tests.vision.drawn_discs import NAMES, RADII, Discs, Drawn, draw, make_discs, table

SETTINGS = DiscSettings()


def pose_of(drawn: Drawn) -> Pose:
    return Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)


def taught(discs: Discs, seed: int) -> Faces:
    shown = draw(discs, seed, most=0, turned=False)
    return teach(shown.pixels, pose_of(shown), table(), {}, SETTINGS)


def told(drawn: Drawn, faces: Faces) -> dict[SlotId, int | None]:
    seen = DiscMemory(table(), SETTINGS, faces).read(drawn.pixels, pose_of(drawn))
    return {name: row[0].value if row else None for name, row in seen.items()}


def read(seeds: range, most: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        discs = make_discs(seed)
        faces = taught(discs, 10_000 + seed)
        for n in range(2):
            drawn = draw(discs, 20_000 + 7 * seed + n, most=most)
            for name, value in told(drawn, faces).items():
                right = value == drawn.truth[name]
                counts["doubt" if value is None else "right" if right else "wrong"] += 1
    return counts


def test_a_disc_lies_on_those_that_are_larger() -> None:
    rings = {ring.slot.id: ring for ring in rings_of(table())}
    assert [rings[name].inner_mm for name in NAMES] == [0.0, RADII[0], RADII[1]]
    assert [rings[name].below for name in NAMES] == [2, 1, 0]


def test_the_turn_of_each_disc_is_told_with_pieces_on_them() -> None:
    assert read(range(1), 8) == {"right": 6}


@pytest.mark.parametrize(("cells", "sure"), [(10, True), (1, False)])
def test_so_many_things_must_fit_one_way_only(cells: int, sure: bool) -> None:
    ring = rings_of(table())[2]
    taught_ring = np.full((10, 96, 3), 60, np.uint8)
    taught_ring[3:5, 6 : 6 + cells] = (40, 200, 240)
    seen = np.roll(taught_ring, 3 * 12, axis=1)
    told_turn = turn_of(seen, taught_ring, ring, SETTINGS)
    assert told_turn is not None
    assert (told_turn[1] > SETTINGS.sure) == sure
    assert not sure or told_turn[0] == 3


@pytest.mark.slow
def test_the_turns_of_many_discs_are_told() -> None:
    counts = read(range(460, 480), 10)
    assert counts["right"] >= 0.99 * counts.total()
    assert counts["wrong"] == 0


def test_a_picture_of_turned_discs_teaches_as_well(tmp_path: Path) -> None:
    discs = make_discs(5)
    shown, drawn = draw(discs, 6, most=0), draw(discs, 7, most=0)
    faces = teach(shown.pixels, pose_of(shown), table(), shown.truth, SETTINGS)
    save_bare(BareBoard(None, faces), tmp_path)
    assert told(drawn, load_bare(tmp_path, table()).discs) == drawn.truth


def test_a_disc_that_was_not_taught_or_is_covered_is_not_seen() -> None:
    discs = make_discs(8)
    drawn = draw(discs, 9, most=0)
    assert set(told(drawn, {}).values()) == {None}
    faces = taught(discs, 10)
    h, w = drawn.pixels.shape[:2]
    noise = np.random.default_rng(3).integers(0, 255, (h // 8, w // 8, 3)).astype(np.uint8)
    drawn.pixels[:] = np.repeat(np.repeat(noise, 8, 0), 8, 1)
    assert set(told(drawn, faces).values()) == {None}


def main() -> None:
    """Print what is read on boards of these seeds with up to so many pieces."""
    first, last, most = (int(word) for word in sys.argv[1:4])
    counts = read(range(first, last), most)
    sys.stdout.write(f"up to {most} pieces: {dict(counts)} of {counts.total()} discs\n")


if __name__ == "__main__":
    main()
