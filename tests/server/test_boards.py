"""Boards of the players' own over the network: saved, checked, shared, taken in."""

from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from companion.boards import board_for, load_board
from companion.core.errors import ProfileError
from companion.rules.registry import load_game
from companion.server.app import create_app
from companion.settings import boards_folder
from companion.store.boards import Boards
from tests.server.conftest import JPEG
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable

GAME = "alien_frontiers"


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(
        ScriptedTable(),
        address=lambda: "http://x/",
        preview=lambda: None,
        pictures=lambda name: None,
        still=lambda: JPEG,
        boards=Boards(boards_folder(tmp_path)),
    )


class Owner(Phone):
    """A phone that may also put and take away."""

    def put(self, path: str, **how: object) -> httpx.Response:
        import asyncio

        return asyncio.run(self.send("PUT", f"/api/v1/boards/{path}", **how))  # type: ignore[arg-type]

    def boards(self, path: str = "") -> httpx.Response:
        return self.get(f"/api/v1/boards{path}")


@pytest.fixture
def owner(app: FastAPI) -> Owner:
    return Owner(app)


def place(name: str, x: float, y: float, size: float = 20.0) -> dict[str, object]:
    return {"id": name, "kind": "die", "x_mm": x, "y_mm": y, "w_mm": size, "h_mm": size}


def body(*places: Mapping[str, object], **more: object) -> dict[str, object]:
    places = places or (place("lunar_mine.1", 50, 40), place("lunar_mine.2", 80, 40))
    area = {"id": "lunar_mine", "label": "Lunar Mine", "slots": list(places)}
    head = {"title": "Würfel & Co.", "game": GAME, "width_mm": 500.0, "height_mm": 300.0}
    return {**head, "areas": [area], **more}


def words(answer: httpx.Response) -> str:
    return " ".join(problem["text"] for problem in answer.json()["problems"])


def test_a_board_is_saved_listed_shown_played_and_forgotten(owner: Owner, tmp_path: Path) -> None:
    assert owner.boards().json() == []
    answer = owner.put("ours", json=body())
    assert answer.status_code == 200
    (fault,) = answer.json()["faults"]
    assert (fault["code"], fault["serious"]) == ("board.missing", False)
    assert owner.put("ours.jpg", content=JPEG).status_code == 200
    (listed,) = owner.boards().json()
    assert {key: listed[key] for key in ("name", "title", "game", "slots", "picture")} == {
        "name": "ours", "title": "Würfel & Co.", "game": GAME, "slots": 2, "picture": True,
    }  # fmt: skip
    shown = owner.boards("/ours").json()
    assert shown["areas"][0]["slots"] == [
        place("lunar_mine.1", 50, 40),
        place("lunar_mine.2", 80, 40),
    ]
    assert owner.boards("/ours.jpg").content == JPEG
    layout = load_board("ours", tmp_path)
    assert (layout.width_mm, layout.art) == (500.0, boards_folder(tmp_path) / "ours.jpg")
    game = load_game(GAME).layout
    assert list(board_for(game, "ours", tmp_path).slots) == ["lunar_mine.1", "lunar_mine.2"]
    import asyncio

    assert asyncio.run(owner.send("DELETE", "/api/v1/boards/ours")).status_code == 200
    assert owner.boards().json() == []
    assert not list(boards_folder(tmp_path).iterdir())


def test_a_profile_goes_from_one_machine_to_another(owner: Owner) -> None:
    owner.put("ours", json=body(tags=[{"id": 0, "x_mm": 18, "y_mm": 18, "size_mm": 36}]))
    file = owner.boards("/ours.toml")
    assert file.headers["content-disposition"] == 'attachment; filename="ours.toml"'
    taken = owner.post("/api/v1/boards/import", json={"text": file.text})
    assert taken.json() == owner.boards("/ours").json()
    assert [tag["id"] for tag in taken.json()["tags"]] == [0]
    foreign = owner.post("/api/v1/boards/import", json={"text": "hello"})
    assert foreign.status_code == 422
    assert "torn, or no board profile" in words(foreign)
    other = file.text.replace(GAME, "ludo")
    told = owner.post("/api/v1/boards/import", json={"text": other}).json()["faults"]
    assert "has no game 'ludo'" in told[0]["text"]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (body(place("lunar_mine.1", 5, 40)), "reaches outside the board. Move it onto the board"),
        (body(place("lunar_mine.1", 50, 40), place("lunar_mine.1", 90, 40)), "occurs twice"),
        (body(place("lunar_mine.1", 50, 40), place("lunar_mine.2", 60, 40)), "lie on each other"),
        (body(place("lunar_mine.1", 50, 40, 9.0)), "check the width and height"),
        (body(game="ludo"), "has no game 'ludo'"),
        (body(width_mm=0), "width_mm"),
        (body(extra=1), "there is no such field"),
        (body(place("lunar_mine.1", float("nan"), 40)), "x_mm"),
    ],
)
def test_a_faulty_board_is_refused_in_words(
    owner: Owner, sent: dict[str, object], told: str
) -> None:
    import json

    answer = owner.put("ours", content=json.dumps(sent).encode())
    assert (answer.status_code, told in words(answer)) == (422, True), answer.text
    assert owner.boards().json() == []


@pytest.mark.parametrize("name", ["Ours", "a b", "x" * 41, GAME, "games", "..", "-x"])
def test_names_are_words_that_can_be_typed(owner: Owner, name: str) -> None:
    answer = owner.put(name, json=body())
    assert answer.status_code in (422, 404, 405, 307), answer.text
    assert owner.boards().json() == []


def test_pictures_are_jpeg_of_saved_boards_and_not_too_large(owner: Owner) -> None:
    assert owner.put("ours.jpg", content=JPEG).status_code == 404
    owner.put("ours", json=body())
    assert owner.boards("/ours.jpg").status_code == 404
    assert "must be a JPEG" in words(owner.put("ours.jpg", content=b"GIF89a"))
    assert owner.put("ours.jpg", content=JPEG + bytes(7_000_000)).status_code == 413
    assert owner.boards("/camera.jpg").content == JPEG


@pytest.mark.report("B19")
def test_a_torn_profile_is_listed_with_what_to_do_and_hides_no_other(
    owner: Owner, tmp_path: Path
) -> None:
    owner.put("ours", json=body())
    path = boards_folder(tmp_path) / "ours.toml"
    (boards_folder(tmp_path) / "theirs.toml").write_text(path.read_text())
    path.write_text(path.read_text()[:90])
    torn, whole = owner.boards().json()
    assert (torn["name"], whole["name"], whole["problem"]) == ("ours", "theirs", "")
    assert "lay the board out again" in torn["problem"]
    assert owner.boards("/ours").status_code == 422
    with pytest.raises(ProfileError, match="lay the board out again"):
        load_board("ours", tmp_path)
    assert owner.put("ours", json=body()).status_code == 200
    assert owner.boards("/ours").status_code == 200


def test_a_full_disk_leaves_the_old_board(
    owner: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.put("ours", json=body())

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    answer = owner.put("ours", json=body(title="Later"))
    assert answer.status_code == 507
    assert "No space left on device; make room" in words(answer)
    assert owner.boards("/ours").json()["title"] == "Würfel & Co."
    assert [path.name for path in boards_folder(tmp_path).iterdir()] == ["ours.toml"]


def test_profiles_that_do_not_fit_the_game_are_not_played(owner: Owner, tmp_path: Path) -> None:
    owner.put("ours", json=body())
    path, text = boards_folder(tmp_path) / "ours.toml", owner.boards("/ours.toml").text
    path.write_text(text.replace("x_mm = 80.0", "x_mm = 55.0"))
    with pytest.raises(ProfileError, match=r"lie on each other.*page /board"):
        load_board("ours", tmp_path)
    path.write_text(text.replace(GAME, "ludo"))
    with pytest.raises(ProfileError, match=r"for the game 'ludo'.*choose another board"):
        load_board("ours", tmp_path)
    path.write_text(text.replace("lunar_mine.2", "own"))
    assert list(load_board("ours", tmp_path).slots) == ["lunar_mine.1", "own"]
    game = load_game(GAME).layout
    assert list(board_for(game, "ours", tmp_path).slots) == ["lunar_mine.1"]


def test_games_with_a_board_are_offered_with_all_their_places(owner: Owner) -> None:
    games = {game["id"]: game for game in owner.boards("/games").json()}
    areas = games[GAME]["areas"]
    slots = [slot["id"] for area in areas for slot in area["slots"]]
    assert slots == list(load_game(GAME).layout.slots)
    assert "dice" not in games


def test_other_sites_may_not_write(owner: Owner) -> None:
    answer = owner.put("ours", json=body(), headers={"origin": "http://evil"})
    assert answer.status_code == 403


def test_without_a_folder_no_board_is_taught(app: FastAPI) -> None:
    bare = create_app(
        ScriptedTable(), address=str, preview=lambda: None, pictures=lambda name: None
    )
    assert Phone(bare).get("/board").status_code == 404
