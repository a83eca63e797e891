"""Measures how places with pieces are read on drawn tables: `python -m
companion.trial.reading_pieces > FILE`.

What comes of it is `companion/simulator/piece_readings.json`, beside that of dice (see
`companion.trial.reading`). Games are watched as they are played, since what lies below or beside a
piece was seen before or was not. Measure again when the readers or the drawn pieces change.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context

import cv2

from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.rules.registry import game_ids, load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.camera import SimulatedCamera
from companion.simulator.lamps import Noise
from companion.simulator.readings import PieceReader, Sort, sort_of
from companion.simulator.script import Script
from companion.simulator.world import Lies
from companion.trial.teaching import taught_pipeline
from companion.trial.watching import IDLE_EVERY

MEASURED = {Sort.MODEL, Sort.CARD}
"""Enough of these lie on drawn tables."""


@dataclass
class Tally:
    """Places of one sort as they were read, each when what lies there had changed.

    Of those `left_open`, counted at each later rest, so many were `cleared`.

    `named` counts pieces by what they are and what they were called, where that differs.
    """

    filled: int = 0
    unseen: int = 0
    empty: int = 0
    blank: int = 0
    pieces: int = 0
    missed: int = 0
    ghosts: int = 0
    coloured: int = 0
    misnamed: int = 0
    cards: int = 0
    untold: int = 0
    mistaken: int = 0
    left_open: int = 0
    cleared: int = 0
    named: Counter[str] = field(default_factory=Counter)

    def add(self, there: Sequence[Lies], seen: Seen) -> None:
        """Compare what lies in one place with what was read there."""
        self.filled += bool(there)
        self.empty += not there
        if seen is None:
            self.unseen += bool(there)
            self.blank += not there
            return
        self.pieces += len(there)
        self.missed += max(0, len(there) - len(seen))
        self.ghosts += max(0, len(seen) - len(there))
        for lies, read in _pairs(there, seen):
            self._compare(lies, read)

    def again(self, before: Seen, seen: Seen) -> None:
        """Compare what was read in one place with what had been read when the same lay there."""
        self.left_open += before is None
        self.cleared += before is None and seen is not None

    def _compare(self, lies: Lies, read: SeenPiece) -> None:
        colour, face = lies.piece.colour, lies.piece.face
        self.coloured += colour is not None
        self.cards += face is not None
        self.misnamed += colour is not None and read.colour != colour
        self.untold += face is not None and read.face is None
        self.mistaken += face is not None and read.face not in (face, None)
        if (read.colour, read.face) != (colour, face):
            self.named[f"{colour or face}: {read.colour or read.face}"] += 1

    def shares(self) -> PieceReader:
        """As it is stored."""
        return PieceReader(
            _share(self.unseen, self.filled),
            _share(self.blank, self.empty),
            _share(self.missed, self.pieces),
            _share(self.misnamed, self.coloured),
            _share(self.untold, self.cards),
            _share(self.mistaken, self.cards),
            _share(self.ghosts, self.filled + self.empty),
            _share(self.cleared, self.left_open),
        )

    def merge(self, other: "Tally") -> None:
        """Count what another one counted, too."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def _share(part: int, whole: int) -> float:
    return round(part / max(1, whole), 5)


def _pairs(there: Sequence[Lies], seen: Sequence[SeenPiece]) -> Iterable[tuple[Lies, SeenPiece]]:
    """Each piece with what it was read as: those read right first, the others in any order."""
    left, others = list(seen), list[Lies]()
    for lies in there:
        same = next((r for r in left if _alike(lies, r)), None)
        if same is None:
            others.append(lies)
        else:
            left.remove(same)
            yield lies, same
    yield from zip(others, left, strict=False)


def _alike(lies: Lies, read: SeenPiece) -> bool:
    return (lies.piece.colour, lies.piece.face) == (read.colour, read.face)


def measure(
    game_id: str, seed: int, noise: Noise, until_s: float, *, fine: bool = False
) -> dict[Sort, Tally]:
    """Watch one game for so long; each place counts whenever something there has changed."""
    game = load_game(game_id)
    script = Script(game, make_setup(game.info), seed, Habits())
    pipeline = taught_pipeline(script, seed, noise, fine=fine)
    tallies = {sort: Tally() for sort in Sort}
    known: dict[SlotId, tuple[tuple[Lies, ...], Seen]] = {}
    with SimulatedCamera(script, seed, noise=noise, idle_every=IDLE_EVERY, fine=fine) as camera:
        for frame in camera.frames():
            if frame.time_s > until_s:
                break
            claim = pipeline.feed(frame)
            if claim is None or not claim.registered or not camera.truth.stable:
                continue
            for slot, there in _lying(game.layout, camera.truth.pieces).items():
                tally, seen = tallies[sort_of(game.layout, slot)], claim.slots.get(slot.id)
                before = known.get(slot.id)
                known[slot.id] = there, seen
                if before is None or before[0] != there:
                    tally.add(there, seen)
                else:
                    tally.again(before[1], seen)
    return tallies


def _sorts(layout: Layout) -> set[Sort]:
    return {sort_of(layout, slot) for slot in _lying(layout, ())}


def _lying(layout: Layout, pieces: Iterable[Lies]) -> Mapping[Slot, tuple[Lies, ...]]:
    """What there is to be read in each place where something other than dice is looked for."""
    found: dict[SlotId, list[Lies]] = {}
    for lies in pieces:
        if lies.piece.kind in layout.slots[lies.slot].kinds:
            found.setdefault(lies.slot, []).append(lies)
    return {
        slot: tuple(found.get(slot.id, ())[-1:] if slot.pile else found.get(slot.id, ()))
        for slot in layout.slots.values()
        if slot.kinds and slot.kind is SlotKind.REGION
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every noise on all games with models or cards and print the file."""
    parser = argparse.ArgumentParser(prog="companion.trial.reading_pieces", description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=6, help="of each kind and noise")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--until", type=float, default=60.0, metavar="S", help="stop each there")
    parser.add_argument("--fine", action="store_true", help="2304 px, as the design's camera")
    options = parser.parse_args(arguments)
    boards = [name for name in game_ids() if _sorts(load_game(name).layout) & MEASURED]
    jobs = [
        (name, options.seed + number, noise, options.until, options.fine)
        for noise in Noise
        for name in boards
        for number in range(options.games)
    ]
    out = {noise: {sort: Tally() for sort in Sort} for noise in Noise}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for job, tallies in zip(jobs, pool.map(_measured, jobs), strict=True):
            print(*job[:3], file=sys.stderr, flush=True)
            for sort, tally in tallies.items():
                out[job[2]][sort].merge(tally)
    for noise, sorts in out.items():
        for sort, tally in sorts.items():
            print(noise.value, sort.value, tally, file=sys.stderr)
    stored = {
        noise.value: {sort.value: asdict(sorts[sort].shares()) for sort in Sort if sort in MEASURED}
        for noise, sorts in out.items()
    }
    print(json.dumps(stored, indent=1))


def _measured(job: tuple[str, int, Noise, float, bool]) -> dict[Sort, Tally]:
    game_id, seed, noise, until_s, fine = job
    cv2.setNumThreads(1)
    return measure(game_id, seed, noise, until_s, fine=fine)


if __name__ == "__main__":
    main()
