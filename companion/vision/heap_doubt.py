"""Is a heap explained? What pieces that stand there leave over, and whether there may be more."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.blocks import SHIFT, Block, Mask, Stance, Stood
from companion.vision.heap_picture import BARE, WRONG, HeapPicture, HeapSettings, Kinds


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """Pieces that explain a heap, and the part of each one's top that has its colour.

    `lumps` are places of the wrong colour: x, y px. With `doubt` it may be otherwise.
    """

    blocks: tuple[Block, ...]
    tops: tuple[float, ...]
    lumps: tuple[tuple[float, float], ...]
    doubt: bool


def judged(
    picture: HeapPicture, stood: Sequence[Stood], stance: Stance, settings: HeapSettings
) -> Explained:
    """The pieces as they stand, and what they leave unexplained."""
    area, drawing = stance.area_px, picture.drawn(stood)
    costs = picture.cost_of(drawing)
    tops = tuple(_seen_of_top(picture, one) for one in stood)
    missed, more = settings.missed
    doubt = (
        _missed_px(picture, drawing) > (missed + more * len(tops)) * area
        or min(tops, default=1.0) < settings.sure_top
        or _may_be_more(picture, drawing, stood, settings.sides * area)
    )
    tinted = picture.sight.kinds != BARE  # a side that looks bare may be in shadow
    wrong = (tinted & (costs > WRONG)).astype(np.uint8)
    lumps = _lumps(
        wrong, max(3, round(settings.print_width * stance.size_px) | 1), settings.lump * area
    )
    if doubt and not tops and not lumps:
        lumps = _lumps(wrong, 1, 0.0, settings.frame * stance.size_px)
    blocks = tuple(one.block for one in stood)
    return Explained(blocks, tops, lumps, doubt or bool(lumps))


def _missed_px(picture: HeapPicture, drawing: Kinds) -> float:
    """What has a colour and is drawn bare or of another, and tops that are seen bare."""
    sight = picture.sight
    coloured = (sight.kinds != BARE) & (sight.kinds != sight.other)
    missed = coloured & ((drawing == 0) | (picture.cost_of(drawing) >= 1))
    missed |= (sight.kinds == BARE) & (drawing % 2 == 1)
    return float(missed.sum())


def _may_be_more(
    picture: HeapPicture, drawing: Kinds, stood: Sequence[Stood], sides_px: float
) -> bool:
    """Whether sides are drawn where tops may be: nothing tells them apart by their shade.

    `sides_px` is so much for each piece.
    """
    for colour, layer in picture.layers.items():
        count = sum(one.block.colour == colour for one in stood)
        sides = (drawing == layer + 1) & (picture.sight.kinds == colour)
        if colour not in picture.shaded and count > 1 and sides.sum() > sides_px * count:
            return True
    return False


def _seen_of_top(picture: HeapPicture, one: Stood) -> float:
    mask = np.zeros(picture.sight.kinds.shape, np.uint8)
    cv2.fillConvexPoly(mask, one.top, 1, cv2.LINE_8, SHIFT)
    seen = picture.sight.kinds[mask > 0] == one.block.colour
    return float(seen.mean()) if seen.size else 0.0  # beside the cut: nothing bears it out


def _lumps(
    wrong: Mask, width: int, least_px: float, most_px: float = np.inf
) -> tuple[tuple[float, float], ...]:
    """Middles of the patches that are wider and larger, and nowhere longer than the most."""
    thick = cv2.morphologyEx(wrong, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(thick, np.uint8))
    return tuple(
        (float(middles[n, 0]), float(middles[n, 1]))
        for n in range(1, count)
        if stats[n, cv2.CC_STAT_AREA] > least_px
        and max(stats[n, cv2.CC_STAT_WIDTH], stats[n, cv2.CC_STAT_HEIGHT]) <= most_px
    )
