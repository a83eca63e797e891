"""Which card of a deck lies in a way: looked at coarsely, then weighed part by part."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.card_deck import (
    COARSE_PX,
    FINE_PX,
    GLIMPSE_PX,
    Deck,
    Floats,
    card_px,
    soft,
    vectors,
)  # fmt: skip
from companion.vision.card_edges import PX_PER_MM, Poses
from companion.vision.card_sheet import HALF, QUARTER, Sheet, about, look, look_at

Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]
GLARE = 0.1
"""Share of a pixel in glare, from which on it is not looked at."""
RATHER = 0.2
"""So much more alike to another card a part surely looks rather like that one's."""
AT_ONCE = 16
"""So many glimpses are compared at once: what of more is written down fits in no cache."""
FLAT = 0.2
"""Contrast of a part beside glare, to that of all of it, below which hardly anything is there."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How likeness is weighed."""

    spread: float = 0.12
    """Unlikeness of a part to itself that is e times less likely than none."""
    hidden: float = 0.4
    """Likeness below which a part is rather covered than unlike."""
    strange: float = 6.0
    """So many times less likely, as a logarithm, a part is another card's print where a card lies
    that was taught. Chosen with `CardSettings.told`, `surer` and `backed`: of 497 strangers (seeds
    700-739) 15 get a name instead of 20, of 1,901 cards (seeds 700-829, under things, under glare,
    tucked) 38 get none instead of 62."""
    rivals: int = 40
    """No more cards, those that look most alike at a coarse look, are compared closely."""
    least_rivals: int = 4
    """And no fewer, so that the next likeliest is known."""
    outdone: float = 10.0
    """Of the others only those that are no more times less likely there, as a logarithm. Closely
    looked at, no card was the likeliest that had been behind by more than 2.4 among taught ones
    (seeds 700-715), 9.8 among strangers."""
    bright: float = 249.0
    """Level above which a pixel is glare."""
    glare_share: float = 0.5
    """Of a part in glare, above which it counts as hidden."""


def glimpses(sheet: Sheet, poses: Poses, deck: Deck) -> Floats:
    """Parts of cards that lie so, and of those turned by half, `(parts, 2 N, px)`: quick and rough.

    Turned by half a card shows the same pixels backwards.
    """
    size = card_px(deck.form, GLIMPSE_PX)
    seen = vectors(look(sheet.faint, QUARTER, poses, deck.form, size), GLIMPSE_PX)
    return np.concatenate([seen, seen[::-1, :, ::-1]], axis=1)


def looks_like_any(seen: Floats, deck: Deck) -> Floats:
    """How much glimpses look like any card `(N)`: sums over parts."""
    return _alike(_lengths(seen @ deck.common.transpose(0, 2, 1)))


def looks_like_each(seen: Floats, deck: Deck) -> Floats:
    """How much glimpses look like each card `(N, cards)`: the same, slower and less roughly."""
    few = np.array_split(seen, 1 + seen.shape[1] // AT_ONCE, axis=1)
    return np.concatenate([_alike(some @ deck.glimpse.transpose(0, 2, 1)) for some in few])


def _lengths(parts: Floats) -> Floats:
    """Of vectors `(parts, N, px)`."""
    return np.asarray(np.sqrt(np.einsum("pnx,pnx->pn", parts, parts)), np.float32)


def _alike(parts: Floats) -> Floats:
    """Sums over likenesses of parts `(parts, ...)`: of what is unlike none, of none much."""
    parts -= 0.35
    return np.asarray(np.clip(parts, 0, 0.5, out=parts).sum(axis=0))


def coarse_likeness(sheet: Sheet, pose: Poses, deck: Deck) -> Floats:
    """How alike each part of a card that lies so is to each card's `(parts, cards)`, coarsely."""
    seen = look_at(sheet.soft, HALF, pose, deck.form, card_px(deck.form, COARSE_PX))
    return np.asarray((vectors(seen[None], COARSE_PX) @ deck.coarse.transpose(0, 2, 1))[:, 0])


def likeness(sheet: Sheet, pose: Poses, deck: Deck, cards: Places) -> Floats:
    """How alike each part of a card that lies so is to some cards' `(parts, cards)`."""
    form, half = deck.form, card_px(deck.form, FINE_PX // 2)
    seen = look_at(sheet.shades, PX_PER_MM, pose, form, card_px(form, FINE_PX))
    tints = look_at(sheet.tints, HALF, pose, form, half)
    parts = vectors(soft(seen[None]), FINE_PX, tints[None])[:, 0]
    alike = np.stack([np.einsum("pn,pn->p", deck.fine[card], parts) for card in cards], axis=1)
    if about(sheet.bright, pose, form).any():
        glare = look_at(sheet.bright, HALF, pose, form, half)
        _beside(glare, parts, deck.fine[cards], alike)
    return alike


def _beside(glare: Floats, parts: Floats, taught: Floats, alike: Floats) -> None:
    """Put right how alike parts are that glare hides partly: by what is seen beside it."""
    side = FINE_PX // 2
    h, w = glare.shape
    open_ = glare.reshape(h // side, side, w // side, side).swapaxes(1, 2) < GLARE
    open_ = open_.reshape(-1, side, side)
    partly = np.flatnonzero(~open_.all(axis=(1, 2)) & open_.any(axis=(1, 2)))
    if not len(partly):
        return
    half = open_[partly].reshape(len(partly), -1)
    whole = open_[partly].repeat(2, axis=1).repeat(2, axis=2).reshape(len(partly), -1)
    mask = np.concatenate([whole, half, half], axis=1).astype(np.float32)
    here, there = (_masked(part, mask) for part in (parts[partly], taught[:, partly]))
    alike[partly] = (here * there).sum(axis=2).T


def _masked(parts: Floats, mask: Floats) -> Floats:
    """Parts `(..., parts, px)` by the pixels that a mask leaves, as unit vectors again."""
    area, quarter = FINE_PX * FINE_PX, FINE_PX * FINE_PX // 4
    masked = parts * mask
    for channel in (slice(area), slice(area, area + quarter), slice(area + quarter, None)):
        seen = mask[:, channel]
        mean = masked[..., channel].sum(axis=-1, keepdims=True) / seen.sum(axis=1, keepdims=True)
        masked[..., channel] -= mean * seen
    size = np.linalg.norm(masked, axis=-1, keepdims=True)
    return np.asarray(masked / (size + FLAT))


def likelihoods(alike: Floats, open_: Mask, settings: MatchSettings) -> Floats:
    """For each part and card `(parts, cards)` the logarithm of how likely it looks so.

    An unlike part counts no less than a covered one does; one in glare tells nothing.
    """
    told = _above_hidden(alike, settings) + (settings.hidden - 1) / settings.spread
    return np.asarray(told * open_[:, None], np.float32)


def _above_hidden(alike: Floats, settings: MatchSettings) -> Floats:
    """How much likelier parts look so than covered ones; logarithms."""
    likelier = np.exp((alike - settings.hidden) / settings.spread)
    return np.asarray(np.log1p(likelier), np.float32)


def against_untaught(alike: Floats, most: int, telling: Floats, settings: MatchSettings) -> float:
    """How much likelier one of some cards is than one that was never taught; a logarithm.

    By how alike the parts are to these cards' `(parts, cards)`, and only where the deck's cards
    differ: the untaught one shares the frame. A part that looks rather like another card's is not
    covered: it speaks for one that nobody taught.
    """
    own, others = alike[:, most], np.delete(alike, most, axis=1).max(axis=1, initial=0)
    told = _above_hidden(own, settings)
    printed = np.clip(others / RATHER - 1, 0, 1) * np.clip((others - own) / RATHER, 0, 1)
    return float(((told - settings.strange * printed) * telling).sum())
