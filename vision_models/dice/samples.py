"""Training samples: classifier crops and detector scenes, from photographs and drawings.

Labels of a crop: 0-5 are the faces 1-6, 6 is "a die, top face not readable", 7 is "no die here".
A scene's labels are rows `(x, y, w, h, kind)`: centre and size in px, kind 1 a die, 0 padding,
-1 a place of no say (a die too small for this scale, or whose middle lies outside), -2 a die too
large for this scale: its middle has no say, but its pips are no dice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice import draw, faults, surfaces, things
from vision_models.dice.cutouts import Cutout, lay
from vision_models.dice.draw import Picture
from vision_models.dice.photos import Boxes, Generator, Photo, cut, read

CROP_PX = 64
ROOM_PX = 96
"""Side of the drawing that a crop is cut from."""
SCENE_PX = 192
MAX_DICE = 60
CROP_OVER_BOX = (1.15, 2.0)
UNREADABLE, NO_DIE = 6, 7
SMALLEST_PX, LARGEST_PX = 9.0, 85.0
FACES = (1, 1, 2, 3, 4, 5, 6)
"""Of drawn dice: a single pip is what is soonest taken for no die."""


def photo_crops(photo: Photo, rng: Generator, per_die: int) -> Iterator[tuple[Picture, int]]:
    """Crops of every die of a photograph, of parts of dice, and of places without one."""
    picture = read(photo.path)
    for (x, y, w, h), value in zip(photo.boxes, photo.values, strict=True):
        place = (float(x), float(y), float(max(w, h)))
        for _ in range(per_die if value else 3 * per_die):
            yield _die_crop(picture, place, value, photo.turn(rng), rng)
        if rng.random() < 0.5:
            yield _misfit_crop(picture, place, rng)
    for _ in range(4 * per_die if len(photo.boxes) else 16 * per_die):
        empty = _empty_crop(picture, photo.boxes, rng)
        if empty is not None:
            yield faults.spoil(empty, rng, 2.0, 0.3), NO_DIE


def _misfit_crop(
    picture: Picture, place: tuple[float, float, float], rng: Generator
) -> tuple[Picture, int]:
    """A part of a die with a pip or a face in the middle, or a die lost in too wide a crop."""
    x, y, edge = place
    if edge < 30 or rng.random() < 0.2:
        side, reach = edge * rng.uniform(3.4, 5), 0.3 * edge
    else:
        side, reach = edge * rng.uniform(0.2, 0.6), 0.4 * edge
    dx, dy = rng.uniform(-reach, reach, 2)
    crop = cut(picture, x + dx, y + dy, side, CROP_PX, turn=rng.uniform(0, 7))
    return faults.spoil(crop, rng, 1.6, 0.5), NO_DIE


def _die_crop(
    picture: Picture, place: tuple[float, float, float], value: int, turn: float, rng: Generator
) -> tuple[Picture, int]:
    x, y, edge = place
    dx, dy = rng.uniform(-0.12, 0.12, 2) * edge
    side = edge * rng.uniform(*CROP_OVER_BOX)
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
    edge = float(np.exp(rng.uniform(np.log(13), np.log(44))))
    side = edge * rng.uniform(*CROP_OVER_BOX)
    canvas = surfaces.background(ROOM_PX, ROOM_PX, rng)
    middle = ROOM_PX / 2 + rng.uniform(-0.1, 0.1, 2) * edge
    if kind < 0.3:
        return _slot_crop(canvas, middle, edge, rng)
    look = draw.random_look(rng)
    _neighbours(canvas, edge, look, rng)
    x, y = float(middle[0]), float(middle[1])
    if kind < 0.36:
        things.emblem_die(canvas, rng, edge, x, y)
        label = UNREADABLE
    else:
        label = int(rng.choice(FACES)) - 1
        draw.draw_die(canvas, draw.random_pose(rng, x, y, edge), label + 1, look, rng)
    if rng.random() < 0.15:
        return _misfit_crop(canvas, (x, y, edge), rng)
    crop = cut(canvas, ROOM_PX / 2, ROOM_PX / 2, side, CROP_PX)
    if rng.random() < 0.04:
        return _half_covered(crop, rng), UNREADABLE
    return faults.spoil(crop, rng, 1.6, max(0.3, min(1.0, 14 / edge))), label


def flat_crop(rng: Generator) -> tuple[Picture, int]:
    """A plain die seen straight from above on any surface, as a simple picture shows it."""
    canvas = surfaces.background(ROOM_PX, ROOM_PX, rng)
    edge = float(np.exp(rng.uniform(np.log(16), np.log(44))))
    x, y = ROOM_PX / 2 + rng.uniform(-0.1, 0.1, 2) * edge
    value, look = int(rng.choice(FACES)), draw.flat_look(rng)
    pose = draw.Pose(float(x), float(y), edge, float(rng.uniform(0, 7)), 0.0, 0.0, 0.0)
    _, _, w, h = draw.draw_die(canvas, pose, value, look, rng)
    side = max(w, h) * rng.uniform(*CROP_OVER_BOX)
    crop = cut(canvas, ROOM_PX / 2, ROOM_PX / 2, side, CROP_PX)
    return faults.spoil(crop, rng, 1.3, max(0.3, min(1.0, 16 / edge))), value - 1


def other_crop(rng: Generator) -> tuple[Picture, int]:
    """A drawn crop of what is no pip die: mostly a thing in its middle, or any surface."""
    canvas = surfaces.background(ROOM_PX, ROOM_PX, rng)
    edge = float(np.exp(rng.uniform(np.log(13), np.log(50))))
    x, y = ROOM_PX / 2 + rng.uniform(-0.15, 0.15, 2) * edge
    kind = rng.random()
    if kind < 0.3:
        things.numeral_die(canvas, rng, edge, float(x), float(y))
    elif kind < 0.5:
        things.picture_cube(canvas, rng, edge, float(x), float(y))
    elif kind < 0.88:
        things.distractor(canvas, rng, edge * float(rng.uniform(0.6, 1.3)), float(x), float(y))
    crop = cut(canvas, ROOM_PX / 2, ROOM_PX / 2, edge * rng.uniform(*CROP_OVER_BOX), CROP_PX)
    return faults.spoil(crop, rng, 1.6, 0.4), NO_DIE


def laid_crop(thing: Cutout, rng: Generator) -> tuple[Picture, int]:
    """A die or other thing of a photograph on a drawn surface."""
    canvas = surfaces.background(ROOM_PX, ROOM_PX, rng)
    size = float(np.exp(rng.uniform(np.log(16), np.log(48))))
    if rng.random() < 0.4:
        angle, reach = rng.uniform(0, 7), size * rng.uniform(1.05, 1.5)
        beside = ROOM_PX / 2 + np.array([np.cos(angle), np.sin(angle)]) * reach
        things.distractor(canvas, rng, size, float(beside[0]), float(beside[1]))
    x, y = ROOM_PX / 2 + rng.uniform(-0.1, 0.1, 2) * size
    _, _, w, h = lay(canvas, thing, rng, (float(x), float(y), size))
    side = max(w, h, 8.0) * rng.uniform(*CROP_OVER_BOX)
    crop = cut(canvas, ROOM_PX / 2, ROOM_PX / 2, side, CROP_PX)
    label = thing.value - 1 if thing.value else NO_DIE
    return faults.spoil(crop, rng, 1.6, max(0.3, min(1.0, 14 / size))), label


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
        things.slot(canvas, half + dx * side * rng.uniform(1.1, 1.5), half, side, rng)
    label = NO_DIE
    if rng.random() < 0.72:
        label = int(rng.choice(FACES)) - 1
        lie = np.pi / 2 * rng.integers(4) + (rng.normal(0, 0.15) if rng.random() < 0.7
                                             else rng.uniform(0, 7))  # fmt: skip
        pose = draw.Pose(float(middle[0]), float(middle[1]), edge, float(lie), 0.0, 0.0, 0.0)
        draw.draw_die(canvas, pose, label + 1, draw.flat_look(rng), rng)
    crop = cut(canvas, half, half, edge * rng.uniform(1.4, 1.8), CROP_PX)
    return faults.spoil(crop, rng, 1.3, max(0.35, min(1.0, 18 / edge))), label


def photo_scene(photo: Photo, picture: Picture, rng: Generator) -> tuple[Picture, Boxes]:
    """A square of a photograph at a random scale, with its dice."""
    edges = photo.boxes[:, 2:].max(axis=1) if len(photo.boxes) else np.zeros(0)
    wanted = float(np.exp(rng.uniform(np.log(10), np.log(75))))
    if rng.random() < 0.08:
        wanted = float(rng.uniform(90, 260))
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


def drawn_scene(rng: Generator) -> tuple[Picture, Boxes]:
    """Some dice and some other things on a surface."""
    canvas = surfaces.background(SCENE_PX, SCENE_PX, rng)
    edge = float(np.exp(rng.uniform(np.log(10), np.log(60))))
    if rng.random() < 0.06:
        edge = float(rng.uniform(90, 180))
    spread = rng.uniform(0, 0.25)
    flat = rng.random() < 0.2
    strew(canvas, edge, rng)
    boxes: list[tuple[float, float, float, float]] = []
    count = int(rng.integers(1, 3 + min(10, int((SCENE_PX / edge) ** 2 / 6))))
    look = draw.random_look(rng)
    for _ in range(count):
        own = edge * float(np.exp(rng.normal(0, spread)))
        x, y = _place(boxes, own, rng)
        pose = draw.random_pose(rng, x, y, own)
        if flat:
            pose = replace(pose, tilt=0.0, perspective=0.0)
            look = draw.flat_look(rng)
            things.slot(canvas, x, y, own * rng.uniform(1.05, 1.5), rng)
        elif rng.random() < 0.7:
            look = draw.random_look(rng)
        left, top, w, h = draw.draw_die(canvas, pose, int(rng.choice(FACES)), look, rng)
        boxes.append((left + w / 2, top + h / 2, w, h))
    return faults.spoil(canvas, rng, 1.3, 0.6), labelled(np.array(boxes).reshape(-1, 4))


def bare_scene(rng: Generator) -> tuple[Picture, Boxes]:
    """A surface with things on it and no die."""
    canvas = surfaces.background(SCENE_PX, SCENE_PX, rng)
    strew(canvas, float(np.exp(rng.uniform(np.log(12), np.log(60)))), rng)
    return faults.spoil(canvas, rng, 1.3, 0.6), labelled(np.zeros((0, 4)))


def laid_scene(
    dice: Sequence[Cutout], others: Sequence[Cutout], rng: Generator
) -> tuple[Picture, Boxes]:
    """Dice cut out of photographs, and other things, on a drawn surface."""
    canvas = surfaces.background(SCENE_PX, SCENE_PX, rng)
    edge = float(np.exp(rng.uniform(np.log(11), np.log(64))))
    strew(canvas, edge, rng)
    boxes: list[tuple[float, float, float, float]] = []
    for _ in range(int(rng.integers(0, 3))):
        x, y = _place(boxes, edge, rng)
        lay(canvas, others[int(rng.integers(len(others)))], rng, (x, y, edge))
        boxes.append((x, y, edge, edge))
    first = len(boxes)
    for _ in range(int(rng.integers(1, 3 + min(8, int((SCENE_PX / edge) ** 2 / 6))))):
        own = edge * float(np.exp(rng.normal(0, 0.15)))
        x, y = _place(boxes, own, rng)
        die = dice[int(rng.integers(len(dice)))]
        left, top, w, h = lay(canvas, die, rng, (x, y, own))
        if w and h:
            boxes.append((left + w / 2, top + h / 2, w, h))
    return (faults.spoil(canvas, rng, 1.3, 0.6),
            labelled(np.array(boxes[first:]).reshape(-1, 4)))  # fmt: skip


def strew(canvas: Picture, size: float, rng: Generator) -> None:
    """Up to six things of about this size anywhere on the canvas."""
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform((0, 0), (canvas.shape[1], canvas.shape[0]))
        things.distractor(canvas, rng, size * rng.uniform(0.5, 1.5), float(x), float(y))


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


def free_place(boxes: Boxes, rng: Generator) -> tuple[float, float, float] | None:
    """Middle and size of a thing that covers no die of a scene's labels, or `None`."""
    size = float(np.exp(rng.uniform(np.log(14), np.log(60))))
    there = boxes[boxes[:, 4] != 0]
    for _ in range(8):
        x, y = rng.uniform(0, SCENE_PX, 2)
        gaps = np.maximum(np.abs(there[:, 0] - x) - there[:, 2] / 2,
                          np.abs(there[:, 1] - y) - there[:, 3] / 2)  # fmt: skip
        if not len(there) or gaps.min() > 0.6 * size:
            return float(x), float(y), size
    return None


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
    kinds = np.where(size[inside] > LARGEST_PX, -2, np.where(fits, 1, -1))[:MAX_DICE]
    rows[: len(chosen), 4] = np.where(centred | (kinds == -2), kinds, -1)
    return rows
