import csv
import io
import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from companion.core.ids import PlayerId
from companion.output.plot import svg_of
from companion.output.record import record_of
from companion.output.sheets import csv_of, json_of
from companion.output.steps import as_json, in_words
from companion.referee.table import Table
from companion.rules.codec import to_json
from companion.rules.game import AnyGame
from companion.rules.ledger import Acted, Ledger, read_entry, read_header
from companion.rules.steps import hides_something, may_leave, positions, standing
from companion.rules.view import View
from tests.output.games import ended, rolls, twisted, whole_game, with_names

NAME = "20261129-201500-alien_frontiers"


class Nowhere:
    """Keeps nothing."""

    def append(self, *entries: object) -> None:
        """Forget it."""


def rows(text: str) -> list[dict[str, str]]:
    assert text[0] == "\ufeff", "spreadsheets take it for UTF-8 only so"
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.report("G7")
@pytest.mark.parametrize(
    "places", [None, {"red": 1, "blue": 1}, {"red": 1, "blue": 2}, {"red": 2, "blue": 1}]
)
def test_the_export_agrees_with_the_page(places: dict[str, int] | None) -> None:
    game, ledger = whole_game()
    if places is not None:
        game = ended(game, **places)
    shown = Table(game, ledger, Nowhere(), lambda: "").snapshot()
    assert shown.outcome is not None
    record = record_of(NAME, game, ledger)
    exported = json.loads(json.dumps(json_of(record, ledger)))
    sheet = rows(csv_of(record))
    told = list(as_json(record))[-1]
    for seat, player, row in zip(shown.seats, exported["players"], sheet, strict=True):
        place = shown.outcome.places[seat.player]
        assert (player["player"], player["name"]) == (seat.player, seat.name)
        assert (player["score"], player["place"]) == (seat.score, place)
        assert player["lines"] == to_json(seat.lines)
        assert player["winner"] == (place == 1)
        assert (row["score"], row["place"]) == (str(seat.score), str(place))
        assert row["winner"] == ("yes" if place == 1 else "no")
        assert isinstance(told, dict)
        assert told["places"][seat.player] == place
    assert exported["ended"] == shown.outcome.reason


def test_the_events_in_the_json_make_the_same_game_again() -> None:
    game, ledger = whole_game()
    exported = json.loads(json.dumps(json_of(record_of(NAME, game, ledger), ledger)))
    kept = exported["ledger"]
    again = Ledger(
        read_header(kept["header"]), tuple(read_entry(entry, game) for entry in kept["entries"])
    )
    assert again == ledger
    assert exported["history"][-1]["scores"] == {"red": 10, "blue": 11}
    assert (exported["format"], exported["version"]) == ("tabletop-companion game", 1)


def test_without_the_events_nothing_of_the_ledger_is_left() -> None:
    game, ledger = whole_game()
    assert "facts" not in json.dumps(json_of(record_of(NAME, game, ledger), None))


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@a", "\tx"])
def test_a_name_is_no_formula(name: str) -> None:
    game, ledger = rolls("red: roll 3")
    (row, _) = rows(csv_of(record_of("x", game, with_names(ledger, name, "Bo"))))
    assert row["name"] == f"'{name}"


@pytest.mark.report("H2")
def test_names_in_any_script_are_in_every_export() -> None:
    game, ledger = whole_game()
    record = record_of(NAME, game, with_names(ledger, "陳大文", "<Ünal & 'Zoë'>"))
    picture = ET.fromstring(svg_of(record))
    words = " ".join(picture.itertext())
    for name in ("陳大文", "<Ünal & 'Zoë'>"):
        assert name in csv_of(record)
        assert name in words
        assert name in "\n".join(in_words(record))


@pytest.mark.parametrize("score", [0, 1, 7, 11, 100, 1234, -3])
def test_the_plot_holds_any_points(score: int) -> None:
    game, ledger = whole_game()
    sheets = game.scores

    def other(state: object) -> object:
        from companion.rules.score import ScoreLine, ScoreSheet

        return tuple(ScoreSheet(one.player, (ScoreLine(score, "x"),)) for one in sheets(state))

    picture = svg_of(record_of(NAME, twisted(game, scores=other), ledger))
    root = ET.fromstring(picture)
    heights = [float(part.get("y", "0")) for part in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(0 < y < 420 for y in heights)
    assert f">{score} " in picture


def test_the_plot_speaks_the_language_of_the_phone() -> None:
    game, ledger = whole_game()
    words = {
        "{title}: points": "{title}：分數",
        "Alien Frontiers": "外星前線",
        "lines played": "步",
    }
    picture = ET.fromstring(svg_of(record_of(NAME, game, ledger), words))
    said = "".join(picture.itertext())
    assert "外星前線：分數" in said
    assert "步" in said
    assert "points" not in said


def test_a_game_in_words() -> None:
    game, ledger = whole_game()
    told = list(in_words(record_of(NAME, game, ledger)))
    assert told[:3] == ["Alien Frontiers, begun 2026-11-29 19:15 UTC", "  red: Red", "  blue: Blue"]
    assert told[3] == "1. Red rolled two 2s and a 5."
    assert sum("[" in line for line in told) > 10, "points are told where they change"
    assert told[-2:] == ["  1. Blue (blue): 11", "  2. Red (red): 10"]
    tied = list(in_words(record_of(NAME, ended(game, red=1, blue=1), ledger)))
    assert tied[-2:] == ["  1. Red (red): 10 (shared)", "  1. Blue (blue): 11 (shared)"]


def test_a_die_read_in_doubt_is_told_as_such() -> None:
    game, ledger = whole_game()
    first, *others = ledger.entries
    assert isinstance(first, Acted)
    first = replace(first, line=replace(first.line, unsure=(2,)))
    record = record_of(NAME, game, replace(ledger, entries=(first, *others)))
    assert list(in_words(record))[3] == "1. Red rolled two 2s and a 5. (unsure: 5)"
    _, step, after, *_ = as_json(record)
    assert isinstance(step, dict)
    assert isinstance(after, dict)
    assert (step["unsure"], after["unsure"]) == ([5], [])


def test_positions_are_those_the_ledger_folds_to() -> None:
    game, ledger = whole_game()
    found = list(positions(game, ledger))
    assert len(found) == len(ledger.entries) + 1
    for number in (0, 1, 17, len(ledger.entries)):
        assert found[number] == ledger.state(game, number)
    assert [state for _, state in standing(game, ledger)] == found[1:]


def peeking(game: AnyGame, upto: object) -> AnyGame:
    """Red sees something of its own, but not any more in the position `upto`."""

    def view(state: object, seat: PlayerId | None) -> View:
        seen: View = game.view(state, seat)
        if seat == "red" and state != upto:
            return View("a card", seen.turn, seen.pieces, seen.panels)
        return seen

    return twisted(game, view=view)


def test_what_only_one_seat_has_seen_stays_until_the_end() -> None:
    game, ledger = whole_game()
    part = Ledger(ledger.header, ledger.entries[:20])
    assert not hides_something(game, part)
    assert may_leave(game, part)
    secret = peeking(game, part.state(game))
    assert hides_something(secret, part), "also when it is over by now"
    assert not may_leave(secret, part)
    assert may_leave(secret, ledger), "the game is over"
