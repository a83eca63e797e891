"""How well a seen ship, cube, marker or card fits a piece of the rules: everything but dice.

Costs are in nats, against the reading that fits best. Two pieces that nobody takes for one another
fit at no price. Whether a ship stands or lies is not compared: where it is says which it is.
"""

import math

from companion.core.pieces import FACE_DOWN, Piece, SeenPiece
from companion.referee.colours import NEAREST, PALE

NEAR_COLOUR_COST = 4.5
"""For a colour taken for one near it: about one in a hundred under a bad lamp."""

UNTOLD_COST = 0.7
"""For a colour or a card that was not told: it may be any."""

OTHER_CARD_COST = 6.0
"""For a card told as another one: readers rather leave it untold than name a wrong one."""

BESIDE_COST = 5.0
"""For a marker told one place beside its own on a track: pushed by a sleeve."""


def likeness_cost(piece: Piece, claim: SeenPiece) -> float:
    """Nats by which a claim fits a piece worse than the piece it fits best."""
    if piece.kind != claim.kind:
        return math.inf
    return _colour_cost(piece, claim) + _place_cost(piece, claim) + _card_cost(piece, claim)


def colours_are_near(one: str | None, other: str | None) -> bool:
    """Whether one is sometimes taken for the other."""
    if one is None or other is None or one == other or {one, other} <= PALE:
        return True
    return other in NEAREST.get(one, ()) or one in NEAREST.get(other, ())


def _colour_cost(piece: Piece, claim: SeenPiece) -> float:
    if piece.colour is None or piece.colour == claim.colour:
        return 0.0
    if claim.colour is None or {piece.colour, claim.colour} <= PALE:
        return UNTOLD_COST
    return NEAR_COLOUR_COST if colours_are_near(piece.colour, claim.colour) else math.inf


def _place_cost(piece: Piece, claim: SeenPiece) -> float:
    if piece.value is None or claim.value is None or piece.value == claim.value:
        return 0.0
    return BESIDE_COST if abs(piece.value - claim.value) == 1 else math.inf


def _card_cost(piece: Piece, claim: SeenPiece) -> float:
    if piece.face is None or piece.face == claim.face:
        return 0.0
    if claim.face is None:  # that a card lies face-down is always told
        return OTHER_CARD_COST if piece.face == FACE_DOWN else UNTOLD_COST
    turned = FACE_DOWN in (piece.face, claim.face)
    return math.inf if turned else OTHER_CARD_COST
