from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import registry
from companion.rules.errors import NotationError, UnknownGameError
from companion.rules.ruling import Accepted, Rejected
from companion.rules.scenario import rule_text, run_file, run_files
from companion.rules.scenario_file import KEYS, STEP_KEYS
from tests.rules.toys.well.game import GAME


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.rules.toys")


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def run(tmp_path: Path, steps: str, head: str = "") -> tuple[str, ...]:
    """Failures of a scenario of the well, beginning before the first roll unless `head` says so."""
    head = head or "players: [red, blue]\n"
    (result,) = run_file(written(tmp_path, f"game: well\ntitle: A case\n{head}\nsteps:\n{steps}"))
    return result.failures


GIVEN = "given: red 2 play red=3/1 blue=0/9\n"

PASSING = [
    ("  - {by: red, chance: [4], state: {drinkers.red.water: 4, turn: red, rolled: 4}}", ""),
    ("  - {chance: 4}\n  - {by: red, do: drink 2, scores: {red: 2}}", ""),
    ("  - {chance: 'red: roll 4'}", ""),
    ("  - {do: 'red: roll 4'}", ""),
    ("  - {by: red, chance: [9], rejected: [roll.face]}", ""),
    ("  - {by: red, do: drink 1, events: [Drunk]}", GIVEN),
    ("  - {by: red, do: drink 3, events: [Drunk, Consoled], notices: [drink.last]}", GIVEN),
    ("  - {by: red, do: drink 3, exactly: true, events: [Drunk, Dried, Consoled]}", GIVEN),
    ("  - {by: red, do: drink 3, events: [Drunk: {amount: 3}, Consoled: {player: blue}]}", GIVEN),
    ("  - {by: red, do: drink 1, exactly: true, events: Drunk, notices: none}", GIVEN),
    ("  - {by: blue, try: drink 9, rejected: [drink.too_much, turn.not_yours]}", GIVEN),
    ("  - {by: blue, try: drink 9, rejected: turn.not_yours, includes: true}", GIVEN),
    ("  - {by: red, try: drink 3, rejected: [], events: [Dried], scores: {red: 1}}", GIVEN),
    ("  - {by: red, legal: [drink 3, end], not_legal: [drink 4, 'blue: end']}", GIVEN),
    ("  - {pending: none, ended: false}", GIVEN),
    ("  - {lines: {red: {Water drunk: 1}, blue: [9 water]}}", GIVEN),
    ("  - {lines: {red: [{points: 1, reason: Water drunk}]}}", GIVEN),
    (
        "  - {by: red, chance: [6], pending: {player: red, kind: pick, "
        "choices: [pick nothing, pick point]}, legal: [pick point], not_legal: [end]}",
        "",
    ),
    ("  - {chance: 6, pending: {choices: [pick point]}, includes: true}", ""),
    (
        "  - {state: {turn: blue, drinkers.1.points: 9}}",
        "patch: {turn: blue, drinkers.blue.points: 9}",
    ),
    ("  - {state: {turn: blue}}", "setup: {players: [blue, red]}"),
    ("  - {state: {turn: blue}}", "given: {setup: {players: 'blue=Bo,red'}, patch: {rolled: 2}}"),
    ("  - {state: {rolled: 3}}", "given: {state: red 2 play red=3/1 blue=0/9, patch: {rolled: 3}}"),
    ("  - {state: {rolled: 3}}", f"{GIVEN}patch: {{rolled: 3}}"),
    (
        "  - {do: 'red: drink 3', ended: ten points, ranking: [red, [blue, green]]}",
        "given: red 2 play red=3/7 blue=0/2 green=0/2",
    ),
    (
        "  - {do: 'red: drink 3', ended: true, ranking: {red: 1, green: 2}}",
        "given: red 2 play red=3/7 blue=0/2 green=0/2",
    ),
    ("  - {by: red, overrule: drink 9, scores: {red: 10}, events: [Drunk, Dried]}", GIVEN),
    ("  - {by: red, adjust: water 7, state: {drinkers.red.water: 7}}", GIVEN),
    # what was played is re-judged from the position given
    (
        "  - {by: red, do: drink 3}\n"
        "  - {amend: drink 2, scores: {red: 3}}\n"
        "  - {undo: 1, scores: {red: 4}}\n"
        "  - {undo: {to: 0}, scores: {red: 1}}\n"
        "  - {undo: last, scores: {red: 4}}",
        GIVEN,
    ),
    (
        "  - {chance: 5}\n"
        "  - {by: red, do: drink 3}\n"
        "  - {amend: {step: 1, text: [4]}, state: {rolled: 4, drinkers.red.water: 1}}\n"
        "  - {amend: {entry: 1, to: roll 2}, rejected: [drink.too_much], state: {rolled: 4}}\n"
        "  - {amend: {entry: 1, to: 2, keep: true}, scores: {red: 3}, state: {rolled: 2}}\n"
        "  - {undo: {step: 2}, state: {rolled: 5}}\n"
        "  - {amend: {entry: 1, to: 2, keep: false}, scores: {red: 0}}",
        "",
    ),
]


@pytest.mark.parametrize(("steps", "head"), PASSING)
def test_what_holds_passes(steps: str, head: str, tmp_path: Path) -> None:
    assert run(tmp_path, steps, head) == ()


FAILING = [
    ("  - {by: red, do: drink 2}", "", ["expected to be legal, breaks", "roll.once: roll first"]),
    ("  - {by: blue, chance: 4}", "", ["the roll due is by red, not by blue"]),
    ("  - {chance: 4}", GIVEN, ["no roll is due"]),
    (
        "  - {by: red, chance: [4], rejected: [roll.face]}",
        "",
        ["expected roll.face, found nothing"],
    ),
    (
        "  - {by: blue, try: drink 9, rejected: [turn.not_yours]}",
        GIVEN,
        ["expected turn.not_yours, found", "drink.too_much: not so much water"],
    ),
    (
        "  - {by: blue, try: drink 9, rejected: [roll.face], includes: true}",
        GIVEN,
        ["expected at least roll.face, found"],
    ),
    ("  - {by: red, try: drink 3, rejected: [turn.not_yours]}", GIVEN, ["found nothing"]),
    ("  - {by: red, try: drink 9, events: [Drunk]}", GIVEN, ["expected to be legal, breaks"]),
    ("  - {by: red, do: drink 3, notices: none}", GIVEN, ["expected none, found drink.last"]),
    (
        "  - {by: red, do: drink 3, events: [Dried, Drunk]}",
        GIVEN,
        ["Dried, Drunk; found", "amount=3"],
    ),
    ("  - {by: red, do: drink 3, events: [Drunk], exactly: true}", GIVEN, ["exactly Drunk; found"]),
    ("  - {by: red, do: drink 3, events: [Drunk: {amount: 2}]}", GIVEN, ["Drunk {'amount': 2}"]),
    ("  - {by: red, do: drink 3, events: [Dronk]}", GIVEN, ["no 'Dronk'; known: Rolled, Picked"]),
    (
        "  - {by: red, do: drink 3, events: [Drunk: {n: 2}]}",
        GIVEN,
        ["no 'n'; known: player, amount"],
    ),
    ("  - {state: {turn: blue}}", "", ["turn: expected 'blue', found 'red'"]),
    ("  - {state: {trun: blue}}", "", ["'trun': State has drinkers, turn"]),
    ("  - {pending: {player: red}}", "", ["expected {'player': 'red'}, found none"]),
    ("  - {chance: 6, pending: none}", "", ["expected none, found red pick: A six: pick"]),
    ("  - {chance: 6, pending: {player: blue}}", "", ["player: expected 'blue', found 'red'"]),
    (
        "  - {chance: 6, pending: {choices: [pick point]}}",
        "",
        ["choices: expected red: pick point, "],
    ),
    ("  - {chance: 6, pending: {choice: [pick point]}}", "", ["no 'choice'; known: player, kind"]),
    ("  - {by: red, legal: [drink 4]}", GIVEN, ["`red: drink 4` is expected to be legal"]),
    ("  - {by: red, not_legal: [end]}", GIVEN, ["`red: end` is expected to be illegal"]),
    ("  - {legal: [end]}", GIVEN, ["who does 'end'? Add `by: PLAYER`"]),
    ("  - {by: red, legal: [fly]}", GIVEN, ["'red: fly' is no action"]),
    ("  - {scores: {red: 2}}", GIVEN, ["red: expected 2, found 1", "1 Water drunk"]),
    ("  - {scores: {green: 2}}", GIVEN, ["no 'green'; known: red, blue"]),
    ("  - {lines: {red: [2 Water drunk]}}", GIVEN, ["expected 2 'Water drunk'", "1 Water drunk"]),
    ("  - {lines: {red: [water]}}", GIVEN, ["expected `3 reason` or `reason: 3`"]),
    ("  - {ended: true}", GIVEN, ["expected True, found 'not ended'"]),
    ("  - {ended: ten}", GIVEN, ["expected 'ten', found 'not ended'"]),
    ("  - {ranking: [red, blue]}", GIVEN, ["expected {'red': 1, 'blue': 2}, found not ended"]),
    ("  - {by: blue, do: 'red: end'}", GIVEN, ["`by: blue` and 'red: end' name two players"]),
    ("  - {by: red, do: fly}", GIVEN, ["expected `red: drink 2`, got 'red: fly'"]),
    ("  - {by: red, do: 3}", GIVEN, ["expected an action in notation, got 3"]),
    ("  - {by: red, overrule: pick point}", GIVEN, ["not even when the table insists"]),
    ("  - {by: red, adjust: wine 7}", GIVEN, ["not even when the table insists"]),
    ("  - {by: red, adjust: water}", GIVEN, ["expected `by` and `QUANTITY NUMBER`"]),
    ("  - {amend: end}", GIVEN, ["there is no line 0 to amend; there are none"]),
    ("  - {do: 'red: end'}\n  - {amend: {step: 7, to: end}}", GIVEN, ["step 7 brought no entry"]),
    ("  - {do: 'red: end'}\n  - {amend: {too: end}}", GIVEN, ["unknown key 'too'; known: entry"]),
    (
        "  - {do: 'red: drink 3'}\n  - {amend: drink 4}",
        GIVEN,
        [
            "step 2 (amend: drink 4)",
            "`keep` is not said",
            "line 1 `red: drink 4`",
            "drink.too_much",
        ],
    ),
    ("  - {undo: 3}", GIVEN, ["there is no entry 3 to go back to"]),
    ("  - {undo: last}", GIVEN, ["there is no entry -1"]),
    ("  - {undo: {to: one}}", GIVEN, ["expected a number, got 'one'"]),
    ("  - {undo: [1]}", GIVEN, ["expected the number of an entry, got [1]"]),
]


@pytest.mark.parametrize(("steps", "head", "words"), FAILING)
def test_what_does_not_hold_is_said(
    steps: str, head: str, words: list[str], tmp_path: Path
) -> None:
    failures = run(tmp_path, steps, head)
    assert len(failures) == 1
    for word in ("case.yaml: A case: step ", "\n    in: ", *words):
        assert word in failures[0]


def test_all_failures_of_a_step_are_listed_and_later_steps_are_not_run(tmp_path: Path) -> None:
    steps = "  - {state: {turn: blue, rolled: 1}, ended: true}\n  - {ended: true}"
    assert len(run(tmp_path, steps)) == 3


MALFORMED = [
    ("title: x\n", ["needs `game: NAME`"]),
    ("game: well\n", ["needs `steps:`"]),
    ("game: well\nstep: []\n", ["unknown key 'step'; known: game, title"]),
    ("game: well\nsteps: [{ended: false}]\nplayers: [pink, red]\n", ["given:", "no colour 'pink'"]),
    ("game: dyce\nsteps: [{ended: false}]\n", ["given: there is no game 'dyce'"]),
    ("game: well\nsteps: [{ended: false}]\noptions: {goal: 1}\n", ["no option 'goal'"]),
    ("game: well\nsteps: [{ended: false}]\noptions: {goal: on}\n", ["quote the value"]),
    ("game: well\nsteps: [{ended: false}]\ngiven: oops\n", ["given: expected `red - play"]),
    ("game: well\nsteps: [{ended: false}]\ngiven: 3\n", ["a state in notation or `setup`, got 3"]),
    ("game: well\nsteps: [{ended: false}]\npatch: {turn: 1}\n", ["given: cannot patch 'turn'"]),
    ("game: well\nsteps: [{ended: false}]\npatch: [1]\n", ["`patch` must be a mapping"]),
    ("game: well\nsteps: [{ended: false}]\nplayers: 1.5\n", ["`players` is a list of colours"]),
    (
        "game: well\nsteps: [{end: false}]\n",
        ["step 1 has an unknown key 'end'; known: by, do, try"],
    ),
    ("game: well\nsteps: [{do: a, try: b}]\n", ["step 1 has do and try"]),
    ("game: well\nsteps: [{by: red}]\n", ["step 1 does and checks nothing"]),
    (
        "game: well\nsteps: [{by: red, do: end, includes: true}]\n",
        ["step 1 has `includes` and none of what it speaks of: rejected, notices, pending"],
    ),
    (
        "game: well\nsteps: [{by: red, do: end, rejected: [], exactly: true}]\n",
        ["step 1 has `exactly` and none of what it speaks of: events"],
    ),
    (
        "game: well\nsteps: [{by: red, try: end, rejected: [], includes: 1}]\n",
        ["step 1: `includes` is true or false, got 1"],
    ),
    ("game: well\nsteps: [{by: red, try: end}]\n", ["step 1 tries something and checks nothing"]),
    ("game: well\nsteps:\n - do: red: end\n", ["an action has a colon: quote it"]),
    ("game: well\ngame: dice\n", ["the key 'game' stands twice"]),
    ("- 3\n", ["scenario must be a mapping, got 3"]),
    ("", ["no scenario in it"]),
]


@pytest.mark.parametrize(("text", "words"), MALFORMED)
def test_what_cannot_be_read_fails_with_a_word(text: str, words: list[str], tmp_path: Path) -> None:
    (result,) = run_file(written(tmp_path, text))
    assert not result.passed
    for word in ("case.yaml", *words):
        assert word in result.failures[0]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (result,) = run_file(tmp_path / "none.yaml")
    assert "cannot be read" in result.failures[0]


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["red", "red: end", "none"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["red", "entry", "step", "to", "Drunk", "turn"]), inner)
    ),
    max_leaves=5,
)
anything = st.fixed_dictionaries(
    {
        "game": st.just("well"),
        "steps": st.lists(st.dictionaries(st.sampled_from(STEP_KEYS), plain, max_size=4)) | plain,
    },
    optional={key: plain for key in KEYS if key not in ("game", "steps")},
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(anything)
def test_whatever_a_file_says_there_is_a_result(tmp_path: Path, data: object) -> None:
    for result in run_file(written(tmp_path, yaml.safe_dump(data))):
        assert result.passed or "crashed" not in result.failures[0], result.failures


def test_a_bug_of_the_game_is_one_failure_among_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(self: object, state: object, action: object) -> object:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(type(GAME), "judge", judge)
    (failure,) = run(tmp_path, "  - {by: red, do: end}")
    assert "step 1 (red do: end): the rules crashed" in failure
    assert "ZeroDivisionError: oops" in failure


def test_files_hold_one_scenario_or_several(tmp_path: Path) -> None:
    good = "{game: well, steps: [{ended: false}]}"
    bad = "{game: well, title: Bad, steps: [{ended: true}]}"
    path = written(tmp_path, f"- {good}\n- {bad}\n---\n{good}\n---\n")
    passed, failed = run_files([path, path])
    assert [result.title for result in passed] == ["scenario 1", "scenario 3"] * 2
    assert [result.title for result in failed] == ["Bad", "Bad"]


def test_one_ruling_from_notation() -> None:
    state = "red 2 play red=3/1 blue=0/9"
    assert isinstance(rule_text("well", state, "red: drink 3"), Accepted)
    ruling = rule_text("well", state, "red: drink 4")
    assert isinstance(ruling, Rejected)
    assert ruling.codes == ("drink.too_much",)
    with pytest.raises(UnknownGameError):
        rule_text("dyce", state, "red: end")
    with pytest.raises(NotationError):
        rule_text("well", state, "red: fly")
