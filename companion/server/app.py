"""The web application: a page, one JSON interface, one event stream. See `create_app`."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException as StarletteHTTPException

from companion import __version__
from companion.core.phrases import phrase
from companion.referee.commands import Command, Done, Problem, Refused, Reply, Stale
from companion.referee.table import Table
from companion.rules.codec import Json
from companion.rules.laying_out import laid_out
from companion.server.access import Access, Caller, FromCaller, KeptInMemory, WithAccess
from companion.server.allowed import check_allowed
from companion.server.answers import FRESH, json_answer, layout_json
from companion.server.boards import boards_api, boards_page
from companion.server.camera import CameraDesk, camera_api
from companion.server.cards import TeachesCards, cards_api, cards_page
from companion.server.desk import AtDesk, AtDoor, Desk, Door, no_such_seat
from companion.server.games import Replays, games_api, games_page
from companion.server.guards import (
    BadRequestError,
    NotAllowedError,
    problem_of,
    read_body,
    same_origin,
)
from companion.server.housekeeping import Housekeeping
from companion.server.joining import host_api, join_page, seat_api
from companion.server.languages import InLanguage, catalogue_of, in_words, the_language
from companion.server.manual import manual
from companion.server.page import STATIC, PageFiles, page_version, read_page
from companion.server.probes import probes
from companion.server.recovery import clock_api, recovery
from companion.server.schemas import CommandBody
from companion.server.screens import screens
from companion.server.setup import SetsUp, setup_api, setup_page
from companion.server.stream import Snapshots, Streams
from companion.store.boards import Boards

PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


pages = APIRouter()
doors = APIRouter()
api = APIRouter(prefix="/api/v1")


@pages.get("/")
async def page(desk: AtDesk, language: InLanguage) -> HTMLResponse:
    """The page."""
    return read_page(desk.static, desk.page, language)


@api.get("/health")
async def health(desk: AtDesk) -> JSONResponse:
    """The program is there, and what it and its camera are doing."""
    camera = desk.table.snapshot().camera
    return json_answer(
        {
            "status": "ok",
            "program": __version__,
            "page": desk.page,
            "address": desk.address(),
            "game": desk.table.game.info.id,
            "version": desk.table.version,
            "revision": desk.table.revision,
            "phones": desk.streams.open,
            "camera": {"state": camera.state, "message": camera.message},
        }
    )


@api.get("/snapshot")
async def snapshot(desk: AtDesk, caller: FromCaller, language: InLanguage) -> Response:
    """Everything a phone needs to draw the table."""
    text = desk.snapshots.text(caller.seat, language)
    return Response(text, media_type="application/json", headers=FRESH)


@api.get("/layout")
async def layout(desk: AtDesk, language: InLanguage) -> JSONResponse:
    """The places of the board, in millimetres; it does not change during a game."""
    return json_answer(desk.snapshots.said(layout_json(desk.table.game.layout), language))


@api.get("/laying-out")
async def laying_out(desk: AtDesk, language: InLanguage) -> JSONResponse:
    """Every place with what belongs there, for another evening."""
    return json_answer(desk.snapshots.said(laid_out(desk.table.game, desk.table.state), language))


@api.get("/events", response_class=EventSourceResponse)
async def events(
    desk: AtDesk, caller: FromCaller, language: InLanguage
) -> AsyncIterator[ServerSentEvent]:
    """Snapshots as they come, and a ping each second."""
    async with aclosing(desk.streams.follow(caller.seat, language)) as stream:
        async for event in stream:
            yield event


@api.post("/commands", dependencies=[Depends(same_origin)])
async def command(
    desk: AtDesk, access: WithAccess, caller: FromCaller, request: Request, language: InLanguage
) -> Response:
    """Ask something of the table. The same id is applied once and answered alike each time."""
    body = await read_body(request, CommandBody)
    if body.seat is not None and body.seat not in desk.snapshots.seats:
        raise BadRequestError([no_such_seat(desk, body.seat)])
    asked = body.to_command(body.seat or caller.seat)
    check_allowed(desk, access, caller, asked)
    return _answer(desk, asked, caller, language)


@api.get("/check")
async def check(desk: AtDesk, language: InLanguage) -> JSONResponse:
    """The table check: the ledger beside the table, to be confirmed by a `Check` command."""
    return json_answer(desk.snapshots.said(desk.table.check(), language))


@api.get("/undo")
async def undo(
    desk: AtDesk,
    caller: FromCaller,
    language: InLanguage,
    to: Annotated[int | None, Query(ge=0)] = None,
) -> JSONResponse:
    """What an `Undo` to an entry would change; without `to`, of the newest entry in force."""
    told = desk.table.going_back(to, caller.seat)
    if told is None:
        raise HTTPException(404, phrase("There is nothing to go back to."), headers=FRESH)
    return json_answer(desk.snapshots.said(told, language))


@api.get("/lines/{entry}/instead")
async def instead(
    desk: AtDesk, caller: FromCaller, language: InLanguage, entry: int
) -> JSONResponse:
    """What may really have happened in a line: the texts of an `Amend`, with their labels."""
    return json_answer(desk.snapshots.said(desk.table.instead_of(entry, caller.seat), language))


@api.get("/points")
async def points(desk: AtDesk) -> JSONResponse:
    """The points of everybody at the beginning and after each line in force."""
    told = {str(player): list(row) for player, row in desk.table.points().items()}
    return json_answer({"version": desk.table.version, "points": told})


@doors.get("/api/v1/preview.jpg")
async def preview(desk: AtDoor) -> Response:
    """What the camera sees now."""
    return _picture(desk.preview(), phrase("The camera shows nothing at the moment."))


@api.get("/pictures/{name}.jpg")
async def picture(desk: AtDesk, caller: FromCaller, name: str) -> Response:
    """What the camera saw when something was booked."""
    shown = PICTURE_NAME.fullmatch(name) and desk.table.shows(name, caller.seat)
    known = await asyncio.to_thread(desk.pictures, name) if shown else None
    return _picture(known, phrase("There is no picture of that name."))


def create_app(
    table: Table,
    *,
    address: Callable[[], str],
    preview: Callable[[], bytes | None],
    pictures: Callable[[str], bytes | None],
    still: Callable[[], bytes | None] = lambda: None,
    access: Access | None = None,
    elsewhere: Callable[[], tuple[str, ...]] = tuple,
    boards: Boards | None = None,
    cards: TeachesCards | None = None,
    housekeeping: Housekeeping | None = None,
    camera: CameraDesk | None = None,
    setting_up: SetsUp | None = None,
    static: Path = STATIC,
) -> FastAPI:
    """The application before one table. The table may only be touched in the loop that serves it.

    `address` is asked whenever the page's address is shown, and `elsewhere` for more of them;
    `access` says who may do what (without: everybody everything); `preview` gives the newest camera
    picture, `still` the newest whole one with nothing drawn into it, and `pictures` a kept one by
    its name without ending, from any thread; all JPEG. `boards` are the players' own,
    `cards` teaches theirs; without, none can be taught. `housekeeping` is what belongs to saved
    games; without, only the table is served. `camera` is there when its settings can be changed,
    `setting_up` when another game, camera or board can be chosen. `static` holds `index.html` and
    the files it needs.
    """
    version = page_version(static)
    snapshots = Snapshots(table)
    streams = Streams(table, snapshots)
    desk = Desk(
        address, elsewhere, preview, still, static, version, table, snapshots, streams, pictures
    )
    app = _bare(desk, access)
    app.include_router(pages)
    app.include_router(screens)
    app.include_router(api)
    app.include_router(seat_api)
    if boards is not None:
        app.state.boards = boards
        app.include_router(boards_page)
        app.include_router(boards_api)
    _add_cards(app, cards)
    if camera is not None:
        app.state.camera = camera
        app.include_router(camera_api)
    if setting_up is not None:
        app.state.setting_up = setting_up
        app.include_router(setup_page)
        app.include_router(setup_api)
    if housekeeping is not None:
        app.state.housekeeping = housekeeping
        app.state.replays = Replays()
        app.include_router(games_page)
        app.include_router(games_api)
        app.include_router(recovery)
        app.include_router(clock_api)
    return app


def create_lobby(
    setting_up: SetsUp,
    *,
    address: Callable[[], str],
    preview: Callable[[], bytes | None],
    still: Callable[[], bytes | None],
    boards: Boards,
    cards: TeachesCards | None = None,
    housekeeping: Housekeeping,
    camera: CameraDesk,
    access: Access | None = None,
    elsewhere: Callable[[], tuple[str, ...]] = tuple,
    static: Path = STATIC,
) -> FastAPI:
    """The application while there is no table yet: it is set up, or a saved game is chosen."""
    app = _bare(Door(address, elsewhere, preview, still, static, page_version(static)), access)
    app.state.setting_up, app.state.boards, app.state.camera = setting_up, boards, camera
    app.state.housekeeping, app.state.replays = housekeeping, Replays()
    for router in (screens, setup_page, setup_api, boards_page, boards_api, camera_api, games_page):
        app.include_router(router)
    _add_cards(app, cards)
    for router in (games_api, lobby):
        app.include_router(router)
    return app


def _add_cards(app: FastAPI, cards: TeachesCards | None) -> None:
    if cards is not None:
        app.state.cards = cards
        app.include_router(cards_page)
        app.include_router(cards_api)


lobby = APIRouter()


@lobby.get("/")
@lobby.get("/recovery")
async def to_setup() -> RedirectResponse:
    """There is no table yet."""
    return RedirectResponse("/setup", 303, headers=FRESH)


@lobby.get("/api/v1/health")
async def lobby_health(desk: AtDoor) -> JSONResponse:
    """The program is there, and waits for a table."""
    told = {"status": "ok", "program": __version__, "page": desk.page, "address": desk.address()}
    return json_answer({**told, "game": None})


def _bare(desk: Door, access: Access | None) -> FastAPI:
    """What every application has."""
    # No OpenAPI pages: they fetch their scripts from the internet.
    app = FastAPI(title="Tabletop Companion", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(
        GZipMiddleware, minimum_size=1000, compresslevel=6
    )  # streams stay as they are
    app.state.desk = desk
    app.state.access = access or Access(KeptInMemory())
    app.include_router(doors)
    app.include_router(join_page)
    app.include_router(host_api)
    app.include_router(probes)
    app.include_router(manual)
    app.mount(f"/static/{desk.page}", PageFiles(desk.static))
    app.add_exception_handler(StarletteHTTPException, _on_http_error)
    app.add_exception_handler(BadRequestError, _on_bad_request)
    app.add_exception_handler(RequestValidationError, _on_bad_parameter)
    app.add_exception_handler(NotAllowedError, _on_not_allowed)
    return app


def close_streams(app: FastAPI) -> None:
    """End the event streams of an app, so that its server can stop."""
    desk: Door = app.state.desk
    if isinstance(desk, Desk):
        desk.streams.close()


def _answer(desk: Desk, asked: Command, caller: Caller, language: str) -> Response:
    reply: Reply = desk.table.command(asked)
    match reply:
        case Done(version):
            return _moved_on(desk, 200, version, caller.seat, language)
        case Stale(version):
            return _moved_on(desk, 409, version, caller.seat, language)
        case Refused(kind, problems):
            return _refused(422, kind, desk.snapshots.said(problems, language))


def _moved_on(desk: Desk, status: int, version: int, seat: str | None, language: str) -> Response:
    word, snapshot = "done" if status == 200 else "stale", desk.snapshots.text(seat, language)
    text = f'{{"status":"{word}","version":{version},"snapshot":{snapshot}}}'
    return Response(text, status, media_type="application/json", headers=FRESH)


def _refused(status: int, kind: str, problems: Json) -> JSONResponse:
    return json_answer({"status": "refused", "kind": kind, "problems": problems}, status)


def _picture(jpeg: bytes | None, otherwise: str) -> Response:
    if jpeg is None:
        raise HTTPException(404, otherwise, headers=FRESH)
    return Response(jpeg, media_type="image/jpeg", headers=FRESH)


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    problem = Problem("request.refused", error.detail)
    answer = await _not_done(request, error.status_code, (problem,))
    answer.headers.update(error.headers or {})
    return answer


async def _on_bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, BadRequestError)
    return await _not_done(request, 422, error.problems)


async def _on_bad_parameter(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _not_done(request, 422, tuple(problem_of(one) for one in error.errors()))


async def _on_not_allowed(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotAllowedError)
    return await _not_done(request, 403, (error.problem,), error.kind)


async def _not_done(
    request: Request, status: int, problems: tuple[Problem, ...], kind: str = "invalid"
) -> Response:
    desk: Door = request.app.state.desk
    language = await the_language(request)
    if isinstance(desk, Desk):
        return _refused(status, kind, desk.snapshots.said(problems, language))
    return _refused(status, kind, in_words(problems, catalogue_of(language)))
