"""A deck that was taught: what each card looks like, part by part, and how alike cards are there.

A part that looks the same on all cards, such as the frame, tells nothing about which card it is;
the deck itself says how much each part tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_edges import (
    PX_PER_MM,
    Corners,
    EdgeSettings,
    corners_in,
)  # fmt: skip
from companion.vision.card_marks import Marks, MarkSettings, marks_by_name

Floats = npt.NDArray[np.float32]
Level = TypeVar("Level", np.uint8, np.float32)
PART_MM = 8.0
"""Width of the parts that are compared, more or less: a few letters of a title."""
FINE_PX, COARSE_PX, GLIMPSE_PX = 16, 8, 4
"""Pixels a side of a part: to tell cards apart, to guess which it is, and to see whether one lies
there at all."""
FACE_PX_PER_MM = 3.0
"""Scale at which faces are kept in colour: a little finer than cameras above a table see them."""
GLANCE_MM = 0.5
"""How soft a first look is, so that a card may lie a little elsewhere."""
FITTED = 20
"""So many parts of a card, those with most contrast, tell where exactly it lies."""
SORTS = 2
"""How many sorts of looks a part has, for a first rough look."""
TINT_WEIGHT = 2 * 0.7
"""Of tints, of which there are a quarter as many, to shades: they are noisier."""
SHARED, OWN = 0.75, 0.45
"""Likeness to most other cards from which on a part is of the frame, and up to which its own."""
CORNERS_OF = 40
"""So many cards, more or less, are asked which corners all of them have."""
LEAST_CONTRAST = 0.025
"""Of the logarithms of levels: below it all is noise."""
SOFT_MM = 1.8
"""Spread of what is taken for light: over so little it hardly changes, the rest is print."""
ROUGH_PX_PER_MM = 0.6
"""Scale that is fine enough to tell the light."""
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


def _smooth(part_px: int) -> Floats:
    """Orthonormal slopes and bowls over a part, `(part_px², 6)`."""
    x, y = np.meshgrid(*2 * [np.linspace(-1, 1, part_px)])
    terms = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=2).reshape(-1, 6)
    return np.linalg.qr(terms)[0].astype(np.float32)


_SMOOTH = {px: _smooth(px) for px in (FINE_PX, COARSE_PX, GLIMPSE_PX)}


def print_of(pixels: Pixels, px_per_mm: float) -> tuple[Floats, Floats]:
    """What is printed: shades `(H, W)` and, half as fine, tints `(H / 2, W / 2, 2)`.

    As logarithms of levels; light, shadows and haze are taken out.
    """
    shades = cv2.LUT(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), _LOGS)
    blue, green, red = (cv2.LUT(one, _LOGS) for one in cv2.split(reduced(pixels, 2)))
    tints = cv2.merge([cv2.subtract(blue, green), cv2.subtract(red, green)])
    return _printed(np.asarray(shades), px_per_mm), _printed(np.asarray(tints), px_per_mm / 2)


def _printed(logs: Floats, px_per_mm: float) -> Floats:
    """What differs from its surroundings, which need not be looked at closely."""
    h, w = logs.shape[:2]
    times = max(1, int(px_per_mm / ROUGH_PX_PER_MM))
    around = cv2.GaussianBlur(reduced(logs, times), (0, 0), SOFT_MM * px_per_mm / times)
    return np.asarray(logs - cv2.resize(around, (w, h)), np.float32)


def reduced(picture: npt.NDArray[Level], times: int) -> npt.NDArray[Level]:
    """A picture so many times smaller; what is left over at its right and lower edge is cut off."""
    h, w = (max(1, side // times) for side in picture.shape[:2])
    whole = picture[: h * times, : w * times]
    small = cv2.resize(whole, (w, h), interpolation=cv2.INTER_AREA)
    return np.asarray(small, picture.dtype)


def vectors(pictures: Floats, part_px: int, tints: Floats | None = None) -> Floats:
    """Parts of cards `(N, H, W)`: unit vectors `(parts, N, part_px²)`, flat ones near zero.

    What changes smoothly over a part is left out: haze beside glare, the edge of a shadow.

    With their tints `(N, H / 2, W / 2, 2)` vectors are half as long again.
    """
    flat = _parts(pictures, part_px)
    if tints is not None:
        both = [_parts(tints[..., n], part_px // 2) * TINT_WEIGHT for n in (0, 1)]
        flat = np.concatenate([flat, *both], axis=2)
    size = np.sqrt(np.einsum("pnx,pnx->pn", flat, flat))[..., None]
    flat /= size + LEAST_CONTRAST * part_px
    return flat


def _parts(pictures: Floats, part_px: int) -> Floats:
    """`(parts, N, part_px²)`, each without what is smooth in it."""
    count, h, w = pictures.shape
    rows, columns = h // part_px, w // part_px
    parts = pictures.reshape(count, rows, part_px, columns, part_px).transpose(1, 3, 0, 2, 4)
    flat = np.array(parts, order="C").reshape(rows * columns, count, part_px * part_px)
    smooth = _SMOOTH[part_px]
    flat -= (flat @ smooth) @ smooth.T
    return flat


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Cards by id, each with its picture at `FINE_PX` a part, upright, and a `small` one at
    `COARSE_PX`.

    `striking` `(cards, FITTED)` are the numbers of the parts with most contrast.

    `marks` is what is told of each without the others, `faces` each in colour at
    `FACE_PX_PER_MM`. `fine` `(cards, parts, 1.5 FINE_PX²)` and
    `coarse` `(parts, cards, COARSE_PX²)` are their parts, `glimpse` those at `GLIMPSE_PX`; `common`
    `(parts, SORTS, GLIMPSE_PX²)` are directions in which most of these lie. `telling`
    `(parts, cards)` is 1 where a card looks like few others do, 0 where it shares a frame with
    most; tints do not count, since whole suits share them. `corners` are those that most have
    printed in the same place, from a card's middle.
    """

    form: CardForm
    marks: Mapping[str, Marks]
    faces: Mapping[str, Pixels]
    names: tuple[str, ...]
    pictures: Floats
    small: Floats
    striking: npt.NDArray[np.intp]
    fine: Floats
    coarse: Floats
    glimpse: Floats
    common: Floats
    telling: Floats
    corners: Corners


def make_deck(form: CardForm, faces: Mapping[str, Pixels]) -> Deck:
    """A deck of pictures of whole cards, cut to their edges, upright, of any size.

    There must be at least one.
    """
    prints = [print_of(face, face.shape[1] / form.w_mm) for face in faces.values()]
    size, half = card_px(form, FINE_PX), card_px(form, FINE_PX // 2)
    pictures = np.stack([_resized(shades, size) for shades, _ in prints])
    tints = np.stack([_resized(tint, half) for _, tint in prints])
    small = coarser(pictures, COARSE_PX)
    glimpse = vectors(coarser(pictures, GLIMPSE_PX), GLIMPSE_PX)
    return Deck(
        form=form,
        marks=marks_by_name(faces, form, MarkSettings()),
        faces={name: _in_colour(face, form) for name, face in faces.items()},
        names=tuple(faces),
        pictures=pictures,
        small=small,
        striking=_striking(pictures),
        fine=np.ascontiguousarray(vectors(soft(pictures), FINE_PX, tints).transpose(1, 0, 2)),
        coarse=vectors(small, COARSE_PX),
        glimpse=glimpse,
        common=_common(glimpse),
        telling=_telling(vectors(soft(pictures), FINE_PX)),
        corners=_printed_corners(tuple(faces.values()), form),
    )


def _in_colour(face: Pixels, form: CardForm) -> Pixels:
    size = round(form.w_mm * FACE_PX_PER_MM), round(form.h_mm * FACE_PX_PER_MM)
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def _striking(pictures: Floats) -> npt.NDArray[np.intp]:
    """Of each picture `(N, H, W)` the numbers of the parts with most contrast `(N, FITTED)`."""
    count, h, w = pictures.shape
    parts = pictures.reshape(count, h // FINE_PX, FINE_PX, w // FINE_PX, FINE_PX)
    return np.argsort(-parts.std(axis=(2, 4)).reshape(count, -1), axis=1)[:, :FITTED]


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


def _printed_corners(faces: Sequence[Pixels], form: CardForm) -> Corners:
    """Corners, from a card's middle, that most of some of the cards show."""
    size = round(form.w_mm * PX_PER_MM), round(form.h_mm * PX_PER_MM)
    some = faces[:: 1 + len(faces) // CORNERS_OF]
    small = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in some]
    settings = EdgeSettings()
    found = [corners_in(np.asarray(one, np.uint8), settings) for one in small]
    at, first, second = (
        np.concatenate([getattr(one, name) for one in found]) for name in ("at", "first", "second")
    )
    far = np.linalg.norm(at[:, None] - at, axis=2)
    alike = (far < settings.alike_mm) & (first @ first.T > np.cos(np.radians(settings.square_deg)))
    often = alike.sum(axis=1)
    chosen = np.zeros(len(at), bool)
    for place in np.argsort(-often):
        near = alike[place] & chosen
        chosen[place] = often[place] > len(some) / 2 and not near.any()
    return Corners(at - (form.w_mm / 2, form.h_mm / 2), first, second).those(chosen)


def _resized(picture: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _common(parts: Floats) -> Floats:
    """Up to `SORTS` unit vectors for each part."""
    return np.stack([np.linalg.svd(part.T @ part)[2][:SORTS] for part in parts])


def soft(pictures: Floats) -> Floats:
    """Pictures `(N, H, W)` as the worse of two cameras would see them."""
    return np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), 0.7)) for one in pictures])


def coarser(pictures: Floats, part_px: int) -> Floats:
    """Pictures `(N, H, W)` of `FINE_PX` a part at so many a part, softened."""
    _, h, w = pictures.shape
    size = w * part_px // FINE_PX, h * part_px // FINE_PX
    blur = GLANCE_MM * part_px / PART_MM
    return np.stack([cv2.GaussianBlur(_resized(one, size), (0, 0), blur) for one in pictures])
