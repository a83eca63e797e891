"""Icons counted."""

from companion.games.impulse.data import CARDS
from companion.games.impulse.frames import Battle


def icons(cards: tuple[str, ...]) -> int:
    """Size symbols on cards."""
    return sum(CARDS[card].size for card in cards)


def battle_icons(battle: Battle) -> tuple[int, int]:
    """The attacker's and the defender's."""
    attacking = icons((*battle.backing_attacking, *battle.flipped_attacking))
    return attacking, icons((*battle.backing_defending, *battle.flipped_defending))
