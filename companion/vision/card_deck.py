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
SORTS = 4
"""How many sorts of looks a part has, for a first rough look."""
LEAST_CONTRAST = 0.06
"""Of the logarithms of levels: below it all is noise."""
SOFT_MM = 4.0
"""Width over which light changes so little that the rest is print."""
DARKNESS = 10.0
"""Levels added before logarithms are taken."""


def parts_of(form: CardForm) -> tuple[int, int]:
    """Columns and rows of parts."""
    return max(1, round(form.w_mm / PART_MM)), max(1, round(form.h_mm / PART_MM))


def card_px(form: CardForm, part_px: int) -> tuple[int, int]:
    """Width and height of a card's picture that has parts so wide."""
    columns, rows = parts_of(form)
    return columns * part_px, rows * part_px


def print_of(pixels: Pixels, px_per_mm: float) -> Floats:
    """What is printed `(H, W)`, as logarithms of levels: light, shadows and haze are taken out."""
    levels = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    logs = cv2.log(levels + DARKNESS)
    wide = 2 * round(SOFT_MM * px_per_mm / 2) + 1
    return np.asarray(logs - cv2.blur(cv2.blur(logs, (wide, wide)), (wide, wide)), np.float32)


def vectors(pictures: Floats, part_px: int) -> Floats:
    """Parts of cards `(N, H, W)`: unit vectors `(parts, N, part_px²)`, flat ones near zero."""
    count, h, w = pictures.shape
    rows, columns = h // part_px, w // part_px
    parts = pictures.reshape(count, rows, part_px, columns, part_px).transpose(1, 3, 0, 2, 4)
    flat = np.ascontiguousarray(parts).reshape(rows * columns, count, part_px * part_px)
    flat -= flat.mean(axis=2, keepdims=True)
    size = np.sqrt((flat * flat).sum(axis=2, keepdims=True))
    flat /= size + LEAST_CONTRAST * part_px
    return flat


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Cards by id, each with its picture at `FINE_PX` a part, upright.

    `marks` is what is told of each without the others. `fine` `(parts, cards, FINE_PX²)` and
    `coarse` are their parts; `common` `(parts, SORTS, COARSE_PX²)` are directions in which most of
    the coarse ones lie.
    """

    form: CardForm
    marks: Mapping[str, Marks]
    names: tuple[str, ...]
    pictures: Floats
    fine: Floats
    coarse: Floats
    common: Floats


def make_deck(form: CardForm, faces: Mapping[str, Pixels]) -> Deck:
    """A deck of pictures of whole cards, cut to their edges, upright, of any size."""
    size = card_px(form, FINE_PX)
    names = tuple(faces)
    if names:
        small = [
            cv2.resize(
                print_of(face, face.shape[1] / form.w_mm), size, interpolation=cv2.INTER_AREA
            )
            for face in faces.values()
        ]
        pictures = np.stack(small).astype(np.float32)
    else:
        pictures = np.zeros((0, size[1], size[0]), np.float32)
    fine = vectors(soft(pictures), FINE_PX)
    coarse = vectors(coarser(pictures), COARSE_PX)
    marks = marks_by_name(faces, form, MarkSettings())
    return Deck(form, marks, names, pictures, fine, coarse, _common(coarse))


def _common(coarse: Floats) -> Floats:
    """Up to `SORTS` unit vectors for each part."""
    return np.stack([np.linalg.svd(part.T @ part)[2][:SORTS] for part in coarse])


def soft(pictures: Floats) -> Floats:
    """Pictures `(N, H, W)` as the worse of two cameras would see them."""
    return (
        np.stack([cv2.GaussianBlur(one, (0, 0), 0.7) for one in pictures])
        if len(pictures)
        else pictures
    )


def coarser(pictures: Floats) -> Floats:
    """Pictures `(N, H, W)` of `FINE_PX` a part at `COARSE_PX` a part, softened."""
    _, h, w = pictures.shape
    size = w * COARSE_PX // FINE_PX, h * COARSE_PX // FINE_PX
    if not len(pictures):
        return np.zeros((0, size[1], size[0]), np.float32)
    small = [cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in pictures]
    return np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) for one in small])
