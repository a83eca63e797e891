"""Slots that stopped being seen just as thrown dice went away: what is gone lies there."""

from collections.abc import Collection

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Layout
from companion.core.observation import Observation


def hidden_with_dice(
    before: Observation | None, seen: Observation, known: frozenset[SlotId]
) -> frozenset[SlotId]:
    """Slots, seen empty in the look `before`, that are not seen since as many dice or more went.

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
    gone = len(before.free_dice) - len(seen.free_dice)
    newly = {
        slot
        for slot, claim in seen.slots.items()
        if claim is None and before.slots.get(slot) == () and slot not in known
    }
    return kept | newly if len(newly) <= gone else kept


def areas_of(hidden: Collection[SlotId], seen: Observation, layout: Layout) -> frozenset[AreaId]:
    """Areas in which every slot that is not seen is one of these."""
    unseen = {slot.area for slot in layout.slots.values() if slot.id in hidden}
    others = {
        layout.slots[slot].area
        for slot, claim in seen.slots.items()
        if claim is None and slot not in hidden and slot in layout.slots
    }
    return frozenset(unseen - others)
