"""Everything a phone needs to draw the table, as one value."""

from dataclasses import dataclass

from companion.core.ids import PlayerId, SlotId
from companion.rules.ruling import Notice
from companion.rules.score import Outcome, ScoreLine
from companion.rules.view import ActionView, View


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in seat order: name, colour, points with their reasons."""

    player: PlayerId
    name: str
    colour: str
    score: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A roll the table waits for; `dice` are colours, `None` when any number may be rolled."""

    player: PlayerId
    dice: tuple[str | None, ...] | None
    prompt: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice somebody has to make before anything else."""

    player: PlayerId
    kind: str
    prompt: str
    choices: tuple[ActionView, ...]


@dataclass(frozen=True, slots=True)
class ReadDie:
    """A die as read: `value` is what is booked or proposed; box in picture pixels, if any."""

    value: int
    colour: str | None
    confidence: float
    unsure: bool
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class LastRoll:
    """The newest roll in force: the entry to amend, the dice, where it came from."""

    entry: int
    player: PlayerId
    dice: tuple[ReadDie, ...]
    source: str
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """An illegal placement that lies on the table now. `text` is the rule in words.

    `action` is the attempt in notation (what an overruling would insist on), if it has one.
    """

    id: str
    code: str
    text: str
    source: str
    pieces: tuple[str, ...]
    slots: tuple[SlotId, ...]
    remedy: str
    action: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionOption:
    """An answer to choose."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something the camera could not settle. `dice` are proposed faces that can be put right."""

    id: str
    player: PlayerId | None
    prompt: str
    options: tuple[QuestionOption, ...]
    dice: tuple[ReadDie, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of the ledger in words; `faces` when it is a roll (so that a die can be put right).

    `unsure` are the places, from 0, of faces that were read in doubt. `before` and `after` name the
    pictures it was seen in, if a camera told it.
    """

    entry: int
    player: PlayerId
    text: str
    sentences: tuple[str, ...]
    how: str
    source: str
    faces: tuple[int, ...] = ()
    before: str | None = None
    after: str | None = None
    unsure: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraAdvice:
    """What would make the picture better: a short name, in words, and where.

    `cells` are rows and columns of a map of 8 by 12.
    """

    about: str
    words: str
    cells: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """What the camera is doing: `off`, `starting`, `running`, `moving` or `lost`, and in words.

    `advice` is what to change about light and lens.
    """

    state: str
    message: str = ""
    advice: tuple[CameraAdvice, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment, as one seat may see it.

    `version` counts ledger entries: a command names the version it was made for. `revision`
    changes with anything visible; it is the id on the event stream.
    """

    version: int
    revision: int
    game: str
    title: str
    seats: tuple[Seat, ...]
    view: View
    actions: tuple[ActionView, ...]
    due: Due | None
    choice: Choice | None
    roll: LastRoll | None
    flags: tuple[Flag, ...]
    questions: tuple[Question, ...]
    history: tuple[HistoryLine, ...]
    outcome: Outcome | None
    camera: CameraStatus
    announcement: str
    warnings: tuple[Notice, ...] = ()
    """What everybody should know about the program itself: its disk, its clock."""
    scored: bool = True
    """Whether there are points in this game; else every `score` is 0."""
