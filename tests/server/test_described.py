"""The interface for other programs does what it says of itself, whatever it is asked."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.card_teaching import CardTeacher
from companion.referee.commands import Act, Command
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.server.access import Access, KeptInMemory
from companion.server.app import create_app, create_lobby
from companion.server.camera import CameraDesk, CameraNow
from companion.server.described import API, ROUTES
from companion.server.housekeeping import Housekeeping
from companion.store.boards import Boards
from companion.store.decks import Decks
from companion.store.game_file import GameFile
from companion.store.library import create_game
from tests.server.phone import Phone
from tests.server.staged_setup import StagedSetup
from tests.server.test_access import routes_of

AT = "2026-11-29T20:15:00"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SHORT, LONG = 8, 100
"""Requests tried of each kind."""


def app_over(data: Path, file: GameFile, header: Header) -> FastAPI:
    game = load_game("dice")
    table = Table(game, Ledger(header), file, lambda: AT)
    for number, text in enumerate(("red: roll 3 5", "red: pass", "blue: roll 6")):
        table.command(Command(f"{number}", number, Act(text)))
    camera = CameraNow(None, None, has_lens=False, edge_px=None, age_s=None)
    return create_app(
        table,
        address=lambda: "http://192.168.1.20:8080/",
        preview=lambda: b"\xff\xd8\xff",
        pictures=lambda name: None,
        boards=Boards(data / "boards"),
        cards=CardTeacher(Decks(data / "cards")),
        housekeeping=Housekeeping(data, file.id, lambda name: None, set_clock=lambda told: True),
        camera=CameraDesk(lambda: camera, lambda mains, lens: None),
        access=Access(KeptInMemory(), file.id),
        setting_up=StagedSetup(),
    )


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    info = load_game("dice").info
    setup = make_setup(info, {"red": "Änne", "blue": "Bo"})
    header = Header("dice", info.rules_version, setup, AT)
    with create_game(tmp_path, header) as file:
        yield app_over(tmp_path, file, header)


@pytest.fixture
def lobby(tmp_path: Path) -> FastAPI:
    """The application before there is a table."""
    camera = CameraNow(None, None, has_lens=False, edge_px=None, age_s=None)
    return create_lobby(
        StagedSetup(),
        address=lambda: "http://192.168.1.20:8080/",
        preview=lambda: b"\xff\xd8\xff",
        still=lambda: None,
        boards=Boards(tmp_path / "boards"),
        cards=CardTeacher(Decks(tmp_path / "cards")),
        housekeeping=Housekeeping(tmp_path, "", lambda name: None),
        camera=CameraDesk(lambda: camera, lambda mains, lens: None),
    )


@pytest.fixture
def described(app: FastAPI) -> dict[str, Any]:
    told: dict[str, Any] = Phone(app).get(f"{API}/openapi.json").json()
    return told


def served(app: FastAPI) -> set[tuple[str, str]]:
    return {
        (method.lower(), route.path.removeprefix(API))
        for route in routes_of(app)
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith(f"{API}/") and route.include_in_schema
    }


def test_every_route_is_described_and_no_other(app: FastAPI) -> None:
    assert served(app) == set(ROUTES), "a route is described in ROUTES"


def test_before_there_is_a_table_what_is_served_is_described(lobby: FastAPI) -> None:
    told = Phone(lobby).get(f"{API}/openapi.json").json()
    paths = {(method, path) for path, item in told["paths"].items() for method in item}
    assert {(method, f"{API}{path}") for method, path in served(lobby)} == paths
    assert served(lobby) == set(BEFORE)
    assert "<h2><code>POST /api/v1/setup/begin" in Phone(lobby).get("/docs").text


def test_what_is_sent_is_what_is_described(app: FastAPI) -> None:
    answer = Phone(app).get(f"{API}/snapshot")
    snapshot = TypeAdapter(Snapshot).validate_json(answer.content)
    assert snapshot.version == 3


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    found = set(re.findall(r'"#/components/schemas/(\w+)"', str(described).replace("'", '"')))
    assert found
    assert found <= set(schemas)


def test_events_are_typed(described: dict[str, Any]) -> None:
    events = described["paths"][f"{API}/events"]["get"]["responses"]["200"]["x-events"]
    assert events["snapshot"]["$ref"].endswith("/Snapshot")
    assert events["ping"]["$ref"].endswith("/Ping")


@pytest.mark.report("E12")
def test_the_description_for_people_asks_no_other_machine(app: FastAPI) -> None:
    answer = Phone(app).get("/docs")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', answer.text)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for path in ("/commands", "/events", "/snapshot"):
        assert f"{API}{path}" in answer.text
    names = re.findall(r'href="#(\w+)"', answer.text)
    assert names
    assert all(f'id="{name}"' in answer.text for name in names)


SCHEMAS: dict[int, schemathesis.schemas.BaseSchema] = {}
"""By the number of routes: the same of every app with a table, and of every one without."""


def try_out(app: FastAPI, method: str, path: str, times: int) -> None:
    """Ask for something in many ways that the description allows, and in some that it does not."""
    kind = len(app.routes)
    if kind not in SCHEMAS:
        SCHEMAS[kind] = schemathesis.openapi.from_asgi(f"{API}/openapi.json", app)
    operation = SCHEMAS[kind][f"{API}{path}"][method.upper()]

    @hypothesis.settings(
        max_examples=times,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(
        case=st.one_of(
            operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
            operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
        )
    )
    def ask(case: "schemathesis.Case[Any]") -> None:
        case.call_and_validate(checks=CHECKS, app=app)

    ask()


TRIED = [one for one in ROUTES if one[1] != "/events"]  # it has no end
BEFORE = [
    (method, path)
    for method, path in TRIED
    if path.startswith(("/setup", "/boards", "/cards", "/games", "/host", "/camera"))
    or path in ("/health", "/phone", "/preview.jpg")
]
"""What there is before there is a table."""


def each(routes: list[tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("method", "path"), routes, ids=map(" ".join, routes))


@each(TRIED)
def test_whatever_is_asked_is_answered_as_described(app: FastAPI, method: str, path: str) -> None:
    try_out(app, method, path, SHORT)


@each(BEFORE)
def test_whatever_is_asked_before_there_is_a_table_is_answered_as_described(
    lobby: FastAPI, method: str, path: str
) -> None:
    try_out(lobby, method, path, SHORT)


@pytest.mark.slow
@each(TRIED)
def test_whatever_is_asked_at_length_is_answered_as_described(
    app: FastAPI, method: str, path: str
) -> None:
    try_out(app, method, path, LONG)


@pytest.mark.slow
@each(BEFORE)
def test_whatever_is_asked_at_length_before_there_is_a_table_is_answered_as_described(
    lobby: FastAPI, method: str, path: str
) -> None:
    try_out(lobby, method, path, LONG)
