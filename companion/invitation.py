"""How people at the table learn where the page is and who is host: words, and codes to scan."""

import asyncio
import io
import json
from collections.abc import Iterator, Sequence
from urllib.parse import urljoin

import segno

from companion.server.access import Kept
from companion.server.address import is_own, page_addresses
from companion.settings import Settings

ADDRESS_S = 10.0
"""How often it is looked whether phones have to come by another way."""


class Inviter:
    """Says that the page is up for the saved game `game` (empty before the first).

    It says so again when the way there has changed: networks come up late, and change.
    """

    def __init__(self, settings: Settings, kept: Kept, game: str = "") -> None:
        self._settings, self._kept, self._game = settings, kept, game
        self._watching: asyncio.Task[None] | None = None

    def address(self) -> str:
        """Where phones find the page now."""
        return self._addresses()[0]

    def elsewhere(self) -> tuple[str, ...]:
        """Where they find it if not there."""
        return self._addresses()[1:]

    def begin(self) -> None:
        """Invite, now and when something changes. Needs a running event loop."""
        self._invite()
        self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        shown = self.address()
        while True:
            await asyncio.sleep(ADDRESS_S)
            if self.address() != shown:
                shown = self.address()
                self._invite()

    def _addresses(self) -> tuple[str, ...]:
        settings = self._settings
        found = page_addresses(settings.port, settings.host)
        return (settings.address, *found) if settings.address else found

    def _invite(self) -> None:
        addresses, pin = self._addresses(), self._kept.host().pin
        if self._settings.json:
            told = {"type": "ready", "address": addresses[0], "game": self._game}
            print(json.dumps({**told, "pin": pin or None}), flush=True)
        else:
            print("\n".join(invitation(addresses, pin)), flush=True)


def invitation(addresses: Sequence[str], pin: str) -> Iterator[str]:
    """Lines to print. `addresses`: the likeliest first; without a `pin` nobody is asked for one."""
    first, *others = addresses
    if is_own(first):
        yield from _alone(first, pin)
        return
    yield f"\nOpen {first} on every phone in this network, or scan:\n"
    yield code(first)
    if others:
        yield f"If a phone does not find it: {' or '.join(others)}\n"
    if pin:
        yield f"Your own phone is the host's when it opens {host_link(first, pin)}, or scans:\n"
        yield code(host_link(first, pin))
        yield f"On any other phone the host's PIN is {pin}. It is asked for before something is"
        yield "set up, or put right for somebody else. `companion pin` shows and changes it.\n"
    else:
        yield "There is no PIN: every phone may do everything. `companion pin new` makes one.\n"
    yield "Stop with Ctrl-C; nothing is lost."


def _alone(address: str, pin: str) -> Iterator[str]:
    """No code: scanned by a phone it would lead that phone to itself."""
    yield "\nThis machine is in no network, so no phone can join yet. Connect it to the network of"
    yield "the phones, or let it make a hotspot; this is said again then, with a code to scan."
    yield "Where phones find it another way, say how with --address.\n"
    yield f"On this machine the page is at {host_link(address, pin) if pin else address}"
    yield "Stop with Ctrl-C; nothing is lost."


def host_link(address: str, pin: str) -> str:
    """Opens the page as the host. What follows the `#` stays in the phone: it is in no log.

    >>> host_link("http://192.168.1.20:8080/", "123456")
    'http://192.168.1.20:8080/#host=123456'
    """
    return urljoin(address, f"#host={pin}")


def code(text: str) -> str:
    """A QR code for a terminal, two rows a line."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out=out, compact=True)
    return out.getvalue()
