"""Pieces that should be gone and still lie there: people clear up when they have time.

What lay somewhere before is nobody's new placement. Dice are not spoken of here: they are gathered
to be thrown.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.core.expected import Expected, Unchecked, should_lie
from companion.core.ids import AreaId
from companion.core.pieces import DIE, Piece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import held, match_docked
from companion.referee.likeness import UNTOLD_COST, likeness_cost

Left = Mapping[AreaId, tuple[Piece, ...]]


def taken_away(before: Expected, after: Expected) -> Left:
    """Pieces that should lie in an area no longer."""
    found: dict[AreaId, tuple[Piece, ...]] = {}
    for area, old in before.items():
        new = after.get(area, Unchecked())
        if old != new and not isinstance(old, Unchecked):
            gone = Counter(should_lie(old)) - Counter(should_lie(new))
            pieces = tuple(piece for piece in gone.elements() if piece.kind != DIE)
            if pieces:
                found[area] = pieces
    return found


def more_left(left: Left, more: Left) -> Left:
    """Both together."""
    return {area: (*left.get(area, ()), *more.get(area, ())) for area in {**left, **more}}


def still_there(left: Left, expected: Expected, claims: Claims) -> Left:
    """Those of which one more than should lies there yet, or that cannot be seen."""
    kept = {
        area: pieces if area not in claims else _parted(area, pieces, expected, claims[area])[0]
        for area, pieces in left.items()
    }
    return {area: pieces for area, pieces in kept.items() if pieces}


def without_left(left: Left, expected: Expected, claims: Claims) -> Claims:
    """What is claimed, without what was there before."""
    parted = {
        area: _parted(area, pieces, expected, claims[area])[1]
        for area, pieces in left.items()
        if area in claims
    }
    return {**claims, **parted}


def _parted(
    area: AreaId, pieces: tuple[Piece, ...], expected: Expected, claim: AreaClaim
) -> tuple[tuple[Piece, ...], AreaClaim]:
    """Pieces that are still there, and the claim without them."""
    lying = held(expected.get(area, Unchecked()), claim)
    extra = list(match_docked(lying, claim).difference.extra)
    kept, rest = [], list(claim.pieces)
    for piece in pieces:
        same = next((e for e in extra if likeness_cost(piece, e) <= UNTOLD_COST), None)
        if same is not None:
            extra.remove(same)
            rest.remove(same)
        if same is not None or piece.kind in claim.hidden:
            kept.append(piece)
    return tuple(kept), replace(claim, pieces=tuple(rest))
