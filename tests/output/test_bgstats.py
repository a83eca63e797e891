import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.output.bgstats import LONGEST, WEB, bgstats_link, bgstats_play
from companion.output.errors import TooLongError
from companion.output.record import record_of
from tests.output.games import ended, rolls, timed, whole_game, with_names

NAME = "20261129-201500-alien_frontiers"


def test_a_whole_game_as_the_app_documents_it() -> None:
    game, ledger = whole_game()
    play = bgstats_play(record_of(NAME, game, with_names(ledger, "Ann", "陳大文")))
    assert play == {
        "sourceName": "Tabletop Companion",
        "sourcePlayId": NAME,
        "playDate": "2026-11-29 19:15:00",  # in UTC
        "durationMin": 2 * len(ledger.entries),
        "comments": record_of(NAME, game, ledger).reason,
        "game": {
            "name": "Alien Frontiers",
            "sourceGameId": "alien_frontiers",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ann", "sourcePlayerId": "Ann", "startPlayer": True, "winner": False,
                "score": 10, "rank": 2, "role": "red",
            },
            {
                "name": "陳大文", "sourcePlayerId": "陳大文", "startPlayer": False, "winner": True,
                "score": 11, "rank": 1, "role": "blue",
            },
        ],
    }  # fmt: skip


@pytest.mark.report("G16")
@settings(max_examples=15, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=30), min_size=2, max_size=2), st.booleans())
def test_every_player_says_who_started_and_who_won(names: list[str], over: bool) -> None:
    game, ledger = whole_game()
    part = with_names(ledger, *names)
    part = part if over else replace(part, entries=part.entries[:10])
    record = record_of(NAME, game, part)
    link = bgstats_link(record)
    assert link.isascii()
    assert len(link) < LONGEST
    (data,) = parse_qs(urlsplit(link).query, strict_parsing=True)["data"]
    players = json.loads(data)["players"]
    assert [one["startPlayer"] for one in players] == [True, False]
    assert all(isinstance(one["winner"], bool) for one in players)
    assert [one["name"] for one in players] == names


@pytest.mark.report("G7")
@pytest.mark.parametrize("places", [{"red": 1, "blue": 1}, {"red": 2, "blue": 1}])
def test_all_who_share_the_first_place_have_won(places: dict[str, int]) -> None:
    game, ledger = whole_game()
    players = bgstats_play(record_of(NAME, ended(game, **places), ledger))["players"]
    assert isinstance(players, list)
    assert {one["role"]: one["rank"] for one in players} == places
    assert {one["role"]: one["winner"] for one in players} == {
        player: place == 1 for player, place in places.items()
    }


def test_a_game_without_points_says_so_and_nobody_has_won() -> None:
    game, ledger = rolls("red: roll 3 5\nblue: roll 1")
    play = bgstats_play(record_of("20261129-201500-dice", game, ledger))
    assert isinstance(play["game"], dict)
    assert play["game"]["noPoints"] is True
    assert isinstance(play["players"], list)
    for one in play["players"]:
        assert one["winner"] is False
        assert "score" not in one
        assert "rank" not in one
    assert play["comments"] == "Not played to the end."


def test_a_play_that_is_too_long_is_told() -> None:
    game, ledger = rolls("red: roll 3")
    long = with_names(ledger, "王" * 500, "Bo")
    with pytest.raises(TooLongError, match="less than 8000"):
        bgstats_link(record_of("x", game, long), WEB)


@pytest.mark.report("F5")
def test_a_machine_that_forgot_the_date_exports_the_first_one_it_knows() -> None:
    game, ledger = rolls("red: roll 3\nblue: roll 4\nred: roll 1")
    late = timed(ledger, 60)
    lost = replace(late, header=replace(late.header, began="1970-01-01T00:00:09+00:00"))
    record = record_of("x", game, lost)
    assert bgstats_play(record)["playDate"] == "2026-11-29 19:16:00"
    assert "playDate" not in bgstats_play(record_of("x", game, replace(lost, entries=())))


def test_a_pause_until_another_evening_is_not_played() -> None:
    game, ledger = rolls("red: roll 3\nblue: roll 4\nred: roll 1")
    first, second, third = ledger.entries
    later = replace(third, at="2026-12-06T20:00:00+01:00")
    record = record_of("x", game, replace(ledger, entries=(first, second, later)))
    assert record.minutes == 1 + 1 + 30
