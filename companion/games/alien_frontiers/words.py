"""Pieces in words."""

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import BAY, HUB, MINE, label

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def name(player: PlayerId) -> str:
    """A seat in a sentence: `Red`."""
    return player.title()


def listed(items: Sequence[str], joint: str = "and") -> str:
    """
    >>> listed(["a 2", "a 3", "a 5"])
    'a 2, a 3 and a 5'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def dice(values: Iterable[int]) -> str:
    """
    >>> dice((3, 5, 5))
    'a 3 and two 5s'
    """
    counts = sorted(Counter(values).items())
    return listed([_dice(value, count) for value, count in counts]) or "no dice"


def _dice(value: int, count: int) -> str:
    return f"a {value}" if count == 1 else f"{_NUMBERS.get(count, count)} {value}s"


def at(area: AreaId) -> str:
    """
    >>> at(MINE)
    'in the Lunar Mine'
    """
    return f"{'in' if area in (MINE, BAY) else 'at'} {label(area)}"


def tokens(fuel: int, ore: int) -> str:
    """
    >>> tokens(2, 0)
    '2 fuel'
    """
    parts = [f"{amount} {what}" for amount, what in ((fuel, "fuel"), (ore, "ore")) if amount]
    return " and ".join(parts) or "nothing"


def ships(count: int) -> str:
    """
    >>> ships(1)
    '1 ship'
    """
    return f"{count} ship{'' if count == 1 else 's'}"


def places(areas: Iterable[AreaId]) -> str:
    """Facilities to choose from, each once; the rows of the hub are one place."""
    names = ("the Colonist Hub" if area in HUB else label(area) for area in areas)
    return listed(list(dict.fromkeys(names)), "or")
