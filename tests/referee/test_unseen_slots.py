"""Slots that were not seen: something may lie there that was not made out. Claims are made up."""

from dataclasses import replace

from companion.core.expected import Exactly
from companion.core.ids import AreaId, PieceKind, PlayerId, SlotId
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.games.alien_frontiers.dues import Landing
from companion.games.alien_frontiers.state import State
from companion.referee.claims import AreaClaim
from companion.referee.commands import Act, Answer, Done
from companion.referee.difference import differences
from companion.referee.misread import put_right
from companion.referee.strange import without_strange
from companion.referee.table import Table
from tests.referee.builders import ask, die, table_of, torn
from tests.referee.test_alien_frontiers_seen import Board, begun, booked


def hide(board: Board, *slots: str) -> None:
    for slot in slots:
        board.slots[SlotId(slot)] = None


def test_beside_a_slot_that_is_not_seen_what_is_seen_is_booked() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.5")
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 6"]
    assert (table.flags, table.questions) == ((), ())


def test_beside_a_slot_that_is_not_seen_what_is_wrong_is_flagged() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.5")
    board.put(solar_converter_2=die(4, "red"))
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [flag.code for flag in table.flags] == ["dice.not_in_hand"]


def test_a_die_that_goes_just_as_a_slot_is_not_seen_any_more_lies_there() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 6"]
    assert (table.flags, table.questions) == ((), ())
    board.look(die(1, "red"), die(3, "red"))
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert (len(booked(table)), table.flags, table.questions) == (2, (), ())


def test_it_lies_there_beside_a_docked_die_that_is_not_made_out_any_more() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_5=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    hide(board, "solar_converter.5", "solar_converter.2")
    board.look(die(1, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 3", "red: dock solar_converter 6"]
    assert (table.flags, table.questions) == ((), ())


def test_more_slots_that_are_not_seen_than_dice_that_went_are_a_shadow() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.2", "solar_converter.5")
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == [], "nothing is guessed"


def test_a_die_that_went_beside_another_slot_that_was_not_seen_before_is_asked_about() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.5")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == [], "nothing is guessed"


def test_a_die_that_is_gone_where_a_slot_was_not_seen_before_is_asked_about() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == [], "nothing is guessed: it may be in a hand"
    (question,) = table.questions
    labels = [option.label for option in question.options]
    assert len(labels) == 2, "the 6 lies there, or nothing has happened"
    assert "6" in labels[0]
    assert labels[1] == "Nothing"
    assert isinstance(ask(table, Answer(question.id, "1")), Done)
    assert booked(table)[1:] == ["red: dock solar_converter 6"]
    board.look(die(1, "red"), die(3, "red"))
    assert (table.flags, table.questions) == ((), ())


def test_while_all_dice_lie_where_they_were_thrown_a_slot_that_is_not_seen_is_nothing() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.2", "lunar_mine.3", "hub.1.1")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert (table.version, table.flags, table.questions) == (1, (), ())


def test_a_roll_that_lies_there_whole_is_booked_beside_a_slot_that_is_not_seen() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    hide(board, "solar_converter.2")
    board.look()
    board.clear("red")
    board.look(die(2, "red"), die(3, "red"), die(5, "red"))
    assert booked(table) == ["red: roll 2 3 5"]
    assert table.questions == ()


def test_a_docked_die_that_is_not_seen_any_more_is_still_there() -> None:
    table, board = begun(1, 3, 6)
    assert isinstance(ask(table, Act("red: dock solar_converter 6")), Done)
    hide(board, "solar_converter.2")
    board.put(lunar_mine_3=die(1, "red"))
    board.look(die(3, "red"))
    assert booked(table)[2:] == ["red: dock lunar_mine 1"]
    assert (table.flags, table.questions) == ((), ())


def test_an_area_of_which_nothing_is_seen_says_nothing() -> None:
    table, board = begun(1, 3, 6)
    hide(board, *(slot for slot in board.slots if slot.startswith("solar_converter")))
    board.look(die(1, "red"), die(3, "red"))
    assert (table.version, table.flags, table.questions) == (1, (), ())


def test_a_die_that_is_hidden_where_it_may_not_be_is_flagged_until_it_lies_free_again() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "terraforming_station.1")
    board.look(die(1, "red"), die(6, "red"))
    assert {flag.code.split(".")[0] for flag in table.flags} == {"terraforming"}
    assert [flag.pieces for flag in table.flags] == [("red 3",)] * len(table.flags)
    board.slots[SlotId("terraforming_station.1")] = ()
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert table.flags == ()


def test_half_a_pair_that_is_hidden_is_waited_for() -> None:
    table, board = begun(3, 3, 6)
    hide(board, "orbital_market.3")
    board.look(die(3, "red"), die(6, "red"))
    assert (booked(table)[1:], table.flags) == ([], ())


def test_of_two_dice_that_went_one_in_hiding_is_held_against_nobody() -> None:
    table, board = begun(1, 3, 6)
    hide(board, "terraforming_station.1")
    board.look(die(6, "red"))
    assert table.flags == (), "either may be in somebody's hand"


def test_a_docked_die_that_is_gone_just_as_a_slot_is_not_seen_any_more_was_moved_there() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table)[1:] == ["red: dock lunar_mine 6"]
    board.put(lunar_mine_3=None)
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"))
    assert [flag.code for flag in table.flags] == ["dice.not_in_hand"]
    assert table.questions == ()


def test_somebody_elses_die_that_goes_just_as_a_slot_is_not_seen_any_more_is_out_of_turn() -> None:
    table, board = begun(1, 3, 6)
    bay = SlotId("maintenance_bay.1")
    board.slots[bay] = ()
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [(flag.code, flag.pieces) for flag in table.flags] == [("turn.not_yours", ("blue die",))]
    assert table.flags[0].action is None, "it may show anything"
    board.slots[bay] = (die(1, "blue"),)
    board.slots[SlotId("solar_converter.2")] = ()
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert table.flags == ()


def test_dice_that_the_next_player_gathers_early_were_put_nowhere() -> None:
    table, board = begun(1, 3, 6)
    board.clear("blue")
    hide(board, "solar_converter.2")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert (table.flags, table.questions) == ((), ())


def test_a_die_out_of_turn_is_flagged_although_its_face_is_not_read() -> None:
    table, board = begun(1, 3, 6)
    bay = SlotId("maintenance_bay.1")
    board.slots[bay] = ()
    board.put(solar_converter_2=die(None, "blue"))
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert [(flag.code, flag.pieces) for flag in table.flags] == [("turn.not_yours", ("blue die",))]


def test_a_die_of_which_no_rule_is_known_to_be_broken_cannot_be_read() -> None:
    table, board = begun(1, 3, 6)
    board.put(raiders_outpost_1=die(None, "red"), orbital_market_1=die(None, "red"))
    board.look(die(3, "red"))
    assert [flag.code for flag in table.flags] == ["table.unreadable"]


def test_dice_gathered_while_a_slot_is_not_seen_any_more_were_moved_nowhere() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"), solar_converter_4=die(3, "red"))
    board.look(die(1, "red"))
    board.put(solar_converter_5=die(1, "red"))
    board.look()
    assert len(booked(table)) == 4
    board.put(lunar_mine_3=None)
    hide(board, "solar_converter.2")
    board.look()
    assert (table.flags, table.questions) == ((), ())


def test_a_place_for_no_die_that_is_not_seen_either_hides_none() -> None:
    table, board = begun(1, 3, 6)
    board.put(hub_1_1=die(1, "red"))
    board.look(die(3, "red"), die(6, "red"))
    hide(board, "hub.2.1", "hub.2.circle")
    board.look(die(6, "red"))
    assert [flag.code for flag in table.flags] == ["hub.other_track"]


def blue_gathers() -> tuple[Table, Board]:
    """Red has docked all dice; blue's are taken off the board."""
    table, board = begun(1, 3, 6)
    board.put(solar_converter_3=die(6, "red"), lunar_mine_3=die(1, "red"))
    board.put(lunar_mine_4=die(3, "red"))
    board.look()
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    board.clear("blue")
    return table, board


def test_a_slot_that_hid_a_die_before_the_roll_hides_none_of_it() -> None:
    table, board = blue_gathers()
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    board.put(solar_converter_4=die(2, "blue"), solar_converter_5=die(2, "blue"))
    board.put(solar_converter_6=die(5, "blue"))
    board.look()
    assert isinstance(ask(table, Act("blue: end_turn")), Done)
    board.put(lunar_mine_3=None, lunar_mine_4=None)
    hide(board, "solar_converter.3")
    dice = (die(1, "red"), die(4, "red"))
    board.look(*dice)
    board.rest += 1
    table.observe(replace(board.claim(*dice), thrown=board.rest - 1))
    (question,) = table.questions
    before = len(booked(table))
    assert isinstance(ask(table, Answer(question.id, "book", (1, 4, 5))), Done)
    assert booked(table)[before:] == ["red: roll 1 4 5"], "the 5 may be in a hand"


def test_dice_of_which_one_may_still_lie_docked_unseen_are_waited_for_once() -> None:
    table, board = blue_gathers()
    hide(board, "solar_converter.4")
    board.look(die(2, "blue"), die(2, "blue"))
    assert len(table.questions) == 1, "no die of blue's lay where nothing is seen"
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    assert booked(table)[-1] == "blue: roll 2 2 5"


def test_a_late_die_is_asked_about_when_it_does_not_come() -> None:
    table, board = blue_gathers()
    hide(board, "maintenance_bay.1")
    board.look()
    dice = (die(2, "blue"), die(2, "blue"))
    board.look(*dice)
    assert table.questions == (), "the third may not be gathered yet"
    board.rest += 1
    table.observe(replace(board.claim(*dice), thrown=board.rest - 1))
    assert len(table.questions) == 1


def landing() -> tuple[Table, Board]:
    """Red has a colony to land; a field generator lies on the plains."""
    table, board = begun(1, 3, 6)
    assert isinstance(table.state, State)
    fields = {**table.state.fields, "positron": AreaId("heinlein_plains")}
    due = Landing(PlayerId("red"), "supply")
    table._held.state = replace(table.state, due=due, fields=fields)
    for slot in table.game.layout.slots.values():
        if slot.holds:
            board.slots[slot.id] = ()
    return table, board


def colony(colour: str | None, x: float = 0.0) -> SeenPiece:
    return SeenPiece(PieceKind("colony"), colour, None, 0.99, (), x, 0.0)


THROWN = (die(1, "red"), die(3, "red"), die(6, "red"))


def test_a_piece_without_colour_is_what_else_lies_there() -> None:
    table, board = landing()
    board.slots[SlotId("heinlein_plains")] = (colony(None), colony("red"))
    board.look(*THROWN)
    assert booked(table)[-1] == "red: land heinlein_plains"
    assert (table.flags, table.questions) == ((), ())


def test_a_place_with_a_piece_too_many_without_colour_is_not_seen() -> None:
    table, board = landing()
    board.slots[SlotId("heinlein_plains")] = (colony(None), colony(None))
    board.slots[SlotId("lem_badlands")] = (colony(None), colony("red"))
    board.look(*THROWN)
    assert booked(table) == ["red: roll 1 3 6"], "it may have landed on either"
    assert table.flags == ()


def test_a_doubtful_die_that_is_overlooked_lies_in_no_slot_that_is_not_seen_either() -> None:
    table, board = begun(1, 3, 6)
    board.look(torn(1, 2, 0.3, "red"), die(3, "red"), die(6, "red"))
    board.put(solar_converter_2=die(3, "red"))
    hide(board, "terraforming_station.1")
    board.look(die(6, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 3"]
    assert table.flags == ()


def test_a_die_that_goes_beside_a_doubtful_one_that_stays_lies_where_a_slot_hid() -> None:
    table, board = begun(1, 3, 6)
    doubtful = torn(1, 2, 0.3, "red")
    board.look(doubtful, die(3, "red"), die(6, "red"))
    hide(board, "solar_converter.2")
    board.look(doubtful, die(6, "red"))
    assert booked(table)[1:] == ["red: dock solar_converter 3"]


def test_a_die_put_beside_one_out_of_sight_is_not_taken_for_that_one() -> None:
    """Neither its colour nor, for all that it is a little unsure, its face is that of the other."""
    table, board = begun(1, 3, 6)
    hide(board, "solar_converter.2")
    board.put(lunar_mine_4=die(6, "red"), hub_1_1=die(1, "red"))
    board.look(die(3, "red"))
    assert isinstance(ask(table, Act("red: dock solar_converter 3")), Done)
    assert isinstance(ask(table, Act("red: end_turn")), Done)
    board.clear("blue")
    board.look(die(1, "blue"), die(2, "blue"), die(4, "blue"))
    board.put(solar_converter_4=torn(4, 3, 0.94, "blue"))
    board.look(die(1, "blue"), die(2, "blue"))
    assert table.snapshot().questions == ()
    assert booked(table)[-1] == "blue: dock solar_converter 4"


def test_glare_that_lay_there_before_hides_no_colony() -> None:
    table, board = landing()
    state, glare = table.state, colony(None, 40.0)
    assert isinstance(state, State)
    table._held.state = replace(state, due=None)
    board.slots[SlotId("lem_badlands")] = (glare,)
    board.look(*THROWN)
    table._held.state = state
    board.slots[SlotId("lem_badlands")] = (colony(None, 42.0), colony("red", 10.0))
    board.look(*THROWN)
    assert booked(table)[-1] == "red: land lem_badlands"


def test_a_colony_that_was_misread_is_no_excuse_for_another_once_it_reads_well() -> None:
    lem = AreaId("lem_badlands")
    yellow, green = (Piece(PieceKind("colony"), name) for name in ("yellow", "green"))
    expected = {lem: Exactly((yellow, yellow))}
    for there, told in (
        (("yellow", "green"), ("yellow", "yellow")),
        (("yellow", "yellow", "green"), ("yellow", "yellow", "green")),
    ):
        claims = {lem: AreaClaim(tuple(map(colony, there)))}
        right = put_right({lem: (green, yellow)}, expected, claims)
        assert tuple(piece.colour for piece in right[lem].pieces) == told


def test_a_clear_die_in_another_colour_and_face_is_the_one_beside_a_slot_that_is_not_seen() -> None:
    hub = AreaId("hub.3")
    expected = {hub: Exactly((Piece(DIE, "clear", 3), Piece(DIE, "red", 2)))}
    beside = AreaClaim((die(1, "grey"), die(2, "red")), unseen=1)
    assert differences(expected, {hub: beside}) == {}
    another = AreaClaim((die(1, "blue"), die(1, "grey"), die(2, "red")), unseen=1)
    (part,) = differences(expected, {hub: another}).values()
    assert [die.colour for die in part.extra] == ["blue"]


def test_a_relic_ship_bought_while_its_land_is_chosen_is_no_die_of_nowhere() -> None:
    """It is clear, and reads as a die of the player's own."""
    table, board = landing()
    assert isinstance(table.state, State)
    rich = {name: replace(one, fuel=9, ore=9) for name, one in table.state.players.items()}
    table._held.state = replace(table.state, hand=(), players=rich)
    board.look()
    board.put(maintenance_bay_9=die(5, "red"))
    board.slots[SlotId("burroughs_desert.relic")] = ()
    board.look()
    assert table.flags == ()


def test_a_colony_that_glare_took_the_colour_off_is_not_gone() -> None:
    table, board = landing()
    assert isinstance(ask(table, Act("red: land lem_badlands")), Done)
    place = SlotId("lem_badlands")
    board.slots[place] = (colony(None),)
    for _ in range(3):
        board.look(*THROWN)
    assert (table.flags, table.questions) == ((), ())
    known = {place: (colony(None),)}
    seen = without_strange(table.game, table.state, board.claim(*THROWN), known)
    assert seen.slots[place] is None
