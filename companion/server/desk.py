"""What the routes work with."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from companion.core.phrases import phrase, with_commas
from companion.referee.commands import Problem
from companion.referee.table import Table
from companion.server.stream import Snapshots, Streams


@dataclass(frozen=True, slots=True)
class Door:
    """What every page works with, also before there is a table."""

    address: Callable[[], str]
    elsewhere: Callable[[], tuple[str, ...]]
    preview: Callable[[], bytes | None]
    still: Callable[[], bytes | None]
    static: Path
    page: str


@dataclass(frozen=True, slots=True)
class Desk(Door):
    """What the routes of a table work with."""

    table: Table
    snapshots: Snapshots
    streams: Streams
    pictures: Callable[[str], bytes | None]


async def the_desk(request: Request) -> Desk:
    """Hand the routes what `create_app` was given. Asynchronous, so that it stays in the loop."""
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(the_desk)]


async def the_door(request: Request) -> Door:
    """The same where there may be no table."""
    door: Door = request.app.state.desk
    return door


AtDoor = Annotated[Door, Depends(the_door)]


def no_such_seat(desk: Desk, seat: str) -> Problem:
    """Nobody plays that."""
    there = with_commas(sorted(desk.snapshots.seats))
    words = phrase(
        "Nobody plays {seat} here; there are {there}.", seat=repr(seat[:40]), there=there
    )
    return Problem("request.no_such_seat", words)
