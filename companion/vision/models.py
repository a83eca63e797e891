"""Models in a cut of the board: which stand or lie where, found by comparing silhouettes.

What changed and no body explains, or may hide one, leaves a doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.bodies import Body, Mask, View
from companion.vision.crowds import Crowd, FoundModel, ModelSettings, silhouette_about
from companion.vision.evidence import Evidence, Window
from companion.vision.pose import Points
from companion.vision.templates import Places


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
    masks = [silhouette_about(body, view, middle) for body in bodies]
    least = min(float(mask.sum()) for mask in masks)
    widest = max(float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max()) for mask in masks)
    fields = _fields(seen, settings.field * widest, settings)
    plain = replace(seen, fits=np.where(fields, np.minimum(seen.fits, 0), seen.fits))
    found, left = list[FoundModel](), np.ones(seen.changed.shape, np.bool_)
    tangled = np.zeros(seen.changed.shape, np.bool_)
    for window, here in _parted(plain, least, view, settings):
        if _area(plain, window, here, settings) > settings.crowded * least:
            tangled[window] |= here
            continue
        patch = Crowd(plain.part(window, here), bodies, view.at(window), settings)
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


def _area(seen: Evidence, window: Window, here: Places, settings: ModelSettings) -> float:
    """Evidence in one patch, px."""
    return float(((seen.fits[:, *window].max(axis=0) > settings.speaks) & here).sum())


def _veiled(seen: Evidence, hidden: Places) -> Places:
    """Where a model of the place's own colour may stand `(H, W)`: its shadow would touch nothing.

    Shadows begin at models that are told, or come from outside the cut, as those of models do of
    which only a part is in it.
    """
    parts = _labels(seen.changed)
    cut_off = (parts > 0) & np.isin(parts, _at_edge(parts))
    labels = _labels(seen.dimmed | hidden | cut_off)
    begins = np.concatenate([labels[hidden], _at_edge(labels)])
    return seen.dimmed & ~np.isin(labels, begins)


def _labels(mask: Places) -> npt.NDArray[np.int32]:
    """What hangs together, specks aside, by number; 0 is nothing."""
    speck = np.ones((3, 3), np.uint8)
    _, labels = cv2.connectedComponents(
        np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, speck), np.uint8)
    )
    return np.asarray(labels, np.int32)


def _at_edge(labels: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    return np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])


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


def _parted(
    seen: Evidence, least: float, view: View, settings: ModelSettings
) -> Iterator[tuple[Window, Places]]:
    """Patches of what is near to each other, those that are too much parted at their necks."""
    for window, here in _patches(seen, settings.least * least, view, settings):
        if _area(seen, window, here, settings) <= settings.crowded * least:
            yield window, here
            continue
        lies = (seen.fits[:, *window].max(axis=0) > settings.speaks) & here
        width = 2 * round(settings.neck_mm / 2 * view.px_per_mm) + 1
        cores = cv2.erode(lies.astype(np.uint8), np.ones((width, width), np.uint8))
        _, nearest = cv2.distanceTransformWithLabels(
            np.asarray(1 - cores, np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5
        )
        for n in np.unique(nearest[lies]):
            yield window, here & (nearest == n)


def _patches(
    seen: Evidence, least_px: float, view: View, settings: ModelSettings
) -> Iterator[tuple[Window, Places]]:
    """Windows about evidence that hangs together, and where in them it is."""
    lies = (seen.fits.max(axis=0) > settings.speaks).astype(np.uint8)
    lies = np.asarray(cv2.morphologyEx(lies, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    lies |= _grown(lies, settings.bridge_mm, view) & seen.own
    lies = _grown(lies, settings.gap_mm / 2, view)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(lies)
    room = round(settings.room_mm * view.px_per_mm)
    for n in range(1, count):
        x, y, w, h, size = (int(v) for v in stats[n])
        if size >= least_px:
            top, left = max(0, y - room), max(0, x - room)
            window = (slice(top, y + h + room), slice(left, x + w + room))
            yield window, labels[window] == n


def _grown(lies: Mask, by_mm: float, view: View) -> Mask:
    wide = 2 * round(by_mm * view.px_per_mm) + 1
    return np.asarray(cv2.dilate(lies, np.ones((wide, wide), np.uint8)), np.uint8)


def _lumps(
    changed: Places, least_px: float, view: View, settings: ModelSettings
) -> Iterator[tuple[float, float]]:
    width = 2 * round(settings.sliver_mm * view.px_per_mm) + 1
    thick = cv2.morphologyEx(
        changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((width, width), np.uint8)
    )
    count, labels, stats, middles = cv2.connectedComponentsWithStats(np.asarray(thick, np.uint8))
    for n in range(1, count):
        if stats[n, cv2.CC_STAT_AREA] >= least_px:
            wide = stats[n, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1].max()
            large = wide > settings.wide_mm * view.px_per_mm
            for middle in _parts(labels == n, settings, view) if large else [middles[n]]:
                x, y = view.corner + (middle + 0.5) / view.px_per_mm
                yield float(x), float(y)


def _parts(lump: Places, settings: ModelSettings, view: View) -> Iterator[Points]:
    """Points all over a lump, px: it may hide a model anywhere."""
    step = settings.wide_mm / 2 * view.px_per_mm
    rows, columns = np.nonzero(lump)
    for row, column in np.unique(np.column_stack([rows // step, columns // step]), axis=0):
        here = (rows // step == row) & (columns // step == column)
        if here.sum() > 0.25 * step**2:
            yield np.array((columns[here].mean(), rows[here].mean()))
