"""Pieces other than dice: how many of which colour lie where. Doubt rather than a wrong count.

A cut of the board, freed from the light, is parted into the bare board and colours; what lies
there is then explained by pieces that stand there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind
from companion.core.layout import Form
from companion.vision.blocks import Costs, Lean
from companion.vision.heap_picture import BARE, HeapSettings, Sight
from companion.vision.heaps import explain
from companion.vision.model_places import ModelPlaceSettings
from companion.vision.palette import Palette
from companion.vision.piece_colours import Lab, colours_of, to_lab

Places = npt.NDArray[np.intp]
Shape = npt.NDArray[np.bool_]

NEUTRAL = frozenset({"white", "grey", "black"})
OTHER = "?"
"""Stands for every colour that is not looked for: what has it leaves a doubt."""


@dataclass(frozen=True, slots=True)
class PieceSettings:
    """When something is a piece, and when a count is believed."""

    px_per_mm: float = 3.0
    """Scale of cuts: a cube of 8 mm is 24 px wide."""
    margin_mm: float = 8.0
    """Seen beyond the slots, so that pieces at the edge are whole and the background is known."""
    chroma: float = 15.0
    """Lab distance in colour from the background at which something lies there: twice what
    print and shadows have."""
    brighter: float = 20.0
    """The same in lightness, upwards; downwards it may be a shadow."""
    darker: float = 26.0
    """The same downwards, where black pieces are expected: a shadow goes half as far."""
    shaded: float = 4.0
    """The same downwards from which on a side in shadow may be what is seen."""
    lightness: float = 0.4
    """Weight of lightness against colour when colours are told apart: domes are shaded."""
    speck_mm: float = 1.5
    """Half of this is the width of specks that do not count: print, stars and seams."""
    edge_mm: float = 1.5
    """Nearer to the edge of its place, a piece may belong to the next."""
    other: float = 52.0
    """Farther from every colour looked for, it is something else; sides in shadow are 30 off."""
    soft: float = 2.0
    """Lab distance a px at the edge of a thing, in the softest quarter of it, below which it is
    glare: 0.8 to 1 of spots of a lamp, 3.8 and more of pieces under normal noise."""
    heap: HeapSettings = field(default_factory=HeapSettings)
    places: ModelPlaceSettings = field(default_factory=ModelPlaceSettings)


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece with its foot in px of the cut, and how much of its top was seen, 0-1.

    A `strange` one stands apart and has none of the colours that are looked for, or is glare.
    """

    kind: PieceKind
    colour: str
    x: float
    y: float
    fill: float
    doubt: bool
    strange: bool = False


def find_pieces(
    crop: Pixels, lean: Lean, form: Form, taught: Palette | None, settings: PieceSettings
) -> tuple[FoundPiece, ...]:
    """Pieces of one form in a cut of the board that is already freed from the light; px of it."""
    kind, names = PieceKind(form.kind), (*form.colours, OTHER)
    lab = to_lab(crop)
    size_px = form.size_mm * settings.px_per_mm
    away = lab - _background(lab, settings)
    sight = _sight(lab, away, colours_of(form.colours, taught), settings)
    sight, spots = _without_glare(sight, lab, away, size_px, settings)
    found = [FoundPiece(kind, OTHER, x, y, 0.0, True, True) for x, y in spots]
    for heap in explain(sight, form, size_px, lean, settings.heap):
        found += [
            FoundPiece(kind, names[block.colour - 1], block.x, block.y, fill, heap.doubt)
            for block, fill in zip(heap.blocks, heap.tops, strict=True)
        ]
        strange = not heap.blocks and len(heap.lumps) == 1
        found += [FoundPiece(kind, OTHER, x, y, 0.0, True, strange) for x, y in heap.lumps]
    return tuple(found)


def _without_glare(
    sight: Sight, lab: Lab, away: Lab, size_px: float, settings: PieceSettings
) -> tuple[Sight, list[tuple[float, float]]]:
    """What lies there without spots of a lamp, whatever their colour, and the middles of those.

    They fade into the board; pieces end in a few px, and so does print that the spot makes
    lighter. Where a spot touches a piece it is only lighter than the board.
    """
    print_px = max(3, round(settings.heap.print_width * size_px) | 1)
    kinds, spots = sight.kinds.copy(), list[tuple[float, float]]()
    lit = np.hypot(away[..., 1], away[..., 2]) <= settings.chroma
    pale = lit | (kinds == sight.other)
    for part, width_px in ((pale, print_px), (np.True_, 1)):
        lies = kinds != BARE
        for shape, window, middle in _patches(
            lies & part, width_px, settings.heap.least * size_px**2
        ):
            steep = _steepness(lab[window], settings)
            edge = steep[shape & _rims(lies[window])]
            if edge.size and np.percentile(edge, 25) < settings.soft:
                kinds[window][shape] = BARE
                spots.append(middle)
    return replace(sight, kinds=kinds), spots


def _patches(
    lies: Shape, print_px: int, least_px: float
) -> Iterator[tuple[Shape, tuple[slice, slice], tuple[float, float]]]:
    """What is wider than print and so large, in which window, and its middle."""
    thick = cv2.morphologyEx(
        lies.astype(np.uint8), cv2.MORPH_OPEN, np.ones((print_px, print_px), np.uint8)
    )
    count, labels, stats, middles = cv2.connectedComponentsWithStats(thick)
    for n in range(1, count):
        x, y, wide, high, size = (int(v) for v in stats[n])
        if size >= least_px:
            beyond = 4  # so far the edges that count for it are looked for
            window = (
                slice(max(0, y - beyond), y + high + beyond),
                slice(max(0, x - beyond), x + wide + beyond),
            )
            yield labels[window] == n, window, (float(middles[n, 0]), float(middles[n, 1]))


def _rims(lies: Shape) -> Shape:
    """Where what lies there borders on the bare board."""
    return np.asarray(cv2.erode(lies.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)


def _steepness(lab: Lab, settings: PieceSettings) -> Costs:
    """The steepest change of colour near each pixel, Lab distance a px."""
    plain = lab * np.array((settings.lightness, 1, 1), np.float32)
    ways = (cv2.Sobel(plain, cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    steep = np.linalg.norm(np.hypot(*ways), axis=2)
    return np.asarray(cv2.dilate(steep, np.ones((5, 5), np.uint8)), np.float32)


def _sight(lab: Lab, away: Lab, colours: Mapping[str, Lab], settings: PieceSettings) -> Sight:
    """What has which colour and is no background, which it is so far `away` from."""
    lies = np.hypot(away[..., 1], away[..., 2]) > settings.chroma
    lies |= away[..., 0] > settings.brighter
    if "black" in colours:
        lies |= away[..., 0] < -settings.darker
    kinds = np.zeros(lies.shape, np.uint8)
    kinds[lies] = _nearest(lab[lies], colours, settings) + 1
    width = max(3, 2 * round(settings.speck_mm * settings.px_per_mm / 2) + 1)
    kinds = np.asarray(cv2.medianBlur(kinds, width), np.uint8)
    lightness = np.asarray(cv2.blur(np.ascontiguousarray(lab[..., 0]), (3, 3)), np.float32)
    other = len(colours) + 1
    return Sight(kinds.astype(np.intp), other, away[..., 0] < -settings.shaded, lightness)


def _nearest(lab: Lab, colours: Mapping[str, Lab], settings: PieceSettings) -> Places:
    """For each of pixels `(N, 3)` the place of its colour, or one more when it has none of them."""
    weight = np.array((settings.lightness, 1, 1), np.float32)
    labs = np.array(list(colours.values()))
    far = np.square((lab[:, None] - labs) * weight).sum(axis=2)
    nearest, least = np.argmin(far, axis=1), np.min(far, axis=1)
    nearest[least > settings.other**2] = len(colours)
    if not NEUTRAL & set(colours):
        pale = np.square(lab[:, 1:]).sum(axis=1) < least  # nearer to grey than to any of them
        nearest[pale] = len(colours)
    return np.asarray(nearest)


def _background(lab: Lab, settings: PieceSettings) -> Lab:
    """The bare board `(H, W, 3)`, from the margins of the cut, most from those that are near."""
    h, w = lab.shape[:2]
    edge = max(2, round(0.4 * settings.margin_mm * settings.px_per_mm))
    wide = round(2.5 * settings.margin_mm * settings.px_per_mm)
    top = _profile(lab[:edge].transpose(1, 0, 2), wide)
    bottom = _profile(lab[-edge:].transpose(1, 0, 2), wide)
    left, right = _profile(lab[:, :edge], wide), _profile(lab[:, -edge:], wide)
    down, across = np.linspace(0, 1, h), np.linspace(0, 1, w)
    share = w * w / (w * w + h * h)
    ways = (share * (1 - down), share * down)
    board = np.empty(lab.shape, np.float32)
    for n in range(3):  # from top to bottom and from left to right, as one product
        rows = np.stack([*ways, (1 - share) * left[:, n], (1 - share) * right[:, n]], axis=1)
        board[..., n] = rows @ np.stack([top[:, n], bottom[:, n], 1 - across, across])
    return board


def _profile(margin: Lab, wide: int) -> Lab:
    """A margin `(N, M, 3)` along its length `(N, 3)`: medians, so pieces over it do not count.

    Worked out at every eighth of them, since it changes slowly.
    """
    row = _median(margin, 1)
    padded = np.pad(row, ((wide, wide), (0, 0)), mode="reflect" if len(row) > wide else "edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * wide + 1, axis=0)
    places = np.unique(np.append(np.arange(0, len(row), 8), len(row) - 1))
    middles = _median(windows[places, :, :: max(1, wide // 12)], 2)
    every = np.arange(len(row))
    rows = [np.interp(every, places, middles[:, n]) for n in range(3)]
    return np.stack(rows, axis=1).astype(np.float32)


def _median(values: Lab, axis: int) -> Lab:
    """As `np.median`, in a third of its time where there are few along the axis."""
    ranked, count = np.sort(values, axis=axis), values.shape[axis]
    middle = [np.take(ranked, n, axis=axis) for n in ((count - 1) // 2, count // 2)]
    return np.asarray((middle[0] + middle[1]) / 2, np.float32)
