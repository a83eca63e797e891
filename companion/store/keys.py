"""The host's PIN, the key that signs cookies, and which phone has which seat.

Both lie in the data folder for its owner's eyes only, and neither is ever part of what is sent to
others. `DATA/host.json` is read anew when somebody changed it at the machine; `DATA/seats.json` is
written by the running program only. A disk that is full costs what was to be remembered, never the
game.
"""

import json
import logging
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.phrases import phrase
from companion.store.errors import PinError

NO_PIN = ""
PIN_DIGITS = 6
PIN = re.compile(r"[0-9]{4,12}", re.ASCII)
"""What a host may choose: short enough for a number pad."""
GONE = (0, 0)
"""The mark of keys that are not there."""
GAMES_KEPT = 50
"""So many games whose seats are remembered; the ones played longest ago are forgotten first."""
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
_log = logging.getLogger("companion")


@dataclass(frozen=True, slots=True)
class HostKeys:
    """`pin` is `NO_PIN` where everybody may do everything; `key` signs cookies."""

    key: str
    pin: str


@dataclass(frozen=True, slots=True)
class TakenSeats:
    """By saved game and seat the claim of the phone that has it; and wrong PINs in a row."""

    claims: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    wrong_pins: int = 0


def host_keys(data_dir: Path) -> HostKeys:
    """As they are kept; new ones where none are, or where the file is torn."""
    found = _read(_host_file(data_dir))
    key, pin = found.get("key"), found.get("pin")
    if isinstance(key, str) and _KEY.fullmatch(key) and isinstance(pin, str) and _is_pin(pin):
        return HostKeys(key, pin)
    fresh = HostKeys(secrets.token_hex(32), new_pin())
    try:
        _keep_host_keys(data_dir, fresh)
    except PinError as error:
        _log.warning("%s", error)
    return fresh


def host_keys_mark(data_dir: Path) -> tuple[int, int]:
    """Changes when somebody changed them."""
    try:
        found = _host_file(data_dir).stat()
    except OSError:
        return GONE
    return (found.st_mtime_ns, found.st_ino)


def set_pin(data_dir: Path, wanted: str) -> HostKeys:
    """Change the PIN to digits, `new` or `none`; who is host by another one is so no longer.

    Raises `PinError`.
    """
    keys = HostKeys(host_keys(data_dir).key, read_pin(wanted))
    _keep_host_keys(data_dir, keys)
    return keys


def read_pin(wanted: str) -> str:
    """What is meant by digits, `new` or `none`. Raises `PinError`."""
    match wanted:
        case "none":
            return NO_PIN
        case "new":
            return new_pin()
        case digits if PIN.fullmatch(digits):
            return digits
    raise PinError(
        phrase("a PIN has 4 to 12 digits; `new` makes one, `none` lets everybody do everything")
    )


def new_pin() -> str:
    """One that nobody can guess."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"


def taken_seats(data_dir: Path) -> TakenSeats:
    """As they are kept; none where the file is torn: phones then sit down again."""
    found = _read(data_dir / "seats.json")
    games, wrong = found.get("claims"), found.get("wrong_pins")
    claims: dict[str, Mapping[str, str]] = {}
    for game, seats in games.items() if isinstance(games, dict) else ():
        if isinstance(seats, dict) and all(isinstance(claim, str) for claim in seats.values()):
            claims[str(game)] = {str(seat): claim for seat, claim in seats.items()}
    return TakenSeats(claims, wrong if isinstance(wrong, int) and wrong > 0 else 0)


def keep_taken_seats(data_dir: Path, taken: TakenSeats) -> None:
    """Keep who sits where, if there is room for it."""
    newest = dict(list(taken.claims.items())[-GAMES_KEPT:])
    claims = {game: dict(seats) for game, seats in newest.items()}
    try:
        _write(data_dir / "seats.json", {"claims": claims, "wrong_pins": taken.wrong_pins})
    except OSError as error:
        _log.warning("who sits where could not be kept: %s", error.strerror)


def _host_file(data_dir: Path) -> Path:
    return data_dir / "host.json"


def _is_pin(pin: str) -> bool:
    return pin == NO_PIN or PIN.fullmatch(pin) is not None


def _read(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _keep_host_keys(data_dir: Path, keys: HostKeys) -> None:
    try:
        _write(_host_file(data_dir), {"key": keys.key, "pin": keys.pin})
    except OSError as error:
        words = phrase("the PIN could not be kept: {error}", error=error.strerror)
        raise PinError(words) from error


def _write(path: Path, data: Mapping[str, object]) -> None:
    """Whole or not at all, for the owner's eyes."""
    passing = path.with_name(f"{path.name}.new")
    path.parent.mkdir(parents=True, exist_ok=True)
    passing.unlink(missing_ok=True)
    with os.fdopen(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(json.dumps(data).encode())
        file.flush()
        os.fsync(file.fileno())
    passing.replace(path)


class KeptOnDisk:
    """What is kept in a data folder, as the running program asks for it."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._keys = host_keys(data_dir)
        self._mark = host_keys_mark(data_dir)

    def host(self) -> HostKeys:
        """The keys now: somebody may have changed the PIN at the machine."""
        mark = host_keys_mark(self._data_dir)
        if mark not in (self._mark, GONE):
            self._mark, self._keys = mark, host_keys(self._data_dir)
        return self._keys

    def set_pin(self, wanted: str) -> HostKeys:
        """Change the PIN. Raises `PinError`."""
        self._keys = set_pin(self._data_dir, wanted)
        self._mark = host_keys_mark(self._data_dir)
        return self._keys

    def seats(self) -> TakenSeats:
        """Who sits where."""
        return taken_seats(self._data_dir)

    def keep_seats(self, taken: TakenSeats) -> None:
        """Remember who sits where."""
        keep_taken_seats(self._data_dir, taken)
