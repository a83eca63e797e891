"""What games share that are written as lines of words: `red: VERB ...`, and `name=value`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.ids import PlayerId
from companion.rules.errors import NotationError

Action_co = TypeVar("Action_co", covariant=True)

Words = dict[str, str]
"""Words `name=value`, taken out as they are read: what is left over was not known."""


@dataclass(frozen=True, slots=True)
class Verb(Generic[Action_co]):
    """A verb with its form (for messages and the docs) and its reader.

    The reader is given who acts and the words after the verb; it raises `ValueError`.
    """

    form: str
    read: Callable[[PlayerId, list[str]], Action_co]


def read_line(text: str, seats: Collection[str], verbs: Mapping[str, Verb[Action_co]]) -> Action_co:
    """The action of a line. Raises `NotationError` with what was expected."""
    seat, colon, rest = text.strip().partition(":")
    words = rest.split()
    if not colon or seat not in seats:
        known = ", ".join(seats)
        raise NotationError(f"an action begins with a player and a colon ({known}), got {text!r}")
    if not words or words[0] not in verbs:
        got = repr(words[0]) if words else "nothing"
        raise NotationError(f"after {seat}: expected one of {', '.join(verbs)}, got {got}")
    verb = verbs[words[0]]
    try:
        return verb.read(PlayerId(seat), words[1:])
    except ValueError as error:
        raise NotationError(f"expected {seat}: {verb.form}, got {text!r}: {error}") from error


def pairs(words: Sequence[str]) -> Words:
    """`name=value` by name. Raises `ValueError` for another word."""
    wrong = [word for word in words if "=" not in word]
    if wrong:
        raise ValueError(f"expected NAME=VALUE, got {wrong[0]!r}")
    return dict(word.split("=", 1) for word in words)
