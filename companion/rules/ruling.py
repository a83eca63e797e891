"""The referee's answer to an attempted action: a value, never an exception."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.ids import SlotId

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule.

    `code` is `facility.rule`, `text` the rule in words with the pieces named, `source` the section
    of the digest, `page` the rulebook page only where a source states one. `pieces` and `slots`
    are those concerned (areas count as slots here, by their id).
    """

    code: str
    text: str
    source: str
    pieces: tuple[str, ...] = ()
    slots: tuple[SlotId, ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A legal but remarkable thing."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Accepted(Generic[E]):
    """The action is legal and these events follow, in order."""

    events: tuple[E, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """The action is illegal: every rule it breaks, all at once."""

    violations: tuple[Violation, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the broken rules."""
        return tuple(violation.code for violation in self.violations)


Ruling = Accepted[E] | Rejected
