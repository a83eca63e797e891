"""Saved games: listed, exported, carried away, taken in, and gone through again step by step.

Nothing here tells more than everybody at the table may see, but for events and game files: those
leave the machine only when the game is over or nothing in it was ever hidden.
"""

import asyncio
import tempfile
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal, TypeAlias, TypeVar

import segno
from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.background import BackgroundTask

from companion.core.phrases import phrase, spoken, words_of
from companion.output.bgstats import WEB, bgstats_link, bgstats_play
from companion.output.errors import TooLongError
from companion.output.plot import svg_of
from companion.output.record import Record, record_of
from companion.output.sheets import csv_of, json_of
from companion.output.steps import as_json
from companion.referee.commands import Problem
from companion.referee.present import called, step_snapshot
from companion.referee.snapshot import Snapshot
from companion.rules.codec import Json
from companion.rules.game import AnyGame
from companion.rules.ledger import Ledger, Line
from companion.rules.registry import game_ids, load_game
from companion.rules.steps import may_leave, standing
from companion.server.access import BY_HOST
from companion.server.answers import FRESH, json_answer, layout_json, sentence
from companion.server.guards import BadRequestError, into_file
from companion.server.housekeeping import Housekeeping, Keeping
from companion.server.languages import InLanguage, catalogue_of, in_words, table_in_words
from companion.server.page import read_page
from companion.store.errors import (
    DamagedGameError,
    NoSuchGameError,
    OpeningError,
    SavingError,
)
from companion.store.game_file import read_ledger, read_summary
from companion.store.library import SavedGame, list_games, saved_path
from companion.store.parcel import pack, passing_folder, take_in
from companion.store.pictures import Pictures

Form: TypeAlias = Literal["bgstats", "json", "csv", "svg"]
MAX_GAME_BYTES = 256 * 1024 * 1024
"""A game with the pictures of a long evening has about 40 MB."""
CURRENT = "current"
"""Stands for the game in play."""
TYPES = {
    "bgstats": "application/json",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "svg": "image/svg+xml",
}
HIDDEN = phrase(
    "This game hides something from some seats, so its events stay on this machine until it is"
    " over. Its owner can write it there with `companion export`."
)

T = TypeVar("T")
Positions: TypeAlias = tuple[tuple[Line | None, object], ...]
"""After no line, and after each line in force."""

games_api = APIRouter(prefix="/api/v1/games")
games_page = APIRouter()


@games_page.get("/replay")
async def replay_page(request: Request, language: InLanguage) -> HTMLResponse:
    """The page on which a game is gone through again."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "replay.html")


@games_api.get("")
def saved_games(keeping: Keeping, language: InLanguage) -> JSONResponse:
    """Every saved game, newest first. Not asynchronous, here and below: read from the disk."""
    saved = list_games(keeping.data_dir)
    return json_answer([_listed(keeping.current, one, language) for one in saved])


@games_api.post("", dependencies=BY_HOST)
async def take_game_in(keeping: Keeping, request: Request) -> JSONResponse:
    """Save a game file from elsewhere: the body is the file."""
    with _passing(keeping) as folder:
        path = Path(folder) / "the file"
        await into_file(request, path, MAX_GAME_BYTES)
        taken = partial(take_in, keeping.data_dir, path, load_game)
        name, new = await asyncio.to_thread(_told, taken)
    return json_answer({"status": "done", "id": name, "new": new})


@games_api.get("/{name}/export")
def export(
    keeping: Keeping,
    name: str,
    form: Annotated[Form, Query(alias="format")],
    language: InLanguage,
) -> Response:
    """A game for other programs, as a file."""
    record, game, ledger = _recorded(keeping, name)
    match form:
        case "bgstats":
            return _download(json_answer(bgstats_play(record)), record, "bgstats.json")
        case "json":
            whole = ledger if may_leave(game, ledger) else None
            return _download(json_answer(json_of(record, whole)), record, "json")
        case "csv":
            content, kind = csv_of(record), "csv"
        case "svg":
            content, kind = svg_of(record, catalogue_of(language, record.game)), "svg"
    return _download(Response(content, media_type=TYPES[kind], headers=FRESH), record, kind)


@games_api.get("/{name}/bgstats")
def bgstats(keeping: Keeping, name: str) -> JSONResponse:
    """Links that open BG Stats with the play: the app itself, and by way of its site."""
    record, _, _ = _recorded(keeping, name)
    try:
        return json_answer({"app": bgstats_link(record), "web": bgstats_link(record, WEB)})
    except TooLongError as error:
        raise BadRequestError([Problem("export.too_long", f"{error}.")]) from error


@games_api.get("/{name}/bgstats.svg")
def bgstats_code(keeping: Keeping, name: str) -> Response:
    """The link that opens the app as a QR code, for a phone that has not joined."""
    record, _, _ = _recorded(keeping, name)
    try:
        code = segno.make(bgstats_link(record), micro=False, error="l", boost_error=False)
    except (TooLongError, segno.DataOverflowError) as error:
        words = phrase("The play is too long for a code.")
        raise HTTPException(404, words, headers=FRESH) from error
    out = BytesIO()
    code.save(out, kind="svg", scale=4, border=4, light="white", xmldecl=False)
    return Response(out.getvalue(), media_type=TYPES["svg"], headers=FRESH)


@games_api.get("/{name}/plot.svg")
def plot(keeping: Keeping, name: str, language: InLanguage) -> Response:
    """Points over the game, to be looked at."""
    record, _, _ = _recorded(keeping, name)
    picture = svg_of(record, catalogue_of(language, record.game))
    return Response(picture, media_type=TYPES["svg"], headers=FRESH)


@games_api.get("/{name}/file")
def game_file(keeping: Keeping, name: str, pictures: bool = False) -> FileResponse:
    """The game as one file, with which another machine goes on."""
    path = _path(keeping, name)
    game, ledger = _read(path)
    if not may_leave(game, ledger):
        raise HTTPException(403, HIDDEN, headers=FRESH)
    folder = _passing(keeping)
    out = Path(folder.name) / path.name
    picture = Pictures(keeping.data_dir / "pictures").get if pictures else None
    _told(lambda: pack(path, out, picture))
    done = BackgroundTask(folder.cleanup)
    return FileResponse(out, filename=path.name, headers=FRESH, background=done)


@games_api.get("/{name}/standing")
def standings(keeping: Keeping, name: str, language: InLanguage) -> JSONResponse:
    """How a game stands, in seat order, so that people know which one it was."""
    record, _, _ = _recorded(keeping, name)
    seats = [
        {
            "player": one.player,
            "name": called(one.player, one.name),
            "score": one.score,
            "place": one.place,
        }
        for one in record.results
    ]
    told = {"over": record.over, "points": record.has_points, "seats": seats}
    return json_answer(in_words(told, catalogue_of(language, record.game)))


@games_api.get("/{name}/steps")
def steps(keeping: Keeping, name: str) -> JSONResponse:
    """What happened, line by line, with the points after each."""
    record, _, _ = _recorded(keeping, name)
    return json_answer(list(as_json(record)))


@games_api.get("/{name}/layout")
def layout(keeping: Keeping, name: str, language: InLanguage) -> JSONResponse:
    """The places of that game's board."""
    game, _ = _read(_path(keeping, name))
    return json_answer(in_words(layout_json(game.layout), catalogue_of(language, game.info.id)))


@games_api.get("/{name}/steps/{number}")
def step(
    request: Request, keeping: Keeping, name: str, number: int, language: InLanguage
) -> JSONResponse:
    """The table as everybody saw it after that many lines (0: at the beginning)."""
    replays: Replays = request.app.state.replays
    shown = replays.snapshot(_path(keeping, name), number)
    if shown is None:
        raise HTTPException(404, phrase("The game has no line {n}.", n=number), headers=FRESH)
    return json_answer(table_in_words(shown, language))


class Replays:
    """The positions of the game that was looked at last, so that a step back costs nothing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: tuple[Path, int] | None = None
        self._shown: tuple[AnyGame, Ledger, Positions]

    def snapshot(self, path: Path, number: int) -> Snapshot | None:
        """The table after `number` lines in force; `None` when there are not so many."""
        with self._lock:
            _, entries = _told(lambda: read_summary(path))
            if self._of != (path, entries):
                game, ledger = _read(path)
                first: object = game.setup(ledger.header.setup)
                self._shown = game, ledger, ((None, first), *standing(game, ledger))
                self._of = path, entries
            game, ledger, positions = self._shown
        if not 0 <= number < len(positions):
            return None
        return step_snapshot(game, ledger, *positions[number])


def _passing(keeping: Housekeeping) -> "tempfile.TemporaryDirectory[str]":
    """A folder for a file on its way, on the disk: elsewhere it may be in memory."""
    there = passing_folder(keeping.data_dir)
    try:
        there.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(dir=there)
    except OSError as error:
        words = phrase("There is no room for the file: {error}.", error=error.strerror)
        raise HTTPException(507, words, headers=FRESH) from error


def _listed(current: str, saved: SavedGame, language: str) -> Json:
    header = saved.header
    words = catalogue_of(language, header.game if header else "")
    told: dict[str, Json] = {
        "id": saved.id,
        "entries": saved.entries,
        "problem": spoken(saved.problem, words),
        "in_play": saved.id == current,
    }
    if header is None:
        return told
    seats = header.setup
    names = [spoken(called(player, seats.names[player]), words) for player in seats.players]
    game = header.game
    title = load_game(game).info.title if game in game_ids() else game
    return {
        **told,
        "game": game,
        "title": spoken(title, words),
        "began": header.began,
        "names": names,
    }


def _recorded(keeping: Housekeeping, name: str) -> tuple[Record, AnyGame, Ledger]:
    path = _path(keeping, name)
    game, ledger = _read(path)
    return record_of(path.stem, game, ledger), game, ledger


def _path(keeping: Housekeeping, name: str) -> Path:
    """Only saved games: what a phone asks for is never taken for a path."""
    wanted = keeping.current if name == CURRENT else name
    return _told(lambda: saved_path(keeping.data_dir, wanted))


def _read(path: Path) -> tuple[AnyGame, Ledger]:
    ledger, game = _told(lambda: read_ledger(path, load_game))
    return game, ledger


def _told(get: Callable[[], T]) -> T:
    """What is in the store. Raises `HTTPException` or `BadRequestError` with the words for it."""
    try:
        return get()
    except NoSuchGameError as error:
        raise HTTPException(404, sentence(words_of(error)), headers=FRESH) from error
    except (DamagedGameError, OpeningError) as error:
        raise BadRequestError([Problem("game.unreadable", sentence(words_of(error)))]) from error
    except SavingError as error:
        raise HTTPException(507, sentence(words_of(error)), headers=FRESH) from error


def _download(answer: Response, record: Record, ending: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{record.id}.{ending}"'
    return answer
