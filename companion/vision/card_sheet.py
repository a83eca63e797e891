"""A cut of the board as it is looked at for cards: what is printed there, at three scales."""

from dataclasses import dataclass
from math import cos, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_deck import GLANCE_MM, Floats, print_of, reduced
from companion.vision.card_edges import PX_PER_MM, Poses

HALF, QUARTER = PX_PER_MM / 2, PX_PER_MM / 4
"""Pixels a millimetre of the smaller pictures."""
_AS_SEEN = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """What is printed: `shades` at `PX_PER_MM`, `soft` and two channels of `tints` at `HALF`,
    `faint` at `QUARTER`. `bright` and `explained`, at `HALF`, are 1 in glare, and where a card is
    known.
    """

    shades: Floats
    soft: Floats
    faint: Floats
    tints: Floats
    bright: Floats
    explained: Floats


def sheet_of(crop: Pixels, bright: float) -> Sheet:
    """A cut at `PX_PER_MM`; above a level pixels are glare."""
    shades, tints = print_of(crop, PX_PER_MM)
    half = reduced(shades, 2)
    soft = cv2.GaussianBlur(half, (0, 0), GLANCE_MM * HALF)
    faint = cv2.GaussianBlur(reduced(half, 2), (0, 0), GLANCE_MM * QUARTER)
    blue, green, red = cv2.split(reduced(crop, 2))
    glare = cv2.min(cv2.min(blue, green), red) > bright
    return Sheet(
        shades,
        np.asarray(soft, np.float32),
        np.asarray(faint, np.float32),
        tints,
        np.asarray(glare, np.float32),
        np.zeros(half.shape, np.float32),
    )


def look(
    zone: Floats, px_per_mm: float, poses: Poses, form: CardForm, size_px: tuple[int, int]
) -> Floats:
    """Cards that lie so, upright, `(N, h, w)` of a zone's picture of one channel."""
    seen = np.empty((len(poses), size_px[1], size_px[0]), np.float32)
    for pose, picture in zip(poses, seen, strict=True):
        _warp(zone, _matrix(px_per_mm, pose, form, size_px), picture)
    return seen


def look_at(
    zone: Floats, px_per_mm: float, pose: Poses, form: CardForm, size_px: tuple[int, int]
) -> Floats:
    """One of them `(h, w)`, with channels if the zone's picture has some."""
    seen = np.empty((size_px[1], size_px[0], *zone.shape[2:]), np.float32)
    _warp(zone, _matrix(px_per_mm, pose, form, size_px), seen)
    return seen


def about(mask: Floats, pose: Poses, form: CardForm) -> Floats:
    """The part of a mask at `HALF` in which a card lies."""
    (left, top), (right, bottom) = _bounds(pose, form)
    return mask[top:bottom, left:right]


def lay_back(mask: Floats, pose: Poses, form: CardForm, cells: Pixels) -> None:
    """Set a mask at `HALF` to 1 where a card that lies so has cells `(h, w)` that are not 0."""
    matrix = _matrix(HALF, pose, form, (cells.shape[1], cells.shape[0]))
    matrix[:, 2] -= _bounds(pose, form)[0]
    there = about(mask, pose, form)
    laid = cv2.warpAffine(cells, matrix, there.shape[::-1], flags=cv2.INTER_NEAREST)
    there[laid > 0] = 1


def _bounds(pose: Poses, form: CardForm) -> npt.NDArray[np.intp]:
    """Top left of what a card reaches, and below it to the right; px at `HALF`."""
    far = np.hypot(form.w_mm, form.h_mm) / 2 + 1 / HALF
    corners = (pose[:2] + np.array([[-far], [far]])) * HALF
    return np.asarray(np.maximum(corners, 0), np.intp)


def _matrix(px_per_mm: float, pose: Poses, form: CardForm, size_px: tuple[int, int]) -> Poses:
    """From px of a card to those of a zone's picture."""
    w, h = size_px
    x, y, turn = (float(part) for part in pose)
    c, s = cos(turn) * px_per_mm, sin(turn) * px_per_mm
    across, down = form.w_mm / w, form.h_mm / h
    right, low = (w - 1) / 2 * across, (h - 1) / 2 * down
    return np.array([
        (c * across, -s * down, x * px_per_mm - 0.5 - c * right + s * low),
        (s * across, c * down, y * px_per_mm - 0.5 - s * right - c * low),
    ])  # fmt: skip


def _warp(zone: Floats, matrix: Poses, seen: Floats) -> None:
    size = seen.shape[1], seen.shape[0]
    cv2.warpAffine(zone, matrix, size, seen, _AS_SEEN, cv2.BORDER_REPLICATE)
