"""The interface for other programs, described: OpenAPI 3.1, made of the types that are sent.

What is under `/api/v1` keeps its meaning. Fields may be added, so a program should ignore those it
does not know; a field that changes its meaning or goes makes another version.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast

from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from companion.referee.check import CheckSheet
from companion.referee.commands import Problem
from companion.referee.going_back import GoingBack
from companion.referee.snapshot import Snapshot
from companion.rules.laying_out import Spread
from companion.rules.view import ActionView
from companion.server.camera import CameraNow
from companion.server.schemas import (
    BareBody,
    BeginBody,
    CameraBody,
    ClockBody,
    CommandBody,
    GoOnBody,
    ImportBody,
    PinBody,
    PlanBody,
    ProfileBody,
    SeatBody,
    ShownBody,
)
from companion.server.setup import Looked

API = "/api/v1"
REF = "#/components/schemas/{model}"
WORDS = {
    400: "The request broke off half way.",
    403: "This phone may not do that: `kind` is `seat` or `host`; or another site asked.",
    404: "There is no such thing.",
    409: "The table has moved on since the sender looked.",
    413: "The request is too long.",
    422: "Refused, with the reasons; nothing was changed.",
    429: "Too many wrong PINs: wait `Retry-After` seconds.",
    507: "There is no room on the disk.",
}
BODY = (400, 413, 422)
"""What can be wrong with any request that brings a body."""
HOST = (403, *BODY)
"""What can be wrong with a request that is the host's."""


@dataclass(frozen=True, slots=True)
class Camera:
    """What the camera is doing: `off`, `starting`, `running`, `moving` or `lost`, and in words."""

    state: str
    message: str


@dataclass(frozen=True, slots=True)
class Health:
    """There is a table. `phones` follow it; `version` counts ledger entries."""

    status: Literal["ok"]
    program: str
    page: str
    address: str
    game: str
    version: int
    revision: int
    phones: int
    camera: Camera


@dataclass(frozen=True, slots=True)
class Waiting:
    """There is no table yet: it is set up, or a saved game is chosen."""

    status: Literal["ok"]
    program: str
    page: str
    address: str
    game: None


@dataclass(frozen=True, slots=True)
class ThisPhone:
    """What the caller may do, by its cookies: `pin` is `none` where everybody may do everything."""

    seat: str | None
    host: bool
    pin: Literal["none", "asked"]
    taken: tuple[str, ...]
    address: str
    elsewhere: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """The seat the caller has now."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class DoneAnswer:
    """It was done."""

    status: Literal["done"]


@dataclass(frozen=True, slots=True)
class NewPin:
    """The PIN from now on, `null` for none."""

    status: Literal["done"]
    pin: str | None


@dataclass(frozen=True, slots=True)
class MovedOn:
    """A command was carried out and stored (`done`), or came too late (`stale`)."""

    status: Literal["done", "stale"]
    version: int
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing was changed. `kind`: `illegal`, `invalid`, `confirm`, `storage`, `seat` or `host`."""

    status: Literal["refused"]
    kind: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PointsAnswer:
    """The points of each player, at the beginning and after each line in force."""

    version: int
    points: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Ping:
    """On the event stream each second: the table has not moved past this revision unheard."""

    revision: int


@dataclass(frozen=True, slots=True)
class Route:
    """What a route takes and gives: a type, or the content type of a file, and how it refuses."""

    gives: object = None
    refuses: tuple[int, ...] = ()
    takes: type[BaseModel] | str | None = None
    events: Mapping[str, type] = field(default_factory=dict)


JPEG, SVG, TOML, ZIP = "image/jpeg", "image/svg+xml", "application/toml", "application/octet-stream"
OF_A_GAME = (404, 422)
ROUTES: Mapping[tuple[str, str], Route] = {
    ("get", "/health"): Route(Health | Waiting),
    ("get", "/phone"): Route(ThisPhone),
    ("post", "/seat"): Route(TakenSeat, (403, *BODY), SeatBody),
    ("delete", "/seats/{seat}"): Route(DoneAnswer, (403, 422)),
    ("post", "/host"): Route(DoneAnswer, (403, 429, *BODY), PinBody),
    ("delete", "/host"): Route(DoneAnswer, (403,)),
    ("put", "/host/pin"): Route(NewPin, HOST, PinBody),
    ("get", "/snapshot"): Route(Snapshot),
    ("get", "/events"): Route("text/event-stream", events={"snapshot": Snapshot, "ping": Ping}),
    ("post", "/commands"): Route(MovedOn, (403, 409, *BODY), CommandBody),
    ("get", "/layout"): Route(dict[str, Any]),
    ("get", "/laying-out"): Route(tuple[Spread, ...]),
    ("get", "/check"): Route(CheckSheet),
    ("get", "/undo"): Route(GoingBack, (404, 422)),
    ("get", "/lines/{entry}/instead"): Route(tuple[ActionView, ...], (422,)),
    ("get", "/points"): Route(PointsAnswer),
    ("get", "/preview.jpg"): Route(JPEG, (404,)),
    ("get", "/pictures/{name}.jpg"): Route(JPEG, (404,)),
    ("post", "/clock"): Route(DoneAnswer, HOST, ClockBody),
    ("get", "/camera"): Route(CameraNow, (404,)),
    ("post", "/camera"): Route(CameraNow, (404, *HOST), CameraBody),
    ("get", "/boards"): Route(list[dict[str, Any]]),
    ("get", "/boards/games"): Route(list[dict[str, Any]]),
    ("get", "/boards/camera.jpg"): Route(JPEG, (404,)),
    ("post", "/boards/import"): Route(dict[str, Any], HOST, ImportBody),
    ("get", "/boards/{name}.toml"): Route(TOML, OF_A_GAME),
    ("get", "/boards/{name}.jpg"): Route(JPEG, OF_A_GAME),
    ("put", "/boards/{name}.jpg"): Route(DoneAnswer, (404, 507, *HOST), JPEG),
    ("get", "/boards/{name}"): Route(dict[str, Any], OF_A_GAME),
    ("put", "/boards/{name}"): Route(dict[str, Any], (404, 507, *HOST), ProfileBody),
    ("delete", "/boards/{name}"): Route(DoneAnswer, (403, 404, 422, 507)),
    ("get", "/cards"): Route(list[dict[str, Any]]),
    ("post", "/cards/{game}/{kind}/shown"): Route(dict[str, Any], (404, *HOST), JPEG),
    ("get", "/cards/{game}/{kind}/alike"): Route(dict[str, Any], (400, 403, *OF_A_GAME)),
    ("get", "/cards/{game}/{kind}/{name}.jpg"): Route(JPEG, OF_A_GAME),
    ("put", "/cards/{game}/{kind}/{name}.jpg"): Route(DoneAnswer, (404, 507, *HOST), JPEG),
    ("delete", "/cards/{game}/{kind}/{name}"): Route(DoneAnswer, (403, *OF_A_GAME, 507)),
    ("get", "/games"): Route(list[dict[str, Any]]),
    ("post", "/games"): Route(dict[str, Any], (507, *HOST), ZIP),
    ("get", "/games/{name}/export"): Route("*/*", OF_A_GAME),
    ("get", "/games/{name}/bgstats"): Route(dict[str, str], OF_A_GAME),
    ("get", "/games/{name}/bgstats.svg"): Route(SVG, OF_A_GAME),
    ("get", "/games/{name}/plot.svg"): Route(SVG, OF_A_GAME),
    ("get", "/games/{name}/file"): Route(ZIP, (403, 507, *OF_A_GAME)),
    ("get", "/games/{name}/standing"): Route(dict[str, Any], OF_A_GAME),
    ("get", "/games/{name}/steps"): Route(list[dict[str, Any]], OF_A_GAME),
    ("get", "/games/{name}/steps/{number}"): Route(Snapshot, OF_A_GAME),
    ("get", "/games/{name}/layout"): Route(dict[str, Any], OF_A_GAME),
    ("get", "/setup"): Route(dict[str, Any]),
    ("get", "/setup/games"): Route(list[dict[str, Any]]),
    ("get", "/setup/cameras"): Route(tuple[str, ...]),
    ("get", "/setup/machine"): Route(tuple[Looked, ...]),
    ("get", "/setup/mat.pdf"): Route("application/pdf", OF_A_GAME),
    ("post", "/setup"): Route(dict[str, Any], (409, 507, *HOST), PlanBody),
    ("post", "/setup/red-card"): Route(dict[str, Any], (409, 507, *HOST)),
    ("post", "/setup/colours"): Route(dict[str, Any], (409, 507, *HOST), ShownBody),
    ("post", "/setup/bare"): Route(dict[str, Any], (409, 507, *HOST), BareBody),
    ("delete", "/setup/colours"): Route(dict[str, Any], (409, 507, *HOST)),
    ("post", "/setup/begin"): Route(dict[str, Any], (409, 507, *HOST), BeginBody),
    ("post", "/setup/go-on"): Route(dict[str, Any], (404, 409, 507, *HOST), GoOnBody),
}
"""By method and what follows `/api/v1`."""


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """The description of what an application serves under `/api/v1`."""
    raw = app.openapi()
    schemas: dict[str, Any] = {}
    paths = {
        path: {method: _operation(method, path, found, schemas) for method, found in item.items()}
        for path, item in raw["paths"].items()
        if path.startswith(f"{API}/")
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletop Companion",
            "version": "1",
            "description": " ".join((__doc__ or "").split("\n\n")[1].split()),
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _operation(
    method: str, path: str, found: Mapping[str, Any], schemas: dict[str, Any]
) -> dict[str, Any]:
    route = ROUTES[method, path.removeprefix(API)]
    told: dict[str, Any] = {
        "summary": found["description"].partition("\n")[0],
        "description": found["description"],
        "operationId": found["operationId"],
        "responses": dict(_responses(route, schemas)),
    }
    if "parameters" in found:
        told["parameters"] = found["parameters"]
    if route.takes is not None:
        content = _content(route.takes, schemas, "validation")
        told["requestBody"] = {"required": True, "content": content}
    return told


def _responses(route: Route, schemas: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    good = {"description": "As asked.", "content": _content(route.gives, schemas, "serialization")}
    if route.events:
        told = {
            name: _schema(kind, schemas, "serialization") for name, kind in route.events.items()
        }
        good["x-events"] = told
        good["description"] = "Events without end; each has a name, and its data is JSON."
    yield "200", good
    for code in route.refuses:
        kind = MovedOn if code == 409 and route.takes is CommandBody else Refusal
        gives = dict[str, Any] if code == 409 and kind is Refusal else kind
        content = _content(gives, schemas, "serialization")
        yield str(code), {"description": WORDS[code], "content": content}


def _content(
    kind: object,
    schemas: dict[str, Any],
    mode: JsonSchemaMode,
) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {} if kind == "*/*" else {"type": "string", "format": "binary"}}}
    return {"application/json": {"schema": _schema(kind, schemas, mode)}}


def _schema(
    kind: object,
    schemas: dict[str, Any],
    mode: JsonSchemaMode,
) -> dict[str, Any]:
    """A reference to a type, which is described among the others."""
    made = dict(_adapter(kind).json_schema(mode=mode, ref_template=REF))
    schemas.update(made.pop("$defs", {}))
    name = getattr(kind, "__name__", "")
    if made.get("type") != "object" or name not in made.get("title", ""):
        return made
    if not name or name == "dict":
        return made
    schemas[name] = made
    return {"$ref": REF.format(model=name)}


@cache
def _adapter(kind: object) -> TypeAdapter[Any]:
    return TypeAdapter(cast(type, kind))
