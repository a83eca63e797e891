"""What going back to an earlier entry would change, told before it is done."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.referee.present import history_of
from companion.referee.snapshot import HistoryLine
from companion.referee.veil import veiled_history
from companion.rules.game import AnyGame
from companion.rules.history import undone
from companion.rules.ledger import Ledger, Origin


@dataclass(frozen=True, slots=True)
class Change:
    """A number of a player as it is and as it would be."""

    player: PlayerId
    label: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class GoingBack:
    """What an `Undo` to entry `to` would do to the table at `version`.

    `gone` are lines that would no longer be in force, `back` those that would be again: where a
    correction is taken back its line is in both, as it stands and as it stood.
    """

    version: int
    to: int
    gone: tuple[HistoryLine, ...]
    back: tuple[HistoryLine, ...]
    changes: tuple[Change, ...]


def going_back(game: AnyGame, ledger: Ledger, to: int, seat: str | None = None) -> GoingBack:
    """What would change. `to` is a number of an entry of the ledger, 0 for the beginning.

    In the words for a seat."""
    then = reduce(Ledger.append, undone(ledger, to, Origin("phone"), ""), ledger)
    stands, stood = (
        veiled_history(game, one, history_of(game, one), seat) for one in (ledger, then)
    )
    changes = tuple(_changes(game, ledger.state(game), then.state(game)))
    return GoingBack(
        len(ledger.entries),
        to,
        tuple(line for line in stands if line not in stood),
        tuple(line for line in stood if line not in stands),
        changes,
    )


def _changes(game: AnyGame, now: object, then: object) -> Iterator[Change]:
    points = phrase("Points")
    for sheet, other in zip(game.scores(now), game.scores(then), strict=True):
        if sheet.total != other.total:
            yield Change(sheet.player, points, sheet.total, other.total)
    panels = zip(game.view(now, None).panels, game.view(then, None).panels, strict=True)
    for panel, before in panels:
        amounts = {quantity.id: quantity.amount for quantity in before.quantities}
        for quantity in panel.quantities:
            if quantity.amount != amounts.get(quantity.id, quantity.amount):
                was = amounts[quantity.id]
                yield Change(panel.player, quantity.label, quantity.amount, was)
