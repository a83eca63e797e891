"""Make the training samples beforehand, in shards on disk: `python -m vision_models.dice.prepare`.

A shard is one `.npz` whose seed is its number, so a stopped run goes on where it was and a
repeated run gives the same samples.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice import samples, surfaces
from vision_models.dice.draw import Picture
from vision_models.dice.photos import Boxes, Generator, Photo, cut, read, training_photos

Shard = dict[str, npt.NDArray[np.generic]]
DRAWN_CROPS_A_SHARD = 5000
SCENES_A_SHARD = 1000
CROPS_PER_DIE = 2


def photo_crop_shard(photos: list[Photo], rng: Generator) -> Shard:
    """Crops of all dice of all photographs once over."""
    return crop_shard([c for p in photos for c in samples.photo_crops(p, rng, CROPS_PER_DIE)])


def drawn_crop_shard(_: list[Photo], rng: Generator) -> Shard:
    """Crops of drawn dice and other drawn things."""
    return crop_shard([samples.drawn_crop(rng) for _ in range(DRAWN_CROPS_A_SHARD)])


def other_crop_shard(_: list[Photo], rng: Generator) -> Shard:
    """Crops of drawn things that are no pip dice."""
    return crop_shard([samples.other_crop(rng) for _ in range(DRAWN_CROPS_A_SHARD)])


def crop_shard(crops: list[tuple[Picture, int]]) -> Shard:
    """Crops and labels as arrays."""
    return {"pixels": np.stack([c for c, _ in crops]),
            "labels": np.array([v for _, v in crops], np.int64)}  # fmt: skip


def photo_scene_shard(photos: list[Photo], rng: Generator) -> Shard:
    """Parts of photographs, as many of each."""
    scenes = []
    for index in rng.permutation(len(photos))[:SCENES_A_SHARD]:
        photo = photos[index]
        scenes.append(samples.photo_scene(photo, read(photo.path), rng))
    return scene_shard(scenes)


def drawn_scene_shard(photos: list[Photo], rng: Generator) -> Shard:
    """Drawn dice on drawn surfaces and on parts of photographs without dice."""
    bare = [p for p in photos if not len(p.boxes)]

    def ground() -> Picture:
        if rng.random() < 0.7:
            return surfaces.background(samples.SCENE_PX, samples.SCENE_PX, rng)
        picture = read(bare[int(rng.integers(len(bare)))].path)
        h, w = picture.shape[:2]
        side = min(h, w) * rng.uniform(0.3, 0.9)
        return cut(picture, rng.uniform(0, w), rng.uniform(0, h), side, samples.SCENE_PX)

    return scene_shard([samples.drawn_scene(rng, ground) for _ in range(SCENES_A_SHARD)])


def scene_shard(scenes: list[tuple[Picture, Boxes]]) -> Shard:
    """Scenes and their boxes as arrays."""
    return {"pixels": np.stack([s for s, _ in scenes]), "boxes": np.stack([b for _, b in scenes])}


def save(path: Path, shard: Shard) -> None:
    """Write a shard so that it is there whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, allow_pickle=False, **shard)
    part.rename(path)
    print(path.name, len(shard["pixels"]), flush=True)


KINDS: dict[str, Callable[[list[Photo], Generator], Shard]] = {
    "photo_crops": photo_crop_shard,
    "drawn_crops": drawn_crop_shard,
    "photo_scenes": photo_scene_shard,
    "drawn_scenes": drawn_scene_shard,
    "other_crops": other_crop_shard,
}


def main() -> None:
    """Write the shards that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with the photographs")
    parser.add_argument("--cache", type=Path, required=True, help="where the shards go")
    parser.add_argument("--shards", type=int, nargs=5, default=(8, 16, 10, 8, 2), metavar="N",
                        help="shards of " + ", ".join(KINDS))  # fmt: skip
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.cache.mkdir(parents=True, exist_ok=True)
    photos = training_photos(options.photos)
    for kind, (make, count) in enumerate(zip(KINDS.items(), options.shards, strict=True)):
        for number in range(count):
            path = options.cache / f"{make[0]}_{number:03d}.npz"
            if path.exists():
                continue
            shard = make[1](photos, np.random.default_rng((kind, number)))
            save(path, shard)


if __name__ == "__main__":
    main()
