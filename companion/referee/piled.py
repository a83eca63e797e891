"""What lay on piles and is not booked: what comes to lie over it hides it, and it is not forgotten.

Of a pile only the uppermost piece is seen. Who books that one while another below it is not booked
turns their order round, or passes over the one below.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.expected import Expected, Unchecked
from companion.core.ids import AreaId
from companion.core.pieces import SeenPiece
from companion.referee.claims import Claims
from companion.referee.difference import TOLERANCE, area_excess
from companion.referee.likeness import likeness_cost
from companion.referee.onward import Legal, as_piece
from companion.rules.game import AnyGame

Seen = tuple[SeenPiece, ...] | None
"""What was seen on a pile; `None` where it was not seen just when something may have come there."""
Lain = Mapping[AreaId, tuple[Seen, ...]]
"""By pile what was seen on it, one after the other, and is not booked."""


@dataclass(slots=True)
class Piles:
    """Follows the piles of a table. `lain` is replaced, never changed.

    `_rest` is the last one that was looked at, `_told` whether anything that shows on the table was
    booked since the one before.
    """

    lain: Lain = field(default_factory=dict)
    _rest: int = 0
    _told: bool = False

    def booked(self, before: Expected, after: Expected) -> None:
        """Position and table go on: what is booked on a pile is the first that lay there."""
        changed = {
            area for area, new in after.items() if new != before.get(area) and not _is_free(new)
        }
        self._told = self._told or bool(changed)
        self.lain = _kept(
            {area: tops[1:] if area in changed else tops for area, tops in self.lain.items()}
        )

    def looked(self, game: AnyGame, state: object, claims: Claims, rest: int) -> None:
        """What a look has left unexplained on piles."""
        piles = {slot.area for slot in game.layout.slots.values() if slot.pile}
        silent, legal = rest != self._rest and not self._told, Legal(game, state)
        found = dict(self.lain)
        for area in piles:
            tops = found.get(area, ())
            if area not in claims:
                more = silent and _may_come(legal, area)
                found[area] = (*tops, None) if more else tops
            elif area_excess(legal.expected.get(area, Unchecked()), claims[area]) <= TOLERANCE:
                found[area] = ()
            elif not tops or not _alike(tops[-1], claims[area].pieces):
                found[area] = (*tops, claims[area].pieces)
        self.lain = _kept(found)
        if rest != self._rest:
            self._rest, self._told = rest, False


def hiding(lain: Lain, claims: Claims) -> frozenset[AreaId]:
    """Piles on which something lies over what is not booked."""
    return frozenset(
        area
        for area, tops in lain.items()
        if area in claims and len(tops) > _alike(tops[-1], claims[area].pieces)
    )


def _kept(lain: Lain) -> Lain:
    return {area: tops for area, tops in lain.items() if tops}


def _is_free(expectation: object) -> bool:
    return isinstance(expectation, Unchecked)


def _may_come(legal: Legal, area: AreaId) -> bool:
    """Whether something may be laid on that pile now."""
    lies = legal.expected.get(area)
    return any(step.expected.get(area) != lies for step in legal.nexts)


def _alike(one: Seen, other: Seen) -> bool:
    """Whether both may be the same pieces."""
    if one is None or other is None or len(one) != len(other):
        return False
    pairs = zip(one, other, strict=True)
    return all(
        min(likeness_cost(as_piece(a), b), likeness_cost(as_piece(b), a)) < TOLERANCE
        for a, b in pairs
    )
