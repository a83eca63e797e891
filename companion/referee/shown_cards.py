"""Which cards a look shows where they did not lie, so that few of all cards need be tried."""

from collections import Counter

from companion.core.expected import Exactly, Expected, Unchecked, should_lie
from companion.core.pieces import DIE, FACE_DOWN
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import held, match_docked
from companion.referee.evidence import changed


def moved_faces(claims: Claims, before: Expected) -> frozenset[str] | None:
    """Cards of which more or fewer are seen somewhere than should lie there, or lie uppermost;
    `None` where one too many was not told."""
    found: set[str] = set()
    for area, claim in claims.items():
        cards = [piece for piece in claim.pieces if piece.kind != DIE and piece.colour is None]
        expectation = before.get(area, Unchecked())
        lying = held(expectation, claim)
        if any(card.face is None for card in cards):
            turned = tuple(piece for piece in lying if piece.face != FACE_DOWN)
            extra = match_docked(turned, claim).difference.extra
            if any(card in extra for card in cards if card.face is None):
                return None
        if claim.covered and isinstance(expectation, Exactly) and expectation.top is not None:
            lying = (expectation.top,)
        seen, lies = (Counter(one.face for one in some if one.face) for some in (cards, lying))
        found |= {face for face in seen | lies if seen[face] != lies[face]}
    return frozenset(found)


def shown_in(claims: Claims, card: str, before: Expected, after: Expected) -> list[AreaClaim]:
    """What is seen of the areas where a card with that face comes to lie."""
    return [
        claim
        for claim, old, new in changed(claims, before, after)
        for piece in Counter(claim.of_these(should_lie(new))) - Counter(should_lie(old))
        if piece.face == card
    ]
