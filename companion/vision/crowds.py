"""Models whose evidence hangs together: which bodies explain it best, and what would do as well.

Bodies are put where they explain most of it, one after the other and then all together. Each is
then taken away again and another put in its place. Where several ways explain about as much, the
light on them decides; where it does not, there is a doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.bodies import Body, Mask, View, placed, silhouette
from companion.vision.evidence import Evidence, Floats
from companion.vision.pose import Points
from companion.vision.shading import Placed, unlike
from companion.vision.templates import Places, Put, Templates


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """When a silhouette is believed. Areas are parts of that of the smallest silhouette."""

    px_per_mm: float = 2.0
    """Scale of cuts: a ship of 12 mm is 24 px wide."""
    coarse_px_per_mm: float = 1.0
    """Scale at which silhouettes are looked for first."""
    margin_mm: float = 16.0
    """Seen beyond the places: what stands at their edge leans so far out of them."""
    speaks: float = 0.15
    """Evidence that is looked at."""
    gap_mm: float = 3.0
    """What is nearer to each other is explained together."""
    neck_mm: float = 5.0
    """Models that touch hang together by less: too much for one patch is parted there."""
    bridge_mm: float = 4.0
    """Print of a model's own colour that is so near may be hidden by one."""
    room_mm: float = 6.0
    """Seen about it."""
    least: float = 0.3
    """Evidence, as part of its silhouette, for which a body is put at all."""
    taken: float = -0.25
    """Evidence of a pixel that another body has already."""
    branches: int = 2
    """So many ways to begin are followed."""
    field: float = 1.4
    """What is so much wider than a silhouette is no model but print, which may hide one."""
    tangle: float = 4.0
    """Area of evidence that is too much, where it is not known how the place looks bare."""
    crowded: float = 7.5
    """Area of evidence in one patch that is too much in any place: more than `most` bodies hide."""
    most: int = 6
    """More bodies are not looked for in one patch."""
    rival: float = 0.12
    """Area that another explanation must explain less, or as much worse lit, or there is a
    doubt."""
    light: float = 0.5
    """Areas that it counts when the spread of lightness that a body's sides do not explain is
    smaller by a factor of e."""
    colour: float = 0.2
    """Mean evidence that another colour must have less."""
    fits: float = 0.3
    """Mean evidence that a body must have."""
    fits_alone: float = 0.5
    """The same where it is not known how the place looks bare."""
    visible: float = 0.4
    """Part of a silhouette that must be seen."""
    rim_mm: float = 1.5
    """Width of the rim about a silhouette that should not be of its colour."""
    rim: float = 0.25
    """Part of the rim that may be so, where it is not known how the place looks bare."""
    left: float = 0.2
    """Area of what is changed and not explained that leaves a doubt."""
    veiled: float = 0.5
    """Area of a model's own colour in other light that leaves a doubt: one may stand there."""
    each: float = 0.15
    """Area that one body more must explain beside what it is seen by: few are likelier."""
    misfit: float = 0.2
    """Part of what is seen of a body that may not be it."""
    sliver_mm: float = 1.0
    """Half the width of what is left along edges and does not count."""
    wide_mm: float = 20.0
    """What is not explained and is wider may hide a model in each of its parts."""
    exchanges: int = 3
    """So often another takes the place of each body, as long as that explains more."""


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A body that is told, and whether it may be otherwise."""

    put: Put
    fits: float
    doubt: bool


Puts = tuple[Put, ...]
Leaf = tuple[float, Puts]
"""Bodies, and how well they explain what is seen together, in areas."""


def silhouette_about(body: Body, view: View, middle: Points) -> Mask:
    """The silhouette of a body in the middle of a cut."""
    reach = int(np.ceil(3 * body.reach_mm * view.px_per_mm))
    about = View(view.eye, middle - reach / view.px_per_mm, view.px_per_mm)
    return silhouette(body, (middle[0], middle[1], 0.0), about, (2 * reach, 2 * reach))


class Crowd:
    """A part of a cut whose evidence hangs together."""

    def __init__(
        self, seen: Evidence, bodies: Sequence[Body], view: View, settings: ModelSettings
    ) -> None:
        self._fits, self._known, self._lightness = seen.fits, seen.known, seen.lightness
        self._view, self._settings = view, settings
        _, h, w = self._fits.shape
        self._size = (w, h)
        middle = view.corner + np.array((w, h)) / 2 / view.px_per_mm
        self._areas = {
            id(body): float(silhouette_about(body, view, middle).sum()) for body in bodies
        }
        self._least = min(self._areas.values())
        self._enough = settings.least * self._least
        self._colours = [
            n for n, fit in enumerate(self._fits)
            if float(np.maximum(fit, 0).sum()) > self._enough
        ]  # fmt: skip
        self._templates = Templates(bodies, view, self._size, settings.coarse_px_per_mm)

    @property
    def tangled(self) -> bool:
        """Whether there is too much to explain for a place of which nobody knows how it is bare."""
        speaks = (self._fits.max(axis=0) > self._settings.speaks) & ~self._known
        return bool(speaks.sum() > self._settings.tangle * self._least)

    def explained(self) -> Iterator[tuple[FoundModel, Places]]:
        """The models of the best explanation, each with what is seen of it or in its place.

        What touches one that may be otherwise may be so, too.
        """
        leaves = sorted(self._exchanged(), key=lambda leaf: -leaf[0])
        best, puts = leaves[0], leaves[0][1]
        rivals = [leaf[1] for leaf in leaves[1:] if self._rivals(best, leaf)]
        masks = [wider(silhouette(p.body, p.at, self._view, self._size) > 0) for p in puts]
        judged = [self._judged(puts, place) for place in range(len(puts))]
        doubted = [
            doubt or any(_differs(puts, other, put) for other in rivals)
            for put, (_, doubt) in zip(puts, judged, strict=True)
        ]
        for put, mask, (fits, _), doubt in zip(puts, masks, judged, doubted, strict=True):
            beside = any((mask & m).any() for m, d in zip(masks, doubted, strict=True) if d)
            yield FoundModel(put, fits, doubt or beside), mask

    def _exchanged(self) -> list[Leaf]:
        """What explains it, also when others take the place of each body of the best."""
        leaves = [self._scored(puts) for puts in self._grow(())]
        for _ in range(self._settings.exchanges):
            score, puts = max(leaves, key=lambda leaf: leaf[0])
            others = [
                self._scored(other)
                for gone in self._exchangeable(puts) for other in self._instead(puts, gone)
            ]  # fmt: skip
            leaves += others
            if all(value <= score for value, _ in others):
                break
        return leaves

    def _exchangeable(self, puts: Puts) -> Iterator[Puts]:
        """Each body, and each two of one colour side by side: they may be one that lies."""
        for place, put in enumerate(puts):
            yield (put,)
            for other in puts[place + 1 :]:
                far = np.hypot(put.x - other.x, put.y - other.y)
                if put.colour == other.colour and far < put.body.reach_mm + other.body.reach_mm:
                    yield put, other

    def _instead(self, puts: Puts, gone: Puts) -> Iterator[Puts]:
        """Sets of bodies that have another one, and perhaps more, in place of these."""
        rest = tuple(put for put in puts if put not in gone)
        x, y = np.mean([put.at[:2] for put in gone], axis=0)
        fits = self._free(rest)
        for other in self._templates.best(fits, self._colours, self._enough, (x, y)):
            if [other.says] != [put.says for put in gone]:
                yield from self._grow(self._settled((*rest, self._moved(other, fits))))

    def _rivals(self, best: Leaf, leaf: Leaf) -> bool:
        """Whether others explain about as much; of stacks also by the light where both are seen.

        By all their light the smaller of two stacks looks better: less of it can be wrong.
        """
        (score, puts), (value, other) = best, leaf
        if _stacks(other) == _stacks(puts):
            return value > score - self._settings.rival
        mine, its = self._unlike(puts, other)
        more = (self._worth(puts) - self._worth(other)) / self._least
        less = more - self._settings.light * float(np.log(mine / its))
        return min(score - value, less) < self._settings.rival

    def _scored(self, puts: Puts) -> Leaf:
        """What bodies explain, and how far the light on their sides bears that out."""
        (spread,) = self._unlike(puts)
        return self._worth(puts) / self._least - self._settings.light * float(np.log(spread)), puts

    def _grow(self, puts: Puts) -> Iterator[Puts]:
        """Sets of bodies that begin with these."""
        ways = self._ways(puts) if len(puts) < self._settings.most else []
        if not ways:
            yield puts
            return
        best = ways[0][0]
        branches = self._settings.branches if len(puts) < 2 else 1
        for gain, put in ways[:branches]:
            if gain > 0.5 * best:
                yield from self._grow(self._settled((*puts, put)))

    def _ways(self, puts: Puts) -> list[tuple[float, Put]]:
        """How one more body would explain most, for each body, best first."""
        fits = self._free(puts)
        ways = []
        for put in self._templates.best(fits, self._colours, self._enough):
            better = self._moved(put, fits)
            gain = self._gain(better, fits)
            if gain > self._settings.least * self._areas[id(put.body)]:
                ways.append((gain, better))
        return sorted(ways, key=lambda way: -way[0])

    def _free(self, puts: Puts) -> Floats:
        """The evidence that these leave."""
        taken = self._labels(puts) >= 0
        return np.asarray(np.where(taken, self._settings.taken, self._fits), np.float32)

    def _gain(self, put: Put, fits: Floats) -> float:
        mask = silhouette(put.body, put.at, self._view, self._size)
        return float(fits[put.colour][mask > 0].sum())

    def _moved(self, put: Put, fits: Floats) -> Put:
        """A body moved to where it explains most nearby."""
        best, value = put, self._gain(put, fits)
        for step, turn in ((1.0, 0.13), (0.5, 0.06), (0.25, 0.03)):
            for _ in range(6):
                ways = [(self._gain(way, fits), way) for way in _moves(best, step, turn)]
                gain, way = max(ways, key=lambda pair: pair[0])
                if gain <= value + 0.5:
                    break
                best, value = way, gain
        return best

    def _settled(self, puts: Puts) -> Puts:
        """The last body and those near to it moved together to where they explain most."""
        last, now, worth = puts[-1], list(puts), self._worth(puts)
        near = [
            n for n, put in enumerate(puts)
            if np.hypot(put.x - last.x, put.y - last.y) < put.body.reach_mm + last.body.reach_mm
        ]  # fmt: skip
        if len(near) < 2:
            return puts
        for step, turn in ((1.0, 0.13), (0.5, 0.06)):
            for place in near:
                for way in _moves(now[place], step, turn):
                    tried = (*now[:place], way, *now[place + 1 :])
                    value = self._worth(tried)
                    if value > worth + 0.5:
                        now, worth = list(tried), value
        return tuple(now)

    def _worth(self, puts: Sequence[Put]) -> float:
        """What bodies explain together, less what they take from each other."""
        if not puts:
            return 0.0
        labels = self._labels(puts)
        total = 0.0
        for place, put in enumerate(puts):
            total += float(self._fits[put.colour][labels == place].sum())
        return total - self._settings.each * self._least * len(puts) - sum(
            _shared_mm2(one, other) * self._view.px_per_mm**2
            for n, one in enumerate(puts) for other in puts[n + 1 :]
        )  # fmt: skip

    def _labels(self, puts: Sequence[Put]) -> npt.NDArray[np.intp]:
        """Which body is seen where, -1 for none: the nearer to the eye hides the others."""
        labels = np.full(self._fits.shape[1:], -1, np.intp)
        eye = self._view.eye
        far = [float(np.hypot(put.x - eye[0], put.y - eye[1])) for put in puts]
        for place in np.argsort(far)[::-1]:
            put = puts[int(place)]
            mask = silhouette(put.body, put.at, self._view, self._size)
            labels[mask > 0] = place
        return labels

    def _judged(self, puts: Puts, place: int) -> tuple[float, bool]:
        """The mean evidence of a body, and whether it may be another or none."""
        put, limits = puts[place], self._settings
        whole = silhouette(put.body, put.at, self._view, self._size) > 0
        labels = self._labels(puts)
        seen = labels == place
        if not seen.any():
            return 0.0, True
        means = self._fits[:, seen].mean(axis=1)
        mine = float(means[put.colour])
        others = np.delete(means, put.colour)
        doubt = (
            mine < (limits.fits if self._known[seen].mean() > 0.5 else limits.fits_alone)
            or (others.size > 0 and mine - float(others.max()) < limits.colour)
            or seen.sum() < limits.visible * whole.sum()
            or float((self._fits[put.colour][seen] < -0.2).mean()) > limits.misfit
            or self._runs_on(put, seen, labels)
        )
        return mine, bool(doubt)

    def _runs_on(self, put: Put, seen: Places, labels: npt.NDArray[np.intp]) -> bool:
        """Whether its colour goes on beyond its rim, where it is not known how it looks bare."""
        width = 2 * round(self._settings.rim_mm * self._view.px_per_mm) + 1
        inner = wider(seen)
        rim = cv2.dilate(seen.astype(np.uint8), np.ones((width, width), np.uint8)) > 0
        rim &= ~inner & (labels < 0) & ~self._known
        if rim.sum() < 0.3 * seen.sum() ** 0.5:
            return False
        return float((self._fits[put.colour][rim] > 0.2).mean()) > self._settings.rim

    def _unlike(self, *sets: Puts) -> tuple[float, ...]:
        bodies = [[Placed(put.body, put.at, put.colour) for put in puts] for puts in sets]
        return unlike(self._lightness, bodies, self._view)


def _moves(put: Put, step: float, turn: float) -> list[Put]:
    moves = [replace(put, x=put.x + x, y=put.y + y)
             for x, y in ((step, 0), (-step, 0), (0, step), (0, -step))]  # fmt: skip
    if put.body.turns > 1:
        moves += [replace(put, turn=put.turn + by) for by in (turn, -turn)]
    return moves


def _shared_mm2(one: Put, other: Put) -> float:
    """What two bodies both take of the board."""
    a, b = (placed(p.body.plan, p.at).astype(np.float32) for p in (one, other))
    if np.hypot(one.x - other.x, one.y - other.y) < 0.5:
        return float(min(cv2.contourArea(a), cv2.contourArea(b)))
    return float(cv2.intersectConvexConvex(a, b)[0])


def _differs(puts: Puts, other: Puts, put: Put) -> bool:
    """Whether others tell something else, and perhaps so in place of one of these."""
    near = put.body.reach_mm / 2
    there = any(
        one.says == put.says and np.hypot(one.x - put.x, one.y - put.y) < near for one in other
    )
    return _told(puts) != _told(other) and not (there and len(puts) == len(other))


def _stacks(puts: Sequence[Put]) -> list[int]:
    """How high they are."""
    return sorted(put.body.count for put in puts if put.body.count > 1)


def _told(puts: Sequence[Put]) -> tuple[tuple[str, int, bool, int], ...]:
    """Which pieces they are, and how they lie."""
    return tuple(
        sorted((put.body.kind, put.colour, bool(put.body.lying), put.body.count) for put in puts)
    )


def wider(mask: Places) -> Places:
    """A mask and what is next to it."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
