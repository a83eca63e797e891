"""A search for what explains one look at the table: what is found, and what stays the same."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.expected import Expectation, Expected
from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.core.pieces import SeenPiece
from companion.referee.claims import Claims
from companion.referee.difference import TOLERANCE, area_excess
from companion.referee.evidence import Kinds
from companion.rules.game import AnyGame

MAX_JUDGED = 1500
"""Actions judged in one look at most; then the table is asked."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Actions in notation, the position after them, and how well that fits.

    `dice` are those of the roll among the actions, if one is. `tray` is how badly the thrown dice
    fit those that are then still to be placed, in nats. `unseen` tells that a die is put where a
    slot was not seen, `begun` that the last action alone shows too little: more is to follow, and
    `buried` that one action covers what another one laid on a pile, or what is not booked: that may
    be any piece.
    """

    texts: tuple[str, ...]
    state: object
    excess: float
    penalty: float = 0.0
    dice: tuple[SeenPiece, ...] = ()
    tray: float = 0.0
    unseen: bool = False
    begun: bool = False
    buried: bool = False

    @property
    def cost(self) -> float:
        """Smaller is more probable."""
        return self.excess + self.penalty + self.tray

    @property
    def complete(self) -> bool:
        """Nothing on the table is left unexplained."""
        return self.excess <= TOLERANCE


@dataclass(slots=True)
class Search:
    """What stays the same during one look, and how many actions were judged."""

    game: AnyGame
    seen: Claims
    free_dice: Seen
    roll_may_be_new: bool
    out_of_time: Callable[[], bool]
    put_since: bool = False
    """Whether all dice of a roll that is due may have been put down since it was, unseen."""
    hand: frozenset[str | None] = frozenset()
    """Shades of the dice that are to be placed at the beginning."""
    hidden: frozenset[AreaId] = frozenset()
    """Areas of which a slot is not seen since dice went: that is as good as seeing one there."""
    covered: Kinds = field(default_factory=dict)
    """Kinds besides dice that are looked for and may lie where nothing was seen, by area."""
    piled: frozenset[AreaId] = frozenset()
    """Piles on which something lies over what is not booked."""
    far: bool = False
    """Whether a piece lies where no single action puts it, and one is gone elsewhere."""
    lay: Expected = field(default_factory=dict)
    """What should lie there at the beginning."""
    judged: int = 0
    costs: dict[tuple[AreaId, Expectation], float] = field(default_factory=dict)

    def over(self) -> bool:
        """Whether enough has been judged, or long enough."""
        return self.judged > MAX_JUDGED or self.out_of_time()

    def excess(self, expected: Expected) -> float:
        """Nats by which the position fits worse than the best conceivable one; 0 fits perfectly."""
        return sum(self._of_area(area, expected) for area in self.seen)

    def excess_after(self, excess: float, before: Expected, after: Expected) -> float:
        """As `excess`, from that of the position before: most areas stay as they are."""
        for area in self.seen:
            if after.get(area) != before.get(area):
                excess += self._of_area(area, after) - self._of_area(area, before)
        return excess

    def _of_area(self, area: AreaId, expected: Expected) -> float:
        if area not in expected:
            return 0.0
        key = (area, expected[area])
        if key not in self.costs:
            self.costs[key] = area_excess(expected[area], self.seen[area])
        return self.costs[key]
