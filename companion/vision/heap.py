"""A heap: pieces that touch, told apart by standing pieces there and comparing.

Pieces of known size are stood in it, drawn as the camera would see them, nearer ones before
those behind, and moved until the drawing explains the colours that are seen.
All pieces of a form are equally high: none hides another's top, so every piece shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import Form
from companion.vision.blocks import (
    ONE,
    SHIFT,
    Block,
    Costs,
    Lean,
    Mask,
    Search,
    Stance,
    Stood,
    Window,
    meet,
)

Kinds = npt.NDArray[np.intp]

BARE = 0
"""What has no piece. Colours count from 1."""
_WRONG = 0.4
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
    lump: float = 0.45
    """Area of the wrong colour in one place that leaves a doubt, slivers along edges aside."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """Pieces that explain a heap, and the part of each one's top that has its colour.

    `lumps` are places of the wrong colour: x, y px. With `doubt` it may be otherwise.
    """

    blocks: tuple[Block, ...]
    tops: tuple[float, ...]
    lumps: tuple[tuple[float, float], ...]
    doubt: bool


class Heap:
    """A part of a cut with pieces of one form in it. First it is filled, then shaded."""

    def __init__(
        self, sight: Sight, form: Form, size_px: float, lean: Lean, settings: HeapSettings
    ) -> None:
        self._sight, self._settings = sight, settings
        self._stance = Stance(form, size_px, lean, settings.blur_px)
        h, w = sight.kinds.shape
        self._all: Window = (0, 0, w, h)
        self._colours = [int(c) for c in np.unique(sight.kinds) if c not in (BARE, sight.other)]
        self._layer = {colour: 1 + 2 * place for place, colour in enumerate(self._colours)}
        self._costs = _costs(sight, self._colours, settings)
        self._pixel = np.arange(h * w).reshape(h, w)
        self._search = Search(self._stance.templates((w / 2, h / 2), settings.angles), (w, h))
        self._stood: list[Stood] = []
        self._shaded: set[int] = set()

    @property
    def single(self) -> bool:
        """Whether one piece explains it without doubt."""
        return len(self._stood) == 1 and not self.explained().doubt

    def fill(self) -> None:
        """Stand pieces until no more is to be explained."""
        least = self._settings.least * self._stance.area_px
        while len(self._stood) < self._settings.most:
            saved, block = self._best(1.0)
            if block is None or saved < least:
                break
            self._stood.append(self._stance.stand(block))
            self._move([len(self._stood) - 1], 2.0, 0.1)
        self._correct()

    def shade(self, shades: Mapping[int, tuple[float, float]]) -> None:
        """Correct it by the lightness that tops and sides have, by colour."""
        for colour, (top, side) in shades.items():
            if colour in self._layer:
                self._shaded.add(colour)
                mine, layer = self._sight.kinds == colour, self._layer[colour]
                like = np.clip((self._sight.lightness[mine] - side) / (top - side), 0, 1)
                self._costs[layer, mine] = self._settings.shade * (1 - like)
                self._costs[layer + 1, mine] = self._settings.shade * like
        self._correct()

    def lightness(self) -> dict[int, tuple[Costs, Costs]]:
        """Of the pixels of tops and of sides by colour, as the pieces stand now."""
        drawing, sight = self._drawing(self._stood, self._all), self._sight
        return {
            colour: (
                sight.lightness[(drawing == layer) & (sight.kinds == colour)],
                sight.lightness[drawing == layer + 1],
            )
            for colour, layer in self._layer.items()
        }

    def explained(self) -> Explained:
        """The pieces as they stand now, and what they leave unexplained."""
        settings, area = self._settings, self._stance.area_px
        tops = tuple(self._seen_of_top(one) for one in self._stood)
        missed, more = settings.missed
        doubt = (
            self._missed_px() > (missed + more * len(tops)) * area
            or min(tops, default=1.0) < settings.sure_top
            or self._may_be_more()
        )
        tinted = self._sight.kinds != BARE  # a side that looks bare may be in shadow
        wrong = (tinted & (self._now() > _WRONG)).astype(np.uint8)
        lumps = _lumps(wrong, max(3, round(0.25 * self._stance.size_px) | 1), settings.lump * area)
        if doubt and not tops and not lumps:
            lumps = _lumps(wrong, 1, 0.0)
        blocks = tuple(one.block for one in self._stood)
        return Explained(blocks, tops, lumps, doubt or bool(lumps))

    def _missed_px(self) -> float:
        """What has a colour and is drawn bare or of another, and tops that are seen bare."""
        drawing, sight = self._drawing(self._stood, self._all), self._sight
        coloured = (sight.kinds != BARE) & (sight.kinds != sight.other)
        missed = coloured & ((drawing == 0) | (self._now() >= 1))
        missed |= (sight.kinds == BARE) & (drawing % 2 == 1)
        return float(missed.sum())

    def _may_be_more(self) -> bool:
        """Whether sides are drawn where tops may be: nothing tells them apart by their shade."""
        drawing = self._drawing(self._stood, self._all)
        for colour, layer in self._layer.items():
            count = sum(one.block.colour == colour for one in self._stood)
            sides = (drawing == layer + 1) & (self._sight.kinds == colour)
            if (
                colour not in self._shaded
                and count > 1
                and sides.sum() > self._settings.sides * count * self._stance.area_px
            ):
                return True
        return False

    def _seen_of_top(self, one: Stood) -> float:
        mask = np.zeros(self._sight.kinds.shape, np.uint8)
        cv2.fillConvexPoly(mask, one.top, 1, cv2.LINE_8, SHIFT)
        seen = self._sight.kinds[mask > 0] == one.block.colour
        return float(seen.mean()) if seen.size else 0.0  # beside the cut: nothing bears it out

    def _correct(self) -> None:
        self._settle()
        self._drop()
        while len(self._stood) < self._settings.most and self._squeeze():
            pass

    def _settle(self) -> None:
        for step, turn in ((2.0, 0.1), (1.0, 0.08), (0.5, 0.04)):
            self._move(range(len(self._stood)), step, turn)

    def _drop(self) -> None:
        """Take away pieces without which less is wrong, or hardly more."""
        cost, place = self._cost(), 0
        while place < len(self._stood):
            one = self._stood.pop(place)
            without = self._cost()
            if without - cost < self._settings.gain * self._stance.area_px:
                cost, place = without, 0
            else:
                self._stood.insert(place, one)
                place += 1

    def _squeeze(self) -> bool:
        """Stand one more where most is left, let all make room; whether that was better."""
        saved, block = self._best(self._settings.narrow)
        hopeless = saved < self._settings.room * self._stance.area_px
        if block is None or (hopeless and not self._much_is_left()):
            return False
        before, cost = list(self._stood), self._cost()
        self._stood.append(self._stance.stand(block))
        self._move(range(len(self._stood)), 2.0, 0.1, loose=True, rounds=12)
        self._settle()
        if self._cost() < cost - self._settings.more * self._stance.area_px:
            return True
        self._stood = before
        return False

    def _much_is_left(self) -> bool:
        """Whether more that has a colour is not explained than right pieces leave."""
        kinds = self._sight.kinds[self._now() > _WRONG]
        left = float(((kinds != BARE) & (kinds != self._sight.other)).sum())
        return left > self._settings.gap * self._stance.area_px

    def _move(
        self,
        which: Sequence[int],
        step: float,
        turn: float,
        *,
        loose: bool = False,
        rounds: int = 6,
    ) -> None:
        """Move pieces by a step or a turn as long as that explains more."""
        todo = set(which)
        for _ in range(rounds):
            todo = {place for place in sorted(todo) if self._moves(place, step, turn, loose)}
            if not todo:
                return

    def _moves(self, place: int, step: float, turn: float, loose: bool) -> bool:
        """Make the best of a piece's moves, if one is better than to stay."""
        one, block = self._stood[place], self._stood[place].block
        left, top, right, bottom = one.bounds
        window = (max(0, left - 4), max(0, top - 4),
                  min(self._all[2], right + 4), min(self._all[3], bottom + 4))  # fmt: skip
        near = [s for n, s in enumerate(self._stood) if n != place and meet(s.bounds, window)]
        best, least = one, self._cost_of(one, near, window, loose)
        x, y = step * np.cos(block.turn), step * np.sin(block.turn)  # along its own sides
        others = [one.shifted(*by) for by in ((x, y), (-x, -y), (-y, x), (y, -x))]
        if not self._stance.round:
            others += [
                self._stance.stand(replace(block, turn=block.turn + a)) for a in (turn, -turn)
            ]
        for other in others:
            cost = self._cost_of(other, near, window, loose)
            if cost < least - 0.5:
                best, least = other, cost
        if best is not one:
            best = self._stance.stand(best.block)
        self._stood[place] = best
        return best is not one

    def _cost_of(self, one: Stood, near: Sequence[Stood], window: Window, loose: bool) -> float:
        shared = [self._stance.shared_px(one, other) for other in near]
        if loose:
            area = self._stance.area_px
            shared = [self._settings.loose * px * px / area for px in shared]
        return self._seen_cost([*near, one], window) + sum(shared)

    def _cost(self) -> float:
        stood = self._stood
        shared = sum(
            self._stance.shared_px(one, other)
            for n, one in enumerate(stood)
            for other in stood[n + 1 :]
        )
        return self._seen_cost(stood, self._all) + shared

    def _seen_cost(self, stood: Sequence[Stood], window: Window) -> float:
        left, top, right, bottom = window
        pixels = self._pixel[top:bottom, left:right]
        places = self._drawing(stood, window) * self._pixel.size + pixels
        return float(self._costs.reshape(-1).take(places).sum())

    def _drawing(self, stood: Sequence[Stood], window: Window) -> Kinds:
        """What is seen of pieces: for each pixel the layer of its costs."""
        left, top, right, bottom = window
        drawing = np.zeros((bottom - top, right - left), np.uint8)
        corner = np.array((left * ONE, top * ONE), np.int32)
        for one in sorted(stood, key=lambda s: -s.far):
            layer = self._layer[one.block.colour]
            cv2.fillConvexPoly(drawing, one.hull - corner, layer + 1, cv2.LINE_8, SHIFT)
            cv2.fillConvexPoly(drawing, one.top - corner, layer, cv2.LINE_8, SHIFT)
        return drawing.astype(np.intp)

    def _now(self) -> Costs:
        """What each pixel costs as the pieces stand now."""
        drawing = self._drawing(self._stood, self._all)
        return np.asarray(np.take_along_axis(self._costs, drawing[None], 0)[0], np.float32)

    def _best(self, overlap: float) -> tuple[float, Block | None]:
        """Where one more piece explains most, and how much cost it saves."""
        drawing, now = self._drawing(self._stood, self._all), self._now()
        taken = np.zeros(now.shape, np.uint8)
        for one in self._stood:
            cv2.fillConvexPoly(taken, one.room, 1, cv2.LINE_8, SHIFT)
        best, found = -np.inf, None
        for colour, layer in self._layer.items():
            left = (self._sight.kinds == colour) & (now > _WRONG)
            if left.sum() < self._settings.least * self._stance.area_px:
                continue
            tops = now - self._costs[layer] - overlap * taken
            sides = now - self._costs[layer + 1]
            sides = np.where(drawing > 0, np.maximum(sides, 0), sides)  # others may hide it
            crowded = -self._settings.crowd * left
            worth, turn, x, y = self._search.best(np.stack([tops, sides, crowded]))
            if worth > best:
                best, found = worth, Block(colour, x, y, turn)
        return best, found


def _lumps(wrong: Mask, width: int, least_px: float) -> tuple[tuple[float, float], ...]:
    """Middles of the patches that are wider and larger."""
    thick = cv2.morphologyEx(wrong, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(thick, np.uint8))
    return tuple(
        (float(middles[n, 0]), float(middles[n, 1]))
        for n in range(1, count)
        if stats[n, cv2.CC_STAT_AREA] > least_px
    )


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
