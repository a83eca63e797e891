"""Which cards a look shows where they did not lie, so that few of all cards need be tried."""

from collections import Counter

from companion.core.expected import Exactly, Expected, Unchecked, should_lie
from companion.core.pieces import DIE, FACE_DOWN
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import held, match_docked
from companion.referee.evidence import changed


def moved_faces(claims: Claims, before: Expected) -> frozenset[str] | None:
    """Cards that are seen where none of that face should lie, or should lie uppermost, and those
    that are not seen where they should; `None` where one too many was not told."""
    found: set[str | None] = set()
    for area, claim in claims.items():
        cards = [piece for piece in claim.pieces if piece.kind != DIE and piece.colour is None]
        expectation = before.get(area, Unchecked())
        lying = held(expectation, claim)
        if any(card.face is None for card in cards):
            turned = tuple(piece for piece in lying if piece.face != FACE_DOWN)
            extra = match_docked(turned, claim).difference.extra
            if any(card in extra for card in cards if card.face is None):
                return None
        lies = {piece.face for piece in lying}
        if claim.covered and isinstance(expectation, Exactly) and expectation.top is not None:
            lies = {expectation.top.face}
        found |= {card.face for card in cards} ^ lies
    return frozenset(face for face in found if face is not None)


def shown_in(claims: Claims, card: str, before: Expected, after: Expected) -> list[AreaClaim]:
    """What is seen of the areas where a card with that face comes to lie."""
    return [
        claim
        for claim, old, new in changed(claims, before, after)
        for piece in Counter(claim.of_these(should_lie(new))) - Counter(should_lie(old))
        if piece.face == card
    ]
