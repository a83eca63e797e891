"""A rule in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """The sentence, with the pieces concerned to be filled in, and the digest's section."""

    text: str
    source: str


def digest(section: str) -> str:
    """A section of the digest of the rules."""
    return f"alien_frontiers {section}"
