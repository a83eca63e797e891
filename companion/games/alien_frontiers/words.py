"""Pieces in words."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from companion.core.ids import AreaId, PlayerId
from companion.core.phrases import listed, many, phrase, who
from companion.games.alien_frontiers.data import BAY, HUB, HUB_FACILITY, MINE, label

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def name(player: PlayerId) -> str:
    """A seat in a sentence: `Red`."""
    return who(player)


def dice(values: Iterable[int]) -> str:
    """
    >>> dice((3, 5, 5))
    'a 3 and two 5s'
    """
    return _in_order(tuple(sorted(values)))


@lru_cache(maxsize=1024)
def _in_order(values: tuple[int, ...]) -> str:
    counts = Counter(values).items()
    return listed([_dice(value, count) for value, count in counts]) or phrase("no dice")


def _dice(value: int, count: int) -> str:
    if count == 1:
        return phrase("a {value}", value=value)
    number = _NUMBERS.get(count, str(count))
    return phrase("{number} {value}s", number=phrase(number), value=value)


def at(area: AreaId) -> str:
    """
    >>> at(MINE)
    'in the Lunar Mine'
    """
    if area in (MINE, BAY):
        return phrase("in {place}", place=label(area))
    return phrase("at {place}", place=label(area))


def tokens(fuel: int, ore: int) -> str:
    """
    >>> tokens(2, 0)
    '2 fuel'
    """
    parts = [phrase("{n} fuel", n=fuel)] * bool(fuel) + [phrase("{n} ore", n=ore)] * bool(ore)
    return listed(parts) or phrase("nothing")


def ships(count: int) -> str:
    """
    >>> ships(1)
    '1 ship'
    """
    return many(count, "{n} ship", "{n} ships")


def places(areas: Iterable[AreaId]) -> str:
    """Facilities to choose from, each once; the rows of the hub are one place."""
    names = (label(HUB_FACILITY) if area in HUB else label(area) for area in areas)
    return listed(list(dict.fromkeys(names)), "or")
