"""All heaps in a cut of the board: what touches is one heap, and explained by itself."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Form
from companion.vision.blocks import Block, Costs, Lean, Window
from companion.vision.heap import Heap
from companion.vision.heap_doubt import Explained
from companion.vision.heap_picture import BARE, HeapSettings, Sight

_ENOUGH = 50
"""So many pixels tell how light tops and sides are."""


def explain(
    sight: Sight, form: Form, size_px: float, lean: Lean, settings: HeapSettings
) -> tuple[Explained, ...]:
    """All heaps of pieces of a form that is so wide in the cut, each explained by itself.

    They are explained twice: first by colours alone, then with the lightness that tops and sides
    had according to that.
    """
    area = size_px**2 * (np.pi / 4 if form.round else 1)
    corners, heaps = list[tuple[int, int]](), list[Heap]()
    for window, shown in _touching(sight, settings.least * area, settings.margin_px):
        corners.append(window[:2])
        part, seen_from = sight.part(window, shown), lean.seen_from(window[:2])
        heaps.append(Heap(part, form, size_px, seen_from, settings))
    for heap in heaps:
        heap.fill()
    shades = _shades(heaps, settings)
    for heap in heaps:
        if not heap.single:
            heap.shade(shades)
    return tuple(
        _moved(heap.explained(), corner) for heap, corner in zip(heaps, corners, strict=True)
    )


def _touching(
    sight: Sight, least_px: float, margin_px: int
) -> Iterator[tuple[Window, npt.NDArray[np.bool_]]]:
    """Windows about all that touches and is so large, and what in them it is."""
    speck = np.ones((3, 3), np.uint8)
    lies = np.asarray((sight.kinds != BARE), np.uint8)
    lies = np.asarray(cv2.morphologyEx(lies, cv2.MORPH_OPEN, speck), np.uint8)
    lies = np.asarray(cv2.dilate(lies, speck), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(lies)
    h, w = lies.shape
    for n in range(1, count):
        x, y, wide, high, size = (int(v) for v in stats[n])
        if size >= least_px:
            window = (max(0, x - margin_px), max(0, y - margin_px),
                      min(w, x + wide + margin_px), min(h, y + high + margin_px))  # fmt: skip
            left, top, right, bottom = window
            yield window, labels[top:bottom, left:right] == n


def _shades(heaps: Sequence[Heap], settings: HeapSettings) -> dict[int, tuple[float, float]]:
    """The lightness of tops and of sides by colour, where enough of both is seen and they differ.

    What is drawn as a side may be the top of a piece not found yet: that part is left out.
    """
    tops, sides = dict[int, list[Costs]](), dict[int, list[Costs]]()
    for heap in heaps:
        for colour, (top, side) in heap.lightness().items():
            tops.setdefault(colour, []).append(top)
            sides.setdefault(colour, []).append(side)
    shades: dict[int, tuple[float, float]] = {}
    for colour in tops:
        top, side = np.concatenate(tops[colour]), np.concatenate(sides[colour])
        if min(top.size, side.size) > _ENOUGH:
            middle = float(np.median(top))
            unlike = side[np.abs(side - middle) >= settings.contrast]
            if unlike.size > max(_ENOUGH, settings.unlike * side.size):
                shades[colour] = (middle, float(np.median(unlike)))
    return shades


def _moved(heap: Explained, corner: tuple[int, int]) -> Explained:
    """From px of a part of the cut to px of the cut."""
    x, y = corner
    blocks = tuple(Block(b.colour, b.x + x, b.y + y, b.turn) for b in heap.blocks)
    lumps = tuple((at_x + x, at_y + y) for at_x, at_y in heap.lumps)
    return Explained(blocks, heap.tops, lumps, heap.doubt)
