"""Cards shown to be taught: each of those in a photo, cut to its edges, and which are known.

The photo may be of one card or of nine, from a phone or the table's camera, without a board.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import CardForm
from companion.vision.card_deck import Deck, make_deck, print_of
from companion.vision.card_edges import PX_PER_MM, corners_in
from companion.vision.card_marks import (
    CARD_PX_PER_MM,
    MarkSettings,
    has_first_symbol,
    is_printed,
)
from companion.vision.card_match import MatchSettings, likelihoods
from companion.vision.cards import CardSettings, FoundCard, find_cards

KEPT_PX_PER_MM = 6.0
"""Scale at which a taught card is kept: finer than any camera above a table sees it."""
AROUND_MM = 8.0
EDGE_MM = 2.4
"""So far from its outline a card's edge is looked for: less than a border is wide."""
AGREEING, ALIKE = 2, 0.02
"""So many further outlines, found in another colour or at another level, must be the same as a
card's: their corners no farther off than that share of its size."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """What is taken for a card in a photo."""

    wide_px: int = 1100
    """Longer side of the picture in which cards are looked for."""
    least: float = 0.015
    """Share of the picture that a card covers at least."""
    most: float = 0.7
    """The same at most: what is larger is a table."""
    shape: float = 0.16
    """So far may the shape seen be from the card's, as a share: photos are taken aslant."""
    skewed: float = 1.35
    """Opposite sides of a card are seen as long as each other, up to this factor."""
    corner: float = 0.5
    """Cosine of the sharpest corner of a card seen aslant."""
    full: float = 0.93
    """Share of its four-sided outline that a card fills."""
    blurred: float = 0.05
    """Contrast of fine print below which a picture is too blurred to be taught."""
    alike: float = 4.0
    """Logarithm of how much likelier a taught card is itself than another, up to which both may be
    one card that was shown twice."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card that was shown, upright at `KEPT_PX_PER_MM`; `like` is a taught one it looks like."""

    pixels: Pixels
    like: str | None = None
    blurred: bool = False


def cards_in(pixels: Pixels, form: CardForm, settings: ShownSettings) -> tuple[Pixels, ...]:
    """Whole cards in a photo, row by row, each lying or standing as the photo shows it."""
    scale = settings.wide_px / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads = [q for q in _quads(np.asarray(small, np.uint8), settings) if _fits(q, form, settings)]
    found = _outermost(_without_doubles(sorted(quads, key=lambda q: -_area(q))))
    whole = [_standing((quad + 0.5) / scale - 0.5, form) for quad in _by_rows(found)]
    cards = [_cut(_exact(quad, pixels, form), pixels, form, 0.0) for quad in whole]
    return tuple(card for card in cards if is_printed(_at_marks(card, form), form, MarkSettings()))


def shown_cards(
    pixels: Pixels, form: CardForm, taught: Mapping[str, Pixels], settings: ShownSettings
) -> tuple[Shown, ...]:
    """The cards in a photo, upright as far as can be told, with those that are known already."""
    deck = make_deck(form, taught) if taught else None
    return tuple(_shown(card, form, deck, settings) for card in cards_in(pixels, form, settings))


def doubtful_pairs(deck: Deck, settings: ShownSettings) -> tuple[tuple[str, str], ...]:
    """Taught cards that look so much alike that one may be the other, shown twice."""
    pairs: list[tuple[str, str]] = []
    for place, name in enumerate(deck.names):
        told = likelihoods(_alike(deck, place), np.ones(deck.fine.shape[1], bool), MatchSettings())
        sums = told.sum(axis=0)
        near = np.flatnonzero(sums >= sums[place] - settings.alike)
        pairs += [(name, deck.names[other]) for other in near if other > place]
    return tuple(pairs)


def _alike(deck: Deck, place: int) -> npt.NDArray[np.float32]:
    """How alike the parts of a taught card are to those of all."""
    alike = [(one * deck.fine[place]).sum(axis=1) for one in deck.fine]
    return np.stack(alike, axis=1)


def _shown(card: Pixels, form: CardForm, deck: Deck | None, settings: ShownSettings) -> Shown:
    turned = np.ascontiguousarray(card[::-1, ::-1])
    blurred = float(print_of(card, KEPT_PX_PER_MM)[0].std()) < settings.blurred
    known = None if deck is None else _known(card, deck)
    if known is not None:
        upside_down = 90 < known.turn_deg < 270
        return Shown(turned if upside_down else card, known.name, blurred)
    first = [has_first_symbol(_at_marks(one, form), form) for one in (card, turned)]
    return Shown(turned if first[1] > first[0] else card, None, blurred)


def _known(card: Pixels, deck: Deck) -> FoundCard | None:
    """What the deck makes of a card that lies alone."""
    scale, edge = PX_PER_MM / KEPT_PX_PER_MM, round(AROUND_MM * PX_PER_MM)
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    alone = cv2.copyMakeBorder(
        small, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(90, 90, 90)
    )
    pixels, settings = np.asarray(alone, np.uint8), CardSettings()
    found = find_cards(pixels, corners_in(pixels, settings.edges), deck, settings)
    return max(found, key=lambda one: one.parts, default=None)


def _at_marks(card: Pixels, form: CardForm) -> Pixels:
    size = round(form.w_mm * CARD_PX_PER_MM), round(form.h_mm * CARD_PX_PER_MM)
    return np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)


def _quads(small: Pixels, settings: ShownSettings) -> Iterator[Floats]:
    """Four-sided outlines `(4, 2)` px, clockwise from the top left one."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    least, most = (
        share * small.shape[0] * small.shape[1] for share in (settings.least, settings.most)
    )
    for outline in _outlines(np.asarray(lab, np.uint8)):
        hull = cv2.convexHull(outline)
        area = cv2.contourArea(hull)
        if area < least or area > most:
            continue
        four = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(four) == 4 and area > settings.full * cv2.contourArea(four):
            yield _sharp(hull.reshape(-1, 2).astype(np.float64), four.astype(np.float64))


def _outlines(lab: Pixels) -> Iterator[cv2.typing.MatLike]:
    """Outlines of what differs from its surroundings in lightness or colour."""
    for channel in cv2.split(lab):
        edges = cv2.Canny(channel, 12, 36)
        closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        level, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        masks = [closed, *(cv2.threshold(channel, level + more, 255, kind)[1]
                           for more in (-12, 0, 12)
                           for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV))]  # fmt: skip
        for mask in masks:
            yield from cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]


def _sharp(outline: Floats, four: Floats) -> Floats:
    """The corners at which the sides would meet if they were not round."""
    corners = _clockwise(four)
    dense = _dense(outline)
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = (end - start) / np.linalg.norm(end - start)
        along = (dense - start) @ way / np.linalg.norm(end - start)
        off = np.abs((dense - start) @ np.array((-way[1], way[0])))
        side = dense[(along > 0.12) & (along < 0.88) & (off < 0.06 * np.linalg.norm(end - start))]
        if len(side) < 8:
            return corners
        vx, vy, x, y = cv2.fitLine(side.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.array((vy, -vx, vx * y - vy * x)))
    met = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    return np.array([(x / z, y / z) for x, y, z in met])


def _dense(outline: Floats) -> Floats:
    """Points of an outline, one a pixel."""
    closed = np.vstack([outline, outline[:1]])
    parts = [
        np.linspace(a, b, max(2, round(float(np.linalg.norm(b - a)))), endpoint=False)
        for a, b in pairwise(closed)
    ]
    return np.concatenate(parts)


def _clockwise(four: Floats) -> Floats:
    """Corners from the top left one on."""
    out = four - four.mean(axis=0)
    ordered = four[np.argsort(np.arctan2(out[:, 1], out[:, 0]))]
    first = int(np.argmin(ordered.sum(axis=1)))
    return np.asarray(np.roll(ordered, -first, axis=0))


def _without_doubles(quads: list[Floats]) -> list[Floats]:
    """One of each group of outlines, from the largest on, that are nearly the same."""
    groups: list[list[Floats]] = []
    for quad in quads:
        near = 0.15 * np.sqrt(_area(quad))
        for group in groups:
            far = np.linalg.norm(quad.mean(axis=0) - group[0].mean(axis=0))
            if far < near and _area(quad) > 0.7 * _area(group[0]):
                group.append(quad)
                break
        else:
            groups.append([quad])
    return [_agreed_on(group) for group in groups]


def _agreed_on(group: list[Floats]) -> Floats:
    """The largest that others agree with: one that follows a cloud on the table is alone."""
    near = ALIKE * np.sqrt(_area(group[0]))
    for quad in group:
        if sum(np.abs(quad - other).max() < near for other in group) > AGREEING:
            return quad
    return group[0]


def _outermost(quads: list[Floats]) -> list[Floats]:
    """Outlines in no other, from the largest on; what holds several as large as each is a table."""
    found: list[Floats] = []
    for quad in quads:
        inside = sorted(_area(q) for q in quads if q is not quad and _within(q.mean(axis=0), quad))
        several = any(b < 1.5 * a for a, b in pairwise(inside))
        held = any(_within(quad.mean(axis=0), other) for other in found)
        if not held and not several:
            found.append(quad)
    return found


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _fits(quad: Floats, form: CardForm, settings: ShownSettings) -> bool:
    """Whether an outline has the shape of a card, lying or standing, perhaps seen aslant."""
    ways = np.roll(quad, -1, axis=0) - quad
    sides = np.maximum(np.linalg.norm(ways, axis=1), 1)
    corners = np.abs((ways * np.roll(ways, 1, axis=0)).sum(axis=1)) / (sides * np.roll(sides, 1))
    pairs = np.sort(sides.reshape(2, 2), axis=0)
    if corners.max() > settings.corner or (pairs[1] / pairs[0]).max() > settings.skewed:
        return False
    wide, high = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    seen = max(wide, high) / max(min(wide, high), 1)
    real = max(form.w_mm, form.h_mm) / min(form.w_mm, form.h_mm)
    return bool(abs(seen / real - 1) < settings.shape)


def _within(point: Floats, quad: Floats) -> bool:
    at = float(point[0]), float(point[1])
    return cv2.pointPolygonTest(quad.astype(np.float32), at, False) > 0


def _by_rows(quads: list[Floats]) -> list[Floats]:
    """Row by row from the top, each from the left."""
    rows: list[list[Floats]] = []
    for quad in sorted(quads, key=lambda q: float(q[:, 1].mean())):
        middle, high = quad[:, 1].mean(), np.ptp(quad[:, 1])
        if rows and middle - np.mean([q[:, 1].mean() for q in rows[-1]]) < 0.5 * high:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda q: float(q[:, 0].mean()))]


def _standing(quad: Floats, form: CardForm) -> Floats:
    """Corners from the top left one of a card that is read as wide and high as it is."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    lies = sides[0] + sides[2] >= sides[1] + sides[3]
    return quad if lies == (form.w_mm >= form.h_mm) else np.roll(quad, -1, axis=0)


def _matrix(quad: Floats, form: CardForm, margin_mm: float) -> Floats:
    """From px of a photo to px of a card cut out with so much about it."""
    w, h = form.w_mm * KEPT_PX_PER_MM, form.h_mm * KEPT_PX_PER_MM
    to = np.array([(0, 0), (w, 0), (w, h), (0, h)]) + margin_mm * KEPT_PX_PER_MM - 0.5
    found = cv2.getPerspectiveTransform(quad.astype(np.float32), to.astype(np.float32))
    return np.asarray(found, np.float64)


def _cut(quad: Floats, pixels: Pixels, form: CardForm, margin_mm: float) -> Pixels:
    """What lies between four corners, and so much about it, as a card is read."""
    sides = (form.w_mm + 2 * margin_mm, form.h_mm + 2 * margin_mm)
    size = (round(sides[0] * KEPT_PX_PER_MM), round(sides[1] * KEPT_PX_PER_MM))
    matrix = _matrix(quad, form, margin_mm)
    return np.asarray(cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_AREA), np.uint8)


def _exact(quad: Floats, pixels: Pixels, form: CardForm) -> Floats:
    """Corners put right by the edges of the card: outlines follow shadows, too."""
    near = _cut(quad, pixels, form, EDGE_MM)
    lab = cv2.cvtColor(cv2.GaussianBlur(near, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    edge = round(2 * EDGE_MM * KEPT_PX_PER_MM)
    top, left = _edge_of(lab[:edge]), _edge_of(lab.transpose(1, 0, 2)[:edge])
    low, right = _edge_of(lab[::-1][:edge]), _edge_of(lab.transpose(1, 0, 2)[::-1][:edge])
    h, w = lab.shape[:2]
    lines = [  # y = a x + b, or x = a y + b, as a x + b y + c = 0
        (top[0], -1.0, top[1]),
        (-1.0, -right[0], w - 1 - right[1]),
        (-low[0], -1.0, h - 1 - low[1]),
        (-1.0, left[0], left[1]),
    ]
    met = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    corners = np.array([(x / z, y / z) for x, y, z in met])
    back = np.linalg.inv(_matrix(quad, form, EDGE_MM)) @ np.column_stack([corners, np.ones(4)]).T
    return np.asarray((back[:2] / back[2]).T)


def _edge_of(strip: npt.NDArray[np.float32]) -> tuple[float, float]:
    """The straight edge `y = a x + b` px along a strip `(H, W, 3)`."""
    step = np.linalg.norm(strip[4:] - strip[:-4], axis=2)
    columns = np.arange(strip.shape[1] // 8, strip.shape[1] * 7 // 8, 4)
    rows = step[:, columns].argmax(axis=0) + 2.0
    a, b = 0.0, float(np.median(rows))
    for _ in range(4):  # towards the line that most agree on
        trust = 1 / (1 + np.square((rows - a * columns - b) / 2))
        a, b = (float(v) for v in np.polyfit(columns, rows, 1, w=np.sqrt(trust)))
    return a, b
