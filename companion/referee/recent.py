"""The newest roll and what followed it, each with the position before: at hand without folding."""

from dataclasses import dataclass

from companion.referee.present import faces_of
from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.ledger import Ledger, Line


@dataclass(frozen=True, slots=True)
class Standing:
    """A line in force, and the position in which it was judged."""

    line: Line
    before: object


Recent = tuple[Standing, ...]
"""From the newest roll on; all lines where nothing was rolled yet."""


def with_line(game: AnyGame, recent: Recent, line: Line, before: object) -> Recent:
    """One line more."""
    return (*(() if faces_of(game, line) else recent), Standing(line, before))


def folded(game: AnyGame, ledger: Ledger) -> tuple[object, Recent]:
    """The position at the end of a ledger, and what is recent there."""
    state: object = game.setup(ledger.header.setup)
    recent: Recent = ()
    for line in ledger.lines():
        recent = with_line(game, recent, line, state)
        state = fold(game, state, line.facts)
    return state, recent
