"""Positions as one line. The parts are divided by bars, the words of a part by blanks:

`turn=red phase=place round=1 hand=2,4 | red fuel=1 ore=0 stock=3 colonies=8 | blue ... |
lunar_mine=grey1,red4 hub.1=red@5:red3 maintenance_bay=blue? lem_badlands=red,red,blue`

What is left out is empty, or the default. `blue?` is a ship whose face means nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TypeVar

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.data import DATA, HUB, TERRITORIES, TRACKS
from companion.games.alien_frontiers.options import OPTIONS, Options
from companion.games.alien_frontiers.state import (
    Due,
    Landing,
    Phase,
    Player,
    Raid,
    Ship,
    State,
    Track,
    controller,
    sorted_ships,
    track_of_area,
)
from companion.rules.errors import NotationError

_T = TypeVar("_T")
DOCKS = tuple(area for area in DATA.facilities if area not in HUB)
_NUMBERS = ("fuel", "ore", "stock", "colonies")


def write_state(state: State) -> str:
    """One line that `read_state` reads back."""
    players = [_write_player(seat, player) for seat, player in state.players.items()]
    return " | ".join((" ".join(_head(state)), *players, " ".join(_board(state)))).strip()


def read_state(text: str) -> State:
    """Raises `NotationError` with what was expected."""
    head, *parts = (part.strip() for part in text.split("|"))
    seated = [part.split() for part in parts if part.partition(" ")[0] in DATA.colours]
    board = [word for part in parts[len(seated) :] for word in part.split()]
    if not seated:
        raise NotationError(f"expected parts for players after `turn=...`, got {text!r}")
    try:
        players = {PlayerId(words[0]): _read_player(words[1:]) for words in seated}
        return _read(_pairs(head.split()), players, _pairs(board))
    except (ValueError, KeyError) as error:
        raise NotationError(f"no position of Alien Frontiers: {error}") from error


def _head(state: State) -> tuple[str, ...]:
    words = [f"turn={state.turn}", f"phase={state.phase.value}", f"round={state.round}"]
    options = [
        f"{field.name}={getattr(state.options, field.name)}"
        for field in fields(Options)
        if getattr(state.options, field.name) != field.default
    ]
    optional = {
        "hand": _commas(state.hand),
        "due": _write_due(state.due),
        "market": _commas(state.market),
        "built": str(state.built or ""),
    }
    return (*words, *(f"{key}={word}" for key, word in optional.items() if word), *options)


def _board(state: State) -> tuple[str, ...]:
    docks = {str(area): _commas(ships) for area, ships in state.docks.items()}
    rows = {f"hub.{name}": _write_track(track) for name, track in state.hub.items()}
    planet = {str(at): _commas(colonies) for at, colonies in state.planet.items()}
    words = {**docks, **rows, **planet}
    return tuple(f"{key}={word}" for key, word in words.items() if word)


def _commas(items: tuple[object, ...]) -> str:
    return ",".join(str(item) for item in items)


def _write_player(seat: PlayerId, player: Player) -> str:
    return " ".join((seat, *(f"{number}={getattr(player, number)}" for number in _NUMBERS)))


def _write_due(due: Due | None) -> str:
    match due:
        case Landing(player, origin):
            return f"land:{player}:{origin}"
        case Raid(player, left, taken):
            return f"raid:{player}:{left}:{taken}"
    return ""


def _write_track(track: Track) -> str:
    if track.colony is None and not track.ships:
        return ""
    colony = f"{track.colony}@{track.circle}" if track.colony else "none"
    return f"{colony}:{_commas(track.ships)}" if track.ships else colony


def _pairs(words: list[str]) -> dict[str, str]:
    wrong = [word for word in words if "=" not in word]
    if wrong:
        raise NotationError(f"expected NAME=VALUE, got {wrong[0]!r}")
    return dict(word.split("=", 1) for word in words)


def _read_player(words: list[str]) -> Player:
    given = _pairs(words)
    if set(given) != set(_NUMBERS):
        raise ValueError(f"a player has {', '.join(_NUMBERS)}, got {', '.join(given)}")
    numbers = {name: int(value) for name, value in given.items()}
    if min(numbers.values()) < 0:
        raise ValueError("a player's numbers are not negative")
    return Player(**numbers)


def _read(head: dict[str, str], players: Mapping[PlayerId, Player], board: dict[str, str]) -> State:
    options = _read_options(head)
    docks = {area: _read_ships(board.pop(area, "")) for area in DOCKS}
    hub = {track_of_area(area): _read_track(board.pop(area, "")) for area in HUB}
    planet = {
        territory: tuple(sorted(_split(board.pop(territory, ""), PlayerId)))
        for territory in TERRITORIES
    }
    state = State(
        options,
        players,
        docks,
        {track: hub[track] for track in TRACKS},
        planet,
        {territory: controller(colonies) for territory, colonies in planet.items()},
        _seated(head.pop("turn"), players),
        Phase(head.pop("phase")),
        tuple(sorted(_split(head.pop("hand", ""), int))),
        _read_due(head.pop("due", "")),
        _split(head.pop("market", ""), int),
        int(head.pop("built", "0")),
        int(head.pop("round", "1")),
    )
    unknown = (*head, *board)
    if unknown:
        raise ValueError(f"unknown name {unknown[0]!r}")
    return state


def _read_options(head: dict[str, str]) -> Options:
    known = {option.name: option.values for option in OPTIONS}
    given = {name: head.pop(name) for name in known if name in head}
    for name, value in given.items():
        if value not in known[name]:
            raise ValueError(f"{name} is one of {', '.join(known[name])}, got {value!r}")
    return Options(**given)


def _seated(word: str, players: Mapping[PlayerId, Player]) -> PlayerId:
    if word not in players:
        raise ValueError(f"{word!r} is none of the players {', '.join(players)}")
    return PlayerId(word)


def _split(text: str, read: Callable[[str], _T]) -> tuple[_T, ...]:
    return tuple(read(word) for word in text.split(",") if word)


def _read_ship(word: str) -> Ship:
    colour, face = word[:-1], word[-1:]
    if colour not in (*DATA.colours, DATA.covering_colour) or face not in set("123456?"):
        raise ValueError(f"a docked die is a colour and a face like red4 or red?, got {word!r}")
    return Ship(colour, None if face == "?" else int(face))


def _read_ships(text: str) -> tuple[Ship, ...]:
    return sorted_ships(_split(text, _read_ship))


def _read_track(text: str) -> Track:
    colony, _, ships = text.partition(":")
    if colony in ("", "none"):
        return Track(None, 0, _read_ships(ships))
    owner, _, circle = colony.partition("@")
    return Track(PlayerId(owner), int(circle), _read_ships(ships))


def _read_due(text: str) -> Due | None:
    match text.split(":"):
        case [""]:
            return None
        case ["land", player, origin]:
            return Landing(PlayerId(player), origin)
        case ["raid", player, left, taken]:
            return Raid(PlayerId(player), int(left), int(taken))
    raise ValueError(f"due is land:PLAYER:ORIGIN or raid:PLAYER:LEFT:TAKEN, got {text!r}")
