"""Reading a position in notation: what `state_text.write_state` writes, or less."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.data import DATA, HUB, TERRITORIES, colonies_each
from companion.games.alien_frontiers.options import OPTIONS, Options
from companion.games.alien_frontiers.state import (
    DOCKS,
    Due,
    Landing,
    Phase,
    Player,
    Raid,
    Ship,
    State,
    Track,
    controller,
    free_ports,
    ships_at,
    sorted_ships,
    track_of_area,
)
from companion.rules.errors import NotationError

_T = TypeVar("_T")
Words = dict[str, str]
"""Words `name=value`, taken out as they are read: what is left over was not known."""

NUMBERS = ("fuel", "ore", "stock", "colonies")


def read_state(text: str) -> State:
    """Raises `NotationError` with what was expected."""
    head, *parts = (part.strip() for part in text.split("|"))
    seated = [part.split() for part in parts if part.partition(" ")[0] in DATA.colours]
    board = [word for part in parts[len(seated) :] for word in part.split()]
    if len(seated) < 2:
        raise NotationError(f"expected `turn=... | red ... | blue ... | BOARD`, got {text!r}")
    try:
        numbers = {PlayerId(words[0]): _numbers(words[1:]) for words in seated}
        state = _read(_pairs(head.split()), tuple(numbers), _pairs(board))
        _check(state)
        players = {seat: _player(state, seat, given) for seat, given in numbers.items()}
    except KeyError as error:
        raise NotationError(f"no position of {DATA.title}: {error} is missing") from error
    except ValueError as error:
        raise NotationError(f"no position of {DATA.title}: {error}") from error
    return replace(state, players=players)


def _pairs(words: list[str]) -> Words:
    wrong = [word for word in words if "=" not in word]
    if wrong:
        raise ValueError(f"expected NAME=VALUE, got {wrong[0]!r}")
    return dict(word.split("=", 1) for word in words)


def _numbers(words: list[str]) -> dict[str, int]:
    given = _pairs(words)
    if unknown := [name for name in given if name not in NUMBERS]:
        raise ValueError(f"a player has {', '.join(NUMBERS)}, not {unknown[0]}")
    return {name: int(value) for name, value in given.items()}


def _read(head: Words, seats: tuple[PlayerId, ...], board: Words) -> State:
    """All but the players' numbers."""
    planet = {at: _colonies(board.pop(at, ""), seats) for at in TERRITORIES}
    state = State(
        options=_options(head),
        players=dict.fromkeys(seats, Player(0, 0, 0, 0)),
        docks={area: _ships(board.pop(area, "")) for area in DOCKS},
        hub={track_of_area(area): _track(board.pop(area, ""), seats) for area in HUB},
        planet=planet,
        control={territory: controller(colonies) for territory, colonies in planet.items()},
        turn=_seat(head.pop("turn"), seats),
        phase=Phase(head.pop("phase")),
        hand=tuple(sorted(_split(head.pop("hand", ""), _face))),
        due=_due(head.pop("due", ""), seats),
        market=_split(head.pop("market", ""), _face),
        built=int(head.pop("built", "0")),
        round=int(head.pop("round", "1")),
    )
    if unknown := (*head, *board):
        raise ValueError(f"unknown name {unknown[0]!r}")
    return state


def _player(state: State, seat: PlayerId, given: Mapping[str, int]) -> Player:
    """A player's numbers; those not given follow from the pieces on the board."""
    ships = [ship for area in DATA.facilities for ship in ships_at(state, area)]
    in_play = sum(ship.colour == seat for ship in ships) + len(state.hand) * (seat == state.turn)
    landed = sum(colonies.count(seat) for colonies in state.planet.values())
    started = sum(track.colony == seat for track in state.hub.values())
    each = colonies_each(len(state.players), state.options.variant)
    follows = {"stock": DATA.ships_per_colour - in_play, "colonies": each - landed - started}
    numbers = {"fuel": 0, "ore": 0, **follows, **given}
    if below := [name for name, number in numbers.items() if number < 0]:
        raise ValueError(f"{seat} has {numbers[below[0]]} of {below[0]}")
    return Player(**numbers)


def _check(state: State) -> None:
    if over := [area for area in DATA.facilities if free_ports(state, area) < 0]:
        raise ValueError(f"{over[0]} has {DATA.facilities[over[0]].ports} ports, no more")


def _options(head: Words) -> Options:
    known = {option.name: option.values for option in OPTIONS}
    given = {name: head.pop(name) for name in known if name in head}
    for name, value in given.items():
        _one_of(value, known[name], name)
    return Options(**given)


def _one_of(word: str, known: tuple[str, ...], what: str) -> str:
    if word not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, got {word!r}")
    return word


def _seat(word: str, seats: tuple[PlayerId, ...]) -> PlayerId:
    return PlayerId(_one_of(word, seats, "a player here"))


def _split(text: str, read: Callable[[str], _T]) -> tuple[_T, ...]:
    return tuple(read(word) for word in text.split(",") if word)


def _face(word: str) -> int:
    return int(_one_of(word, tuple("123456"), "a face"))


def _ship(word: str) -> Ship:
    colour = _one_of(word[:-1], (*DATA.colours, DATA.covering_colour), "the colour of a docked die")
    return Ship(colour, None if word[-1] == "?" else _face(word[-1]))


def _ships(text: str) -> tuple[Ship, ...]:
    return sorted_ships(_split(text, _ship))


def _colonies(text: str, seats: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    return tuple(sorted(_split(text, lambda word: _seat(word, seats))))


def _track(text: str, seats: tuple[PlayerId, ...]) -> Track:
    """`red@5:red3,red4`, `red@5` or `none:red3`."""
    colony, _, ships = text.partition(":")
    if colony in ("", "none"):
        return Track(None, 0, _ships(ships))
    owner, _, circle = colony.partition("@")
    circles = tuple(str(number) for number in range(1, DATA.hub_circles + 1))
    number = int(_one_of(circle, circles, "a circle of the hub"))
    return Track(_seat(owner, seats), number, _ships(ships))


def _due(text: str, seats: tuple[PlayerId, ...]) -> Due | None:
    match text.split(":"):
        case [""]:
            return None
        case ["land", player, origin]:
            return Landing(_seat(player, seats), _one_of(origin, ("supply", "hub"), "an origin"))
        case ["raid", player, left, taken]:
            return Raid(_seat(player, seats), int(left), int(taken))
    raise ValueError(f"due is land:PLAYER:ORIGIN or raid:PLAYER:LEFT:TAKEN, got {text!r}")
