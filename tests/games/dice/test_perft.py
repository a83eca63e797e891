"""Counted by hand: n seats give one pass and n - 1 claims of the turn, whatever was rolled.

So a line of play has n ways to go on at each step; with every roll of one die counted, n + 6.
"""

import pytest

from companion.games.dice.game import GAME
from companion.rules.game import Chance
from companion.rules.perft import divide, perft


def one_die(due: Chance) -> tuple[tuple[int, ...], ...]:
    return tuple((face,) for face in range(1, 7))


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        ("red by_hand red", 1, 0),  # alone: nobody to pass to
        ("red,blue by_hand red", 1, 2),
        ("red,blue by_hand red | red 1 1 | red 6", 3, 2**3),
        ("red,blue,green each_roll blue", 4, 3**4),
        ("red,blue,green,yellow by_hand red", 3, 4**3),
    ],
)
def test_without_rolls(position: str, depth: int, count: int) -> None:
    state = GAME.read_state(position)
    assert perft(GAME, state, depth) == count, divide(GAME, state, depth)


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        ("red by_hand red", 3, 6**3),
        ("red,blue by_hand red", 2, 8**2),
        ("red,blue,green each_roll red", 3, 9**3),
    ],
)
def test_with_every_roll_of_one_die(position: str, depth: int, count: int) -> None:
    state = GAME.read_state(position)
    assert perft(GAME, state, depth, one_die) == count, divide(GAME, state, depth, one_die)
