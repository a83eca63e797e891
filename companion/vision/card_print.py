"""Taught cards as the ground that pieces lie on: how a place looks bare once its card is told."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_deck import FACE_PX_PER_MM
from companion.vision.pose import Box

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
SOFT_PX = 0.6
"""How much softer a camera above the table sees a card than it was taught."""
TRUST = 12.0
"""Levels by which what is seen may be off, for a pixel to count half in fitting the light."""
OFF = 20.0
"""Median of the levels left in the worst colour, above which it is another card, or lies elsewhere:
twice what shade and white that is too bright leave of a right one (13)."""
LEAST_PX = 200
"""Of a card in a cut: fewer tell nothing of its light."""
GAINS = 0.4, 2.5
"""What the light on the table may be beside that in which the card was taught."""
PUSHED_MM = 10.0
"""A card that lies farther off was laid anew."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """A card that is told: its face at `FACE_PX_PER_MM`, its middle, mm on the board, its turn."""

    name: str
    face: Pixels
    form: CardForm
    x: float
    y: float
    turn: float

    def is_like(self, other: "LaidCard") -> bool:
        """Whether it is the same card, about where it lay: perhaps pushed."""
        near = np.hypot(self.x - other.x, self.y - other.y) < PUSHED_MM
        return bool(self.name == other.name and near)

    def reaches(self, box: Box) -> bool:
        """Whether part of it may lie in a box."""
        half = np.hypot(self.form.w_mm, self.form.h_mm) / 2
        x, y, w, h = box
        return bool(abs(self.x - x) < w / 2 + half and abs(self.y - y) < h / 2 + half)


def cover(card: LaidCard, box: Box, px_per_mm: float) -> Mask:
    """What the card takes of a cut of the board `(H, W)`."""
    w, h = (round(side * px_per_mm) for side in box[2:])
    c, s = np.cos(card.turn), np.sin(card.turn)
    half = np.array((card.form.w_mm, card.form.h_mm)) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ np.array([(c, s), (-s, c)])
    at = corners + np.array((card.x - box[0] + box[2] / 2, card.y - box[1] + box[3] / 2))
    mask = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(mask, np.round(at * px_per_mm - 0.5).astype(np.int32), 1)
    return mask > 0


def printed(card: LaidCard, crop: Pixels, box: Box, px_per_mm: float) -> tuple[Pixels, Mask] | None:
    """How the card looks bare in a cut, in the light there, and where that is known.

    `None` where what is seen fits it badly.
    """
    known = cover(card, box, px_per_mm)
    if known.sum() < LEAST_PX:
        return None
    plain, where = _warped(card, crop.shape, box, px_per_mm), _terms(known)
    lit = np.empty_like(plain)
    for channel in range(3):
        taught = plain[..., channel]
        gain, more = _light(taught[known], crop[..., channel][known], where[known])
        lit[..., channel] = gain * taught + where @ more
    shown = np.clip(lit, 0, 255)
    left = np.abs(shown - crop).max(axis=2)[known]
    return None if np.median(left) > OFF else (shown.astype(np.uint8), known)


def _warped(card: LaidCard, shape: tuple[int, ...], box: Box, px_per_mm: float) -> Floats:
    """The face where it lies in a cut."""
    scale = px_per_mm / FACE_PX_PER_MM
    c, s = np.cos(card.turn) * scale, np.sin(card.turn) * scale
    middle = np.array(card.face.shape[1::-1]) / 2 - 0.5
    at = np.array((card.x - box[0] + box[2] / 2, card.y - box[1] + box[3] / 2)) * px_per_mm - 0.5
    turned = np.array([(c, -s), (s, c)])
    matrix = np.column_stack([turned, at - turned @ middle])
    soft = cv2.GaussianBlur(card.face, (0, 0), SOFT_PX / scale)
    size = shape[1], shape[0]
    seen = cv2.warpAffine(soft, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.float32)


def _terms(known: Mask) -> Floats:
    """What light that falls unevenly is made of `(H, W, 6)`: it is even, tilted or bent."""
    y, x = (_standard(np.asarray(at, np.float32), known) for at in np.indices(known.shape))
    return np.stack([np.ones_like(x), x, y, x * y, np.square(x), np.square(y)], axis=2)


def _standard(at: Floats, known: Mask) -> Floats:
    here = at[known]
    return np.asarray((at - here.mean()) / max(1.0, float(here.std())), np.float32)


def _light(taught: Floats, seen: Pixels, where: Floats) -> tuple[float, Floats]:
    """Gain, and levels more by `where` `(N, 6)`, that take what was taught to most of what is
    seen."""
    now = seen.astype(np.float32)
    gain = float(np.median(now) + 1) / float(np.median(taught) + 1)
    more = np.zeros(where.shape[1], np.float32)
    terms = np.column_stack([taught, where])
    for _ in range(5):
        trust = 1 / (1 + np.square((now - gain * taught - where @ more) / TRUST))
        normal = terms.T @ (terms * trust[:, None]) + np.eye(terms.shape[1])
        gain, *rest = (float(v) for v in np.linalg.solve(normal, terms.T @ (now * trust)))
        more = np.array(rest, np.float32)
    return float(np.clip(gain, *GAINS)), more
