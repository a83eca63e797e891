"""What the camera shows now, and what is known of it from the views before."""

from collections.abc import Collection

from companion.core.ids import SlotId
from companion.core.observation import Observation, Seen
from companion.referee.colours import CLEAR
from companion.referee.difference import shade
from companion.referee.hidden import hidden_with_dice
from companion.rules.ledger import Origin


class Watched:
    """The newest claim of the camera, if one looks there.

    It remembers the picture of the rest before, the slots that hid dice when they went, and the
    colour in which something was last seen in each.
    """

    def __init__(self) -> None:
        self.newest: Observation | None = None
        self._before: str | None = None
        self._hidden: frozenset[SlotId] = frozenset()
        self._lay: dict[SlotId, str | None] = {}

    @property
    def rest(self) -> int:
        """How often the scene has come to rest; 0 before anything was seen."""
        return 0 if self.newest is None else self.newest.rest

    @property
    def free_dice(self) -> Seen:
        """Dice that lie where they were thrown; `None` where nobody looks."""
        return None if self.newest is None else self.newest.free_dice

    def hidden_in(self, seen: Observation) -> frozenset[SlotId]:
        """Slots of a claim that are not seen since dice went."""
        return hidden_with_dice(self.newest, seen, self._hidden)

    def gathered(self, colours: Collection[str | None]) -> None:
        """Dice of these colours were rolled: what hid one of them before is free, and hides none of
        this roll. A clear one may have been seen in any colour."""
        shades = {shade(colour) for colour in colours}
        self._hidden = frozenset(
            slot
            for slot in self._hidden
            if CLEAR not in colours and shade(self._lay.get(slot)) not in shades
        )

    def origin(self) -> Origin:
        """Where an entry comes from that this view leads to."""
        after = None if self.newest is None else self.newest.picture
        return Origin("camera", before=self._before, after=after)

    def take(self, seen: Observation) -> None:
        """Go on to the next claim."""
        if self.newest is not None and self.newest.rest != seen.rest:
            self._before = self.newest.picture
        self._hidden = self.hidden_in(seen)
        for slot, claim in seen.slots.items():
            if claim is not None:
                self._lay[slot] = next((piece.colour for piece in claim), None)
        self.newest = seen

    def look_away(self) -> None:
        """Nobody looks there any more."""
        self.newest = None
