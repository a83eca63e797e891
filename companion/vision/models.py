"""Models in a cut of the board: which stand or lie where, found by comparing silhouettes.

Bodies are put where they explain most of the evidence, one after the other and then all together.
What another set of bodies would explain as well, or what no body explains, leaves a doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.bodies import Body, Mask, View, placed, silhouette
from companion.vision.evidence import Evidence, Floats, Window
from companion.vision.pose import Points
from companion.vision.shading import unlike
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
    most: int = 6
    """More bodies are not looked for in one patch."""
    rival: float = 0.12
    """Area that another explanation must explain less; or else the light on it decides."""
    lit: float = 0.8
    """Spread of lightness left by the right body, beside that left by another: more is a doubt."""
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


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A body that is told, and whether it may be otherwise."""

    put: Put
    fits: float
    doubt: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """What is told of a cut. `lumps` are places, mm, where something lies that is not explained."""

    found: tuple[FoundModel, ...]
    lumps: tuple[tuple[float, float], ...]


def find_models(
    seen: Evidence, bodies: Sequence[Body], view: View, settings: ModelSettings
) -> Explained:
    """All models of these bodies in a cut of the board."""
    middle = view.corner + np.array(seen.fits.shape[:0:-1]) / 2 / view.px_per_mm
    masks = [_about(body, view, middle) for body in bodies]
    least = min(float(mask.sum()) for mask in masks)
    widest = max(float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max()) for mask in masks)
    fields = _fields(seen, settings.field * widest, settings)
    plain = replace(seen, fits=np.where(fields, np.minimum(seen.fits, 0), seen.fits))
    found, left = list[FoundModel](), np.ones(seen.changed.shape, np.bool_)
    tangled = np.zeros(seen.changed.shape, np.bool_)
    for window, here in _patches(plain, settings.least * least, view, settings):
        patch = _Patch(plain.part(window, here), bodies, view.at(window), settings)
        if patch.tangled:
            tangled[window] |= here
            continue
        for model, mask in patch.explained():
            found.append(model)
            left[window] &= ~mask
    lumps = _lumps((seen.changed | tangled) & left, settings.left * least, view, settings)
    hiding = _lumps(fields.any(axis=0) & left, least, view, settings)
    veiled = _lumps(_veiled(seen, ~left), settings.veiled * least, view, settings)
    return Explained(tuple(found), (*lumps, *hiding, *veiled))


def _veiled(seen: Evidence, hidden: Places) -> Places:
    """Where a model of the place's own colour may stand `(H, W)`: its shadow would touch nothing.

    Shadows begin at models that are told, or come from outside the cut.
    """
    speck = np.ones((3, 3), np.uint8)
    dark = cv2.morphologyEx((seen.dimmed | hidden).astype(np.uint8), cv2.MORPH_OPEN, speck)
    _, labels = cv2.connectedComponents(np.asarray(dark, np.uint8))
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    begins = np.unique(np.concatenate([labels[hidden], edge]))
    return seen.own & seen.dimmed & ~np.isin(labels, begins)


def _fields(seen: Evidence, radius_px: float, settings: ModelSettings) -> Places:
    """What has a model's colour `(N, H, W)` over more room than one takes, as far as is known."""
    if seen.known.all():
        return np.zeros(seen.fits.shape, np.bool_)
    width = 2 * round(radius_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    fields = [
        cv2.morphologyEx(
            ((fit > settings.speaks) & ~seen.known).astype(np.uint8), cv2.MORPH_OPEN, disc
        )
        for fit in seen.fits
    ]
    return np.stack(fields) > 0


def _about(body: Body, view: View, middle: Points) -> Mask:
    """The silhouette of a body in the middle of a cut."""
    reach = int(np.ceil(3 * body.reach_mm * view.px_per_mm))
    about = View(view.eye, middle - reach / view.px_per_mm, view.px_per_mm)
    return silhouette(body, (middle[0], middle[1], 0.0), about, (2 * reach, 2 * reach))


def _patches(
    seen: Evidence, least_px: float, view: View, settings: ModelSettings
) -> Iterator[tuple[Window, Places]]:
    """Windows about evidence that hangs together, and where in them it is."""
    lies = (seen.fits.max(axis=0) > settings.speaks).astype(np.uint8)
    lies = np.asarray(cv2.morphologyEx(lies, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    wide = 2 * round(settings.gap_mm / 2 * view.px_per_mm) + 1
    lies = np.asarray(cv2.dilate(lies, np.ones((wide, wide), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(lies)
    room = round(settings.room_mm * view.px_per_mm)
    for n in range(1, count):
        x, y, w, h, size = (int(v) for v in stats[n])
        if size >= least_px:
            top, left = max(0, y - room), max(0, x - room)
            window = (slice(top, y + h + room), slice(left, x + w + room))
            yield window, labels[window] == n


def _lumps(
    changed: Places, least_px: float, view: View, settings: ModelSettings
) -> Iterator[tuple[float, float]]:
    width = 2 * round(settings.sliver_mm * view.px_per_mm) + 1
    thick = cv2.morphologyEx(
        changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((width, width), np.uint8)
    )
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(thick, np.uint8))
    for n in range(1, count):
        if stats[n, cv2.CC_STAT_AREA] >= least_px:
            x, y = view.corner + (middles[n] + 0.5) / view.px_per_mm
            yield float(x), float(y)


class _Patch:
    """A part of a cut whose evidence hangs together."""

    def __init__(
        self, seen: Evidence, bodies: Sequence[Body], view: View, settings: ModelSettings
    ) -> None:
        self._fits, self._known, self._lightness = seen.fits, seen.known, seen.lightness
        self._view, self._settings = view, settings
        _, h, w = self._fits.shape
        self._size = (w, h)
        middle = view.corner + np.array((w, h)) / 2 / view.px_per_mm
        self._areas = {id(body): float(_about(body, view, middle).sum()) for body in bodies}
        self._least = min(self._areas.values())
        self._colours = [
            n for n, fit in enumerate(self._fits)
            if float(np.maximum(fit, 0).sum()) > settings.least * self._least
        ]  # fmt: skip
        self._templates = Templates(bodies, view, self._size, settings.coarse_px_per_mm)

    @property
    def tangled(self) -> bool:
        """Whether there is too much to explain for a place of which nobody knows how it is bare."""
        speaks = (self._fits.max(axis=0) > self._settings.speaks) & ~self._known
        return bool(speaks.sum() > self._settings.tangle * self._least)

    def explained(self) -> Iterator[tuple[FoundModel, Places]]:
        """The models of the best explanation, each with what is seen of it or in its place."""
        leaves = sorted(self._grow(()), key=lambda leaf: -leaf[0])
        if not leaves or not leaves[0][1]:
            return
        worth, puts = leaves[0]
        puts = tuple(self._better_lit(puts, place, worth) for place in range(len(puts)))
        worth = self._worth(puts)
        close = self._settings.rival * self._least
        rivals = [other for value, other in leaves[1:] if worth - value < close]
        unsure = any(_colours(other) != _colours(puts) for other in rivals)
        for place, put in enumerate(puts):
            mask = silhouette(put.body, (put.x, put.y, put.turn), self._view, self._size) > 0
            fits, doubt = self._judged(puts, place, worth)
            yield FoundModel(put, fits, doubt or unsure), _wider(mask)

    def _grow(self, puts: tuple[Put, ...]) -> Iterator[tuple[float, tuple[Put, ...]]]:
        """Sets of bodies that begin with these, each with what it explains."""
        ways = self._ways(puts) if len(puts) < self._settings.most else []
        if not ways:
            yield self._worth(puts), puts
            return
        best = ways[0][0]
        branches = self._settings.branches if len(puts) < 2 else 1
        for gain, put in ways[:branches]:
            if gain > 0.5 * best:
                yield from self._grow(self._settled((*puts, put)))

    def _ways(self, puts: tuple[Put, ...]) -> list[tuple[float, Put]]:
        """How one more body would explain most, for each body, best first."""
        taken = self._labels(puts) >= 0
        fits = np.where(taken, self._settings.taken, self._fits)
        ways = []
        for put in self._templates.best(fits, self._colours):
            better = self._moved(put, fits)
            gain = self._gain(better, fits)
            if gain > self._settings.least * self._areas[id(put.body)]:
                ways.append((gain, better))
        return sorted(ways, key=lambda way: -way[0])

    def _gain(self, put: Put, fits: Floats) -> float:
        mask = silhouette(put.body, (put.x, put.y, put.turn), self._view, self._size)
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

    def _settled(self, puts: tuple[Put, ...]) -> tuple[Put, ...]:
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
            mask = silhouette(put.body, (put.x, put.y, put.turn), self._view, self._size)
            labels[mask > 0] = place
        return labels

    def _judged(self, puts: tuple[Put, ...], place: int, worth: float) -> tuple[float, bool]:
        """The mean evidence of a body, and whether it may be another or none."""
        put, limits = puts[place], self._settings
        whole = silhouette(put.body, (put.x, put.y, put.turn), self._view, self._size) > 0
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
            or self._may_differ(puts, place, worth)
        )
        return mine, bool(doubt)

    def _runs_on(self, put: Put, seen: Places, labels: npt.NDArray[np.intp]) -> bool:
        """Whether its colour goes on beyond its rim, where it is not known how it looks bare."""
        width = 2 * round(self._settings.rim_mm * self._view.px_per_mm) + 1
        inner = _wider(seen)
        rim = cv2.dilate(seen.astype(np.uint8), np.ones((width, width), np.uint8)) > 0
        rim &= ~inner & (labels < 0) & ~self._known
        if rim.sum() < 0.3 * seen.sum() ** 0.5:
            return False
        return float((self._fits[put.colour][rim] > 0.2).mean()) > self._settings.rim

    def _may_differ(self, puts: tuple[Put, ...], place: int, worth: float) -> bool:
        """Whether another body in its place explains nearly as much, and is lit as well."""
        limit = self._settings.lit
        for other in self._rivals(puts, place, worth):
            mine, its = self._unlike(puts[place], other)
            if mine > limit * its:
                return True
        return False

    def _better_lit(self, puts: tuple[Put, ...], place: int, worth: float) -> Put:
        """A body, or another in its place that explains nearly as much and is lit better."""
        best = puts[place]
        for other in self._rivals(puts, place, worth):
            mine, its = self._unlike(best, other)
            if its < mine:
                best = other
        return best

    def _rivals(self, puts: tuple[Put, ...], place: int, worth: float) -> Iterator[Put]:
        """Other bodies of its colour that explain nearly as much in its place."""
        rest = (*puts[:place], *puts[place + 1 :])
        fits = np.where(self._labels(rest) >= 0, self._settings.taken, self._fits)
        put = puts[place]
        for other in self._templates.best(fits, [put.colour], (put.x, put.y)):
            if other.says != put.says:
                moved = self._moved(other, fits)
                if worth - self._worth((*rest, moved)) < self._settings.rival * self._least:
                    yield moved

    def _unlike(self, one: Put, other: Put) -> tuple[float, ...]:
        both = tuple((put.body, (put.x, put.y, put.turn)) for put in (one, other))
        return unlike(self._lightness, both, self._view)


def _moves(put: Put, step: float, turn: float) -> list[Put]:
    moves = [replace(put, x=put.x + x, y=put.y + y)
             for x, y in ((step, 0), (-step, 0), (0, step), (0, -step))]  # fmt: skip
    if put.body.turns > 1:
        moves += [replace(put, turn=put.turn + by) for by in (turn, -turn)]
    return moves


def _shared_mm2(one: Put, other: Put) -> float:
    """What two bodies both take of the board."""
    a, b = (placed(p.body.plan, (p.x, p.y, p.turn)).astype(np.float32) for p in (one, other))
    if np.hypot(one.x - other.x, one.y - other.y) < 0.5:
        return float(min(cv2.contourArea(a), cv2.contourArea(b)))
    return float(cv2.intersectConvexConvex(a, b)[0])


def _colours(puts: Sequence[Put]) -> list[tuple[str, int, int]]:
    """Which pieces they are, however they lie."""
    return sorted((put.body.kind, put.colour, put.body.count) for put in puts)


def _wider(mask: Places) -> Places:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
