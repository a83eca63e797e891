import json
from dataclasses import replace

import pytest

from companion.core.ids import PlayerId
from companion.rules.codec import Json
from companion.rules.engine import Fact
from companion.rules.errors import LedgerError
from companion.rules.ledger import (
    Acted,
    Adjusted,
    Amended,
    Entry,
    Header,
    Ledger,
    Line,
    Origin,
    Overruled,
    Undone,
    read_entry,
    read_header,
    write_entry,
    write_header,
)
from companion.rules.registry import make_setup
from tests.rules.toys.well.game import GAME, Rolled, State

RED = PlayerId("red")
PHONE = Origin("phone", "red", "c7", "before.jpg", "after.jpg")
HEADER = Header("well", "1", make_setup(GAME.info, {"red": "Ann", "blue": "陳大文"}), "now")


def line(entry: int, face: int = 1) -> Line:
    return Line(entry, f"red: roll {face}", (Fact(Rolled(RED, face)),))


def act(entry: int, face: int = 1) -> Acted:
    return Acted(line(entry, face), PHONE, "now")


def amend(entry: int, *lines: Line) -> Amended:
    return Amended(entry, lines, PHONE, "now")


def undo(to: int) -> Undone:
    return Undone(to, PHONE, "now")


def ledger(*entries: Entry) -> Ledger:
    made = Ledger(HEADER)
    for entry in entries:
        made = made.append(entry)
    return made


@pytest.mark.parametrize(
    ("entries", "standing"),
    [
        ([], []),
        ([act(1), act(2)], ["1:1", "2:1"]),
        ([act(1), act(2), undo(1)], ["1:1"]),
        ([act(1), undo(0), act(3, 3)], ["3:3"]),
        # undo of an undo: everything is back
        ([act(1), act(2), undo(0), undo(2)], ["1:1", "2:1"]),
        ([act(1), undo(0), act(3), act(4), undo(3)], ["3:1"]),
        # amended, then undone: the misread is back
        ([act(1), act(2), amend(1, line(1, 6), line(2))], ["1:6", "2:1"]),
        ([act(1), act(2), amend(1, line(1, 6), line(2)), undo(2)], ["1:1", "2:1"]),
        # undone to before an amendment, and redone to after it
        ([act(1), amend(1, line(1, 6)), undo(0), undo(2)], ["1:6"]),
        ([act(1), amend(1, line(1, 6)), amend(1, line(1, 5))], ["1:5"]),
        ([act(1), act(2), act(3), amend(2, line(3, 4))], ["1:1", "3:4"]),
        ([act(1), amend(1)], []),
        ([act(1), amend(1), act(3, 2)], ["3:2"]),
    ],
)
def test_lines_in_force(entries: list[Entry], standing: list[str]) -> None:
    found = [f"{line.entry}:{line.text.split()[-1]}" for line in ledger(*entries).lines()]
    assert found == standing


def test_lines_and_position_after_an_earlier_entry() -> None:
    made = ledger(act(1, 2), act(2, 3), undo(1), act(4, 5))
    states = [made.state(GAME, upto) for upto in range(5)]
    waters = [state.of(RED).water for state in states if isinstance(state, State)]
    assert waters == [0, 2, 5, 2, 7]
    assert made.state(GAME) == made.state(GAME, 4)


def test_a_thousand_undos_of_undos() -> None:
    made = ledger(act(1))
    for number in range(1, 3001):
        made = made.append(undo(number))
    assert [each.entry for each in made.lines()] == [1]


@pytest.mark.parametrize(
    ("before", "entry", "words"),
    [
        ([], act(2), "the next entry is 1, got 2"),
        ([act(1)], act(1), "the next entry is 2, got 1"),
        ([act(1)], Overruled(line(3), PHONE, "now"), "the next entry is 2, got 3"),
        ([act(1)], Adjusted(line(3), PHONE, "now"), "the next entry is 2, got 3"),
        ([act(1)], amend(2), "no line 2 to amend"),
        ([act(1), undo(0)], amend(1), "no line 1 to amend"),
        ([act(1), act(2)], amend(2, line(1)), "line 1 is none of those from 2 on"),
        ([act(1), act(2)], amend(1, line(2), line(1)), "line 1 is none of those from 1 on"),
        ([act(1)], undo(2), "no entry 2 to go back to"),
        ([act(1)], undo(-1), "no entry -1 to go back to"),
    ],
)
def test_entries_that_point_nowhere(before: list[Entry], entry: Entry, words: str) -> None:
    with pytest.raises(LedgerError, match=words):
        ledger(*before).append(entry)


@pytest.mark.parametrize(
    "entry",
    [
        act(1),
        Overruled(replace(line(1), codes=("turn.not_yours", "roll.face")), PHONE, "now"),
        Acted(replace(line(1), unsure=(0,)), PHONE, "now"),
        amend(1, line(1), replace(line(2), unsure=(0, 2))),
        Adjusted(Line(1, "adjust red water 3", (), "adjusted"), Origin("phone"), "now"),
        amend(1, line(1), Line(2, "red: end", (Fact(Rolled(RED, 2), 0),), "overruled")),
        undo(0),
    ],
)
def test_entries_round_trip_through_json(entry: Entry) -> None:
    assert read_entry(json.loads(json.dumps(write_entry(entry))), GAME) == entry


def test_a_line_without_unsure_dice_says_nothing_of_them() -> None:
    assert "unsure" not in json.dumps(write_entry(act(1)))  # as in files from before there were any
    assert '"unsure": [0]' in json.dumps(
        write_entry(Acted(replace(line(1), unsure=(0,)), PHONE, ""))
    )


def test_codes_that_stood_beside_the_line_are_read_as_the_line_s() -> None:
    assert isinstance(WRITTEN, dict)
    old = {**WRITTEN, "type": "Overruled", "codes": ["roll.face"]}
    entry = read_entry(old, GAME)
    assert isinstance(entry, Overruled)
    assert entry.line.codes == ("roll.face",)


def test_the_header_round_trips_through_json() -> None:
    assert read_header(json.loads(json.dumps(write_header(HEADER)))) == HEADER


WRITTEN = write_entry(act(1))
UNKNOWN_EVENT = {"event": {"type": "Flown"}, "cause": None}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"type": "Forgotten"}, "unknown entry 'Forgotten'; known are Acted, Overruled"),
        ({"origin": {"source": 3}}, r"Origin.source: expected str, got 3"),
        ({"line": None}, "expected an object, got None"),
        ({"line": {"entry": 1, "text": "", "how": ""}}, "lacks 'facts'"),
        ({"line": {"facts": [UNKNOWN_EVENT]}}, "unknown type 'Flown'; known are .*Rolled"),
        ({"line": {"facts": [], "text": "", "how": ""}}, "lacks 'entry'"),
        ({"line": {"facts": [], "text": "", "how": "", "entry": "1"}}, "expected a number"),
        ({"type": "Undone"}, "lacks 'to'"),
        ({"type": "Overruled", "codes": 3}, "expected a list, got 3"),
        ({"type": "Amended"}, "lacks 'lines'"),
    ],
)
def test_entries_that_cannot_be_read(changed: dict[str, Json], words: str) -> None:
    assert isinstance(WRITTEN, dict)
    with pytest.raises(LedgerError, match=words):
        read_entry({**WRITTEN, **changed}, GAME)


@pytest.mark.parametrize("name", ["origin", "at", "line"])
def test_an_entry_that_lacks_something(name: str) -> None:
    assert isinstance(WRITTEN, dict)
    short = {key: value for key, value in WRITTEN.items() if key != name}
    with pytest.raises(LedgerError, match=f"lacks '{name}'"):
        read_entry(short, GAME)
