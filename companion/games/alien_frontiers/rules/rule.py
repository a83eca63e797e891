"""A rule in words."""

from dataclasses import dataclass

from companion.core.phrases import phrase


@dataclass(frozen=True, slots=True)
class Rule:
    """The sentence, with the pieces concerned to be filled in, and the digest's section."""

    text: str
    source: str


def digest(section: str) -> str:
    """A section of the digest of the rules."""
    return phrase(f"alien_frontiers {section}")
