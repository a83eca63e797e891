"""Pieces as they lie on a real table: each somewhere, a little off and a little turned."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind
from companion.core.pieces import DIE, Piece
from companion.simulator.lying import Lying

DIE_MM = 16.0
"""Edge of a die."""
APART_MM = 24.0
"""Between the centres of dice thrown: a little more than the diagonal of two half dice."""
OFF_MOST_MM, SPREAD = 3.0, 0.4
"""How far beside the middle of its slot a piece is put at most, and the spread as a share of it."""
TURN_DEG = 180.0
"""Most a die is turned."""
CARD_OFF_MM, CARD_TURN_DEG = 1.0, 1.5
"""How far beside its outline a card is laid, and how much it is turned: the spread."""
FAN_MM = (30.0, 16.0)
"""So much of a card's left end, or of its top, is seen under the next where there is room."""
LYING_DEG = 5.0
"""How much a ship that lies is turned from lying straight: the spread."""
INSIDE_MM, ROOM_MM, TRIES = 2.5, 1.0, 60
"""So far inside its place a ship's middle is, with so much room to the next, if tries find some."""
CLEAR_MM = 17.5
"""Between the centres of dice put beside one another: they do not overlap much."""

TRAY_AREA = AreaId("tray")
TRAY = Layout(
    420.0,
    236.25,
    {TRAY_AREA: Area(TRAY_AREA, "", 0.0, 0.0, 420.0, 236.25)},
    {SlotId("tray"): Slot(SlotId("tray"), TRAY_AREA, SlotKind.ROLLING, 210.0, 118.0, 360.0, 180.0)},
)
"""Where dice are thrown in a game without a board: a tray that fills the picture."""


@dataclass(frozen=True, slots=True)
class Lies:
    """A piece with its centre in board millimetres and how far it is turned.

    `face` is what a die shows, also where the rules do not care. `slot` is the place it is in.
    """

    piece: Piece
    x_mm: float
    y_mm: float
    turn_deg: float
    slot: SlotId
    face: int | None


@dataclass(frozen=True, slots=True)
class World:
    """All pieces on the table."""

    layout: Layout
    pieces: tuple[Lies, ...] = ()
    off_mm: float = OFF_MOST_MM

    def after(self, board: Lying, loose: tuple[Piece, ...], rng: random.Random) -> "World":
        """The table when these pieces lie there: what can stay stays, the rest is moved."""
        world = self
        rolling = next((s for s in self.layout.slots.values() if s.kind is SlotKind.ROLLING), None)
        wanted = dict(board)
        if rolling is not None:
            wanted[rolling.area] = loose
        for area in self.layout.areas:
            world = world._with_area(area, wanted.get(area, ()), rng)
        return world

    def nudged(self, rng: random.Random) -> "World":
        """A few pieces knocked: a little elsewhere in their place, and turned anyhow."""
        return replace(
            self,
            pieces=tuple(
                _beside(self.layout.slots[lies.slot], lies, self.pieces, self.off_mm, rng)
                if self.layout.slots[lies.slot].kind is SlotKind.DIE and rng.random() < 0.3
                else lies
                for lies in self.pieces
            ),
        )

    def tidied(self, rng: random.Random) -> "World":
        """The dice of one area put into other slots of it, as they show."""
        areas = sorted({self.layout.slots[lies.slot].area for lies in self.pieces})
        if not areas:
            return self
        area = rng.choice(areas)
        here = [lies for lies in self.pieces if self.layout.slots[lies.slot].area == area]
        kept: list[Lies] = []
        for lies in here:
            put = _put(self, area, kept, lies.piece, rng)
            kept.append(lies if put is None else replace(put, face=lies.face))
        others = (lies for lies in self.pieces if self.layout.slots[lies.slot].area != area)
        return replace(self, pieces=(*others, *kept))

    def without_loose(self) -> "World":
        """The table while somebody holds the thrown dice."""
        kinds = {slot.id: slot.kind for slot in self.layout.slots.values()}
        kept = tuple(lies for lies in self.pieces if kinds[lies.slot] is not SlotKind.ROLLING)
        return replace(self, pieces=kept)

    def dice(self) -> Mapping[SlotId, tuple[tuple[str | None, int | None], ...]]:
        """Colour and face of the dice in every slot."""
        found: dict[SlotId, list[tuple[str | None, int | None]]] = {
            s: [] for s in self.layout.slots
        }
        for lies in self.pieces:
            if lies.piece.kind == DIE:
                found[lies.slot].append((lies.piece.colour, lies.face))
        return {slot: tuple(dice) for slot, dice in found.items()}

    def changed(self, other: "World") -> tuple[Lies, ...]:
        """Pieces that lie differently in one of the two."""
        return tuple(set(self.pieces) ^ set(other.pieces))

    def _with_area(self, area: AreaId, wanted: tuple[Piece, ...], rng: random.Random) -> "World":
        here = [lies for lies in self.pieces if self.layout.slots[lies.slot].area == area]
        missing, kept = Counter(wanted), list[Lies]()
        for lies in here:
            named = next((p for p in (lies.piece, _faceless(lies.piece)) if missing[p] > 0), None)
            if named is not None:
                missing[named] -= 1
                kept.append(replace(lies, piece=named))
        for piece in sorted(missing.elements(), key=lambda piece: piece == wanted[-1]):
            put = _put(self, area, kept, piece, rng)
            if put is not None:
                kept.append(put)
        others = (lies for lies in self.pieces if self.layout.slots[lies.slot].area != area)
        laid = _fanned(self.layout, _spaced(self.layout, kept), rng)
        return replace(self, pieces=(*others, *laid))


def _fanned(layout: Layout, lying: list[Lies], rng: random.Random) -> list[Lies]:
    """Cards of a pile laid one after another, each over the last, down or to the right.

    Those that lie well stay; where it grows crowded, all are moved together.
    """
    fanned = list(lying)
    for slot in {layout.slots[lies.slot] for lies in lying if layout.slots[lies.slot].pile}:
        here = [n for n, lies in enumerate(lying) if lies.slot == slot.id]
        card = layout.cards[lying[here[0]].piece.kind]
        room = [max(0.0, side) for side in (slot.w_mm - card.w_mm, slot.h_mm - card.h_mm)]
        x_mm, y_mm = (min(FAN_MM[n], room[n] / max(1, len(here) - 1)) for n in (0, 1))
        for place, n in enumerate(here):
            x = slot.x_mm - room[0] / 2 + place * x_mm
            y = slot.y_mm - room[1] / 2 + place * y_mm
            if math.dist((x, y), (lying[n].x_mm, lying[n].y_mm)) > 3 * CARD_OFF_MM:
                x, y = (at + rng.gauss(0, CARD_OFF_MM / 2) for at in (x, y))
                fanned[n] = replace(lying[n], x_mm=x, y_mm=y)
    return fanned


def _spaced(layout: Layout, lying: list[Lies]) -> list[Lies]:
    """Where models would stand in one another, people make room: all of the place stand in rows."""
    spaced = list(lying)
    for slot in {layout.slots[lies.slot] for lies in lying}:
        here = [n for n, lies in enumerate(lying) if lies.slot == slot.id and _model(layout, lies)]
        pairs = combinations([lying[n] for n in here], 2)
        if all(_gap_mm(slot, layout.forms[a.piece.kind], a, b) >= 0 for a, b in pairs):
            continue
        for n, (x, y) in zip(here, _rows(slot, len(here)), strict=True):
            spaced[n] = replace(lying[n], x_mm=slot.x_mm + x, y_mm=slot.y_mm + y)
    return spaced


def _model(layout: Layout, lies: Lies) -> bool:
    form = layout.forms.get(lies.piece.kind)
    return form is not None and form.model


def _rows(slot: Slot, count: int) -> list[tuple[float, float]]:
    """So many spots in rows over a place, from its middle, as far apart as can be; in one row along
    the longer side where pieces lie."""
    w, h = (max(0.0, side / 2 - INSIDE_MM) for side in (slot.w_mm, slot.h_mm))
    ways = [count if w >= h else 1] if slot.lying else range(1, count + 1)

    def steps(columns: int) -> tuple[float, float]:
        rows = math.ceil(count / columns)
        return 2 * w / max(1, columns - 1), 2 * h / max(1, rows - 1)

    def nearest(columns: int) -> float:
        parts = (columns, math.ceil(count / columns))
        return min((s for s, n in zip(steps(columns), parts, strict=True) if n > 1), default=0.0)

    columns = max(ways, key=nearest)
    dx, dy = steps(columns)
    x, y = (-w if columns > 1 else 0.0), (-h if count > columns else 0.0)
    return [(x + dx * (n % columns), y + dy * (n // columns)) for n in range(count)]


def _faceless(piece: Piece) -> Piece:
    return replace(piece, value=None)


def _put(
    world: World, area: AreaId, taken: list[Lies], piece: Piece, rng: random.Random
) -> Lies | None:
    """A new piece in a free place of an area; `None` when it is full or has none."""
    slots = world.layout.in_area(area)
    face = piece.value
    if piece.kind == DIE and face is None:
        face = rng.randint(1, 6)
    used = {lies.slot for lies in taken}
    single = [s for s in slots if s.kind is SlotKind.DIE and s.id not in used]
    if piece.kind == DIE and single:
        slot = rng.choice(single)
        put = Lies(piece, slot.x_mm, slot.y_mm, 0.0, slot.id, face)
        return _beside(slot, put, (*world.pieces, *taken), world.off_mm, rng)
    wide = [s for s in slots if s.kind is not SlotKind.DIE]
    meant = [s for s in wide if piece.kind in s.kinds and s.value in (None, piece.value)]
    free = [s for s in meant if s.id not in used]
    if not wide:
        return None
    slot = (free or meant or wide)[0]
    card = world.layout.cards.get(piece.kind)
    if card is not None:
        return _on_spot(slot, Lies(piece, slot.x_mm, slot.y_mm, 0.0, slot.id, face), rng)
    form = world.layout.forms.get(piece.kind)
    if form is not None and form.model:
        return _among(slot, form, Lies(piece, slot.x_mm, slot.y_mm, 0.0, slot.id, face), taken, rng)
    x, y = _free_spot(slot, taken, DIE_MM if form is None else form.size_mm, rng)
    return Lies(piece, x, y, rng.uniform(-TURN_DEG, TURN_DEG), slot.id, face)


def _on_spot(slot: Slot, lies: Lies, rng: random.Random) -> Lies:
    """A card laid on its outline, nearly straight."""
    x, y = (at + rng.gauss(0, CARD_OFF_MM) for at in (slot.x_mm, slot.y_mm))
    return replace(lies, x_mm=x, y_mm=y, turn_deg=rng.gauss(0, CARD_TURN_DEG))


def _among(slot: Slot, form: Form, lies: Lies, taken: list[Lies], rng: random.Random) -> Lies:
    """A model put into a place clear of those there; side by side where they lie.

    Where there is no room left, as far from them as a few tries find.
    """
    here = [one for one in taken if one.slot == slot.id]
    best, room = lies, -math.inf
    for _ in range(TRIES):
        tried = _somewhere(slot, lies, rng)
        near = min((_gap_mm(slot, form, tried, one) for one in here), default=ROOM_MM)
        if near > room:
            best, room = tried, near
        if room >= ROOM_MM:
            break
    return best


def _somewhere(slot: Slot, lies: Lies, rng: random.Random) -> Lies:
    """Anywhere in a place, its middle well inside; what lies lies across the longer side."""
    w, h = (max(0.0, side / 2 - INSIDE_MM) for side in (slot.w_mm, slot.h_mm))
    if not slot.lying:
        x, y = rng.uniform(-w, w), rng.uniform(-h, h)
        turn = rng.uniform(-TURN_DEG, TURN_DEG)
        return replace(lies, x_mm=slot.x_mm + x, y_mm=slot.y_mm + y, turn_deg=turn)
    upright = slot.w_mm > slot.h_mm
    along = rng.uniform(-w, w) if upright else rng.uniform(-h, h)
    across = max(-w, min(w, rng.gauss(0, CARD_OFF_MM)))
    x, y = (along, across) if upright else (across, along)
    turn = rng.choice((0, 180)) + 90 * upright + rng.gauss(0, LYING_DEG)
    return replace(lies, x_mm=slot.x_mm + x, y_mm=slot.y_mm + y, turn_deg=turn)


def _gap_mm(slot: Slot, form: Form, one: Lies, other: Lies) -> float:
    """Room between two models in a place: beside each other, where they lie."""
    if not slot.lying:
        return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) - form.size_mm
    upright = slot.w_mm > slot.h_mm
    return abs(one.x_mm - other.x_mm if upright else one.y_mm - other.y_mm) - form.size_mm


def _beside(
    slot: Slot, lies: Lies, others: Iterable[Lies], off_mm: float, rng: random.Random
) -> Lies:
    """A piece put into a slot, a little beside its middle and turned, clear of its neighbours."""
    near = [
        (o.x_mm, o.y_mm) for o in others if o.slot != slot.id and o.piece.kind == lies.piece.kind
    ]
    x = y = 0.0
    for part in (1.0, 1.0, 1.0, 0.7, 0.5, 0.3, 0.1):
        most = part * off_mm
        far, angle = min(most, abs(rng.gauss(0, SPREAD * most))), rng.uniform(0, 2 * math.pi)
        x, y = slot.x_mm + far * math.cos(angle), slot.y_mm + far * math.sin(angle)
        if all(math.dist((x, y), other) >= CLEAR_MM for other in near):
            break
    return replace(lies, x_mm=x, y_mm=y, turn_deg=rng.uniform(-TURN_DEG, TURN_DEG))


def _free_spot(
    slot: Slot, taken: list[Lies], size_mm: float, rng: random.Random
) -> tuple[float, float]:
    """A spot in a wide slot, as far from other pieces as a few tries find."""
    apart = max(APART_MM, size_mm + ROOM_MM)

    def room(spot: tuple[float, float]) -> float:
        others = (math.dist(spot, (o.x_mm, o.y_mm)) for o in taken if o.slot == slot.id)
        return min(apart, min(others, default=apart))

    return max(_spots(slot, size_mm, rng), key=room)


def _spots(slot: Slot, size_mm: float, rng: random.Random) -> Iterator[tuple[float, float]]:
    edge = max(DIE_MM * 0.75, size_mm / 2)
    w, h = max(0.0, slot.w_mm / 2 - edge), max(0.0, slot.h_mm / 2 - edge)
    for _ in range(60):
        yield slot.x_mm + rng.uniform(-w, w), slot.y_mm + rng.uniform(-h, h)
