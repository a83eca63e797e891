"""What is refused before the table hears of it, and the words for it."""

import ipaddress
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import ClientDisconnect

from companion.core.phrases import phrase
from companion.referee.commands import Problem
from companion.server.schemas import Body

B = TypeVar("B", bound=Body)

MAX_BODY_BYTES = 64 * 1024
"""The longest command, an action of 1000 letters with 200 dice, has a few thousand."""
MAX_PROBLEMS = 10
IN_THE_HOUSE = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Endings of names that only the network of a house gives."""
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")


class BadRequestError(Exception):
    """A request that is not understood: an answer in the making, never seen outside the server."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)


class NotAllowedError(Exception):
    """A request that this phone may not make: an answer in the making, as above.

    `kind` is what it lacks: a `seat`, or to be the `host`.
    """

    def __init__(self, kind: str, problem: Problem) -> None:
        super().__init__(kind, problem)
        self.kind, self.problem = kind, problem


async def same_origin(request: Request) -> None:
    """Refuse a request that another site makes a phone's browser send.

    Browsers say with each POST which page sent it; programs such as curl say nothing and may pass.
    A name that anybody on the internet could give to this machine is refused too: behind it the
    browser would take another site's page for ours.
    """
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if not is_own_host(host, request.app.state.desk.address()):
        raise HTTPException(
            403,
            phrase(
                "The table is not known as {host}: open the page at {address} and try again.",
                host=host[:100],
                address=request.app.state.desk.address(),
            ),
        )
    if origin is not None and origin.partition("://")[2].lower() != host.lower():
        raise HTTPException(
            403,
            phrase(
                "This request came from a page of {origin}, but the table is at {host}: open the"
                " page at the table's own address and try again.",
                origin=origin[:100],
                host=host,
            ),
        )


def is_own_host(host: str, address: str) -> bool:
    """Whether a machine can be called so: by number, by a name of the house, or as told.

    >>> [is_own_host(host, "") for host in ("192.168.1.2:80", "[fe80::1]", "pi", "pi.local:80")]
    [True, True, True, True]
    >>> [is_own_host(host, "") for host in ("pi.fritz.box", "192.168.1.2.evil.com")]
    [False, False]
    """
    name = urlsplit(f"//{host}").hostname if _HOST.fullmatch(host) else None
    if name is None:
        return False
    return (
        _is_number(name)
        or name.endswith(IN_THE_HOUSE)
        or name
        in (
            urlsplit(address).hostname,
            name.partition(".")[0],  # without a dot: no name of the internet
        )
    )


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def read_body(request: Request, model: type[B]) -> B:
    """The body as `model`. Raises `BadRequestError`, or `HTTPException` when it is too long."""
    try:
        return model.model_validate_json(await bounded(request))
    except ValidationError as error:
        raise BadRequestError([problem_of(one) for one in error.errors()[:MAX_PROBLEMS]]) from error


async def bounded(request: Request, most_bytes: int = MAX_BODY_BYTES) -> bytes:
    """The body. Raises `HTTPException` when it is too long or breaks off."""
    return b"".join([chunk async for chunk in _chunks(request, most_bytes)])


async def into_file(request: Request, path: Path, most_bytes: int) -> None:
    """Write a body to the disk that is too long for the memory of a small machine.

    Raises `HTTPException` when it is too long, breaks off or does not fit on the disk.
    """
    try:
        with path.open("wb") as file:
            async for chunk in _chunks(request, most_bytes):
                file.write(chunk)
    except OSError as error:
        words = phrase("The file does not fit here: {error}.", error=error.strerror)
        raise HTTPException(507, words) from error


async def _chunks(request: Request, most_bytes: int) -> AsyncIterator[bytes]:
    length = 0
    try:
        async for chunk in request.stream():
            length += len(chunk)
            if length > most_bytes:
                most = most_bytes // 1024
                raise HTTPException(
                    413, phrase("A request may be {most} KB long; this one is longer.", most=most)
                )
            yield chunk
    except ClientDisconnect as error:
        raise HTTPException(400, phrase("The request ended half way.")) from error


def problem_of(error: ErrorDetails) -> Problem:
    """A fault in words: where it is, and what was expected there."""
    place = ".".join(str(part) for part in error["loc"])[:100] or "the request"
    if error["type"] == "extra_forbidden":
        return Problem("request.unknown_field", f"{place}: there is no such field")
    return Problem("request.invalid", f"{place}: {error['msg'][:300]}")
