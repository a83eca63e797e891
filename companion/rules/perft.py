"""Counting legal sequences of actions: a mistake in the rules shows as a wrong number.

Chance is left out: a line of play ends where only a roll can follow, unless `faces` says what to
roll there.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.rules.engine import play
from companion.rules.game import Chance, Game
from companion.rules.ruling import Rejected

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

Faces = Callable[[Chance], tuple[tuple[int, ...], ...]]
"""The rolls to count when one is due, for example every pair of two dice."""


def no_rolls(due: Chance) -> tuple[tuple[int, ...], ...]:
    """Count no rolls."""
    del due
    return ()


def perft(game: Game[S, A, E], state: S, depth: int, faces: Faces = no_rolls) -> int:
    """Number of sequences of `depth` actions from here."""
    if depth == 0:
        return 1
    return sum(
        perft(game, after, depth - 1, faces) for after in _following(game, state, faces).values()
    )


def divide(game: Game[S, A, E], state: S, depth: int, faces: Faces = no_rolls) -> Mapping[str, int]:
    """`perft` for each first action, in notation: where two counts differ, look there."""
    following = _following(game, state, faces)
    return {text: perft(game, after, depth - 1, faces) for text, after in following.items()}


def _following(game: Game[S, A, E], state: S, faces: Faces) -> dict[str, S]:
    """The position after each action that can be carried out now."""
    due = game.chance(state)
    rolls = () if due is None else faces(due)
    actions = (
        *game.legal_actions(state),
        *(game.chance_action(state, roll) for roll in rolls),
    )
    steps = {game.write_action(action): play(game, state, action) for action in actions}
    illegal = [text for text, step in steps.items() if isinstance(step, Rejected)]
    if illegal:
        raise AssertionError(
            f"`{illegal[0]}` is generated and illegal in {game.write_state(state)}"
        )
    return {text: step.state for text, step in steps.items() if not isinstance(step, Rejected)}
