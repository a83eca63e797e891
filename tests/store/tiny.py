"""The least of a game that a ledger can be written and read for."""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import cast

from companion.core.ids import PlayerId
from companion.rules.engine import Fact
from companion.rules.errors import UnknownGameError
from companion.rules.game import AnyGame, Setup
from companion.rules.ledger import Acted, Amended, Entry, Header, Line, Origin, Overruled, Undone


@dataclass(frozen=True, slots=True)
class Tossed:
    """A coin fell so."""

    face: int


def load_tiny(name: str) -> AnyGame:
    """As `load_game`, for the game `coins`."""
    if name != "coins":
        raise UnknownGameError(f"there is no game {name!r}; there are coins")
    info = SimpleNamespace(id="coins", rules_version="1.0")
    return cast(AnyGame, SimpleNamespace(info=info, event_types=(Tossed,)))


def header(began: str = "2026-11-29T20:15:00", rules: str = "1.0", game: str = "coins") -> Header:
    """A header for one player."""
    red = PlayerId("red")
    return Header(game, rules, Setup((red,), {red: "Änne"}, {}), began)


def toss(number: int, face: int = 1) -> Entry:
    """Entry `number`: a toss."""
    line = Line(number, f"red: toss {face}", (Fact(Tossed(face)),))
    return Acted(line, Origin("phone", "red", f"c{number}"), "2026-11-29T20:16:00")


def one_of_each() -> tuple[Entry, ...]:
    """Entries of every kind, in an order that makes a ledger."""
    origin, at = Origin("camera", before="a.jpg"), "2026-11-29T20:17:00"
    odd = Line(2, "red: toss 7", (Fact(Tossed(7)),), "overruled")
    amended = Line(1, "red: toss 2", (Fact(Tossed(2)),))
    return (
        toss(1),
        Overruled(replace(odd, codes=("coin.edge",)), origin, at),
        Amended(1, (amended, odd), origin, at),
        Undone(1, origin, at),
        toss(5),
    )
