"""Make the training samples beforehand, in shards on disk: `python -m vision_models.dice.prepare`.

A shard is one `.npz` whose seed is its name's, so a stopped run goes on where it was and a
repeated run gives the same samples. Shards of photographs hold one folder each, so that a folder
can be left out.
"""

import argparse
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import cv2
import numpy as np
import numpy.typing as npt

from vision_models.dice import samples
from vision_models.dice.cutouts import Cutout, all_cutouts, die_cutouts, lay, rendered
from vision_models.dice.draw import Picture
from vision_models.dice.photos import (
    BARE_FOLDERS,
    TRAIN_FOLDERS,
    Boxes,
    Generator,
    Photo,
    bare_photos,
    read,
    training_photos,
)

Shard = dict[str, npt.NDArray[np.generic]]
Make = Callable[[Generator], Shard]
CROPS_PER_DIE = 2
SCENES_A_ROUND = {"dicewatcher": 400, "aws": 500, "epanemu": 400, "matteop65": 150, "graylens": 250,
                  "damiantab": 120, "bare": 500}  # fmt: skip
BARE = "bare"
PIPS_ONLY = ("matteop65", BARE)
"""Folders from which no dice can be cut out: labels lie round the pips, or there are no dice."""


def crop_shard(crops: Sequence[tuple[Picture, int]]) -> Shard:
    """Crops and labels as arrays."""
    return {"pixels": np.stack([c for c, _ in crops]),
            "labels": np.array([v for _, v in crops], np.int64)}  # fmt: skip


def scene_shard(scenes: Sequence[tuple[Picture, Boxes]]) -> Shard:
    """Scenes and their boxes as arrays."""
    return {"pixels": np.stack([s for s, _ in scenes]), "boxes": np.stack([b for _, b in scenes])}


def save(path: Path, shard: Shard) -> None:
    """Write a shard so that it is there whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, allow_pickle=False, **shard)
    part.rename(path)


def drawn_work(share: float, rounds: int) -> dict[str, Make]:
    """So many rounds of shards of drawings by name; `share` scales their number and size."""

    def crops(make: Callable[[Generator], tuple[Picture, int]], count: int) -> Make:
        return lambda rng: crop_shard([make(rng) for _ in range(_scaled(count, share))])

    def scenes(make: Callable[[Generator], tuple[Picture, Boxes]], count: int) -> Make:
        return lambda rng: scene_shard([make(rng) for _ in range(_scaled(count, share))])

    dice, others = rendered()
    work: dict[str, Make] = {}
    for n in range(_scaled(rounds, share)):
        work[f"sprite_crops_{n:03d}"] = _laid_crops([*dice, *others], _scaled(2000, share))
        work[f"sprite_scenes_{n:03d}"] = _laid_scenes(dice, others, _scaled(250, share))
        work[f"drawn_crops_{n:03d}"] = crops(samples.drawn_crop, 3000)
        work[f"drawn_scenes_{n:03d}"] = scenes(samples.drawn_scene, 500)
        work[f"flat_crops_{n:03d}"] = crops(samples.flat_crop, 800)
        work[f"other_crops_{n:03d}"] = crops(samples.other_crop, 2000)
        work[f"bare_scenes_{n:03d}"] = scenes(samples.bare_scene, 300)
    return work


def photo_work(root: Path, share: float, rounds: int) -> dict[str, Make]:
    """So many rounds of shards of photographs by name, folder by folder."""
    bare = _part(bare_photos(root), share)
    others = all_cutouts(bare)
    work: dict[str, Make] = {}
    for folder in (*(f for f in TRAIN_FOLDERS if f not in BARE_FOLDERS), BARE):
        photos = bare if folder == BARE else _part(training_photos(root, folder), share)
        chosen = np.random.default_rng(0)
        dice = [] if folder in PIPS_ONLY else die_cutouts(photos, chosen, _scaled(300, share))
        for n in range(_scaled(rounds, share)):
            name = f"{folder}_{n:03d}"
            work[f"photo_crops_{name}"] = _photo_crops(photos)
            work[f"photo_scenes_{name}"] = _photo_scenes(
                photos, others, _scaled(SCENES_A_ROUND[folder], share)
            )
            laid = others if folder == BARE else dice
            if laid:
                work[f"laid_crops_{name}"] = _laid_crops(laid, _scaled(1300, share))
            if dice:
                work[f"laid_scenes_{name}"] = _laid_scenes(dice, others, _scaled(120, share))
    return work


def _scaled(count: int, share: float) -> int:
    return max(1, round(count * share))


def _part(photos: list[Photo], share: float) -> list[Photo]:
    return photos[:: max(1, round(1 / share))]


def _photo_crops(photos: list[Photo]) -> Make:
    return lambda rng: crop_shard(
        [c for photo in photos for c in samples.photo_crops(photo, rng, CROPS_PER_DIE)]
    )


def _laid_crops(laid: list[Cutout], count: int) -> Make:
    """Cut-outs on drawn surfaces."""

    def crop(rng: Generator) -> tuple[Picture, int]:
        return samples.laid_crop(laid[int(rng.integers(len(laid)))], rng)

    return lambda rng: crop_shard([crop(rng) for _ in range(count)])


def _laid_scenes(dice: list[Cutout], others: list[Cutout], count: int) -> Make:
    return lambda rng: scene_shard([samples.laid_scene(dice, others, rng) for _ in range(count)])


def _photo_scenes(photos: list[Photo], things: list[Cutout], count: int) -> Make:
    """Parts of photographs; other dice are laid on every third."""

    def scene(photo: Photo, rng: Generator) -> tuple[Picture, Boxes]:
        pixels, boxes = samples.photo_scene(photo, read(photo.path), rng)
        if things and rng.random() < 0.33:
            for _ in range(int(rng.integers(1, 4))):
                place = samples.free_place(boxes, rng)
                if place is not None:
                    lay(pixels, things[int(rng.integers(len(things)))], rng, place)
        return pixels, boxes

    return lambda rng: scene_shard(
        [scene(photos[int(rng.integers(len(photos)))], rng) for _ in range(count)]
    )


def write(work: dict[str, Make], cache: Path, worker: int, workers: int) -> None:
    """Write every `workers`-th shard that is not there yet, and say how long the rest will take."""
    mine = [name for n, name in enumerate(work) if n % workers == worker]
    missing = [name for name in mine if not (cache / f"{name}.npz").exists()]
    started = monotonic()
    for done, name in enumerate(missing, 1):
        save(cache / f"{name}.npz", work[name](np.random.default_rng(zlib.crc32(name.encode()))))
        left = (monotonic() - started) / done * (len(missing) - done)
        print(f"{name}: {done} of {len(missing)}, {left:.0f} s left", flush=True)


def main() -> None:
    """Write the shards that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("drawn", "photos"))
    parser.add_argument("--photos", type=Path, help="folder with the photographs")
    parser.add_argument("--cache", type=Path, required=True, help="where the shards go")
    parser.add_argument("--worker", type=int, nargs=2, default=(0, 1), metavar=("N", "OF"))
    parser.add_argument("--share", type=float, default=1.0, help="of the samples, for a trial")
    parser.add_argument("--rounds", type=int, required=True, help="over all kinds of samples")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.cache.mkdir(parents=True, exist_ok=True)
    drawn = options.what == "drawn"
    work = (drawn_work(options.share, options.rounds) if drawn
            else photo_work(options.photos, options.share, options.rounds))  # fmt: skip
    write(work, options.cache, *options.worker)


if __name__ == "__main__":
    main()
