"""The table: requests, idempotence, staleness, undo and correction, and rolls from a camera."""

import pytest

from companion.referee.commands import (
    Act,
    Adjust,
    Amend,
    Answer,
    CorrectDie,
    Done,
    Overrule,
    Refused,
    Request,
    Roll,
    Stale,
    Undo,
)
from companion.referee.errors import JournalError
from companion.referee.snapshot import CameraStatus
from companion.referee.table import Table
from companion.rules.ledger import Entry
from tests.referee.builders import MemoryJournal, ask, die, table_of, torn, view


def dice_table() -> Table:
    return table_of("dice", "red", "blue")


def rolls(table: Table) -> list[tuple[str, tuple[int, ...]]]:
    return [(str(line.player), line.faces) for line in table.snapshot().history if line.faces]


def test_a_roll_entered_by_hand_is_booked_and_announced_once() -> None:
    table = dice_table()
    assert ask(table, Roll((3, 5))) == Done(1)
    snapshot = table.snapshot()
    assert rolls(table) == [("red", (3, 5))]
    assert snapshot.roll is not None
    assert [die.value for die in snapshot.roll.dice] == [3, 5]
    assert snapshot.announcement.count("3") == 1


def test_the_same_command_is_applied_once_and_answered_the_same() -> None:
    table = dice_table()
    replies = {ask(table, Roll((3,)), id="tap", expected=0) for _ in range(5)}
    assert replies == {Done(1)}
    assert rolls(table) == [("red", (3,))]


@pytest.mark.report("G1")
def test_a_command_made_for_an_older_table_changes_nothing() -> None:
    table = dice_table()
    ask(table, Roll((3,)))
    assert ask(table, Act("red: pass"), expected=0) == Stale(1)
    assert table.version == 1


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (Act("no such thing"), "invalid"),
        (Act("blue: roll 3"), "illegal"),
        (Roll(()), "invalid"),
        (Roll((0,)), "invalid"),
        (Roll((7,)), "invalid"),
        (CorrectDie(1, 5, 3), "invalid"),
        (CorrectDie(1, 0, 7), "invalid"),
        (CorrectDie(9, 0, 3), "invalid"),
        (Amend(9, "red: roll 3"), "invalid"),
        (Undo(7), "invalid"),
        (Undo(-1), "invalid"),
        (Undo(0), "confirm"),
        (Adjust("red", "gold", 3), "invalid"),
        (Adjust("nobody", "gold", 3), "invalid"),
        (Answer("roll.1", "book"), "invalid"),
        (Overrule("blue: pass"), "invalid"),
    ],
)
def test_a_request_that_cannot_be_done_says_why_and_changes_nothing(
    request_: Request, kind: str
) -> None:
    table = dice_table()
    ask(table, Roll((3,)))
    before = table.snapshot()
    reply = ask(table, request_)
    assert isinstance(reply, Refused)
    assert reply.kind == kind
    assert all(problem.text for problem in reply.problems)
    assert table.snapshot() == before


def test_a_die_is_put_right_with_one_announcement() -> None:
    table = dice_table()
    ask(table, Roll((3, 5)))
    ask(table, Act("red: pass"))
    heard: list[str] = []
    table.on_change(lambda: heard.append(table.snapshot().announcement))
    assert isinstance(ask(table, CorrectDie(1, 1, 6)), Done)
    assert rolls(table) == [("red", (3, 6))]
    assert table.snapshot().view.turn == "blue", "what followed still stands"
    assert len(heard) == 1
    assert "5" not in heard[0]


@pytest.mark.report("G3")
def test_an_undo_past_a_dealt_card_asks_first() -> None:
    """What came off a deck is a fact, as a roll is."""
    table = table_of("alien_frontiers", "red", "blue")
    assert ask(table, Act("red: deal booster_pod")) == Done(1)
    refused = ask(table, Undo(0))
    assert isinstance(refused, Refused)
    assert refused.kind == "confirm"
    assert [problem.code for problem in refused.problems] == ["undo.past_draw"]
    assert table.version == 1
    assert ask(table, Undo(0, past_roll=True)) == Done(2)
    assert table.snapshot().history == ()


def test_an_undo_past_a_card_that_somebody_looked_at_asks_first() -> None:
    """By exploring, and by the cards at the end of the turn: no action says so, but an event."""
    table = table_of("impulse", "red", "blue")
    for text in (
        "red: race ariek",
        "blue: race herculese",
        "red: home trade_b1_red",
        "blue: home trade_b1_red",
        "red: add command_y1_transport_moves",
        "red: no_tech",
        "red: move 1 12 11",
        "red: place mine_r1_blue",
        "red: done",
    ):
        assert isinstance(ask(table, Act(text)), Done), text
    assert table.snapshot().view.turn == "blue"
    for to in (8, 6):  # the end of the turn, with two cards drawn; the way to card 11
        refused = ask(table, Undo(to))
        assert isinstance(refused, Refused), to
        assert [problem.code for problem in refused.problems] == ["undo.past_draw"]
        assert isinstance(ask(table, Undo(to, past_roll=True)), Done)
    assert isinstance(ask(table, Undo(5)), Done), "no tech was used, and nobody saw a card"


def test_undo_goes_back_and_undo_of_undo_brings_it_back() -> None:
    table = dice_table()
    ask(table, Roll((3,)))
    ask(table, Act("red: pass"))
    ask(table, Undo(1))
    assert table.snapshot().view.turn == "red"
    ask(table, Undo(2))
    assert table.snapshot().view.turn == "blue"
    assert table.version == 4, "nothing is ever deleted"


def test_a_listener_hears_changes_until_it_stops() -> None:
    table = dice_table()
    heard: list[int] = []
    stop = table.on_change(lambda: heard.append(table.revision))
    table.set_camera(CameraStatus("running"))
    table.set_camera(CameraStatus("running"))
    stop()
    table.set_camera(CameraStatus("lost"))
    assert heard == [1]


class FullDisk(MemoryJournal):
    """A journal that cannot store anything."""

    def append(self, *entries: Entry) -> None:
        raise JournalError("the disk is full: free some space and try again")


def test_what_cannot_be_stored_is_not_held_to_be_true() -> None:
    table = table_of("dice", "red", journal=FullDisk())
    reply = ask(table, Roll((3,)))
    assert isinstance(reply, Refused)
    assert reply.kind == "storage"
    assert "free some space" in reply.problems[0].text
    table.observe(view(1, (die(3),)))
    assert (table.version, rolls(table)) == (0, [])
    assert "free some space" in table.snapshot().flags[0].remedy


class TestCamera:
    def test_dice_at_rest_are_booked_once(self) -> None:
        table = dice_table()
        for _ in range(3):
            table.observe(view(1, (die(3), die(5)), picture="a"))
        assert rolls(table) == [("red", (3, 5))]
        roll = table.snapshot().roll
        assert roll is not None
        assert (roll.source, roll.picture) == ("camera", "a")

    def test_the_same_faces_after_movement_are_a_new_roll(self) -> None:
        table = dice_table()
        table.observe(view(1, (die(3),)))
        table.observe(view(2, (die(3),)))
        assert rolls(table) == [("red", (3,)), ("red", (3,))]

    def test_dice_lying_there_are_not_the_roll_of_whoever_comes_next(self) -> None:
        table = dice_table()
        table.observe(view(1, (die(3),)))
        ask(table, Act("red: pass"))
        table.observe(view(1, (die(3),)))
        assert rolls(table) == [("red", (3,))]
        table.observe(view(2, (die(4),)))
        assert rolls(table) == [("red", (3,)), ("blue", (4,))]

    def test_a_roll_entered_by_hand_is_not_booked_again_from_the_camera(self) -> None:
        table = dice_table()
        table.observe(view(1, ()))
        ask(table, Roll((3,)))
        table.observe(view(1, (die(3),)))
        assert rolls(table) == [("red", (3,))]

    def test_no_dice_and_no_board_lead_to_nothing(self) -> None:
        table = dice_table()
        table.observe(view(1, ()))
        table.observe(view(2, None))
        table.observe(view(3, (die(3),), registered=False))
        assert table.version == 0

    def test_an_unsure_die_is_asked_about_and_can_be_put_right_before(self) -> None:
        table = dice_table()
        table.observe(view(1, (die(2), torn(5, 6, 0.6))))
        assert table.version == 0
        (question,) = table.snapshot().questions
        assert [(die.value, die.unsure) for die in question.dice] == [(2, False), (5, True)]
        assert isinstance(ask(table, Answer(question.id, "book", (2, 6))), Done)
        assert rolls(table) == [("red", (2, 6))]
        assert table.snapshot().questions == ()
        table.observe(view(1, (die(2), torn(5, 6, 0.6))))
        assert table.snapshot().questions == (), "the same dice are not asked about again"

    def test_what_is_no_roll_is_not_asked_about_until_something_moves(self) -> None:
        table = dice_table()
        table.observe(view(1, (torn(5, 6, 0.6),)))
        (question,) = table.snapshot().questions
        ask(table, Answer(question.id, "ignore"))
        table.observe(view(1, (torn(5, 6, 0.6),)))
        assert table.snapshot().questions == ()
        table.observe(view(2, (torn(5, 6, 0.6),)))
        assert len(table.snapshot().questions) == 1

    def test_a_camera_that_starts_again_brings_no_new_roll(self) -> None:
        table = dice_table()
        table.observe(view(7, (die(3),)))
        table.observe(view(1, (die(3),)))
        assert rolls(table) == [("red", (3,))]
        table.observe(view(2, (die(4),)))
        assert rolls(table) == [("red", (3,)), ("red", (4,))]
