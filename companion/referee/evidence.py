"""What an action would show on the table, held against what is seen there."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from companion.core.expected import Exactly, Expectation, Expected, OneOf, Unchecked, should_lie
from companion.core.ids import AreaId, PieceKind
from companion.core.pieces import DIE, Piece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import (
    LATER_COST,
    MISSING_COST,
    TOLERANCE,
    area_excess,
    held,
    match_docked,
    shade,
)
from companion.referee.likeness import NEAR_COLOUR_COST, likeness_cost

_Change = tuple[AreaClaim, Expectation, Expectation]


def changed(claims: Claims, before: Expected, after: Expected) -> Iterator[_Change]:
    """Areas looked at in which an action changes what should lie there."""
    for area, claim in claims.items():
        old, new = before.get(area, Unchecked()), after.get(area, Unchecked())
        if old != new:
            yield claim, old, new


def is_seen(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether an action puts a piece where one is seen, and none where another one lies.

    A piece that is only gone may as well be overlooked or held in a hand: that is no evidence.
    Three dice of which one reads otherwise are not the three that the rules would allow.
    """
    appears = False
    for claim, old, new in changed(claims, before, after):
        lay = claim.of_these(should_lie(old))
        appears = appears or bool(Counter(held(new, claim)) - Counter(lay))
        if contradicts(claim, old, new):
            return False
    return appears


def is_allowed_already(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether all that an action changes may lie as it does without it, and more is to be seen of
    it: a fleet on a card that nobody has taken up as yet may have to go on."""
    changes = list(changed(claims, before, after))
    if not any(isinstance(new, OneOf) for _, _, new in changes):
        return False
    return all(area_excess(old, claim) <= LATER_COST for claim, old, _ in changes)


def takes_what_is_gone(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether an action takes a piece from where it is missing, and nothing contradicts it."""
    if any(contradicts(*change) for change in changed(claims, before, after)):
        return False
    return any(
        bool(Counter(_missing(old, claim)) & (Counter(should_lie(old)) - Counter(should_lie(new))))
        for claim, old, new in changed(claims, before, after)
    )


def _missing(expectation: Expectation, claim: AreaClaim) -> tuple[Piece, ...]:
    return match_docked(held(expectation, claim), claim).difference.missing


def is_begun(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether an action lets pieces lie otherwise than they should as yet, and so they do: a fleet
    of which the way is declared has gone."""
    if any(contradicts(*change) for change in changed(claims, before, after)):
        return False
    return any(
        isinstance(new, OneOf) and held(new, claim) != claim.of_these(new.options[0])
        for claim, _, new in changed(claims, before, after)
    )


def places_die(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether a die is placed where dice are looked for."""
    return any(
        piece.kind == DIE
        for claim, old, new in changed(claims, before, after)
        for piece in Counter(claim.of_these(should_lie(new))) - Counter(should_lie(old))
    )


def puts_unseen(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether an action explains fewer of the dice seen than it puts there."""
    for claim, old, new in changed(claims, before, after):
        if claim.unseen and isinstance(old, Exactly) and isinstance(new, Exactly):
            put = Counter(new.pieces) - Counter(old.pieces)
            seen = _extra(old, claim) - _extra(new, claim)
            if sum(piece.kind == DIE for piece in put.elements()) > seen:
                return True
    return False


def _extra(expectation: Exactly, claim: AreaClaim) -> int:
    extra = match_docked(expectation.pieces, claim).difference.extra
    return sum(piece.kind == DIE for piece in extra)


Kinds = Mapping[AreaId, frozenset[PieceKind]]


def puts_out_of_sight(claims: Claims, hidden: Kinds, before: Expected, after: Expected) -> bool:
    """Whether pieces besides dice come to lie on the board where they are never looked for: that
    dice come along shows too little."""
    for area, more in _put(before, after):
        looked = claims[area].kinds if area in claims else frozenset()
        if any(piece.kind not in looked | hidden.get(area, frozenset()) for piece in more):
            return True
    return False


def puts_where_nothing_is_seen(
    claims: Claims, hidden: Kinds, before: Expected, after: Expected
) -> bool:
    """Whether pieces come to lie where they are looked for and may not be seen, and nothing that
    is seen contradicts that."""
    if any(contradicts(*change) for change in changed(claims, before, after)):
        return False
    return any(
        piece.kind in hidden.get(area, frozenset())
        for area, more in _put(before, after)
        for piece in more
    )


def puts_on(piles: Collection[AreaId], before: Expected, after: Expected) -> bool:
    """Whether a piece comes to lie on one of the piles."""
    return any(more and area in piles for area, more in _put(before, after))


def buries(claims: Claims, lay: Expected, before: Expected, after: Expected) -> bool:
    """Whether a piece comes to lie on a pile over another one that was not there at first."""
    return any(
        claims[area].covered
        and any(piece.kind in claims[area].covered for piece in more)
        and _others(before[area]) - _others(lay.get(area, Unchecked()))
        for area, more in _put(before, after)
        if area in claims
    )


def _put(before: Expected, after: Expected) -> Iterator[tuple[AreaId, Counter[Piece]]]:
    """Pieces besides dice that are to lie in an area and were not before."""
    for area, new in after.items():
        if area in before and new != before[area]:
            yield area, _others(new) - _others(before[area])


def _others(expectation: Expectation) -> Counter[Piece]:
    if isinstance(expectation, Unchecked):
        return Counter()
    return Counter(piece for piece in should_lie(expectation) if piece.kind != DIE)


def contradicts(claim: AreaClaim, old: Expectation, new: Expectation) -> bool:
    """Whether what is seen of an area speaks against that change: more would read otherwise than
    it should, or what is put on a pile is not what lies on top."""
    if contradictions(new, claim) > contradictions(old, claim):
        return True
    more = Counter(claim.of_these(should_lie(new))) - Counter(claim.of_these(should_lie(old)))
    put = [piece for piece in more if piece.kind in claim.covered]
    return bool(put) and not any(
        likeness_cost(piece, seen) < TOLERANCE for piece in put for seen in claim.pieces
    )


def contradictions(expectation: Expectation, claim: AreaClaim) -> int:
    """How many pieces read otherwise than they should."""
    if not isinstance(expectation, Exactly | OneOf):
        return 0
    found = match_docked(held(expectation, claim), claim).difference
    missing = Counter((piece.kind, shade(piece.colour)) for piece in found.missing)
    extra = Counter((piece.kind, shade(piece.colour)) for piece in found.extra)
    return (missing & extra).total()


def has_more(expectation: Expectation, claim: AreaClaim) -> bool:
    """Whether what is seen of an area does not fit, and not only because something is missing or of
    a colour near its own."""
    if not isinstance(expectation, Exactly):
        return False
    found = match_docked(expectation.pieces, claim)
    return found.excess - MISSING_COST * len(found.difference.missing) > NEAR_COLOUR_COST


def has_stranger(expectation: Expectation, claim: AreaClaim) -> bool:
    """Whether more pieces of a colour are seen than should lie there."""
    if not isinstance(expectation, Exactly):
        return False
    found = match_docked(expectation.pieces, claim).difference
    missing = Counter((piece.kind, shade(piece.colour)) for piece in found.missing)
    extra = Counter((piece.kind, shade(piece.colour)) for piece in found.extra)
    return bool(extra - missing)
