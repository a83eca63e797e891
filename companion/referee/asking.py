"""What is asked, and for how long: a question stays open as long as what it is about."""

from dataclasses import dataclass, field, replace

from companion.core.observation import Observation
from companion.referee.clash import AS_ENTERED
from companion.referee.question import Asked
from companion.referee.snapshot import Question
from companion.rules.game import Chance


@dataclass(slots=True)
class Asking:
    """The open question, if there is one, and what has been answered.

    At the rest `answered` nothing is asked again; the entry `insisted` stands as it was entered
    though the camera sees something else.
    """

    open: Asked | None = None
    answered: int = 0
    insisted: int = 0
    _last: Asked | None = field(default=None, repr=False)

    @property
    def questions(self) -> tuple[Question, ...]:
        """As phones see them."""
        return (self.open.question,) if self.open else ()

    def answer(self, option: str, rest: int, newest: int) -> None:
        """Somebody chose an option at that rest; `newest` is the last entry in force, 0 if none."""
        self.answered, self._last = rest, None
        if option == AS_ENTERED:
            self.insisted = newest

    def settle(self) -> None:
        """Something was booked: whatever was asked before is to be looked at anew."""
        self.open = None

    def follow(
        self, newer: Asked | None, seen: Observation, version: int, chance: Chance | None
    ) -> None:
        """Go over to what the newest view asks, unless the open question is still the same."""
        if self.answered == seen.rest:
            self.open = None
        elif not self._stays(newer, chance):
            self.open = newer and self._named(newer, f"{version}.{seen.rest}")
            self._last = self.open or self._last

    def _stays(self, newer: Asked | None, chance: Chance | None) -> bool:
        """Whether the open question stays: of a roll the dice as they were thrown.

        While nobody answers, people go on and dock them; what is left is not the roll.
        """
        if self.open is None:
            return False
        if newer is not None and _alike(self.open, newer):
            return True
        if not self.open.question.dice or chance is None:
            return False
        if newer is None or not newer.question.dice:
            return newer is None
        return chance.dice is not None and not _is_whole(newer) and _is_whole(self.open)

    def _named(self, asked: Asked, moment: str) -> Asked:
        """With an id of its own, so that an answer cannot hit another one; the same asked again
        right after something was booked keeps its id, since people are reading it."""
        again = self._last is not None and _alike(self._last, asked)
        name = f"{asked.question.id}.{moment}"
        if again and self._last is not None:
            name = self._last.question.id
        return replace(asked, question=replace(asked.question, id=name))


def _alike(a: Asked, b: Asked) -> bool:
    """Whether the same is asked, with the same answers."""
    return (a.question.prompt, a.question.options, a.books, a.amends, a.question.dice) == (
        b.question.prompt,
        b.question.options,
        b.books,
        b.amends,
        b.question.dice,
    )


def _is_whole(asked: Asked) -> bool:
    """Whether as many dice are asked about as are rolled."""
    return asked.counted == len(asked.question.dice)
