"""A ledger gone through again from its beginning, one position after the other."""

from collections.abc import Iterator

from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.ledger import Amended, Ledger, Line, Undone


def standing(game: AnyGame, ledger: Ledger) -> Iterator[tuple[Line, object]]:
    """The lines in force, each with the position after it."""
    state: object = game.setup(ledger.header.setup)
    for line in ledger.lines():
        state = fold(game, state, line.facts)
        yield line, state


def positions(game: AnyGame, ledger: Ledger) -> Iterator[object]:
    """The first position and the one after every entry, also after those that were taken back."""
    state: object = game.setup(ledger.header.setup)
    yield state
    for number, entry in enumerate(ledger.entries, start=1):
        if isinstance(entry, Amended | Undone):
            state = ledger.state(game, number)
        else:
            state = fold(game, state, entry.line.facts)
        yield state


def hides_something(game: AnyGame, ledger: Ledger) -> bool:
    """Whether some seat ever saw what not everybody may see.

    While this holds and the game goes on, the events themselves must stay on the machine they were
    written on: only what everybody sees may leave it.
    """
    seats = ledger.header.setup.players
    return any(
        game.view(state, seat) != everybody
        for state in positions(game, ledger)
        for everybody in (game.view(state, None),)
        for seat in seats
    )


def may_leave(game: AnyGame, ledger: Ledger) -> bool:
    """Whether any phone may have the events: the game is over, or nothing was ever hidden."""
    return game.outcome(ledger.state(game)) is not None or not hides_something(game, ledger)
