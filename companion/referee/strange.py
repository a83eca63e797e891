"""Things without colour in places for pieces: what else lies there by the rules, and glare.

A camera tells where they lie and nothing more. What lay there before, when the ledger agreed with
the table, is nothing new; any more may be a piece that glare took the colour off.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.core.expected import Unchecked, should_lie
from companion.core.ids import SlotId
from companion.core.layout import Slot
from companion.core.observation import Observation
from companion.core.pieces import DIE, SeenPiece
from companion.rules.game import AnyGame

Strange = Mapping[SlotId, tuple[SeenPiece, ...]]
NOTHING_STRANGE: Strange = MappingProxyType({})
SAME_MM = 5.0
"""Nearer to each other than that, two looks show the same thing: a third of a colony."""


def newly_strange(known: Strange, game: AnyGame, seen: Observation, *, fits: bool) -> Strange:
    """After a look: what lies without colour where nothing else differs; as before if something
    does."""
    if not fits:
        return known
    pieces = {slot.id: seen.slots.get(slot.id) for slot in _places(game)}
    return {
        slot: known.get(slot, ()) if there is None else _nameless(there)
        for slot, there in pieces.items()
    }


def without_strange(game: AnyGame, state: object, seen: Observation, known: Strange) -> Observation:
    """What is seen without what is known, and without as many things of other kinds as should lie
    there. A place with yet more is not seen, nor one where a known one may be what is missing.
    """
    slots, looked_for = dict(seen.slots), {DIE, *game.layout.forms, *game.layout.cards}
    places = [slot for slot in _places(game) if _nameless(slots.get(slot.id) or ())]
    expected = game.expected(state) if places else {}
    for slot in places:
        pieces = slots[slot.id] or ()
        nameless = _nameless(pieces)
        lying = should_lie(expected.get(slot.area, Unchecked()))
        others = sum(piece.kind not in looked_for for piece in lying)
        old = [one for one in nameless if _is_near(one, known.get(slot.id, ()))]
        told = tuple(piece for piece in pieces if piece not in nameless)
        may_be_one = len(old) > others and len(told) < sum(p.kind == slot.holds for p in lying)
        more = len(nameless) - max(others, len(old))
        slots[slot.id] = None if more > 0 or may_be_one else told
    return replace(seen, slots=slots)


def _places(game: AnyGame) -> Iterator[Slot]:
    """Places for pieces that are told by their colour."""
    forms = game.layout.forms
    for slot in game.layout.slots.values():
        if slot.holds in forms and not forms[slot.holds].model:
            yield slot


def _nameless(pieces: tuple[SeenPiece, ...]) -> tuple[SeenPiece, ...]:
    return tuple(piece for piece in pieces if piece.colour is None)


def _is_near(one: SeenPiece, others: tuple[SeenPiece, ...]) -> bool:
    return any(math.dist((one.x, one.y), (other.x, other.y)) < SAME_MM for other in others)
