"""Pieces put down before somebody said, or a camera could see, what comes first."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import takewhile

from companion.core.expected import Expected, Unchecked
from companion.core.ids import AreaId
from companion.referee.claims import Claims
from companion.referee.difference import MISSING_COST, area_excess
from companion.referee.evidence import changed, contradicts, puts_on
from companion.referee.explain import GAIN
from companion.referee.onward import Legal, Next

STEPS = 3
"""Actions that nobody may have said: done with a card, the Plan delayed, no tech used."""
POSITIONS = 6
"""Positions followed at each step: of those that differ in what nobody sees some stand for all."""


def later(
    legal: Legal, seen: Claims, *, overlooked: bool = False, without: object = None
) -> Iterator[Legal]:
    """Positions after some actions that what is seen allows, nearest first, but not the one
    `without` and what comes after it.

    One of them may be `overlooked`: what it put down is not seen.
    """
    known, newest = [legal.state, without], [(legal, overlooked)]
    for _ in range(STEPS):
        found: list[tuple[Legal, bool]] = []
        for step, spare in _in_turns(newest, seen):
            if step.state not in known and len(found) < POSITIONS:
                known.append(step.state)
                found.append((Legal(legal.game, step.state), spare))
        newest = found
        yield from (each for each, _ in newest)


def explains_more(
    legal: Legal,
    seen: Claims,
    first: object,
    after: Expected,
    *,
    out_of_time: Callable[[], bool],
) -> bool:
    """Whether actions that begin otherwise than with the position `first` explain more than what
    lies there `after` those that do, as far as there is time to see."""
    positions = takewhile(lambda _: not out_of_time(), later(legal, seen, without=first))
    return any(_more(seen, after, each.expected) <= -GAIN for each in positions)


def is_put(legal: Legal, seen: Claims, area: AreaId) -> bool:
    """Whether an action makes that area, and all that it changes, fit better."""
    return any(
        legal.expected.get(area) != step.expected.get(area)
        and _of(seen, area, step.expected) < _of(seen, area, legal.expected)
        and _worse(seen, legal.expected, step.expected) < 0
        for step in legal.nexts
    )


def may_be_done(legal: Legal, seen: Claims, areas: Collection[AreaId]) -> bool:
    """Whether an action that what is seen allows puts a piece unseen into one of these areas."""
    return any(
        _worse(seen, legal.expected, step.expected) <= 0
        for step in (legal.nexts if areas else ())
        if any(_is_unseen(seen, area, legal.expected, step.expected) for area in areas)
    )


def _is_unseen(seen: Claims, area: AreaId, before: Expected, after: Expected) -> bool:
    """Whether an action puts a piece into an area that fits no better with it."""
    if not puts_on((area,), before, after):
        return False
    return area not in seen or _of(seen, area, after) >= _of(seen, area, before)


def _in_turns(positions: list[tuple[Legal, bool]], seen: Claims) -> Iterator[tuple[Next, bool]]:
    """Where actions lead of which nothing that is seen speaks against, and whether one may still
    be overlooked after it: first those that explain something, then one of each sort."""
    found: list[tuple[float, int, Next, bool]] = []
    for legal, spare in positions:
        sorts = Counter[tuple[str, float]]()
        for step in legal.nexts:
            worse = _worse(seen, legal.expected, step.expected)
            if worse <= (MISSING_COST if spare else 0.0):
                found.append((worse, sorts[step.verb, worse], step, spare and worse <= 0))
                sorts[step.verb, worse] += 1
    found.sort(key=lambda one: (min(one[0], 0.0), one[1]))
    return ((step, spare) for _, _, step, spare in found)


def _worse(seen: Claims, before: Expected, after: Expected) -> float:
    """Nats by which what is seen fits worse after an action, infinite where it contradicts it."""
    if any(contradicts(*change) for change in changed(seen, before, after)):
        return float("inf")
    return _more(seen, before, after)


def _more(seen: Claims, before: Expected, after: Expected) -> float:
    """Nats by which what is seen fits one position worse than another."""
    areas = [area for area in seen if after.get(area) != before.get(area)]
    return round(sum(_of(seen, area, after) - _of(seen, area, before) for area in areas), 6)


def _of(seen: Claims, area: AreaId, expected: Expected) -> float:
    return area_excess(expected.get(area, Unchecked()), seen[area])
