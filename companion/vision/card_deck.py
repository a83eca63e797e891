"""A deck that was taught: what each card looks like, part by part, and how alike cards are there.

A part that looks the same on all cards, such as the frame, tells nothing about which card it is;
the deck itself says how much each part tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_marks import Marks, MarkSettings, marks_by_name

Floats = npt.NDArray[np.float32]
PART_MM = 8.0
"""Width of the parts that are compared, more or less: a few letters of a title."""
FINE_PX, COARSE_PX = 16, 8
"""Pixels a side of a part, to tell cards apart and to see whether one lies there at all."""
FACE_PX_PER_MM = 3.0
"""Scale at which faces are kept in colour: a little finer than cameras above a table see them."""
GLANCE_MM = 0.5
"""How soft a first look is, so that a card may lie a little elsewhere."""
SORTS = 4
"""How many sorts of looks a part has, for a first rough look."""
TINT_WEIGHT = 2 * 0.7
"""Of tints, of which there are a quarter as many, to shades: they are noisier."""
SHARED, OWN = 0.75, 0.45
"""Likeness to most other cards from which on a part is of the frame, and up to which its own."""
LEAST_CONTRAST = 0.025
"""Of the logarithms of levels: below it all is noise."""
SOFT_MM = 4.0
"""Width over which light changes so little that the rest is print."""
DARKNESS = 10.0
"""Levels added before logarithms are taken."""
_LOGS = np.log(np.arange(256, dtype=np.float32) + DARKNESS)


def parts_of(form: CardForm) -> tuple[int, int]:
    """Columns and rows of parts."""
    return max(1, round(form.w_mm / PART_MM)), max(1, round(form.h_mm / PART_MM))


def card_px(form: CardForm, part_px: int) -> tuple[int, int]:
    """Width and height of a card's picture that has parts so wide."""
    columns, rows = parts_of(form)
    return columns * part_px, rows * part_px


def print_of(pixels: Pixels, px_per_mm: float) -> tuple[Floats, Floats]:
    """What is printed: shades `(H, W)` and tints `(H, W, 2)`, as logarithms of levels.

    Light, shadows and haze are taken out.
    """
    shades = cv2.LUT(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), _LOGS)
    logs = cv2.LUT(pixels, _LOGS)
    tints = np.asarray(logs[..., ::2] - logs[..., 1:2], np.float32)
    return _fine(np.asarray(shades), px_per_mm), _fine(tints, px_per_mm)


def _fine(logs: Floats, px_per_mm: float) -> Floats:
    wide = 2 * round(SOFT_MM * px_per_mm / 2) + 1
    soft_ = cv2.blur(cv2.blur(logs, (wide, wide)), (wide, wide))
    return np.asarray(logs - soft_.reshape(logs.shape), np.float32)


def vectors(pictures: Floats, part_px: int, tints: Floats | None = None) -> Floats:
    """Parts of cards `(N, H, W)`: unit vectors `(parts, N, part_px²)`, flat ones near zero.

    With their tints `(N, H / 2, W / 2, 2)` vectors are half as long again.
    """
    flat = _parts(pictures, part_px)
    if tints is not None:
        both = [_parts(tints[..., n], part_px // 2) * TINT_WEIGHT for n in (0, 1)]
        flat = np.concatenate([flat, *both], axis=2)
    size = np.sqrt((flat * flat).sum(axis=2, keepdims=True))
    flat /= size + LEAST_CONTRAST * part_px
    return flat


def _parts(pictures: Floats, part_px: int) -> Floats:
    """`(parts, N, part_px²)`, each without its mean."""
    count, h, w = pictures.shape
    rows, columns = h // part_px, w // part_px
    parts = pictures.reshape(count, rows, part_px, columns, part_px).transpose(1, 3, 0, 2, 4)
    flat = np.ascontiguousarray(parts).reshape(rows * columns, count, part_px * part_px)
    return np.asarray(flat - flat.mean(axis=2, keepdims=True))


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Cards by id, each with its picture at `FINE_PX` a part, upright.

    `marks` is what is told of each without the others, `faces` each in colour at
    `FACE_PX_PER_MM`. `fine` `(parts, cards, 1.5 FINE_PX²)` and
    `coarse` are their parts; `common` `(parts, SORTS, COARSE_PX²)` are directions in which most of
    the coarse ones lie. `telling` `(parts, cards)` is 1 where a card looks like few others do, 0
    where it shares a frame with most; tints do not count, since whole suits share them.
    """

    form: CardForm
    marks: Mapping[str, Marks]
    faces: Mapping[str, Pixels]
    names: tuple[str, ...]
    pictures: Floats
    fine: Floats
    coarse: Floats
    common: Floats
    telling: Floats


def make_deck(form: CardForm, faces: Mapping[str, Pixels]) -> Deck:
    """A deck of pictures of whole cards, cut to their edges, upright, of any size.

    There must be at least one.
    """
    prints = [print_of(face, face.shape[1] / form.w_mm) for face in faces.values()]
    size, half = card_px(form, FINE_PX), card_px(form, FINE_PX // 2)
    pictures = np.stack([_resized(shades, size) for shades, _ in prints])
    tints = np.stack([_resized(tint, half) for _, tint in prints])
    fine = vectors(soft(pictures), FINE_PX, tints)
    coarse = vectors(coarser(pictures), COARSE_PX)
    marks = marks_by_name(faces, form, MarkSettings())
    telling = _telling(vectors(soft(pictures), FINE_PX))
    small = round(form.w_mm * FACE_PX_PER_MM), round(form.h_mm * FACE_PX_PER_MM)
    seen = {
        name: np.asarray(cv2.resize(face, small, interpolation=cv2.INTER_AREA), np.uint8)
        for name, face in faces.items()
    }
    return Deck(form, marks, seen, tuple(faces), pictures, fine, coarse, _common(coarse), telling)


def _telling(shades: Floats) -> Floats:
    """How little each part of each card is like the same part of the cards in the middle."""
    count = shades.shape[1]
    if count == 1:
        return np.ones(shades.shape[:2], np.float32)
    others = ~np.eye(count, dtype=bool)
    usual = [
        np.median((part @ part.T)[others].reshape(count, count - 1), axis=1) for part in shades
    ]
    own = np.maximum((shades * shades).sum(axis=2), 0.2)
    part = np.stack(usual) / own
    return np.asarray(np.clip((SHARED - part) / (SHARED - OWN), 0, 1), np.float32)


def _resized(picture: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _common(coarse: Floats) -> Floats:
    """Up to `SORTS` unit vectors for each part."""
    return np.stack([np.linalg.svd(part.T @ part)[2][:SORTS] for part in coarse])


def soft(pictures: Floats) -> Floats:
    """Pictures `(N, H, W)` as the worse of two cameras would see them."""
    return np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), 0.7)) for one in pictures])


def coarser(pictures: Floats) -> Floats:
    """Pictures `(N, H, W)` of `FINE_PX` a part at `COARSE_PX` a part, softened."""
    _, h, w = pictures.shape
    size = w * COARSE_PX // FINE_PX, h * COARSE_PX // FINE_PX
    blur = GLANCE_MM * COARSE_PX / PART_MM
    return np.stack([cv2.GaussianBlur(_resized(one, size), (0, 0), blur) for one in pictures])
