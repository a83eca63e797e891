"""Whole games to be handed on, and games with a twist."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from companion.core.ids import PlayerId
from companion.rules.game import AnyGame
from companion.rules.ledger import Acted, Ledger
from companion.rules.playthrough import read_playthrough as read
from companion.rules.playthrough import replay, replay_file
from companion.rules.score import Outcome

WHOLE = Path(__file__).parents[1] / "games" / "alien_frontiers" / "game1.playthrough"
BEGAN = "2026-11-29T20:15:00+01:00"


@cache
def whole_game() -> tuple[AnyGame, Ledger]:
    """A game of Alien Frontiers to its end: blue 11, red 10; a line each two minutes."""
    done = replay_file(WHOLE)
    return done.game, timed(done.ledger, 120)


def rolls(text: str, names: str = "red, blue") -> tuple[AnyGame, Ledger]:
    """A game of dice, which has no end and no points."""
    done = replay(read(f"game: dice\nplayers: {names}\noptions: turns=each_roll\n{text}"))
    return done.game, timed(done.ledger, 60)


def timed(ledger: Ledger, seconds: int) -> Ledger:
    """The same, begun at 20:15 in winter, in Berlin, an entry every so many seconds."""
    entries = []
    for number, entry in enumerate(ledger.entries, start=1):
        assert isinstance(entry, Acted)
        at = datetime.fromisoformat(BEGAN) + timedelta(seconds=number * seconds)
        entries.append(replace(entry, at=at.isoformat()))
    return Ledger(replace(ledger.header, began=BEGAN), tuple(entries))


def with_names(ledger: Ledger, *names: str) -> Ledger:
    """The same game by others."""
    setup = ledger.header.setup
    called = dict(zip(setup.players, names, strict=True))
    return replace(ledger, header=replace(ledger.header, setup=replace(setup, names=called)))


def twisted(game: AnyGame, **changed: object) -> AnyGame:
    """A game of which some methods are others."""
    names = [name for name in dir(game) if not name.startswith("_")]
    return cast(AnyGame, SimpleNamespace(**{name: getattr(game, name) for name in names} | changed))


def ended(game: AnyGame, **places: int) -> AnyGame:
    """The same game, over with these places."""
    outcome = Outcome({PlayerId(player): place for player, place in places.items()}, "a tie")
    return twisted(game, outcome=lambda state: outcome)
