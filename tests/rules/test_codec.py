import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.ids import PlayerId, SlotId
from companion.rules.codec import Json, from_json, from_tagged, tagged, to_json, type_name
from companion.rules.errors import LedgerError


class Metal(Enum):
    IRON = "iron"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Ship:
    owner: PlayerId
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    ship: Ship
    path: tuple[SlotId, ...]
    at: tuple[int, float] = (0, 0.0)
    cargo: Mapping[Metal, int] | None = None
    by_number: Mapping[int, str] | None = None
    marks: frozenset[str] = frozenset()
    way: Literal["fast", "slow"] = "fast"
    late: bool = False


@dataclass(frozen=True, slots=True)
class Sunk:
    ship: Ship


MOVED: dict[str, Json] = {"ship": {"owner": "red"}, "path": ["a.1"]}

ships = st.builds(Ship, st.sampled_from(["red", "blue"]).map(PlayerId), st.none() | st.integers())
moves = st.builds(
    Moved,
    ships,
    st.lists(st.text().map(SlotId)).map(tuple),
    st.tuples(st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    st.none() | st.dictionaries(st.sampled_from(Metal), st.integers()),
    st.none() | st.dictionaries(st.integers(), st.text()),
    st.frozensets(st.text()),
    st.sampled_from(["fast", "slow"]),
    st.booleans(),
)


@given(moves | st.builds(Sunk, ships))
def test_what_is_written_is_read_back(event: Moved | Sunk) -> None:
    text = json.dumps(tagged(event))
    assert from_tagged(json.loads(text), (Moved, Sunk)) == event
    assert json.dumps(tagged(from_tagged(json.loads(text), (Moved, Sunk)))) == text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"ship": "red"}, "expected an object for Ship, got 'red'"),
        ({"ship": {"owner": 3}}, r"Ship.owner: expected str, got 3"),
        ({"ship": {"owner": "red", "value": "6"}}, r"Ship.value: expected int or None, got '6'"),
        ({"ship": {"owner": "red", "value": True}}, r"Ship.value: expected int or None, got True"),
        ({"ship": {}}, "Ship lacks a field: .*owner"),
        ({"ship": {"captain": "x"}}, "Ship has no field 'captain'; its fields are owner, value"),
        ({"path": "a.1"}, r"Moved.path: expected a list, got 'a.1'"),
        ({"path": ["a.1", 2]}, r"Moved.path.1: expected str, got 2"),
        ({"at": [1]}, r"Moved.at: expected 2 values, got \[1\]"),
        ({"cargo": {"tin": 1}}, r"Moved.cargo: expected Mapping\[Metal, int\] or None"),
        ({"by_number": {"one": "x"}}, r"Moved.by_number: expected Mapping\[int, str\] or None"),
        ({"way": "wrong"}, r"Moved.way: expected one of 'fast', 'slow', got 'wrong'"),
        ({"late": 1}, r"Moved.late: expected bool, got 1"),
    ],
)
def test_errors_name_the_field(changed: dict[str, Json], words: str) -> None:
    with pytest.raises(LedgerError, match=words):
        from_json({**MOVED, **changed}, Moved)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({**MOVED, "type": "Flown"}, "unknown type 'Flown'; known are Moved, Sunk"),
        (MOVED, "unknown type None; known are Moved, Sunk"),
        ({**MOVED, "type": ["Moved"]}, r"unknown type \['Moved'\]"),
        ([], "expected an object with a type"),
    ],
)
def test_errors_name_the_types_there_are(data: Json, words: str) -> None:
    with pytest.raises(LedgerError, match=words):
        from_tagged(data, (Moved, Sunk))


def test_whole_numbers_do_for_fractions() -> None:
    assert from_json({**MOVED, "at": [1, 2]}, Moved).at == (1, 2.0)


def test_a_set_is_written_in_one_order() -> None:
    event = Moved(Ship(PlayerId("red")), (), marks=frozenset("edcba"))
    written = to_json(event)
    assert isinstance(written, dict)
    assert written["marks"] == ["a", "b", "c", "d", "e"]


def test_what_cannot_be_written() -> None:
    with pytest.raises(LedgerError, match="cannot write a object as JSON"):
        to_json(object())


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (PlayerId, "PlayerId"),
        (int | None, "int or None"),
        (tuple[int, ...], "tuple[int, ...]"),
        (Mapping[Metal, int], "Mapping[Metal, int]"),
        (Literal["a", "b"], "one of 'a', 'b'"),
    ],
)
def test_types_in_words(hint: object, words: str) -> None:
    assert type_name(hint) == words
