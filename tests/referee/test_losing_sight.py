"""What the referee makes of dice that are overlooked, and how it finds back. Claims are made up."""

from dataclasses import replace

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.dues import Landing
from companion.games.alien_frontiers.state import Ship, State
from companion.referee.behind import TRAY, renamed
from companion.referee.claims import AreaClaim
from companion.referee.commands import Act, Answer, Done, Roll, Undo
from companion.referee.difference import AreaDifference
from companion.referee.seeing import look
from companion.referee.thread import LOST
from tests.referee.builders import ask, die, table_of, torn
from tests.referee.test_alien_frontiers_seen import Board, begun, booked


def test_a_roll_of_which_a_die_is_docked_already_is_booked_with_it() -> None:
    table, board = begun(1, 3, 6)
    board.put(
        lunar_mine_3=die(1, "red"), lunar_mine_4=die(3, "red"), solar_converter_2=die(6, "red")
    )
    board.look()
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    board.clear("blue")
    board.put(solar_converter_3=die(5, "blue"))
    board.look(die(2, "blue"), die(2, "blue"))
    assert booked(table)[-2:] == ["blue: roll 2 2 5", "blue: dock solar_converter 5"]
    assert (table.flags, table.questions) == ((), ())


def test_no_die_of_a_roll_that_is_still_in_question_is_flagged() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert isinstance(ask(table, Undo(0, past_roll=True)), Done)
    board.put(lunar_mine_4=die(3, "red"))
    board.look(die(1, "red"))
    assert table.flags == (), "first it is to be known what was rolled"


def test_a_die_that_lies_where_it_was_thrown_has_not_been_docked() -> None:
    table, board = begun(3, 4, 5)
    board.put(solar_converter_2=die(5, "red"), solar_converter_3=die(4, "red"))
    board.look(die(3, "red"))
    before = table.version
    board.put(solar_converter_2=None, lunar_mine_3=torn(5, 3, 0.6, "red"))
    board.look(die(3, "red"))
    assert table.version == before, "the 3 lies there: it is the 5 that has been moved"
    assert [flag.code for flag in table.flags] == ["dice.not_in_hand"]


def test_a_pair_of_which_one_is_overlooked_breaks_only_the_rule_it_breaks() -> None:
    table, board = begun(3, 3, 6)
    board.put(shipyard_3=die(3, "red"))
    board.look(die(6, "red"))
    assert {flag.code for flag in table.flags} <= {"shipyard.cannot_pay"}
    assert "shipyard.not_a_pair" not in {flag.code for flag in table.flags}


def test_nothing_is_flagged_that_an_overlooked_die_would_have_paid_for() -> None:
    table, board = begun(1, 3, 6)
    assert {q.id: q.amount for q in table.snapshot().view.panels[0].quantities}["ore"] == 0
    board.put(terraforming_station_1=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    alone = {flag.code for flag in table.flags}
    assert alone == {"terraforming.cannot_pay", "terraforming.too_few_ships"}


def test_three_of_which_one_reads_otherwise_are_no_run() -> None:
    table, board = begun(3, 4, 5)
    board.put(
        raiders_outpost_1=die(3, "red"),
        raiders_outpost_2=die(3, "red"),
        raiders_outpost_3=die(4, "red"),
    )
    board.look(die(5, "red"))
    assert booked(table) == ["red: roll 3 4 5"]
    assert table.questions == ()
    assert "raiders.not_a_run" in {flag.code for flag in table.flags}


def test_a_die_that_glare_took_the_colour_off_is_docked_all_the_same() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "white"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[-1] == "red: dock solar_converter 6"
    assert table.flags == ()


def test_many_places_at_odds_are_one_flag_until_all_is_well() -> None:
    table, board = begun(1, 3, 6)
    wrong = {
        "lunar_mine_3": die(5, "blue"),
        "solar_converter_2": die(5, "blue"),
        "orbital_market_3": die(5, "blue"),
    }
    board.put(**wrong)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [flag.id for flag in table.flags] == [LOST]
    assert "table check" in table.flags[0].remedy
    assert sum(not area.agrees for area in table.check().areas) >= 3
    board.put(lunar_mine_3=None, orbital_market_3=None)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [flag.id for flag in table.flags] == [LOST], "said once, not taken back at once"
    board.put(solar_converter_2=None)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert table.flags == ()
    board.put(solar_converter_2=die(5, "blue"))
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [flag.code for flag in table.snapshot().flags] == ["turn.not_yours"], "found again"


def test_the_same_question_keeps_its_name_while_other_things_are_booked() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(5, "red"))
    board.look(die(1, "red"), die(3, "red"))
    (question,) = table.questions
    board.put(lunar_mine_3=die(1, "red"))
    board.look(die(3, "red"))
    assert booked(table)[-1] == "red: dock lunar_mine 1"
    assert [q.prompt for q in table.questions] == [question.prompt]


def test_what_is_said_to_be_none_of_what_was_offered_is_flagged_at_once() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(5, "red"))
    board.look(die(1, "red"), die(3, "red"))
    (question,) = table.questions
    assert question.options[-1].label == "Something else"
    assert isinstance(ask(table, Answer(question.id, question.options[-1].id)), Done)
    assert table.questions == ()
    assert [flag.slots for flag in table.flags] == [(SlotId("solar_converter"),)]


def test_a_doubtful_die_beside_one_of_its_colour_is_what_is_left_of_the_roll() -> None:
    table, board = begun(5, 6, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(5, "red"), die(6, "red"))
    board.put(solar_converter_3=torn(6, 5, 0.53, "red"))
    board.look(die(6, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 6", "red: dock solar_converter 5"]
    assert (table.questions, table.flags) == ((), ())


def test_a_roll_of_which_a_die_was_overlooked_is_asked_about_whatever_else_is_overlooked() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(1, "red"), lunar_mine_4=die(3, "red"))
    board.put(solar_converter_2=die(6, "red"))
    board.look()
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    board.clear("blue")
    board.put(solar_converter_2=None)
    board.look(die(2, "blue"), die(5, "blue"))
    (question,) = table.questions
    assert question.prompt.startswith("I count 2 dice, 3 are rolled")
    board.put(solar_converter_3=die(5, "blue"))
    board.look(die(2, "blue"))
    board.put(solar_converter_4=die(2, "blue"))
    board.look()
    assert table.flags == (), "a roll has been made"
    assert isinstance(ask(table, Answer(table.questions[0].id, "book", (2, 2, 5))), Done)
    assert booked(table)[-3:-2] == ["blue: roll 2 2 5"]


def test_a_die_that_is_overlooked_was_not_taken_off_by_a_card() -> None:
    table, board = begun(1, 3, 6)
    state, solar = table.state, AreaId("solar_converter")
    red, blue = PlayerId("red"), PlayerId("blue")
    assert isinstance(state, State)
    armed = replace(state.players[red], cards=("plasma_cannon",))
    docks = {**state.docks, solar: (*state.docks[solar], Ship("blue", 4))}
    cards = replace(state.options, tech="full")
    rich = replace(state.players[blue], stock=state.players[blue].stock - 1)
    players = {**state.players, red: armed, blue: rich}
    table._held.state = replace(state, players=players, docks=docks, options=cards)
    legal = list(map(table.game.write_action, table.game.legal_actions(table.state)))
    assert "red: discard plasma_cannon solar_converter blue 4" in legal
    before = table.version
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert (table.version, table.flags, table.questions) == (before, (), ())


def test_while_people_are_going_back_what_lies_there_is_no_fault() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"), solar_converter_2=die(3, "red"))
    board.look()
    assert isinstance(ask(table, Act("red: dock hub.1 1")), Done)
    board.put(hub_1_1=die(1, "red"))
    board.look()
    assert isinstance(ask(table, Undo(0, past_roll=True)), Done)
    thrown_before = replace(board.claim(), rest=board.rest + 1, thrown=1)
    table.observe(thrown_before)
    assert (booked(table), table.flags) == ([], ())
    assert isinstance(ask(table, Roll((3, 4, 6))), Done)
    table.observe(replace(thrown_before, rest=board.rest + 2))
    assert sorted(booked(table)[1:]) == ["red: dock lunar_mine 6", "red: dock solar_converter 3"]
    assert "red 1" in table.questions[0].prompt, "now it is looked at again: no 1 was rolled"


def test_a_docked_die_in_a_wrong_colour_is_the_one_that_is_gone() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "blue"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 6"]
    assert (table.flags, table.questions) == ((), ())


def test_a_wrong_placement_in_a_wrong_colour_breaks_the_rule_of_the_one_that_is_gone() -> None:
    table, board = begun(1, 3, 6)
    board.put(terraforming_station_1=die(3, "blue"))
    board.look(die(1, "red"), die(6, "red"))
    codes = {flag.code for flag in table.flags}
    assert codes
    assert all(code.startswith("terraforming.") for code in codes)


def test_a_die_that_somebody_else_moved_is_still_theirs() -> None:
    lost, extra = Piece(DIE, "red", 3), die(3, "blue")
    gone = AreaDifference((Piece(DIE, "blue", 5),), ())
    there = AreaDifference((), (extra,))
    moved = renamed({AreaId("mine"): gone, AreaId("bay"): there}, (lost,))
    assert moved[AreaId("bay")].extra == (extra,)
    taken = renamed({AreaId("bay"): there}, (lost,))
    assert [seen.colour for seen in taken[AreaId("bay")].extra] == ["red"]


def test_a_docked_die_moved_in_a_wrong_colour_is_the_one_that_is_gone_from_there() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(lunar_mine_3=None, solar_converter_2=die(6, "blue"))
    board.look(die(1, "red"), die(3, "red"))
    assert [flag.code for flag in table.flags] == ["dice.not_in_hand"]
    assert table.flags[0].pieces == ("red 6",)


def test_a_die_of_which_one_more_is_seen_than_there_are_is_the_one_that_is_not_made_out() -> None:
    green = Piece(DIE, "green")
    part = AreaDifference((), (die(5, "yellow"),), hidden=(green,))
    assert renamed({AreaId("bay"): part}, ()) == {}
    both = AreaDifference((green, green), (die(5, "yellow"), die(2, "yellow")))
    assert renamed({AreaId("bay"): both}, ()) == {}, "two in a wrong colour"
    hands = AreaDifference((), (die(5, "red"),), hidden=(green,))
    assert renamed({AreaId("bay"): hands}, (Piece(DIE, "red", 5),)) == {AreaId("bay"): hands}


def test_others_are_out_of_turn_while_a_die_of_the_roll_waits_whatever_is_nowhere() -> None:
    table, board = begun(1, 3, 6)
    blue = next(slot for slot, seen in board.slots.items() if seen and seen[0].colour == "blue")
    board.slots[blue] = ()
    board.put(solar_converter_2=die(4, "blue"))
    board.look(die(1, "red"), die(6, "red"))
    assert [flag.code for flag in table.flags] == ["turn.not_yours"]
    board.look()
    assert table.flags == (), "all may have been placed, and blue's turn begun"


def test_a_thrown_die_in_a_wrong_colour_is_not_nowhere() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"), solar_converter_2=die(1, "red"))
    board.look(die(3, "blue"))
    assert sorted(booked(table)[1:]) == ["red: dock lunar_mine 6", "red: dock solar_converter 1"]
    assert (table.flags, table.questions) == ((), ())


def test_what_is_put_down_wrongly_after_people_went_back_is_flagged_once_all_was_well() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(solar_converter_2=None)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert isinstance(ask(table, Undo(1)), Done)
    board.put(maintenance_bay_9=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert [flag.code for flag in table.flags] == ["turn.must_dock"]


def test_a_misread_die_is_the_one_that_is_nowhere_where_neither_may_lie_there() -> None:
    table, board = begun(1, 3, 6)
    board.put(maintenance_bay_9=die(5, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert [flag.code for flag in table.flags] == ["turn.must_dock"]
    assert (table.flags[0].pieces, table.questions) == (("red 6",), ())


def test_a_die_put_down_wrongly_is_none_that_was_overlooked_there_before() -> None:
    table, board = begun(1, 3, 6)
    thrown = (die(1, "red"), die(3, "red"))
    board.put(maintenance_bay_1=None)  # a die of blue that reads as an empty slot
    assert board.slots[SlotId("maintenance_bay.2")] != ()
    board.look(*thrown, die(6, "red"))
    board.put(maintenance_bay_9=die(6, "red"))
    for _ in range(2):
        board.look(*thrown)
        assert [flag.code for flag in table.flags] == ["turn.must_dock"]


def test_a_die_in_the_bay_that_reads_in_another_colour_does_so_when_the_next_is_lifted() -> None:
    table = table_of("alien_frontiers", "red", "blue", "yellow", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    blue, yellow = (
        next(slot for slot, lies in board.slots.items() if lies and lies[0].colour == colour)
        for colour in ("blue", "yellow")
    )
    board.slots[yellow] = (die(6, "red"),)
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[-1] == "red: dock solar_converter 6"
    board.slots[blue] = ()
    board.look(die(1, "red"), die(3, "red"))
    assert table.flags == ()


def test_a_die_that_lies_where_nobody_else_has_one_too_many_is_the_one_that_is_nowhere() -> None:
    red, clear = die(3, "red"), die(5, "blue")
    part = AreaDifference((), (clear,))
    lie = {AreaId("bay"): AreaClaim((red, clear))}
    named = renamed({AreaId("bay"): part}, (Piece(DIE, "red", 3),), lie)
    assert named[AreaId("bay")].extra == (red,)


def test_a_die_put_down_while_somebody_has_to_choose_is_flagged_if_no_choice_allows_it() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert isinstance(table.state, State)
    table._held.state = replace(table.state, due=Landing(PlayerId("red"), "supply"))
    board.put(solar_converter_2=die(1, "red"))
    board.look(die(3, "red"))
    assert table.flags == (), "it waits for the choice"
    board.put(solar_converter_2=None, lunar_mine_4=die(3, "red"))
    board.look(die(1, "red"))
    assert [flag.code for flag in table.snapshot().flags] == ["lunar_mine.too_low"]


def test_dice_that_lie_thrown_are_gone_from_the_board_and_lie_nowhere_else() -> None:
    gathered = AreaDifference((Piece(DIE, "blue", 1), Piece(DIE, "blue", 6)), ())
    relic = AreaDifference((), (torn(4, 2, 0.7, "blue"),))
    thrown = AreaDifference((), (die(1, "blue"), die(2, None)))
    found = {AreaId("mine"): gathered, AreaId("hub.4"): relic, TRAY: thrown}
    named = renamed(found, (Piece(DIE, "clear", 2),))
    assert [seen.colour for seen in named[AreaId("hub.4")].extra] == ["clear"]
    assert named[TRAY] == thrown


def test_no_die_is_flagged_while_one_without_colour_may_be_of_the_roll_that_is_due() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"), solar_converter_2=die(3, "red"))
    board.look(die(1, "red"))
    board.put(solar_converter_3=die(1, "red"))
    board.look()
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    board.clear("blue")
    thrown = replace(board.claim(die(2, None), die(3, "blue"), die(5, "blue")), rest=board.rest)
    table.observe(replace(thrown, thrown=0))
    board.put(solar_converter_4=die(3, "blue"))
    table.observe(replace(board.claim(die(2, None)), rest=board.rest + 1, thrown=0))
    assert table.flags == ()


def test_what_may_follow_from_a_choice_is_no_flag_before_it() -> None:
    """Who lands on the desert gets the Relic Ship, which then lies in the Maintenance Bay."""
    table, board = begun(1, 3, 6)
    assert isinstance(table.state, State)
    table._held.state = replace(table.state, due=Landing(PlayerId("red"), "supply"))
    board.put(maintenance_bay_9=die(4, "grey"))
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert table.flags == ()


def test_out_of_time_nothing_is_said_before_a_choice() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert isinstance(table.state, State)
    due = replace(table.state, due=Landing(PlayerId("red"), "supply"))
    board.put(lunar_mine_4=die(3, "red"))
    claim = board.claim(die(1, "red"))
    in_time = look(table.game, due, claim, roll_may_be_new=False)
    late = look(table.game, due, claim, roll_may_be_new=False, out_of_time=lambda: True)
    assert (len(in_time.flags), late.flags) == (1, ())
