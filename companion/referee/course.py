"""The points of everybody in the course of a game."""

from companion.core.ids import PlayerId
from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.ledger import Ledger, Line


class Course:
    """Points at the beginning and after each line in force, worked out for new lines only."""

    def __init__(self, game: AnyGame, ledger: Ledger) -> None:
        self._game, self._setup = game, ledger.header.setup
        self._lines: tuple[Line, ...] = ()
        self._state: object = game.setup(self._setup)
        self._rows = [self._scores()]

    def points(self, ledger: Ledger) -> dict[PlayerId, tuple[int, ...]]:
        """By player in seat order; all rows are equally long."""
        lines = ledger.lines()
        if lines[: len(self._lines)] != self._lines:
            self._begin()
        for line in lines[len(self._lines) :]:
            self._state = fold(self._game, self._state, line.facts)
            self._rows.append(self._scores())
        self._lines = lines
        return {
            player: tuple(row[seat] for row in self._rows)
            for seat, player in enumerate(self._setup.players)
        }

    def _begin(self) -> None:
        self._lines = ()
        self._state = self._game.setup(self._setup)
        self._rows = [self._scores()]

    def _scores(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self._game.scores(self._state))
