"""Cards in a part of a board: which ones lie where, told by a deck that was taught.

Ways to lie come from edges; what most looks like a card is taken first and explains what it shows,
so that the cards it covers are told by the rest of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.vision.card_deck import Deck, Floats, parts_of
from companion.vision.card_edges import (
    PX_PER_MM,
    Corners,
    EdgeSettings,
    Poses,
    agreed_poses,
    poses_by,
    poses_of,
)  # fmt: skip
from companion.vision.card_fit import fit_coarsely, fit_finely
from companion.vision.card_match import (
    Mask,
    MatchSettings,
    Places,
    against_untaught,
    coarse_likeness,
    glimpses,
    likelihoods,
    likeness,
    looks_like_any,
    looks_like_each,
)  # fmt: skip
from companion.vision.card_sheet import HALF, about, lay_back, look_at, sheet_of

LOOKED_THROUGH = 4
"""So many times as many ways to lie are sorted as are kept: some are near to each other."""
WITHIN_MM = 1.5
"""So far within a corner it is looked whose it is."""


@dataclass(frozen=True, slots=True)
class CardSettings:
    """When a card is told, and when one is seen at all."""

    edges: EdgeSettings = field(default_factory=EdgeSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    glimpsed: int = 160
    """So many ways to lie, those that look most like any card, are compared with each."""
    glimpse: float = 1.4
    """Sum over parts that look like a card's, for a closer look."""
    tries: int = 60
    """So many of those are looked at closely."""
    rivals: int = 2
    """So many ways to lie that near to each other are looked at: upright and not, for one."""
    apart_mm: float = 7.0
    """Nearer to each other, two ways to lie are of one card."""
    amiss_mm: float = 15.0
    """Nearer to a card that is told one that is not is the same one, taken to lie amiss: of two
    cards that lie so near to each other one is hardly seen."""
    seen: float = 25.0
    """Logarithm of how much likelier a card is there than none, from which on one is."""
    told: float = 4.0
    """The same for which card, against one that was never taught."""
    told_of_few: float = 16.0
    """The same where hardly any were taught: the others of the game may lie there as well."""
    many: int = 100
    """So many taught cards are rather all there are than a part of them."""
    surer: float = 1.5
    """The same against the next likeliest card. Of 1,959 cards (seeds 700-829: under things, under
    glare, tucked) 28 looked more like another than like themselves, by 1.3 at most."""
    backed: float = 10.0
    """No more of that counts against cards that were never taught, too: where nearly all were
    taught, hardly any is one, and what looks like no other card but this one is this one."""
    explained: float = 0.7
    """Share of a card's parts that others explain, above which it is not there."""
    own: float = 0.45
    """Likeness from which on a part is the card's own, and no other's."""
    whole: float = 0.48
    """Share of a card's parts seen as its own, from which on no other one lies on it."""
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
    """A way in which a card may lie, how alike its parts are to some cards', and what that tells.

    `open` are the parts that no glare hides.
    """

    pose: Poses
    cards: Places
    alike: Floats
    told: Floats
    open: Mask


Guess = tuple[str, Poses]
"""A card by its name, and how it lay at an earlier look: middle, mm, and turn, radians."""


def find_cards(
    crop: Pixels,
    corners: Corners,
    deck: Deck,
    settings: CardSettings,
    before: Sequence[Guess] = (),
    *,
    one: bool = False,
) -> tuple[FoundCard, ...]:
    """Cards of one deck in a cut of the board at `PX_PER_MM` that has these corners.

    Those that lay there `before` are looked for first; where there is room for `one` and most of it
    is seen, nothing else is.
    """
    finder = _Finder(crop, deck, settings)
    again = tuple(finder.again(before))
    if one and any(card.parts >= settings.whole for card in again):
        return again
    found = (*again, *finder.found(corners))
    told = [one for one in found if one.name is not None]
    return tuple(
        card
        for card in found
        if card.name is not None
        or all(np.hypot(card.x - one.x, card.y - one.y) >= settings.amiss_mm for one in told)
    )


class _Finder:
    """One cut, while it is being read: what is explained grows."""

    def __init__(self, crop: Pixels, deck: Deck, settings: CardSettings) -> None:
        self._crop, self._deck, self._settings = crop, deck, settings
        self._sheet = sheet_of(crop, settings.match.bright)
        self._known: list[FoundCard] = []

    def found(self, corners: Corners) -> Iterator[FoundCard]:
        """Cards not known yet: those of which two corners are seen, of those left those with one,
        and then those whose own corners are hidden; of each those first that look most like one."""
        form, edges = self._deck.form, self._settings.edges
        if self._known:
            corners = corners.those(self._is_unexplained(corners))
        yield from self._told(agreed_poses(corners, form, edges))
        left = corners.those(self._is_unexplained(corners))
        yield from self._told(poses_of(left, form, edges))
        left = left.those(self._is_unexplained(left))
        yield from self._told(poses_by(left, self._deck.corners, edges))

    def again(self, before: Sequence[Guess]) -> Iterator[FoundCard]:
        """Cards that lie as they did and are told by that alone."""
        for name, pose in before:
            explained = self._sheet.explained.copy()
            one = self._look_at(pose, self._deck.names.index(name))
            told = None if one is None else self._judged(one)
            if told is None or told.name != name:
                self._sheet.explained[:] = explained
            else:
                self._known.append(told)
                yield told

    def _told(self, poses: Poses) -> Iterator[FoundCard]:
        """Cards that lie in one of these ways or another."""
        h, w = self._crop.shape[:2]
        inside = (poses[:, :2] > 0) & (poses[:, :2] * PX_PER_MM < (w, h))
        for pose, card in self._likeliest(poses[inside.all(axis=1)]):
            if self._is_free(pose).mean() >= 1 - self._settings.explained:
                one = self._look_at(pose, card)
                told = None if one is None else self._judged(one)
                if told is not None and not self._is_known(told):
                    self._known.append(told)
                    yield told

    def _is_unexplained(self, corners: Corners) -> Mask:
        """Which corners are not of a card that is known."""
        within = corners.at + (corners.first + corners.second) * WITHIN_MM
        h, w = self._sheet.explained.shape
        x, y = np.clip((within * HALF).astype(int), 0, (w - 1, h - 1)).T
        return np.asarray(self._sheet.explained[y, x] == 0)

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
        most = int(sums.argmax())
        best, own = int(one.cards[most]), one.alike[:, most] > settings.own
        if open_.mean() < 1 - settings.explained or seen < settings.seen:
            return None
        if self._within(own) < settings.within:
            return None
        telling = self._deck.telling[:, best] * open_
        next_ = float(sums[most] - np.delete(sums, most).max(initial=-1e3))
        against = against_untaught(one.alike, most, telling, settings.match)
        against += self._complete() * min(next_, settings.backed)
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
        return settings.told + (1 - self._complete()) * (settings.told_of_few - settings.told)

    def _complete(self) -> float:
        """How much of a whole deck was taught, as far as can be told: up to 1."""
        return min(1.0, len(self._deck.names) / self._settings.many)

    def _likeliest(self, poses: Poses) -> list[tuple[Poses, int]]:
        """Ways to lie that show something like a card of the deck, with it, the likeliest first."""
        if not len(poses):
            return []
        settings = self._settings
        seen = glimpses(self._sheet, poses, self._deck)
        poses = np.concatenate([poses, poses + np.array((0.0, 0.0, np.pi))])
        rough = looks_like_any(seen, self._deck)
        some = self._apart(poses, rough, 2 * settings.rivals, settings.glimpsed)
        poses, scores = poses[some], looks_like_each(seen[:, some], self._deck)
        best, cards = scores.max(axis=1), scores.argmax(axis=1)
        kept = self._apart(poses, best, settings.rivals, settings.tries)
        return [(poses[place], int(cards[place])) for place in kept]

    def _apart(self, poses: Poses, scores: Floats, rivals: int, most: int) -> Places:
        """The likeliest ways to lie, no more than some that are near to each other."""
        likely = np.argsort(-scores)[: LOOKED_THROUGH * most]
        likely = likely[scores[likely] >= self._settings.glimpse]
        x, y = poses[likely, :2].T
        near = np.square(x[:, None] - x) + np.square(y[:, None] - y) < self._settings.apart_mm**2
        kept = np.zeros(len(likely), bool)
        for place, neighbours in enumerate(near):
            kept[place] = np.count_nonzero(neighbours & kept) < rivals
        return likely[kept][:most]

    def _is_free(self, pose: Poses) -> Mask:
        return self._free_of(self._sheet.explained, pose, self._settings.taken)

    def _look_at(self, pose: Poses, card: int) -> _Candidate | None:
        deck, sheet, match = self._deck, self._sheet, self._settings.match
        near = self._fitted(pose, card)
        if near is None:
            return None
        pose, cards = near
        exact = fit_finely(sheet, pose, deck, int(cards[0]))
        if exact is None:
            return None
        alike = likeness(sheet, exact, deck, cards)
        open_ = self._free_of(sheet.bright, exact, match.glare_share)
        return _Candidate(exact, cards, alike, likelihoods(alike, open_, match), open_)

    def _fitted(self, pose: Poses, card: int) -> tuple[Poses, Places] | None:
        """The way to lie put right by what this card shows, or else the one that is likelier there,
        and the cards that may lie so; where it is clear which does, it needs not be put right."""
        cards = self._rivals(pose)
        if cards[0] == card and len(cards) <= self._settings.match.least_rivals:
            return pose, cards
        fitted = fit_coarsely(self._sheet, pose, self._deck, card)
        if fitted is None:
            return None
        cards = self._rivals(fitted)
        if cards[0] == card:
            return fitted, cards
        again = fit_coarsely(self._sheet, fitted, self._deck, int(cards[0]))
        return (fitted, cards) if again is None else (again, self._rivals(again))

    def _rivals(self, pose: Poses) -> Places:
        """The cards that may lie so, the likeliest at a coarse look first."""
        match = self._settings.match
        open_ = self._free_of(self._sheet.bright, pose, match.glare_share)
        told = likelihoods(coarse_likeness(self._sheet, pose, self._deck), open_, match)
        sums = told.sum(axis=0)
        likely = np.argsort(-sums)[: match.rivals]
        near = sums[likely] >= sums[likely[0]] - match.outdone
        near[: match.least_rivals] = True
        return np.asarray(likely[near])

    def _free_of(self, mask: Floats, pose: Poses, share: float) -> Mask:
        """Parts of a card that lies so of which a mask covers no more than a share."""
        columns, rows = parts_of(self._deck.form)
        if not about(mask, pose, self._deck.form).any():
            return np.ones(columns * rows, np.bool_)
        seen = look_at(mask, HALF, pose, self._deck.form, (columns * 4, rows * 4))
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
        lay_back(self._sheet.explained, pose, self._deck.form, np.asarray(closed, np.uint8))
