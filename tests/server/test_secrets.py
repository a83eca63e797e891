"""Nothing that one seat alone may know leaves the machine, by whatever way out there is."""

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI

from companion.core.ids import PlayerId
from companion.referee.commands import Act, Command, Done
from companion.referee.question import Asked
from companion.referee.snapshot import Question, QuestionOption
from companion.referee.table import Table
from companion.rules.game import AnyGame, Pending, Secretive, Setup
from companion.rules.ledger import Header
from companion.server.access import Access, KeptInMemory
from companion.server.app import create_app
from companion.server.housekeeping import Housekeeping
from companion.server.stream import Snapshots
from companion.store.boards import Boards
from companion.store.game_file import GameFile
from companion.store.library import create_game, open_game
from companion.store.log import start_log
from tests.server.hands import Draw, Hands
from tests.server.phone import Phone
from tests.server.test_access import PIN, routes_of

RED = ("zebra", "quartz", "walnut", "onyx", "864209", "secret-picture")
"""What only red may know."""
AT = "2026-11-29T20:15:00"
SCRIPT = (
    "red: draw zebra quartz",
    "blue: draw mango",
    "red: cup 864209 3",
    "red: draw walnut",
    "blue: play mango",
    "red: draw onyx",
)
"""At its end red holds four cards and must bury one."""
JPEG = b"\xff\xd8\xff a picture"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    hands = cast(AnyGame, Hands())
    for module in ("games", "recovery", "bundle"):
        monkeypatch.setattr(f"companion.server.{module}.load_game", lambda name: hands)
    return hands


@pytest.fixture
def file(game: AnyGame, tmp_path: Path) -> Iterator[GameFile]:
    seats = (PlayerId("red"), PlayerId("blue"))
    setup = Setup(seats, {seats[0]: "Ann", seats[1]: "Bo"}, {})
    with create_game(tmp_path, Header("hands", "1", setup, AT)) as file:
        yield file


@pytest.fixture
def table(game: AnyGame, file: GameFile, tmp_path: Path) -> Table:
    ledger, other = open_game(tmp_path, file.id, lambda name: game)
    other.close()
    table = Table(game, ledger, file, lambda: AT)
    for number, text in enumerate(SCRIPT):
        reply = table.command(Command(f"c{number}", number, Act(text), text.split(":")[0]))
        assert isinstance(reply, Done), reply
    return table


@pytest.fixture
def app(table: Table, file: GameFile, tmp_path: Path) -> FastAPI:
    return create_app(
        table,
        address=lambda: "http://table/",
        preview=lambda: None,
        pictures=lambda name: JPEG,
        boards=Boards(tmp_path / "boards"),
        housekeeping=Housekeeping(tmp_path, file.id, lambda name: None),
        access=Access(KeptInMemory(PIN), file.id),
    )


def seated(app: FastAPI, seat: str | None, *, host: bool = False) -> Phone:
    phone = Phone(app)
    assert phone.post("/api/v1/seat", json={"seat": seat}).status_code == 200
    if host:
        assert phone.post("/api/v1/host", json={"pin": PIN}).status_code == 200
    return phone


def others(app: FastAPI) -> dict[str, Phone]:
    """Everybody but red."""
    return {
        "looks on": Phone(app),
        "blue": seated(app, "blue"),
        "the host": seated(app, None, host=True),
    }


def ways_out(app: FastAPI, game: str) -> list[str]:
    """Every address that can be looked at, with every parameter that leads somewhere."""
    found: list[str] = []
    for route in routes_of(app):
        if "GET" in (route.methods or ()) and "/events" not in route.path:
            found.extend(filled(route.path, game))
    return found


def filled(path: str, game: str) -> Iterator[str]:
    entries = [str(number) for number in range(len(SCRIPT) + 2)]
    if path.endswith("/export"):
        for form in ("bgstats", "json", "csv", "svg"):
            yield f"{path.replace('{name}', 'current')}?format={form}"
    elif "{name}" in path and "{number}" in path:
        yield from (path.replace("{name}", game).replace("{number}", n) for n in entries)
    elif "{name}" in path:
        yield from (path.replace("{name}", name) for name in ("current", game, "x"))
    elif "{entry}" in path:
        yield from (path.replace("{entry}", entry) for entry in entries)
    elif path.endswith("/undo"):
        yield from (f"{path}?to={entry}" for entry in entries)
        yield path
    else:
        assert "{" not in path, f"say what leads somewhere in {path}"
        yield path


def said(content: bytes) -> str:
    """All text in an answer, in a zip too."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as files:
            return "".join(files.read(name).decode(errors="replace") for name in files.namelist())
    return content.decode(errors="replace")


def leaks(text: str) -> set[str]:
    return {secret for secret in RED if secret in text}


def test_the_game_has_something_to_hide(app: FastAPI) -> None:
    """Else the tests below would hold for nothing."""
    red = seated(app, "red")
    told = red.get("/api/v1/snapshot").text
    assert leaks(told) >= {"zebra", "quartz", "walnut", "onyx", "864209"}
    assert isinstance(Hands(), Secretive)


def test_no_answer_tells_it_to_another(app: FastAPI, file: GameFile) -> None:
    seated(app, "red")
    for who, phone in others(app).items():
        looked = ways_out(app, file.id)
        assert len(looked) > 40
        for path in looked:
            answer = phone.get(path)
            assert answer.status_code < 500, path
            assert not leaks(said(answer.content)), (who, path)


@pytest.mark.parametrize("public", [False, True])
def test_others_know_what_is_asked_of_a_seat_only_where_it_is_public(
    game: AnyGame, app: FastAPI, monkeypatch: pytest.MonkeyPatch, public: bool
) -> None:
    """What comes out of a bag before everybody is no secret of a game that has others."""

    def pending(state: object) -> Pending[Draw]:
        red = PlayerId("red")
        return Pending(red, "deal", "What came out of the bag?", (Draw(red, ("pear",)),), public)

    monkeypatch.setattr(game, "pending", pending)
    seen = {"red": seated(app, "red"), **others(app)}
    told = {who: phone.get("/api/v1/snapshot").json()["choice"] for who, phone in seen.items()}
    assert len(told.pop("red")["choices"]) == 1
    for who, choice in told.items():
        assert ("bag" in choice["prompt"]) == public, who
        assert choice["choices"] == [], "nobody plays for another seat"


def test_no_stream_tells_it_to_another(table: Table) -> None:
    snapshots = Snapshots(table)
    for language in ("en", "zh-Hant", "zh-Hans"):
        assert leaks(snapshots.text("red", language))
        for seat in ("blue", None):
            assert not leaks(snapshots.text(seat, language))


REQUESTS: tuple[dict[str, object], ...] = (
    {"type": "Act", "text": "red: play zebra"},
    {"type": "Act", "text": "red: play unicorn"},
    {"type": "Act", "text": "red: bury quartz"},
    {"type": "Overrule", "text": "red: play unicorn"},
    {"type": "Amend", "entry": 1, "text": "red: draw nothing"},
    {"type": "Amend", "entry": 4, "text": "red: play unicorn"},
    {"type": "Amend", "entry": 4, "text": "red: play unicorn", "keep": False},
    {"type": "CorrectDie", "entry": 3, "index": 0, "value": 5},
    {"type": "Undo", "to": 5},
    {"type": "Adjust", "player": "red", "quantity": "cards", "amount": 3},
    {"type": "Check", "counted": [["red", "cards", 3]]},
    {"type": "Roll", "faces": [3]},
    {"type": "Answer", "question": "q", "option": "o"},
)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: f"{one['type']}")
@pytest.mark.parametrize("seat", [None, "red", "blue"])
def test_no_refusal_and_no_reply_tells_it_to_another(
    app: FastAPI, request_: dict[str, object], seat: str | None
) -> None:
    seated(app, "red")
    for who, phone in others(app).items():
        version = phone.get("/api/v1/snapshot").json()["version"]
        for expected in (version, 0):
            command = {"id": f"{who}{expected}", "expected": expected, "request": request_}
            answer = phone.post("/api/v1/commands", json=command | {"seat": seat})
            own = {word for word in RED if word in json.dumps(request_)}
            assert leaks(answer.text) <= own, (who, answer.text)
            assert answer.status_code < 500


def test_a_correction_of_the_host_says_no_reason_that_is_anothers(app: FastAPI) -> None:
    host = seated(app, None, host=True)
    red = seated(app, "red")
    bury = {"id": "b", "expected": 6, "request": {"type": "Act", "text": "red: bury zebra"}}
    assert red.post("/api/v1/commands", json=bury).status_code == 200
    amend = {"type": "Amend", "entry": 1, "text": "red: draw nothing"}
    answer = host.post("/api/v1/commands", json={"id": "a", "expected": 7, "request": amend})
    assert (answer.status_code, answer.json()["kind"]) == (422, "confirm")
    assert not leaks(answer.text)
    own = red.post("/api/v1/commands", json={"id": "o", "expected": 7, "request": amend})
    assert "zebra" in own.json()["problems"][0]["text"], "red itself is told why"


def test_a_question_about_a_hand_is_its_owners(table: Table, app: FastAPI) -> None:
    options = (QuestionOption("z", "red plays zebra"), QuestionOption("q", "red plays quartz"))
    question = Question("q1", PlayerId("red"), "zebra or quartz?", options, (), "secret-picture")
    table._eye.asking.open = Asked(question)
    table._changed()
    red = seated(app, "red")
    assert red.get("/api/v1/snapshot").json()["questions"][0]["options"]
    for phone in others(app).values():
        (shown,) = phone.get("/api/v1/snapshot").json()["questions"]
        assert (shown["player"], shown["options"], shown["picture"]) == ("red", [], None)
        assert not leaks(json.dumps(shown))
        assert phone.get("/api/v1/pictures/secret-picture.jpg").status_code == 404
    assert red.get("/api/v1/pictures/secret-picture.jpg").status_code == 200


def test_a_picture_of_it_is_its_owners(table: Table, app: FastAPI) -> None:
    seen = table._held.history[0]
    table._held.history = (replace(seen, after="secret-picture"), *table._held.history[1:])
    table._changed()
    red = seated(app, "red")
    assert red.get("/api/v1/pictures/secret-picture.jpg").status_code == 200
    for phone in others(app).values():
        assert phone.get("/api/v1/pictures/secret-picture.jpg").status_code == 404
        assert phone.get("/api/v1/pictures/any-other.jpg").status_code == 404


def test_a_seat_that_is_not_ones_own_is_not_looked_from(app: FastAPI) -> None:
    seated(app, "red")
    for phone in others(app).values():
        for query in ("?seat=red", "?seat=red&seat=red", "?seat="):
            for path in ("snapshot", "undo", "lines/1/instead"):
                assert not leaks(phone.get(f"/api/v1/{path}{query}").text)


def test_no_log_tells_it(app: FastAPI, tmp_path: Path) -> None:
    root = logging.getLogger()
    before = root.handlers[:]
    log = start_log(tmp_path)
    assert log is not None
    try:
        red = seated(app, "red")
        for number, request in enumerate(REQUESTS):
            told = {"id": f"{number}", "expected": 6, "request": request}
            red.post("/api/v1/commands", json=told)
        log.close()
        for path in (tmp_path / "log").iterdir():
            assert not leaks(path.read_text(encoding="utf-8"))
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()


def test_what_happens_is_announced_to_each_in_its_own_words(table: Table) -> None:
    assert "onyx" in table.snapshot("red").announcement
    assert table.snapshot("blue").announcement == "red does something in secret."


def test_a_hidden_line_is_told_as_such(app: FastAPI) -> None:
    history = seated(app, "blue").get("/api/v1/snapshot").json()["history"]
    assert [line["text"] for line in history] == [
        "", "blue: draw mango", "", "", "blue: play mango", "",
    ]  # fmt: skip
    assert all(line["sentences"] for line in history)
    assert history[2]["faces"] == []


def test_the_game_file_stays_until_the_game_is_over(app: FastAPI, table: Table) -> None:
    phone = seated(app, "blue")
    assert phone.get("/api/v1/games/current/file").status_code == 403
    for number, text in enumerate(("red: bury zebra", "red: draw last", "red: play last")):
        command = Command(f"end{number}", table.version, Act(text), "red")
        assert isinstance(table.command(command), Done)
    assert phone.get("/api/v1/games/current/file").status_code == 200
    assert "ledger" in phone.get("/api/v1/games/current/export?format=json").json()
