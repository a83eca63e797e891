"""Second helpings: what the pretrained models take for dice and is none.

`python -m vision_models.dice.mine` reads the training photographs and fresh drawings with the
models of a run and writes further shards: crops of class "no die here", and the scenes round them.
"""

import argparse
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

import cv2
import numpy as np

from companion.vision.dice import DiceReader, load_settings
from companion.vision.onnx import Model
from vision_models.dice import faults, samples
from vision_models.dice.draw import Picture
from vision_models.dice.photos import (
    BARE_FOLDERS,
    TRAIN_FOLDERS,
    Boxes,
    Generator,
    Photo,
    bare_photos,
    cut,
    read,
    training_photos,
)
from vision_models.dice.prepare import BARE, Shard, crop_shard, save, scene_shard

MOST_A_PHOTO = 10
MOST_A_SCENE = 4
CROPS_EACH = 2
SCENES_A_SHARD = 1000
NOT_FULLY_LABELLED = ("graylens",)  # odd dice lie about in it without labels
LOWEST_CENTRE, LOWEST_EVIDENCE = 0.12, 0.02
Places = Sequence[tuple[float, float, float]]


def eager_reader(run: Path) -> DiceReader:
    """The models of a run, but so that doubtful places are given too."""
    finding, naming = load_settings()
    finding = replace(finding, centre_probability=LOWEST_CENTRE)
    naming = replace(naming, least_evidence=LOWEST_EVIDENCE, doubt_weight=1.0,
                     second_look_below=0.0)  # fmt: skip
    detector, classifier = (Model.from_file(run / p.file, 1) for p in (finding, naming))
    return DiceReader(detector, classifier, (finding, naming))


def false_places(picture: Picture, boxes: Boxes, reader: DiceReader) -> Places:
    """Middles and sizes, px, of readings that touch no die; `boxes` are middles and sizes."""
    places = [(r.x + r.w / 2, r.y + r.h / 2, max(r.w, r.h)) for r in reader.read(picture)]
    reach = boxes[:, 2:4].max(axis=1, initial=0)
    return [
        (x, y, size)
        for x, y, size in places
        if not (np.abs(boxes[:, :2] - (x, y)).max(axis=1, initial=0) < (reach + size) / 2).any()
    ]


def photo_shard(photos: Sequence[Photo], reader: DiceReader, rng: Generator) -> tuple[Shard, Shard]:
    """Crops and scenes of the false boxes of some photographs."""
    crops, scenes = [], []
    for photo in photos:
        picture = read(photo.path)
        places = false_places(picture, photo.boxes, reader)
        for index in rng.permutation(len(places))[:MOST_A_PHOTO]:
            x, y, size = places[index]
            crops += [_crop(picture, places[index], rng) for _ in range(CROPS_EACH)]
            scale = float(np.exp(rng.uniform(np.log(11), np.log(64)))) / size
            off = rng.uniform(-60, 60, 2) / scale
            place = (x + float(off[0]), y + float(off[1]), min(scale, 2.0))
            scenes.append(samples.scene_at(photo, picture, place, rng))
    return _shards(crops, scenes)


def drawn_shard(count: int, reader: DiceReader, rng: Generator) -> tuple[Shard, Shard]:
    """Crops and scenes of the false boxes of so many drawings, two of three without a die."""
    crops, scenes = [], []
    for _ in range(count):
        make = samples.drawn_scene if rng.random() < 0.33 else samples.bare_scene
        pixels, boxes = make(rng)
        places = false_places(pixels, boxes[boxes[:, 4] != 0], reader)
        for index in rng.permutation(len(places))[:MOST_A_SCENE]:
            crops.append(_crop(pixels, places[index], rng))
        if places:
            scenes.append((pixels, boxes))
    return _shards(crops, scenes)


def _shards(
    crops: list[tuple[Picture, int]], scenes: list[tuple[Picture, Boxes]]
) -> tuple[Shard, Shard]:
    if not crops:  # nothing was mistaken: a plain one keeps the shard's shape
        side = samples.SCENE_PX
        crops = [(np.full((samples.CROP_PX, samples.CROP_PX, 3), 128, np.uint8), samples.NO_DIE)]
        scenes = [(np.full((side, side, 3), 128, np.uint8), samples.labelled(np.zeros((0, 4))))]
    return crop_shard(crops), scene_shard(scenes)


def _crop(
    picture: Picture, place: tuple[float, float, float], rng: Generator
) -> tuple[Picture, int]:
    x, y, size = place
    dx, dy = rng.uniform(-0.1, 0.1, 2) * size
    side, turn = size * rng.uniform(*samples.CROP_OVER_BOX), float(rng.normal(0, 0.4))
    crop = cut(picture, x + dx, y + dy, side, samples.CROP_PX, turn=turn)
    return faults.spoil(crop, rng, 1.0, 0.6), samples.NO_DIE


def main() -> None:
    """Write the shards that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with the photographs")
    parser.add_argument("--run", type=Path, required=True, help="folder of the models")
    parser.add_argument("--cache", type=Path, required=True, help="where the shards go")
    parser.add_argument("--drawn", type=int, default=6, help="shards of fresh drawings")
    parser.add_argument("--helping", default="mined", help="first part of the shards' names")
    parser.add_argument("--worker", type=int, nargs=2, default=(0, 1), metavar=("N", "OF"))
    parser.add_argument("--share", type=float, default=1.0, help="of the samples, for a trial")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = eager_reader(options.run)
    folders = [f for f in TRAIN_FOLDERS if f not in (*BARE_FOLDERS, *NOT_FULLY_LABELLED)]
    names = [*folders, BARE, *(f"drawn_{n:03d}" for n in range(options.drawn))]
    started = monotonic()
    mine = names[options.worker[0] :: options.worker[1]]
    for done, name in enumerate(mine, 1):
        paths = [options.cache / f"{options.helping}_{k}_{name}_000.npz"
                 for k in ("crops", "scenes")]  # fmt: skip
        if not all(path.exists() for path in paths):
            rng = np.random.default_rng(zlib.crc32(f"{options.helping} {name}".encode()))
            if name.startswith("drawn"):
                made = drawn_shard(max(1, round(SCENES_A_SHARD * options.share)), reader, rng)
            else:
                photos = (bare_photos(options.photos) if name == BARE
                          else training_photos(options.photos, name))  # fmt: skip
                made = photo_shard(photos[:: max(1, round(1 / options.share))], reader, rng)
            for path, part in zip(paths, made, strict=True):
                save(path, part)
        left = (monotonic() - started) / done * (len(mine) - done)
        print(f"{options.helping} {name}: {done} of {len(mine)}, {left:.0f} s left", flush=True)


if __name__ == "__main__":
    main()
