import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion.referee.snapshot import HistoryLine
from companion.rules.registry import load_game
from companion.rules.ruling import Notice
from companion.server.app import create_app
from companion.server.housekeeping import Housekeeping
from companion.store.backups import list_backups
from companion.store.game_file import read_ledger
from companion.store.library import create_game, list_games
from tests.output.games import rolls, with_names
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable

SECRET = "Xerxes the Secretive"


class Keeper:
    """Notes what was asked of it."""

    def __init__(self) -> None:
        self.cameras = 0
        self.games: list[str] = []
        self.clocks: list[datetime] = []

    def camera(self) -> None:
        self.cameras += 1

    def clock(self, told: datetime) -> bool:
        self.clocks.append(told)
        return len(self.clocks) == 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for names in (("Ann", "Bo"), (SECRET, "Bo")):
        _, ledger = rolls("red: roll 3 5\nblue: roll 1")
        ledger = with_names(ledger, *names)
        with create_game(tmp_path, ledger.header) as file:
            file.append(*ledger.entries)
    (tmp_path / "pin").write_text("4711-host-pin")
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "companion.log").write_text("camera: lost\n")
    return tmp_path


@pytest.fixture
def keeper() -> Keeper:
    return Keeper()


@pytest.fixture
def table() -> ScriptedTable:
    table = ScriptedTable()
    line = HistoryLine(
        1, table.shown.seats[0].player, "red: play secret_card", (), "judged", "phone"
    )
    table.shown = replace(
        table.shown, history=(line,), warnings=(Notice("store.low", "Little room."),)
    )
    return table


def keeping(data: Path, keeper: Keeper, **changed: object) -> Housekeeping:
    current = list_games(data)[0].id
    plain = Housekeeping(
        data, current, keeper.games.append, keeper.camera, lambda: True, set_clock=keeper.clock
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


def phone_at(table: ScriptedTable, housekeeping: Housekeeping, static: Path) -> Phone:
    return Phone(
        create_app(
            table,
            address=lambda: "http://table/",
            preview=lambda: None,
            pictures=lambda name: None,
            housekeeping=housekeeping,
            static=static,
        )
    )


@pytest.fixture
def phone(table: ScriptedTable, data: Path, keeper: Keeper, static: Path) -> Phone:
    return phone_at(table, keeping(data, keeper), static)


def forms(page: str) -> list[tuple[str, dict[str, str]]]:
    """Where each form goes and what it sends."""
    found = []
    for action, inside in re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', page):
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inside)
        found.append((action, dict(fields)))
    return found


def send(phone: Phone, action: str, fields: dict[str, str]) -> str:
    content = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
    answer = phone.post(action, content=content, headers={"origin": "http://table"})
    assert answer.status_code == 303
    return str(answer.headers["location"])


@pytest.mark.report("F6")
def test_the_page_needs_nothing_but_itself(phone: Phone, static: Path) -> None:
    (static / "index.html").unlink()
    answer = phone.get("/recovery")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert not re.search(r'(src|href)="(?!/|https?:)', answer.text)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for words in ("Coins, 0 entries", "Änne, Bo", "Off", "Little room.", "in play"):
        assert words in answer.text


def test_everything_offered_can_be_done(phone: Phone, keeper: Keeper, data: Path) -> None:
    older = list_games(data)[1].id
    offered = forms(phone.get("/recovery").text)
    assert ("/recovery/game", {"id": older}) in offered
    assert send(phone, "/recovery/camera", {}) == "/recovery?said=camera"
    assert keeper.cameras == 1
    send(phone, "/recovery/restart", {})
    send(phone, "/recovery/game", {"id": older})
    assert keeper.games == [list_games(data)[0].id, older]
    assert "The camera is being started again." in phone.get("/recovery?said=camera").text
    assert "<b>x" not in phone.get("/recovery?said=<b>x").text


def test_a_copy_is_restored_beside_what_was_played(
    phone: Phone, keeper: Keeper, data: Path
) -> None:
    copy = list_backups(data)[-1]
    before = {saved.id for saved in list_games(data)}
    offered = forms(phone.get("/recovery").text)
    assert ("/recovery/backup", {"name": copy.path.name}) in offered
    send(phone, "/recovery/backup", {"name": copy.path.name})
    (new,) = {saved.id for saved in list_games(data)} - before
    assert keeper.games == [new]
    restored, _ = read_ledger(data / "games" / f"{new}.sqlite", load_game)
    assert restored == read_ledger(copy.path, load_game)[0]


@pytest.mark.parametrize(
    ("action", "fields"),
    [("game", {"id": "../x"}), ("game", {}), ("backup", {"name": "..%2Fpin"}), ("backup", {})],
)
def test_what_is_not_offered_cannot_be_asked_for(
    phone: Phone, keeper: Keeper, action: str, fields: dict[str, str]
) -> None:
    content = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
    assert phone.post(f"/recovery/{action}", content=content).status_code == 404
    assert keeper.games == []


@pytest.mark.parametrize("action", ["camera", "restart", "game", "backup"])
def test_another_site_can_do_nothing(phone: Phone, keeper: Keeper, action: str) -> None:
    answer = phone.post(
        f"/recovery/{action}", content=b"", headers={"origin": "http://evil.example"}
    )
    assert answer.status_code == 403
    assert (keeper.cameras, keeper.games) == (0, [])


def test_safe_mode_is_said_with_the_way_out(
    table: ScriptedTable, data: Path, keeper: Keeper, static: Path
) -> None:
    safe = keeping(data, keeper, safe_mode="Safe mode: it broke off.", has_camera=lambda: False)
    phone = phone_at(table, safe, static)
    page = phone.get("/recovery").text
    assert "Safe mode: it broke off." in page
    assert ("/recovery/restart", {}) in forms(page)
    assert ("/recovery/camera", {}) not in forms(page)
    assert send(phone, "/recovery/camera", {}) == "/recovery?said=no-camera"


def test_the_log_can_be_looked_at(phone: Phone) -> None:
    answer = phone.get("/recovery/log")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == "camera: lost\n"


def test_the_bundle_holds_no_names_no_cards_and_no_secrets(phone: Phone, data: Path) -> None:
    (data / "pictures").mkdir()
    (data / "pictures" / "p.jpg").write_bytes(b"\xff\xd8\xff secret picture")
    content = phone.get("/recovery/diagnostics.zip").content
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        inside = {name: files.read(name).decode() for name in files.namelist()}
    assert set(inside) == {"program.json", "table.json", "saved.json", "companion.log", "crash.log"}
    everything = "\n".join(inside.values())
    for secret in (SECRET, "Änne", "Ann", "secret_card", "4711", "secret picture", "roll 3"):
        assert secret not in everything
    told = json.loads(inside["table.json"])
    assert told["entries"] == {"Acted": 2}
    assert told["warnings"] == ["store.low"]
    assert len(json.loads(inside["saved.json"])["games"]) == 2
    assert inside["companion.log"] == "camera: lost\n"
    assert json.loads(inside["program.json"])["libraries"]["fastapi"][0].isdigit()


def test_the_bundle_comes_also_when_the_game_is_torn(phone: Phone, data: Path) -> None:
    path = list_games(data)[0].path
    path.write_bytes(path.read_bytes()[:5000])
    content = phone.get("/recovery/diagnostics.zip").content
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        assert json.loads(files.read("table.json"))["file"] == "DamagedGameError"
    assert phone.get("/recovery").status_code == 200


@pytest.mark.report("F5")
def test_a_phone_tells_the_time_once(phone: Phone, keeper: Keeper) -> None:
    told = {"now": "2026-11-29T20:15:00+01:00"}
    assert phone.post("/api/v1/clock", json=told).status_code == 200
    assert keeper.clocks == [datetime.fromisoformat(told["now"])]
    again = phone.post("/api/v1/clock", json=told)
    assert again.status_code == 422
    assert "right already" in again.json()["problems"][0]["text"]
    for wrong in ({"now": "noon"}, {"now": "2026-11-29T20:15:00"}, {}):
        assert phone.post("/api/v1/clock", json=wrong).status_code == 422
