"""A part of a cut with pieces in it, and how well a drawing of pieces explains what is seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.blocks import ONE, SHIFT, Costs, Stood, Window

Kinds = npt.NDArray[np.intp]

BARE = 0
"""What has no piece. Colours count from 1."""
WRONG = 0.4
"""A pixel that costs more is not explained."""


@dataclass(frozen=True, slots=True)
class HeapSettings:
    """How a drawing is compared with what is seen.

    Costs are parts of a pixel of the wrong colour, areas parts of what a piece takes of the board.
    """

    dark_side: float = 0.25
    """Cost of a side where the board looks bare but dark: sides in shadow lose their colour."""
    pale_side: float = 0.5
    """The same where it is not dark."""
    shade: float = 0.6
    """Cost of a top as dark as sides are, and of a side as light as tops."""
    contrast: float = 6.0
    """Lightness (of 100) by which tops and sides must differ for that to count."""
    unlike: float = 0.2
    """Part of the sides that must differ so."""
    unknown: float = 0.5
    """Cost of anything that is drawn where a colour is seen that is none of those looked for."""
    loose: float = 4.0
    """Cost of what two pieces share, as the square of it by the area of one, while a piece more
    pushes the others apart: many small overlaps cost less than a large one, so that all move."""
    narrow: float = 0.4
    """Cost of a pixel of another piece where one more is tried."""
    crowd: float = 0.5
    """Cost of a pixel beside a piece that is not explained yet: heaps are taken apart at rims."""
    blur_px: float = 0.9
    """By so much blur widens what is seen of a piece at each side."""
    angles: int = 8
    """Ways a square is turned when it is stood first; it is turned more finely later."""
    least: float = 0.3
    """Area that a piece must explain to be stood, and of a heap that is looked at."""
    room: float = -0.05
    """The same for which one more is tried in a heap that seems to be full."""
    gap: float = 0.5
    """Area that is left for which one more is tried however little room it has."""
    gain: float = 0.25
    """Cost, as area, by which a piece must be better than none."""
    more: float = 0.1
    """The same of one more that pushed the others apart."""
    most: int = 30
    """More pieces are not looked for in a heap."""
    margin_px: int = 14
    """Seen about a heap: so far pieces may be moved."""
    print_width: float = 0.25
    """What is no wider than this part of a piece is print, or the rim of a piece."""
    lump: float = 0.45
    """Area of the wrong colour in one place that leaves a doubt, slivers along edges aside."""
    frame: float = 2.0
    """Slivers longer than so many pieces are wide are a printed frame, not the rim of a piece."""
    missed: tuple[float, float] = (0.3, 0.08)
    """Area of the wrong colour that leaves a doubt: of a heap, and more for each of its pieces."""
    sides: float = 0.3
    """Area of sides for each piece that leaves a doubt, where they are as light as tops."""
    sure_top: float = 0.7
    """Part of a top that must have its colour, or there is a doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A cut of the board: kinds of pixels `(H, W)`, `BARE`, colours from 1, `other` for the rest.

    `dark` is what is darker than the bare board, `lightness` is 0-100.
    """

    kinds: Kinds
    other: int
    dark: npt.NDArray[np.bool_]
    lightness: Costs

    def part(self, window: Window, shown: npt.NDArray[np.bool_]) -> "Sight":
        """A window of it in which all but what is `shown` `(h, w)` counts as bare."""
        left, top, right, bottom = window
        cut = np.s_[top:bottom, left:right]
        kinds = np.where(shown, self.kinds[cut], BARE)
        return Sight(kinds, self.other, self.dark[cut], self.lightness[cut])


class HeapPicture:
    """Compares drawings of pieces with a sight. Lightness counts for colours that are `shaded`.

    A drawing has a layer for what is bare, 0, and two for each colour: tops, then sides.
    """

    def __init__(self, sight: Sight, settings: HeapSettings) -> None:
        self.sight, self._settings = sight, settings
        h, w = sight.kinds.shape
        self.whole: Window = (0, 0, w, h)
        colours = [int(c) for c in np.unique(sight.kinds) if c not in (BARE, sight.other)]
        self.layers = {colour: 1 + 2 * place for place, colour in enumerate(colours)}
        self.costs = _costs(sight, colours, settings)
        self._pixel = np.arange(h * w).reshape(h, w)
        self.shaded: set[int] = set()

    def shade(self, shades: Mapping[int, tuple[float, float]]) -> None:
        """Let lightness count from now on, of tops and of sides by colour."""
        for colour, (top, side) in shades.items():
            if colour in self.layers:
                self.shaded.add(colour)
                mine, layer = self.sight.kinds == colour, self.layers[colour]
                like = np.clip((self.sight.lightness[mine] - side) / (top - side), 0, 1)
                self.costs[layer, mine] = self._settings.shade * (1 - like)
                self.costs[layer + 1, mine] = self._settings.shade * like

    def drawn(self, stood: Sequence[Stood], window: Window | None = None) -> Kinds:
        """What is seen of pieces in a window: the layer of each pixel."""
        left, top, right, bottom = window or self.whole
        drawing = np.zeros((bottom - top, right - left), np.uint8)
        corner = np.array((left * ONE, top * ONE), np.int32)
        for one in sorted(stood, key=lambda s: -s.far):
            layer = self.layers[one.block.colour]
            cv2.fillConvexPoly(drawing, one.hull - corner, layer + 1, cv2.LINE_8, SHIFT)
            cv2.fillConvexPoly(drawing, one.top - corner, layer, cv2.LINE_8, SHIFT)
        return drawing.astype(np.intp)

    def cost(self, stood: Sequence[Stood], window: Window | None = None) -> float:
        """What a drawing of them costs in a window."""
        left, top, right, bottom = window or self.whole
        pixels = self._pixel[top:bottom, left:right]
        places = self.drawn(stood, window) * self._pixel.size + pixels
        return float(self.costs.reshape(-1).take(places).sum())

    def cost_of(self, drawing: Kinds) -> Costs:
        """What each pixel of a drawing of the whole costs."""
        return np.asarray(np.take_along_axis(self.costs, drawing[None], 0)[0], np.float32)

    def lightness(self, stood: Sequence[Stood]) -> dict[int, tuple[Costs, Costs]]:
        """Of the pixels of tops and of sides by colour, as pieces stand."""
        drawing, sight = self.drawn(stood), self.sight
        return {
            colour: (
                sight.lightness[(drawing == layer) & (sight.kinds == colour)],
                sight.lightness[drawing == layer + 1],
            )
            for colour, layer in self.layers.items()
        }


def _costs(sight: Sight, colours: Sequence[int], settings: HeapSettings) -> Costs:
    """Cost `(1 + 2 N, H, W)` of drawing there the bare board, a top and a side of each colour."""
    costs = np.ones((1 + 2 * len(colours), *sight.kinds.shape), np.float32)
    bare, unknown = sight.kinds == BARE, sight.kinds == sight.other
    costs[0, bare] = 0
    side = np.where(sight.dark, settings.dark_side, settings.pale_side)
    for place, colour in enumerate(colours):
        costs[1 + 2 * place : 3 + 2 * place, sight.kinds == colour] = 0
        costs[2 + 2 * place, bare] = side[bare]
    costs[:, unknown] = settings.unknown
    return costs
