"""What lies in the die slots: small cuts, read in one batch, only where something changed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.vision.dice import DieReading, SlotReading
from companion.vision.palette import ColourSense
from companion.vision.pose import Box, Pose

Cells = npt.NDArray[np.float32]
_GAINS = 0.85, 1.18
"""What exposure may have done between two frames."""


class ReadsDice(Protocol):
    """What the pipeline needs of a dice reader."""

    def read(self, pixels: Pixels, edge_px: float | None = None) -> tuple[DieReading, ...]:
        """All dice in a picture; `edge_px` is the edge of a die, where it is known."""
        ...

    def read_again(
        self, pixels: Pixels, found: Sequence[DieReading], edge_px: float | None = None
    ) -> tuple[DieReading, ...]:
        """Dice found in an earlier picture of the same scene, where they lay."""
        ...

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        """Die slots from cuts centred on them."""
        ...


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """How slots are cut and compared."""

    die_mm: float = 16.0
    """Edge of a die. Mats and published boards are made for this size."""
    cut_over_die: float = 1.6
    """Width of a cut in die edges, as the classifier was trained; a neighbour stays outside."""
    cut_height: float = 0.75
    """Height above the board, in die edges, at which a slot is cut: between what is seen of a
    die's top and of its side. Measured on 60 drawn tables."""
    second_looks: int = 4
    """In so many slots, the most doubtful of those read, the die is searched for. 5 ms each."""
    sure: float = 0.9
    """More likely empty or full than this, a slot is not doubtful."""
    search_over_die: float = 2.4
    """Width of the cut that is searched, in die edges: a die half outside is whole there."""
    search_reach: float = 0.55
    """So near to the middle, in die edges, it is the slot's die: farther off it is the next's."""
    search_sure: float = 0.65
    """A die found there is told if it is as likely as this, like one that lies free."""
    cut_px: int = 64
    """Side of a cut: 2.5 px a millimetre, the classifier's input."""
    free_px_per_mm: float = 2.5
    """Scale of the rolling area's picture."""
    rolling_margin: float = 1.0
    """So far beyond the rolling area its picture goes, in die edges: a die on its line is whole."""
    rolling_over: float = 0.5
    """A die whose middle lies so far beyond the line, in die edges, still touches it: it counts."""
    straight_mm: float = 40.0
    """Larger cuts are made of parts so wide, in which a lens bends nothing that could be seen."""
    change_levels: float = 9.0
    """Mean grey levels by which a part of a cut must differ to be read anew: twice its noise."""
    change_cells: int = 8
    """A cut is compared by a grid of so many cells a side: a cell is half a pip."""
    strange: float = 0.21
    """Contrast against how a slot looked empty, above which something lies there whatever it reads
    as: twice what noise leaves, more than the edge of a shadow, less than 19 of 20 clear dice."""
    other_light: float = 0.5
    """Share of the slots that look strange at once, above which the light is another."""


def die_slots(layout: Layout) -> tuple[Slot, ...]:
    """Slots for one die each."""
    return tuple(slot for slot in layout.slots.values() if slot.kind is SlotKind.DIE)


def cut(pixels: Pixels, pose: Pose, box: Box, size_px: tuple[int, int], part_mm: float) -> Pixels:
    """A box of the board as an upright picture (w, h) px, cut in parts `part_mm` wide at most."""
    x, y, w, h = box
    columns = _edges(size_px[0], w, part_mm)
    rows = _edges(size_px[1], h, part_mm)
    if len(columns) == len(rows) == 2:
        return _part(pixels, pose, box, size_px)
    whole = np.empty((size_px[1], size_px[0], 3), np.uint8)
    for left, right in pairwise(columns):
        for top, bottom in pairwise(rows):
            part_w, part_h = w * (right - left) / size_px[0], h * (bottom - top) / size_px[1]
            at_x = x + w * ((left + right) / 2 / size_px[0] - 0.5)
            at_y = y + h * ((top + bottom) / 2 / size_px[1] - 0.5)
            part = (at_x, at_y, part_w, part_h)
            whole[top:bottom, left:right] = _part(pixels, pose, part, (right - left, bottom - top))
    return whole


def _part(pixels: Pixels, pose: Pose, box: Box, size_px: tuple[int, int]) -> Pixels:
    x, y, w, h = box
    to_board = np.array([[w / size_px[0], 0, x - w / 2], [0, h / size_px[1], y - h / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = pose.local(box) @ to_board
    return np.asarray(cv2.warpPerspective(pixels, matrix, size_px, flags=flags), np.uint8)


def _edges(size_px: int, size_mm: float, part_mm: float) -> list[int]:
    count = max(1, math.ceil(size_mm / part_mm))
    return [round(size_px * n / count) for n in range(count + 1)]


class SlotCutter:
    """Cuts the slots of a board out of pictures, all at once, where dice that stand there are seen.

    The farther a die is from below the camera, the farther outwards its top is seen from its foot:
    a cut about the foot would show part of the next die further in. They are cut at a height in die
    edges. Where each pixel comes from is worked out once for a pose.
    """

    def __init__(
        self, pose: Pose, slots: Sequence[Slot], settings: SlotSettings, height: float
    ) -> None:
        raised = pose.raised(height * settings.die_mm)
        side = settings.cut_over_die * settings.die_mm
        self._places = {slot.id: place for place, slot in enumerate(slots)}
        self._cut_px = size = settings.cut_px
        middles = np.array([(slot.x_mm, slot.y_mm) for slot in slots]).reshape(-1, 1, 2)
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2
        seen = raised.to_image((middles + square).reshape(-1, 2)).astype(np.float32)
        corners = ((square / side + 0.5) * size).astype(np.float32)
        matrices = [cv2.getPerspectiveTransform(corners, four) for four in seen.reshape(-1, 4, 2)]
        rows, columns = np.divmod(np.arange(size * size), size)
        grid = np.array([columns, rows, np.ones(size * size)])
        flat = np.array(matrices).reshape(-1, 3, 3) @ grid
        x, y = (flat[:, n] / flat[:, 2] for n in (0, 1))
        whole, parts = _maps(x.astype(np.float32), y.astype(np.float32))
        self._whole, self._parts = whole.reshape(-1, size, size, 2), parts.reshape(-1, size, size)

    def cut(self, pixels: Pixels, names: Sequence[SlotId] | None = None) -> dict[SlotId, Pixels]:
        """The squares about these die slots, or all of them, `(cut_px, cut_px, 3)` each."""
        names = tuple(self._places) if names is None else names
        if not names:
            return {}
        size, chosen = self._cut_px, [self._places[name] for name in names]
        whole = self._whole[chosen].reshape(-1, size, 2)
        parts = self._parts[chosen].reshape(-1, size)
        cuts = cv2.remap(pixels, whole, parts, cv2.INTER_LINEAR).reshape(-1, size, size, 3)
        return dict(zip(names, np.asarray(cuts, np.uint8), strict=True))


def _maps(x: Cells, y: Cells) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """Where pixels come from, whole and in parts, as OpenCV likes it; of no slots it makes none."""
    if not x.size:
        return np.zeros((0, 2), np.int16), np.zeros(0, np.uint16)
    whole, parts = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)


def doubtful(readings: Sequence[SlotReading], settings: SlotSettings) -> list[int]:
    """Places of the most doubtful readings, as many as may have a second look."""
    least = 1 - settings.sure
    places = [
        place
        for place, reading in enumerate(readings)
        if least < reading.empty < settings.sure or (reading.unsure and reading.empty < least)
    ]
    return sorted(places, key=lambda place: _certainty(readings[place]))[: settings.second_looks]


def searched(settings: SlotSettings) -> SlotSettings:
    """As slots are cut to search for a die, at the same scale."""
    over = settings.search_over_die
    wide_px = round(settings.cut_px * over / settings.cut_over_die)
    return replace(settings, cut_over_die=over, cut_px=wide_px)


def centred(first: SlotReading, dice: Sequence[DieReading], settings: SlotSettings) -> SlotReading:
    """The die that a search found nearest to the middle of a slot, or else the first reading.

    `dice` are in px of a cut as in `searched`. Finding none proves nothing.
    """
    wide = searched(settings)
    edge_px, middle_px = wide.cut_px / wide.cut_over_die, wide.cut_px / 2
    near = [
        (far, place)
        for place, die in enumerate(dice)
        if (far := math.dist((die.x + die.w / 2, die.y + die.h / 2), (middle_px, middle_px)))
        < settings.search_reach * edge_px
    ]
    if not near:
        return first
    die = dice[min(near)[1]]
    empty = min(first.empty, 1 - sum(die.probabilities))
    unsure = die.confidence < settings.search_sure
    return SlotReading(empty, die.guess, die.confidence, unsure, None, die.probabilities)


def _certainty(reading: SlotReading) -> float:
    return max(reading.empty, *reading.probabilities)


def coloured(
    readings: Sequence[SlotReading],
    cuts: Sequence[Pixels],
    sense: ColourSense,
    settings: SlotSettings,
) -> tuple[SlotReading, ...]:
    """The readings with colours as the whole picture's light and the table's palette tell them."""
    full = [place for place, reading in enumerate(readings) if reading.empty < 0.5]
    told = list(readings)
    if full:
        names = sense.names(np.stack([cuts[place] for place in full]), settings.cut_over_die)
        for place, name in zip(full, names, strict=True):
            told[place] = replace(readings[place], colour=name)
    return tuple(told)


def differs(before: Pixels, after: Pixels, cells: tuple[int, int], change_levels: float) -> bool:
    """Whether two cuts of one place show a change, exposure aside, by so many cells each way."""
    if before.shape != after.shape:
        return True
    small = [
        cv2.resize(p, cells, interpolation=cv2.INTER_AREA).astype(np.float32)
        for p in (before, after)
    ]
    gain = float(np.median(small[1]) + 1) / float(np.median(small[0]) + 1)
    gain = float(np.clip(gain, *_GAINS))
    return bool(np.abs(small[1] - gain * small[0]).max() > change_levels)


class SlotMemory:
    """How the slots looked when they were last read."""

    def __init__(self, settings: SlotSettings) -> None:
        self._settings = settings
        self._looks: dict[SlotId, Cells] = {}

    def forget(self) -> None:
        """After the board was moved: everything is to be read anew."""
        self._looks.clear()

    def changed(self, cuts: Mapping[SlotId, Pixels]) -> tuple[SlotId, ...]:
        """Of all slots those that look different from when they were last read."""
        known = [name for name in cuts if name in self._looks]
        if not known:
            return tuple(cuts)
        before = np.array([self._looks[name] for name in known])
        after = self._cells([cuts[name] for name in known])
        gain = (np.median(after, axis=(1, 2, 3)) + 1) / (np.median(before, axis=(1, 2, 3)) + 1)
        gain = np.clip(gain, *_GAINS).astype(np.float32)[:, None, None, None]
        most = np.abs(after - gain * before).max(axis=(1, 2, 3))
        same = {name for name, far in zip(known, most, strict=True)
                if far <= self._settings.change_levels}  # fmt: skip
        return tuple(name for name in cuts if name not in same)

    def keep(self, cuts: Mapping[SlotId, Pixels]) -> None:
        """These have been read and agreed upon."""
        if cuts:
            self._looks.update(zip(cuts, self._cells(list(cuts.values())), strict=True))

    def _cells(self, cuts: Sequence[Pixels]) -> Cells:
        """The mean colours `(N, cells, cells, 3)` on a grid over each cut."""
        count = self._settings.change_cells
        column = np.concatenate(cuts)
        small = cv2.resize(column, (count, count * len(cuts)), interpolation=cv2.INTER_AREA)
        return small.reshape(-1, count, count, 3).astype(np.float32)


class EmptyLooks:
    """How slots look on this very table when they are empty, and how surely they are.

    A die that is not made out, such as a clear one, still hides what was seen there before.
    """

    def __init__(self, settings: SlotSettings) -> None:
        self._settings = settings
        self._looks: dict[SlotId, tuple[float, Cells]] = {}

    def strange(self, empty: Mapping[SlotId, float], cuts: Mapping[SlotId, Pixels]) -> set[SlotId]:
        """Of slots that read empty, so surely, those that do not look as they did when they were.

        What is surer than that was is believed. Where most look different the light is another, or
        the board was turned.
        """
        looks = {name: _fine(cuts[name]) for name in empty}
        found = {
            name
            for name, sure in empty.items()
            if name in self._looks and self._differs(*self._looks[name], sure, looks[name])
        }
        if len(found) > self._settings.other_light * len(self._looks):
            self._looks.clear()
            found.clear()
        self._looks |= {name: (empty[name], looks[name]) for name in empty if name not in found}
        return found

    def _differs(self, sure: float, look: Cells, sure_now: float, look_now: Cells) -> bool:
        return sure_now <= sure and _contrast(look, look_now) > self._settings.strange


_FINE_CELLS, _FINE_SOFT = 16, 2.5
"""Cells a side of a cut in which empty slots are compared, a quarter of a pip's area each, and the
spread, in cells, of the light that comes and goes."""
_DARKNESS = 12.0
"""Levels added before shares are taken: below them all is noise."""


def _fine(cut_: Pixels) -> Cells:
    """Logarithms of the levels `(cells, cells, 3)` of a cut."""
    size = (_FINE_CELLS, _FINE_CELLS)
    levels = cv2.resize(cut_, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.log(levels + _DARKNESS), np.float32)


def _contrast(before: Cells, after: Cells) -> float:
    """By how much the middle of a cut differs, soft light aside: the mean of logarithms."""
    change = after - before
    edges = np.abs(change - cv2.GaussianBlur(change, (0, 0), _FINE_SOFT)).max(axis=2)
    quarter = _FINE_CELLS // 4
    return float(edges[quarter:-quarter, quarter:-quarter].mean())
