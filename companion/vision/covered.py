"""Is an arm over the table? It may lie still, but the pieces it hides are not gone."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.settle import Mask, SettleSettings, changed_pixels
from companion.vision.sway import Grey


@dataclass(frozen=True, slots=True)
class CoveredSettings:
    """What counts as an arm."""

    arm_share: float = 0.012
    """Share of the picture that a change reaching its edge must have: a fingertip has less."""
    other_scene_share: float = 0.6
    """More than this changed is another scene or another lamp, and no arm."""
    patience_s: float = 5.0
    """What lies still for so long belongs to the table: a rulebook put down at the edge."""
    remembered: int = 3
    """Clear pictures kept, so that taking the arm away is no change either."""


class CoverWatch:
    """Compares a scene at rest with the last clear ones."""

    def __init__(self, settings: CoveredSettings, settling: SettleSettings) -> None:
        self._settings, self._settling = settings, settling
        self._clear: list[Grey] = []
        self._since_s: float | None = None

    def covers(self, copy: Grey, time_s: float) -> bool:
        """Whether an arm lies over the table; at most for `patience_s` on end."""
        if not self._looks_covered(copy):
            self._since_s = None
            return False
        if self._since_s is None:
            self._since_s = time_s
        return time_s - self._since_s < self._settings.patience_s

    def clear(self, copy: Grey) -> None:
        """This is the table with nothing over it."""
        self._since_s = None
        self._clear = [copy.copy(), *self._clear][: self._settings.remembered]

    def _looks_covered(self, copy: Grey) -> bool:
        known = [clear for clear in self._clear if clear.shape == copy.shape]
        return bool(known) and all(self._has_arm(clear, copy) for clear in known)

    def _has_arm(self, clear: Grey, copy: Grey) -> bool:
        changed = changed_pixels(clear, copy, self._settling)
        if changed.mean() > self._settings.other_scene_share:
            return False
        return _largest_at_edge(changed) >= self._settings.arm_share * changed.size


def _largest_at_edge(changed: Mask) -> int:
    """Pixels of the largest connected change that reaches the edge of the picture."""
    joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    at_edge = [name for name in range(1, count) if name in edge]
    return max((int(stats[name, cv2.CC_STAT_AREA]) for name in at_edge), default=0)
