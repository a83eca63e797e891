"""A question together with what its answers lead to."""

from dataclasses import dataclass, field

from companion.referee.snapshot import Question


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what each option would book, in notation.

    `counted` are the dice seen, when it is about a roll: perhaps fewer than are proposed.
    `amends` are options that put a line right: its entry and the action instead.
    """

    question: Question
    books: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counted: int = 0
    amends: dict[str, tuple[int, str]] = field(default_factory=dict)
