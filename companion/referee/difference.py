"""How badly a position fits what the camera claims.

The measure is a log-likelihood: a die that should show a 3 and reads 3 with probability p costs
`-log p`. The *excess* is what a position costs beyond the best that any position could do, so a
perfectly read table has excess 0 and a die that reads 5 or 3 at 55 to 45 costs a 3 only 0.2.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.expected import AtLeast, Exactly, Expectation, Expected, OneOf, Unchecked
from companion.core.ids import AreaId
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.colours import CLEAR, PALE
from companion.referee.likeness import likeness_cost

MISSING_COST = 7.0
"""Nats for an expected piece that is not there: a die is overlooked about once in a thousand."""

EXTRA_COST = 7.0
"""Nats for a piece that should not be there."""

UNSEEN_COST = 2.5
"""Nats for slots that were not seen and where nothing should lie: mostly something does."""

COLOUR_COST = 4.5
"""Nats for a piece of another player's colour: about one in a hundred under a bad lamp."""

PALE_COST = 3.0
"""Nats for a coloured piece that reads white or grey, where the face speaks for it: glare takes the
colour off about one in a hundred. And for a clear one of any face that reads as anybody's: it has
the colour of what lies below it."""

UNKNOWN_COLOUR_COST = 0.7
"""Nats when the camera names no colour."""

FACE_FLOOR = 0.002
"""No face is less probable than this, however sure the reader is: readers are overconfident."""

LATER_COST = 2.0
"""Nats for what may lie there, but should not as yet: enough to look for what makes it due, too
little to be called wrong."""

TOP_COST = 3.0
"""Nats for a pile of which another piece lies uppermost than should: enough to look for what was
put there, too little to be called wrong, since people also put several down at once."""

PALE_SHADE = "pale"

FACE_TOLD = 1.0
"""Nats by which a face may fit worse than the likeliest, where the colour is wrong as well: a die
misread in both is hardly ever seen."""

TOLERANCE = 4.0
"""Nats of excess an area may have and still count as explained: odds of 50 to 1."""


@dataclass(frozen=True, slots=True)
class AreaDifference:
    """Where position and claim part: pieces that should be there, pieces that should not.

    Those `hidden` should lie there, too, and do so where a slot is not seen if anywhere.
    """

    missing: tuple[Piece, ...]
    extra: tuple[SeenPiece, ...]
    hidden: tuple[Piece, ...] = ()


def area_excess(expectation: Expectation, seen: AreaClaim) -> float:
    """Nats by which an area fits worse than the best conceivable one; 0 fits perfectly."""
    match expectation:
        case Exactly(pieces, top):
            return match_docked(pieces, seen).excess + _top_cost(top, seen)
        case OneOf(options):
            costs = (
                match_docked(pieces, seen).excess + LATER_COST * (place > 0)
                for place, pieces in enumerate(options)
            )
            return min(costs)
        case AtLeast(pieces):
            matched = match_docked(pieces, seen)
            return matched.excess - EXTRA_COST * len(matched.difference.extra)
        case Unchecked():
            return 0.0


def _top_cost(top: Piece | None, seen: AreaClaim) -> float:
    """For a pile on which another one lies uppermost than should."""
    if top is None or top.kind not in seen.covered:
        return 0.0
    return 0.0 if any(likeness_cost(top, one) < TOLERANCE for one in seen.pieces) else TOP_COST


def covered_anew(expected: Expected, seen: Claims) -> frozenset[AreaId]:
    """Piles on which a piece is seen that should not lie there at all."""
    return frozenset(
        area
        for area, claim in seen.items()
        if claim.covered and area_excess(expected.get(area, Unchecked()), claim) > TOLERANCE
    )


def held(expectation: Expectation, seen: AreaClaim) -> tuple[Piece, ...]:
    """What should lie there of the kinds looked for: of several contents the one that fits best."""
    match expectation:
        case OneOf(options):
            best = min(options, key=lambda pieces: match_docked(pieces, seen).excess)
            return seen.of_these(best)
        case Unchecked():
            return ()
    return seen.of_these(expectation.pieces)


Overlooked = Mapping[AreaId, tuple[Piece, ...]]
"""Pieces by area that should lie there and were not seen at the look before either."""


def differences(
    expected: Expected, seen: Claims, overlooked: Overlooked = MappingProxyType({})
) -> dict[AreaId, AreaDifference]:
    """Areas that no tolerance covers, each with what is missing and what is too much.

    One die of a colour missing and one too many in the same place are one die that reads otherwise
    than it did: nobody turns a die that lies there. So are one of any face and one without colour,
    a clear one and one of any colour (beside a slot that is not seen: a pale one), two ships of
    colours that are taken for one another, and one of any face and one of any colour where that is
    all that is missing, and was not `overlooked` before: nobody exchanges dice.
    """
    found = {}
    for area, claim in seen.items():
        expectation = expected.get(area, Unchecked())
        checked = isinstance(expectation, Exactly | OneOf)
        if checked and area_excess(expectation, claim) > TOLERANCE:
            pieces = held(expectation, claim)
            parted = match_docked(pieces, claim).difference
            parted = _without_misread(parted, overlooked.get(area, ()))
            if parted.missing or parted.extra:
                found[area] = parted
    return found


def _without_misread(parted: AreaDifference, overlooked: tuple[Piece, ...]) -> AreaDifference:
    missing, extra = list(parted.missing), list[SeenPiece]()
    unseen = [piece for piece in parted.hidden if piece.colour == CLEAR]
    for claim in parted.extra:
        alike = [piece for piece in missing if _is_misread(piece, claim)]
        faded = [piece for piece in missing if _is_faded(piece, claim)]
        misnamed = [p for p in missing if _is_misnamed(p, claim) and p not in overlooked]
        clear = unseen if claim.kind == DIE and claim.colour in PALE else []
        same = next(iter(alike + faded + misnamed * (len(missing) == 1) + clear), None)
        if same is None:
            extra.append(claim)
        else:
            (missing if same in missing else unseen).remove(same)
    return replace(parted, missing=tuple(missing), extra=tuple(extra))


def _is_misread(piece: Piece, claim: SeenPiece) -> bool:
    if piece.kind == claim.kind == DIE:
        return shade(piece.colour) == shade(claim.colour)
    return likeness_cost(piece, claim) < math.inf


def _is_faded(piece: Piece, claim: SeenPiece) -> bool:
    if not piece.kind == claim.kind == DIE:
        return False
    return piece.colour == CLEAR or (piece.value is None and claim.colour in PALE)


def _is_misnamed(piece: Piece, claim: SeenPiece) -> bool:
    return piece.kind == claim.kind == DIE and piece.value is None


def shade(colour: str | None) -> str | None:
    """A colour, the pale ones as one: they are taken for one another."""
    return PALE_SHADE if colour in PALE else colour


def face_probability(piece: SeenPiece, value: int) -> float:
    """Probability that a seen die shows `value`."""
    if piece.values:
        return max(piece.values[value - 1], FACE_FLOOR)
    return max(piece.confidence if piece.value == value else FACE_FLOOR, FACE_FLOOR)


@dataclass(frozen=True, slots=True)
class Matched:
    """How well dice fit what is seen, in nats, and what is left over."""

    excess: float
    difference: AreaDifference


def match(pieces: tuple[Piece, ...], seen: tuple[SeenPiece, ...]) -> Matched:
    """Pair the dice among `pieces` with seen ones, cheapest first, while pairing is the cheaper.

    A pair gives way where so two others fit: a 6 for sure and a 5 or 6 are a 5 and a 6.
    """
    claim = AreaClaim(seen)
    return _matched(claim.of_these(pieces), claim, _strict_cost)


def match_docked(pieces: tuple[Piece, ...], seen: AreaClaim) -> Matched:
    """As `match`, where pieces stay, of all kinds looked for: a die of the right face in a wrong
    colour is one misnamed, and what is missing may lie where a slot was not seen.

    That somebody put down another of that face just when this one is overlooked is less probable.
    """
    return _matched(seen.of_these(pieces), seen, _docked_cost)


def _strict_cost(piece: Piece, claim: SeenPiece) -> float:
    """As `pair_cost`; infinite for what hardly fits."""
    cost = pair_cost(piece, claim)
    return cost if cost < TOLERANCE else math.inf


def _docked_cost(piece: Piece, claim: SeenPiece) -> float:
    """As `pair_cost`; infinite for what cannot be taken for one another."""
    if piece.kind != DIE or claim.kind != DIE:
        return likeness_cost(piece, claim)
    cost = pair_cost(piece, claim)
    fits = cost < TOLERANCE or (piece.value is not None and face_cost(piece, claim) < FACE_TOLD)
    return cost if fits else math.inf


def _matched(
    expected: tuple[Piece, ...],
    claim: AreaClaim,
    cost_of: Callable[[Piece, SeenPiece], float],
) -> Matched:
    seen = claim.pieces
    costs = [[cost_of(piece, other) for other in seen] for piece in expected]
    pairs = sorted(
        (cost, place, other)
        for place, row in enumerate(costs)
        for other, cost in enumerate(row)
        if cost < math.inf
    )
    open_expected, open_seen = set(range(len(expected))), set(range(len(seen)))
    paired: dict[int, int] = {}
    for _, place, other in pairs:
        if place in open_expected and other in open_seen:
            paired[place] = other
            open_expected.remove(place)
            open_seen.remove(other)
    for place in sorted(open_expected):
        way = _way_round(costs, paired, place, open_seen)
        if way is not None:
            through, other = way
            paired[place], paired[through] = paired[through], other
            open_expected.remove(place)
            open_seen.remove(other)
    dice = [place for place in sorted(open_expected) if expected[place].kind == DIE]
    # What is seen there as another die of its colour is not the one that lies unseen.
    dice.sort(key=lambda place: any(_is_misread(expected[place], seen[one]) for one in open_seen))
    unseen = claim.hidden | claim.covered
    hidden = {place for place in open_expected if expected[place].kind in unseen}
    total = sum(costs[place][other] for place, other in paired.items())
    total += EXTRA_COST * len(open_seen) + UNSEEN_COST * (claim.unseen > len(dice))
    unseen_dice = dice[: claim.unseen]
    gone = open_expected - set(unseen_dice) - hidden
    missing = tuple(expected[place] for place in sorted(gone))
    total += MISSING_COST * len(missing)
    extra = tuple(seen[place] for place in sorted(open_seen))
    there = tuple(expected[place] for place in unseen_dice)
    return Matched(total, AreaDifference(missing, extra, there))


def _way_round(
    costs: list[list[float]], paired: Mapping[int, int], place: int, open_seen: set[int]
) -> tuple[int, int] | None:
    """The paired piece that leaves its claim to the one at `place`, and the open claim it takes."""
    ways = [
        (costs[place][taken] + costs[through][other], through, other)
        for through, taken in paired.items()
        for other in open_seen
        if max(costs[place][taken], costs[through][other]) < math.inf
    ]
    return min(ways)[1:] if ways else None


def pair_cost(piece: Piece, claim: SeenPiece) -> float:
    """Nats by which a seen die fits a piece worse than the piece it fits best."""
    colour = 0.0
    if claim.colour is None or {claim.colour, piece.colour} <= PALE:
        colour = 0.0 if claim.colour == piece.colour else UNKNOWN_COLOUR_COST
    elif claim.colour != piece.colour:
        faded = claim.colour in PALE and piece.value is not None
        clear = piece.colour == CLEAR and piece.value is None
        colour = PALE_COST if faded or clear else COLOUR_COST
    return colour + face_cost(piece, claim)


def face_cost(piece: Piece, claim: SeenPiece) -> float:
    """Nats by which the face of a seen die fits worse than the one it reads as; 0 for any face."""
    if piece.value is None:
        return 0.0
    best = max(face_probability(claim, value) for value in range(1, 7))
    return math.log(best) - math.log(face_probability(claim, piece.value))
