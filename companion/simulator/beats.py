"""What happens at a table: one beat after the other, each with its times."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.core.ids import PlayerId
from companion.core.pieces import Piece
from companion.simulator.lying import Lying

AFTERWARDS_S = 15.0
"""The table is looked at for a while after the game: until people have said what was not seen."""
FIRST_S = 2.0
"""The table is looked at for a while before the first roll."""
ILLEGAL_RATE = 0.08
"""Share of placements that somebody gets wrong first."""
INSIST_RATE = 0.2
"""Share of those mistakes on which the table insists where that can be done."""
FUSS_RATE = 0.10
"""Share of actions before which something is moved that is no action."""
SLIDE_RATE, QUICK_RATE, SHORT_RATE = 0.05, 0.04, 0.04
"""Share of placements that are pushed over the board, and that follow at once; of rolls that
begin with a die forgotten."""
NOTICED_S = 5.0
"""How long a wrong placement lies until somebody puts it right."""
MAX_TURNS_EACH = 60
"""A game of random players that does not end by itself is ended here."""


Faces = tuple[int, ...]


class BeatKind(Enum):
    """What happens."""

    ROLL = "roll"
    PLACE = "place"
    """An action that puts a die somewhere, so that a camera can tell it."""
    INVISIBLE = "invisible"
    """An action that no camera can tell: it is said on a phone. Pieces may still be moved."""
    ILLEGAL = "illegal"
    FIX = "fix"
    """An illegal placement is taken back."""
    OVERRULE = "overrule"
    """The table insists on an illegal placement that lies there: it is said on a phone."""
    FUSS = "fuss"
    """Something is moved that is no action of the game."""


class Fuss(Enum):
    """How things move without anything happening."""

    NUDGE = "nudge"
    """A sleeve knocks pieces: they lie elsewhere in their place, and turned."""
    LIFT = "lift"
    """Somebody picks a piece up, to look at it, and puts it back with the next beat."""
    PUT_BACK = "put_back"
    TIDY = "tidy"
    """Pieces are put in order: other slots of their area."""
    BUMP = "bump"
    """The board is pushed a little."""
    LIGHT = "light"
    """A lamp is switched or a cloud passes."""
    SLIDE = "slide"
    """A piece is pushed over the board to its place instead of being carried."""
    SHORT = "short"
    """A roll with a die forgotten on the board."""
    ADD = "add"
    """The forgotten die is thrown, too; the others stay."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that happens at `time_s`. A hand is in view between `hand_s`, if at all.

    `text` is the action in notation, `label` in words; for an illegal one the attempt, if there
    are words for it, and the codes of the rules it breaks. `board` and `loose` lie on the table
    from `change_s`.
    """

    time_s: float
    kind: BeatKind
    player: PlayerId
    text: str
    board: Lying
    loose: tuple[Piece, ...]
    change_s: float
    hand_s: tuple[float, float] | None
    faces: Faces = ()
    codes: tuple[str, ...] = ()
    label: str = ""
    fuss: Fuss | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of one kind of beat: the hand's stay, when it lets go, and rest afterwards."""

    hand_s: float
    change_s: float
    rest_s: float


PACES: Mapping[BeatKind, Pace] = {
    BeatKind.ROLL: Pace(1.8, 1.3, 1.7),
    BeatKind.PLACE: Pace(1.4, 0.7, 1.5),
    BeatKind.INVISIBLE: Pace(1.4, 0.7, 1.2),
    BeatKind.ILLEGAL: Pace(1.4, 0.7, NOTICED_S),
    BeatKind.FIX: Pace(1.4, 0.7, 1.5),
    BeatKind.OVERRULE: Pace(1.4, 0.7, 1.5),
    BeatKind.FUSS: Pace(1.2, 0.6, 1.5),
}
SLIDE_PACE = Pace(2.6, 2.1, 1.5)
"""Of a piece pushed over the board: it is on its way for a second and a half."""
QUICK_S = 0.3
"""From one change to the beginning of the next when two people act at once."""
UNSEEN_S = 1.0
"""After an action that moves nothing on the table."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what makes watching hard; shares as named above."""

    illegal: float = ILLEGAL_RATE
    insist: float = INSIST_RATE
    fuss: float = FUSS_RATE
    slide: float = SLIDE_RATE
    quick: float = QUICK_RATE
    short: float = SHORT_RATE


NEAT = Habits(insist=0.0, fuss=0.0, slide=0.0, quick=0.0, short=0.0)
"""People who only err."""
