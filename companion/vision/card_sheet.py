"""A cut of the board as it is looked at for cards: what is printed there, at three scales."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_deck import GLANCE_MM, Floats, print_of, reduced
from companion.vision.card_edges import PX_PER_MM, Poses

HALF, QUARTER = PX_PER_MM / 2, PX_PER_MM / 4
"""Pixels a millimetre of the smaller pictures."""
_AS_SEEN = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """What is printed: `shades` at `PX_PER_MM`, `soft` and the two `tints` at `HALF`, `faint` at
    `QUARTER`. `bright` and `explained`, at `HALF`, are 1 in glare, and where a card is known.
    """

    shades: Floats
    soft: Floats
    faint: Floats
    tints: tuple[Floats, Floats]
    bright: Floats
    explained: Floats


def sheet_of(crop: Pixels, bright: float) -> Sheet:
    """A cut at `PX_PER_MM`; above a level pixels are glare."""
    shades, tints = print_of(crop, PX_PER_MM)
    half = reduced(shades, 2)
    soft = cv2.GaussianBlur(half, (0, 0), GLANCE_MM * HALF)
    faint = cv2.GaussianBlur(reduced(half, 2), (0, 0), GLANCE_MM * QUARTER)
    first, second = cv2.split(tints)
    blue, green, red = cv2.split(reduced(crop, 2))
    glare = cv2.min(cv2.min(blue, green), red) > bright
    return Sheet(
        shades,
        np.asarray(soft, np.float32),
        np.asarray(faint, np.float32),
        (np.asarray(first, np.float32), np.asarray(second, np.float32)),
        np.asarray(glare, np.float32),
        np.zeros(half.shape, np.float32),
    )


def look(
    zone: Floats, px_per_mm: float, poses: Poses, form: CardForm, size_px: tuple[int, int]
) -> Floats:
    """Cards that lie so, upright, `(N, h, w)` of a zone's picture of one channel."""
    w, h = size_px
    scale = np.array((form.w_mm / w, form.h_mm / h)) * px_per_mm
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turned = np.array([(c, -s), (s, c)]).transpose(2, 0, 1) * scale
    at = poses[:, :2] * px_per_mm - 0.5 - turned @ np.array(((w - 1) / 2, (h - 1) / 2))
    seen = np.empty((len(poses), h, w), np.float32)
    for place, matrix in enumerate(np.concatenate([turned, at[..., None]], axis=2)):
        cv2.warpAffine(zone, matrix, size_px, seen[place], _AS_SEEN, cv2.BORDER_REPLICATE)
    return seen
