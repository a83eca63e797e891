"""What should be gone and still lies there is nothing new. Claims are made up."""

from companion.core.expected import Exactly, Unchecked
from companion.core.ids import AreaId, PieceKind
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import AreaClaim
from companion.referee.left import more_left, still_there, taken_away, without_left

ROW, CARD = AreaId("row"), PieceKind("card")
OLD, NEW = Piece(CARD, face="old"), Piece(CARD, face="new")
BEFORE, AFTER = {ROW: Exactly((OLD, NEW))}, {ROW: Exactly((NEW,))}


def row(*faces: str, hidden: bool = False) -> dict[AreaId, AreaClaim]:
    cards = tuple(SeenPiece(CARD, None, None, 0.99, face=face) for face in faces)
    kinds = frozenset({CARD})
    return {ROW: AreaClaim(cards, kinds=kinds, hidden=kinds if hidden else frozenset())}


def test_what_an_entry_takes_away_is_left_there() -> None:
    assert taken_away(BEFORE, AFTER) == {ROW: (OLD,)}
    assert taken_away(AFTER, BEFORE) == {}
    assert taken_away({ROW: Exactly((Piece(DIE, "red", 3),))}, {ROW: Exactly()}) == {}
    assert taken_away({ROW: Unchecked((OLD,))}, {ROW: Unchecked()}) == {}
    assert more_left({ROW: (OLD,)}, {ROW: (NEW,)}) == {ROW: (OLD, NEW)}


def test_it_is_left_out_of_what_is_seen_once() -> None:
    left = taken_away(BEFORE, AFTER)
    assert without_left(left, AFTER, row("old", "new")) == row("new")
    assert without_left(left, AFTER, row("old", "old", "new")) == row("old", "new")
    assert without_left(left, AFTER, row("other", "new")) == row("other", "new")


def test_it_stays_until_it_is_seen_gone() -> None:
    left = taken_away(BEFORE, AFTER)
    assert still_there(left, AFTER, row("old", "new")) == left
    assert still_there(left, AFTER, row("new", hidden=True)) == left
    assert still_there(left, AFTER, {}) == left
    assert still_there(left, AFTER, row("new")) == {}
