"""Up to when what lies on the table is old: rests of a camera that have been dealt with."""

from dataclasses import dataclass


@dataclass(slots=True)
class Rests:
    """Counted as the camera counts how often the scene came to rest; 0 before anything.

    Dice thrown by `taken` are no new roll: they have been booked, or were thrown before one was
    due; nor are those that people said by `dismissed` are none. From a view up to `held` nothing is
    booked: it was undone. A view up to `said` is older than what a phone said. After people went
    back, until something is booked again or all lies as it should, the ledger is `undone`: what
    lies there is ahead of it. So it is while a roll that went is `owed`: its dice lie there, and
    the camera knows no new ones.
    """

    taken: int = 0
    dismissed: int = 0
    held: int = 0
    said: int = 0
    undone: bool = False
    owed: bool = False

    def began_again(self, rest: int) -> None:
        """The camera counts from one again: what lies there now is nothing new."""
        self.taken, self.dismissed, self.held, self.said = rest, 0, 0, 0

    def is_new_throw(self, throw: int) -> bool:
        """Whether dice thrown at that rest may be the roll that is due."""
        return throw > max(self.taken, self.dismissed)

    def is_since(self, rest: int) -> bool:
        """Whether the scene came to rest anew since a roll became due, and nobody has gone back."""
        return self.is_new_throw(rest) and not (self.undone or self.owed)
