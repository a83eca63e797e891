"""Which rolled die a seen one is: each lies in one place only, so the dice read one another."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.core.pieces import Piece, SeenPiece
from companion.referee.difference import EXTRA_COST, AreaDifference, pair_cost, shade

SURE = 3.0
"""Nats by which one way to tell dice apart must beat every other: odds of 20 to 1."""

NEAR = 5.0
"""Nats within which other ways are still worth asking about."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Extra dice as the rolled ones they may be, `None` for one that is none of them."""

    dice: tuple[Piece | None, ...]
    cost: float


def readings(hand: Sequence[Piece], free: Seen, extra: Sequence[SeenPiece]) -> tuple[Reading, ...]:
    """Ways to take dice seen on the board for dice still to be placed, most probable first.

    Those that lie where they were thrown are dice of the hand, too: they are not there twice.
    """
    if not hand or not extra:
        return ()
    shades = {shade(die.colour) for die in hand}
    loose = [die for die in free or () if shade(die.colour) in shades]
    best: dict[tuple[Piece | None, ...], float] = {}
    for taken, cost in _ways([*extra, *loose], Counter(hand)):
        dice = taken[: len(extra)]
        best[dice] = min(cost, best.get(dice, cost))
    found = (Reading(dice, cost) for dice, cost in best.items())
    return tuple(sorted(found, key=lambda reading: reading.cost))


def _ways(
    seen: Sequence[SeenPiece], hand: Counter[Piece]
) -> Iterator[tuple[tuple[Piece | None, ...], float]]:
    """Every way to give seen dice names of the hand, with what it costs in nats."""
    if not seen:
        yield (), 0.0
        return
    die, rest = seen[0], seen[1:]
    for taken, cost in _ways(rest, hand):
        yield (None, *taken), cost + EXTRA_COST
    for piece, count in hand.items():
        cost = pair_cost(piece, die)
        if count and shade(piece.colour) == shade(die.colour):
            for taken, more in _ways(rest, hand - Counter((piece,))):
                yield (piece, *taken), cost + more


def identified(
    hand: Sequence[Piece], free: Seen, found: Mapping[AreaId, AreaDifference]
) -> dict[AreaId, AreaDifference]:
    """Extra dice that were read in doubt, read by what is left of the roll where that is clear.

    A die that is missing where it was docked may have been moved, too.
    """
    moved = [die for part in found.values() for die in part.missing if die.value is not None]
    extra = [(area, die) for area, part in found.items() for die in part.extra]
    ways = readings((*hand, *moved), free, [die for _, die in extra])
    if not ways or any(way.cost - ways[0].cost < SURE for way in ways[1:]):
        return dict(found)
    read: dict[AreaId, list[SeenPiece]] = {area: [] for area in found}
    for (area, die), piece in zip(extra, ways[0].dice, strict=True):
        read[area].append(die if piece is None else _as(piece, die))
    return {area: replace(part, extra=tuple(read[area])) for area, part in found.items()}


def _as(piece: Piece, die: SeenPiece) -> SeenPiece:
    """A seen die as the one it must be."""
    values = tuple(float(face == piece.value) for face in range(1, 7))
    return replace(die, colour=piece.colour, value=piece.value, values=values, confidence=1.0)
