"""A board game watched: placements, sets, gathering and flags. Claims are made up here."""

from dataclasses import replace

import pytest

from companion.core.ids import PieceKind, SlotId
from companion.core.observation import Observation, Seen
from companion.core.pieces import SeenPiece
from companion.referee.commands import Act, Adjust, Answer, CorrectDie, Done, Overrule, Roll, Undo
from companion.referee.seeing import look
from companion.referee.table import Table
from companion.rules.registry import load_game
from tests.referee.builders import ask, die, table_of, torn, view


class Board:
    """Dice in slots, as a camera would claim them; everything else is seen empty."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rest = self.thrown = 0
        self.lay: tuple[SeenPiece, ...] = ()
        self.slots: dict[SlotId, Seen] = {
            slot.id: () for slot in table.game.layout.slots.values() if slot.kind.value == "die"
        }
        for piece in table.snapshot().view.pieces:
            if piece.kind == "die" and piece.slot is not None:
                self.slots[piece.slot] = (die(piece.value or 1, piece.colour),)

    def put(self, **dice: SeenPiece | None) -> None:
        """`lunar_mine_3=die(...)` puts a die into a slot, `None` takes it away."""
        for name, seen in dice.items():
            head, _, port = name.rpartition("_")
            slot = SlotId(f"{head}.{port}".replace("hub_", "hub."))
            assert slot in self.slots, slot
            self.slots[slot] = (seen,) if seen else ()

    def clear(self, colour: str) -> None:
        """Take all dice of a colour off the board."""
        for slot, seen in self.slots.items():
            if seen and seen[0].colour == colour:
                self.slots[slot] = ()

    def look(self, *free: SeenPiece) -> None:
        """Hands have gone and the scene has come to rest."""
        self.rest += 1
        self.table.observe(self.claim(*free))

    def claim(self, *free: SeenPiece) -> Observation:
        if not {*free} <= {*self.lay}:
            self.thrown = self.rest
        self.lay = free or self.lay
        seen = view(self.rest, free, dict(self.slots), registered=True)
        return replace(seen, thrown=self.thrown)


def begun(*faces: int) -> tuple[Table, Board]:
    """Two players; red's first roll has been gathered and read."""
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(*(die(face, "red") for face in faces))
    assert table.version == 1
    return table, board


def booked(table: Table) -> list[str]:
    return [line.text for line in table.snapshot().history]


def test_a_roll_gathered_from_the_bay_is_booked_by_itself() -> None:
    table, _ = begun(5, 2, 4)
    assert booked(table) == ["red: roll 2 4 5"]
    roll = table.snapshot().roll
    assert roll is not None
    assert [read.value for read in roll.dice] == [2, 4, 5]


def test_dice_still_on_the_board_are_no_roll() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look(die(2, "red"), die(3, "red"), die(4, "red"))
    assert table.version == 0


def test_several_dice_docked_under_one_hand_are_one_explanation() -> None:
    table, board = begun(2, 4, 5)
    board.put(
        lunar_mine_3=die(4, "red"), lunar_mine_4=die(5, "red"), solar_converter_2=die(2, "red")
    )
    board.look()
    assert table.snapshot().questions == ()
    assert sorted(booked(table)[1:]) == [
        "red: dock lunar_mine 4",
        "red: dock lunar_mine 5",
        "red: dock solar_converter 2",
    ]


def turn_of_blue() -> tuple[Table, Board]:
    """Red has docked everything and said so; blue's dice still lie where they began."""
    table, board = begun(2, 4, 5)
    board.put(
        lunar_mine_3=die(4, "red"), lunar_mine_4=die(5, "red"), solar_converter_2=die(2, "red")
    )
    board.look()
    ask(table, Act("red: end_turn"))
    board.clear("blue")
    return table, board


def test_dice_rolled_and_docked_before_anybody_looked_tell_what_was_rolled() -> None:
    table, board = turn_of_blue()
    board.put(
        solar_converter_3=die(1, "blue"),
        orbital_market_1=die(6, "blue"),
        orbital_market_2=die(6, "blue"),
    )
    board.look()
    assert table.snapshot().flags == ()
    assert table.snapshot().questions == ()
    told = booked(table)[5:]
    assert told[0] == "blue: roll 1 6 6"
    assert sorted(told[1:]) == ["blue: dock orbital_market 6 6", "blue: dock solar_converter 1"]


def test_what_was_wrong_with_such_a_roll_is_flagged_and_the_rest_booked() -> None:
    table, board = turn_of_blue()
    board.put(solar_converter_3=die(1, "blue"), lunar_mine_5=die(3, "blue"), hub_3_1=die(6, "blue"))
    board.look()
    assert "blue: roll 1 3 6" in booked(table)
    assert [flag.code for flag in table.snapshot().flags] == ["lunar_mine.too_low"]


@pytest.mark.parametrize("of_these", [1, 2])
def test_some_of_the_dice_docked_unseen_tell_no_roll(of_these: int) -> None:
    table, board = turn_of_blue()
    places = {"solar_converter_3": die(1, "blue"), "hub_3_1": die(6, "blue")}
    board.put(**dict(list(places.items())[:of_these]))
    board.look()
    assert booked(table)[5:] == []


def test_dice_put_away_where_they_do_nothing_are_no_roll() -> None:
    table, board = turn_of_blue()
    board.put(lunar_mine_1=die(1, "blue"), lunar_mine_2=die(1, "blue"), lunar_mine_5=die(2, "blue"))
    board.look()
    assert booked(table)[5:] == []


@pytest.mark.parametrize("option", ["book", "ignore"])
def test_such_dice_that_break_a_rule_all_of_them_are_asked_about_first(option: str) -> None:
    """One of a run at the Outpost may be misread; or they were put there before any roll."""
    table, board = turn_of_blue()
    run = {f"raiders_outpost_{n}": die(face, "blue") for n, face in ((1, 1), (2, 2), (3, 4))}
    board.put(**run)
    board.look()
    (question,) = table.snapshot().questions
    assert "did not see the roll" in question.prompt
    assert [read.value for read in question.dice] == [1, 2, 4]
    assert table.snapshot().flags == ()
    assert isinstance(ask(table, Answer(question.id, option, (2, 3, 4))), Done)
    board.look()
    if option == "book":
        assert booked(table)[5:] == ["blue: roll 2 3 4"]
        assert {flag.code for flag in table.snapshot().flags} != {"turn.roll_first"}
    else:
        assert booked(table)[5:] == []


def test_such_a_roll_that_people_went_back_past_does_not_come_again() -> None:
    table, board = turn_of_blue()
    board.put(
        solar_converter_3=die(1, "blue"), solar_converter_4=die(2, "blue"), hub_3_1=die(6, "blue")
    )
    board.look()
    assert len(booked(table)) > 6
    ask(table, Undo(5, past_roll=True))
    board.look()
    assert booked(table)[5:] == []


def test_a_thrown_die_whose_colour_is_misread_holds_up_no_other() -> None:
    table, board = begun(2, 4, 5)
    board.put(solar_converter_2=die(2, "red"))
    board.look(die(4, "red"), die(5, "blue"))
    assert table.snapshot().questions == ()
    assert booked(table)[1:] == ["red: dock solar_converter 2"]


def test_a_docked_die_is_doubted_when_another_face_than_rolled_lies_thrown() -> None:
    table, board = begun(2, 4, 5)
    board.put(solar_converter_2=die(2, "red"))
    board.look(die(2, "red"), die(5, "red"))
    assert booked(table)[1:] == []
    assert len(table.snapshot().questions) == 1


def test_the_rules_correct_a_die_between_two_faces() -> None:
    table, board = begun(2, 3, 4)
    board.put(solar_converter_2=torn(5, 3, 0.55, "red"))
    board.look()
    assert booked(table)[1:] == ["red: dock solar_converter 3"]


def test_a_pair_set_down_one_by_one_is_waited_for() -> None:
    table, board = begun(3, 3, 6)
    ask(table, Act("red: dock solar_converter 6"))
    board.put(solar_converter_2=die(6, "red"))
    board.put(orbital_market_3=die(3, "red"))
    board.look()
    assert table.snapshot().flags == ()
    board.put(orbital_market_4=die(3, "red"))
    board.look()
    assert booked(table)[-1] == "red: dock orbital_market 3 3"


def test_an_illegal_placement_is_flagged_with_its_rule_and_clears_by_itself() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look()
    board.put(lunar_mine_4=die(3, "red"))
    board.look()
    (flag,) = table.snapshot().flags
    assert flag.code == "lunar_mine.too_low"
    assert "3" in flag.text
    assert "6" in flag.text
    board.put(lunar_mine_4=None)
    board.look()
    assert table.snapshot().flags == ()


def test_one_illegal_placement_does_not_hold_up_the_legal_one_beside_it() -> None:
    table, board = begun(1, 3, 6)
    board.put(terraforming_station_1=die(3, "red"), solar_converter_2=die(1, "red"))
    board.look()
    assert booked(table)[1:] == ["red: dock solar_converter 1"]
    assert {flag.code.split(".")[0] for flag in table.snapshot().flags} == {"terraforming"}


def test_a_flag_can_be_overruled_and_scoring_goes_on() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look()
    board.put(lunar_mine_4=die(3, "red"))
    board.look()
    (flag,) = table.snapshot().flags
    assert flag.action is not None
    assert isinstance(ask(table, Overrule(flag.action)), Done)
    snapshot = table.snapshot()
    assert snapshot.flags == ()
    assert snapshot.history[-1].how == "overruled"
    ore = {q.id: q.amount for q in snapshot.view.panels[0].quantities}["ore"]
    assert ore == 2


def test_what_the_phone_booked_is_not_booked_again_by_the_camera() -> None:
    table, board = begun(1, 3, 6)
    ask(table, Act("red: dock lunar_mine 6"))
    board.put(lunar_mine_3=die(6, "red"))
    board.look()
    assert booked(table)[1:] == ["red: dock lunar_mine 6"]
    assert table.snapshot().flags == ()


def test_a_turns_end_is_inferred_when_the_next_dice_are_gathered() -> None:
    table, board = begun(1, 3, 6)
    board.put(
        solar_converter_2=die(1, "red"),
        solar_converter_3=die(3, "red"),
        solar_converter_4=die(6, "red"),
    )
    board.look()
    board.clear("blue")
    board.look()
    assert table.snapshot().view.turn == "red", "dice in somebody's hand end nothing"
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    assert booked(table)[-2:] == ["red: end_turn", "blue: roll 2 2 5"]


def test_other_dice_than_are_rolled_are_asked_about_and_counted() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(die(2, "red"), die(3, "red"))
    (question,) = table.snapshot().questions
    assert "2" in question.prompt
    assert "3" in question.prompt
    assert isinstance(ask(table, Answer(question.id, "book", (2, 3, 6))), Done)
    assert booked(table) == ["red: roll 2 3 6"]


def test_a_piece_that_is_not_seen_is_no_flag() -> None:
    table, board = begun(1, 3, 6)
    ask(table, Act("red: dock solar_converter 6"))
    board.put(solar_converter_2=die(6, "red"))
    board.look()
    board.put(solar_converter_2=None)
    for _ in range(9):
        board.look()
    assert table.snapshot().flags == (), "somebody holds it, or the camera overlooks it"


def test_a_view_without_the_board_books_and_flags_nothing() -> None:
    table, board = begun(1, 3, 6)
    blind: dict[SlotId, Seen] = dict.fromkeys(board.slots)
    table.observe(view(board.rest + 1, None, blind, registered=False))
    assert (table.version, table.snapshot().flags) == (1, ())


def test_without_a_board_only_as_many_dice_as_are_rolled_are_the_roll() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    table.observe(view(1, (die(2, "white"), die(3, "white"))))
    (question,) = table.snapshot().questions
    assert "2" in question.prompt
    table.observe(view(2, (die(2, "white"), die(3, "white"), die(6, "white"))))
    assert booked(table) == ["red: roll 2 3 6"]
    assert table.snapshot().questions == ()
    ask(table, Roll((1, 1, 1)))
    assert len(booked(table)) == 1


def test_what_was_undone_is_not_booked_again_while_nothing_moves() -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look()
    ask(table, Undo(1))
    assert booked(table) == ["red: roll 1 3 6"]
    table.observe(board.claim())
    assert booked(table) == ["red: roll 1 3 6"]
    board.look()
    assert booked(table)[1:] == ["red: dock lunar_mine 6"], "it still lies there"


def test_a_view_older_than_what_the_phone_said_raises_no_flag() -> None:
    table = table_of("alien_frontiers", "red", "blue", options={"tech": "none"})
    Board(table).look()
    ask(table, Roll((1, 3, 6)))
    assert table.snapshot().flags == (), "red has gathered since the camera last saw the bay"


def test_several_wrong_dice_in_one_place_are_one_flag_for_each_rule() -> None:
    table, board = begun(1, 3, 6)
    board.put(maintenance_bay_8=die(3, "red"), maintenance_bay_9=die(6, "red"))
    board.look()
    codes = [flag.code for flag in table.snapshot().flags]
    assert set(codes) == {"turn.must_dock"}
    pieces = sorted(piece for flag in table.snapshot().flags for piece in flag.pieces)
    assert len(pieces) == 2


@pytest.mark.parametrize(
    ("colour", "lands"), [("red", True), ("orange", True), ("pink", True), ("blue", False)]
)
def test_a_colony_in_a_colour_between_two_players_is_taken_for_either(
    colour: str, lands: bool
) -> None:
    """Orange may be yellow or red: it counts against neither of them."""
    table = table_of("alien_frontiers", "red", "yellow", "blue", options={"tech": "none"})
    board = Board(table)
    board.look()
    board.clear("red")
    board.look(*(die(4, "red") for _ in range(3)))
    ask(table, Adjust("red", "ore", 3))
    board.put(**{f"colony_constructor_{port}": die(4, "red") for port in (1, 2, 3)})
    board.look()
    board.slots |= {
        slot.id: () for slot in table.game.layout.slots.values() if slot.holds == "colony"
    }
    board.look()
    board.slots[SlotId("lem_badlands")] = (SeenPiece(PieceKind("colony"), colour, None, 0.99),)
    board.look()
    assert (booked(table)[-1] == "red: land lem_badlands") is lands
    assert bool(table.flags) is not lands
    board.look()
    assert bool(table.flags) is not lands


def gone_back_past_a_roll() -> tuple[Table, Board]:
    """Blue has rolled 2 2 5 when people go back to what red forgot; the dice lie as they lie."""
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(1, "red"), solar_converter_3=die(3, "red"))
    board.put(solar_converter_4=die(6, "red"))
    board.look()
    board.clear("blue")
    board.look(die(2, "blue"), die(2, "blue"), die(5, "blue"))
    ask(table, Undo(4, past_roll=True))
    ask(table, Act("red: end_turn"))
    return table, board


def test_after_going_back_past_a_roll_its_dice_are_held_against_nobody() -> None:
    table, board = gone_back_past_a_roll()
    board.put(lunar_mine_3=die(5, "blue"), orbital_market_3=die(2, "blue"))
    board.put(orbital_market_4=die(2, "blue"))
    thrown, board.rest = board.rest, board.rest + 1
    table.observe(replace(board.claim(), thrown=thrown))
    assert table.flags == ()
    ask(table, Roll((2, 2, 5)))
    board.look()
    assert sorted(booked(table)[-2:]) == [
        "blue: dock lunar_mine 5",
        "blue: dock orbital_market 2 2",
    ]
    board.put(maintenance_bay_8=die(5, "blue"), lunar_mine_3=None)
    board.look()
    assert table.flags != ()


@pytest.mark.parametrize(("colour", "flagged"), [("blue", False), ("white", False), ("red", True)])
def test_dice_of_a_roll_that_is_not_booked_are_held_against_nobody(
    colour: str, flagged: bool
) -> None:
    """A pale die among those thrown may be one of the roll."""
    table, board = begun(1, 3, 6)
    for text in ("dock solar_converter 1", "dock solar_converter 3", "dock solar_converter 6"):
        ask(table, Act(f"red: {text}"))
    board.put(solar_converter_2=die(1, "red"), solar_converter_3=die(3, "red"))
    board.put(solar_converter_4=die(6, "red"))
    board.clear("blue")
    board.look(die(2, colour), die(5, "blue"))  # thrown before the turn is over
    ask(table, Act("red: end_turn"))
    board.put(lunar_mine_3=die(5, "blue"))
    thrown, board.rest = board.rest, board.rest + 1
    table.observe(replace(board.claim(die(2, colour)), thrown=thrown))
    assert bool(table.flags) is flagged


def test_what_a_die_that_is_nowhere_has_led_to_is_no_flag() -> None:
    """It may have been docked unseen and have paid for a colony that lies there now."""
    table, board = begun(1, 3, 6)
    board.slots[SlotId("lem_badlands")] = (SeenPiece(PieceKind("colony"), "red", None, 0.99),)
    board.look(die(3, "red"), die(6, "red"))
    assert table.flags == ()
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    assert len(table.flags) == 1


def test_a_pale_die_that_may_be_either_is_asked_about() -> None:
    """Docked lies a die without colour; the one left may be the Relic Ship or a green one faded."""
    game = load_game("alien_frontiers")
    state = game.read_state(
        "turn=green phase=place hand=1,1,1,1r | green | red | burroughs_desert=green"
    )
    seen = view(1, slots=dict.fromkeys(game.layout.slots, ()) | {
        SlotId("solar_converter.2"): (die(1, "grey"),),
    }, free=(die(1, "white"), die(1, "green"), die(1, "green")), registered=True)  # fmt: skip
    sight = look(game, state, seen, roll_may_be_new=False)
    assert (sight.bookings, sight.flags) == ((), ())
    assert sight.asked is not None
    assert set(sight.asked.books.values()) >= {
        ("green: dock solar_converter 1",),
        ("green: dock solar_converter 1r",),
    }
    told = replace(seen, free_dice=(die(1, "white"), *(die(1, "green"),) * 3))
    assert look(game, state, told, roll_may_be_new=False).bookings == ()


@pytest.mark.parametrize("colour", ["red", None])
def test_a_docked_die_that_is_moved_is_whose_it_was_though_its_colour_is_not_told(
    colour: str | None,
) -> None:
    table, board = begun(1, 3, 6)
    board.put(lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(lunar_mine_3=None, solar_converter_2=die(6, colour))
    board.look(die(1, "red"), die(3, "red"))
    assert [(flag.code, flag.pieces) for flag in table.flags] == [("dice.not_in_hand", ("red 6",))]


def test_a_die_of_another_that_is_put_where_one_still_lies_thrown_is_flagged() -> None:
    """The three thrown ones all lie there yet, one of them faded: nothing of them was docked."""
    table, board = begun(1, 4, 6)
    board.put(solar_converter_2=die(4, "blue"))
    board.look(die(1, "white"), die(4, "red"), die(6, "red"))
    assert booked(table)[1:] == []
    assert [flag.code for flag in table.flags] == ["turn.not_yours"]


def test_the_dice_put_down_wrongly_themselves_gain_nothing_that_would_allow_it() -> None:
    """One of them in the Lunar Mine would pay for the ship, but there it does not lie."""
    table, board = begun(6, 6, 6)
    ask(table, Adjust("red", "fuel", 6))
    board.put(shipyard_1=die(6, "red"), shipyard_2=die(6, "red"))
    board.look(die(6, "red"))
    assert [flag.code for flag in table.flags] == ["shipyard.cannot_pay"]
    assert table.questions == ()


def test_a_flag_stays_while_the_roll_it_is_about_is_put_right() -> None:
    table, board = begun(1, 2, 6)
    board.put(orbital_market_1=die(1, "red"), orbital_market_2=torn(2, 3, 0.6, "red"))
    board.look(die(6, "red"))
    assert [flag.code for flag in table.flags] == ["market.not_a_pair"]
    assert isinstance(ask(table, CorrectDie(1, 1, 3)), Done)
    assert booked(table) == ["red: roll 1 3 6"]
    assert [flag.code for flag in table.flags] == ["market.not_a_pair"]
