"""Whether a place for cards looks as the empty board does, which was shown once."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm

Floats = npt.NDArray[np.float32]

PRINT_PX = 8.0
"""Print of a board is finer than this, its shades are not."""
GAIN = 0.8, 1.25
"""How the light on a place may have changed since the empty board was shown."""


@dataclass(frozen=True, slots=True)
class EmptySettings:
    """When no card lies there."""

    share: float = 0.65
    """So much of it, where a card would lie, looks as the empty board does: 0.84 and more of places
    with ships in them, 0.64 and less of dark cards face-down in a dim room."""
    prints: float = 0.8
    """And so much is its print there correlated with that of the empty board: 0.97 and more, and
    0.63 and less, of the same places."""
    levels: float = 12.0
    """Levels by which the empty board may look otherwise than when it was shown."""


def is_empty(
    crop: Pixels, empty: Pixels, form: CardForm, px_per_mm: float, settings: EmptySettings
) -> bool:
    """Whether a cut `(H, W, 3)` about a place looks in its middle as it did when it was `empty`, in
    any light. Never of a place on which next to nothing is printed.
    """
    half = 0.4 * np.array((form.h_mm, form.w_mm)) * px_per_mm
    top, left = (np.array(crop.shape[:2]) / 2 - half).astype(int)
    middle = np.s_[top : top + int(2 * half[0]), left : left + int(2 * half[1])]
    now, then = (cv2.blur(one, (5, 5))[middle].astype(np.float32) + 4 for one in (crop, empty))
    gain = np.clip(np.median(now / then, axis=(0, 1)), *GAIN)
    like = np.abs(now - then * gain).max(axis=2) < settings.levels
    if like.mean() <= settings.share:
        return False
    prints = [_print_of(one)[like] for one in (now, then)]
    return float(np.corrcoef(*prints)[0, 1]) > settings.prints


def _print_of(pixels: Floats) -> Floats:
    """What is lighter or darker than what is about it `(H, W)`."""
    return np.asarray((pixels - cv2.GaussianBlur(pixels, (0, 0), PRINT_PX)).sum(axis=2), np.float32)
