"""Measures how the reader errs on drawn tables: `python -m companion.trial.reading > FILE`.

What comes of it is `companion/simulator/readings.json`, from which the readings of games without
pixels are drawn. Measure again when the models or the drawn pieces change. With `--dice-photos`
dice are real ones where there is noise; without noise they are drawn all the same: that is a table
on which nothing is misread, for tests.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import cv2

from companion.camera.frame import Frame
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.rules.game import AnyGame
from companion.rules.registry import largest_board
from companion.simulator.camera import OFF_MM
from companion.simulator.die_photos import ABSENT, DiePhotos, load_die_photos
from companion.simulator.draw import Scene
from companion.simulator.lamps import Noise
from companion.simulator.lying import Lying
from companion.simulator.showing import shown_dice
from companion.simulator.stage import Upsets
from companion.simulator.world import World
from companion.trial.teaching import taught
from companion.vision.dice import DiceReader
from companion.vision.pipeline import Pipeline

KEPT = 60
"""Readings kept of each face."""
DIGITS = 3
FRAMES = 14
"""Frames of one table: enough to come to rest and be read."""


@dataclass
class Place:
    """What was read in one kind of place: readings by true face, colours by true colour."""

    faces: dict[int, list[tuple[float, ...]]] = field(default_factory=dict)
    colours: dict[str, Counter[str]] = field(default_factory=dict)
    dice: int = 0
    missed: int = 0
    unseen: int = 0
    blank: int = 0
    ghosts: int = 0
    empty: int = 0

    def add(self, truth: Sequence[tuple[str | None, int | None]], seen: Seen) -> None:
        """Compare what lies in one place with what was read there."""
        self.dice += len(truth)
        if seen is None:
            self.unseen += len(truth)
            self.blank += not truth
            self.empty += not truth
            return
        self.missed += max(0, len(truth) - len(seen))
        self.ghosts += max(0, len(seen) - len(truth))
        self.empty += not truth
        pairs = sorted(
            ((_likeness(die, colour, face), t, k)
             for t, (colour, face) in enumerate(truth) if face is not None
             for k, die in enumerate(seen)),
            reverse=True,
        )  # fmt: skip
        told: set[int] = set()
        used: set[int] = set()
        for _, t, k in pairs:  # the likest first, so that a die overlooked makes no other wrong
            if t not in told and k not in used:
                told.add(t)
                used.add(k)
                self._note(*truth[t], seen[k])

    def _note(self, colour: str | None, face: int | None, die: SeenPiece) -> None:
        assert face is not None
        unsure = 1.0 if die.value is None else 0.0
        reading = (*(round(p, DIGITS) for p in die.values), unsure)
        self.faces.setdefault(face, []).append(reading)
        self.colours.setdefault(str(colour), Counter())[str(die.colour)] += 1

    def to_json(self, rng: random.Random) -> dict[str, object]:
        """As it is stored: a fair sample of the readings, shares of the rest."""
        return {
            "dice": self.dice,
            "missed": round(self.missed / max(1, self.dice), 5),
            "unseen": round(self.unseen / max(1, self.dice), 5),
            "ghost": round(self.ghosts / max(1, self.empty), 6),
            "blank": round(self.blank / max(1, self.empty), 6),
            "faces": {
                str(face): rng.sample(readings, min(KEPT, len(readings)))
                for face, readings in sorted(self.faces.items())
            },
            "colours": {
                colour: {
                    name: round(count / named.total(), 4) for name, count in named.most_common()
                }
                for colour, named in sorted(self.colours.items())
            },
        }

    def wrong(self) -> tuple[float, float]:
        """Shares of readings that are wrong without doubt, and unsure."""
        all_ = [(face, r) for face, readings in self.faces.items() for r in readings]
        sure = [(face, r) for face, r in all_ if not r[6]]
        wrong = sum(max(range(6), key=lambda i: r[i]) != face - 1 for face, r in sure)
        return wrong / max(1, len(all_)), 1 - len(sure) / max(1, len(all_))


def _likeness(die: SeenPiece, colour: str | None, face: int) -> float:
    """How well a reading fits a true die; the face counts more, since a wrong colour is no
    wrong face."""
    return (die.values[face - 1] if die.values else 0.0) + 0.5 * (die.colour == colour)


def measure(
    noise: Noise, tables: int, seed: int, photos: DiePhotos | None = None, *, fine: bool = False
) -> dict[str, Place]:
    """Read so many drawn tables; readings of die slots and of the rolling area.

    The players' colours are shown first, as the set-up asks for.
    """
    game = largest_board()
    layout = game.layout
    reader, rng = DiceReader.load(), random.Random(seed)
    found = {"slot": Place(), "free": Place()}
    for number in range(tables):
        board, loose = random_table(game, rng)
        world = World(layout, off_mm=OFF_MM[noise]).after(board, loose, rng)
        table = seed * 1000 + number
        scene = Scene(world, table, noise, photos, fine=fine)
        upsets = Upsets(0, number)
        shown = {
            colour: scene.frame(shown_dice(layout, colour, table), 0.0, 0, (), upsets)
            for colour in game.info.colours
        }
        palette = taught(shown, reader)
        pipeline, claim = Pipeline(layout, reader, palette=palette), None
        # Seen empty first, as a board is before a game: what then lies there hides something.
        for sequence in range(2 * FRAMES):
            there = World(layout) if sequence < FRAMES else world
            pixels = scene.frame(there, sequence / 10, sequence, (), upsets)
            claim = pipeline.feed(Frame(pixels, sequence / 10, sequence)) or claim
        if claim is None or not claim.registered:
            print(f"{noise.value} {number}: no board found", file=sys.stderr)
            continue
        _compare(found, layout, world.dice(), claim)
    return found


def _compare(
    found: dict[str, Place],
    layout: Layout,
    truth: Mapping[SlotId, tuple[tuple[str | None, int | None], ...]],
    claim: Observation,
) -> None:
    for name, slot in layout.slots.items():
        seen = claim.free_dice if slot.kind is SlotKind.ROLLING else claim.slots.get(name)
        if slot.kind is not SlotKind.REGION:
            found["slot" if slot.kind is SlotKind.DIE else "free"].add(truth[name], seen)


def random_table(game: AnyGame, rng: random.Random) -> tuple[Lying, tuple[Piece, ...]]:
    """About a third of the slots filled with dice of any colour, some dice thrown."""
    colours = (*game.info.colours, *game.info.neutral_colours)
    weights = [4.0] * len(game.info.colours) + [1.0] * len(game.info.neutral_colours)
    board: dict[AreaId, tuple[Piece, ...]] = {}
    for area in game.layout.areas:
        ports = sum(slot.kind is SlotKind.DIE for slot in game.layout.in_area(area))
        pieces = tuple(
            Piece(DIE, rng.choices(colours, weights)[0], rng.randint(1, 6))
            for _ in range(ports)
            if rng.random() < 0.35
        )
        board[area] = pieces
    colour = rng.choice(game.info.colours)
    loose = tuple(Piece(DIE, colour, rng.randint(1, 6)) for _ in range(rng.randint(3, 6)))
    return board, loose


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every noise and print the file."""
    parser = argparse.ArgumentParser(prog="companion.trial.reading", description=main.__doc__)
    parser.add_argument("tables", nargs="?", type=int, default=40)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--dice-photos", type=Path, metavar="DIR", help="dice as on photographs")
    parser.add_argument("--fine", action="store_true", help="2304 px, as the design's camera")
    options = parser.parse_args(arguments)
    photos = load_die_photos(options.dice_photos) if options.dice_photos else None
    if options.dice_photos and photos is None:
        print(f"{options.dice_photos}: {ABSENT}", file=sys.stderr)
    jobs = [
        (
            noise,
            options.tables,
            options.seed,
            None if noise is Noise.CLEAN else photos,
            options.fine,
        )
        for noise in Noise
    ]
    # Not forked: OpenCV's threads, busy with the photographs here, would stand still there.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        out = dict(zip((noise.value for noise in Noise), pool.map(_measured, jobs), strict=True))
    print(json.dumps(out, separators=(",", ":")))


def _measured(job: tuple[Noise, int, int, DiePhotos | None, bool]) -> dict[str, object]:
    """One noise, for another process: as it is stored, and said for people."""
    noise, tables, seed, photos, fine = job
    cv2.setNumThreads(1)
    found, rng = measure(noise, tables, seed, photos, fine=fine), random.Random(seed)
    for name, place in found.items():
        wrong, unsure = place.wrong()
        print(
            f"{noise.value} {name}: {place.dice} dice, missed {place.missed}, "
            f"places left open {place.unseen} with a die and {place.blank} without, "
            f"ghosts {place.ghosts}, unsure {unsure:.4f}, wrong without doubt {wrong:.4f}",
            file=sys.stderr,
        )
    return {name: place.to_json(rng) for name, place in found.items()}


if __name__ == "__main__":
    main()
