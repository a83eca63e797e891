"""Who may do what: looking on, having a seat, being the host."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from starlette.routing import Route

from companion.core.ids import PlayerId
from companion.referee.commands import (
    Act,
    Adjust,
    Amend,
    Check,
    Command,
    CorrectDie,
    Overrule,
    Request,
    Undo,
)
from companion.referee.table import Table
from companion.server.access import Access, KeptInMemory
from companion.server.app import create_app
from companion.server.camera import CameraDesk, CameraNow
from companion.server.housekeeping import Housekeeping
from companion.store.boards import Boards
from companion.store.keys import KeptOnDisk, set_pin
from tests.server.phone import Phone
from tests.server.scripted import ScriptedTable
from tests.server.test_table import Pages, dice, journal, roll

__all__ = ["dice", "journal"]

PIN = "271828"
ACT = {"type": "Act", "text": "red: toss 1"}


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept() -> KeptInMemory:
    return KeptInMemory(PIN)


def app_with(table: Table, access: Access, data: Path) -> FastAPI:
    camera = CameraNow(None, None, has_lens=False, edge_px=None, age_s=None)
    return create_app(
        table,
        address=lambda: "http://table/",
        preview=lambda: None,
        pictures=lambda name: None,
        boards=Boards(data / "boards"),
        housekeeping=Housekeeping(data, "now", lambda name: None, set_clock=lambda told: True),
        camera=CameraDesk(lambda: camera, lambda mains, lens: None),
        access=access,
    )


@pytest.fixture
def app(table: ScriptedTable, kept: KeptInMemory, clock: Clock, tmp_path: Path) -> FastAPI:
    return app_with(table, Access(kept, "tonight", clock), tmp_path)


def sit(phone: Phone, seat: str | None) -> httpx.Response:
    return phone.post("/api/v1/seat", json={"seat": seat})


def host_of(app: FastAPI) -> Phone:
    phone = Phone(app)
    assert phone.post("/api/v1/host", json={"pin": PIN}).status_code == 200
    return phone


def told(phone: Phone) -> tuple[str | None, bool]:
    about = phone.get("/api/v1/phone").json()
    return about["seat"], about["host"]


def command(request: object = ACT, **changes: object) -> dict[str, object]:
    return {"id": "c1", "expected": 0, "request": request} | changes


def send(phone: Phone, request: object = ACT, **changes: object) -> tuple[int, str]:
    answer = phone.post("/api/v1/commands", json=command(request, **changes))
    return answer.status_code, answer.json().get("kind", answer.json()["status"])


# Seats


def test_a_seat_is_taken_and_given_back(phone: Phone) -> None:
    assert sit(phone, "red").json() == {"seat": "red"}
    assert told(phone) == ("red", False)
    assert sit(phone, "blue").json() == {"seat": "blue"}
    assert phone.get("/api/v1/phone").json()["taken"] == ["blue"]
    assert sit(phone, None).json() == {"seat": None}
    assert told(phone) == (None, False)
    assert phone.get("/api/v1/phone").json()["taken"] == []


def test_a_seat_that_nobody_has_is_refused_in_words(phone: Phone) -> None:
    answer = sit(phone, "purple")
    assert answer.status_code == 422
    assert (
        answer.json()["problems"][0]["text"] == "Nobody plays 'purple' here; there are blue, red."
    )


def test_a_taken_seat_is_given_to_another_phone_by_the_host_only(app: FastAPI) -> None:
    ann, other = Phone(app), Phone(app)
    sit(ann, "red")
    answer = sit(other, "red")
    assert (answer.status_code, answer.json()["kind"]) == (403, "seat")
    assert told(other) == (None, False)
    assert other.ask("DELETE", "/api/v1/seats/red").status_code == 403
    host = host_of(app)
    assert host.ask("DELETE", "/api/v1/seats/red").status_code == 200
    assert told(ann) == (None, False)
    assert sit(other, "red").status_code == 200
    assert sit(host, "red").status_code == 200, "the host may take any"
    assert (told(other), told(host)) == ((None, False), ("red", True))


def test_a_phone_whose_answer_was_lost_sits_where_it_sat(app: FastAPI) -> None:
    wanted = {"seat": "red", "phone": "0123456789abcdef"}
    Phone(app).post("/api/v1/seat", json=wanted)
    again, other = Phone(app), Phone(app)
    assert again.post("/api/v1/seat", json=wanted).status_code == 200
    assert told(again)[0] == "red"
    assert other.post("/api/v1/seat", json=wanted | {"phone": "f" * 16}).status_code == 403


def forged(cookie: str) -> list[str]:
    seat, claim, seal = cookie.split(".")
    other = "0" * len(seal)
    return [
        "red", "blue", "", ".", "..", "red..", f"blue.{claim}.{seal}", f"red.{claim}.{other}",
        f"red.{claim[::-1]}.{seal}", f"red.{claim}", f"{cookie}0", cookie.upper(), f"{seat}.\xe9.x",
    ]  # fmt: skip


def test_a_seat_cannot_be_made_up(app: FastAPI) -> None:
    ann = Phone(app)
    sit(ann, "red")
    for cookie in forged(ann.cookies["seat"]):
        answer = send_with(app, f"seat={cookie}")
        assert answer.json()["seat"] is None, cookie


def test_the_host_cannot_be_made_up(app: FastAPI) -> None:
    host = host_of(app)
    real = host.cookies["host"]
    for cookie in ("", PIN, "1", "0" * 64, real[:-1], real.upper(), f"{real}0", "\xe9"):
        assert send_with(app, f"host={cookie}").json()["host"] is False, cookie
    assert send_with(app, f"host={real}").json()["host"] is True


def send_with(app: FastAPI, cookie: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://table"
        ) as client:
            headers = {b"cookie": cookie.encode("latin-1")}
            return await client.get("/api/v1/phone", headers=headers)

    return asyncio.run(ask())


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(app: FastAPI) -> None:
    phone = Phone(app)
    for answer in (sit(phone, "red"), phone.post("/api/v1/host", json={"pin": PIN})):
        kind = answer.headers["set-cookie"].lower()
        assert "httponly" in kind
        assert "samesite=lax" in kind


def test_seats_and_host_outlive_a_restart_but_not_another_game(tmp_path: Path) -> None:
    set_pin(tmp_path, PIN)

    def after_a_start(game: str, phone: Phone) -> tuple[str | None, bool]:
        access = Access(KeptOnDisk(tmp_path), game)
        phone.app = app_with(ScriptedTable(), access, tmp_path)
        return told(phone)

    first = app_with(ScriptedTable(), Access(KeptOnDisk(tmp_path), "tonight"), tmp_path)
    ann, host = Phone(first), host_of(first)
    sit(ann, "red")
    assert after_a_start("tonight", ann) == ("red", False)
    assert after_a_start("tonight", host) == (None, True)
    assert after_a_start("tomorrow", ann) == (None, False), "the seats of another game are its own"
    assert after_a_start("tonight", ann) == ("red", False), "and the first one's are kept"


def test_what_is_kept_is_for_its_owner_only(tmp_path: Path) -> None:
    access = Access(KeptOnDisk(tmp_path), "tonight")
    access.take("red")
    for name in ("host.json", "seats.json"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("torn", [b"", b"{", b"[]", b'{"key": 7, "pin": null}', b"\xff\xfe"])
def test_torn_files_cost_seats_and_a_pin_but_no_evening(tmp_path: Path, torn: bytes) -> None:
    (tmp_path / "host.json").write_bytes(torn)
    (tmp_path / "seats.json").write_bytes(torn)
    kept = KeptOnDisk(tmp_path)
    access = Access(kept, "tonight")
    assert re.fullmatch(r"\d{6}", kept.host().pin), "never open by accident"
    assert access.taken == frozenset()
    assert access.caller(access.take("red"), None).seat == "red"


def test_a_full_disk_costs_what_was_to_be_remembered_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = Access(KeptOnDisk(tmp_path), "tonight")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert access.caller(access.take("red"), None).seat == "red"


# The PIN


def test_the_pin_makes_a_phone_the_hosts(phone: Phone) -> None:
    assert told(phone) == (None, False)
    assert phone.get("/api/v1/phone").json()["pin"] == "asked"
    assert phone.post("/api/v1/host", json={"pin": "000000"}).status_code == 403
    assert told(phone) == (None, False)
    assert phone.post("/api/v1/host", json={"pin": PIN}).status_code == 200
    assert told(phone) == (None, True)
    phone.ask("DELETE", "/api/v1/host")
    assert told(phone) == (None, False)


def test_without_a_pin_everybody_may_do_everything(table: ScriptedTable, tmp_path: Path) -> None:
    phone = Phone(app_with(table, Access(KeptInMemory()), tmp_path))
    assert told(phone) == (None, True)
    assert phone.get("/api/v1/phone").json()["pin"] == "none"
    assert send(phone, seat="blue") == (200, "done")


def test_another_pin_ends_what_the_old_one_allowed(app: FastAPI, kept: KeptInMemory) -> None:
    host, other = host_of(app), host_of(app)
    answer = host.ask("PUT", "/api/v1/host/pin", {"pin": "2468"})
    assert answer.json() == {"status": "done", "pin": "2468"}
    assert (told(host), told(other)) == ((None, True), (None, False))
    assert kept.host().pin == "2468"
    assert len(host.ask("PUT", "/api/v1/host/pin", {"pin": "new"}).json()["pin"]) == 6
    assert host.ask("PUT", "/api/v1/host/pin", {"pin": "none"}).json()["pin"] is None
    assert told(other) == (None, True)


@pytest.mark.parametrize("pin", ["", "123", "1" * 13, "abcd", "12 34", "١٢٣٤"])
def test_a_pin_is_digits(app: FastAPI, pin: str) -> None:
    answer = host_of(app).ask("PUT", "/api/v1/host/pin", {"pin": pin})
    assert answer.status_code == 422
    assert "4 to 12 digits" in answer.json()["problems"][0]["text"]


def test_a_pin_changed_at_the_machine_holds_at_once(tmp_path: Path) -> None:
    set_pin(tmp_path, PIN)
    app = app_with(ScriptedTable(), Access(KeptOnDisk(tmp_path), "tonight"), tmp_path)
    host, lost = host_of(app), Phone(app)
    set_pin(tmp_path, "4711")
    assert told(host) == (None, False)
    assert lost.post("/api/v1/host", json={"pin": "4711"}).status_code == 200


def try_pin(phone: Phone, pin: str) -> int:
    return phone.post("/api/v1/host", json={"pin": pin}).status_code


def test_wrong_pins_are_slowed_and_then_not_even_looked_at(phone: Phone, clock: Clock) -> None:
    assert [try_pin(phone, "0000") for _ in range(6)] == [403] * 5 + [429]
    answer = phone.post("/api/v1/host", json={"pin": PIN})
    assert answer.status_code == 429, "the right one neither"
    assert answer.headers["retry-after"] == "2"
    assert "Try again in 2 s" in answer.json()["problems"][0]["text"]
    clock.now_s += 2
    assert [try_pin(phone, "0000"), try_pin(phone, PIN)] == [403, 429]
    clock.now_s += 4
    assert try_pin(phone, PIN) == 200
    assert [try_pin(phone, "0000") for _ in range(4)] == [403] * 4, "all is forgiven"


def test_a_day_of_guessing_leads_nowhere(kept: KeptInMemory, clock: Clock) -> None:
    """From as many machines as somebody likes, each try as soon as it counts."""
    access, tries = Access(kept, "tonight", clock), 0
    ends_s = clock.now_s + 24 * 3600
    while clock.now_s < ends_s:
        for number in range(3):
            tries += access.become_host("000000", f"10.0.{tries}.{number}") is None
        clock.now_s += 1
    assert tries < 2000
    assert access.become_host(PIN, "ann") is not None


def test_one_who_guesses_does_not_shut_out_the_others_at_once(
    kept: KeptInMemory, clock: Clock
) -> None:
    access = Access(kept, "tonight", clock)
    for _ in range(50):
        access.become_host("0000", "guesser")
    assert access.become_host(PIN, "ann") == access.host_cookie()


def test_a_restart_does_not_forgive(tmp_path: Path, clock: Clock) -> None:
    for number in range(30):
        Access(KeptOnDisk(tmp_path), "tonight", clock).become_host("0000", f"10.0.0.{number}")
    again = Access(KeptOnDisk(tmp_path), "tonight", clock)
    assert not isinstance(again.become_host("0000", "10.0.1.1"), str | None)


# What needs which


FREE = {
    ("POST", "/api/v1/commands"),
    ("POST", "/api/v1/seat"),
    ("POST", "/api/v1/host"),
    ("DELETE", "/api/v1/host"),
    ("POST", "/recovery/pin"),
}
"""Everything else that changes something is the host's. Commands are looked at one by one."""


def changing(app: FastAPI) -> list[tuple[str, str]]:
    """Every route that changes something, its parameters filled in."""
    return [
        (method, re.sub(r"{\w+}", "x", route.path))
        for route in routes_of(app)
        for method in sorted((route.methods or set()) - {"GET", "HEAD"})
    ]


def routes_of(app: FastAPI | APIRouter) -> list[Route]:
    """Newer versions of the library keep routers that were included, older ones their routes."""
    found: list[Route] = []
    for route in app.routes:
        inside = getattr(route, "original_router", None)
        if inside is not None:
            found.extend(routes_of(inside))
        elif isinstance(route, Route):
            found.append(route)
    return found


def test_what_sets_something_up_is_the_hosts(app: FastAPI) -> None:
    seated, host = Phone(app), host_of(app)
    sit(seated, "red")
    guarded = [one for one in changing(app) if one not in FREE]
    assert len(guarded) > 10
    for phone in (Phone(app), seated):
        for method, path in guarded:
            answer = phone.ask(method, path)
            if path.startswith("/recovery"):
                assert answer.status_code == 303, path
                assert answer.headers["location"] == "/recovery?said=pin"
            else:
                assert (answer.status_code, answer.json()["kind"]) == (403, "host"), path
                assert "PIN" in answer.json()["problems"][0]["text"]
    for method, path in guarded:
        answer = host.ask(method, path)
        assert answer.status_code != 403, path
        assert answer.headers.get("location") != "/recovery?said=pin"


def test_who_has_lost_the_pin_is_told_the_command(app: FastAPI) -> None:
    page = Phone(app).get("/recovery").text
    assert "Run <code>companion pin</code> on the machine itself." in page
    assert "`" not in page


def test_nothing_changes_for_another_site_or_under_another_name(app: FastAPI) -> None:
    host = host_of(app)
    for method, path in changing(app):
        for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
            answer = asyncio.run(host.send(method, path, headers=headers))
            assert answer.status_code == 403, path


def test_who_looks_on_changes_nothing(app: FastAPI, table: ScriptedTable) -> None:
    assert send(Phone(app)) == (403, "seat")
    assert send(Phone(app), seat="red") == (403, "seat")
    assert table.asked == []


def test_a_phone_with_a_seat_plays_for_itself_and_for_seats_without_a_phone(
    app: FastAPI, table: ScriptedTable
) -> None:
    ann, bo = Phone(app), Phone(app)
    sit(ann, "red")
    assert send(ann) == (200, "done")
    table.about = frozenset({PlayerId("blue")})
    assert send(ann, seat="blue") == (200, "done"), "nobody else is there to do it"
    sit(bo, "blue")
    assert send(ann) == (403, "host")
    assert send(ann, seat="blue") == (403, "host")
    assert send(bo) == (200, "done")
    assert send(host_of(app)) == (200, "done")


def test_what_it_may_not_is_told_by_name(app: FastAPI, table: ScriptedTable) -> None:
    ann, bo = Phone(app), Phone(app)
    sit(ann, "red")
    sit(bo, "blue")
    table.about = frozenset({PlayerId("blue")})
    answer = ann.post("/api/v1/commands", json=command())
    assert answer.json()["problems"][0]["text"].startswith("That is for Bo: ")


def test_where_something_is_hidden_nobody_plays_for_another(
    app: FastAPI, table: ScriptedTable
) -> None:
    table.about, table.hiding = frozenset({PlayerId("blue")}), True
    ann, host = Phone(app), host_of(app)
    sit(ann, "red")
    assert (send(ann), send(host)) == ((403, "seat"), (403, "seat"))
    sit(host, "blue")
    assert send(host) == (200, "done")


CORRECTIONS: list[tuple[Request, set[str]]] = [
    (CorrectDie(1, 0, 5), {"red"}),
    (CorrectDie(3, 0, 5), {"blue"}),
    (CorrectDie(1, 0, 5, keep=False), {"red", "blue"}),
    (CorrectDie(9, 0, 5), set()),
    (Amend(3, "red: roll 3"), {"red", "blue"}),
    (Amend(2, "nonsense"), set()),
    (Undo(2), {"blue"}),
    (Undo(0), {"red", "blue"}),
    (Undo(77), set()),
    (Adjust("blue", "fuel", 3), {"blue"}),
    (Adjust("purple", "fuel", 3), set()),
    (Check((("red", "fuel", 3),)), {"red"}),
    (Check(()), set()),
    (Overrule("blue: roll 7"), {"blue"}),
]


@pytest.mark.parametrize(("request_", "players"), CORRECTIONS)
def test_a_correction_is_about_those_whose_lines_it_changes(
    dice: Table, request_: Request, players: set[str]
) -> None:
    for number, text in enumerate(("red: roll 4", "red: pass", "blue: roll 6")):
        dice.command(Command(f"{number}", dice.version, Act(text)))
    assert dice.concerns(request_) == players


def test_a_seat_corrects_its_own_and_the_host_everything(
    dice: Table, journal: Pages, tmp_path: Path
) -> None:
    app = app_with(dice, Access(KeptInMemory(PIN)), tmp_path)
    ann, bo, host = Phone(app), Phone(app), host_of(app)
    sit(ann, "red")
    sit(bo, "blue")
    assert ann.post("/api/v1/commands", json=roll("r1", 0, 4) | {"seat": None}).status_code == 200
    die = {"type": "CorrectDie", "entry": 1, "index": 0, "value": 5}
    assert send(bo, die, expected=1) == (403, "host")
    assert send(ann, die, expected=1) == (200, "done")
    assert send(host, die | {"value": 6}, expected=2, id="c2") == (200, "done")
    assert send(bo, {"type": "Undo", "to": 0, "past_roll": True}, expected=3, id="c3") == (
        403,
        "host",
    )


def test_a_command_that_is_sent_again_gets_its_answer_again(
    dice: Table, journal: Pages, tmp_path: Path
) -> None:
    """What was undone is no longer one's own line; the repeated request is not refused for it."""
    app = app_with(dice, Access(KeptInMemory(PIN)), tmp_path)
    ann = Phone(app)
    sit(ann, "red")
    ann.post("/api/v1/commands", json=roll("r1", 0, 4) | {"seat": None})
    undo = {"type": "Undo", "to": 0, "past_roll": True}
    assert [send(ann, undo, expected=1) for _ in range(2)] == [(200, "done")] * 2
