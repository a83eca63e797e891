"""Pieces put down before somebody said, or a camera could see, what comes first."""

from collections.abc import Callable, Iterator

from companion.core.expected import Expected, Unchecked
from companion.core.ids import AreaId
from companion.core.pieces import Piece
from companion.referee.claims import Claims
from companion.referee.difference import area_excess
from companion.referee.onward import Legal, Next, is_part_of_a_legal_set

STEPS = 3
"""Actions that nobody may have said: done with a card, the Plan delayed, no tech used."""
POSITIONS = 4
"""Positions followed at each step: of those that differ in what nobody sees some stand for all."""


def may_come_later(
    legal: Legal,
    seen: Claims,
    area: AreaId,
    added: tuple[Piece, ...],
    out_of_time: Callable[[], bool],
) -> bool:
    """Whether an action puts the pieces there once some were done that what is seen allows.

    Whoever is out of time leaves it open, too.
    """
    known, newest = [legal.state], [legal]
    for _ in range(STEPS):
        found: list[object] = []
        for step in (step for each in newest for step in _allowed(each, seen)):
            if step.state not in known and len(found) < POSITIONS:
                known.append(step.state)
                found.append(step.state)
        newest = [Legal(legal.game, state) for state in found]
        for each in newest:
            if out_of_time() or is_part_of_a_legal_set(each, area, added):
                return True
    return False


def _allowed(legal: Legal, seen: Claims) -> Iterator[Next]:
    """Where actions lead of which nothing that is seen speaks against."""
    return (step for step in legal.nexts if _fits(seen, legal.expected, step.expected))


def _fits(seen: Claims, before: Expected, after: Expected) -> bool:
    """Whether no area that is looked at fits worse after an action than before it."""
    return all(
        area_excess(after.get(area, Unchecked()), claim)
        <= area_excess(before.get(area, Unchecked()), claim)
        for area, claim in seen.items()
        if after.get(area) != before.get(area)
    )
