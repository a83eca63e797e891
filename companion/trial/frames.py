"""How much of a drawn board is read right in one frame: `python -m companion.trial.frames`.

Every table is shown as one picture, voted upon by itself: no second frame helps.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from companion.core.observation import Seen
from companion.rules.registry import largest_board
from companion.simulator.camera import OFF_MM
from companion.simulator.die_photos import ABSENT, DiePhotos, load_die_photos
from companion.simulator.draw import Scene
from companion.simulator.lamps import Noise
from companion.simulator.stage import Upsets
from companion.simulator.world import World
from companion.trial.reading import random_table
from companion.vision.dice import DiceReader
from companion.vision.pipeline import observe_picture
from companion.vision.slots import die_slots

Truth = Sequence[tuple[str | None, int | None]]
"""Colours and values of the dice that lie in a slot."""


class Verdict(StrEnum):
    """What became of a slot."""

    RIGHT = "right"
    DOUBT = "in doubt"
    WRONG = "wrong without doubt"


def verdict(truth: Truth, seen: Seen) -> Verdict:
    """A slot is right when it is seen empty and is, or its die is told with its value."""
    if seen is None or any(piece.value is None for piece in seen):
        return Verdict.DOUBT
    told = sorted(piece.value or 0 for piece in seen)
    return Verdict.RIGHT if told == sorted(value or 0 for _, value in truth) else Verdict.WRONG


def measure(
    noise: Noise, tables: int, seed: int, photos: DiePhotos | None = None, *, fine: bool = False
) -> Counter[str | tuple[str | None, Verdict]]:
    """Verdicts on all slots, on slots with a die by its colour too, and how many whole boards are
    right: `boards` and `whole`."""
    game, reader, rng = largest_board(), DiceReader.load(), random.Random(seed)
    counts: Counter[str | tuple[str | None, Verdict]] = Counter()
    for number in range(tables):
        board, loose = random_table(game, rng)
        world = World(game.layout, off_mm=OFF_MM[noise]).after(board, loose, rng)
        scene = Scene(world, seed * 1000 + number, noise, photos, fine=fine)
        pixels = scene.frame(world, 0.0, 0, (), Upsets(0, number))
        claim, _ = observe_picture(pixels, game.layout, reader)
        truth = world.dice()
        here = [verdict(truth[s.id], claim.slots.get(s.id)) for s in die_slots(game.layout)]
        counts.update(here)
        for slot, told in zip(die_slots(game.layout), here, strict=True):
            counts.update((colour, told) for colour, _ in truth[slot.id])
        counts["boards"] += 1
        counts["whole"] += set(here) == {Verdict.RIGHT}
    return counts


def by_colour(counts: Counter[str | tuple[str | None, Verdict]]) -> str:
    """How many dice of each colour are right: a clear die is another matter than a red one."""
    colours = sorted({str(key[0]) for key in counts if isinstance(key, tuple)})
    lines = []
    for colour in colours:
        told = {kind: counts[colour, kind] for kind in Verdict}
        lines.append(f"{colour} {told[Verdict.RIGHT]} of {sum(told.values())}"
                     f" ({told[Verdict.WRONG]} wrong)")  # fmt: skip
    return ", ".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure so many tables with every noise."""
    parser = argparse.ArgumentParser(prog="companion.trial.frames", description=main.__doc__)
    parser.add_argument("tables", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--dice-photos", type=Path, metavar="DIR", help="dice as on photographs")
    parser.add_argument("--fine", action="store_true", help="2304 px, as the design's camera")
    options = parser.parse_args(arguments)
    photos = load_die_photos(options.dice_photos) if options.dice_photos else None
    if options.dice_photos and photos is None:
        print(f"{options.dice_photos}: {ABSENT}", file=sys.stderr)
    for noise in Noise:
        counts = measure(noise, options.tables, options.seed, photos, fine=options.fine)
        slots = sum(counts[kind] for kind in Verdict)
        shares = ", ".join(f"{kind} {counts[kind] / slots:.4f}" for kind in Verdict)
        whole = counts["whole"] / counts["boards"]
        sys.stdout.write(f"{noise.value}: of {slots} slots {shares}; whole boards {whole:.3f}\n")
        sys.stdout.write(f"  dice right by colour: {by_colour(counts)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
