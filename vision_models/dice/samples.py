"""Training samples: classifier crops and detector scenes, from photographs and drawings.

Labels of a crop: 0-5 are the faces 1-6, 6 is "a die, top face not readable", 7 is "no die here".
A scene's labels are rows `(x, y, w, h, kind)`: centre and size in px, kind 1 a die, 0 padding,
-1 a place of no say (a die too small or too large for this scale).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice import draw, faults, surfaces
from vision_models.dice.draw import Picture
from vision_models.dice.photos import Boxes, Generator, Photo, cut, read

CROP_PX = 64
SCENE_PX = 192
MAX_DICE = 60
UNREADABLE, NO_DIE = 6, 7
SMALLEST_PX, LARGEST_PX = 11.0, 90.0


def photo_crops(photo: Photo, rng: Generator, per_die: int) -> Iterator[tuple[Picture, int]]:
    """Crops of every die of a photograph, and of places without one."""
    picture = read(photo.path)
    for (x, y, w, h), value in zip(photo.boxes, photo.values, strict=True):
        place = (float(x), float(y), float(max(w, h)))
        for _ in range(per_die if value else 3 * per_die):
            yield _die_crop(picture, place, value, photo.turn(rng), rng)
    for _ in range(2 * per_die if len(photo.boxes) else 12 * per_die):
        empty = _empty_crop(picture, photo.boxes, rng)
        if empty is not None:
            yield faults.spoil(empty, rng, 2.0, 0.3), NO_DIE


def _die_crop(
    picture: Picture, place: tuple[float, float, float], value: int, turn: float, rng: Generator
) -> tuple[Picture, int]:
    x, y, edge = place
    dx, dy = rng.uniform(-0.12, 0.12, 2) * edge
    side = edge * rng.uniform(1.05, 1.8)
    crop = cut(picture, x + dx, y + dy, side, CROP_PX, turn=turn,
               stretch=rng.uniform(0.88, 1.13), flip=bool(rng.random() < 0.5))  # fmt: skip
    label = value - 1 if value else UNREADABLE
    chance = rng.random()
    if chance < 0.04:
        return _half_covered(crop, rng), UNREADABLE
    if chance < 0.06:
        return _washed_out(crop, rng), UNREADABLE
    return faults.spoil(crop, rng, 1.6, max(0.28, min(1.0, 14 / edge))), label


def _half_covered(crop: Picture, rng: Generator) -> Picture:
    cover = surfaces.background(CROP_PX, CROP_PX, rng)
    yy, xx = np.mgrid[0:CROP_PX, 0:CROP_PX] - CROP_PX / 2
    angle = rng.uniform(0, 2 * np.pi)
    hidden = xx * np.cos(angle) + yy * np.sin(angle) > rng.uniform(-4, 2)
    return faults.spoil(np.where(hidden[..., None], cover, crop), rng, 1.2, 0.5)


def _washed_out(crop: Picture, rng: Generator) -> Picture:
    return faults.sensor(
        np.asarray(cv2.GaussianBlur(faults.light(crop, rng), (0, 0), rng.uniform(5, 8)), np.uint8),
        rng)  # fmt: skip


def _empty_crop(picture: Picture, boxes: Boxes, rng: Generator) -> Picture | None:
    h, w = picture.shape[:2]
    side = float(np.exp(rng.uniform(np.log(18), np.log(0.45 * min(h, w)))))
    if len(boxes) and rng.random() < 0.6:  # beside a die, at its scale
        x, y, bw, bh = boxes[int(rng.integers(len(boxes)))]
        edge = float(max(bw, bh))
        side = edge * rng.uniform(1.1, 1.8)
        angle, reach = rng.uniform(0, 2 * np.pi), edge * rng.uniform(0.85, 1.3)
        at = np.array([x + np.cos(angle) * reach, y + np.sin(angle) * reach])
    else:
        at = rng.uniform((0, 0), (w, h))
    if not (0 <= at[0] < w and 0 <= at[1] < h):
        return None
    sizes = boxes[:, 2:].max(axis=1) if len(boxes) else np.zeros(0)
    if (np.hypot(*(boxes[:, :2] - at).T) < np.maximum(0.75 * sizes, 0.4 * side)).any():
        return None
    return cut(picture, float(at[0]), float(at[1]), side, CROP_PX, turn=rng.uniform(0, 7))


def drawn_crop(rng: Generator) -> tuple[Picture, int]:
    """One drawn crop of any class."""
    kind = rng.random()
    edge = float(np.exp(rng.uniform(np.log(16), np.log(44))))
    side = edge * rng.uniform(1.15, 1.9)
    room = 96
    canvas = surfaces.background(room, room, rng)
    middle = room / 2 + rng.uniform(-0.1, 0.1, 2) * edge
    if kind < 0.35:
        return _slot_crop(canvas, middle, edge, rng)
    look = draw.random_look(rng)
    _neighbours(canvas, edge, look, rng)
    if kind < 0.82:
        value = int(rng.integers(1, 7))
        pose = draw.random_pose(rng, float(middle[0]), float(middle[1]), edge)
        draw.draw_die(canvas, pose, value, look, rng)
        label = value - 1
    else:
        label = NO_DIE
        if rng.random() < 0.75:
            surfaces.distractor(canvas, rng, edge, float(middle[0]), float(middle[1]))
    crop = cut(canvas, room / 2, room / 2, side, CROP_PX)
    if label != NO_DIE and rng.random() < 0.04:
        return _half_covered(crop, rng), UNREADABLE
    return faults.spoil(crop, rng, 1.6, max(0.3, min(1.0, 14 / edge))), label


def other_crop(rng: Generator) -> tuple[Picture, int]:
    """A drawn crop of what is no pip die, more often than not a die with numerals."""
    canvas = surfaces.background(96, 96, rng)
    edge = float(np.exp(rng.uniform(np.log(16), np.log(50))))
    x, y = 48 + rng.uniform(-0.1, 0.1, 2) * edge
    if rng.random() < 0.6:
        surfaces.numeral_die(canvas, rng, float(x), float(y), edge)
    else:
        surfaces.distractor(canvas, rng, edge, float(x), float(y))
    crop = cut(canvas, 48, 48, edge * rng.uniform(1.2, 1.9), CROP_PX)
    return faults.spoil(crop, rng, 1.6, 0.4), NO_DIE


def _neighbours(canvas: Picture, edge: float, look: draw.Look, rng: Generator) -> None:
    """Dice lying beside the place that the crop is about."""
    middle = canvas.shape[0] / 2
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        angle, reach = rng.uniform(0, 2 * np.pi), edge * rng.uniform(1.15, 1.6)
        other = look if rng.random() < 0.5 else draw.random_look(rng)
        pose = draw.random_pose(rng, float(middle + np.cos(angle) * reach),
                                float(middle + np.sin(angle) * reach), edge)  # fmt: skip
        draw.draw_die(canvas, replace(pose, tilt=min(pose.tilt, 0.4)),
                      int(rng.integers(1, 7)), other, rng)  # fmt: skip


def _slot_crop(
    canvas: Picture, middle: npt.NDArray[np.float64], edge: float, rng: Generator
) -> tuple[Picture, int]:
    """A flat die on a printed square place, or the empty place."""
    if rng.random() < 0.6:
        canvas = (canvas * rng.uniform(0.1, 0.5)).astype(np.uint8)
    half = canvas.shape[0] / 2
    side = edge * rng.uniform(1.02, 1.5)
    for dx in (-1, 0, 1):
        surfaces.slot(canvas, half + dx * side * rng.uniform(1.1, 1.5), half, side, rng)
    label = NO_DIE
    if rng.random() < 0.72:
        label = int(rng.integers(0, 6))
        lie = np.pi / 2 * rng.integers(4) + (rng.normal(0, 0.15) if rng.random() < 0.7
                                             else rng.uniform(0, 7))  # fmt: skip
        pose = draw.Pose(float(middle[0]), float(middle[1]), edge, float(lie), 0.0, 0.0, 0.0)
        draw.draw_die(canvas, pose, label + 1, draw.flat_look(rng), rng)
    crop = cut(canvas, half, half, edge * rng.uniform(1.4, 1.8), CROP_PX)
    return faults.spoil(crop, rng, 1.3, max(0.35, min(1.0, 18 / edge))), label


def photo_scene(photo: Photo, picture: Picture, rng: Generator) -> tuple[Picture, Boxes]:
    """A square of a photograph at a random scale, with its dice."""
    edges = photo.boxes[:, 2:].max(axis=1) if len(photo.boxes) else np.zeros(0)
    wanted = float(np.exp(rng.uniform(np.log(13), np.log(80))))
    size = float(np.median(edges)) if len(edges) else rng.uniform(20, 200)
    scale = min(wanted / size, 2.0)
    h, w = picture.shape[:2]
    if len(edges) and rng.random() < 0.85:
        off = rng.uniform(-0.4, 0.4, 2) * SCENE_PX / scale
        x, y = photo.boxes[int(rng.integers(len(edges))), :2] + off
    else:
        x, y = rng.uniform((0, 0), (w, h))
    return scene_at(photo, picture, (float(x), float(y), scale), rng)


def scene_at(
    photo: Photo, picture: Picture, place: tuple[float, float, float], rng: Generator
) -> tuple[Picture, Boxes]:
    """The part of a photograph round `(x, y)` at a scale, perhaps mirrored, a little turned."""
    x, y, scale = place
    flip, angle = bool(rng.random() < 0.5), float(rng.normal(0, 0.12))
    scene = cut(picture, x, y, SCENE_PX / scale, SCENE_PX, turn=angle, flip=flip)
    at = (photo.boxes[:, :2] - (x, y)) * scale
    if flip:
        at[:, 0] *= -1
    c, s = np.cos(angle), np.sin(angle)
    at = at @ np.array([[c, s], [-s, c]]) + SCENE_PX / 2
    boxes = np.column_stack([at, photo.boxes[:, 2:] * scale])
    return faults.spoil(scene, rng, 1.3, 0.6), labelled(boxes)


def drawn_scene(rng: Generator, ground: Callable[[], Picture]) -> tuple[Picture, Boxes]:
    """Some dice and some other things on a surface."""
    canvas = np.ascontiguousarray(ground())
    edge = float(np.exp(rng.uniform(np.log(12), np.log(64))))
    spread = rng.uniform(0, 0.25)
    flat = rng.random() < 0.2
    boxes: list[tuple[float, float, float, float]] = []
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform(0, SCENE_PX, 2)
        surfaces.distractor(canvas, rng, edge * rng.uniform(0.5, 1.5), float(x), float(y))
    count = int(rng.integers(0, 3 + min(10, int((SCENE_PX / edge) ** 2 / 6))))
    look = draw.random_look(rng)
    for _ in range(count):
        own = edge * float(np.exp(rng.normal(0, spread)))
        x, y = _place(boxes, own, rng)
        pose = draw.random_pose(rng, x, y, own)
        if flat:
            pose = replace(pose, tilt=0.0, perspective=0.0)
            look = draw.flat_look(rng)
            surfaces.slot(canvas, x, y, own * rng.uniform(1.05, 1.5), rng)
        elif rng.random() < 0.7:
            look = draw.random_look(rng)
        left, top, w, h = draw.draw_die(canvas, pose, int(rng.integers(1, 7)), look, rng)
        boxes.append((left + w / 2, top + h / 2, w, h))
    return faults.spoil(canvas, rng, 1.3, 0.6), labelled(np.array(boxes).reshape(-1, 4))


def _place(
    boxes: Sequence[tuple[float, float, float, float]], edge: float, rng: Generator
) -> tuple[float, float]:
    """A place that covers no die so far; quite often right beside one."""
    x = y = -1000.0
    for _ in range(20):
        if boxes and rng.random() < 0.4:
            bx, by, bw, _ = boxes[int(rng.integers(len(boxes)))]
            angle, reach = rng.uniform(0, 2 * np.pi), (edge + bw) / 2 * rng.uniform(1.0, 1.3)
            x, y = bx + np.cos(angle) * reach, by + np.sin(angle) * reach
        else:
            x, y = rng.uniform(0, SCENE_PX, 2)
        if all(np.hypot(x - b[0], y - b[1]) > 0.5 * (edge + max(b[2], b[3])) for b in boxes):
            return float(x), float(y)
    return -1000.0, -1000.0


def labelled(boxes: npt.NDArray[np.floating]) -> Boxes:
    """Label rows `(60, 5)` of the boxes that lie in the scene."""
    rows = np.zeros((MAX_DICE, 5), np.float32)
    size = boxes[:, 2:].max(axis=1) if len(boxes) else np.zeros(0)
    inside = ((boxes[:, :2] > -size[:, None] / 2) & (
        boxes[:, :2] < SCENE_PX + size[:, None] / 2)).all(axis=1)  # fmt: skip
    chosen = boxes[inside][:MAX_DICE]
    rows[: len(chosen), :4] = chosen
    fits = (size[inside] >= SMALLEST_PX) & (size[inside] <= LARGEST_PX)
    centred = ((chosen[:, :2] >= 0) & (chosen[:, :2] < SCENE_PX)).all(axis=1)
    rows[: len(chosen), 4] = np.where(fits[:MAX_DICE] & centred, 1, -1)
    return rows
