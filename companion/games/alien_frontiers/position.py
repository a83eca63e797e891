"""Reading a position in notation: what `state_text.write_state` writes, or less."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import (
    BURROUGHS,
    DATA,
    HUB,
    POLARITY,
    RELIC,
    TELEPORTER,
    TERRITORIES,
    colonies_each,
)
from companion.games.alien_frontiers.dues import (
    ColonyChoice,
    Due,
    Landing,
    Raid,
    Shooting,
    Thrown,
)
from companion.games.alien_frontiers.options import OPTIONS, Options
from companion.games.alien_frontiers.reading import AIMS
from companion.games.alien_frontiers.state import (
    DOCKS,
    Phase,
    Player,
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
from companion.rules.notation import Words, pairs

_T = TypeVar("_T")

NUMBERS = ("fuel", "ore", "stock", "colonies")
LISTS = ("deals", "used")
COUNTERS = ("built", "artifact", "cycles", "hub_docked", "mine_docked", "surplus")
FLAGS = ("discarded", "asimov")
CARDS = tuple(DATA.cards)
DISPLACING = (TELEPORTER, POLARITY)


def read_state(text: str) -> State:
    """Raises `NotationError` with what was expected."""
    head, *parts = (part.strip() for part in text.split("|"))
    seated = [part.split() for part in parts if part.partition(" ")[0] in DATA.colours]
    board = [word for part in parts[len(seated) :] for word in part.split()]
    if len(seated) < 2:
        raise NotationError(f"expected `turn=... | red ... | blue ... | BOARD`, got {text!r}")
    try:
        given = {PlayerId(words[0]): pairs(words[1:]) for words in seated}
        cards = {seat: _cards(words.pop("cards", "")) for seat, words in given.items()}
        numbers = {seat: _numbers(words) for seat, words in given.items()}
        state = _read(pairs(head.split()), tuple(numbers), pairs(board))
        players = {
            seat: replace(_player(state, seat, known), cards=cards[seat])
            for seat, known in numbers.items()
        }
        state = replace(state, players=players)
        _check(state)
    except KeyError as error:
        raise NotationError(f"no position of {DATA.title}: {error} is missing") from error
    except ValueError as error:
        raise NotationError(f"no position of {DATA.title}: {error}") from error
    return state


def _numbers(given: Words) -> dict[str, int]:
    if unknown := [name for name in given if name not in NUMBERS]:
        raise ValueError(f"a player has {', '.join((*NUMBERS, 'cards'))}, not {unknown[0]}")
    return {name: int(value) for name, value in given.items()}


def _read(head: Words, seats: tuple[PlayerId, ...], board: Words) -> State:
    """All but the players' numbers."""
    planet = {at: _colonies(board.pop(at, ""), seats) for at in TERRITORIES}
    places = ("display", *seats)
    hand, relic = _hand(head.pop("hand", ""))
    state = State(
        options=_options(head),
        players=dict.fromkeys(seats, Player(0, 0, 0, 0)),
        docks={area: _ships(board.pop(area, "")) for area in DOCKS},
        hub={track_of_area(area): _track(board.pop(area, ""), seats) for area in HUB},
        planet=planet,
        control={territory: controller(colonies) for territory, colonies in planet.items()},
        turn=_seat(head.pop("turn"), seats),
        phase=Phase(head.pop("phase")),
        hand=hand,
        relic=relic,
        due=_due(head.pop("due", ""), seats),
        deals=_split(head.pop("deals", ""), lambda word: _one_of(word, places, "a place")),
        display=_cards(board.pop("display", "")),
        discards=_cards(board.pop("discards", "")),
        fields={name: _territory(board.pop(name, "")) for name in DATA.fields},
        market=_split(head.pop("market", ""), _face),
        used=_cards(head.pop("used", "")),
        borrowed=_territory(head.pop("borrowed", "")),
        round=int(head.pop("round", "1")),
        built=int(head.pop("built", "0")),
        artifact=int(head.pop("artifact", "0")),
        cycles=int(head.pop("cycles", "0")),
        hub_docked=int(head.pop("hub_docked", "0")),
        mine_docked=int(head.pop("mine_docked", "0")),
        surplus=int(head.pop("surplus", "0")),
        discarded=_yes(head.pop("discarded", "")),
        asimov=_yes(head.pop("asimov", "")),
    )
    if unknown := (*head, *board):
        raise ValueError(f"unknown name {unknown[0]!r}")
    return state


def _player(state: State, seat: PlayerId, given: Mapping[str, int]) -> Player:
    """A player's numbers; those not given follow from the pieces on the board."""
    ships = [ship for area in DATA.facilities for ship in ships_at(state, area)]
    in_play = sum(ship.colour == seat for ship in ships) + len(state.hand) * (seat == state.turn)
    if isinstance(state.due, Thrown) and state.due.player == seat:
        in_play += state.due.ships
    landed = sum(colonies.count(seat) for colonies in state.planet.values())
    started = sum(track.colony == seat for track in state.hub.values())
    each = colonies_each(len(state.players), state.options.variant)
    follows = {"stock": DATA.ships_per_colour - in_play, "colonies": each - landed - started}
    numbers = {"fuel": 0, "ore": 0, **follows, **given}
    if below := [name for name, number in numbers.items() if number < 0]:
        raise ValueError(f"{seat} has {numbers[below[0]]} of {below[0]}")
    return Player(numbers["fuel"], numbers["ore"], numbers["stock"], numbers["colonies"])


def _check(state: State) -> None:
    if over := [area for area in DATA.facilities if free_ports(state, area) < 0]:
        raise ValueError(f"{over[0]} has {DATA.facilities[over[0]].ports} ports, no more")
    _check_relic(state)
    seen = [*state.display, *state.discards]
    seen += [title for player in state.players.values() for title in player.cards]
    if many := [title for title, card in DATA.cards.items() if seen.count(title) > card.copies]:
        raise ValueError(f"there are {DATA.cards[many[0]].copies} of {many[0]}, no more")


def _check_relic(state: State) -> None:
    """There is one Relic Ship, and it is away from its desert only while somebody controls that."""
    docked = sum(s.colour == RELIC for area in DATA.facilities for s in ships_at(state, area))
    thrown = isinstance(state.due, Thrown) and state.due.relic
    away = docked + (state.relic is not None) + thrown
    if away > 1:
        raise ValueError("there is one Relic Ship, no more")
    if away and state.control[BURROUGHS] is None:
        raise ValueError(f"the Relic Ship is nobody's unless somebody controls {BURROUGHS}")


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


def _hand(text: str) -> tuple[tuple[int, ...], int | None]:
    """`2,4,3r`: the Relic Ship shows a 3."""
    words = _split(text, str)
    own = [_face(word) for word in words if not word.endswith("r")]
    relic = [_face(word[:-1]) for word in words if word.endswith("r")]
    if len(relic) > 1:
        raise ValueError("there is one Relic Ship, no more")
    return tuple(sorted(own)), relic[0] if relic else None


def _cards(text: str) -> tuple[str, ...]:
    return tuple(sorted(_split(text, lambda word: _one_of(word, CARDS, "a card"))))


def _territory(word: str) -> AreaId | None:
    return AreaId(_one_of(word, TERRITORIES, "a territory")) if word else None


def _yes(word: str) -> bool:
    return bool(word) and _one_of(word, ("yes", "no"), "yes or no") == "yes"


def _ship(word: str) -> Ship:
    colours = (*DATA.colours, DATA.covering_colour, RELIC)
    colour = _one_of(word[:-1], colours, "the colour of a docked die")
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
        case ["shoot", player, area, shots]:
            return Shooting(
                _seat(player, seats), AreaId(_one_of(area, AIMS, "a place")), int(shots)
            )
        case ["colony", player, card]:
            return ColonyChoice(_seat(player, seats), _one_of(card, DISPLACING, "a card"))
        case ["colony", player, card, colony, at]:
            _one_of(card, DISPLACING, "a card")
            return ColonyChoice(_seat(player, seats), card, _seat(colony, seats), _territory(at))
        case ["warp", player, dice, ready]:
            relic = dice.endswith("r")
            is_ready = _one_of(ready, ("open", "ready"), "a roll again") == "ready"
            return Thrown(_seat(player, seats), int(dice.removesuffix("r")), relic, is_ready)
    raise ValueError(
        "due is land:PLAYER:ORIGIN, raid:PLAYER:LEFT:TAKEN, shoot:PLAYER:FACILITY:SHOTS,"
        f" colony:PLAYER:CARD[:COLONY:TERRITORY] or warp:PLAYER:SHIPS:open|ready, got {text!r}"
    )
