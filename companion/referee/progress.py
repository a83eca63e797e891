"""The game so far: the ledger, and the position and history that follow from it, kept in step."""

from companion.core.observation import Seen
from companion.referee.present import faces_of, history_line, history_of
from companion.referee.recent import folded, with_line
from companion.referee.snapshot import HistoryLine
from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.ledger import Amended, Entry, Ledger, Undone


class Progress:
    """The ledger, the position held to be true, what is recent in it, and the lines in force."""

    def __init__(self, game: AnyGame, ledger: Ledger) -> None:
        self._game = game
        self.ledger = ledger
        self._fold()

    def _fold(self) -> None:
        self.state, self.recent = folded(self._game, self.ledger)
        self.history: tuple[HistoryLine, ...] = history_of(self._game, self.ledger)

    def hold(self, ledger: Ledger, entries: tuple[Entry, ...]) -> None:
        """Go on to a ledger with these entries more: by what is new, unless lines are rewritten."""
        self.ledger = ledger
        for entry in entries:
            if isinstance(entry, Undone | Amended):
                self._fold()
                return
        for entry in entries:
            assert not isinstance(entry, Undone | Amended)
            self.recent = with_line(self._game, self.recent, entry.line, self.state)
            self.state = fold(self._game, self.state, entry.line.facts)
            self.history += (history_line(self._game, entry.line, entry.origin),)

    @property
    def rolls(self) -> int:
        """How many rolls are in force."""
        return sum(bool(line.faces) for line in self.history)

    def doubted(self) -> frozenset[int]:
        """Entries of rolls in force of which a die is unsure."""
        return frozenset(line.entry for line in self.history if line.unsure)

    def is_next_roll(self, free_dice: Seen) -> bool:
        """Whether the dice that lie there can only be those of the roll that has become due.

        They are of the colour of a player who did not roll last: nobody else throws those.
        """
        chance = self._game.chance(self.state)
        if chance is None or not chance.dice:
            return False
        last = next((line.player for line in reversed(self.history) if line.faces), None)
        own = sum(colour == chance.player for colour in chance.dice)
        seen = [die.colour for die in free_dice or ()]
        return last != chance.player and own > 0 and seen.count(chance.player) == own


def is_roll(game: AnyGame, entry: Entry) -> bool:
    """Whether an entry brings in a roll."""
    if isinstance(entry, Undone | Amended):
        return False
    return bool(faces_of(game, entry.line))
