import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

import companion.server.games as served
from companion.core.ids import PlayerId
from companion.output.record import record_of
from companion.rules.codec import to_json
from companion.rules.game import AnyGame
from companion.rules.ledger import Origin
from companion.rules.registry import load_game
from companion.rules.view import View
from companion.server.app import create_app
from companion.server.housekeeping import Housekeeping
from companion.store.game_file import read_ledger, read_pictures
from companion.store.library import create_game
from tests.output.games import rolls, twisted, whole_game
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable

JPEG = b"\xff\xd8\xff\xe0 the table"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A data folder with a whole game, and with a game of dice that is in play."""
    data = tmp_path_factory.mktemp("data")
    _, whole = whole_game()
    seen = Origin("camera", before="p1", after="p2")
    entries = (replace(whole.entries[0], origin=seen), *whole.entries[1:])
    with create_game(data, whole.header) as file:
        file.append(*entries)
    _, some = rolls("red: roll 3 5\nblue: roll 1")
    with create_game(data, some.header) as playing:
        playing.append(*some.entries)
    (data / "pictures").mkdir()
    (data / "pictures" / "p2.jpg").write_bytes(JPEG)
    return data, file.id, playing.id


@pytest.fixture
def phone(saved: tuple[Path, str, str], static: Path) -> Phone:
    data, _, playing = saved
    (static / "replay.html").write_text("Again")
    return Phone(app_over(data, playing, static))


def app_over(data: Path, playing: str, static: Path) -> FastAPI:
    return create_app(
        ScriptedTable(),
        address=lambda: "http://table/",
        preview=lambda: None,
        pictures=lambda name: None,
        housekeeping=Housekeeping(data, playing, lambda name: None),
        static=static,
    )


def test_games_are_listed_newest_first(phone: Phone, saved: tuple[Path, str, str]) -> None:
    _, whole, playing = saved
    listed = phone.get("/api/v1/games").json()
    assert [one["id"] for one in listed] == [playing, whole]
    assert [one["in_play"] for one in listed] == [True, False]
    assert listed[1]["names"] == ["Red", "Blue"]
    assert listed[1]["game"] == "alien_frontiers"


def test_seats_without_a_name_are_called_in_the_language_of_the_phone(
    phone: Phone, saved: tuple[Path, str, str]
) -> None:
    listed = phone.get("/api/v1/games?language=zh-Hant").json()
    assert listed[1]["names"] == ["紅方", "藍方"]


def test_every_format_is_a_file_to_keep(phone: Phone, saved: tuple[Path, str, str]) -> None:
    _, whole, _ = saved
    game, ledger = whole_game()
    record = record_of(whole, game, ledger)
    for format, ending in (
        ("bgstats", "bgstats.json"),
        ("json", "json"),
        ("csv", "csv"),
        ("svg", "svg"),
    ):
        answer = phone.get(f"/api/v1/games/{whole}/export?format={format}")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="{whole}.{ending}"'
        assert answer.headers["cache-control"] == "no-store"
    exported = phone.get(f"/api/v1/games/{whole}/export?format=json").json()
    assert [one["place"] for one in exported["players"]] == [2, 1]
    assert len(exported["ledger"]["entries"]) == len(ledger.entries)
    table = phone.get(f"/api/v1/games/{whole}/export?format=csv").text.removeprefix("\ufeff")
    assert [row["winner"] for row in csv.DictReader(io.StringIO(table))] == ["no", "yes"]
    assert phone.get(f"/api/v1/games/{whole}/plot.svg").text.startswith("<svg")
    links = phone.get(f"/api/v1/games/{whole}/bgstats").json()
    assert links["app"].startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert links["web"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    code = phone.get(f"/api/v1/games/{whole}/bgstats.svg")
    assert code.text.startswith("<svg")
    assert record.reason == exported["ended"]


def test_the_game_in_play_goes_by_a_name_of_its_own(phone: Phone) -> None:
    told = phone.get("/api/v1/games/current/steps").json()
    assert [one["type"] for one in told] == ["begin", "step", "step", "end"]


@pytest.mark.parametrize(
    "path",
    ["nothing", "20261129-201500-chess", "..%2F..%2Fx", "current/steps/99", "current/steps/-1"],
)
def test_what_is_not_there_is_told(phone: Phone, path: str) -> None:
    answer = phone.get(f"/api/v1/games/{path}" if "/" in path else f"/api/v1/games/{path}/steps")
    assert answer.status_code == 404


def test_a_path_is_no_name(phone: Phone, saved: tuple[Path, str, str]) -> None:
    data, whole, _ = saved
    path = str(data / "games" / f"{whole}.sqlite").replace("/", "%2F")
    assert phone.get(f"/api/v1/games/{path}/steps").status_code == 404


def test_steps_show_the_table_as_it_was(phone: Phone, saved: tuple[Path, str, str]) -> None:
    _, whole, _ = saved
    game, ledger = whole_game()
    for number in (0, 1, 40, len(ledger.entries)):
        shown = phone.get(f"/api/v1/games/{whole}/steps/{number}").json()
        state = ledger.state(game, number)
        assert shown["view"] == json.loads(json.dumps(to_json(game.view(state, None))))
        assert [seat["score"] for seat in shown["seats"]] == [
            sheet.total for sheet in game.scores(state)
        ]
        assert [line["entry"] for line in shown["history"]] == ([number] if number else [])
        assert (shown["actions"], shown["due"], shown["choice"]) == ([], None, None)
        assert bool(shown["outcome"]) == (number == len(ledger.entries))
    places = phone.get(f"/api/v1/games/{whole}/layout").json()
    assert len(places["slots"]) == len(game.layout.slots)


def test_a_game_is_carried_away_and_taken_in_elsewhere(
    phone: Phone, saved: tuple[Path, str, str], tmp_path: Path, static: Path
) -> None:
    data, whole, playing = saved
    answer = phone.get(f"/api/v1/games/{whole}/file?pictures=true")
    assert answer.headers["content-disposition"] == f'attachment; filename="{whole}.sqlite"'
    out = tmp_path / "carried.sqlite"
    out.write_bytes(answer.content)
    assert dict(read_pictures(out)) == {"p2": JPEG}
    bare = phone.get(f"/api/v1/games/{whole}/file")
    assert JPEG not in bare.content
    other = Phone(app_over(tmp_path / "other", playing, static))
    taken = other.post("/api/v1/games", content=answer.content).json()
    assert taken["new"] is True
    path = tmp_path / "other" / "games" / f"{taken['id']}.sqlite"
    assert (
        read_ledger(path, load_game)[0]
        == read_ledger(data / "games" / f"{whole}.sqlite", load_game)[0]
    )
    assert (tmp_path / "other" / "pictures" / "p2.jpg").read_bytes() == JPEG
    assert other.post("/api/v1/games", content=answer.content).json()["new"] is False


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no game" * 999])
def test_what_is_no_game_is_told(phone: Phone, content: bytes) -> None:
    before = phone.get("/api/v1/games").json()
    answer = phone.post("/api/v1/games", content=content)
    assert answer.status_code == 422
    assert "damaged" in answer.json()["problems"][0]["text"]
    assert phone.get("/api/v1/games").json() == before


def test_another_site_takes_nothing_in(phone: Phone) -> None:
    answer = phone.post("/api/v1/games", content=b"x", headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


SECRET = "the card in the hand of red"


def with_a_hand(game: AnyGame) -> AnyGame:
    """The same game, but red holds a card that nobody else may see."""

    def view(state: object, seat: PlayerId | None) -> View:
        seen: View = game.view(state, seat)
        return replace(seen, headline=SECRET) if seat == "red" else seen

    return twisted(game, view=view)


def test_nothing_of_a_hand_leaves_the_server_before_the_end(
    phone: Phone, saved: tuple[Path, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, whole, playing = saved
    monkeypatch.setattr(served, "load_game", lambda name: with_a_hand(load_game(name)))
    refused = phone.get(f"/api/v1/games/{playing}/file")
    assert refused.status_code == 403
    assert "stay on this machine until it is over" in refused.json()["problems"][0]["text"]
    assert "ledger" not in phone.get(f"/api/v1/games/{playing}/export?format=json").json()
    for path in (
        "export?format=json", "export?format=csv", "export?format=svg", "export?format=bgstats",
        "steps", "steps/0", "steps/1", "steps/2", "plot.svg", "bgstats",
    ):  # fmt: skip
        answer = phone.get(f"/api/v1/games/{playing}/{path}")
        assert answer.status_code == 200
        assert SECRET not in answer.text
    assert phone.get(f"/api/v1/games/{whole}/file").status_code == 200, "that one is over"
    assert "ledger" in phone.get(f"/api/v1/games/{whole}/export?format=json").json()
