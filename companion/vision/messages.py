"""What the vision process tells the web process. No pixels: pictures cross as JPEG bytes."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.core.observation import Observation


@dataclass(frozen=True, slots=True)
class Saw:
    """An observation, and the picture it was read from as JPEG."""

    observation: Observation
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Preview:
    """The newest picture with what was read drawn in, as JPEG; the frame's time stamp."""

    jpeg: bytes
    time_s: float


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """Whether the board was found at the last look, and how many of its `tags` were seen."""

    found: bool
    seen: int
    tags: int


@dataclass(frozen=True, slots=True)
class Status:
    """`off`, `starting`, `running`, `moving` or `lost`, and in words what to do.

    `board` is `None` while none was looked for.
    """

    state: str
    message: str = ""
    board: BoardSeen | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to change for a better picture: a short name for it, and what to do.

    `cells` tells where, by row and column of 8 rows and 12 columns: of the picture for `glare`, of
    the board for `shadow`.
    """

    about: str
    words: str
    cells: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Advised:
    """Everything to be changed now; empty when the picture is good enough to play.

    `edge_px` is the width of the sharpest edges, `None` where there are none.
    """

    advice: tuple[Advice, ...]
    edge_px: float | None = None


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The worker is alive, even with nothing to tell."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The camera came to its end: the last picture of a file, the end of a simulated game."""


Message: TypeAlias = Saw | Preview | Status | Advised | Heartbeat | Ended
