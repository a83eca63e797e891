"""Ships on a gate between two cards, which count as built at either of them."""

from collections.abc import Sequence

from companion.games.impulse.frames import Work

Cards = tuple[str, ...]
"""Cards for which a ship may count."""


def built(work: Work) -> tuple[tuple[str, str], ...]:
    """Ships built so far: at which card, as it was said, and in which place."""
    ships = (ship.partition("@") for ship in work.taken)
    return tuple((cell, place) for cell, _, place in ships)


def counting(ships: Sequence[Cards], limit: int) -> int:
    """How many ships can count, each for one of its cards, and so many at most for a card.

    >>> counting([("11", "12"), ("12",), ("12",)], 1)
    2
    """
    held: dict[str, list[Cards]] = {cell: [] for ship in ships for cell in ship}
    return sum(_counts(ship, held, limit, set()) for ship in ships)


def _counts(ship: Cards, held: dict[str, list[Cards]], limit: int, tried: set[str]) -> bool:
    """Whether it finds a card with room, or one from which another ship goes over to its other."""
    for cell in ship:
        if cell in tried:
            continue
        tried.add(cell)
        if len(held[cell]) < limit:
            held[cell].append(ship)
            return True
        for other in held[cell]:
            if _counts(other, held, limit, tried):
                held[cell].remove(other)
                held[cell].append(ship)
                return True
    return False
