"""Setting up by the interface: what is chosen, refused, and told in every language."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from companion.core.phrases import phrase
from companion.referee.snapshot import CameraStatus
from companion.rules.registry import game_ids, load_game
from companion.server.app import create_app
from companion.server.setup import BareBoard, BoardFound, Learnt
from companion.store.plan import Plan
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable
from tests.server.staged_setup import StagedSetup

Answer = dict[str, Any]
URL = "/api/v1/setup"


@pytest.fixture
def staged() -> StagedSetup:
    return StagedSetup()


@pytest.fixture
def phone(table: ScriptedTable, staged: StagedSetup, static: Path) -> Phone:
    return Phone(
        create_app(
            table,
            address=lambda: "http://table/",
            preview=lambda: None,
            pictures=lambda name: None,
            setting_up=staged,
            static=static,
        )
    )


def choose(phone: Phone, **chosen: object) -> tuple[int, Answer]:
    answer = phone.post(URL, {"expected": phone.get(URL).json()["revision"], **chosen})
    return answer.status_code, answer.json()


def test_what_is_chosen_is_kept_and_told(phone: Phone, staged: StagedSetup) -> None:
    status, told = choose(phone, game="alien_frontiers", camera="usb:0")
    assert (status, told["status"]) == (200, "done")
    assert staged.plan.game == "alien_frontiers"
    assert told["setup"]["plan"]["seats"] == [["red", ""], ["green", ""]]
    choose(phone, seats=[["blue", " Bo "], ["red", "陳"]], options={"tech": "none", "raid": "all"})
    assert staged.plan.seats == (("blue", "Bo"), ("red", "陳"))
    assert staged.plan.options == {"tech": "none"}, "what is as recommended is not kept"


def test_another_game_brings_its_own_board_colours_and_options(
    phone: Phone, staged: StagedSetup
) -> None:
    choose(phone, game="alien_frontiers", options={"tech": "none"}, board="my-board")
    choose(phone, seats=[["blue", "Bo"], ["red", "Ann"]])
    choose(phone, game="dice")
    assert (staged.plan.board, staged.plan.options) == ("", {})
    assert staged.plan.seats == (("blue", "Bo"), ("red", "Ann"))
    choose(phone, board="none")
    choose(phone, game="alien_frontiers")
    assert staged.plan.board == "none"


def test_of_two_who_change_at_once_one_wins_and_the_other_is_told(phone: Phone) -> None:
    assert phone.post(URL, {"expected": 1, "game": "dice"}).status_code == 200
    late = phone.post(URL, {"expected": 1, "game": "alien_frontiers"})
    assert late.status_code == 409
    assert late.json()["setup"]["plan"]["game"] == "dice"
    assert phone.post(f"{URL}/begin", {"expected": 1}).status_code == 409


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "alien_frontiers", "seats": [["red", "A"], ["red", "B"]]}, "the same colour"),
        ({"game": "alien_frontiers", "seats": [["mauve", "A"]]}, "no pieces in mauve"),
        (
            {
                "game": "alien_frontiers",
                "seats": [[c, ""] for c in ("red", "blue", "green", "yellow", "x")],
            },
            "no pieces in x",
        ),
        ({"game": "alien_frontiers", "options": {"tech": "some"}}, "option 'tech' is one of"),
        ({"game": "alien_frontiers", "options": {"luck": "all"}}, "no option 'luck'"),
        ({"seats": [["red"]]}, "seats"),
        ({"seats": [["red", "x" * 41]]}, "seats"),
        ({"camera": 5}, "camera"),
        ({"luck": 1}, "luck"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(
    phone: Phone, staged: StagedSetup, chosen: Answer, words: str
) -> None:
    status, told = choose(phone, **chosen)
    assert status == 422
    assert words.lower() in told["problems"][0]["text"].lower()
    assert (staged.plan, staged.revision) == (Plan(), 1)


def test_what_the_table_cannot_do_is_said(phone: Phone, staged: StagedSetup) -> None:
    staged.refusal = "the camera shows nothing"
    for path, body in (
        ("", {"expected": 1, "camera": "usb:0"}),
        ("/red-card", {}),
        ("/go-on", {"game": "x"}),
        ("/begin", {"expected": 1}),
    ):
        answer = phone.post(f"{URL}{path}", body)
        assert answer.status_code == 422, path
        assert answer.json()["problems"][0]["text"] == "The camera shows nothing."
    assert phone.get(f"{URL}/mat.pdf?game=alien_frontiers").status_code == 422


def test_a_game_is_begun_with_who_plays_and_by_which_rules(
    phone: Phone, staged: StagedSetup
) -> None:
    choose(phone, game="alien_frontiers", options={"tech": "none"})
    choose(phone, seats=[["blue", "Bo"], ["red", ""]])
    answer = phone.post(f"{URL}/begin", {"expected": staged.revision})
    assert answer.json() == {"status": "done", "id": "20261130-200000-new"}
    assert staged.begun[0].names() == {"blue": "Bo", "red": "Red"}


def test_who_has_chosen_nothing_begins_a_game_without_a_board(
    phone: Phone, staged: StagedSetup
) -> None:
    assert phone.post(f"{URL}/begin", {"expected": 1}).status_code == 200
    assert not load_game(staged.begun[0].game).layout.slots
    assert len(staged.begun[0].seats) == 2


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_every_game_is_offered_with_its_options_as_questions(phone: Phone, language: str) -> None:
    games = phone.get(f"{URL}/games?language={language}").json()
    assert [game["id"] for game in games] == list(game_ids())
    for game in games:
        info = load_game(game["id"]).info
        assert [one["name"] for one in game["options"]] == [one.name for one in info.options]
        for option, known in zip(game["options"], info.options, strict=True):
            assert option["asks"]
            assert [one["value"] for one in option["values"]] == list(known.values)
            assert all(one["text"] for one in option["values"])


def test_camera_and_board_are_told_in_the_language_of_the_phone(
    phone: Phone, staged: StagedSetup
) -> None:
    staged.status = CameraStatus("lost", phrase("the camera is being started"))
    staged.found = BoardFound(found=True, seen=5, tags=6)
    camera = phone.get(f"{URL}?language=zh-Hant").json()["camera"]
    assert camera["message"] == "攝影機啟動中"
    assert camera["found"] == {"found": True, "seen": 5, "tags": 6}


def test_dice_are_shown_one_player_after_the_other(phone: Phone, staged: StagedSetup) -> None:
    choose(phone, game="alien_frontiers")
    first = phone.post(f"{URL}/colours", {"colour": "red"}).json()
    assert (first["seen"], first["setup"]["colours"]) == (True, {"shown": ["red"], "learnt": []})
    staged.learnt = Learnt(seen=True, alike=(("red", "green"),))
    second = phone.post(f"{URL}/colours", {"colour": "green"}).json()
    assert second["alike"] == [["red", "green"]]
    assert second["setup"]["colours"] == {"shown": [], "learnt": ["red", "green"]}
    assert phone.post(f"{URL}/colours", {"colour": "pink"}).status_code == 422
    asyncio.run(phone.send("DELETE", f"{URL}/colours"))
    assert staged.known.learnt == ()


NOT_SHOWN = {"needed": False, "shown": False, "cards": False, "empty": False}


def test_the_board_is_shown_without_pieces(phone: Phone, staged: StagedSetup) -> None:
    assert phone.get(URL).json()["bare"] == NOT_SHOWN
    staged.board = BareBoard(needed=True, shown=False)
    staged.refusal = phrase("Something moves: take the hand away, then try again.")
    refused = phone.post(f"{URL}/bare", {})
    assert refused.status_code == 422
    assert "take the hand away" in refused.text
    assert phone.get(URL).json()["bare"] == {**NOT_SHOWN, "needed": True}
    staged.refusal = ""
    answer = phone.post(f"{URL}/bare", {})
    assert answer.status_code == 200
    assert answer.json()["setup"]["bare"] == {**NOT_SHOWN, "needed": True, "shown": True}
    empty = phone.post(f"{URL}/bare", {"empty": True}).json()["setup"]["bare"]
    assert (empty["shown"], empty["empty"]) == (True, True)


def test_mats_are_named_and_others_are_not_there(phone: Phone) -> None:
    answer = phone.get(f"{URL}/mat.pdf?game=alien_frontiers&paper=a3&ink=saving")
    assert answer.content == b"%PDF alien_frontiers a3 saving"
    assert answer.headers["content-type"] == "application/pdf"
    for query in ("game=chess", "game=alien_frontiers&paper=a9", "game=dice&ink=../x"):
        assert phone.get(f"{URL}/mat.pdf?{query}").status_code == 404


def test_other_sites_cannot_change_the_set_up(phone: Phone, staged: StagedSetup) -> None:
    evil = {"origin": "http://evil.example"}
    for path in ("", "/begin", "/go-on", "/red-card", "/colours", "/bare"):
        assert phone.post(f"{URL}{path}", {"expected": 1}, headers=evil).status_code == 403
    assert (staged.begun, staged.gone_on, staged.revision) == ([], [], 1)
