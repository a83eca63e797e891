"""Watching without a server: what is told, and which answers are used."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.answers_file import GivenAnswer, faces_of_answer, read_answers
from companion.referee.commands import Adjust, Command, Overrule, Roll
from companion.rules.errors import SetupError
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.watch import Teller, Watcher
from tests.referee.builders import die, torn, view
from tests.referee.test_alien_frontiers_seen import Board


def watching(
    answers: Sequence[GivenAnswer] = (), game_id: str = "alien_frontiers"
) -> tuple[Watcher, io.StringIO]:
    game, out = load_game(game_id), io.StringIO()
    options = {"tech": "none"} if game_id == "alien_frontiers" else None
    setup = make_setup(game.info, {"red": "Ann", "blue": "Bo"}, options)
    ledger = Ledger(Header(game_id, game.info.rules_version, setup, "2026-01-01T20:00:00"))
    return Watcher(ledger, Teller(out, as_json=True), answers), out


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def roll_and_dock(watcher: Watcher) -> Board:
    board = Board(watcher.table)
    board.look()
    watcher.settle()
    board.clear("red")
    board.look(die(1, "red"), die(3, "red"), die(6, "red"))
    watcher.settle()
    board.put(terraforming_station_1=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    watcher.settle()
    return board


def test_events_violations_and_their_clearing_are_told_in_order() -> None:
    watcher, out = watching()
    board = roll_and_dock(watcher)
    board.put(terraforming_station_1=None, solar_converter_2=die(3, "red"))
    board.look(die(1, "red"), die(6, "red"))
    watcher.settle()
    watcher.finish()
    told = lines(out)
    assert [line["seq"] for line in told] == list(range(1, len(told) + 1))
    kinds = [line["type"] for line in told]
    assert kinds[:2] == ["event", "violation"]
    codes = {line["code"] for line in told if line["type"] == "violation"}
    assert "terraforming.not_a_six" in codes
    cleared = [line for line in told if line.get("code") == "violation.cleared"]
    assert len(cleared) == kinds.count("violation")
    docked = told[kinds.index("event", 1)]
    assert (docked["player"], docked["text"]) == ("red", "red: dock solar_converter 3")
    assert docked["source"] == "camera"
    finals = [line for line in told if line.get("final")]
    assert [(line["player"], line["total"]) for line in finals] == [("red", 0), ("blue", 0)]


def test_every_answer_taken_is_told_and_counted() -> None:
    given = [
        GivenAnswer("red", "roll", [2, 5]),
        GivenAnswer("red", "act", "red: pass"),
        GivenAnswer("blue", "roll", "2 2"),
    ]
    watcher, out = watching(given, "dice")
    watcher.table.observe(view(1, (die(2), torn(5, 3, 0.5))))
    watcher.settle()
    assert watcher.outcome.answers == 2
    assert [line["answer"] for line in lines(out) if line["type"] == "answer"] == [
        ["2", "5"],
        "red: pass",
    ]
    assert [left.player for left in watcher.outcome.leftovers] == ["blue"], "nobody asked blue"


def test_an_answer_waits_for_the_line_it_comes_after() -> None:
    watcher, out = watching([GivenAnswer("red", "act", "red: pass", after_seq=2)], "dice")
    watcher.table.observe(view(1, (die(2),)))
    watcher.settle()
    assert watcher.outcome.answers == 0
    watcher.table.observe(view(2, (die(4),)))
    watcher.settle()
    assert (watcher.outcome.answers, watcher.outcome.leftovers) == (1, [])
    assert [line["type"] for line in lines(out)][-2:] == ["event", "answer"]


def test_choices_are_asked_and_answered() -> None:
    answers = [
        GivenAnswer("blue", "landing", "land lem_badlands"),
        GivenAnswer("red", "landing", "land lem_badlands"),
    ]
    watcher, out = watching(answers)
    watcher.table.command(Command("a", 0, Roll((6, 6, 6)), "red"))
    for number, quantity in enumerate(("fuel", "ore"), 1):
        watcher.table.command(Command(quantity, number, Adjust("red", quantity, 1), "red"))
    watcher.table.command(Command("d", 3, Overrule("red: dock terraforming_station 6"), "red"))
    watcher.settle()
    (asked,) = (line for line in lines(out) if line["type"] == "question")
    assert (asked["kind"], asked["player"]) == ("landing", "red")
    assert watcher.outcome.answers == 1
    assert "answer" in {line["type"] for line in lines(out)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"),
        ("[1]", "expected an object"),
        ('{"player": "red", "kind": "act"}', "lacks `answer`"),
        ('{"player": "red", "kind": "act", "answer": "x", "when": 1}', "unknown key `when`"),
        ('{"player": "red", "kind": "act", "answer": "x", "after_seq": "1"}', "whole number"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"player": "red", "kind": "act", "answer": "x"}\n' + text)
    with pytest.raises(SetupError, match=words) as error:
        read_answers(path)
    assert ":2" in str(error.value)


def test_faces_are_read_from_lists_and_words() -> None:
    assert faces_of_answer([2, 5]) == faces_of_answer("2 5") == (2, 5)
    assert faces_of_answer("ignore") == ()
