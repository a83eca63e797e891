"""What other programs got wrong at the table, tried on the referee. Claims are made up here."""

import pytest

from companion.core.observation import Observation
from companion.referee.commands import (
    Act,
    Answer,
    Check,
    CorrectDie,
    Done,
    Refused,
    Roll,
    Stale,
)
from companion.referee.sight import Sight
from companion.referee.table import Table
from tests.referee.builders import ask, die, table_of, torn
from tests.referee.test_alien_frontiers_seen import Board, begun, booked


@pytest.mark.report("B13")
def test_a_token_that_flickers_changes_nothing_and_later_events_go_in() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[-1] == "red: dock solar_converter 6"
    before = table.version
    for turn in range(20):
        share, colour = (0.55, "red") if turn % 2 else (0.45, None)
        board.put(solar_converter_2=torn(6, 5, share, colour))
        board.look(die(1, "red"), die(3, "red"))
    assert (table.version, table.snapshot().flags, table.questions) == (before, (), ())
    board.put(solar_converter_2=die(5, "red", 0.6), lunar_mine_3=die(3, "red"))
    board.look(die(1, "red"))
    assert booked(table)[-1] == "red: dock lunar_mine 3", "one misread piece blocks nothing"


@pytest.mark.report("B13")
def test_a_docked_die_read_anew_as_another_face_is_no_placement() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(solar_converter_2=die(2, "red", 0.999))
    board.look(die(1, "red"), die(3, "red"))
    assert not table.flags
    assert not table.questions
    board.put(lunar_mine_3=die(3, "red"))
    board.look(die(1, "red"))
    assert booked(table)[-1] == "red: dock lunar_mine 3"


@pytest.mark.report("B13")
def test_an_impossible_new_piece_is_queried_and_legal_ones_go_in_beside_it() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(2, "yellow"), lunar_mine_3=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    assert booked(table)[-1] == "red: dock lunar_mine 3"
    assert [flag.slots for flag in table.flags] == [("solar_converter",)]


@pytest.mark.report("B14")
@pytest.mark.report("A14")
def test_a_misread_roll_is_put_right_in_one_step_and_what_followed_is_computed_anew() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(5, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert table.flags == (), "the camera's mistake is nobody's"
    assert table.questions, "the 6 was a 5, or the 5 is a 6"
    assert _fuel(table) == 0
    assert isinstance(ask(table, CorrectDie(1, 2, 5)), Done)
    assert booked(table) == ["red: roll 1 3 5", "red: dock solar_converter 5"]
    assert (_fuel(table), table.flags) == (3, ())
    assert table.history[0].source == "phone", "it shows that somebody put it right"


def _fuel(table: Table) -> int:
    panel = next(p for p in table.snapshot().view.panels if p.player == "red")
    return next(q.amount for q in panel.quantities if q.id == "fuel")


@pytest.mark.report("B15")
def test_a_piece_slid_over_the_board_books_once_at_the_end() -> None:
    table, board = begun(1, 3, 6)
    version = table.version
    # Nothing comes to rest while a hand pushes it over Lunar Mine and Market: no claim is made.
    board.put(solar_converter_2=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    assert booked(table)[version:] == ["red: dock solar_converter 3"]


@pytest.mark.report("B16")
def test_two_quick_actions_of_two_players_are_both_booked_in_order() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(1, "red"), lunar_mine_4=die(3, "red"))
    board.look(die(6, "red"))
    board.put(solar_converter_2=die(6, "red"))
    board.clear("blue")
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    assert booked(table)[-3:] == [
        "red: dock solar_converter 6",
        "red: end_turn",
        "blue: roll 2 2 5",
    ]
    assert table.questions == ()


@pytest.mark.report("B17")
def test_an_illegal_placement_names_piece_place_and_rule_at_once_and_clears_by_itself() -> None:
    table, board = begun(1, 3, 6)
    board.put(terraforming_station_1=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    (flag,) = (f for f in table.flags if f.code == "terraforming.not_a_six")
    assert flag.pieces == ("red 3",)
    assert flag.slots == ("terraforming_station",)
    assert flag.text
    assert flag.source
    assert "back" in flag.remedy
    board.put(terraforming_station_1=None)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert table.flags == ()


@pytest.mark.report("B18")
def test_a_correction_is_announced_once_with_the_new_total() -> None:
    table, _ = begun(1, 3, 6)
    heard: list[str] = []
    table.on_change(lambda: heard.append(table.snapshot().announcement))
    ask(table, CorrectDie(1, 0, 2))
    (said,) = set(heard)
    assert said.startswith("Put right")
    assert "2" in said
    assert "1" not in said


def test_phone_and_camera_telling_the_same_book_once() -> None:
    table, board = begun(1, 3, 6)
    version = table.version
    board.put(lunar_mine_3=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    assert isinstance(ask(table, Act("red: dock lunar_mine 3"), expected=version), Stale)
    assert booked(table)[version:] == ["red: dock lunar_mine 3"]


def clashed() -> tuple[Table, Board]:
    table, board = begun(1, 3, 6)
    ask(table, Act("red: dock lunar_mine 3"))
    board.put(solar_converter_2=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    return table, board


def test_phone_and_camera_telling_different_things_ask_which_is_right() -> None:
    table, _ = clashed()
    (question,) = table.questions
    assert question.player == "red"
    assert [option.id for option in question.options] == ["seen", "entered"]
    assert "Lunar Mine" in question.prompt
    assert "Solar Converter" in question.prompt
    assert table.flags == (), "neither is believed yet"
    assert isinstance(ask(table, Answer(question.id, "seen")), Done)
    assert booked(table)[-1] == "red: dock solar_converter 3"
    assert (table.questions, table.flags) == ((), ())


def test_what_was_entered_stands_when_the_player_says_so_and_the_piece_is_to_be_moved() -> None:
    table, board = clashed()
    (question,) = table.questions
    assert isinstance(ask(table, Answer(question.id, "entered")), Done)
    assert booked(table)[-1] == "red: dock lunar_mine 3"
    board.look(die(1, "red"), die(6, "red"))
    assert table.questions == ()
    assert table.flags != ()


def test_an_inferred_turns_end_waits_while_a_piece_is_unexplained() -> None:
    table, board = begun(1, 3, 6)
    board.put(
        lunar_mine_3=die(1, "red"),
        lunar_mine_4=die(3, "red"),
        solar_converter_2=die(6, "red"),
        maintenance_bay_9=die(4, "clear"),
    )
    board.look()
    assert len(booked(table)) == 4
    assert table.flags != (), "nobody has said that the relic was bought"
    board.clear("blue")
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    assert booked(table)[-1].startswith("red: dock"), "it may belong to red's turn"
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    assert booked(table)[-1] == "blue: roll 2 2 5", "the dice that lie there are the next roll"


def test_an_unanswered_roll_is_still_asked_about_when_dice_have_been_docked() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(torn(1, 2, 0.5, "red"), die(3, "red"), die(6, "red"))
    (question,) = table.questions
    board.put(solar_converter_2=die(6, "red"))
    board.look(torn(1, 2, 0.5, "red"), die(3, "red"))
    assert [q.id for q in table.questions] == [question.id]
    assert isinstance(ask(table, Answer(question.id, "book", (1, 3, 6))), Done)
    assert booked(table) == ["red: roll 1 3 6", "red: dock solar_converter 6"]


def test_every_event_from_the_camera_names_the_pictures_before_and_after() -> None:
    table, board = begun(1, 3, 6)
    for number, slots in enumerate(({}, {"lunar_mine_3": die(3, "red")})):
        board.put(**slots)
        board.rest += 1
        claim = board.claim(die(1, "red"), *([] if number else [die(3, "red")]), die(6, "red"))
        table.observe(_pictured(claim, f"picture-{number}"))
    line = table.history[-1]
    assert (line.text, line.before, line.after) == (
        "red: dock lunar_mine 3",
        "picture-0",
        "picture-1",
    )


def _pictured(claim: Observation, name: str) -> Observation:
    return Observation(
        claim.rest, claim.sequence, claim.time_s, claim.slots, claim.free_dice, True, name
    )


def test_a_claim_is_thought_about_apart_and_again_when_the_table_has_moved_on() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(3, "red"))
    board.rest += 1
    thought = table.thought(board.claim(die(1, "red"), die(6, "red")))
    sight = thought.work()
    assert isinstance(sight, Sight)
    assert sight.bookings
    assert len(booked(table)) == 1, "thinking changes nothing"
    ask(table, Act("red: dock lunar_mine 3"))
    table.conclude(thought, sight)
    assert booked(table)[1:] == ["red: dock lunar_mine 3"], "not booked twice"


def test_out_of_time_it_asks_instead_of_guessing() -> None:
    clock = iter(range(10_000))
    table, board = begun(1, 3, 6)
    table._eye.limit_s, table._eye.seconds = 0.5, lambda: float(next(clock))
    board.put(lunar_mine_3=die(3, "red"), solar_converter_2=die(6, "red"))
    version = table.version
    board.look(die(1, "red"))
    assert table.version == version


def test_a_roll_entered_on_a_phone_is_not_booked_again_from_the_dice() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    ask(table, Roll((1, 3, 6)))
    board.clear("red")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert booked(table) == ["red: roll 1 3 6"]


def test_a_table_check_is_confirmed_or_corrected_in_two_steps() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=None, solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    sheet = table.check()
    shown = [(s.player, q.id, q.amount) for s in sheet.seats for q in s.quantities]
    assert ("red", "fuel", 3) in shown
    assert all(area.agrees for area in sheet.areas)
    version = table.version
    assert ask(table, Check(tuple(shown))) == Done(version), "all is as the ledger has it"
    counted = [(p, q, amount + (p == "red")) for p, q, amount in shown]
    assert ask(table, Check(tuple(counted)), id="put right") == Done(version + 2)
    assert _fuel(table) == 4
    assert [line.how for line in table.history[-2:]] == ["adjusted", "adjusted"]
    assert isinstance(ask(table, Check((("red", "gold", 1),))), Refused)


def test_a_table_check_names_the_place_where_something_is_not_seen() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(solar_converter_2=None)
    board.look(die(1, "red"), die(3, "red"))
    (area,) = (area for area in table.check().areas if not area.agrees)
    assert area.label == "Solar Converter"
    assert "red die 6" in area.expected
    assert "red die 6" not in area.seen


def test_a_dock_that_is_not_seen_is_asked_for_and_nobody_else_is_out_of_turn() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(1, "red"), lunar_mine_4=die(3, "red"))
    board.look()
    assert not table.questions, "red holds the 6 in the hand"
    board.clear("blue")
    blue = [die(2, "blue"), die(2, "blue"), die(5, "blue")]
    board.look(*blue)
    (question,) = table.questions
    assert (question.player, "red 6" in question.prompt) == ("red", True)
    board.put(solar_converter_3=die(5, "blue"))
    board.look(*blue[:2])
    assert table.flags == (), "the table is behind: blue has done nothing wrong"
    assert [q.id for q in table.questions] == [question.id], "it is asked once"
    solar = next(o for o in question.options if "Solar Converter" in o.label)
    assert isinstance(ask(table, Answer(question.id, solar.id)), Done)
    assert booked(table)[-1] == "red: dock solar_converter 6"


def test_thrown_dice_are_of_the_games_colours_whatever_the_lamp() -> None:
    table = table_of("alien_frontiers", "yellow", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("yellow")
    board.look(die(1, "orange"), die(3, "yellow"), die(6, "orange"))
    assert booked(table) == ["yellow: roll 1 3 6"]


@pytest.mark.parametrize(
    ("option", "texts"),
    [
        ("dock0", ["red: roll 1 3 6", "red: dock solar_converter 6"]),
        ("roll", ["red: roll 1 3 5", "red: dock solar_converter 5"]),
    ],
)
@pytest.mark.report("A14")
def test_a_docked_die_that_was_not_rolled_is_asked_about(option: str, texts: list[str]) -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(5, "red"))
    board.look(die(1, "red"), die(3, "red"))
    (question,) = table.questions
    assert "red 5" in question.prompt
    assert isinstance(ask(table, Answer(question.id, option)), Done)
    assert booked(table) == texts
    assert table.flags == ()
