"""Cards of which nothing is known but their size: rectangles whose sides are seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_edges import PX_PER_MM, Poses

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """How much of an outline must be seen."""

    step_mm: float = 1.2
    """Half the way across an edge, over which what is inside differs from what is outside."""
    step: float = 9.0
    """Lab distance between them."""
    points: int = 24
    """Looked at on each side."""
    all_sides: float = 0.72
    """Share of the outline that must be seen."""
    three_sides: float = 0.6
    """The same of the third-best side."""
    apart_mm: float = 12.0
    """Nearer to each other, two outlines are of one card."""


def outlines(
    crop: Pixels,
    ways: Poses,
    form: CardForm,
    settings: OutlineSettings,
    known: Sequence[Poses] = (),
) -> Poses:
    """Of ways to lie those `(N, 3)` of which the outline is seen, the clearest first.

    They are upright or not. Cards that are known already are left out.
    """
    poses = _away_from(known, ways, settings.apart_mm)
    if not len(poses):
        return poses
    sides = sides_seen(crop, poses, form, settings)
    whole, third = sides.mean(axis=1), np.sort(sides, axis=1)[:, 1]
    good = (whole >= settings.all_sides) & (third >= settings.three_sides)
    kept: list[npt.NDArray[np.float64]] = []
    for place in np.argsort(-whole):
        near = (np.hypot(*(poses[place][:2] - one[:2])) < settings.apart_mm for one in kept)
        if good[place] and not any(near):
            kept.append(poses[place])
    return np.array(kept).reshape(-1, 3)


def _away_from(known: Sequence[Poses], poses: Poses, apart_mm: float) -> Poses:
    away = np.ones(len(poses), bool)
    for one in known:
        away &= np.hypot(*(poses[:, :2] - one[:2]).T) > apart_mm
    return poses[away]


def sides_seen(crop: Pixels, poses: Poses, form: CardForm, settings: OutlineSettings) -> Floats:
    """Share of each of the four sides `(N, 4)` that is an edge."""
    lab = cv2.cvtColor(cv2.GaussianBlur(crop, (0, 0), 0.3 * PX_PER_MM), cv2.COLOR_BGR2LAB)
    count, out = settings.points, settings.step_mm
    along = np.linspace(-1, 1, count)
    x, y = form.w_mm / 2, form.h_mm / 2
    keep = 1 - 2 * form.corner_mm / form.w_mm, 1 - 2 * form.corner_mm / form.h_mm
    inside: list[npt.NDArray[np.float64]] = []
    outside: list[npt.NDArray[np.float64]] = []
    for rows, step in ((inside, -out), (outside, out)):
        for sign in (-1, 1):
            rows.append(np.column_stack([along * x * keep[0], np.full(count, sign * (y + step))]))
        for sign in (-1, 1):
            rows.append(np.column_stack([np.full(count, sign * (x + step)), along * y * keep[1]]))
    levels = [_levels(lab, poses, np.concatenate(rows)) for rows in (inside, outside)]
    far = np.linalg.norm(levels[0] - levels[1], axis=2).reshape(len(poses), 4, count)
    return np.asarray((far > settings.step).mean(axis=2), np.float32)


def _levels(lab: cv2.typing.MatLike, poses: Poses, points: npt.NDArray[np.float64]) -> Floats:
    """`(N, points, 3)` at points of a card, mm from its middle."""
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    x = (poses[:, :1] + c * points[:, 0] - s * points[:, 1]) * PX_PER_MM - 0.5
    y = (poses[:, 1:2] + s * points[:, 0] + c * points[:, 1]) * PX_PER_MM - 0.5
    found = cv2.remap(
        lab, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(found, np.float32)
