"""What is held, what may be attempted and what may happen."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.core.ids import PlayerId

MAX_DICE = 30
"""Dice in one roll. No game throws more at once, and a heap of more is not read reliably."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A player rolled these faces (event)."""

    player: PlayerId
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next roll is this player's (event)."""

    to: PlayerId


Event: TypeAlias = Rolled | TurnPassed


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw of dice (chance)."""

    player: PlayerId
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """The player is done rolling; the turn goes to the left."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """The player says that the next roll is theirs."""

    player: PlayerId


Action: TypeAlias = Roll | Pass | TakeTurn


@dataclass(frozen=True, slots=True)
class State:
    """Seats in order, how turns pass (`by_hand` or `each_roll`), whose roll is next, all rolls."""

    players: tuple[PlayerId, ...]
    turns: str
    turn: PlayerId
    rolls: tuple[Rolled, ...] = ()

    def left_of(self, player: PlayerId) -> PlayerId:
        """The next seat round the table."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def of(self, player: PlayerId) -> tuple[Rolled, ...]:
        """Rolls of one player, oldest first."""
        return tuple(roll for roll in self.rolls if roll.player == player)
