"""Which rolled die a seen one is: each lies in one place only, so the dice read one another."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.difference import EXTRA_COST, AreaDifference, pair_cost, shade

SURE = 3.0
"""Nats by which one die must beat every other to be read as it: odds of 20 to 1."""

NEAR = 5.0
"""Nats within which other dice are still worth asking about."""

MOST_STEPS = 20_000
"""Steps in which the dice of one shade are told apart at most, some 20 ms: seven dice of a player
and as many seen take 7,000. Where more lie there, the picture is not to be trusted."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A rolled die that a seen one may be, `None` for none of them.

    `cost` is that of the most probable way to tell all dice apart in which it is, in nats.
    """

    die: Piece | None
    cost: float


def readings(
    hand: Sequence[Piece], free: Seen, extra: Sequence[SeenPiece]
) -> tuple[tuple[Reading, ...], ...]:
    """For each extra die what it may be of the dice still to be placed, most probable first.

    Those that lie where they were thrown are dice of the hand, too: they are not there twice.
    Empty for a die where nothing of its shade is to be placed, or too much lies there to tell.
    """
    found: list[tuple[Reading, ...]] = [() for _ in extra]
    for one in {shade(die.colour) for die in extra} & {shade(die.colour) for die in hand}:
        places = [place for place, die in enumerate(extra) if shade(die.colour) == one]
        seen = [extra[place] for place in places]
        seen += [die for die in free or () if shade(die.colour) == one]
        dice = Counter(piece for piece in hand if shade(piece.colour) == one)
        if _steps(seen, dice) <= MOST_STEPS:
            for place, ways in zip(places, _told_apart(seen, dice), strict=False):
                found[place] = ways
    return tuple(found)


def identified(
    hand: Sequence[Piece], free: Seen, found: Mapping[AreaId, AreaDifference]
) -> dict[AreaId, AreaDifference]:
    """Extra dice that were read in doubt, read by what is left of the roll where that is clear.

    A die that is missing where it was docked may have been moved, too.
    """
    gone = (piece for part in found.values() for piece in part.missing if piece.kind == DIE)
    moved = [die for die in gone if die.value is not None]
    extra = [piece for part in found.values() for piece in part.extra if piece.kind == DIE]
    told = zip(extra, readings((*hand, *moved), free, extra), strict=True)
    clear = {id(die): piece for die, ways in told if (piece := _clear(ways)) is not None}
    return {
        area: replace(
            part,
            extra=tuple(_as(clear[id(p)], p) if id(p) in clear else p for p in part.extra),
        )
        for area, part in found.items()
    }


_Left = tuple[int, ...]
"""How many dice of each kind nobody has been taken for yet."""


def _steps(seen: Sequence[SeenPiece], dice: Counter[Piece]) -> int:
    return len(seen) * math.prod(count + 1 for count in dice.values()) * (len(dice) + 1)


def _told_apart(seen: Sequence[SeenPiece], dice: Counter[Piece]) -> list[tuple[Reading, ...]]:
    """For each seen die the cost of the best way in which it is each of the dice, or none.

    What is left of the dice after the first few seen ones is all that the others depend on: so the
    best ways up to there and from there on are found once for each such rest.
    """
    kinds = tuple(dice)
    costs = [[pair_cost(piece, die) for piece in kinds] for die in seen]
    before: list[dict[_Left, float]] = [{tuple(dice.values()): 0.0}]
    for prices in costs:
        reached: dict[_Left, float] = {}
        for left, cost in before[-1].items():
            for _, after, price in _taken(left, prices):
                reached[after] = min(cost + price, reached.get(after, math.inf))
        before.append(reached)
    onward = dict.fromkeys(before.pop(), 0.0)
    found: list[tuple[Reading, ...]] = []
    for prices, so_far in zip(reversed(costs), reversed(before), strict=True):
        best: dict[int | None, float] = {}
        earlier: dict[_Left, float] = {}
        for left, cost in so_far.items():
            for kind, after, price in _taken(left, prices):
                rest = price + onward[after]
                earlier[left] = min(rest, earlier.get(left, math.inf))
                best[kind] = min(cost + rest, best.get(kind, math.inf))
        onward = earlier
        ways = (Reading(None if k is None else kinds[k], cost) for k, cost in best.items())
        found.append(tuple(sorted(ways, key=lambda way: way.cost)))
    return found[::-1]


def _taken(left: _Left, prices: Sequence[float]) -> Iterator[tuple[int | None, _Left, float]]:
    """What one seen die may be, what is left then, and what it costs in nats."""
    yield None, left, EXTRA_COST
    for kind, count in enumerate(left):
        if count:
            yield kind, (*left[:kind], count - 1, *left[kind + 1 :]), prices[kind]


def _clear(ways: Sequence[Reading]) -> Piece | None:
    """The die that it must be; `None` where another is not improbable enough."""
    if not ways or any(way.cost - ways[0].cost < SURE for way in ways[1:]):
        return None
    return ways[0].die


def _as(piece: Piece, die: SeenPiece) -> SeenPiece:
    """A seen die as the one it must be."""
    values = tuple(float(face == piece.value) for face in range(1, 7))
    return replace(die, colour=piece.colour, value=piece.value, values=values, confidence=1.0)
