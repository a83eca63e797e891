"""Rolled dice told apart by where the others lie."""

import pytest

from companion.core.ids import AreaId
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.difference import AreaDifference
from companion.referee.identify import identified, readings
from tests.referee.builders import die, torn

PLACE = AreaId("place")


def red(*faces: int) -> tuple[Piece, ...]:
    return tuple(Piece(DIE, "red", face) for face in faces)


def read(
    hand: tuple[Piece, ...],
    free: tuple[SeenPiece, ...],
    *extra: SeenPiece,
    missing: tuple[Piece, ...] = (),
) -> list[int | None]:
    found = identified(hand, free, {PLACE: AreaDifference(missing, extra)})
    return [seen.value for seen in found[PLACE].extra]


@pytest.mark.parametrize(
    ("rolled", "free", "extra", "values"),
    [
        ((2, 3, 6), (die(6, "red"),), (die(2, "red"), torn(6, 3, 0.6, "red")), [2, 3]),
        ((2, 3, 6), (die(6, "red"), die(2, "red")), (torn(6, 3, 0.6, "red"),), [3]),
        ((3, 6), (), (torn(6, 3, 0.6, "red"),), [None]),
        ((3, 6), (die(6, "red"), die(3, "red")), (torn(6, 3, 0.6, "red"),), [None]),
        ((3, 6), (die(6, "red"),), (torn(6, 3, 0.6, "blue"),), [None]),
    ],
    ids=["one is left", "the only one left", "either", "both lie thrown", "another's"],
)
def test_a_doubtful_die_is_what_is_left_of_the_roll(
    rolled: tuple[int, ...],
    free: tuple[SeenPiece, ...],
    extra: tuple[SeenPiece, ...],
    values: list[int | None],
) -> None:
    assert read(red(*rolled), free, *extra) == values


def test_a_doubtful_die_may_be_the_one_that_has_left_its_place() -> None:
    free = (die(4, "red"),)
    doubtful = torn(6, 5, 0.6, "red")
    assert read(red(4), free, doubtful, missing=red(5)) == [5]
    assert read(red(4), free, doubtful) == [None]


def test_what_is_read_for_sure_is_not_bent_to_the_roll() -> None:
    (best, *_) = readings(red(6), (), (die(5, "red", 0.999),))
    assert best.cost > 5, "a wrong reading without doubt is rare"
