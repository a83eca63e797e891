"""Pages for everybody, that nobody touches: the table on a big screen, and over a video."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from companion.server.languages import InLanguage
from companion.server.page import read_page

screens = APIRouter()


@screens.get("/table")
async def table_screen(request: Request, language: InLanguage) -> HTMLResponse:
    """The table for a tablet or a TV."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "table.html")


@screens.get("/overlay")
async def overlay(request: Request, language: InLanguage) -> HTMLResponse:
    """The table to be laid over a video: its own page looks at the rest of the query."""
    desk = request.app.state.desk
    return read_page(Path(desk.static), desk.page, language, "overlay.html")
