"""Finds games: a folder in `companion/games` with a `game.py` that holds `GAME`."""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence

from companion.core.ids import PlayerId
from companion.core.layout import SlotKind
from companion.rules.errors import SetupError, UnknownGameError
from companion.rules.game import AnyGame, GameInfo, Setup

GAMES_PACKAGE = "companion.games"


def game_ids() -> tuple[str, ...]:
    """Names of all games there are, sorted."""
    package = importlib.import_module(GAMES_PACKAGE)
    return tuple(
        sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    )


def load_game(name: str) -> AnyGame:
    """The game of that name. Raises `UnknownGameError`, listing those there are."""
    if name not in game_ids():
        raise UnknownGameError(f"there is no game {name!r}; there are {', '.join(game_ids())}")
    game: AnyGame = importlib.import_module(f"{GAMES_PACKAGE}.{name}.game").GAME
    return game


def largest_board() -> AnyGame:
    """The game whose board has the most die slots."""

    def ports(game: AnyGame) -> int:
        return sum(slot.kind is SlotKind.DIE for slot in game.layout.slots.values())

    return max(map(load_game, game_ids()), key=ports)


def make_setup(
    info: GameInfo,
    names: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    count: int | None = None,
) -> Setup:
    """Seats in the order of `names` (colour to name), by default the first colours of the game.

    Options not given take their default. Raises `SetupError` for an unknown colour, number of
    players, option or value, listing what is known.
    """
    if not names:
        names = {colour: colour.title() for colour in info.colours[: count or info.max_players]}
    unknown = [colour for colour in names if colour not in info.colours]
    if unknown:
        raise SetupError(
            f"{info.title} has no colour {unknown[0]!r}; it has {', '.join(info.colours)}"
        )
    if not info.min_players <= len(names) <= info.max_players:
        span = f"{info.min_players} to {info.max_players}"
        raise SetupError(f"{info.title} is for {span} players, got {len(names)}")
    players = tuple(PlayerId(colour) for colour in names)
    named = {PlayerId(colour): name for colour, name in names.items()}
    return Setup(players, named, _complete(info, options or {}))


def _complete(info: GameInfo, given: Mapping[str, str]) -> dict[str, str]:
    known = {option.name: option.values for option in info.options}
    for name, value in given.items():
        if name not in known:
            raise SetupError(f"{info.title} has no option {name!r}; it has {_listed(tuple(known))}")
        if value not in known[name]:
            raise SetupError(f"option {name!r} is one of {_listed(known[name])}, got {value!r}")
    return {name: given.get(name, values[0]) for name, values in known.items()}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
