"""A roll with a die in doubt: shown as unsure, and told by where its dice are placed."""

import pytest

from companion.core.pieces import SeenPiece
from companion.referee.commands import CorrectDie, Done
from companion.referee.table import Table
from tests.referee.builders import ask, die, table_of, torn
from tests.referee.test_alien_frontiers_seen import Board, booked


def rolled(*dice: SeenPiece) -> tuple[Table, Board]:
    """Red's first roll as it was read."""
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(*dice)
    return table, board


def in_doubt(table: Table) -> list[int]:
    """The faces that the page shows as unsure."""
    roll = table.snapshot().roll
    assert roll is not None
    return [die.value for die in roll.dice if die.unsure]


@pytest.mark.parametrize(("share", "is_booked"), [(0.7, True), (0.62, True), (0.55, False)])
def test_a_likely_roll_is_shown_with_its_doubt_an_unlikely_one_is_asked(
    share: float, is_booked: bool
) -> None:
    table, _ = rolled(torn(2, 3, share, "red"), die(4, "red", 0.99), die(6, "red", 0.99))
    assert booked(table) == (["red: roll 2 4 6"] if is_booked else [])
    assert len(table.questions) == (0 if is_booked else 1)
    if is_booked:
        assert in_doubt(table) == [2]


def test_doubts_about_several_dice_add_up() -> None:
    table, _ = rolled(torn(2, 3, 0.75, "red"), torn(4, 5, 0.75, "red"), die(6, "red"))
    assert booked(table) == []
    assert len(table.questions) == 1


def test_people_put_the_unsure_die_right_with_a_tap() -> None:
    table, _ = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    assert isinstance(ask(table, CorrectDie(1, 0, 3)), Done)
    assert booked(table) == ["red: roll 3 4 6"]
    assert in_doubt(table) == []


def test_where_it_is_placed_tells_what_was_rolled() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    board.put(solar_converter_2=die(3, "red"))
    board.look(die(4, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 3 4 6", "red: dock solar_converter 3"]
    assert (table.flags, table.questions) == ((), ())
    assert in_doubt(table) == []


def test_the_same_placed_after_a_sure_roll_is_asked_about() -> None:
    table, board = rolled(die(2, "red"), die(4, "red"), die(6, "red"))
    board.put(solar_converter_2=die(3, "red"))
    board.look(die(4, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 2 4 6"]
    assert len(table.questions) == 1


def test_a_placed_die_that_was_sure_in_the_roll_puts_nothing_right() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    board.put(solar_converter_2=die(5, "red"))
    board.look(torn(2, 3, 0.7, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 2 4 6"]
    assert len(table.questions) == 1


def test_a_placed_die_in_doubt_tells_nothing() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    board.put(solar_converter_2=torn(5, 1, 0.8, "red"))
    board.look(die(4, "red"), die(6, "red"))
    assert booked(table)[0] == "red: roll 2 4 6"


def test_a_later_look_that_is_sure_puts_the_roll_right() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    first = board.claim(die(3, "red"), die(4, "red"), die(6, "red"))
    table.observe(first)
    assert booked(table) == ["red: roll 3 4 6"]
    assert in_doubt(table) == []
