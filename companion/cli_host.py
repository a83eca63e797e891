"""The command line about who is host, and where the page is."""

import argparse
import json
import sys
from urllib.parse import urlsplit

from companion.server.errors import ServerError
from companion.settings import DEFAULT_PORT, EVERY_NETWORK, default_data_dir

PIN_WORDS = "show the host's PIN, or change it, also while a game is running"
PINS = "DIGITS|new|none"


def add_serving(parser: argparse.ArgumentParser) -> None:
    """What every command that serves a table takes."""
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N")
    parser.add_argument("--host", default=EVERY_NETWORK, metavar="IP", help="one network only")
    parser.add_argument(
        "--address",
        default="",
        metavar="URL",
        help="what phones open, if what is found is wrong: http://192.168.1.20:8080/",
    )
    parser.add_argument(
        "--pin",
        default="",
        metavar=PINS,
        help="the host's PIN from now on; `none`: every phone may do everything",
    )


def read_address(text: str, port: int) -> str:
    """A full address of what was typed, empty for nothing. Raises `ServerError`.

    >>> read_address("table.lan", 8080)
    'http://table.lan:8080/'
    """
    if not text:
        return ""
    given = urlsplit(text if "://" in text else f"http://{text}")
    try:
        number = given.port
    except ValueError:
        number = -1
    if given.scheme not in ("http", "https") or not given.hostname or number == -1:
        raise ServerError(
            f"--address is what phones open, such as http://192.168.1.20:8080/, got {text!r}"
        )
    there = given.netloc if number or "://" in text else f"{given.netloc}:{port}"
    return f"{given.scheme}://{there}/"


def add_pin(parser: argparse.ArgumentParser) -> None:
    """`companion pin`."""
    parser.add_argument("pin", nargs="?", default="", metavar=PINS, help="what it is to be")


def run_pin(options: argparse.Namespace) -> int:
    """Show or change the PIN kept in the data folder; a running game goes by it at once."""
    from companion.store.keys import host_keys, set_pin

    data_dir = options.data or default_data_dir()
    keys = set_pin(data_dir, options.pin) if options.pin else host_keys(data_dir)
    if options.json:
        print(json.dumps({"pin": keys.pin or None}))
        return 0
    print(keys.pin or "There is no PIN: every phone may do everything.")
    if options.pin and keys.pin:
        print("Phones that were the host's by another PIN are so no longer.", file=sys.stderr)
    return 0
