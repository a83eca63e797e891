"""Dice without their ground, to be laid elsewhere: cut out of photographs, or rendered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision_models.dice.draw import Mask, Picture
from vision_models.dice.photos import Generator, Photo, cut, read
from vision_models.dice.sprites.load import load_sprites

LONGEST_PX = 128
UNREADABLE = 7
STEEP_DEG = 25.0
"""Seen from nearer the plumb line than this, a die shows hardly a side."""
LEAST_SHARE, MOST_SHARE = 0.02, 0.45  # of the photograph, that one die on it covers
LEAST_FILLED = 0.85  # of its convex outline: a die is convex
LEAST_EDGE_PX = 36
SIZE_TOLERANCE = 0.13  # of the longer side, between label and cut-out
FARTHEST = 3.5  # times the spread of the ground's colour


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A thing without its ground: colours and coverage 0-1, cut closely.

    `value` is the top face of a pip die, 7 if that cannot be read, 0 for other things; `any_turn`
    tells that it may be turned upside down, since it is no die seen from the side. Coverage below
    a half is shadow.
    """

    body: Picture
    alpha: Mask
    value: int = 0
    any_turn: bool = True


def cut_out(picture: Picture) -> Cutout | None:
    """The one thing on a plain ground; `None` where the ground is not plain enough."""
    scale = 240 / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    edges = (lab[:8], lab[-8:], lab[:, :8], lab[:, -8:])
    rim = np.concatenate([edge.reshape(-1, 3) for edge in edges])
    middle = np.median(rim, axis=0)
    spread = np.median(np.abs(rim - middle), axis=0) * 1.5 + (6, 3, 3)
    far = (np.abs(lab - middle) / spread).max(axis=2) > FARTHEST
    joined = cv2.morphologyEx(far.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    joined = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    hull, area = cv2.convexHull(outline), cv2.contourArea(outline)
    share = area / joined.size
    if not LEAST_SHARE < share < MOST_SHARE or area < LEAST_FILLED * cv2.contourArea(hull):
        return None
    x, y, w, h = cv2.boundingRect(hull)
    if min(x, y) < 2 or x + w > small.shape[1] - 2 or y + h > small.shape[0] - 2:
        return None
    alpha = np.zeros(joined.shape, np.float32)
    cv2.fillPoly(alpha, [hull], 1.0, cv2.LINE_AA)
    alpha = np.asarray(cv2.GaussianBlur(alpha, (0, 0), 0.8), np.float32)
    cut = (slice(y - 2, y + h + 2), slice(x - 2, x + w + 2))
    return _no_larger(Cutout(np.asarray(small[cut], np.uint8), np.asarray(alpha[cut], np.float32)))


def _no_larger(thing: Cutout) -> Cutout:
    scale = LONGEST_PX / max(thing.alpha.shape)
    if scale >= 1:
        return thing
    return Cutout(
        np.asarray(cv2.resize(thing.body, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)),
        np.asarray(cv2.resize(thing.alpha, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)),
    )


def all_cutouts(photos: Sequence[Photo]) -> list[Cutout]:
    """What can be cut out of photographs without pip dice."""
    found = (cut_out(read(p.path)) for p in photos if not len(p.boxes))
    return [thing for thing in found if thing is not None]


def rendered() -> tuple[list[Cutout], list[Cutout]]:
    """The rendered sprites: pip dice, and dice with numerals."""
    dice: list[Cutout] = []
    others: list[Cutout] = []
    for sprite in load_sprites():
        body = np.asarray(sprite.image[..., :3], np.uint8)
        alpha = np.asarray(sprite.image[..., 3] / np.float32(255), np.float32)
        value = sprite.value or (UNREADABLE if sprite.is_pip_die else 0)
        steep = sprite.tilt_deg < STEEP_DEG
        (dice if value else others).append(Cutout(body, alpha, value, steep))
    return dice, others


def die_cutouts(photos: Sequence[Photo], rng: Generator, most: int) -> list[Cutout]:
    """Pip dice that lie alone on plain ground, at most so many."""
    found: list[Cutout] = []
    for index in rng.permutation(len(photos)):
        photo = photos[index]
        picture = read(photo.path)
        for (x, y, w, h), value in zip(photo.boxes, photo.values, strict=True):
            edge = float(max(w, h))
            if not value or edge < LEAST_EDGE_PX or len(found) == most:
                continue
            side = min(240, round(1.5 * edge))
            thing = cut_out(cut(picture, float(x), float(y), 1.5 * edge, side))
            if thing is not None and _fits(thing, w / edge, h / edge):
                found.append(replace(thing, value=value, any_turn=photo.from_above))
    return found


def _fits(thing: Cutout, wide: float, high: float) -> bool:
    """Whether what was cut out of a square of 1.5 edges is as large as the label says."""
    h, w = (s / min(LONGEST_PX, max(thing.alpha.shape)) for s in thing.alpha.shape)
    long = max(wide, high)
    off = max(abs(w - wide / long), abs(h - high / long))
    return bool(off < SIZE_TOLERANCE)


def lay(
    canvas: Picture, thing: Cutout, rng: Generator, place: tuple[float, float, float]
) -> tuple[float, float, float, float]:
    """Lay it on the canvas, turned, mirrored and tinted anyhow; `place` is middle and length, px.

    Gives the box: left, top, width, height.
    """
    x, y, size = place
    turn = float(rng.uniform(0, 360)) if thing.any_turn else float(rng.normal(0, 8))
    body, alpha = thing.body, thing.alpha
    if rng.random() < 0.5:
        body, alpha = np.asarray(body[:, ::-1]), np.asarray(alpha[:, ::-1])
    if rng.random() < 0.5:
        body = np.asarray(body[..., rng.permutation(3)], np.uint8)
    h, w = alpha.shape
    scale = size / max(h, w)
    if scale < 0.6:
        to = (max(2, round(w * scale)), max(2, round(h * scale)))
        body = np.asarray(cv2.resize(body, to, interpolation=cv2.INTER_AREA), np.uint8)
        alpha = np.asarray(cv2.resize(alpha, to, interpolation=cv2.INTER_AREA), np.float32)
        (h, w), scale = alpha.shape, 1.0
    warp = cv2.getRotationMatrix2D((w / 2, h / 2), turn, scale)
    warp[:, 2] += np.array([x - w / 2, y - h / 2])
    area = (canvas.shape[1], canvas.shape[0])
    laid = cv2.warpAffine(np.ascontiguousarray(body), warp, area, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(np.ascontiguousarray(alpha), warp, area)
    shade = cv2.GaussianBlur(cover, (0, 0), max(0.6, 0.06 * size)) * rng.uniform(0, 0.5)
    ground = canvas * (1 - shade[..., None])
    canvas[:] = (ground * (1 - cover[..., None]) + laid * cover[..., None]).astype(np.uint8)
    rows, columns = np.nonzero(cover > 0.5)
    if not len(rows):
        return x, y, 0.0, 0.0
    left, top = float(columns.min()), float(rows.min())
    return left, top, float(columns.max()) + 1 - left, float(rows.max()) + 1 - top
