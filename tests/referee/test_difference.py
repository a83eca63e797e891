"""Fit between a position and a claim."""

import math
from itertools import permutations

import pytest

from companion.core.expected import AtLeast, Exactly, Expectation, OneOf, Unchecked
from companion.core.ids import AreaId, SlotId
from companion.core.layout_file import read_layout
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import AreaClaim, seen_by_area
from companion.referee.colours import NEAREST, nearest_colour
from companion.referee.difference import (
    MISSING_COST,
    TOLERANCE,
    UNSEEN_COST,
    area_excess,
    differences,
    match,
    match_docked,
)
from tests.referee.builders import die, torn, view

MINE = AreaId("mine")
RED3, RED4, BLUE3 = Piece(DIE, "red", 3), Piece(DIE, "red", 4), Piece(DIE, "blue", 3)


@pytest.mark.parametrize(
    ("expectation", "seen", "fits"),
    [
        (Exactly(), (), True),
        (Exactly((RED3,)), (die(3, "red"),), True),
        (Exactly((RED3, RED4)), (die(4, "red"), die(3, "red")), True),
        (Exactly((RED3,)), (die(3, None),), True),
        (Exactly((RED3,)), (torn(5, 3, 0.55, "red"),), True),
        (Exactly((RED3,)), (die(5, "red"),), False),
        (Exactly((RED3,)), (die(3, "blue"),), False),
        (Exactly((Piece(DIE, "clear", None),)), (die(None, "grey"),), True),
        (Exactly((Piece(DIE, "clear", 2),)), (die(2, "white"),), True),
        (Exactly((Piece(DIE, "clear", 2),)), (die(2, "red"),), False),
        (Exactly((RED3,)), (), False),
        (Exactly(), (die(3, "red"),), False),
        (Exactly((RED3,)), (die(3, "red"), die(3, "red")), False),
        (OneOf(((RED3,), (BLUE3,))), (die(3, "blue"),), True),
        (OneOf(((RED3,), (BLUE3,))), (die(4, "red"),), False),
        (AtLeast((RED3,)), (die(3, "red"), die(6, "blue")), True),
        (AtLeast((RED3,)), (die(6, "blue"),), False),
        (Unchecked(), (die(6, "blue"),), True),
    ],
)
def test_a_claim_fits_an_expectation_or_not(
    expectation: Expectation, seen: tuple[SeenPiece, ...], fits: bool
) -> None:
    assert (area_excess(expectation, AreaClaim(seen)) <= TOLERANCE) is fits


def test_a_die_between_two_faces_costs_the_log_of_the_odds() -> None:
    cost = area_excess(Exactly((RED3,)), AreaClaim((torn(5, 3, 0.55, "red"),)))
    assert cost == pytest.approx(math.log(0.55 / 0.45))


def test_differences_name_what_is_missing_and_what_is_too_much() -> None:
    found = differences(
        {MINE: Exactly((RED3, RED4))}, {MINE: AreaClaim((die(3, "red"), die(3, "blue")))}
    )
    assert found[MINE].missing == (RED4,)
    assert [(extra.colour, extra.value) for extra in found[MINE].extra] == [("blue", 3)]


ANY_BLUE = Piece(DIE, "blue", None)


@pytest.mark.parametrize(
    ("lies", "seen", "extra"),
    [
        ((RED3,), (die(3, "blue"),), ()),
        ((RED3,), (torn(5, 3, 0.6, "blue"),), ()),
        ((RED3, BLUE3), (die(3, "green"), die(3, "blue")), ()),
        ((RED3,), (die(5, "blue"),), (5,)),
        ((ANY_BLUE,), (die(3, "red"),), (3,)),
        ((RED3,), (die(3, "blue"), die(3, "blue")), (3,)),
    ],
    ids=["misnamed", "in doubt too", "beside another", "another face", "any face", "one more"],
)
def test_a_die_of_the_right_face_in_a_wrong_colour_is_the_one_that_lies_there(
    lies: tuple[Piece, ...], seen: tuple[SeenPiece, ...], extra: tuple[int, ...]
) -> None:
    found = match_docked(lies, AreaClaim(seen))
    assert tuple(claim.value for claim in found.difference.extra) == extra
    if not extra:
        assert found.excess < MISSING_COST, "not one put there and one overlooked"


def test_thrown_dice_are_told_apart_by_their_colours() -> None:
    assert match((RED3,), (die(3, "blue"),)).difference.missing == (RED3,)


LAYOUT = read_layout(
    """
[board]
width_mm = 100
height_mm = 100
[[area]]
id = "mine"
label = "Mine"
x_mm = 0
y_mm = 0
w_mm = 60
h_mm = 30
[[area.slots]]
ids = ["mine.1", "mine.2"]
x_mm = 15
y_mm = 15
dx_mm = 25
w_mm = 20
h_mm = 20
"""
)


def test_a_slot_that_was_not_seen_does_not_hide_the_others() -> None:
    one, two = SlotId("mine.1"), SlotId("mine.2")
    both = view(1, slots={one: (die(3, "red"),), two: ()})
    half = view(1, slots={one: (die(3, "red"),), two: None})
    assert [piece.value for piece in seen_by_area(both, LAYOUT, {"red"})[MINE].pieces] == [3]
    assert seen_by_area(half, LAYOUT, {"red"}) == {MINE: AreaClaim((die(3, "red"),), 1)}
    assert seen_by_area(view(1, slots={one: None, two: None}), LAYOUT, {"red"}) == {}


@pytest.mark.parametrize(
    ("lies", "seen", "cost", "missing"),
    [
        ((RED3,), AreaClaim((), 1), 0.0, ()),
        ((RED3, RED4), AreaClaim((die(3, "red", 1.0),), 1), 0.0, ()),
        ((RED3, RED4), AreaClaim((), 1), MISSING_COST, (RED4,)),
        ((), AreaClaim((), 1), UNSEEN_COST, ()),
        ((), AreaClaim((), 2), UNSEEN_COST, ()),
    ],
    ids=["it lies there", "the other does", "one of two", "nothing should", "however many"],
)
def test_what_is_missing_may_lie_where_nothing_was_seen(
    lies: tuple[Piece, ...], seen: AreaClaim, cost: float, missing: tuple[Piece, ...]
) -> None:
    found = match_docked(lies, seen)
    assert (found.excess, found.difference.missing) == (cost, missing)
    assert found.difference.extra == ()
    assert seen_by_area(view(1), LAYOUT, {"red"}) == {}


@pytest.mark.parametrize(
    ("seen", "known", "expected"),
    [
        ("red", ("red", "blue"), "red"),
        ("orange", ("red", "green", "blue", "yellow"), "yellow"),
        ("orange", ("red", "blue"), "red"),
        ("white", ("red", "grey"), "grey"),
        ("green", ("red",), None),
        (None, ("red",), None),
    ],
)
def test_a_colour_is_brought_to_those_of_the_game(
    seen: str | None, known: tuple[str, ...], expected: str | None
) -> None:
    assert nearest_colour(seen, known) == expected


def test_every_colour_name_has_neighbours_that_are_colour_names() -> None:
    assert all(near in NEAREST for names in NEAREST.values() for near in names)


def test_a_die_read_for_sure_leaves_the_doubtful_one_to_the_other() -> None:
    five, six = (Piece(DIE, "red", value) for value in (5, 6))
    for seen in permutations((torn(6, 5, 0.55, "red"), die(6, "red"))):
        assert match((five, six), seen).excess < 1
        assert match((six, six), seen).excess < 1
        assert len(match((five, five), seen).difference.extra) == 1


def test_a_die_in_the_glare_is_the_one_of_any_face_that_is_missing_there() -> None:
    waiting = Exactly((Piece(DIE, "red"), Piece(DIE, "red")))
    faded = die(3, "white")
    assert differences({MINE: waiting}, {MINE: AreaClaim((die(5, "red"), faded))}) == {}
    (part,) = differences(
        {MINE: waiting}, {MINE: AreaClaim((die(5, "red"), die(1, "red"), faded))}
    ).values()
    assert part.extra == (faded,)


def test_a_die_that_lies_there_and_reads_as_another_colour_is_no_other_die() -> None:
    grey = Piece(DIE, "grey", 1)
    there = {MINE: Exactly((grey, RED3))}
    assert differences(there, {MINE: AreaClaim((die(1, "blue"), die(3, "red")))}) == {}
    (part,) = differences(there, {MINE: AreaClaim((die(5, "blue"), die(3, "red")))}).values()
    assert [seen.value for seen in part.extra] == [5]


@pytest.mark.parametrize("reads", ["green", "white"])
def test_a_clear_die_of_any_face_may_read_as_anybodys(reads: str) -> None:
    place = AreaId("mine")
    there = (Piece(DIE, "clear", None),)
    for expectation in (Exactly(there), OneOf((there, ()))):
        found = differences({place: expectation}, {place: AreaClaim((die(5, reads),))})
        assert place not in found


def test_a_die_that_reads_otherwise_is_not_the_one_in_the_slot_that_is_not_seen() -> None:
    blue2, yellow4 = Piece(DIE, "blue", 2), Piece(DIE, "yellow", 4)
    claim = AreaClaim((die(1, "blue"),), unseen=1)
    for lies in permutations((blue2, yellow4)):
        assert differences({MINE: Exactly(lies)}, {MINE: claim}) == {}
    (only,) = differences({MINE: Exactly((yellow4,))}, {MINE: claim}).values()
    assert [one.colour for one in only.extra] == ["blue"]


@pytest.mark.parametrize(("lies", "same"), [("clear", True), ("red", False)])
def test_a_clear_die_that_reads_as_another_colour_and_face_is_no_other_die(
    lies: str, same: bool
) -> None:
    expected = {MINE: Exactly((Piece(DIE, lies, 2),))}
    assert (differences(expected, {MINE: AreaClaim((die(1, "blue"),))}) == {}) is same


def test_a_die_of_any_face_is_only_misnamed_where_no_other_is_gone() -> None:
    green = Piece(DIE, "green")
    yellow = Piece(DIE, "yellow")
    seen = AreaClaim((die(2, "green"), die(4, "yellow"), die(6, "yellow")))
    assert differences({MINE: Exactly((green, green, yellow))}, {MINE: seen}) == {}
    (part,) = differences({MINE: Exactly((green, green, green, yellow))}, {MINE: seen}).values()
    assert [one.colour for one in part.extra] == ["yellow"]
    (part,) = differences({MINE: Exactly((green, yellow))}, {MINE: seen}).values()
    assert [one.colour for one in part.extra] == ["yellow"]
