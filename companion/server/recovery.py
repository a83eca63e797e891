"""The way out when nothing else works: plain pages without scripts, styles or files of their own.

Whatever is wrong with the page, the camera or a game, here one sees how the table is, starts the
camera again, goes on with a saved game or a copy of one, and takes home what others need to help.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse

from companion.core.phrases import in_a_row, many, phrase, spoken, with_commas, words_of
from companion.referee.commands import Problem
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from companion.rules.registry import load_game
from companion.server.access import BY_HOST, HOST_NEEDED, Caller, FromCaller, WithAccess
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.bundle import bundle
from companion.server.guards import BadRequestError, bounded, read_body, same_origin
from companion.server.housekeeping import Housekeeping, Keeping
from companion.server.joining import WRONG_PIN, let_in
from companion.server.languages import InLanguage, catalogue_of
from companion.server.schemas import ClockBody
from companion.store.backups import Backup, list_backups
from companion.store.errors import StoreError
from companion.store.library import SavedGame, list_games
from companion.store.log import log_text
from companion.store.parcel import take_in
from companion.store.room import free_bytes, low_words

LISTED = 12
"""Games and copies that are offered; older ones lie in the data folder."""
NO_SCRIPTS = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
STYLE = """
:root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}
body{max-width:40rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}
a{color:inherit}
.said{border:2px solid;border-radius:.5rem;padding:.5rem .75rem;font-weight:600}
dl{display:grid;grid-template-columns:fit-content(45%) minmax(0,1fr);gap:.25rem 1rem}
dt{opacity:.8}dd{margin:0}
@media(max-width:22em){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
ul{list-style:none;padding:0}li{border-top:1px solid;padding:.5rem 0}
button,.button{display:inline-block;box-sizing:border-box;font:inherit;font-weight:600;min-height:3rem;
padding:.65rem 1rem;margin:.25rem .5rem .25rem 0;border:2px solid;border-radius:.6rem;
background:transparent;color:inherit;text-decoration:none;cursor:pointer}
button:disabled{opacity:.45;cursor:default}
input{font:inherit;font-size:1.25rem;width:9rem;min-height:3rem;padding:.25rem .75rem;
box-sizing:border-box;border:2px solid;border-radius:.6rem;background:transparent;color:inherit}
pre{white-space:pre-wrap;font-size:.85rem}
"""

recovery = APIRouter()
clock_api = APIRouter(prefix="/api/v1")


async def the_table(request: Request) -> Table:
    """The table, touched in its loop only."""
    table: Table = request.app.state.desk.table
    return table


AtTable = Annotated[Table, Depends(the_table)]


async def ask_for_pin(caller: FromCaller) -> None:
    """Send whoever is not the host back to the page, which asks for the PIN."""
    if not caller.host:
        raise HTTPException(303, HOST_NEEDED, headers={**FRESH, "Location": "/recovery?said=pin"})


BY_FORM = [Depends(same_origin), Depends(ask_for_pin)]


@recovery.get("/recovery")
async def page(
    keeping: Keeping,
    table: AtTable,
    caller: FromCaller,
    language: InLanguage,
    said: str = "",
) -> HTMLResponse:
    """How things are, and what can be done."""
    shown = table.snapshot()
    games, copies = await asyncio.to_thread(_on_disk, keeping)
    words = catalogue_of(language, shown.game)
    page = _Page(keeping, caller, lambda text: _with_code(escape(spoken(text, words))))
    body = "".join(page.parts(shown, games, copies, SAID.get(said, "")))
    return _html(
        page.say(phrase("Recovery")), page.say(phrase("Tabletop Companion")), body, language
    )


@recovery.get("/recovery/log")
def log(keeping: Keeping) -> PlainTextResponse:
    """The newest lines of the log."""
    return PlainTextResponse(log_text(keeping.data_dir) or "Nothing yet.\n", headers=FRESH)


@recovery.get("/recovery/diagnostics.zip")
async def diagnostics(keeping: Keeping, table: AtTable) -> Response:
    """Everything for those who help, and nothing that is private."""
    shown = table.snapshot()
    content = await asyncio.to_thread(bundle, keeping, shown)
    name = {"Content-Disposition": 'attachment; filename="diagnostics.zip"'}
    return Response(content, media_type="application/zip", headers={**FRESH, **name})


@recovery.post("/recovery/pin", dependencies=[Depends(same_origin)])
async def let_host_in(access: WithAccess, request: Request) -> RedirectResponse:
    """Make this phone the host's, by the PIN."""
    answer = _back("host")
    try:
        let_in(access, await _field(request, "pin"), request, answer)
    except HTTPException as error:
        return _back("too-soon" if error.status_code == 429 else "wrong-pin")
    return answer


@recovery.post("/recovery/camera", dependencies=BY_FORM)
async def restart_camera(keeping: Keeping) -> RedirectResponse:
    """Start the camera's process again."""
    if not keeping.has_camera():
        return _back("no-camera")
    keeping.restart_camera()
    return _back("camera")


@recovery.post("/recovery/restart", dependencies=BY_FORM)
async def restart(keeping: Keeping) -> RedirectResponse:
    """Start everything again with the game in play, also out of safe mode."""
    keeping.go_on_with(keeping.current)
    return _back("restart")


@recovery.post("/recovery/game", dependencies=BY_FORM)
async def go_on(keeping: Keeping, request: Request) -> RedirectResponse:
    """Go on with another saved game."""
    name = await _field(request, "id")
    games, _ = await asyncio.to_thread(_on_disk, keeping)
    if name not in {saved.id for saved in games if not saved.problem}:
        raise HTTPException(404, phrase("There is no such game any more."), headers=FRESH)
    keeping.go_on_with(name)
    return _back("game")


@recovery.post("/recovery/backup", dependencies=BY_FORM)
async def restore(keeping: Keeping, request: Request) -> RedirectResponse:
    """Go on with a copy of a game, as a game of its own: what was played stays beside it."""
    name = await _field(request, "name")
    _, copies = await asyncio.to_thread(_on_disk, keeping)
    path = next((one.path for one in copies if one.path.name == name), None)
    if path is None:
        raise HTTPException(404, phrase("There is no such copy any more."), headers=FRESH)
    try:
        game, _ = await asyncio.to_thread(take_in, keeping.data_dir, path, load_game, always=True)
    except StoreError as error:
        words = sentence(words_of(error))
        raise BadRequestError([Problem("backup.unreadable", words)]) from error
    keeping.go_on_with(game)
    return _back("game")


@clock_api.post("/clock", dependencies=BY_HOST)
async def set_clock(keeping: Keeping, request: Request) -> JSONResponse:
    """Go by a phone's clock where the machine has forgotten the date."""
    told = (await read_body(request, ClockBody)).now
    if keeping.set_clock is None or not keeping.set_clock(told):
        words = phrase(
            "The clock of this machine is right already, or that of the phone is wrong too."
        )
        raise BadRequestError([Problem("clock.not_needed", words)])
    return json_answer({"status": "done"})


SAID = {
    "pin": HOST_NEEDED,
    "host": phrase("This phone is the host's now."),
    "wrong-pin": WRONG_PIN,
    "too-soon": phrase("Too many wrong PINs. Wait a minute, then try again."),
    "camera": phrase("The camera is being started again."),
    "no-camera": phrase("There is no camera to start: the game goes on by hand."),
    "restart": phrase("Everything is being started again. The page answers within some seconds."),
    "game": phrase("The other game is being opened. The page answers within some seconds."),
}
"""What is said after a form, by the word in the address."""


STATES = {
    "off": phrase("Off."),
    "starting": phrase("Starting."),
    "running": phrase("Running."),
    "moving": phrase("Waiting: something moves."),
    "lost": phrase("Lost."),
}
"""What the camera is doing."""


def _on_disk(keeping: Housekeeping) -> tuple[tuple[SavedGame, ...], tuple[Backup, ...]]:
    return list_games(keeping.data_dir)[:LISTED], list_backups(keeping.data_dir)[:LISTED]


@dataclass(frozen=True, slots=True)
class _Page:
    """The page in a language: `say` gives a text in it, made safe for markup."""

    keeping: Housekeeping
    caller: Caller
    say: Callable[[str], str]

    def parts(
        self,
        shown: Snapshot,
        games: tuple[SavedGame, ...],
        copies: tuple[Backup, ...],
        said: str,
    ) -> Iterator[str]:
        """All of it, from top to bottom."""
        yield f"<h1>{self.say(phrase('Recovery'))}</h1>"
        if said:
            yield f'<p class="said" role="status">{self.say(said)}</p>'
        if not self.caller.host:
            yield self._pin()
        if self.keeping.safe_mode:
            yield f'<p class="said">{self.say(self.keeping.safe_mode)}</p>'
            yield self._form("restart", phrase("Leave safe mode: start everything again"))
        yield f"<p>{self._link('/', phrase('To the table'))}</p>"
        yield f"{self._head(phrase('How things are'))}{self._facts(shown)}"
        yield self._head(phrase("Camera"))
        if not self.keeping.has_camera():
            yield self._line(phrase("No camera was asked for, the game goes on by hand."))
        else:
            yield self._form("camera", phrase("Start the camera again"))
        if not self.keeping.safe_mode:
            yield self._form("restart", phrase("Start everything again"))
        yield f"{self._head(phrase('Take home'))}<p>"
        yield self._link("/api/v1/games/current/file", phrase("The game file"))
        pictures = phrase("The game file with pictures")
        yield self._link("/api/v1/games/current/file?pictures=true", pictures)
        yield self._link("/recovery/diagnostics.zip", phrase("Diagnostics"))
        yield f"{self._link('/recovery/log', phrase('Look at the log'))}</p>"
        yield self._line(
            phrase(
                "The diagnostics hold the log and how the program is doing: no names, no cards, no"
                " pictures."
            )
        )
        yield f"{self._head(phrase('Saved games'))}{self._games(games)}"
        yield self._head(phrase("Copies made while playing"))
        yield self._line(phrase("A copy is opened as a game of its own; nothing is deleted."))
        yield self._copies(copies)

    def _pin(self) -> str:
        words = phrase("To look is free. To change something, enter the host's PIN first.")
        lost = phrase("Nobody knows it? Run `companion pin` on the machine itself.")
        return (
            f"{self._line(words)}"
            '<form method="post" action="/recovery/pin">'
            f"<label>{self.say(phrase('PIN'))} "
            '<input name="pin" inputmode="numeric" autocomplete="off" maxlength="12" required>'
            f"</label> <button>{self.say(phrase('Enter'))}</button></form>{self._line(lost)}"
        )

    def _head(self, words: str) -> str:
        return f"<h2>{self.say(words)}</h2>"

    def _line(self, words: str) -> str:
        return f"<p>{self.say(words)}</p>"

    def _facts(self, shown: Snapshot) -> str:
        message = shown.camera.message
        camera = in_a_row([STATES[shown.camera.state], *([message] if message else [])])
        folder = self.keeping.data_dir
        room = phrase("{n} GB free", n=f"{free_bytes(folder) / 1e9:.1f}")
        facts = [
            (phrase("Game"), with_commas([shown.title, _entries(shown.version)])),
            (phrase("Saved as"), self.keeping.current),
            (phrase("Players"), with_commas([seat.name for seat in shown.seats])),
            (phrase("Camera"), camera),
            (phrase("Disk"), low_words(folder) or room),
            *((phrase("Warning"), notice.text) for notice in shown.warnings),
        ]
        rows = (f"<dt>{self.say(name)}</dt><dd>{self.say(value)}</dd>" for name, value in facts)
        return f"<dl>{''.join(rows)}</dl>"

    def _games(self, games: tuple[SavedGame, ...]) -> str:
        rows = []
        for saved in games:
            words = self.say(saved.problem or with_commas([saved.id, _entries(saved.entries)]))
            if saved.id == self.keeping.current:
                rows.append(f"<li>{words} <b>{self.say(phrase('in play'))}</b></li>")
            elif saved.problem:
                rows.append(f"<li>{words}</li>")
            else:
                form = self._form("game", phrase("Go on with it"), id=saved.id)
                rows.append(f"<li>{words} {form}</li>")
        return f"<ul>{''.join(rows)}</ul>"

    def _copies(self, copies: tuple[Backup, ...]) -> str:
        if not copies:
            return self._line(phrase("None yet."))
        rows = []
        for one in copies:
            made = f"{datetime.fromtimestamp(one.made_s).astimezone():%Y-%m-%d %H:%M}"
            words = phrase("{game}: {entries}", game=one.game, entries=_entries(one.entries))
            form = self._form("backup", phrase("Restore it"), name=one.path.name)
            rows.append(f"<li>{self.say(with_commas([words, made]))} {form}</li>")
        return f"<ul>{''.join(rows)}</ul>"

    def _form(self, action: str, words: str, **fields: str) -> str:
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{escape(value)}">'
            for name, value in fields.items()
        )
        shut = "" if self.caller.host else " disabled"
        button = f"<button{shut}>{self.say(words)}</button>"
        return f'<form method="post" action="/recovery/{action}">{hidden}{button}</form>'

    def _link(self, address: str, words: str) -> str:
        return f'<a class="button" href="{address}">{self.say(words)}</a>'


def _entries(number: int) -> str:
    return many(number, "{n} entry", "{n} entries")


async def _field(request: Request, name: str) -> str:
    """One field of a form, as browsers send them without scripts."""
    fields = parse_qs((await bounded(request)).decode(errors="replace"))
    return fields.get(name, [""])[0]


def _back(said: str) -> RedirectResponse:
    return RedirectResponse(f"/recovery?said={said}", 303, headers=FRESH)


def _with_code(text: str) -> str:
    """Commands, which stand in backticks, as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def _html(title: str, program: str, body: str, language: str) -> HTMLResponse:
    text = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} · {program}</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )
    return HTMLResponse(text, headers={**FRESH, "Content-Security-Policy": NO_SCRIPTS})
