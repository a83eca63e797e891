"""What may really have happened in a line: what was legal there, and nothing else."""

from companion.referee.commands import Act, Adjust, Amend, Done, Roll
from companion.referee.table import Table
from tests.referee.builders import ask, table_of


def frontiers() -> Table:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    for request in (
        Adjust("red", "ore", 1),
        Roll((2, 4, 5)),
        Act("red: dock lunar_mine 5"),
        Act("red: dock solar_converter 4"),
    ):
        assert isinstance(ask(table, request), Done)
    return table


def test_they_are_what_was_legal_there_but_the_line_itself() -> None:
    table = frontiers()
    legal = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    ask(legal, Adjust("red", "ore", 1))
    ask(legal, Roll((2, 4, 5)))
    there = {action.text for action in legal.snapshot().actions}
    assert {one.text for one in table.instead_of(3)} == there - {"red: dock lunar_mine 5"}


def test_the_same_dice_elsewhere_come_first() -> None:
    dice = [one.dice for one in frontiers().instead_of(3)]
    first = [one for one in dice if one == (5,)]
    assert first
    assert dice[: len(first)] == first


def test_each_of_them_can_be_booked_in_its_place() -> None:
    for one in frontiers().instead_of(3):
        table = frontiers()
        assert isinstance(ask(table, Amend(3, one.text, keep=True)), Done), one.text
        assert table.history[2].text == one.text


def test_rolls_and_numbers_have_none_and_neither_has_a_line_that_is_not_there() -> None:
    table = frontiers()
    assert [table.instead_of(entry) for entry in (1, 2, 0, 5, -1)] == [()] * 5
