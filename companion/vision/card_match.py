"""Which card of a deck lies in a way: looked at coarsely, fitted exactly, weighed part by part."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.layout import CardForm
from companion.vision.card_deck import (
    COARSE_PX,
    FINE_PX,
    Deck,
    Floats,
    card_px,
    parts_of,
    soft,
    vectors,
)  # fmt: skip
from companion.vision.card_edges import PX_PER_MM, Poses

Mask = npt.NDArray[np.bool_]
AS_SEEN = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How likeness is weighed."""

    spread: float = 0.12
    """Unlikeness of a part to itself that is e times less likely than none."""
    hidden: float = 0.4
    """Likeness below which a part is rather covered than unlike."""
    reach_mm: float = 2.5
    """So far off a part is looked for when a card is fitted."""
    near_mm: float = 1.0
    """The same the second time."""
    fitted: int = 28
    """So many parts of a card, those with most contrast, are fitted."""
    bright: float = 249.0
    """Level above which a pixel is glare."""
    glare_share: float = 0.25
    """Of a part in glare, above which it counts as hidden."""


def look(zone: Floats, poses: Poses, form: CardForm, size_px: tuple[int, int]) -> Floats:
    """Cards that lie so, upright, `(N, h, w)` of a zone's picture of one channel."""
    w, h = size_px
    scale = np.array((form.w_mm / w, form.h_mm / h)) * PX_PER_MM
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turned = np.array([(c, -s), (s, c)]).transpose(2, 0, 1) * scale
    at = poses[:, :2] * PX_PER_MM - 0.5 - turned @ np.array(((w - 1) / 2, (h - 1) / 2))
    seen = np.empty((len(poses), h, w), np.float32)
    for place, matrix in enumerate(np.concatenate([turned, at[..., None]], axis=2)):
        cv2.warpAffine(zone, matrix, size_px, seen[place], AS_SEEN, cv2.BORDER_REPLICATE)
    return seen


def coarse_scores(zone: Floats, poses: Poses, deck: Deck) -> Floats:
    """How well each way to lie `(N,)` shows any card, and which `(N, cards)`: sums over parts."""
    form = deck.form
    size = card_px(form, COARSE_PX)
    seen = look(zone, poses, form, size)
    parts = vectors(seen, COARSE_PX)
    total = np.zeros((len(poses), len(deck.names)), np.float32)
    for here, taught in zip(parts, deck.coarse, strict=True):
        alike = here @ taught.T
        alike -= 0.35
        np.maximum(alike, 0, out=alike)
        total += np.minimum(alike, 0.5, out=alike)
    return total


def sorts_scores(zone: Floats, poses: Poses, deck: Deck) -> Floats:
    """The same by what the deck's cards have in common: quick, and rough.

    `(2, N)`: as they lie, and turned by half, when a card shows the same pixels backwards.
    """
    parts = vectors(look(zone, poses, deck.form, card_px(deck.form, COARSE_PX)), COARSE_PX)
    scores = [_commonness(parts, common) for common in (deck.common, deck.common[::-1, :, ::-1])]
    return np.stack(scores)


def _commonness(parts: Floats, common: Floats) -> Floats:
    """`(N,)`, for parts of cards `(parts, N, px)` and directions `(parts, SORTS, px)`."""
    energy = np.linalg.norm(parts @ common.transpose(0, 2, 1), axis=2)
    return np.asarray(np.clip(energy - 0.35, 0, 0.5).sum(axis=0), np.float32)


def fit(
    zone: Floats, pose: Poses, card: tuple[Deck, int], reach_mm: float, settings: MatchSettings
) -> tuple[Poses, float]:
    """A way to lie `(3,)` put right by what the card shows, and how many parts agree."""
    deck, name = card
    form, (columns, rows) = deck.form, parts_of(deck.form)
    w, h = card_px(form, FINE_PX)
    mm = form.w_mm / w, form.h_mm / h
    seen = look(zone, pose[None], form, (w, h))[0]
    reach = max(1, round(reach_mm / mm[0]))
    padded = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    taught = deck.pictures[name]
    contrast = taught.reshape(rows, FINE_PX, columns, FINE_PX).std(axis=(1, 3)).ravel()
    rows_of: list[tuple[float, float, float, float, float]] = []
    for place in np.argsort(-contrast)[: settings.fitted]:
        row, column = divmod(int(place), columns)
        top, left = row * FINE_PX, column * FINE_PX
        part = taught[top : top + FINE_PX, left : left + FINE_PX]
        area = padded[top : top + FINE_PX + 2 * reach, left : left + FINE_PX + 2 * reach]
        alike = cv2.matchTemplate(area, part, cv2.TM_CCOEFF_NORMED)
        _, best, _, at = cv2.minMaxLoc(alike)
        if best > 0.6:
            x, y = left + FINE_PX / 2 - w / 2, top + FINE_PX / 2 - h / 2
            rows_of.append((x, y, at[0] - reach, at[1] - reach, best))
    if len(rows_of) < 4:
        return pose, 0.0
    found = np.array(rows_of)
    moved_mm, agree = _moved(found[:, :2] * mm, found[:, 2:4] * mm, found[:, 4])
    dx, dy, turn = moved_mm
    c, s = np.cos(pose[2]), np.sin(pose[2])
    return np.array((pose[0] + c * dx - s * dy, pose[1] + s * dx + c * dy, pose[2] + turn)), agree


def _moved(at: npt.NDArray[np.float64], by: npt.NDArray[np.float64],
           weight: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], float]:  # fmt: skip
    """Shift, mm, and turn that most parts agree on, and how many do."""
    ones, zeros = np.ones(len(at)), np.zeros(len(at))
    terms = np.concatenate([np.column_stack([ones, zeros, -at[:, 1]]),
                            np.column_stack([zeros, ones, at[:, 0]])])  # fmt: skip
    wanted = np.concatenate([by[:, 0], by[:, 1]])
    start = np.median(by, axis=0)
    trust = weight * (np.linalg.norm(by - start, axis=1) < 1.2)
    answer = np.array((start[0], start[1], 0.0))
    for _ in range(4):
        double = np.tile(trust, 2)[:, None]
        normal = terms.T @ (terms * double) + np.diag((1e-3, 1e-3, 1.0))
        answer = np.linalg.solve(normal, terms.T @ (wanted * double[:, 0]))
        off = (terms @ answer - wanted).reshape(2, -1)
        trust = weight * np.exp(-(off**2).sum(axis=0) / 0.5)
    return answer, float((trust > 0.3).sum())


def likeness(zone: tuple[Floats, Floats, Floats], pose: Poses, deck: Deck) -> Floats:
    """How alike each part of a card that lies so is to each card's `(parts, cards)`.

    Of the zone, shades and the two channels of tints as `print_of` gives them.
    """
    form, (shades, *tints) = deck.form, zone
    seen = look(shades, pose[None], form, card_px(form, FINE_PX))
    half = card_px(form, FINE_PX // 2)
    tint = [look(channel, pose[None], form, half) for channel in tints]
    parts = vectors(soft(seen), FINE_PX, np.stack(tint, axis=3))
    return np.asarray((parts @ deck.fine.transpose(0, 2, 1))[:, 0])


def likelihoods(alike: Floats, open_: Mask, settings: MatchSettings) -> Floats:
    """For each part and card `(parts, cards)` the logarithm of how likely it looks so.

    An unlike part counts no less than a covered one does; one in glare tells nothing.
    """
    told = np.logaddexp((alike - 1) / settings.spread, (settings.hidden - 1) / settings.spread)
    return np.where(open_[:, None], told, 0).astype(np.float32)


def against_untaught(
    told: Floats, best: int, open_: Mask, deck: Deck, settings: MatchSettings
) -> float:
    """How much likelier a card is than one of its kind that was never taught; a logarithm.

    Only by parts in which the deck's cards differ: the untaught one shares the frame.
    """
    nothing = (settings.hidden - 1) / settings.spread
    return float(((told[:, best] - nothing) * deck.telling[:, best])[open_].sum())
