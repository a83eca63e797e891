"""What lay on piles and is not booked: what comes to lie over it hides it, and it is not forgotten.

Of a pile only the uppermost piece is seen. Who books that one while another below it is not booked
turns their order round, or passes over the one below. And what lay uppermost before is no sign of
what is done later.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from companion.core.expected import Exactly, Expectation, Expected, Unchecked, should_lie
from companion.core.ids import AreaId
from companion.core.layout import Layout
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import TOLERANCE, area_excess
from companion.referee.likeness import likeness_cost
from companion.referee.onward import Legal, as_piece, as_seen, is_untold, plain

Pieces = tuple[SeenPiece, ...]
Lain = Mapping[AreaId, tuple[Pieces | None, ...]]
"""By pile what was seen on it, one after the other, and is not booked; `None` where it was not seen
just when something may have come there."""
Topmost = Mapping[AreaId, tuple[Piece, ...]]
"""What lies uppermost on piles, though another piece of them should; only what was told."""


def piles_of(layout: Layout) -> frozenset[AreaId]:
    """Areas in which cards cover one another."""
    return frozenset(slot.area for slot in layout.slots.values() if slot.pile)


def dug(lain: Lain, before: Expected, after: Expected) -> Lain:
    """What is booked on a pile is the first that lay there, if it is that one or may be."""
    found = dict(lain)
    for area, (first, *rest) in lain.items():
        put = _pieces(after, area) - _pieces(before, area)
        if put and (first is None or any(_may_be(piece, one) for piece in put for one in first)):
            found[area] = tuple(rest)
    return _kept(found)


def more_lain(lain: Lain, legal: Legal, claims: Claims, veiled: Collection[AreaId]) -> Lain:
    """With what a look has left unexplained; `veiled` piles may have got something unseen."""
    found = dict(lain)
    for area in piles_of(legal.game.layout):
        tops, lies = found.get(area, ()), legal.expected.get(area, Unchecked())
        if area not in claims or is_overlooked(lies, claims[area]):
            found[area] = (*tops, None) if area in veiled and legal.puts_on(area) else tops
        elif area_excess(lies, claims[area]) <= TOLERANCE:
            found[area] = ()
        elif not tops or not _alike(tops[-1], claims[area].pieces):
            found[area] = (*tops, claims[area].pieces)
    return _kept(found)


def hiding(lain: Lain, claims: Claims) -> frozenset[AreaId]:
    """Piles on which something lies over what is not booked."""
    return frozenset(
        area
        for area, tops in lain.items()
        if area in claims and len(tops) > _alike(tops[-1], claims[area].pieces)
    )


def newly_topmost(topmost: Topmost, legal: Legal, claims: Claims, *, fits: bool) -> Topmost:
    """What lies uppermost after a look; no action brought it there where all else `fits`."""
    found: dict[AreaId, tuple[Piece, ...]] = {}
    for area in piles_of(legal.game.layout) & claims.keys():
        seen = tuple(map(as_piece, claims[area].pieces))
        known = fits or topmost.get(area) == seen
        if known and not any(is_untold(piece) for piece in seen):
            found[area] = seen
    return found


def without_topmost(topmost: Topmost, expected: Expected, claims: Claims) -> Claims:
    """What is claimed, as if piles lay as they should where they lie as they did."""
    found = dict(claims)
    for area, known in topmost.items():
        lies, claim = expected.get(area), claims.get(area)
        if claim is None or not isinstance(lies, Exactly) or lies.top is None:
            continue
        if tuple(map(as_piece, claim.pieces)) == known and set(known) <= set(plain(lies.pieces)):
            found[area] = replace(claim, pieces=(as_seen(lies.top),))
    return found


def _kept(lain: Lain) -> Lain:
    return {area: tops for area, tops in lain.items() if tops}


def is_overlooked(lies: Expectation, claim: AreaClaim) -> bool:
    """Whether none of the pieces of an area is seen."""
    return isinstance(lies, Exactly) and bool(lies.pieces) and not claim.pieces


def _pieces(expected: Expected, area: AreaId) -> Counter[Piece]:
    return plain(should_lie(expected.get(area, Unchecked())))


def _alike(one: Pieces | None, other: Pieces | None) -> bool:
    """Whether both may be the same pieces."""
    if one is None or other is None or len(one) != len(other):
        return False
    pairs = zip(one, other, strict=True)
    return all(_may_be(as_piece(a), b) or _may_be(as_piece(b), a) for a, b in pairs)


def _may_be(piece: Piece, seen: SeenPiece) -> bool:
    return piece.kind != DIE and likeness_cost(piece, seen) < TOLERANCE
