"""Pieces in words."""

from collections.abc import Iterable, Sequence

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import HUB, label

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


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
    >>> dice((3, 3))
    'a 3 and a 3'
    """
    return listed([f"a {value}" for value in values]) or "no dice"


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


def places(areas: Iterable[AreaId], joint: str = "or") -> str:
    """Facilities in a sentence, each once; the rows of the hub are one place."""
    names = ("the Colonist Hub" if area in HUB else label(area) for area in areas)
    return listed(list(dict.fromkeys(names)), joint)


def ordinal(number: int) -> str:
    """
    >>> ordinal(4)
    'fourth'
    """
    return _ORDINALS[number - 1]
