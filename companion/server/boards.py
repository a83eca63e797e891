"""Boards of the players' own: shown, saved, shared as files and taken in from files."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from companion.core.errors import LayoutError, ProfileError
from companion.core.layout import NO_BOARD, Layout, Slot
from companion.core.phrases import in_a_row, phrase, with_commas, words_of
from companion.core.profile import Fault, Profile, faults, read_profile
from companion.referee.commands import Problem
from companion.rules.codec import Json, to_json
from companion.rules.game import AnyGame
from companion.rules.registry import game_ids, load_game
from companion.server.access import BY_HOST
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.guards import BadRequestError, bounded, read_body
from companion.server.languages import InLanguage, catalogue_of, in_words
from companion.server.page import read_page
from companion.server.schemas import ImportBody, ProfileBody
from companion.store.boards import NAME, Boards
from companion.store.errors import BoardNotSavedError, NoSuchBoardError

MAX_PICTURE_BYTES = 6 * 1024 * 1024
"""A straightened picture of 2000 px has about one."""
RESERVED = ("camera", "games", "import")
"""Words of the addresses here."""
JPEG_START = b"\xff\xd8\xff"

_NO_PICTURE_NOW = phrase("The camera shows nothing at the moment.")
T = TypeVar("T")

boards_api = APIRouter(prefix="/api/v1/boards")
boards_page = APIRouter()


async def the_boards(request: Request) -> Boards:
    """The boards of this machine."""
    boards: Boards = request.app.state.boards
    return boards


OfBoards = Annotated[Boards, Depends(the_boards)]


@boards_page.get("/board")
async def page(request: Request, language: InLanguage) -> HTMLResponse:
    """The page on which a board is taught."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "teach.html")


@boards_api.get("")
def list_boards(boards: OfBoards, language: InLanguage) -> JSONResponse:
    """Every saved board, with what is wrong with it. Not asynchronous: read from the disk."""
    listed = [_listed(boards, name) for name in boards.names()]
    return json_answer(in_words(listed, catalogue_of(language)))


@boards_api.get("/games")
async def list_games(language: InLanguage) -> JSONResponse:
    """The games that are played on a board, with all places of each."""
    games = (load_game(name) for name in game_ids())
    return json_answer([_game(game, language) for game in games if game.layout.slots])


@boards_api.get("/camera.jpg")
async def still(request: Request) -> Response:
    """The newest whole picture of the table's camera, nothing drawn into it."""
    jpeg = request.app.state.desk.still()
    if jpeg is None:
        raise HTTPException(404, _NO_PICTURE_NOW, headers=FRESH)
    return Response(jpeg, media_type="image/jpeg", headers=FRESH)


@boards_api.post("/import", dependencies=BY_HOST)
async def take_in(request: Request, language: InLanguage) -> JSONResponse:
    """What a profile's file says. Nothing is saved: a picture of the own board comes first."""
    text = (await read_body(request, ImportBody)).text
    try:
        profile = read_profile(text)
    except ProfileError as error:
        raise BadRequestError([Problem("board.unreadable", sentence(words_of(error)))]) from error
    return json_answer(_shown(profile, language))


@boards_api.get("/{name}.toml")
def export(boards: OfBoards, name: str) -> Response:
    """The profile as a file to share: where places are, and no picture."""
    text = _found(lambda: boards.text(name))
    headers = FRESH | {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@boards_api.get("/{name}.jpg")
def picture(boards: OfBoards, name: str) -> Response:
    """The straightened picture of a board."""
    jpeg = _found(lambda: boards.picture(name))
    if jpeg is None:
        words = phrase("No picture of this board is kept here.")
        raise HTTPException(404, words, headers=FRESH)
    return Response(jpeg, media_type="image/jpeg", headers=FRESH)


@boards_api.put("/{name}.jpg", dependencies=BY_HOST)
async def save_picture(boards: OfBoards, request: Request, name: str) -> JSONResponse:
    """Keep the straightened picture of a board, as JPEG."""
    jpeg = await bounded(request, MAX_PICTURE_BYTES)
    if not jpeg.startswith(JPEG_START):
        words = phrase("The picture must be a JPEG.")
        raise BadRequestError([Problem("board.picture", words)])
    await asyncio.to_thread(_found, lambda: boards.save_picture(name, jpeg))
    return json_answer({"status": "done"})


@boards_api.get("/{name}")
def show(boards: OfBoards, name: str, language: InLanguage) -> JSONResponse:
    """A board's places, to be changed."""
    return json_answer(_shown(_found(lambda: boards.load(name)), language))


@boards_api.put("/{name}", dependencies=BY_HOST)
async def save(boards: OfBoards, request: Request, name: str, language: InLanguage) -> JSONResponse:
    """Keep a board. Refused while something serious is wrong with it."""
    body = await read_body(request, ProfileBody)
    _check_name(name)
    try:
        profile = body.to_profile()
    except LayoutError as error:
        move = phrase("Move it onto the board, or take it away.")
        words = in_a_row([sentence(words_of(error)), move])
        raise BadRequestError([Problem("board.layout", words)]) from error
    found = _faults(profile)
    serious = [_problem(fault) for fault in found if fault.serious]
    if serious:
        raise BadRequestError(serious)
    await asyncio.to_thread(_found, lambda: boards.save(name, profile))
    told = in_words([_told(fault) for fault in found], catalogue_of(language))
    return json_answer({"status": "done", "faults": told})


@boards_api.delete("/{name}", dependencies=BY_HOST)
def remove(boards: OfBoards, name: str) -> JSONResponse:
    """Forget a board."""
    _found(lambda: boards.remove(name))
    return json_answer({"status": "done"})


def _check_name(name: str) -> None:
    if name in game_ids():
        words = phrase("{name} is a game's own mat: call your board something else.", name=name)
        raise BadRequestError([Problem("board.name", words)])
    if not NAME.fullmatch(name) or name in RESERVED:
        words = phrase(
            "A board's name has up to 40 small letters, digits, - and _, such as my-board, and is"
            " none of {names}.",
            names=with_commas(RESERVED),
        )
        raise BadRequestError([Problem("board.name", words)])


def _found(get: Callable[[], T]) -> T:
    """What is in the store. Raises `HTTPException`, or `BadRequestError` for a damaged profile."""
    try:
        return get()
    except NoSuchBoardError as error:
        raise HTTPException(404, sentence(words_of(error)), headers=FRESH) from error
    except ProfileError as error:
        raise BadRequestError([Problem("board.unreadable", sentence(words_of(error)))]) from error
    except BoardNotSavedError as error:
        raise HTTPException(507, sentence(words_of(error)), headers=FRESH) from error


def _listed(boards: Boards, name: str) -> dict[str, Json]:
    try:
        profile = boards.load(name)
    except ProfileError as error:
        return {"name": name, "problem": sentence(words_of(error))}
    return {
        "name": name,
        "problem": "",
        "title": profile.title,
        "game": profile.game,
        "slots": len(profile.layout.slots),
        "picture": profile.layout.art is not None,
        "faults": [_told(fault) for fault in _faults(profile)],
    }


def _game(game: AnyGame, language: str) -> Json:
    shown = {"id": game.info.id, "title": game.info.title, "areas": _areas(game.layout)}
    return in_words(shown, catalogue_of(language, game.info.id))


def _shown(profile: Profile, language: str) -> Json:
    layout = profile.layout
    shown = {
        "title": profile.title,
        "game": profile.game,
        "width_mm": layout.width_mm,
        "height_mm": layout.height_mm,
        "areas": _areas(layout),
        "tags": [to_json(tag) for tag in layout.tags],
        "faults": [_told(fault) for fault in _faults(profile)],
    }
    return in_words(shown, catalogue_of(language, profile.game))


def _areas(layout: Layout) -> list[Json]:
    return [
        {"id": area.id, "label": area.label, "slots": [_slot(s) for s in layout.in_area(area.id)]}
        for area in layout.areas.values()
    ]


def _slot(slot: Slot) -> Json:
    box: dict[str, Json] = {"x_mm": slot.x_mm, "y_mm": slot.y_mm, "w_mm": slot.w_mm}
    return {"id": slot.id, "kind": slot.kind.value, **box, "h_mm": slot.h_mm}


def _faults(profile: Profile) -> tuple[Fault, ...]:
    if profile.game and profile.game not in game_ids():
        words = phrase(
            "this program has no game {game}; it has {games}: update the program, or place the"
            " places of another game",
            game=repr(profile.game),
            games=with_commas(game_ids()),
        )
        return (Fault("board.game", words, (), serious=True),)
    game = load_game(profile.game).layout if profile.game else NO_BOARD
    found = faults(profile.layout, game)
    return found if profile.game else tuple(f for f in found if f.code != "board.unknown")


def _problem(fault: Fault) -> Problem:
    return Problem(fault.code, sentence(fault.text))


def _told(fault: Fault) -> Json:
    return {"code": fault.code, "text": sentence(fault.text), "serious": fault.serious}
