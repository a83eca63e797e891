"""The application before a real table."""

import asyncio
import json
from collections import Counter

import httpx
import pytest
from fastapi import FastAPI

from companion.referee.table import Table
from companion.rules.codec import to_json
from companion.rules.ledger import Entry, Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.server.app import create_app
from companion.store.errors import SavingError
from tests.server.phone import Phone

AT = "2026-11-29T20:15:00"


class Pages:
    """A journal in memory; `full` makes it refuse."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False

    def append(self, *entries: Entry) -> None:
        if self.full:
            raise SavingError("nothing was changed; the disk is full")
        self.entries.extend(entries)


@pytest.fixture
def journal() -> Pages:
    return Pages()


@pytest.fixture
def dice(journal: Pages) -> Table:
    game = load_game("dice")
    setup = make_setup(game.info, {"red": "Änne", "blue": "Bo"})
    return Table(
        game, Ledger(Header("dice", game.info.rules_version, setup, AT)), journal, lambda: AT
    )


@pytest.fixture
def app(dice: Table) -> FastAPI:
    return create_app(
        dice, address=lambda: "http://x/", preview=lambda: None, pictures=lambda name: None
    )


def roll(name: str, expected: int, *faces: int) -> dict[str, object]:
    request = {"type": "Roll", "faces": faces}
    return {"id": name, "expected": expected, "seat": "red", "request": request}


def all_at_once(app: FastAPI, commands: list[dict[str, object]]) -> list[httpx.Response]:
    async def send() -> list[httpx.Response]:
        phones = [Phone(app) for _ in commands]
        sending = [
            phone.send("POST", "/api/v1/commands", json=command)
            for phone, command in zip(phones, commands, strict=True)
        ]
        return await asyncio.gather(*sending)

    return asyncio.run(send())


@pytest.mark.report("G11")
def test_one_id_sent_five_times_at_once_is_applied_once(
    app: FastAPI, dice: Table, journal: Pages
) -> None:
    answers = all_at_once(app, [roll("tap", 0, 4)] * 5)
    assert [answer.status_code for answer in answers] == [200] * 5
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert (dice.version, len(journal.entries)) == (1, 1)


def test_of_two_phones_that_press_at_once_one_is_told(app: FastAPI, dice: Table) -> None:
    answers = all_at_once(app, [roll("one", 0, 4), roll("two", 0, 6)])
    assert Counter(answer.json()["status"] for answer in answers) == {"done": 1, "stale": 1}
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert answers[0].json()["snapshot"] == answers[1].json()["snapshot"]
    assert dice.version == 1


@pytest.mark.report("G12")
def test_an_undo_and_a_roll_at_once_leave_both_phones_equal(app: FastAPI, dice: Table) -> None:
    phone = Phone(app)
    phone.post("/api/v1/commands", json=roll("first", 0, 4))
    undo = {"id": "u", "expected": 1, "request": {"type": "Undo", "to": 0, "past_roll": True}}
    answers = all_at_once(app, [undo, roll("second", 1, 2)])
    assert Counter(answer.json()["status"] for answer in answers) == {"done": 1, "stale": 1}
    one, other = (answer.json()["snapshot"] for answer in answers)
    assert one["version"] == other["version"] == 2
    assert one["history"] == other["history"]


@pytest.mark.report("G1")
def test_a_stale_page_changes_nothing(app: FastAPI, dice: Table) -> None:
    phone = Phone(app)
    phone.post("/api/v1/commands", json=roll("first", 0, 4))
    answer = phone.post("/api/v1/commands", json=roll("late", 0, 1))
    assert answer.status_code == 409
    assert answer.json()["snapshot"]["history"][-1]["faces"] == [4]
    assert dice.version == 1


@pytest.mark.report("G3")
def test_an_undo_past_a_roll_asks_first(app: FastAPI) -> None:
    phone = Phone(app)
    phone.post("/api/v1/commands", json=roll("first", 0, 4))
    undo = {"id": "u", "expected": 1, "request": {"type": "Undo", "to": 0}}
    answer = phone.post("/api/v1/commands", json=undo)
    assert (answer.status_code, answer.json()["kind"]) == (422, "confirm")


def test_a_table_check_is_shown_and_confirmed(app: FastAPI, dice: Table) -> None:
    phone = Phone(app)
    sheet = phone.get("/api/v1/check").json()
    assert [seat["player"] for seat in sheet["seats"]] == ["red", "blue"]
    command = {"id": "c", "expected": sheet["version"], "request": {"type": "Check", "counted": []}}
    assert phone.post("/api/v1/commands", json=command).json()["status"] == "done"
    assert dice.version == 0, "nothing was counted otherwise"


def test_what_is_no_action_is_refused_in_words(app: FastAPI, dice: Table) -> None:
    command = roll("x", 0) | {"request": {"type": "Act", "text": "red: castle"}}
    answer = Phone(app).post("/api/v1/commands", json=command)
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    assert answer.json()["problems"][0]["text"]
    assert dice.version == 0


def test_nothing_is_done_when_the_disk_is_full(app: FastAPI, dice: Table, journal: Pages) -> None:
    phone, journal.full = Phone(app), True
    answer = phone.post("/api/v1/commands", json=roll("first", 0, 4))
    assert (answer.status_code, answer.json()["kind"]) == (422, "storage")
    assert "disk is full" in answer.json()["problems"][0]["text"]
    assert phone.get("/api/v1/snapshot").json()["history"] == []
    journal.full = False
    assert phone.post("/api/v1/commands", json=roll("first", 0, 4)).json()["status"] == "done"
    assert len(journal.entries) == 1


def test_a_snapshot_of_a_real_table_is_its_json(app: FastAPI, dice: Table) -> None:
    phone = Phone(app)
    for number, face in enumerate((3, 1, 6)):
        phone.post("/api/v1/commands", json=roll(f"r{number}", number, face))
    written = json.dumps(to_json(dice.snapshot()), ensure_ascii=False)
    named = written.replace("Red", "Änne").replace("Blue", "Bo")
    assert phone.get("/api/v1/snapshot").json() == json.loads(named)
    assert phone.get("/api/v1/layout").json()["slots"] == []


def test_the_page_that_is_shipped_is_there_with_its_files(app: FastAPI) -> None:
    phone = Phone(app)
    page = phone.get("/").text
    assert "{{" not in page
    version = phone.get("/api/v1/health").json()["page"]
    paths = [part for part in page.split('"') if part.startswith("/static/")]
    assert paths
    for path in paths:
        assert path.startswith(f"/static/{version}/")
        assert phone.get(path).status_code == 200, path


def test_what_lies_where_is_told(journal: Pages) -> None:
    game = load_game("alien_frontiers")
    setup = make_setup(game.info, {"red": "Ann", "blue": "Bo"})
    header = Header(game.info.id, game.info.rules_version, setup, AT)
    app = create_app(
        Table(game, Ledger(header), journal, lambda: AT),
        address=lambda: "http://x/",
        preview=lambda: None,
        pictures=lambda name: None,
    )
    answer = Phone(app).get("/api/v1/laying-out")
    places = {each["label"]: each["pieces"] for each in answer.json()}
    assert places["Maintenance Bay"] == ["3 x blue die", "3 x red die"]
    assert places["Tech deck, face-down"] == ["22 x card"]
