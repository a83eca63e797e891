"""The values of the game, read from `data.toml` and `cards.toml` and checked once."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from companion.rules.codec import Json, from_json

COMMON = "common"
"""The basic tech that every race has."""
SIDES = ("left", "right")
"""The two tech slots of a Command Center."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card, or a basic tech, does: `op`, by default its printed `action`.

    `box` names the number that a boost raises. 0 for a number that does not apply, for `limit` of
    any size, for `ships` any number in a fleet. `colours` are those of cards that are taken, or of
    map cards built on; `alike` is what they are compared with.
    """

    action: str
    colour: str = ""
    size: int = 0
    copies: int = 1
    op: str = ""
    box: str = ""
    zone: str = ""
    count: int = 0
    flips: int = 0
    first: int = 0
    limit: int = 0
    fleets: int = 0
    moves: int = 0
    ships: int = 0
    bombs: int = 0
    points: int = 0
    gem_points: int = 0
    colours: tuple[str, ...] = ()
    alike: str = ""
    kind: str = ""
    place: str = ""
    route: str = ""

    @property
    def does(self) -> str:
        """The kind of action it performs."""
        return self.op or self.action

    def number(self, name: str, bonus: int) -> int:
        """One of its numbers with the boost, if it is the boxed one."""
        value: int = getattr(self, name)
        return value + bonus if name == self.box else value


@dataclass(frozen=True, slots=True)
class Data:
    """All values but the action cards; the comments are in `data.toml`."""

    title: str
    colours: tuple[str, ...]
    gems: tuple[str, ...]
    ships_per_colour: int
    markers: int
    goal: int
    hand_limit: int
    first_hand: int
    drawn: int
    impulse_left: int
    plan_must: int
    deck_share: int
    home_transports: int
    home_cruisers: int
    core: str
    rows: tuple[tuple[str, ...], ...]
    homes: Mapping[str, tuple[str, ...]]
    facing: Mapping[str, str]
    techs: Mapping[str, Card]


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def read_data(text: str) -> Data:
    """Raises `LedgerError` naming the field that is off."""
    values: Json = tomllib.loads(text)
    return from_json(values, Data)


def read_cards(text: str) -> Mapping[str, Card]:
    """Cards by name. Raises `LedgerError`, or `ValueError` where they are not 108."""
    cards = {name: from_json(row, Card) for name, row in tomllib.loads(text).items()}
    if sum(card.copies for card in cards.values()) != 108:
        raise ValueError("cards.toml: there are 108 action cards")
    return cards


DATA = read_data(_text("data.toml"))
CARDS = read_cards(_text("cards.toml"))
DOES: Mapping[str, Card] = {**CARDS, **DATA.techs}
"""Everything that can be performed, by name: action cards and basic techs."""
RACES = tuple(name for name in DATA.techs if name != COMMON)
CORE = DATA.core
CELLS = tuple(cell for row in DATA.rows for cell in row)
"""Places of map cards, row by row: `1` is the first of the top row."""


def _beside(row: int, column: int) -> tuple[str, ...]:
    """The right neighbour and the two below: each pair of neighbours once."""
    rows, longer = DATA.rows, 0
    found = rows[row][column + 1 : column + 2]
    if row + 1 < len(rows):
        longer = len(rows[row + 1]) > len(rows[row])
        first = column if longer else column - 1
        found += rows[row + 1][max(first, 0) : first + 2]
    return found


GATES = tuple(
    f"{cell}.{other}"
    for row, cells in enumerate(DATA.rows)
    for column, cell in enumerate(cells)
    for other in _beside(row, column)
)
"""Gates by the two cards they join: `1.5`."""


@lru_cache(maxsize=64)
def cards_of(gate: str) -> tuple[str, str]:
    """The two map cards that a gate joins."""
    one, _, other = gate.partition(".")
    return one, other


@lru_cache(maxsize=32)
def gates_of(cell: str) -> tuple[str, ...]:
    """Gates that touch a map card."""
    return tuple(gate for gate in GATES if cell in cards_of(gate))


@lru_cache(maxsize=32)
def next_to(cell: str) -> tuple[str, ...]:
    """Map cards next to one."""
    return tuple(other for gate in gates_of(cell) for other in cards_of(gate) if other != cell)


@lru_cache(maxsize=2048)
def shared(one: str, other: str) -> str | None:
    """The card through which a cruiser moves from one gate to another; two share one at most."""
    cells = [cell for cell in cards_of(one) if cell in cards_of(other)]
    return cells[0] if one != other and cells else None


def is_gate(place: str) -> bool:
    """Whether a place is a gate, not a map card."""
    return "." in place


def towards_core(home: str) -> str:
    """The gate of a home on which its first cruiser lies."""
    return next(gate for gate in gates_of(home) if DATA.facing[home] in cards_of(gate))
