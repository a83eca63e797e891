"""What an undo would change is told before, and is what it then changes; points line by line."""

import pytest

from companion.core.ids import PlayerId
from companion.referee.commands import Act, Adjust, CorrectDie, Done, Roll, Undo
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from tests.referee.builders import ask, table_of

RED, BLUE = PlayerId("red"), PlayerId("blue")


def frontiers() -> Table:
    """Red has rolled, mined an ore and taken a fuel."""
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    for request in (
        Roll((2, 4, 5)),
        Act("red: dock lunar_mine 5"),
        Act("red: dock solar_converter 4"),
    ):
        assert isinstance(ask(table, request), Done)
    return table


def amounts(shown: Snapshot) -> dict[tuple[PlayerId, str], int]:
    held = {(p.player, q.label): q.amount for p in shown.view.panels for q in p.quantities}
    return held | {(seat.player, "Points"): seat.score for seat in shown.seats}


def test_it_tells_the_lines_that_go_and_the_numbers_that_change() -> None:
    table = frontiers()
    told = table.going_back(1)
    assert told is not None
    assert [line.text for line in told.gone] == [
        "red: dock lunar_mine 5",
        "red: dock solar_converter 4",
    ]
    assert told.back == ()
    assert {(one.player, one.label, one.now, one.then) for one in told.changes} == {
        (RED, "Ore", 1, 0),
        (RED, "Fuel", 2, 0),
    }


@pytest.mark.parametrize("to", [0, 1, 2])
def test_what_it_tells_is_what_the_undo_does(to: int) -> None:
    table = frontiers()
    before = amounts(table.snapshot())
    told = table.going_back(to)
    assert told is not None
    assert isinstance(ask(table, Undo(to, past_roll=True)), Done)
    after = amounts(table.snapshot())
    changed = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert {(one.player, one.label): (one.now, one.then) for one in told.changes} == changed
    assert len(table.history) == 3 - len(told.gone)


def test_telling_changes_nothing() -> None:
    table = frontiers()
    before = table.snapshot()
    table.going_back(0)
    assert table.snapshot() == before


def test_without_an_entry_it_is_the_newest_that_no_undo_hides() -> None:
    table = frontiers()
    ask(table, Undo(2))
    told = table.going_back()
    assert told is not None
    assert told.to == 1
    assert [line.text for line in told.gone] == ["red: dock lunar_mine 5"]


def test_a_correction_is_taken_back_like_any_entry() -> None:
    table = frontiers()
    assert isinstance(ask(table, CorrectDie(1, 0, 3)), Done)
    told = table.going_back()
    assert told is not None
    assert told.to == 3
    assert [line.faces for line in told.gone] == [(3, 4, 5)]
    assert [line.faces for line in told.back] == [(2, 4, 5)]


def test_what_was_put_right_before_stays_so() -> None:
    """The die of the first line was read wrongly; the line after it is taken back."""
    table = frontiers()
    assert isinstance(ask(table, CorrectDie(1, 0, 3)), Done)
    told = table.going_back(1)
    assert told is not None
    assert [line.text for line in told.gone] == [
        "red: dock lunar_mine 5",
        "red: dock solar_converter 4",
    ]
    assert told.back == ()
    assert isinstance(ask(table, Undo(1)), Done), "no roll is lost, so nobody is asked"
    assert [line.text for line in table.history] == ["red: roll 3 4 5"]
    assert table.snapshot().announcement == "Undone back to entry 1."
    told = table.going_back()
    assert told is not None
    assert [line.faces for line in told.back] == [(2, 4, 5)], "then the correction itself"


@pytest.mark.parametrize("to", [-1, 3, 99, None])
def test_there_may_be_nothing_to_go_back_to(to: int | None) -> None:
    table = table_of("dice", "red", "blue") if to is None else frontiers()
    assert table.going_back(to) is None


def test_points_are_told_line_by_line_and_follow_an_undo() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    assert table.points() == {RED: (0,), BLUE: (0,)}
    for request in (
        Adjust("red", "fuel", 3),
        Adjust("red", "ore", 3),
        Roll((5, 5, 5)),
        Act("red: dock colony_constructor 5 5 5"),
        Act("red: land pohl_foothills"),
    ):
        assert isinstance(ask(table, request), Done), request
        assert table.points()[BLUE] == (0,) * (table.version + 1)
    # a colony is a point, and so is the control of its territory
    assert table.points()[RED] == (0, 0, 0, 0, 0, 2)
    ask(table, Undo(4, past_roll=True))
    assert table.points()[RED] == (0, 0, 0, 0, 0)
