"""Rolled dice told apart by where the others lie."""

import random
import time
from itertools import permutations

import pytest

from companion.core.ids import AreaId
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.difference import EXTRA_COST, AreaDifference, pair_cost
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
    ((best, *_),) = readings(red(6), (), (die(5, "red", 0.999),))
    assert best.cost > 5, "a wrong reading without doubt is rare"


def test_each_reading_costs_what_the_best_way_to_tell_all_dice_apart_does() -> None:
    """Against all ways written out, for small hands by lot."""
    lot = random.Random(3)
    for _ in range(60):
        hand = red(*(lot.randint(1, 6) for _ in range(lot.randint(1, 4))))
        pairs = (lot.sample(range(1, 7), 2) for _ in range(3))
        seen = tuple(torn(one, other, lot.random(), "red") for one, other in pairs)
        extra, free = seen[:2], seen[2:]
        told = readings(hand, free, extra)
        for place, ways in enumerate(told):
            assert [way.cost for way in ways] == sorted(way.cost for way in ways)
            for way in ways:
                assert way.cost == pytest.approx(_least(hand, seen, place, way.die))


def _least(
    hand: tuple[Piece, ...], seen: tuple[SeenPiece, ...], place: int, named: Piece | None
) -> float:
    """The cost of the best of all ways in which one seen die has that name."""
    nobody = (None,) * len(seen)
    ways = (way for way in set(permutations((*hand, *nobody), len(seen))) if way[place] == named)
    return min(
        sum(
            EXTRA_COST if piece is None else pair_cost(piece, die)
            for piece, die in zip(way, seen, strict=True)
        )
        for way in ways
    )


@pytest.mark.parametrize("rolled", [1, 6, 7, 24, 80], ids="{} to be placed".format)
@pytest.mark.parametrize("loose", [0, 6, 40], ids="{} loose".format)
@pytest.mark.parametrize("docked", [1, 6, 80], ids="{} extra".format)
def test_however_many_dice_of_a_colour_lie_there_telling_them_apart_is_quick(
    rolled: int, loose: int, docked: int
) -> None:
    hand = red(*(1 + n % 6 for n in range(rolled)))
    doubtful = [torn(1 + n % 6, 1 + (n + 3) % 6, 0.6, "red") for n in range(loose + docked)]
    found = {PLACE: AreaDifference(hand[: rolled // 2], tuple(doubtful[loose:]))}
    took_s = []
    for _ in range(3):  # a busy machine makes one of them slow
        began_s = time.process_time()
        read = identified(hand, tuple(doubtful[:loose]), found)
        took_s.append(time.process_time() - began_s)
    assert min(took_s) < 0.1
    assert len(read[PLACE].extra) == docked


def test_one_die_that_may_be_several_leaves_the_others_clear() -> None:
    assert read(red(1, 3, 6), (), torn(6, 3, 0.6, "red"), torn(1, 2, 0.6, "red")) == [None, 1]
