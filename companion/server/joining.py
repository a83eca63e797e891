"""How phones come to the table: its address as a code to scan, seats, and the host's PIN."""

import math
from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response
from fastapi.responses import JSONResponse

from companion.core.phrases import phrase, words_of
from companion.referee.commands import Problem
from companion.server.access import (
    BY_HOST,
    HOST_COOKIE,
    SEAT_COOKIE,
    Access,
    FromCaller,
    TooSoon,
    WithAccess,
)
from companion.server.answers import FRESH, json_answer, sentence
from companion.server.desk import AtDesk, AtDoor, no_such_seat
from companion.server.guards import BadRequestError, NotAllowedError, read_body, same_origin
from companion.server.schemas import PinBody, SeatBody
from companion.store.errors import PinError

COOKIE_S = 30 * 24 * 3600
TAKEN = phrase(
    "Another phone has this seat. It can give it back, or the host can give it to this phone."
)
WRONG_PIN = phrase("That is not the PIN. It is shown where the program was started.")

join_page = APIRouter()
host_api = APIRouter(prefix="/api/v1")
seat_api = APIRouter(prefix="/api/v1")


@join_page.get("/join.svg")
async def code(desk: AtDoor) -> Response:
    """The present address as a QR code, with the light border that scanners need."""
    out = BytesIO()
    segno.make(desk.address(), micro=False).save(
        out, kind="svg", scale=8, border=4, light="white", xmldecl=False
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers=FRESH)


@host_api.get("/phone")
async def phone(desk: AtDoor, access: WithAccess, caller: FromCaller) -> JSONResponse:
    """What this phone may do, and where others join."""
    return json_answer(
        {
            "seat": caller.seat,
            "host": caller.host,
            "pin": "none" if access.open else "asked",
            "taken": sorted(access.taken),
            "address": desk.address(),
            "elsewhere": list(desk.elsewhere()),
        }
    )


@seat_api.post("/seat", dependencies=[Depends(same_origin)])
async def take_seat(
    desk: AtDesk, access: WithAccess, caller: FromCaller, request: Request
) -> JSONResponse:
    """Take a seat, or `null` to look on. One that another phone has is given by the host only."""
    body = await read_body(request, SeatBody)
    seat = body.seat
    if seat is not None and seat not in desk.snapshots.seats:
        raise BadRequestError([no_such_seat(desk, seat)])
    its_own = seat is None or seat == caller.seat or access.has(body.phone, seat)
    if seat in access.taken and not its_own and not caller.host:
        raise NotAllowedError("seat", Problem("access.taken", TAKEN))
    answer = json_answer({"seat": seat})
    if caller.seat is not None and caller.seat != seat:
        access.leave(caller.seat)
    if seat is None:
        answer.delete_cookie(SEAT_COOKIE)
    elif seat != caller.seat:
        _keep(answer, SEAT_COOKIE, access.take(seat, body.phone))
        if not its_own:
            desk.streams.end(seat)
    return answer


@seat_api.delete("/seats/{seat}", dependencies=BY_HOST)
async def free_seat(
    desk: AtDesk, access: WithAccess, seat: Annotated[str, Path(max_length=100)]
) -> JSONResponse:
    """Take a seat from its phone, so that another can have it."""
    if seat not in desk.snapshots.seats:
        raise BadRequestError([no_such_seat(desk, seat)])
    access.leave(seat)
    desk.streams.end(seat)
    return json_answer({"status": "done"})


@host_api.post("/host", dependencies=[Depends(same_origin)])
async def become_host(access: WithAccess, request: Request) -> JSONResponse:
    """Make this phone the host's, by the PIN."""
    pin = (await read_body(request, PinBody)).pin
    answer = json_answer({"status": "done"})
    let_in(access, pin, request, answer)
    return answer


@host_api.delete("/host", dependencies=[Depends(same_origin)])
async def step_down() -> JSONResponse:
    """This phone is the host's no longer."""
    answer = json_answer({"status": "done"})
    answer.delete_cookie(HOST_COOKIE)
    return answer


@host_api.put("/host/pin", dependencies=BY_HOST)
async def change_pin(access: WithAccess, request: Request) -> JSONResponse:
    """Change the PIN to digits, `new` or `none`; other phones are the host's no longer."""
    wanted = (await read_body(request, PinBody)).pin
    try:
        pin = access.set_pin(wanted)
    except PinError as error:
        raise BadRequestError([Problem("access.pin", sentence(words_of(error)))]) from error
    answer = json_answer({"status": "done", "pin": pin or None})
    _keep(answer, HOST_COOKIE, access.host_cookie())
    return answer


def let_in(access: Access, pin: str, request: Request, answer: Response) -> None:
    """Put the host's cookie on an answer. Raises `HTTPException` for a wrong PIN or too many."""
    client = request.client.host if request.client else ""
    match access.become_host(pin, client):
        case TooSoon(wait_s):
            seconds = math.ceil(wait_s)
            raise HTTPException(
                429,
                phrase("Too many wrong PINs. Try again in {n} s.", n=seconds),
                headers={**FRESH, "Retry-After": str(seconds)},
            )
        case None:
            raise HTTPException(403, WRONG_PIN, headers=FRESH)
        case cookie:
            _keep(answer, HOST_COOKIE, cookie)


def _keep(answer: Response, name: str, cookie: str) -> None:
    answer.set_cookie(name, cookie, COOKIE_S, httponly=True, samesite="lax")
