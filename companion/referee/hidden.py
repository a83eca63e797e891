"""Slots that stopped being seen just as dice went away: what is gone lies there."""

from collections.abc import Collection, Sequence

from companion.core.expected import Expected, Unchecked, should_lie
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.observation import Observation
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.difference import AreaDifference

HARDLY = 0.5
"""Probability of the likeliest face, below which a thrown die is hardly read: dark, or in glare."""


def hidden_with_dice(
    before: Observation | None, seen: Observation, known: frozenset[SlotId]
) -> frozenset[SlotId]:
    """Slots, seen empty in the look `before`, that are not seen since as many dice or more went.

    A die that was hardly read may be overlooked now, so one fewer of these tells nothing, and a die
    that lies docked now is seen.
    Besides these, slots in which a die was seen: it is not made out any more. `known` are those of
    the look before; they stay as long as they are not seen.
    """
    kept = frozenset(slot for slot in known if seen.slots.get(slot, ()) is None)
    if before is not None:
        kept |= {
            slot for slot, claim in seen.slots.items() if claim is None and before.slots.get(slot)
        }
    if before is None or before.free_dice is None or seen.free_dice is None:
        return kept
    overlooked = max(0, _hardly_read(before.free_dice) - _hardly_read(seen.free_dice))
    left, came = _docked_anew(seen, before), _docked_anew(before, seen)
    gone = len(before.free_dice) - overlooked - len(seen.free_dice) + left - came
    newly = {
        slot
        for slot, claim in seen.slots.items()
        if claim is None and before.slots.get(slot) == () and slot not in known
    }
    return kept | newly if len(newly) <= gone else kept


def _hardly_read(dice: Sequence[SeenPiece]) -> int:
    return sum(die.confidence < HARDLY for die in dice)


def _docked_anew(before: Observation, after: Observation) -> int:
    """Slots with a die that are seen empty in the other look."""
    return sum(
        before.slots.get(slot) == () and any(piece.kind == DIE for piece in claim or ())
        for slot, claim in after.slots.items()
    )


def areas_of(hidden: Collection[SlotId], seen: Observation, layout: Layout) -> frozenset[AreaId]:
    """Areas in which every slot for a die that is not seen is one of these."""
    unseen = {slot.area for slot in layout.slots.values() if slot.id in hidden}
    others = {
        slot.area
        for slot in layout.slots.values()
        if slot.kind is SlotKind.DIE
        and slot.id not in hidden
        and seen.slots.get(slot.id, ()) is None
    }
    return frozenset(unseen - others)


def in_hiding(
    lost: tuple[Piece, ...],
    areas: Collection[AreaId],
    expected: Expected,
    seen: Observation,
    layout: Layout,
) -> dict[AreaId, AreaDifference]:
    """Dice that are nowhere, where they must be: in just as many hidden slots of one area.

    Nothing where there are more such slots or fewer, or in several areas.
    """
    room = {}
    for area in areas:
        claims = [seen.slots.get(s.id) for s in layout.in_area(area) if s.kind is SlotKind.DIE]
        told = sum(len(claim) for claim in claims if claim is not None)
        lying = should_lie(expected.get(area, Unchecked()))
        known = sum(piece.kind == DIE for piece in lying) - told
        spare = claims.count(None) - max(0, known)
        if spare > 0:
            room[area] = spare
    if not lost or list(room.values()) != [len(lost)]:
        return {}
    return {area: AreaDifference((), tuple(map(_as_seen, lost))) for area in room}


def _as_seen(die: Piece) -> SeenPiece:
    if die.value is None:
        return SeenPiece(DIE, die.colour, None, 0.0)
    values = tuple(float(face == die.value) for face in range(1, 7))
    return SeenPiece(DIE, die.colour, die.value, 1.0, values)
