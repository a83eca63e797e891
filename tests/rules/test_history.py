import random
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.ids import PlayerId
from companion.rules.errors import LedgerError, NotationError
from companion.rules.history import acted, adjusted, amended, overruled, preview_amend, undone
from companion.rules.ledger import Acted, Adjusted, Header, Ledger, Origin, Overruled
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected
from tests.rules.history_model import OPERATIONS, Histories
from tests.rules.toys.well.game import GAME

RED, BLUE = PlayerId("red"), PlayerId("blue")
PHONE = Origin("phone")
SETUP = make_setup(GAME.info, count=2)
TEXTS = [
    f"{player}: {what}"
    for player in ("red", "blue", "green")
    for what in ("roll 1", "roll 6", "roll 9", "drink 1", "drink 3", "pick point", "end")
]


def ledger_of(*texts: str) -> Ledger:
    ledger = Ledger(Header("well", "1", SETUP, "now"))
    for text in texts:
        match text.split():
            case ["adjust", player, quantity, amount]:
                seat, number = PlayerId(player), int(amount)
                set_by_hand = adjusted(GAME, ledger, seat, quantity, number, origin=PHONE, at="now")
                assert set_by_hand is not None
                ledger = ledger.append(set_by_hand)
            case _:
                entry = overruled(GAME, ledger, text, PHONE, "now")
                assert entry is not None
                ledger = ledger.append(entry)
    return ledger


def shape(ledger: Ledger) -> list[tuple[int, str, str]]:
    return [(line.entry, line.text, line.how) for line in ledger.lines()]


@pytest.mark.report("G2")
@pytest.mark.report("G4")
@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(OPERATIONS), max_size=14), st.integers(0, 2**32))
def test_any_history_equals_its_plain_replay(operations: list[str], seed: int) -> None:
    histories, lot = Histories(GAME, SETUP), random.Random(seed)
    for operation in operations:
        histories.apply(operation, lot, TEXTS)


@pytest.mark.report("G2")
def test_what_was_undone_stays_undone() -> None:
    """Act, undo, act, act, undo: the first undone action must not come back."""
    histories, lot = Histories(GAME, SETUP), random.Random(3)
    for operation in ("act", "undo", "act", "act", "undo"):
        histories.apply(operation, lot, TEXTS)


def test_a_legal_action_becomes_an_entry_in_canonical_words() -> None:
    entry = acted(GAME, ledger_of(), "red:   roll  4", PHONE, "now")
    assert isinstance(entry, Acted)
    assert (entry.line.entry, entry.line.text, entry.line.how) == (1, "red: roll 4", "judged")


def test_a_position_at_hand_is_taken_as_it_is() -> None:
    state = GAME.read_state("blue - play red=0/0 blue=0/0")
    entry = acted(GAME, ledger_of(), "blue: roll 4", PHONE, "now", state=state)
    assert isinstance(entry, Acted)


def test_an_illegal_action_gives_all_its_violations() -> None:
    rejected = acted(GAME, ledger_of(), "blue: drink 2", PHONE, "now")
    assert isinstance(rejected, Rejected)
    assert rejected.codes == ("turn.not_yours", "roll.once", "drink.too_much")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("red: roll 4", Acted), ("blue: drink 2", Overruled), ("red: pick point", type(None))],
)
def test_insisting(text: str, kind: type) -> None:
    assert type(overruled(GAME, ledger_of(), text, PHONE, "now")) is kind


@pytest.mark.parametrize(
    ("player", "quantity", "amount", "done"),
    [
        ("red", "water", 5, True),
        ("red", "wine", 5, False),
        ("green", "water", 5, False),
        ("red", "water", -1, False),
    ],
)
def test_setting_a_number(player: str, quantity: str, amount: int, done: bool) -> None:
    seat = PlayerId(player)
    entry = adjusted(GAME, ledger_of(), seat, quantity, amount, origin=PHONE, at="now")
    assert isinstance(entry, Adjusted) == done
    if entry is not None:
        assert entry.line.text == f"adjust {player} {quantity} {amount}"


@pytest.mark.report("G3")
def test_a_misread_roll_is_put_right_and_nothing_else_changes() -> None:
    ledger = ledger_of("red: roll 5", "red: drink 3", "red: end")
    preview = preview_amend(GAME, ledger, 1, "red: roll 4")
    assert preview.broken == ()
    assert [line.text for line in preview.lines] == ["red: roll 4", "red: drink 3", "red: end"]
    after = ledger.append(amended(GAME, ledger, 1, "red: roll 4", False, origin=PHONE, at="now"))
    assert after.state(GAME) == GAME.read_state("blue - play red=1/3 blue=0/0")


HISTORY = (
    "red: roll 5",  # 1
    "red: drink 3",  # 2: too much, were the roll a 2
    "red: end",  # 3
    "blue: roll 6",  # 4
    "blue: pick point",  # 5: nothing to pick, were the roll a 5
    "blue: drink 2",  # 6
)


@pytest.mark.parametrize(
    ("entry", "text", "broken"),
    [
        (1, "red: roll 2", [(2, ("drink.too_much",), True)]),
        (4, "blue: roll 5", [(5, ("pick.first",), False)]),
        (
            1,
            "red: roll 9",
            [
                (1, ("roll.face",), False),
                (2, ("roll.once", "drink.too_much"), True),
                (3, ("roll.once",), True),
            ],
        ),
        (2, "red: drink 2", []),
        (2, "red: end", [(3, ("turn.not_yours", "roll.once"), True)]),
    ],
)
def test_the_preview_lists_what_would_be_illegal(
    entry: int, text: str, broken: list[tuple[int, tuple[str, ...], bool]]
) -> None:
    preview = preview_amend(GAME, ledger_of(*HISTORY), entry, text)
    assert broken == [
        (line.entry, tuple(violation.code for violation in line.violations), line.kept)
        for line in preview.broken
    ]


def test_kept_lines_are_overruled_and_those_that_cannot_be_are_dropped() -> None:
    ledger = ledger_of(*HISTORY)
    new = amended(GAME, ledger, 1, "red: roll 2", True, origin=PHONE, at="now")
    assert shape(ledger.append(new))[:3] == [
        (1, "red: roll 2", "judged"),
        (2, "red: drink 3", "overruled"),
        (3, "red: end", "judged"),
    ]
    new = amended(GAME, ledger, 4, "blue: roll 5", True, origin=PHONE, at="now")
    assert [entry for entry, _, _ in shape(ledger.append(new))] == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("entry", "text", "left"),
    [(1, "red: roll 2", [1]), (4, "blue: roll 5", [1, 2, 3, 4]), (1, "red: roll 9", [])],
)
def test_without_keeping_all_from_the_first_illegal_line_on_goes(
    entry: int, text: str, left: list[int]
) -> None:
    ledger = ledger_of(*HISTORY)
    new = amended(GAME, ledger, entry, text, False, origin=PHONE, at="now")
    assert [number for number, _, _ in shape(ledger.append(new))] == left


def test_what_the_table_insisted_on_stays_and_is_no_news() -> None:
    ledger = ledger_of("red: roll 1", "red: drink 3", "red: end")
    assert shape(ledger)[1] == (2, "red: drink 3", "overruled")
    assert preview_amend(GAME, ledger, 1, "red: roll 2").broken == ()
    right = ledger.append(amended(GAME, ledger, 1, "red: roll 5", True, origin=PHONE, at="now"))
    assert shape(right)[1] == (2, "red: drink 3", "judged")


def test_what_was_insisted_on_and_can_no_longer_be_done_is_news() -> None:
    ledger = ledger_of("red: roll 6", "red: pick nothing", "red: pick point")
    assert shape(ledger)[2] == (3, "red: pick point", "overruled")
    preview = preview_amend(GAME, ledger, 1, "red: roll 5")
    assert [(line.entry, line.kept) for line in preview.broken] == [(2, False), (3, False)]
    assert [line.entry for line in preview.lines] == [1]


def test_numbers_set_by_hand_are_set_again() -> None:
    ledger = ledger_of("red: roll 1", "adjust red water 5", "red: drink 3")
    new = amended(GAME, ledger, 1, "red: roll 6", True, origin=PHONE, at="now")
    assert [line.how for line in new.lines] == ["judged", "adjusted", "overruled"]
    new = amended(GAME, ledger, 2, "adjust red water 1", True, origin=PHONE, at="now")
    assert [line.text for line in new.lines] == ["adjust red water 1", "red: drink 3"]
    assert [line.how for line in new.lines] == ["adjusted", "overruled"]


@pytest.mark.parametrize("text", ["adjust red wine 5", "adjust red water", "adjust red water much"])
def test_a_number_that_cannot_be_set_is_dropped_and_said(text: str) -> None:
    preview = preview_amend(GAME, ledger_of("adjust red water 5"), 1, text)
    assert preview.lines == ()
    assert [(line.entry, line.kept) for line in preview.broken] == [(1, False)]
    assert text in preview.broken[0].violations[0].text


def test_lines_that_are_undone_cannot_be_amended() -> None:
    with pytest.raises(LedgerError, match="no line 7"):
        preview_amend(GAME, ledger_of("red: roll 1"), 7, "red: roll 2")


def test_text_that_is_no_action() -> None:
    with pytest.raises(NotationError, match="red: drink 2"):
        preview_amend(GAME, ledger_of("red: roll 1"), 1, "red: fly")


def amend(ledger: Ledger, entry: int, text: str) -> Ledger:
    return ledger.append(amended(GAME, ledger, entry, text, True, origin=PHONE, at="now"))


def back(ledger: Ledger, to: int) -> Ledger:
    return reduce(Ledger.append, undone(ledger, to, PHONE, "now"), ledger)


THREE = ("red: roll 5", "red: drink 1", "adjust blue water 2")


@pytest.mark.parametrize(
    ("put_right", "to", "left"),
    [
        ((), 1, ["red: roll 5"]),
        (((1, "red: roll 4"),), 1, ["red: roll 4"]),
        (((1, "red: roll 4"),), 2, ["red: roll 4", "red: drink 1"]),
        (((1, "red: roll 4"),), 0, []),
        (((1, "red: roll 4"),), 3, ["red: roll 5", "red: drink 1", "adjust blue water 2"]),
        (((1, "red: roll 4"), (1, "red: roll 3")), 1, ["red: roll 3"]),
        (((1, "red: roll 4"), (2, "red: drink 2")), 2, ["red: roll 4", "red: drink 2"]),
        (((2, "red: drink 2"),), 1, ["red: roll 5"]),
    ],
)
def test_going_back_leaves_what_was_put_right_before(
    put_right: tuple[tuple[int, str], ...], to: int, left: list[str]
) -> None:
    """Of three lines; where the next entry is a correction, that one is taken back."""
    ledger = ledger_of(*THREE)
    for entry, text in put_right:
        ledger = amend(ledger, entry, text)
    assert [text for _, text, _ in shape(back(ledger, to))] == left


def test_corrections_that_were_kept_are_taken_back_one_by_one() -> None:
    ledger = back(amend(amend(ledger_of(*THREE), 1, "red: roll 4"), 1, "red: roll 3"), 1)
    seen = []
    while ledger.newest():
        seen.append([text for _, text, _ in shape(ledger)])
        ledger = back(ledger, ledger.newest() - 1)
    assert seen == [["red: roll 3"], ["red: roll 4"], ["red: roll 5"]]
    assert shape(ledger) == []


def test_what_was_read_in_doubt_stays_so_when_something_before_it_is_put_right() -> None:
    ledger = ledger_of("red: roll 1", "red: end", "blue: roll 6")
    last = ledger.entries[-1]
    assert isinstance(last, Acted)
    read = replace(last, line=replace(last.line, unsure=(0,)))
    ledger = replace(ledger, entries=(*ledger.entries[:-1], read))
    lines = preview_amend(GAME, ledger, 1, "red: roll 6").lines
    assert [line.unsure for line in lines] == [(), (), (0,)]
