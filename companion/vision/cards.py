"""Cards in a part of a board: which ones lie where, told by a deck that was taught.

Ways to lie come from edges; what most looks like a card is taken first and explains what it shows,
so that the cards it covers are told by the rest of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.vision.card_deck import GLANCE_MM, Deck, Floats, parts_of, print_of
from companion.vision.card_edges import PX_PER_MM, EdgeSettings, Poses, lines_of, poses_of
from companion.vision.card_match import (
    Mask,
    MatchSettings,
    against_untaught,
    coarse_scores,
    fit,
    likelihoods,
    likeness,
    look,
    sorts_scores,
)  # fmt: skip

LEAST_AGREEING = 4
"""Parts of a card that must agree on where it lies."""


@dataclass(frozen=True, slots=True)
class CardSettings:
    """When a card is told, and when one is seen at all."""

    edges: EdgeSettings = field(default_factory=EdgeSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    tries: int = 60
    """So many ways to lie, the likeliest, are looked at closely in a zone."""
    glimpse: float = 3.5
    """Parts that look like any card's, as alike as they can be, for a closer look."""
    rivals: int = 2
    """So many ways to lie that near to each other are looked at: upright and not, for one."""
    apart_mm: float = 7.0
    """Nearer to each other, two ways to lie are of one card."""
    seen: float = 25.0
    """Logarithm of how much likelier a card is there than none, from which on one is."""
    told: float = 3.0
    """The same for which card, against one that was never taught."""
    told_of_few: float = 16.0
    """The same where hardly any were taught: the others of the game may lie there as well."""
    many: int = 100
    """So many taught cards are rather all there are than a part of them."""
    surer: float = 2.5
    """The same against the next likeliest card."""
    explained: float = 0.55
    """Share of a card's parts that others explain, above which it is not there."""
    own: float = 0.45
    """Likeness from which on a part is the card's own, and no other's."""
    within: float = 0.1
    """Share of a card's parts within its rim that must be its own: the outline of an empty place
    looks like a frame, and nothing within is (0.0). Of cards that were told 0.17 was the least."""
    taken: float = 0.3
    """Share of a part that another card explains, above which it tells nothing of this one."""


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card with its middle, mm from the cut's top left, and its turn, degrees clockwise.

    `name` is `None` where it is a card but not told which; `parts` is the share of it that is
    seen; `surer` and `told` are the logarithms that the settings speak of.
    """

    name: str | None
    x: float
    y: float
    turn_deg: float
    parts: float
    told: float
    surer: float

    @property
    def confidence(self) -> float:
        """The probability that the name is right."""
        return float(1 / (1 + np.exp(-self.surer - 1)) / (1 + np.exp(-self.told)))


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A way in which a card may lie, how alike its parts are to each card's, and what that tells.

    `open` are the parts that no glare hides.
    """

    pose: Poses
    alike: Floats
    told: Floats
    open: Mask


def find_cards(crop: Pixels, deck: Deck, settings: CardSettings) -> tuple[FoundCard, ...]:
    """Cards of one deck in a cut of the board at `PX_PER_MM`."""
    finder = _Finder(crop, deck, settings)
    return tuple(finder.found())


class _Finder:
    """One cut, while it is being read: what is explained grows."""

    def __init__(self, crop: Pixels, deck: Deck, settings: CardSettings) -> None:
        self._crop, self._deck, self._settings = crop, deck, settings
        self._printed, tints = print_of(crop, PX_PER_MM)
        first, second = cv2.split(cv2.blur(tints, (3, 3)))
        self._tints = np.asarray(first, np.float32), np.asarray(second, np.float32)
        soft = cv2.GaussianBlur(self._printed, (0, 0), GLANCE_MM * PX_PER_MM)
        self._soft = np.asarray(soft, np.float32)
        blue, green, red = cv2.split(crop)
        darkest = cv2.min(cv2.min(blue, green), red)
        self._bright = np.asarray(darkest > settings.match.bright, np.float32)
        self._explained = np.zeros(crop.shape[:2], np.float32)
        self._known: list[FoundCard] = []

    def found(self) -> Iterator[FoundCard]:
        """Cards, those first that look most like one."""
        lines = lines_of(self._crop, self._settings.edges)
        poses = poses_of(lines, self._deck.form, self._settings.edges)
        h, w = self._crop.shape[:2]
        inside = (poses[:, :2] > 0) & (poses[:, :2] * PX_PER_MM < (w, h))
        poses = poses[inside.all(axis=1)]
        for pose, card in self._likeliest(poses):
            if self._is_free(pose).mean() >= 1 - self._settings.explained:
                one = self._look_at(pose, card)
                told = None if one is None else self._judged(one)
                if told is not None and not self._is_known(told):
                    self._known.append(told)
                    yield told

    def _is_known(self, card: FoundCard) -> bool:
        """Whether it was found before, from another corner."""
        near = self._settings.apart_mm
        return any(np.hypot(card.x - one.x, card.y - one.y) < near for one in self._known)

    def _judged(self, one: _Candidate) -> FoundCard | None:
        """The card, told by the parts that no other explains, which it then does."""
        settings = self._settings
        open_ = one.open & self._is_free(one.pose)
        told = np.where(open_[:, None], one.told, 0)
        sums = told.sum(axis=0)
        seen = float(sums.max()) - self._nothing(open_)
        best = int(sums.argmax())
        own = one.alike[:, best] > settings.own
        if open_.mean() < 1 - settings.explained or seen < settings.seen:
            return None
        if self._within(own) < settings.within:
            return None
        against = against_untaught(told, best, open_, self._deck, settings.match)
        next_ = float(sums[best] - np.delete(sums, best).max(initial=-1e3))
        self._explain(one.pose, own & open_)
        sure = against >= self._least_told() and next_ >= settings.surer
        x, y, turn = (float(v) for v in one.pose)
        name = self._deck.names[best] if sure else None
        parts = float(own.mean())
        return FoundCard(name, x, y, float(np.degrees(turn)) % 360, parts, against, next_)

    def _within(self, own: Mask) -> float:
        """The share of these parts among those that are not of a card's rim."""
        columns, rows = parts_of(self._deck.form)
        inner = own.reshape(rows, columns)[1:-1, 1:-1]
        return float((inner if inner.size else own).mean())

    def _least_told(self) -> float:
        settings = self._settings
        few = 1 - min(1.0, len(self._deck.names) / settings.many)
        return settings.told + few * (settings.told_of_few - settings.told)

    def _likeliest(self, poses: Poses) -> list[tuple[Poses, int]]:
        """Ways to lie that show something like a card of the deck, with it, the likeliest first."""
        if not len(poses):
            return []
        settings = self._settings
        rough = sorts_scores(self._soft, poses, self._deck).ravel()
        poses = np.concatenate([poses, poses + np.array((0.0, 0.0, np.pi))])
        kept: list[int] = []
        for place in np.argsort(-rough):
            away = np.hypot(*(poses[kept, :2] - poses[place, :2]).T)
            if rough[place] < settings.glimpse or len(kept) == settings.tries:
                break
            if (away < settings.apart_mm).sum() < settings.rivals:
                kept.append(int(place))
        cards = coarse_scores(self._soft, poses[kept], self._deck).argmax(axis=1)
        return [(poses[place], int(card)) for place, card in zip(kept, cards, strict=True)]

    def _is_free(self, pose: Poses) -> Mask:
        return self._free_of(self._explained, pose, self._settings.taken)

    def _look_at(self, pose: Poses, card: int) -> _Candidate | None:
        match = self._settings.match
        for reach_mm in (match.reach_mm, match.near_mm):
            pose, agree = fit(self._printed, pose, (self._deck, card), reach_mm, match)
            if agree < LEAST_AGREEING:
                return None
        alike = likeness((self._printed, *self._tints), pose, self._deck)
        open_ = self._free_of(self._bright, pose, match.glare_share)
        return _Candidate(pose, alike, likelihoods(alike, open_, match), open_)

    def _free_of(self, mask: Floats, pose: Poses, share: float) -> Mask:
        """Parts of a card that lies so of which a mask covers no more than a share."""
        columns, rows = parts_of(self._deck.form)
        seen = look(mask, pose[None], self._deck.form, (columns * 4, rows * 4))[0]
        return np.asarray(seen.reshape(rows, 4, columns, 4).mean(axis=(1, 3)).ravel() <= share)

    def _nothing(self, open_: Mask) -> float:
        """The logarithm of how likely these parts look so where there is no card."""
        match = self._settings.match
        return (match.hidden - 1) / match.spread * int(open_.sum())

    def _explain(self, pose: Poses, own: Mask) -> None:
        """Mark where a card's parts are seen as its own, and what lies between them."""
        columns, rows = parts_of(self._deck.form)
        cells = np.pad(own.reshape(rows, columns).astype(np.uint8), 1)
        closed = cv2.morphologyEx(cells, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))[1:-1, 1:-1]
        turn = np.array([(np.cos(pose[2]), -np.sin(pose[2])), (np.sin(pose[2]), np.cos(pose[2]))])
        part = self._deck.form.w_mm / columns, self._deck.form.h_mm / rows
        squares = np.argwhere(closed)[:, None, ::-1] + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        points = ((squares - np.array((columns, rows)) / 2) * part) @ turn.T + pose[:2]
        cv2.fillPoly(self._explained, list(np.round(points * PX_PER_MM).astype(np.int32)), 1.0)
