"""Looks at light and focus while the table is at rest, so that advice comes before play."""

import math
from dataclasses import dataclass, field

from companion.camera.frame import Frame, Pixels
from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.vision.advice import AdviceSettings, Checked, check_picture
from companion.vision.flicker import FlickerSettings, Shot, flicker_advice, shot_of
from companion.vision.messages import Advice, Advised
from companion.vision.pose import Pose

SAME_EDGE_PX = 0.3
SHOW_BARE = Advice(
    "bare",
    phrase(
        "Some pieces are not read: the camera has not seen the board as it lies now without any. "
        "Show it once; until then enter them by hand."
    ),
)


@dataclass(frozen=True, slots=True)
class AdviserSettings:
    """How often a picture is looked at, and how long flicker is looked for."""

    again_s: float = 4.0
    """While something is to be changed: somebody is at the lamp or the lens and waits."""
    rarely_s: float = 60.0
    """While all is well: evening falls and a lamp is lit in minutes; a look takes 0.1 s."""
    shots: int = 6
    """Pictures compared for flicker."""
    advice: AdviceSettings = field(default_factory=AdviceSettings)
    flicker: FlickerSettings = field(default_factory=FlickerSettings)


class Adviser:
    """Takes frames at rest, and says what to change when that is no longer what it said last.

    `asks_bare` tells that the board can be shown without pieces.
    """

    def __init__(
        self, layout: Layout, settings: AdviserSettings | None = None, *, asks_bare: bool = True
    ) -> None:
        self._layout, self._asks_bare = layout, asks_bare
        self._settings = settings or AdviserSettings()
        self._due_s = -math.inf
        self._shots: list[Shot] = []
        self._said: Advised | None = None

    def feed(
        self,
        frame: Frame,
        *,
        resting: bool,
        pose: Pose | None,
        dice: bool,
        never_bare: bool = False,
    ) -> Advised | None:
        """What to change; `None` for as before. `dice` tells whether any were seen.

        `never_bare` tells that places are not read because nobody showed them without pieces.
        """
        if not resting:
            self._shots.clear()
        if not resting or frame.time_s < self._due_s:
            return None
        self._shots.append(shot_of(frame))
        if len(self._shots) < self._settings.shots:
            return None
        flicker = flicker_advice(self._shots, self._settings.flicker)
        checked = self._check(frame.pixels, pose, dice)
        advice = (
            *checked.advice,
            *flicker,
            *((SHOW_BARE,) if never_bare and self._asks_bare else ()),
        )
        self._shots.clear()
        self._due_s = frame.time_s + (self._settings.again_s if advice else self._settings.rarely_s)
        edge_px = checked.edge_px if math.isfinite(checked.edge_px) else None
        found = Advised(advice, edge_px)
        if self._said is not None and _alike(found, self._said):
            return None
        self._said = found
        return found

    def _check(self, pixels: Pixels, pose: Pose | None, dice: bool) -> Checked:
        has_board = self._layout.width_mm > 0
        layout = self._layout if has_board and pose is not None else None
        bare = not has_board and not dice
        settings = self._settings.advice
        return check_picture(pixels, layout, pose, settings, bare=bare)


def _alike(a: Advised, b: Advised) -> bool:
    """Whether two looks found the same; the sharpness as far as anybody can tell."""
    if a.advice != b.advice or (a.edge_px is None) != (b.edge_px is None):
        return False
    return abs((a.edge_px or 0) - (b.edge_px or 0)) <= SAME_EDGE_PX
