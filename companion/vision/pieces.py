"""Pieces other than dice: how many of which colour lie where. Doubt rather than a wrong count.

A cut of the board, freed from the light, is parted into background and colours; every patch of a
colour is then covered by the outline that one piece has there, again and again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind
from companion.core.layout import Form
from companion.vision.pose import Pose

Mask = npt.NDArray[np.uint8]
Lab = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]

PALETTE_BGR: Mapping[str, tuple[int, int, int]] = {
    "red": (45, 40, 190), "orange": (40, 120, 235), "yellow": (60, 200, 240),
    "green": (75, 140, 50), "blue": (180, 95, 40), "purple": (135, 60, 115),
    "pink": (180, 130, 235), "brown": (50, 80, 125), "white": (228, 230, 232),
    "grey": (130, 130, 130), "black": (38, 36, 36),
}  # fmt: skip
"""What pieces of a colour look like in white light, until they are learnt at the table."""


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
    lightness: float = 0.4
    """Weight of lightness against colour when colours are told apart: domes are shaded."""
    speck_mm: float = 1.1
    """Narrower things are print, stars and seams."""
    fill: float = 0.55
    """Part of a piece's outline that must be covered by its colour."""
    sure_fill: float = 0.66
    """Less than this leaves a doubt."""
    left_over: float = 0.3
    """A patch of colour smaller than so much of a piece is none."""
    lump: float = 0.13
    """A lump of colour left after all pieces were taken out, in pieces, that leaves a doubt."""
    each_area: tuple[float, float] = (0.5, 1.5)
    """Area of a patch for each of its pieces, in pieces, that leaves no doubt: a side in shadow may
    be missing, and a turned cube leans wider."""
    most_lean: float = 0.4
    """A piece whose top lies farther from its foot, in widths, hides what stands behind it."""
    next_to: float = 1.5
    """Pieces nearer to each other than so many widths stand close."""
    edge_px: float = 0.6
    """By so much blur widens what is seen of a piece."""
    edge_mm: float = 1.5
    """Nearer to the edge of its place, a piece may belong to the next."""
    other: float = 52.0
    """Farther from every colour looked for, it is something else; sides in shadow are 30 off."""
    alike: float = 16.0
    """Two colours nearer than this cannot be told apart."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceColours:
    """Colours as this table's light shows them: Lab `(3,)` by name."""

    colours: Mapping[str, Lab] = field(default_factory=dict)

    def of(self, names: Sequence[str]) -> "PieceColours":
        """Only these, as learnt or else as they usually are."""
        return PieceColours({name: self.colours.get(name, _usual(name)) for name in names})

    def learnt(self, name: str, sample: Pixels) -> "PieceColours":
        """With a colour as a sample, freed from the light, shows it."""
        lab = np.median(to_lab(sample).reshape(-1, 3), axis=0).astype(np.float32)
        return PieceColours({**self.colours, name: lab})

    def alike(self, settings: PieceSettings) -> tuple[tuple[str, str], ...]:
        """Pairs that this light makes too much alike to be told apart."""
        names = sorted(self.colours)
        weight = np.array((settings.lightness, 1, 1), np.float32)
        return tuple(
            (a, b)
            for place, a in enumerate(names)
            for b in names[place + 1 :]
            if np.linalg.norm((self.colours[a] - self.colours[b]) * weight) < settings.alike
        )


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece with its foot in px of the cut, and how much of its outline was seen, 0-1."""

    kind: PieceKind
    colour: str
    x: float
    y: float
    fill: float
    doubt: bool


def find_pieces(
    crop: Pixels, outlines: "Outlines", form: Form, palette: PieceColours, settings: PieceSettings
) -> tuple[FoundPiece, ...]:
    """Pieces of one form in a cut of the board that is already freed from the light; px of it."""
    layers = _layers(to_lab(crop), palette.of(form.colours), settings)
    kind = PieceKind(form.kind)
    found = [
        FoundPiece(kind, name, x, y, fill, doubt or name == OTHER)
        for name, layer in layers.items()
        for x, y, fill, doubt in _covered(layer, outlines, settings)
    ]
    size_px = form.size_mm * settings.px_per_mm
    return tuple(
        replace(piece, doubt=piece.doubt or _may_hide(piece, found, outlines, size_px, settings))
        for piece in found
    )


def _may_hide(
    piece: FoundPiece,
    others: Sequence[FoundPiece],
    outlines: "Outlines",
    size_px: float,
    settings: PieceSettings,
) -> bool:
    """Whether a piece leans so far that another may stand hidden beside it and its neighbour."""
    if outlines(piece.x, piece.y).lean_px < settings.most_lean * size_px:
        return False
    return any(
        other.colour != piece.colour
        and np.hypot(other.x - piece.x, other.y - piece.y) < settings.next_to * size_px
        for other in others
    )


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """What one piece covers of a cut, its foot in the middle of the masks.

    `inside` is covered however a piece is turned, `ring` lies about that, `whole` is taken away
    with a piece, `area_px` is what it covers, and its top lies `lean_px` from its foot.
    """

    inside: Mask
    ring: Mask
    whole: Mask
    area_px: float
    lean_px: float


Outlines: TypeAlias = Callable[[float, float], Outline]
"""The outline of a piece near a place of the cut, px."""


def outline_of(
    form: Form, at_mm: tuple[float, float], pose: Pose, settings: PieceSettings
) -> Outline:
    """The outline of a piece at a place of the board, as the camera sees it.

    A tall piece leans away from the camera, so its foot is not the middle of what is seen of it.
    """
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    rim = np.column_stack([np.cos(angles), np.sin(angles)]) * form.size_mm / 2
    foot, px_per_mm = np.array(at_mm), settings.px_per_mm
    top = pose.to_board(pose.raised(form.height_mm).to_image(rim * form.taper + foot)) - foot
    hull = cv2.convexHull(np.concatenate([rim, top]).astype(np.float32)).reshape(-1, 2)
    grown = 1.0 if form.round else 2 / np.sqrt(np.pi)  # a square of the same width has more area
    reach = int(np.ceil(np.abs(hull).max() * grown * px_per_mm)) + 6
    inside = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    whole = inside.copy()
    cv2.fillConvexPoly(inside, np.round(hull * 0.94 * px_per_mm + reach).astype(np.int32), 1)
    cv2.fillConvexPoly(whole, np.round(hull * grown * px_per_mm + reach).astype(np.int32), 1)
    seen = (hull * px_per_mm).astype(np.float32)
    blurred = cv2.arcLength(seen, closed=True) * settings.edge_px * grown
    area = cv2.contourArea(seen) * grown**2 + blurred
    whole = np.asarray(cv2.dilate(whole, np.ones((3, 3), np.uint8)), np.uint8)
    ring = np.asarray(cv2.dilate(whole, np.ones((5, 5), np.uint8)), np.uint8) - whole
    lean = float(np.linalg.norm(top.mean(axis=0))) * px_per_mm
    return Outline(inside, ring, whole, float(area), lean)


def to_lab(pixels: Pixels) -> Lab:
    """`(H, W, 3)` float32: L 0-100, a and b."""
    return np.asarray(cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def _usual(name: str) -> Lab:
    return np.asarray(to_lab(np.array(PALETTE_BGR[name], np.uint8).reshape(1, 1, 3))[0, 0])


def _layers(lab: Lab, palette: PieceColours, settings: PieceSettings) -> dict[str, Mask]:
    """For each colour the mask `(H, W)` of what has it and is no background."""
    away = lab - _background(lab, settings)
    dark = "black" in palette.colours
    lies = np.hypot(away[..., 1], away[..., 2]) > settings.chroma
    lies |= away[..., 0] > settings.brighter
    if dark:
        lies |= away[..., 0] < -settings.darker
    names = [*palette.colours, OTHER]
    nearest = np.full(lies.shape, -1)
    nearest[lies] = _nearest(lab[lies], palette, settings)
    width = max(3, 2 * round(settings.speck_mm * settings.px_per_mm / 2) + 1)
    speck = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    layers = {}
    for place, name in enumerate(names):
        mask = (nearest == place).astype(np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, speck), np.uint8)
        layers[name] = _without_holes(mask)
    return layers


def _nearest(lab: Lab, palette: PieceColours, settings: PieceSettings) -> Places:
    """For each of pixels `(N, 3)` the place of its colour, or one more when it has none of them."""
    weight = np.array((settings.lightness, 1, 1), np.float32)
    colours = np.array(list(palette.colours.values()))
    far = np.square((lab[:, None] - colours) * weight).sum(axis=2)
    nearest, least = np.argmin(far, axis=1), np.min(far, axis=1)
    nearest[least > settings.other**2] = len(colours)
    if not NEUTRAL & set(palette.colours):
        pale = np.square(lab[:, 1:]).sum(axis=1) < least  # nearer to grey than to any of them
        nearest[pale] = len(colours)
    return np.asarray(nearest)


def _without_holes(mask: Mask) -> Mask:
    """Gleams on pieces filled in."""
    shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(mask.copy(), shapes, -1, 1, cv2.FILLED), np.uint8)


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


def _covered(
    layer: Mask, outlines: Outlines, settings: PieceSettings
) -> list[tuple[float, float, float, bool]]:
    """Feet x, y px of pieces that cover the layer, how full each is, and whether in doubt."""
    found: list[tuple[float, float, float, bool]] = []
    x0, y0, width, height = cv2.boundingRect(layer)
    if not width:
        return found
    shown = layer[y0 : y0 + height, x0 : x0 + width]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(shown)
    for patch in range(1, count):
        left, top, w, h, size = (int(v) for v in stats[patch])
        outline = outlines(x0 + left + w / 2, y0 + top + h / 2)
        area = outline.area_px
        if size < settings.left_over * area:
            continue
        mask = (labels[top : top + h, left : left + w] == patch).astype(np.uint8)
        pieces, rest = _peel(mask, outline, settings)
        each = size / area / max(1, len(pieces))
        low, high = settings.each_area
        weak = any(fill < settings.sure_fill for *_, fill in pieces)
        doubt = not pieces or weak or rest > settings.lump * area or not low <= each <= high
        if not pieces:
            pieces = [(*_middle(mask), min(size / area, 1.0))]
        found.extend((x0 + left + x, y0 + top + y, fill, doubt) for x, y, fill in pieces)
    return found


def _peel(
    patch: Mask, outline: Outline, settings: PieceSettings
) -> tuple[list[tuple[float, float, float]], float]:
    """Take outlines out of a patch, from its rim inwards; feet, fills, and what is left, px."""
    inside = outline.inside.astype(np.float32) / float(outline.inside.sum())
    ring = outline.ring.astype(np.float32) / float(outline.ring.sum())
    room, half = outline.inside.shape[0], outline.inside.shape[0] // 2
    left = cv2.copyMakeBorder(patch, room, room, room, room, cv2.BORDER_CONSTANT, value=0)
    pieces = []
    while left.sum() > settings.left_over * outline.area_px:
        field = left[half:-half, half:-half].astype(np.float32)
        fills = cv2.filter2D(field, cv2.CV_32F, inside, borderType=cv2.BORDER_CONSTANT)
        best = float(fills.max())
        if best < settings.fill:
            break
        about = cv2.filter2D(field, cv2.CV_32F, ring, borderType=cv2.BORDER_CONSTANT)
        # Of places that fit alike the one most at the rim: so a heap falls apart into pieces.
        worth = np.where(fills >= best - 0.04, fills - 0.5 * about, -1.0)
        at_y, at_x = (int(v) for v in np.unravel_index(int(worth.argmax()), worth.shape))
        y, x = at_y + half, at_x + half
        part = left[y - half : y + half + 1, x - half : x + half + 1]
        part[outline.whole > 0] = 0
        pieces.append((float(x - room), float(y - room), float(fills[at_y, at_x])))
    return pieces, _lump(np.asarray(left, np.uint8), outline)


def _lump(left: Mask, outline: Outline) -> float:
    """Area of what is left, px, without slivers along the rims of what was taken out."""
    width = max(3, round(0.35 * outline.area_px**0.5) | 1)
    thick = cv2.morphologyEx(
        left, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    )
    return float(thick.sum())


def _middle(mask: Mask) -> tuple[float, float]:
    rows, columns = np.nonzero(mask)
    return float(columns.mean()), float(rows.mean())
