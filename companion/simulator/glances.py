"""A camera without pixels: what the reader claims of a simulated table, by its measured errors.

The same script and the same table as before the simulated camera, but a whole game takes seconds.
"""

import random
from collections.abc import Iterator

from companion.core.ids import SlotId
from companion.core.layout import Slot, SlotKind
from companion.core.observation import Observation, Seen
from companion.core.pieces import DIE, FACE_DOWN, SeenPiece
from companion.simulator.beats import AFTERWARDS_S
from companion.simulator.readings import Readers, sort_of
from companion.simulator.script import Script
from companion.simulator.stage import UNDISTURBED, Stage
from companion.simulator.world import OFF_MOST_MM, Lies, World

STEP_S = 0.25
"""Between two looks: half the shortest rest."""
REST_S = 0.7
"""From the last movement to the reading: five frames agree, then three are read."""
AGAIN = 0.05
"""Share of dice that are read anew at a rest: a hand's shadow lay on them, light has changed."""


class Glances:
    """Claims about the table of a script. Same seed, same claims."""

    def __init__(
        self, script: Script, seed: int, readers: Readers, off_mm: float = OFF_MOST_MM
    ) -> None:
        self.script = script
        self._readers = readers
        self._rng = random.Random(f"glances:{seed}")
        self._stage = Stage(script, seed, off_mm)
        self._read: dict[Lies, Seen] = {}
        self._empty: dict[SlotId, Seen] = {}
        self._piece_rng = random.Random(f"pieces:{seed}")
        self._places: dict[SlotId, tuple[tuple[Lies, ...], Seen]] = {}
        self._faces: set[str] = set()
        self._upsets = UNDISTURBED
        self._rest = 0
        self._thrown, self._free = 0, frozenset[Lies]()

    def look(self) -> Iterator[tuple[float, Observation | None]]:
        """The time, and a claim when the table has just come to rest, to the end of the game."""
        now, published = 0.0, -1.0
        while not self.script.ended or now <= self.script.end_s + AFTERWARDS_S:
            self._stage.go_to(now)
            still_s = self._stage.still_since_s
            if now - still_s >= REST_S and published < still_s:
                published = now
                yield now, self._observe(now)
            else:
                yield now, None
            now += STEP_S

    def _observe(self, now: float) -> Observation:
        self._rest += 1
        world, upsets = self._stage.shown(now, 0), self._stage.upsets(now)
        if upsets != self._upsets:
            self._upsets = upsets
            self._read.clear()
            self._empty.clear()
            self._places.clear()
        slots, free = self._claims(world)
        loose = frozenset(lies for lies in world.pieces if _is_loose(world, lies))
        if not loose <= self._free:
            self._thrown = self._rest
        self._free = loose
        sequence = round(now * 10)
        registered = True if self.script.game.layout.width_mm > 0 else None
        return Observation(self._rest, sequence, now, slots, free, registered, thrown=self._thrown)

    def _claims(self, world: World) -> tuple[dict[SlotId, Seen], tuple[SeenPiece, ...]]:
        lying: dict[SlotId, list[Lies]] = {}
        for lies in world.pieces:
            if lies.piece.kind == DIE or lies.piece.kind in world.layout.slots[lies.slot].kinds:
                lying.setdefault(lies.slot, []).append(lies)
        self._read = {lies: self._read[lies] for lies in world.pieces if lies in self._read}
        slots: dict[SlotId, Seen] = dict.fromkeys(world.layout.slots)
        free: list[SeenPiece] = []
        for slot in world.layout.slots.values():
            here = lying.get(slot.id, [])
            if slot.kind is SlotKind.ROLLING:
                free = [die for lies in here for die in self._claim(lies, free=True) or ()]
            elif slot.kind is SlotKind.DIE:
                slots[slot.id] = self._in_slot(slot.id, here, slot.x_mm, slot.y_mm)
            elif slot.kinds:
                top = here[-1:] if slot.pile else here
                slots[slot.id] = self._in_place(slot, tuple(top))
        return slots, tuple(free)

    def _in_place(self, slot: Slot, here: tuple[Lies, ...]) -> Seen:
        """Pieces other than dice; read anew where they changed, or a shadow lay on them."""
        self._faces |= {lies.piece.face for lies in here if lies.piece.face}
        known, rng = self._places.get(slot.id), self._piece_rng
        reader = self._readers.pieces[sort_of(self.script.game.layout, slot)]
        anew = known is None or known[0] != here or rng.random() < AGAIN
        if known is None or anew or known[1] is None:
            faces = sorted(self._faces - {FACE_DOWN})
            read = reader.read if anew else reader.look_again
            known = self._places[slot.id] = (here, read(slot, here, faces, rng))
        return known[1]

    def _in_slot(self, name: SlotId, here: list[Lies], x_mm: float, y_mm: float) -> Seen:
        if here:
            self._empty.pop(name, None)
            claims = [self._claim(lies, free=False) for lies in here]
            return None if None in claims else tuple(die for claim in claims for die in claim or ())
        if name not in self._empty:
            self._empty[name] = self._readers.slot.read_empty(x_mm, y_mm, self._rng)
        return self._empty[name]

    def _claim(self, lies: Lies, *, free: bool) -> Seen:
        if lies not in self._read or self._rng.random() < AGAIN:
            reader = self._readers.free if free else self._readers.slot
            self._read[lies] = reader.read(lies, self._rng)
        return self._read[lies]


def _is_loose(world: World, lies: Lies) -> bool:
    return world.layout.slots[lies.slot].kind is SlotKind.ROLLING and lies.piece.kind == DIE
