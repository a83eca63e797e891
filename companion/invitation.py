"""How people at the table learn where the page is: the address, and a QR code of it."""

import json
import sys

import segno

from companion.server.address import page_address
from companion.settings import Settings


def address_of(settings: Settings) -> str:
    """Where phones find the page now."""
    return page_address(settings.port, settings.host)


def invite(settings: Settings, game: str) -> None:
    """Say that the page is up, for the saved game `game` (empty before the first)."""
    address = address_of(settings)
    if settings.json:
        print(json.dumps({"type": "ready", "address": address, "game": game}), flush=True)
        return
    print(f"\nOpen {address} on every phone in this network, or scan:\n")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    print("\nStop with Ctrl-C; nothing is lost.", flush=True)
