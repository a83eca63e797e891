"""What a phone may ask of the table, and the answers."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out an action, in notation."""

    text: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Enter the roll that is due, faces in the order of the dice asked for."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overrule:
    """Insist on an illegal action, in notation; scoring goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Die `index` (from 0) of the roll booked by `entry` shows `value`; what follows is re-judged.

    `keep` decides what happens to later actions that are then illegal: kept as overruled, or
    everything from the first of them on dropped. `None` refuses with a preview when there are any.
    """

    entry: int
    index: int
    value: int
    keep: bool | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """Replace the action of a line by another, in notation; `keep` as in `CorrectDie`."""

    entry: int
    text: str
    keep: bool | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to how things stood after entry `to`; past a roll or a draw only if `past_roll`.

    What stays and was put right since then stays put right.
    """

    to: int
    past_roll: bool = False


@dataclass(frozen=True, slots=True)
class Adjust:
    """Set a quantity of a player by hand."""

    player: str
    quantity: str
    amount: int


@dataclass(frozen=True, slots=True)
class Check:
    """The numbers of a table check, as counted: player, quantity, amount.

    Those that differ from the ledger are set by hand; when none does, nothing is written.
    """

    counted: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Choose an option of a question; `faces` where the question lets dice be put right."""

    question: str
    option: str
    faces: tuple[int, ...] = ()


Request: TypeAlias = Act | Roll | Overrule | CorrectDie | Amend | Undo | Adjust | Check | Answer
REQUESTS: tuple[type[Request], ...] = (
    Act,
    Roll,
    Overrule,
    CorrectDie,
    Amend,
    Undo,
    Adjust,
    Check,
    Answer,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A request with its own id and the version of the table its sender was looking at."""

    id: str
    expected: int
    request: Request
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Carried out and stored."""

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on since the sender looked."""

    version: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was refused: a code, words, and the rule's source where it is a rule."""

    code: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed.

    `kind` is `illegal`, `invalid` (no such thing), `confirm` (ask first) or `storage` (not saved).
    """

    kind: str
    problems: tuple[Problem, ...]


Reply: TypeAlias = Done | Stale | Refused
