"""A roll with a die in doubt: shown as unsure, and told by where its dice are placed."""

import shutil
from pathlib import Path

import pytest

from companion.core.pieces import SeenPiece
from companion.referee.commands import CorrectDie, Done, Undo
from companion.referee.present import step_snapshot
from companion.referee.table import Table
from companion.rules.ledger import Ledger
from companion.rules.registry import load_game
from companion.store.library import create_game, open_game
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


@pytest.mark.parametrize(("share", "is_booked"), [(0.7, True), (0.55, True), (0.5, False)])
def test_a_likely_roll_is_shown_with_its_doubt_an_unlikely_one_is_asked(
    share: float, is_booked: bool
) -> None:
    table, _ = rolled(torn(2, 3, share, "red"), die(4, "red", 0.99), die(6, "red", 0.99))
    assert booked(table) == (["red: roll 2 4 6"] if is_booked else [])
    assert len(table.questions) == (0 if is_booked else 1)
    if is_booked:
        assert in_doubt(table) == [2]


def test_doubts_about_several_dice_add_up() -> None:
    table, _ = rolled(torn(2, 3, 0.7, "red"), torn(4, 5, 0.7, "red"), die(6, "red"))
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


def test_a_later_look_that_is_sure_of_the_same_takes_the_mark_away() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    board.look(torn(2, 3, 0.8, "red"), die(4, "red"), die(6, "red"))
    assert in_doubt(table) == [2]
    board.look(die(2, "red"), die(4, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 2 4 6"]
    assert in_doubt(table) == []
    assert table.snapshot().announcement == "", "nothing else was rolled"


def test_docked_and_read_for_sure_it_is_in_doubt_no_more() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    board.put(lunar_mine_3=die(6, "red"))
    board.look(torn(2, 3, 0.7, "red"), die(4, "red"))
    assert in_doubt(table) == [2]
    board.put(solar_converter_2=die(2, "red"))
    board.look(die(4, "red"))
    assert booked(table) == [
        "red: roll 2 4 6",
        "red: dock lunar_mine 6",
        "red: dock solar_converter 2",
    ]
    assert in_doubt(table) == []


def test_of_two_alike_the_mark_goes_when_both_are_sure() -> None:
    table, board = rolled(torn(2, 3, 0.8, "red"), die(2, "red"), die(6, "red"))
    board.put(solar_converter_2=die(2, "red"))
    board.look(torn(2, 3, 0.8, "red"), die(6, "red"))
    assert in_doubt(table) == [2]
    board.look(die(6, "red"))
    assert in_doubt(table) == [2], "the other one is in somebody's hand"
    board.look(die(2, "red"), die(6, "red"))
    assert in_doubt(table) == []


def two_in_doubt() -> Table:
    table, _ = rolled(torn(2, 3, 0.8, "red"), torn(4, 5, 0.8, "red"), die(6, "red", 0.99))
    assert in_doubt(table) == [2, 4]
    return table


def test_who_puts_one_die_right_says_nothing_of_the_other() -> None:
    table = two_in_doubt()
    ask(table, CorrectDie(1, 0, 5))  # the faces are in order again: 4 5 6
    assert booked(table) == ["red: roll 4 5 6"]
    assert in_doubt(table) == [4]
    ask(table, CorrectDie(1, 0, 4))
    assert in_doubt(table) == []


def test_a_die_that_is_said_to_be_right_is_sure() -> None:
    table = two_in_doubt()
    ask(table, CorrectDie(1, 1, 4))
    assert booked(table) == ["red: roll 2 4 6"]
    assert in_doubt(table) == [2]
    ask(table, CorrectDie(1, 2, 6))  # it was sure before
    assert in_doubt(table) == [2]
    ask(table, Undo(1, past_roll=True))
    assert in_doubt(table) == [2, 4]


def test_a_die_told_by_where_it_is_placed_leaves_the_other_in_doubt() -> None:
    table, board = rolled(torn(2, 3, 0.8, "red"), torn(4, 5, 0.8, "red"), die(6, "red", 0.99))
    board.put(solar_converter_2=die(3, "red"))
    board.look(torn(4, 5, 0.8, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 3 4 6", "red: dock solar_converter 3"]
    assert in_doubt(table) == [4]


def test_marks_keep_to_their_dice_when_the_order_changes() -> None:
    table = two_in_doubt()
    ask(table, CorrectDie(1, 2, 1))
    (line,) = table.history
    assert line.faces == (1, 2, 4)
    assert line.unsure == (1, 2)


def test_a_killed_table_still_shows_what_was_in_doubt(tmp_path: Path) -> None:
    """What lay on the disk before the file was closed is all that is left."""
    new = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    file = create_game(tmp_path, new._held.ledger.header)
    table = Table(new.game, Ledger(new._held.ledger.header), file, lambda: "2026-01-01T20:00:00")
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
    assert table.doubted == {1}
    left = shutil.copytree(tmp_path, tmp_path.with_name("killed"))
    file.close()
    ledger, again = open_game(left, file.id, load_game)
    with again:
        resumed = Table(load_game("alien_frontiers"), ledger, again, lambda: "2026-01-01T21:00:00")
        assert in_doubt(resumed) == [2]
        assert resumed.doubted == {1}
        after = Board(resumed)
        after.look(torn(2, 3, 0.7, "red"), die(4, "red"), die(6, "red"))
        after.put(solar_converter_2=die(3, "red"))
        after.look(die(4, "red"), die(6, "red"))
        assert booked(resumed) == ["red: roll 3 4 6", "red: dock solar_converter 3"]
        assert in_doubt(resumed) == []


def test_a_replay_and_a_history_show_what_was_in_doubt_then() -> None:
    table = two_in_doubt()
    ask(table, CorrectDie(1, 0, 3))
    game, ledger = table.game, table._held.ledger
    seen = [step_snapshot(game, ledger, ledger.lines(n)[-1], ledger.state(game, n)) for n in (1, 2)]
    rolls = [shown.roll for shown in seen]
    assert [[die.unsure for die in roll.dice] for roll in rolls if roll] == [
        [True, True, False],
        [False, True, False],
    ]


def test_a_sure_die_of_the_same_face_does_not_take_over_the_mark() -> None:
    table, board = rolled(torn(2, 3, 0.7, "red"), die(2, "red"), die(6, "red"))
    board.put(solar_converter_2=die(3, "red"))
    board.look(die(2, "red"), die(6, "red"))
    assert booked(table)[0] == "red: roll 2 3 6"
    assert in_doubt(table) == []


def test_one_die_misnamed_among_all_the_others_is_of_the_roll() -> None:
    table, _ = rolled(die(2, "red"), die(4, "red"), die(6, "blue"))
    assert booked(table) == ["red: roll 2 4 6"]
    assert table.questions == ()


@pytest.mark.parametrize(
    "dice",
    [
        (die(2, "red"), die(4, "blue"), die(6, "blue")),
        (die(2, "red"), die(4, "red"), torn(6, 5, 0.51, "blue")),
    ],
)
def test_dice_of_two_colours_or_a_misnamed_one_that_is_hard_to_read_are_asked_about(
    dice: tuple[SeenPiece, ...],
) -> None:
    table, _ = rolled(*dice)
    assert booked(table) == []
    assert len(table.questions) == 1
