"""What a check found, and how bad it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

Fact: TypeAlias = "str | float | bool | tuple[str, ...] | None"

BY_HAND = "the game goes by hand: rolls and moves are entered on the phones"


class Level(Enum):
    """How bad it is."""

    GOOD = "good"
    WARNING = "warning"
    """Play goes on, with something missing."""
    PROBLEM = "problem"
    """Play would not start, or not as it was asked for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found about one thing: in words, what to do, and numbers for programs.

    `remedy` is empty when all is well.
    """

    about: str
    level: Level
    words: str
    remedy: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """One line of `companion doctor --json`."""
        told = {"about": self.about, "level": self.level.value, "words": self.words}
        return {"type": "finding", **told, "remedy": self.remedy, **self.facts}


def good(about: str, words: str, **facts: Fact) -> Finding:
    """All is well."""
    return Finding(about, Level.GOOD, words, "", facts)


def warning(about: str, words: str, remedy: str, **facts: Fact) -> Finding:
    """Play goes on, with something missing."""
    return Finding(about, Level.WARNING, words, remedy, facts)


def problem(about: str, words: str, remedy: str, **facts: Fact) -> Finding:
    """Play would not start, or not as it was asked for."""
    return Finding(about, Level.PROBLEM, words, remedy, facts)
