import json
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from companion.core.ids import PlayerId
from companion.referee.commands import (
    REQUESTS,
    Act,
    Adjust,
    Amend,
    Answer,
    Check,
    Command,
    CorrectDie,
    Overrule,
    Problem,
    Refused,
    Request,
    Roll,
    Stale,
    Undo,
)
from companion.referee.snapshot import LastRoll, ReadDie
from companion.rules.codec import to_json
from companion.server.page import STATIC, page_version, read_page
from tests.server.conftest import JPEG, Surroundings
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable

ACT = {"type": "Act", "text": "red: toss 1"}


def body(request: object = ACT, **changes: object) -> dict[str, object]:
    return {"id": "a1", "expected": 0, "seat": "red", "request": request} | changes


# The page and its files


@pytest.mark.report("E11")
def test_the_page_is_asked_for_each_time_and_names_its_files_by_version(phone: Phone) -> None:
    page = phone.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text.endswith("Würfel")
    path = page.text.split('"')[1]
    file = phone.get(path)
    assert file.status_code == 200
    assert "immutable" in file.headers["cache-control"]
    assert file.headers["content-type"].startswith("text/javascript")


def test_a_browser_is_told_to_ask_no_other_machine(phone: Phone) -> None:
    assert "default-src 'self'" in phone.get("/").headers["content-security-policy"]


def test_modules_have_the_type_that_browsers_insist_on(phone: Phone, app: FastAPI) -> None:
    version = phone.get("/api/v1/health").json()["page"]
    module = phone.get(f"/static/{version}/vendor/x.mjs")
    assert module.headers["content-type"].startswith("text/javascript")


def test_other_files_make_another_version(phone: Phone, static: Path, table: ScriptedTable) -> None:
    before = page_version(static)
    (static / "app.js").write_text("export {};")
    assert page_version(static) != before


def test_a_page_that_is_missing_is_told(phone: Phone, static: Path) -> None:
    (static / "index.html").unlink()
    answer = phone.get("/")
    assert answer.status_code == 404
    assert "install the program again" in answer.json()["problems"][0]["text"]


def test_pages_share_parts_and_name_all_their_modules_at_once(phone: Phone, static: Path) -> None:
    script = '<script type="module" src="/static/{{version}}/app.js"></script>'
    (static / "index.html").write_text("{{head.html}}" + script)
    (static / "head.html").write_text("<meta content='{{version}}'>\n")
    (static / "app.js").write_text(
        'import { a } from "./a.js";\nimport {\n  b,\n} from "./b.js";\n'
    )
    (static / "a.js").write_text('import { h } from "preact";\nimport { b } from "./b.js";\n')
    (static / "b.js").write_text('import { app } from "./app.js";\nconst no = "./c.js";\n')
    page = phone.get("/").text
    assert page.startswith("<meta content=")
    assert "{{" not in page
    named = re.findall(r'modulepreload" href="/static/[^/"]+/(\w+\.js)"', page)
    assert sorted(named) == ["a.js", "b.js"]


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.glob("*.html")))
def test_every_file_that_a_page_names_is_there(name: str) -> None:
    page = bytes(read_page(STATIC, "1", "en", name).body).decode()
    for path in re.findall(r'/static/1/([^"]+)"', page):
        assert (STATIC / path).is_file(), path


@pytest.mark.parametrize(
    "path",
    [
        "gone.js",
        "",
        "vendor",
        "vendor/",
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "%2e%2e%2fsecret.txt",
        "vendor/..%2f..%2fsecret.txt",
        "..%5csecret.txt",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "app.js%00",
        "x" * 5000,
    ],
)
def test_what_is_no_file_of_the_page_is_not_found(phone: Phone, path: str) -> None:
    version = phone.get("/api/v1/health").json()["page"]
    answer = phone.get(f"/static/{version}/{path}")
    assert answer.status_code == 404
    assert "not for phones" not in answer.text


def test_files_of_another_version_are_not_found(phone: Phone) -> None:
    assert phone.get("/static/0.0.1-abc/app.js").status_code == 404
    assert phone.get("/static/app.js").status_code == 404


@pytest.mark.parametrize("path", ["/redoc", "/openapi.json"])
def test_pages_that_need_the_internet_do_not_exist(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code == 404


# Looking


def test_a_snapshot_is_the_table_in_json(phone: Phone, table: ScriptedTable) -> None:
    answer = phone.get("/api/v1/snapshot")
    assert answer.json() == to_json(table.snapshot())
    assert answer.headers["cache-control"] == "no-store"


def test_a_phone_looks_from_the_seat_it_took(phone: Phone, app: FastAPI) -> None:
    assert phone.get("/api/v1/snapshot").json()["announcement"] == "for None"
    phone.post("/api/v1/seat", json={"seat": "red"})
    assert phone.get("/api/v1/snapshot").json()["announcement"] == "for red"
    assert phone.get("/api/v1/snapshot?seat=blue").json()["announcement"] == "for red"
    assert phone.get("/api/v1/snapshot?seat=").json()["announcement"] == "for None"
    assert Phone(app).get("/api/v1/snapshot?seat=red").json()["announcement"] == "for None"


def test_a_layout_lists_areas_and_slots(phone: Phone) -> None:
    assert phone.get("/api/v1/layout").json() == {
        "width_mm": 200.0,
        "height_mm": 100.0,
        "has_models": False,
        "areas": [
            {"id": "mine", "label": "Mine", "x_mm": 0, "y_mm": 0, "w_mm": 80, "h_mm": 40},
        ],
        "slots": [
            {
                "id": "mine.1",
                "area": "mine",
                "kind": "die",
                "x_mm": 20,
                "y_mm": 20,
                "w_mm": 22,
                "h_mm": 22,
                "holds": "",
                "also_holds": [],
                "value": None,
                "lying": False,
                "pile": False,
            }
        ],
    }


def test_what_is_large_travels_compressed(phone: Phone) -> None:
    assert "content-encoding" not in phone.get("/api/v1/layout").headers, "it is small here"
    assert phone.get("/join.svg").headers["content-encoding"] == "gzip"


def test_health_says_what_is_running(phone: Phone) -> None:
    health = phone.get("/api/v1/health").json()
    assert health["status"] == "ok"
    assert (health["game"], health["version"], health["phones"]) == ("coins", 0, 0)
    assert health["address"] == "http://192.168.1.20:8000/"
    assert set(health["camera"]) == {"state", "message"}


# Pictures


def test_the_preview_is_the_newest_picture(phone: Phone, around: Surroundings) -> None:
    answer = phone.get("/api/v1/preview.jpg")
    assert answer.content == JPEG
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "no-store"
    around.preview = None
    assert phone.get("/api/v1/preview.jpg").status_code == 404


def test_kept_pictures_are_shown_by_name(phone: Phone) -> None:
    assert phone.get("/api/v1/pictures/20261129-201500-7.jpg").content == JPEG


@pytest.mark.parametrize(
    "name",
    ["unknown", "..%2fsecret", ".hidden", "a%00b", "a%2fb", "a.b", "x" * 81, "%C3%A4", "a%0a", ""],
)
def test_other_names_of_pictures_are_not_found(
    phone: Phone, around: Surroundings, name: str
) -> None:
    class Anything(dict[str, bytes]):
        def get(self, name: str, default: object = None) -> bytes | None:  # type: ignore[override]
            return None if name == "unknown" else JPEG

    around.pictures = Anything()
    assert phone.get(f"/api/v1/pictures/{name}.jpg").status_code == 404


# Commands

BODIES: list[tuple[dict[str, object], Request]] = [
    ({"type": "Act", "text": "red: toss 1"}, Act("red: toss 1")),
    ({"type": "Roll", "faces": [3, 5]}, Roll((3, 5))),
    ({"type": "Overrule", "text": "red: toss 7"}, Overrule("red: toss 7")),
    ({"type": "CorrectDie", "entry": 4, "index": 0, "value": 3}, CorrectDie(4, 0, 3)),
    (
        {"type": "CorrectDie", "entry": 4, "index": 0, "value": 3, "keep": True},
        CorrectDie(4, 0, 3, True),
    ),
    ({"type": "Amend", "entry": 2, "text": "red: toss 2"}, Amend(2, "red: toss 2")),
    ({"type": "Undo", "to": 3}, Undo(3)),
    ({"type": "Undo", "to": 0, "past_roll": True}, Undo(0, True)),
    (
        {"type": "Adjust", "player": "red", "quantity": "fuel", "amount": -2},
        Adjust("red", "fuel", -2),
    ),
    (
        {"type": "Check", "counted": [["red", "fuel", 2], ["blue", "ore", 0]]},
        Check((("red", "fuel", 2), ("blue", "ore", 0))),
    ),
    ({"type": "Answer", "question": "q1", "option": "yes"}, Answer("q1", "yes")),
    (
        {"type": "Answer", "question": "q1", "option": "yes", "faces": [1, 6]},
        Answer("q1", "yes", (1, 6)),
    ),
]


@pytest.mark.parametrize(("sent", "meant"), BODIES)
def test_a_request_reaches_the_table_as_it_was_meant(
    phone: Phone, table: ScriptedTable, sent: dict[str, object], meant: Request
) -> None:
    answer = phone.post("/api/v1/commands", json=body(sent))
    assert answer.status_code == 200
    assert table.asked == [Command("a1", 0, meant, "red")]


def test_every_request_there_is_can_be_sent() -> None:
    assert {type(meant) for _, meant in BODIES} == set(REQUESTS)


def test_what_is_done_comes_with_the_table_as_it_is_then(phone: Phone) -> None:
    answer = phone.post("/api/v1/commands", json=body())
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "done",
        "version": 1,
        "snapshot": phone.get("/api/v1/snapshot?seat=red").json(),
    }
    assert answer.json()["snapshot"]["version"] == 1


def test_a_stale_command_comes_back_with_the_new_table(phone: Phone, table: ScriptedTable) -> None:
    table.change(entries=7)
    table.script = [Stale(7)]
    answer = phone.post("/api/v1/commands", json=body())
    assert answer.status_code == 409
    assert (answer.json()["status"], answer.json()["version"]) == ("stale", 7)
    assert answer.json()["snapshot"]["version"] == 7


@pytest.mark.parametrize("kind", ["illegal", "invalid", "confirm", "storage"])
def test_a_refusal_says_every_rule_that_is_broken(
    phone: Phone, table: ScriptedTable, kind: str
) -> None:
    problems = (Problem("coin.edge", "A coin has two sides.", "3.1"), Problem("coin.turn", "No."))
    table.script = [Refused(kind, problems)]
    answer = phone.post("/api/v1/commands", json=body())
    assert answer.status_code == 422
    assert answer.json() == {
        "status": "refused",
        "kind": kind,
        "problems": [
            {"code": "coin.edge", "text": "A coin has two sides.", "source": "3.1"},
            {"code": "coin.turn", "text": "No.", "source": ""},
        ],
    }


@pytest.mark.parametrize(
    ("given", "taken", "seat"),
    [("red", "blue", "red"), (None, "blue", "blue"), (None, None, None)],
)
def test_a_command_comes_from_the_seat_it_names_or_that_was_taken(
    phone: Phone, table: ScriptedTable, given: str | None, taken: str | None, seat: str | None
) -> None:
    phone.post("/api/v1/seat", json={"seat": taken})
    phone.post("/api/v1/commands", json=body(seat=given))
    assert [command.seat for command in table.asked] == [seat]


def without(field: str) -> dict[str, object]:
    return {key: value for key, value in body().items() if key != field}


BAD: list[tuple[object, str]] = [
    (body() | {"colour": "red"}, "colour: there is no such field"),
    (body({**ACT, "texts": ""}), "request.Act.texts: there is no such field"),
    (body({"type": "Cheat"}), "Cheat"),
    (body({"text": "red: toss 1"}), "type"),
    (body({"type": "Act"}), "request.Act.text: Field required"),
    (body({"type": "Act", "text": ""}), "at least 1 character"),
    (body({"type": "Act", "text": "x" * 1001}), "at most 1000 characters"),
    (body({"type": "Act", "text": 5}), "valid string"),
    (body({"type": "Roll", "faces": [1] * 201}), "at most 200 items"),
    (body({"type": "Roll", "faces": [0]}), "greater than or equal to 1"),
    (body({"type": "Roll", "faces": [2.5]}), "valid integer"),
    (body({"type": "Roll", "faces": [True]}), "valid integer"),
    (body({"type": "Roll", "faces": ["6"]}), "valid integer"),
    (body({"type": "Undo", "to": -1}), "greater than or equal to 0"),
    (body({"type": "Undo", "to": 10**30}), "less than or equal to"),
    (without("id"), "id: Field required"),
    (without("expected"), "expected: Field required"),
    (body(id=""), "id: "),
    (body(id="x" * 101), "id: "),
    (body(expected=None), "expected: "),
    (body(seat="purple"), "Nobody plays 'purple' here"),
    (body(ACT, **{str(n): n for n in range(999)}), "there is no such field"),
    ([], "the request: Input should be an object"),
    (None, "the request: "),
]


@pytest.mark.parametrize(("sent", "words"), BAD)
def test_what_is_not_understood_is_refused_in_words(
    phone: Phone, table: ScriptedTable, sent: object, words: str
) -> None:
    answer = phone.post("/api/v1/commands", json=sent)
    assert answer.status_code == 422
    assert (answer.json()["status"], answer.json()["kind"]) == ("refused", "invalid")
    problems = answer.json()["problems"]
    assert words in " ".join(problem["text"] for problem in problems)
    assert len(problems) <= 10
    assert table.asked == []


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"not json",
        b"\xff\xfe",
        b'{"id": "a', b"NaN",
        b"[" * 60_000,
        b'{"id":"\\ud800","expected":0,"request":{"type":"Act","text":"x"}}',
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused_in_words(
    phone: Phone, table: ScriptedTable, sent: bytes
) -> None:
    answer = phone.post("/api/v1/commands", content=sent)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["text"]
    assert table.asked == []


async def in_pieces() -> AsyncIterator[bytes]:
    for _ in range(70):
        yield b" " * 1024


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("path", ["/api/v1/commands", "/api/v1/seat"])
def test_what_is_too_long_is_refused_in_words(
    phone: Phone, table: ScriptedTable, path: str, at_once: bool
) -> None:
    answer = phone.post(path, content=b" " * 70_000 if at_once else in_pieces())
    assert answer.status_code == 413
    assert "64 KB" in answer.json()["problems"][0]["text"]
    assert table.asked == []


ORIGINS = [
    (None, "192.168.1.20:8000", True),
    ("http://192.168.1.20:8000", "192.168.1.20:8000", True),
    ("http://Pi.local:8000", "pi.local:8000", True),
    ("http://[fd00::7]:8000", "[fd00::7]:8000", True),
    ("http://evil.example", "192.168.1.20:8000", False),
    ("http://192.168.1.20:9000", "192.168.1.20:8000", False),
    ("null", "192.168.1.20:8000", False),
    ("", "192.168.1.20:8000", False),
    ("http://[broken", "192.168.1.20:8000", False),
    ("http://evil.example", "table", False),
]


@pytest.mark.parametrize(("origin", "host", "welcome"), ORIGINS)
def test_other_sites_cannot_use_a_phones_browser(
    phone: Phone, table: ScriptedTable, origin: str | None, host: str, welcome: bool
) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    for path, sent in (("commands", body()), ("seat", {"seat": "red"})):
        answer = phone.post(f"/api/v1/{path}", json=sent, headers=headers)
        assert answer.status_code == (200 if welcome else 403)
        if not welcome:
            assert "at the table's own address" in answer.json()["problems"][0]["text"]
    assert len(table.asked) == welcome


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("192.168.1.20:8000", True),
        ("10.9.8.7", True),
        ("[fd00::7]:8000", True),
        ("localhost:8000", True),
        ("raspberrypi", True),
        ("raspberrypi.local:8000", True),
        ("table.example.org", True),
        ("evil.example", False),
        ("192.168.1.20.evil.example", False),
        ("evil.example:8000", False),
        ("", False),
        ("a b", False),
        ("[evil", False),
        ("local", True),
        ("evil.example#.local", False),
        ("evil.example/.local", False),
        ("x@table", False),
    ],
)
def test_a_name_of_the_internet_that_leads_here_is_refused(
    phone: Phone, around: Surroundings, table: ScriptedTable, host: str, welcome: bool
) -> None:
    """A page of another site whose name is made to lead here is of our origin to the browser."""
    around.address = "http://table.example.org/"
    headers = {"host": host, "origin": f"http://{host}"}
    answer = phone.post("/api/v1/commands", json=body(), headers=headers)
    assert answer.status_code == (200 if welcome else 403)
    assert len(table.asked) == welcome


# Nothing from outside


def test_no_route_asks_another_machine(
    phone: Phone, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outside(*args: object) -> None:
        raise AssertionError(f"asked the network: {args}")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, outside)
    monkeypatch.setattr(socket, "getaddrinfo", outside)
    version = phone.get("/api/v1/health").json()["page"]
    answers = [
        phone.get("/"),
        phone.get("/join.svg"),
        phone.get(f"/static/{version}/app.js"),
        *(phone.get(f"/api/v1/{name}") for name in ("snapshot", "layout", "health", "phone")),
        phone.get("/api/v1/preview.jpg"),
        phone.get("/api/v1/pictures/20261129-201500-7.jpg"),
        phone.post("/api/v1/commands", json=body()),
        phone.post("/api/v1/seat", json={"seat": "red"}),
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    allowed = ("http://192.168.1.20:8000/", "http://www.w3.org/2000/svg")
    for answer in answers:
        text = answer.content.decode(errors="replace")
        for known in allowed:
            text = text.replace(known, "")
        assert "http://" not in text
        assert "https://" not in text


def test_a_snapshot_never_carries_what_browsers_cannot_read(
    phone: Phone, table: ScriptedTable
) -> None:
    die = ReadDie(5, None, float("nan"), True, (0.0, float("inf"), 1.0, 1.0))
    table.shown = replace(table.shown, roll=LastRoll(1, PlayerId("red"), (die,), "camera"))
    text = phone.get("/api/v1/snapshot").text
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert "Änne" in text
