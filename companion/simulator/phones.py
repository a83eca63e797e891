"""What people at a simulated table see and do on their phones."""

from collections.abc import Collection, Sequence
from typing import Protocol

from companion.core.ids import PlayerId
from companion.simulator.lying import Lying


class Booked(Protocol):
    """A line of the table's history."""

    @property
    def entry(self) -> int:
        """Its number in the ledger."""
        ...

    @property
    def player(self) -> PlayerId:
        """Whose action it was."""
        ...

    @property
    def text(self) -> str:
        """The action in notation."""
        ...

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces, when it was a roll."""
        ...


class Option(Protocol):
    """An answer a question offers."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def label(self) -> str:
        """Its words: those of the action it stands for, of several joined by `, then `."""
        ...


class Asked(Protocol):
    """Something the table wants to know."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def player(self) -> PlayerId | None:
        """Who is asked; `None` for anybody."""
        ...

    @property
    def dice(self) -> Sequence[object]:
        """Proposed dice, which the answer may put right."""
        ...

    @property
    def options(self) -> Sequence[Option]:
        """What may be answered."""
        ...


class Phones(Protocol):
    """A table as its phones see it. Each command tells whether it was carried out."""

    def history(self) -> Sequence[Booked]:
        """What is booked and in force, oldest first."""
        ...

    def doubted(self) -> Collection[int]:
        """Entries of rolls that are shown with a die as unsure."""
        ...

    def board(self) -> Lying:
        """The board as the page shows it."""
        ...

    def questions(self) -> Sequence[Asked]:
        """What is being asked."""
        ...

    def act(self, player: PlayerId, text: str) -> bool:
        """Enter an action in notation."""
        ...

    def roll(self, player: PlayerId, faces: tuple[int, ...]) -> bool:
        """Enter the roll that is due."""
        ...

    def overrule(self, player: PlayerId, text: str) -> bool:
        """Insist on an illegal action."""
        ...

    def amend(self, player: PlayerId, entry: int, text: str) -> bool:
        """Put a line right."""
        ...

    def undo(self, player: PlayerId, to: int) -> bool:
        """Go back to how things stood after an entry, past rolls too."""
        ...

    def answer(self, player: PlayerId, question: str, option: str, faces: tuple[int, ...]) -> bool:
        """Choose an option of a question; `faces` where dice are to be put right."""
        ...
