"""Setting the table up on a phone: camera, board, colours, game, players, options.

The same for the first evening, when there is no game yet, and for a table at which people play.
Everything is kept as it is chosen, so that any phone may go on where another one stopped.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from companion.core.phrases import Phrase, phrase, words_of
from companion.referee.commands import Problem
from companion.referee.snapshot import CameraStatus
from companion.rules.codec import Json
from companion.rules.errors import RulesError, SetupError
from companion.rules.game import AnyGame, Option
from companion.rules.registry import game_ids, load_game, make_setup
from companion.server.access import BY_HOST
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.camera import CameraNow
from companion.server.errors import SettingUpError
from companion.server.guards import BadRequestError, read_body
from companion.server.languages import InLanguage, catalogue_of, in_words
from companion.server.page import read_page
from companion.server.schemas import BareBody, BeginBody, GoOnBody, PlanBody, ShownBody
from companion.store.errors import StoreError
from companion.store.plan import NO_BOARD, OWN_MAT, Plan, fitted

CHART = "chart"
"""What to ask for instead of a game's mat to get the chart for the lens."""

setup_page = APIRouter()
setup_api = APIRouter(prefix="/api/v1/setup")


@dataclass(frozen=True, slots=True)
class BoardFound:
    """What the camera made of the board at its last look, and how many of its tags it saw."""

    found: bool
    seen: int
    tags: int


@dataclass(frozen=True, slots=True)
class Colours:
    """Whose dice have been shown since the last time, and whose colours are known by now."""

    shown: tuple[str, ...]
    learnt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of showing a player's dice: whether any were seen, and pairs too alike."""

    seen: bool
    alike: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BareBoard:
    """Whether the board is to be shown without pieces for all of it to be read, and was.

    Where `cards` are laid on it it may be shown `empty` as well, and was.
    """

    needed: bool
    shown: bool
    cards: bool = False
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at this machine found: `good`, `warning` or `problem`, and what to do."""

    about: str
    level: str
    words: str
    remedy: str


class SetsUp(Protocol):
    """What a table is set up with. What cannot be done raises `SettingUpError` with the words."""

    @property
    def plan(self) -> Plan:
        """What has been chosen so far."""
        ...

    @property
    def revision(self) -> int:
        """Changes of the plan."""
        ...

    @property
    def playing(self) -> str:
        """The saved game in play; empty before the first."""
        ...

    @property
    def has_saved(self) -> bool:
        """Whether there is a saved game to go on with."""
        ...

    @property
    def trouble(self) -> str:
        """Why what was chosen before is not used now; empty when it is."""
        ...

    def change(self, plan: Plan) -> None:
        """Keep a plan; another camera or board is looked with at once."""
        ...

    def camera(self) -> tuple[CameraStatus, CameraNow | None, BoardFound | None]:
        """How the camera is, how it is set, and whether it sees the board."""
        ...

    async def cameras(self) -> tuple[str, ...]:
        """Sources of the cameras there are."""
        ...

    async def red_card(self) -> str | None:
        """Whether a red card held to the camera looks `red` or `blue`; then it is put right."""
        ...

    def colours(self) -> Colours:
        """Whose dice were shown."""
        ...

    async def show(self, colour: str, all_of: tuple[str, ...]) -> Learnt:
        """Learn a player's dice from what lies there; known when `all_of` have been shown."""
        ...

    def forget_colours(self) -> None:
        """Go back to the plain names of colours."""
        ...

    def bare(self) -> BareBoard:
        """Whether the board is to be shown without pieces, and was."""
        ...

    async def show_bare(self, *, empty: bool) -> None:
        """Learn how the board looks as it lies there now, without pieces, with cards or `empty`."""
        ...

    async def mat(self, game: str, paper: str, ink: str) -> bytes:
        """A mat to print, as PDF."""
        ...

    async def machine(self) -> tuple[Looked, ...]:
        """What an owner should know of this machine before the evening."""
        ...

    def begin(self, plan: Plan) -> str:
        """Begin the game that is planned; its name."""
        ...

    def go_on_with(self, game: str) -> None:
        """Go on with a saved game."""
        ...


async def the_setting_up(request: Request) -> SetsUp:
    """Hand the routes what `create_app` was given."""
    setting_up: SetsUp = request.app.state.setting_up
    return setting_up


AtSetup = Annotated[SetsUp, Depends(the_setting_up)]


@setup_page.get("/setup")
async def page(request: Request, language: InLanguage) -> HTMLResponse:
    """The page on which the table is set up."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "setup.html")


@setup_api.get("")
async def show_plan(setting_up: AtSetup, language: InLanguage) -> JSONResponse:
    """What has been chosen, and how the camera is."""
    return json_answer(_shown(setting_up, language))


@setup_api.get("/games")
async def list_games(language: InLanguage) -> JSONResponse:
    """The games there are, with their colours and options."""
    return json_answer([_game(load_game(name), language) for name in game_ids()])


@setup_api.get("/cameras")
async def list_cameras(setting_up: AtSetup) -> JSONResponse:
    """The cameras there are."""
    return json_answer(list(await setting_up.cameras()))


@setup_api.get("/machine")
async def look_over(setting_up: AtSetup, language: InLanguage) -> JSONResponse:
    """The machine looked over: disk, memory, clock, network, warmth and power."""
    found = [
        replace(one, words=sentence(one.words), remedy=one.remedy and sentence(one.remedy))
        for one in await setting_up.machine()
    ]
    return json_answer(in_words(found, catalogue_of(language)))


@setup_api.get("/mat.pdf")
async def mat(setting_up: AtSetup, game: str, paper: str = "a4", ink: str = "full") -> Response:
    """A game's mat to be printed, or the `chart` by which a lens is measured."""
    known = game in (*game_ids(), CHART)
    if not known or paper not in ("a2", "a3", "a4") or ink not in ("full", "saving"):
        raise HTTPException(404, phrase("There is no such mat."), headers=FRESH)
    with _refusing():
        pdf = await setting_up.mat(game, paper, ink)
    name = {"Content-Disposition": f'attachment; filename="{game}-mat-{paper}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=FRESH | name)


@setup_api.post("", dependencies=BY_HOST)
async def change(setting_up: AtSetup, request: Request, language: InLanguage) -> JSONResponse:
    """Choose something. Refused with how things are when somebody else was faster."""
    body = await read_body(request, PlanBody)
    if body.expected != setting_up.revision:
        return json_answer({"status": "stale", "setup": _shown(setting_up, language)}, 409)
    plan = _changed(setting_up.plan, body)
    if plan != setting_up.plan or body.camera is not None:  # the same camera: once more
        with _refusing():
            setting_up.change(plan)
    return json_answer({"status": "done", "setup": _shown(setting_up, language)})


@setup_api.post("/red-card", dependencies=BY_HOST)
async def red_card(setting_up: AtSetup) -> JSONResponse:
    """See whether a red card held to the camera is red, else swap red and blue from now on."""
    with _refusing():
        return json_answer({"seen": await setting_up.red_card()})


@setup_api.post("/colours", dependencies=BY_HOST)
async def show_dice(setting_up: AtSetup, request: Request, language: InLanguage) -> JSONResponse:
    """Learn the dice of a player, which alone lie before the camera."""
    colour = (await read_body(request, ShownBody)).colour
    everybody = tuple(one for one, _ in setting_up.plan.seats)
    if colour not in everybody:
        words = phrase("Nobody at the table plays {colour}.", colour=phrase(colour))
        raise BadRequestError([Problem("setup.nobody", words)])
    with _refusing():
        learnt = await setting_up.show(colour, everybody)
    alike: Json = [list(pair) for pair in learnt.alike]
    shown = _shown(setting_up, language)
    return json_answer({"seen": learnt.seen, "alike": alike, "setup": shown})


@setup_api.delete("/colours", dependencies=BY_HOST)
async def forget_colours(setting_up: AtSetup, language: InLanguage) -> JSONResponse:
    """Forget what was learnt."""
    with _refusing():
        setting_up.forget_colours()
    return json_answer({"status": "done", "setup": _shown(setting_up, language)})


@setup_api.post("/bare", dependencies=BY_HOST)
async def show_bare(setting_up: AtSetup, request: Request, language: InLanguage) -> JSONResponse:
    """Learn how the board looks, on which no pieces lie before the camera now."""
    body = await read_body(request, BareBody)
    with _refusing():
        await setting_up.show_bare(empty=body.empty)
    return json_answer({"status": "done", "setup": _shown(setting_up, language)})


@setup_api.post("/begin", dependencies=BY_HOST)
async def begin(setting_up: AtSetup, request: Request, language: InLanguage) -> JSONResponse:
    """Begin the game as it is planned. The one in play stays saved."""
    body = await read_body(request, BeginBody)
    if body.expected != setting_up.revision:
        return json_answer({"status": "stale", "setup": _shown(setting_up, language)}, 409)
    plan = setting_up.plan if setting_up.plan.game else _changed(setting_up.plan, _any_game())
    try:
        make_setup(load_game(plan.game).info, plan.names(), plan.options)
    except RulesError as error:
        raise BadRequestError([Problem("setup.players", sentence(words_of(error)))]) from error
    with _refusing():
        return json_answer({"status": "done", "id": setting_up.begin(plan)})


@setup_api.post("/go-on", dependencies=BY_HOST)
async def go_on(setting_up: AtSetup, request: Request) -> JSONResponse:
    """Go on with a saved game."""
    name = (await read_body(request, GoOnBody)).game
    with _refusing():
        setting_up.go_on_with(name)
    return json_answer({"status": "done", "id": name})


def _any_game() -> PlanBody:
    """What is played when nobody has said: a game that needs nothing on the table but dice."""
    games = [load_game(name) for name in game_ids()]
    plain = next((one for one in games if not one.layout.slots), games[0])
    return PlanBody(expected=0, game=plain.info.id)


def _changed(plan: Plan, body: PlanBody) -> Plan:
    """The plan with what a phone chose. Raises `BadRequestError` for what the game has not."""
    asked = body.model_dump(exclude={"expected"}, exclude_none=True)
    seats = asked.get("seats")
    if seats is not None and len({colour for colour, _ in seats}) < len(seats):
        words = phrase("Two players cannot have the same colour.")
        raise BadRequestError([Problem("setup.colour_twice", words)])
    new = replace(plan, **asked)
    if not new.game:
        return new
    try:
        info = load_game(new.game).info
        if body.options is not None:
            make_setup(info, None, body.options)
        if seats:
            _check_seats(info.colours, info.max_players, seats)
    except RulesError as error:
        raise BadRequestError([Problem("setup.unknown", sentence(words_of(error)))]) from error
    if new.game != plan.game:
        new = replace(new, board=NO_BOARD if new.board == NO_BOARD else OWN_MAT)
    return fitted(new, info)


def _check_seats(colours: tuple[str, ...], most: int, seats: tuple[tuple[str, str], ...]) -> None:
    for colour, _ in seats:
        if colour not in colours:
            words = phrase("this game has no pieces in {colour}", colour=phrase(colour))
            raise SetupError(words)
    if len(seats) > most:
        raise SetupError(phrase("this game is for {n} players at most", n=most))


@contextmanager
def _refusing() -> Iterator[None]:
    """What cannot be done is answered as `BadRequestError`, with the words for why not."""
    try:
        yield
    except (SettingUpError, StoreError) as error:
        raise BadRequestError([Problem("setup.refused", sentence(words_of(error)))]) from error


def _shown(setting_up: SetsUp, language: str) -> Json:
    plan = setting_up.plan
    status, now, board = setting_up.camera()
    told: dict[str, object] = {
        "revision": setting_up.revision,
        "playing": setting_up.playing,
        "has_saved": setting_up.has_saved,
        "trouble": setting_up.trouble,
        "plan": {
            "camera": plan.camera,
            "board": plan.board,
            "game": plan.game,
            "seats": plan.seats,
            "options": plan.options,
        },
        "camera": {
            "state": status.state,
            "message": status.message,
            "advice": status.advice,
            "now": now,
            "found": board,
        },
        "colours": setting_up.colours(),
        "bare": setting_up.bare(),
    }
    return in_words(told, catalogue_of(language, plan.game))


def _game(game: AnyGame, language: str) -> Json:
    info = game.info
    told = {
        "id": info.id,
        "title": info.title,
        "colours": info.colours,
        "least": info.min_players,
        "most": info.max_players,
        "board": game.layout.width_mm > 0,
        "size_mm": (game.layout.width_mm, game.layout.height_mm),
        "tags": len(game.layout.tags),
        "options": [_option(option) for option in info.options],
        "note": info.note,
    }
    return in_words(told, catalogue_of(language, info.id))


def _option(option: Option) -> dict[str, object]:
    meanings = option.meanings or tuple(Phrase(value) for value in option.values)
    pairs = zip(option.values, meanings, strict=True)
    values = [{"value": value, "text": text} for value, text in pairs]
    asks = option.asks or Phrase(option.effect)
    return {"name": option.name, "asks": asks, "values": values}
