"""What is told of a card without teaching: the colour of its border and how many symbols it has."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm, Symbols
from companion.vision.card_edges import PX_PER_MM, Poses
from companion.vision.piece_colours import colours_of, to_lab

Floats = npt.NDArray[np.float32]
CARD_PX_PER_MM = 4.0
"""Scale at which a card is looked at: a symbol of 6 mm is 24 px wide."""


@dataclass(frozen=True, slots=True)
class MarkSettings:
    """When a colour and a count are told."""

    pure: float = 12.0
    """Lab chroma below which a pixel has no colour."""
    lightness: float = 0.25
    """Weight of lightness against colour: cards are lit unevenly."""
    dimmed: float = 1.6
    """So many times less or more Lab lightness and chroma than usual are the light's doing: four
    times less or more light."""
    other: float = 45.0
    """Lab distance from every colour of borders above which a pixel is something else's."""
    majority: float = 0.7
    """Share of the border's coloured pixels that must be of one colour."""
    least: float = 0.3
    """Share of the border that must be seen to have one of the colours."""
    contrast: float = 7.0
    """Standard deviation in lightness, below which nothing is printed in a place."""
    print_mm: float = 2.0
    """Parts in which it is looked for how much of a card is printed: a letter or two."""
    full: float = 5.0
    """Lab distance of such a part from what is about it, from which on something is printed."""
    about_mm: float = 8.0
    """What is about it: the spread of a blur that takes out light and glare."""
    alike: float = 0.6
    """Correlation with the first symbol from which on a place has one too."""
    unlike: float = 0.4
    """The same below which it may have none."""
    ground: float = 9.0
    """Lab distance up to which a place without a symbol looks like what surrounds the first."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Colour of the border and count of symbols; `None` where there are none, or in doubt."""

    colour: str | None = None
    count: int | None = None


def card_picture(crop: Pixels, pose: Poses, form: CardForm) -> Pixels:
    """The card that lies so in a cut, upright, at `CARD_PX_PER_MM`."""
    w, h = round(form.w_mm * CARD_PX_PER_MM), round(form.h_mm * CARD_PX_PER_MM)
    c, s = np.cos(pose[2]), np.sin(pose[2])
    scale = PX_PER_MM / CARD_PX_PER_MM
    turned = np.array([(c, -s), (s, c)]) * scale
    middle = pose[:2] * PX_PER_MM - 0.5 - turned @ (np.array((w, h)) / 2 - 0.5)
    matrix = np.column_stack([turned, middle])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(crop, matrix, (w, h), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def marks_of(card: Pixels, form: CardForm, settings: MarkSettings) -> Marks:
    """What an upright card at `CARD_PX_PER_MM` shows."""
    lab = to_lab(card)
    return Marks(border_colour(lab, form, settings), symbol_count(lab, form.symbols, settings))


def is_printed(card: Pixels, form: CardForm, settings: MarkSettings) -> bool:
    """Whether something is printed within the border of an upright card at `CARD_PX_PER_MM`."""
    edge = round((form.border_mm + 2) * CARD_PX_PER_MM)
    inner = to_lab(card[edge:-edge, edge:-edge])
    h, w = inner.shape[:2]
    parts = cv2.resize(inner, (max(2, w // 8), max(2, h // 8)), interpolation=cv2.INTER_AREA)
    ring = _ring(card.shape[:2], form) if form.border_mm else None
    differs = ring is None or (
        np.linalg.norm(inner.mean(axis=(0, 1)) - to_lab(card)[ring].mean(axis=0)) > settings.ground
    )
    return bool(differs and parts.std(axis=(0, 1)).max() > settings.contrast / 2)


def share_printed(card: Pixels, form: CardForm, settings: MarkSettings) -> float:
    """How much of an upright card at `CARD_PX_PER_MM` is printed within its border, 0 to 1.

    Of the outline of an empty place little is: lines, a number.
    """
    edge = round((form.border_mm + 2) * CARD_PX_PER_MM)
    inner = to_lab(card[edge:-edge, edge:-edge])
    wide = settings.print_mm * CARD_PX_PER_MM
    size = max(2, round(inner.shape[1] / wide)), max(2, round(inner.shape[0] / wide))
    parts = cv2.resize(inner, size, interpolation=cv2.INTER_AREA)
    about = cv2.GaussianBlur(parts, (0, 0), settings.about_mm / settings.print_mm)
    return float((np.linalg.norm(parts - about, axis=2) > settings.full).mean())


def border_colour(lab: Floats, form: CardForm, settings: MarkSettings) -> str | None:
    """The colour that most of the border has which is seen."""
    if not form.colours:
        return None
    names, share, seen = _border(lab, form, settings)
    best = int(share.argmax())
    if seen < settings.least or share[best] < settings.majority * share.sum():
        return None
    return names[best]


def _border(
    lab: Floats, form: CardForm, settings: MarkSettings
) -> tuple[tuple[str, ...], npt.NDArray[np.float64], float]:
    """How many pixels of the border are of each colour, and the share that are of any."""
    ring = _ring(lab.shape[:2], form)
    pixels = np.asarray(cv2.blur(lab, (3, 3))[ring], np.float32)
    labs = colours_of(form.colours, None)
    far = np.stack([_farness(pixels, one, settings) for one in labs.values()])
    pure = np.hypot(pixels[:, 1], pixels[:, 2]) > settings.pure
    neutral = [name in ("white", "grey", "black") for name in labs]
    far[~np.array(neutral)] += np.where(pure, 0, 1e3)
    nearest, own = far.argmin(axis=0), far.min(axis=0) < settings.other
    counts = np.bincount(nearest[own], minlength=len(labs)).astype(np.float64)
    return tuple(labs), counts, float(own.mean())


def _farness(pixels: Floats, colour: Floats, settings: MarkSettings) -> Floats:
    """How far pixels `(N, 3)` Lab are from a colour, in the light that it would look so bright in.

    With the light all three of L + 16, a and b grow and shrink by the same factor.
    """
    light = np.clip((colour[0] + 16) / (pixels[:, 0] + 16), 1 / settings.dimmed, settings.dimmed)
    tint = np.linalg.norm(pixels[:, 1:] * light[:, None] - colour[1:], axis=1)
    return np.asarray(np.hypot(tint, settings.lightness * (pixels[:, 0] - colour[0])), np.float32)


def _ring(shape: tuple[int, ...], form: CardForm) -> npt.NDArray[np.bool_]:
    """The middle of the border, its corners left out."""
    h, w = shape
    near, far = (
        round(0.3 * form.border_mm * CARD_PX_PER_MM),
        round(0.75 * form.border_mm * CARD_PX_PER_MM),
    )
    far, corner = max(far, near + 1), round((form.corner_mm + form.border_mm) * CARD_PX_PER_MM)
    ring = np.zeros((h, w), bool)
    ring[near:far, corner:-corner] = ring[-far : -near or None, corner:-corner] = True
    ring[corner:-corner, near:far] = ring[corner:-corner, -far : -near or None] = True
    return ring


def symbol_count(lab: Floats, symbols: Symbols | None, settings: MarkSettings) -> int | None:
    """How many places in a row have a symbol like the first; the rest must look bare."""
    if symbols is None:
        return None
    first = _place(lab, symbols, 0, 0.0)
    if first.size == 0 or float(first[..., 0].std()) < settings.contrast:
        return None
    ground = _ground(_place(lab, symbols, 0, 0.25 * symbols.size_mm))
    count = 1
    for n in range(1, symbols.most):
        here = _has_symbol(lab, symbols, n, (first, ground), settings)
        if here is None or (here and count < n):
            return None
        count += here
    return count


def _has_symbol(
    lab: Floats, symbols: Symbols, n: int, first: tuple[Floats, Floats], settings: MarkSettings
) -> bool | None:
    """Whether the nth place looks like the first symbol, or like the ground about it."""
    symbol, ground = first
    area, here = _place(lab, symbols, n, 0.8), _place(lab, symbols, n, 0.0)
    if here.shape != symbol.shape or min(area.shape[:2]) < min(symbol.shape[:2]):
        return None
    alike = float(
        cv2.matchTemplate(
            np.ascontiguousarray(area[..., 0]), np.ascontiguousarray(symbol[..., 0]),
            cv2.TM_CCOEFF_NORMED,
        ).max()
    )  # fmt: skip
    contrast = float(here[..., 0].std())
    if alike >= settings.alike and contrast > settings.contrast / 2:
        return True
    bare = np.linalg.norm(np.median(here.reshape(-1, 3), axis=0) - ground) < settings.ground
    if bare and contrast < settings.contrast:
        return False
    return None


def _place(lab: Floats, symbols: Symbols, n: int, more_mm: float) -> Floats:
    """The square of the nth symbol, so much larger on each side."""
    x, y = symbols.x_mm + n * symbols.dx_mm, symbols.y_mm + n * symbols.dy_mm
    half = symbols.size_mm / 2 + more_mm
    left, top = (round((at - half) * CARD_PX_PER_MM) for at in (x, y))
    side = round(2 * half * CARD_PX_PER_MM)
    return lab[max(0, top) : top + side, max(0, left) : left + side]


def _ground(area: Floats) -> Floats:
    """What surrounds the first symbol: the median of an area's edge."""
    edge = np.concatenate([area[0], area[-1], area[:, 0], area[:, -1]])
    return np.asarray(np.median(edge, axis=0), np.float32)


def upright(crop: Pixels, pose: Poses, form: CardForm) -> Poses:
    """A card's way to lie turned so that its symbols are where they belong."""
    turned = pose + np.array((0.0, 0.0, np.pi))
    first = [has_first_symbol(card_picture(crop, one, form), form) for one in (pose, turned)]
    return pose if first[0] >= first[1] else turned


def has_first_symbol(card: Pixels, form: CardForm) -> float:
    """How much is printed where a card has its first symbol: contrast in lightness."""
    if form.symbols is None:
        return 0.0
    return float(_place(to_lab(card), form.symbols, 0, 0.0)[..., 0].std())


def marks_by_name(
    pictures: Mapping[str, Pixels], form: CardForm, settings: MarkSettings
) -> dict[str, Marks]:
    """What taught cards, cut to their edges, show."""
    size = round(form.w_mm * CARD_PX_PER_MM), round(form.h_mm * CARD_PX_PER_MM)
    return {
        name: marks_of(
            np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8),
            form,
            settings,
        )
        for name, one in pictures.items()
    }
