"""What an action would show on the table, held against what is seen there."""

from collections import Counter
from collections.abc import Iterator

from companion.core.expected import Exactly, Expectation, Expected, OneOf, Unchecked, should_lie
from companion.core.pieces import DIE, Piece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import held, match_docked, shade

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
        if contradictions(new, claim) > contradictions(old, claim):
            return False
    return appears


def is_begun(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether an action lets pieces lie otherwise than they should as yet, and so they do: a fleet
    of which the way is declared has gone."""
    for claim, old, new in changed(claims, before, after):
        if contradictions(new, claim) > contradictions(old, claim):
            return False
    return any(
        isinstance(new, OneOf) and held(new, claim) != claim.of_these(new.options[0])
        for claim, _, new in changed(claims, before, after)
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


def puts_out_of_sight(claims: Claims, before: Expected, after: Expected) -> bool:
    """Whether pieces besides dice come to lie on the board where they are not looked for: that
    dice come along shows too little."""
    for area, new in after.items():
        if area not in before or new == before[area]:
            continue
        looked = claims[area].kinds if area in claims else frozenset()
        more = _others(new) - _others(before[area])
        if any(piece.kind not in looked for piece in more):
            return True
    return False


def _others(expectation: Expectation) -> Counter[Piece]:
    if isinstance(expectation, Unchecked):
        return Counter()
    return Counter(piece for piece in should_lie(expectation) if piece.kind != DIE)


def contradictions(expectation: Expectation, claim: AreaClaim) -> int:
    """How many pieces read otherwise than they should."""
    if not isinstance(expectation, Exactly | OneOf):
        return 0
    found = match_docked(held(expectation, claim), claim).difference
    missing = Counter((piece.kind, shade(piece.colour)) for piece in found.missing)
    extra = Counter((piece.kind, shade(piece.colour)) for piece in found.extra)
    return (missing & extra).total()


def has_stranger(expectation: Expectation, claim: AreaClaim) -> bool:
    """Whether more pieces of a colour are seen than should lie there."""
    if not isinstance(expectation, Exactly):
        return False
    found = match_docked(expectation.pieces, claim).difference
    missing = Counter((piece.kind, shade(piece.colour)) for piece in found.missing)
    extra = Counter((piece.kind, shade(piece.colour)) for piece in found.extra)
    return bool(extra - missing)
