"""Who may do what: a phone looks on, has a seat, or is the host's.

A seat belongs to the phone that took it, by a signed cookie. The host's phone, known by a PIN, may
do everything; without a PIN every phone is the host's. Nobody looks from a seat that is another's.
"""

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Protocol

from fastapi import Depends, Request

from companion.core.phrases import phrase
from companion.referee.commands import Problem
from companion.server.attempts import Attempts
from companion.server.guards import NotAllowedError, same_origin
from companion.store.keys import NO_PIN, HostKeys, TakenSeats, read_pin

SEAT_COOKIE, HOST_COOKIE = "seat", "host"

HOST_NEEDED = phrase(
    "Only the host may do this. To make this phone the host's, enter the PIN that is shown where"
    " the program was started."
)
SEAT_NEEDED = phrase("This phone is just watching. Take a seat to play along.")


class Kept(Protocol):
    """Where the PIN and the seats are kept."""

    def host(self) -> HostKeys:
        """PIN and key now."""
        ...

    def set_pin(self, wanted: str) -> HostKeys:
        """Change the PIN. Raises `PinError`."""
        ...

    def seats(self) -> TakenSeats:
        """Who sits where."""
        ...

    def keep_seats(self, taken: TakenSeats) -> None:
        """Remember who sits where."""
        ...


class KeptInMemory:
    """For one run only."""

    def __init__(self, pin: str = NO_PIN) -> None:
        self._keys = HostKeys(secrets.token_hex(32), pin)
        self._seats = TakenSeats()

    def host(self) -> HostKeys:
        """PIN and key."""
        return self._keys

    def set_pin(self, wanted: str) -> HostKeys:
        """Change the PIN. Raises `PinError`."""
        self._keys = replace(self._keys, pin=read_pin(wanted))
        return self._keys

    def seats(self) -> TakenSeats:
        """Who sits where."""
        return self._seats

    def keep_seats(self, taken: TakenSeats) -> None:
        """Remember who sits where."""
        self._seats = taken


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose phone asks: the seat it looks from, and whether it is the host's."""

    seat: str | None
    host: bool


@dataclass(frozen=True, slots=True)
class TooSoon:
    """A PIN was typed while it did not count."""

    wait_s: float


class Access:
    """Seats and host of one saved game. `seconds` is a clock that only goes forward."""

    def __init__(
        self, kept: Kept, game: str = "", seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._kept = kept
        self._game = game
        self._seats = kept.seats()
        self._attempts = Attempts(seconds, self._seats.wrong_pins)

    @property
    def open(self) -> bool:
        """Whether there is no PIN, so that every phone may do everything."""
        return self._kept.host().pin == NO_PIN

    @property
    def taken(self) -> frozenset[str]:
        """Seats that some phone has."""
        return frozenset(self._claims)

    def caller(self, seat_cookie: str | None, host_cookie: str | None) -> Caller:
        """Who comes with these cookies. Others than ours count for nothing."""
        return Caller(self._seat_of(seat_cookie or ""), self._is_host(host_cookie or ""))

    def has(self, phone: str | None, seat: str) -> bool:
        """Whether a phone that knows itself by `phone` has a seat, though it lost its cookie."""
        return phone is not None and self._claims.get(seat) == _claim_of(phone)

    def take(self, seat: str, phone: str | None = None) -> str:
        """Give a seat to a phone, from whoever had it; returns its cookie.

        `phone` is a secret of the phone, by which it is known again when the answer was lost.
        """
        claim = _claim_of(phone or secrets.token_hex(16))
        self._keep_claims({**self._claims, seat: claim})
        return f"{seat}.{claim}.{self._seal('seat', self._game, seat, claim)}"

    def leave(self, seat: str) -> None:
        """Nobody has it any more."""
        self._keep_claims({name: claim for name, claim in self._claims.items() if name != seat})

    def become_host(self, pin: str, client: str) -> str | TooSoon | None:
        """The cookie of a host for the right PIN; `None` for a wrong one.

        A try that comes too soon is not even looked at.
        """
        wait_s = self._attempts.wait_s(client)
        if wait_s > 0:
            return TooSoon(wait_s)
        if not hmac.compare_digest(pin.encode(), self._kept.host().pin.encode()):
            self._attempts.failed(client)
            self._keep_wrong()
            return None
        if self._attempts.wrong:
            self._attempts.succeeded(client)
            self._keep_wrong()
        return self.host_cookie()

    def set_pin(self, wanted: str) -> str:
        """Change the PIN; other phones are the host's no longer. Raises `PinError`."""
        return self._kept.set_pin(wanted).pin

    def host_cookie(self) -> str:
        """What makes a phone the host's until the PIN changes."""
        return self._seal("host", self._kept.host().pin)

    def _seat_of(self, cookie: str) -> str | None:
        seat, _, rest = cookie.partition(".")
        claim, _, seal = rest.partition(".")
        ours = hmac.compare_digest(
            seal.encode(), self._seal("seat", self._game, seat, claim).encode()
        )
        return seat if ours and self._claims.get(seat) == claim else None

    def _is_host(self, cookie: str) -> bool:
        return self.open or hmac.compare_digest(cookie.encode(), self.host_cookie().encode())

    def _seal(self, *words: str) -> str:
        key = bytes.fromhex(self._kept.host().key)
        return hmac.new(key, "\0".join(words).encode(), sha256).hexdigest()

    @property
    def _claims(self) -> dict[str, str]:
        return dict(self._seats.claims.get(self._game, {}))

    def _keep_claims(self, claims: dict[str, str]) -> None:
        others = {game: of for game, of in self._seats.claims.items() if game != self._game}
        self._keep(replace(self._seats, claims={**others, self._game: claims}))

    def _keep_wrong(self) -> None:
        self._keep(replace(self._seats, wrong_pins=self._attempts.wrong))

    def _keep(self, seats: TakenSeats) -> None:
        self._seats = seats
        self._kept.keep_seats(seats)


def _claim_of(phone: str) -> str:
    return sha256(phone.encode(errors="replace")).hexdigest()


async def the_access(request: Request) -> Access:
    """Hand the routes what `create_app` was given."""
    access: Access = request.app.state.access
    return access


WithAccess = Annotated[Access, Depends(the_access)]


async def the_caller(request: Request, access: WithAccess) -> Caller:
    """Whose phone asks. A screen for everybody says `?seat=`: it looks from none."""
    cookies = request.cookies
    caller = access.caller(cookies.get(SEAT_COOKIE), cookies.get(HOST_COOKIE))
    return replace(caller, seat=None) if request.query_params.get("seat") == "" else caller


FromCaller = Annotated[Caller, Depends(the_caller)]


async def host_only(caller: FromCaller) -> None:
    """Refuse whoever is not the host."""
    if not caller.host:
        raise NotAllowedError("host", Problem("access.host", HOST_NEEDED))


BY_HOST = [Depends(same_origin), Depends(host_only)]
"""What every route needs that sets something up."""
