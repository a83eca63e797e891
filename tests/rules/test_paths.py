from dataclasses import fields

import pytest

from companion.rules.codec import Json, to_json
from companion.rules.errors import PathError
from companion.rules.paths import look_up, patched
from tests.rules.toys.well.game import GAME, State

STATE = GAME.read_state("red 6 pick red=3/1 blue=0/2")
MARKED = State(STATE.drinkers, STATE.turn, rolled=6, marks={"mine.1": 4, "mine": 2})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("turn", "red"),
        ("rolled", 6),
        ("drinkers.0.water", 3),
        ("drinkers.-1.points", 2),
        ("drinkers.blue.points", 2),
        ("players", ("red", "blue")),
        ("players.1", "blue"),
        ("marks.mine.1", 4),
        ("marks.mine", 2),
    ],
)
def test_looking_up(path: str, value: object) -> None:
    state = MARKED if path.startswith("marks") else STATE
    assert look_up(state, path) == value


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("trun", "'trun': State has drinkers, turn, rolled, picking, marks, players, no 'trun'"),
        ("drinkers.2", "'drinkers.2': there are 2 of them, no 2"),
        ("drinkers.green", "0 of them are named 'green'; there are red, blue"),
        ("drinkers.red.wine", "Drinker has player, water, points, no 'wine'"),
        ("marks.shaft", "there is no 'shaft'; there are mine.1, mine"),
        ("turn.red", "a str has no 'red'"),
    ],
)
def test_paths_that_lead_nowhere(path: str, words: str) -> None:
    with pytest.raises(PathError, match=words):
        look_up(MARKED, path)


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("turn", "blue"),
        ("rolled", None),
        ("rolled", 2),
        ("drinkers.0", {"player": "red", "water": 3, "points": 2}),
        ("drinkers.red.water", 9),
        ("drinkers.1.points", 9),
        ("marks", {"shaft": 1}),
        ("marks.mine.1", 0),
        ("marks.shaft.7", 1),
    ],
)
def test_patching_changes_that_and_nothing_else(path: str, data: Json) -> None:
    after = patched(MARKED, path, data)
    assert to_json(look_up(after, path)) == data
    changed = [
        field.name
        for field in fields(State)
        if look_up(after, field.name) != look_up(MARKED, field.name)
    ]
    assert changed == [path.partition(".")[0]]


def test_a_record_is_read_by_its_type() -> None:
    after = patched(STATE, "drinkers", [{"player": "green", "water": 2}])
    assert GAME.write_state(after).endswith("pick green=2/0")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        ("rolled", "six", "cannot patch 'rolled': rolled: expected int or None, got 'six'"),
        ("picking", 1, "expected bool, got 1"),
        ("drinkers.red.water", "a lot", "drinkers.red.water: expected int, got 'a lot'"),
        ("drinkers.red", {"player": "red", "wine": 1}, "Drinker has no field 'wine'"),
        ("drinkers", [{}], "Drinker lacks a field"),
        ("drinkers.7.water", 1, "there are 2 of them, no 7"),
        ("wine", 1, "State has drinkers, turn, rolled, picking, marks, no 'wine'"),
        ("players", ["red"], "State has drinkers, .* no 'players'"),
        ("marks.mine", "full", "expected int, got 'full'"),
        ("turn.red", 1, "a str has no 'red' to patch"),
    ],
)
def test_patches_that_do_not_fit(path: str, data: Json, words: str) -> None:
    with pytest.raises(PathError, match=words):
        patched(MARKED, path, data)
