"""Counts found by hand on the well: drink 1 to 3 of the water there is, or end the turn."""

import pytest

from companion.rules.game import Chance
from companion.rules.perft import divide, perft
from tests.rules.toys.well.game import GAME, Action, State


def a_one_or_a_six(due: Chance) -> tuple[tuple[int, ...], ...]:
    return ((1,), (6,))


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        ("red - play red=9/0 blue=0/0", 0, 1),
        ("red - play red=9/0 blue=0/0", 1, 0),  # a roll is due, and rolls are left out
        ("red 2 play red=0/0 blue=0/0", 1, 1),  # end
        ("red 2 play red=2/0 blue=0/0", 1, 3),  # 1, 2, end
        ("red 2 play red=2/0 blue=0/0", 2, 2 + 1),  # 1: 1 or end; 2: end; end: a roll is due
        ("red 6 pick red=6/0 blue=0/0", 2, 2 * 4),
        ("red 2 play red=1/9 blue=0/0", 2, 0),  # ten points end it
    ],
)
def test_without_rolls(position: str, depth: int, count: int) -> None:
    state = GAME.read_state(position)
    assert perft(GAME, state, depth) == count, divide(GAME, state, depth)


def test_with_given_rolls() -> None:
    state = GAME.read_state("red - play red=0/0 blue=0/0")
    assert perft(GAME, state, 1, a_one_or_a_six) == 2
    assert divide(GAME, state, 2, a_one_or_a_six) == {"red: roll 1": 2, "red: roll 6": 2}


def test_divide_shows_where_counts_come_from() -> None:
    state = GAME.read_state("red 2 play red=2/0 blue=0/0")
    assert divide(GAME, state, 2) == {"red: drink 1": 2, "red: drink 2": 1, "red: end": 0}


def test_a_generated_action_that_is_illegal_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def drunk(self: object, state: State) -> tuple[Action, ...]:
        return (Action(state.turn, "drink", "9"),)

    monkeypatch.setattr(type(GAME), "legal_actions", drunk)
    with pytest.raises(AssertionError, match="`red: drink 9` is generated and illegal in red 2"):
        perft(GAME, GAME.read_state("red 2 play red=2/0 blue=0/0"), 1)
