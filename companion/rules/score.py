"""Scores that a player can read: every point is a line with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points and what they are for."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The lines of one player."""

    player: PlayerId
    lines: tuple[ScoreLine, ...] = ()

    @property
    def total(self) -> int:
        """Sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game is over: places by player, shared places equal (1, 1, 3), and why it ended.

    `by_points` is false where something else than points decides: a survivor, a team.
    """

    places: Mapping[PlayerId, int]
    reason: str
    by_points: bool = True


def places(keys: Mapping[PlayerId, tuple[int, ...]]) -> dict[PlayerId, int]:
    """Places from tie-break keys, bigger is better, full ties share a place.

    >>> places({PlayerId("red"): (5, 1), PlayerId("blue"): (5, 1), PlayerId("green"): (4, 9)})
    {'red': 1, 'blue': 1, 'green': 3}
    """
    return {player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()}
