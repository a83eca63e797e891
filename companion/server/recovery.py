"""The way out when nothing else works: plain pages without scripts, styles or files of their own.

Whatever is wrong with the page, the camera or a game, here one sees how the table is, starts the
camera again, goes on with a saved game or a copy of one, and takes home what others need to help.
"""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from html import escape
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse

from companion.referee.commands import Problem
from companion.referee.snapshot import Snapshot
from companion.referee.table import Table
from companion.rules.registry import load_game
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.bundle import bundle
from companion.server.guards import BadRequestError, bounded, read_body, same_origin
from companion.server.housekeeping import Housekeeping, Keeping
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
.said{border:2px solid;border-radius:.5rem;padding:.5rem .75rem;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{opacity:.8}dd{margin:0}
ul{list-style:none;padding:0}li{border-top:1px solid;padding:.5rem 0}
button,.button{display:inline-block;box-sizing:border-box;font:inherit;font-weight:600;min-height:3rem;
padding:.65rem 1rem;margin:.25rem .5rem .25rem 0;border:2px solid;border-radius:.6rem;
background:transparent;color:inherit;text-decoration:none;cursor:pointer}
pre{white-space:pre-wrap;font-size:.85rem}
"""

recovery = APIRouter()
clock_api = APIRouter(prefix="/api/v1")


async def the_table(request: Request) -> Table:
    """The table, touched in its loop only."""
    table: Table = request.app.state.desk.table
    return table


AtTable = Annotated[Table, Depends(the_table)]
ByHand = [Depends(same_origin)]


@recovery.get("/recovery")
async def page(keeping: Keeping, table: AtTable, said: str = "") -> HTMLResponse:
    """How things are, and what can be done."""
    shown = table.snapshot()
    games, copies = await asyncio.to_thread(_on_disk, keeping)
    body = "".join(_parts(keeping, shown, games, copies, SAID.get(said, "")))
    return _html("Recovery", body)


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


@recovery.post("/recovery/camera", dependencies=ByHand)
async def restart_camera(keeping: Keeping) -> RedirectResponse:
    """Start the camera's process again."""
    if keeping.restart_camera is None:
        return _back("no-camera")
    keeping.restart_camera()
    return _back("camera")


@recovery.post("/recovery/restart", dependencies=ByHand)
async def restart(keeping: Keeping) -> RedirectResponse:
    """Start everything again with the game in play, also out of safe mode."""
    keeping.go_on_with(keeping.current)
    return _back("restart")


@recovery.post("/recovery/game", dependencies=ByHand)
async def go_on(keeping: Keeping, request: Request) -> RedirectResponse:
    """Go on with another saved game."""
    name = await _field(request, "id")
    games, _ = await asyncio.to_thread(_on_disk, keeping)
    if name not in {saved.id for saved in games if not saved.problem}:
        raise HTTPException(404, "There is no such game any more.", headers=FRESH)
    keeping.go_on_with(name)
    return _back("game")


@recovery.post("/recovery/backup", dependencies=ByHand)
async def restore(keeping: Keeping, request: Request) -> RedirectResponse:
    """Go on with a copy of a game, as a game of its own: what was played stays beside it."""
    name = await _field(request, "name")
    _, copies = await asyncio.to_thread(_on_disk, keeping)
    path = next((one.path for one in copies if one.path.name == name), None)
    if path is None:
        raise HTTPException(404, "There is no such copy any more.", headers=FRESH)
    try:
        game, _ = await asyncio.to_thread(take_in, keeping.data_dir, path, load_game, always=True)
    except StoreError as error:
        words = sentence(str(error))
        raise BadRequestError([Problem("backup.unreadable", words)]) from error
    keeping.go_on_with(game)
    return _back("game")


@clock_api.post("/clock", dependencies=ByHand)
async def set_clock(keeping: Keeping, request: Request) -> JSONResponse:
    """Go by a phone's clock where the machine has forgotten the date."""
    told = (await read_body(request, ClockBody)).now
    if keeping.set_clock is None or not keeping.set_clock(told):
        words = "The clock of this machine is right already, or that of the phone is wrong too."
        raise BadRequestError([Problem("clock.not_needed", words)])
    return json_answer({"status": "done"})


SAID = {
    "camera": "The camera is being started again.",
    "no-camera": "There is no camera to start: the game goes on by hand.",
    "restart": "Everything is being started again. The page answers within some seconds.",
    "game": "The other game is being opened. The page answers within some seconds.",
}
"""What is said after a form, by the word in the address."""


def _on_disk(keeping: Housekeeping) -> tuple[tuple[SavedGame, ...], tuple[Backup, ...]]:
    return list_games(keeping.data_dir)[:LISTED], list_backups(keeping.data_dir)[:LISTED]


def _parts(
    keeping: Housekeeping,
    shown: Snapshot,
    games: tuple[SavedGame, ...],
    copies: tuple[Backup, ...],
    said: str,
) -> Iterator[str]:
    yield "<h1>Recovery</h1>"
    if said:
        yield f'<p class="said" role="status">{escape(said)}</p>'
    if keeping.safe_mode:
        yield f'<p class="said">{escape(keeping.safe_mode)}</p>'
        yield _form("restart", "Leave safe mode: start everything again")
    yield '<p><a class="button" href="/">To the table</a></p><h2>How things are</h2>'
    yield _facts(keeping, shown)
    yield "<h2>Camera</h2>"
    if keeping.restart_camera is None:
        yield "<p>No camera was asked for, the game goes on by hand.</p>"
    else:
        yield _form("camera", "Start the camera again")
    if not keeping.safe_mode:
        yield _form("restart", "Start everything again")
    yield "<h2>Take home</h2><p>"
    yield from (_link(*one) for one in _downloads())
    yield "</p><p>The diagnostics hold the log and how the program is doing: no names, no cards, "
    yield "no pictures.</p><h2>Saved games</h2>"
    yield _games(games, keeping.current)
    yield "<h2>Copies made while playing</h2><p>A copy is opened as a game of its own; nothing is "
    yield f"deleted.</p>{_copies(copies)}"


def _downloads() -> tuple[tuple[str, str], ...]:
    return (
        ("/api/v1/games/current/file", "The game file"),
        ("/api/v1/games/current/file?pictures=true", "The game file with pictures"),
        ("/recovery/diagnostics.zip", "Diagnostics"),
        ("/recovery/log", "Look at the log"),
    )


def _facts(keeping: Housekeeping, shown: Snapshot) -> str:
    camera = f"{shown.camera.state}. {shown.camera.message}".strip()
    room = f"{free_bytes(keeping.data_dir) / 1e9:.1f} GB free"
    facts = [
        ("Game", f"{shown.title}, {_entries(shown.version)}"),
        ("Saved as", keeping.current),
        ("Players", ", ".join(seat.name for seat in shown.seats)),
        ("Camera", camera),
        (
            "Disk",
            low_words(keeping.data_dir) or room,
        ),
        *(("Warning", notice.text) for notice in shown.warnings),
    ]
    rows = (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<dl>{''.join(rows)}</dl>"


def _games(games: tuple[SavedGame, ...], current: str) -> str:
    rows = []
    for saved in games:
        words = escape(saved.problem or f"{saved.id}, {_entries(saved.entries)}")
        if saved.id == current:
            rows.append(f"<li>{words} <b>in play</b></li>")
        elif saved.problem:
            rows.append(f"<li>{words}</li>")
        else:
            rows.append(f"<li>{words} {_form('game', 'Go on with it', id=saved.id)}</li>")
    return f"<ul>{''.join(rows)}</ul>"


def _copies(copies: tuple[Backup, ...]) -> str:
    if not copies:
        return "<p>None yet.</p>"
    rows = []
    for one in copies:
        made = datetime.fromtimestamp(one.made_s).astimezone()
        words = escape(f"{one.game}: {_entries(one.entries)}, {made:%Y-%m-%d %H:%M}")
        rows.append(f"<li>{words} {_form('backup', 'Restore it', name=one.path.name)}</li>")
    return f"<ul>{''.join(rows)}</ul>"


def _entries(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _form(action: str, words: str, **fields: str) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{escape(value)}">'
        for name, value in fields.items()
    )
    button = f"<button>{escape(words)}</button>"
    return f'<form method="post" action="/recovery/{action}">{hidden}{button}</form>'


def _link(address: str, words: str) -> str:
    return f'<a class="button" href="{address}">{escape(words)}</a>'


async def _field(request: Request, name: str) -> str:
    """One field of a form, as browsers send them without scripts."""
    fields = parse_qs((await bounded(request)).decode(errors="replace"))
    return fields.get(name, [""])[0]


def _back(said: str) -> RedirectResponse:
    return RedirectResponse(f"/recovery?said={said}", 303, headers=FRESH)


def _html(title: str, body: str) -> HTMLResponse:
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} · Tabletop Companion</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )
    return HTMLResponse(text, headers={**FRESH, "Content-Security-Policy": NO_SCRIPTS})
