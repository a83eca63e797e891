"""Second helpings: what the present models take for dice in the training photographs and is none.

`python -m vision_models.dice.mine` after a first training writes further shards, crops of class
"no die here" and scenes round them, for the next one.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.vision.dice import DiceReader, load_settings
from vision_models.dice import faults, samples
from vision_models.dice.draw import Picture
from vision_models.dice.photos import Generator, Photo, cut, read, training_photos
from vision_models.dice.prepare import Shard, crop_shard, save, scene_shard

PHOTOS_A_SHARD = 100
MOST_A_PHOTO = 10
CROPS_EACH = 3
NOT_FULLY_LABELLED = "graylens"  # odd dice lie about in it without labels


def eager_reader() -> DiceReader:
    """The shipped models, but so that doubtful places are given too."""
    finding, naming = load_settings()
    return DiceReader.load(
        settings=(
            replace(finding, centre_probability=0.2),
            replace(naming, least_evidence=0.05),
        )
    )


def shard(photos: list[Photo], reader: DiceReader, rng: Generator) -> tuple[Shard, Shard]:
    """Crops and scenes of the false boxes of some photographs."""
    crops, scenes = [], []
    for photo in photos:
        picture = read(photo.path)
        places = false_places(photo, picture, reader)
        for index in rng.permutation(len(places))[:MOST_A_PHOTO]:
            x, y, size = places[index]
            crops += [_crop(picture, (x, y, size), rng) for _ in range(CROPS_EACH)]
            scale = float(np.exp(rng.uniform(np.log(14), np.log(64)))) / size
            off = rng.uniform(-60, 60, 2) / scale
            place = (x + float(off[0]), y + float(off[1]), min(scale, 2.0))
            scenes.append(samples.scene_at(photo, picture, place, rng))
    return crop_shard(crops), scene_shard(scenes)


def false_places(
    photo: Photo, picture: Picture, reader: DiceReader
) -> list[tuple[float, float, float]]:
    """Middles and sizes, px, of readings that touch no labelled die."""
    places = [(r.x + r.w / 2, r.y + r.h / 2, max(r.w, r.h)) for r in reader.read(picture)]
    return [place for place in places if photo.is_clear_of_dice(*place)]


def _crop(
    picture: Picture, place: tuple[float, float, float], rng: Generator
) -> tuple[Picture, int]:
    x, y, size = place
    dx, dy = rng.uniform(-0.1, 0.1, 2) * size
    side, turn = size * rng.uniform(1.1, 1.7), float(rng.normal(0, 0.4))
    crop = cut(picture, x + dx, y + dy, side, samples.CROP_PX, turn=turn)
    return faults.spoil(crop, rng, 1.2, 0.5), samples.NO_DIE


def main() -> None:
    """Write the shards that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with the photographs")
    parser.add_argument("--cache", type=Path, required=True, help="where the shards go")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    photos = [p for p in training_photos(options.photos)
              if NOT_FULLY_LABELLED not in p.path.parts]  # fmt: skip
    order = np.random.default_rng(0).permutation(len(photos))
    reader = eager_reader()
    for number, chosen in enumerate(np.array_split(order, len(photos) // PHOTOS_A_SHARD)):
        paths = [options.cache / f"mined_{k}_{number:03d}.npz" for k in ("crops", "scenes")]
        if all(path.exists() for path in paths):
            continue
        made = shard([photos[i] for i in chosen], reader, np.random.default_rng((9, number)))
        for path, part in zip(paths, made, strict=True):
            save(path, part)


if __name__ == "__main__":
    main()
