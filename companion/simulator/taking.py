"""What a camera makes of a scene: light, the sensor's noise, compression.

Where nothing changed since a shot with the same light and noise, the pixels are the same: so a
picture is taken anew only there where something did, which is exact and a fraction of the work.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.simulator.mount import Size

Number = TypeVar("Number", bound=np.generic)

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture; px."""

NOISE_PICTURES = 5
"""Noise is drawn once in so many pictures and used in turn: new noise costs half a core."""
BLOCK_PX = 16
"""Compression works on blocks so wide; what changes in one shows two pixels into the next."""


@dataclass(frozen=True, slots=True)
class Shot:
    """How one picture is taken: gains of blue, green and red, what noise adds and takes away, and
    the quality it is compressed to, `None` for not at all."""

    gains: tuple[float, float, float]
    noise: tuple[Pixels, Pixels]
    jpeg: int | None

    def take(self, scene: Pixels) -> Pixels:
        """A whole picture."""
        return self._taken(scene, self.noise)

    def take_again(self, taken: Pixels, scene: Pixels, boxes: Iterable[Box]) -> None:
        """Bring a picture taken before up to date, in place, where the scene changed since."""
        h, w = scene.shape[:2]
        for box in boxes:
            inner, outer = _blocks(box, 1, w, h), _blocks(box, 2, w, h)
            more, less = self.noise
            part = self._taken(cut(scene, outer), (cut(more, outer), cut(less, outer)))
            left, top = inner[0] - outer[0], inner[1] - outer[1]
            within = (left, top, left + inner[2] - inner[0], top + inner[3] - inner[1])
            cut(taken, inner)[:] = cut(part, within)

    def _taken(self, scene: Pixels, noise: tuple[Pixels, Pixels]) -> Pixels:
        ramp = np.arange(256, dtype=np.float32)[:, None] * np.array(self.gains)
        table = np.clip(np.rint(ramp), 0, 255).astype(np.uint8).reshape(1, 256, 3)
        more, less = noise
        taken = np.asarray(cv2.subtract(cv2.add(cv2.LUT(scene, table), more), less), np.uint8)
        if self.jpeg is None:
            return taken
        _, packed = cv2.imencode(".jpg", taken, (cv2.IMWRITE_JPEG_QUALITY, self.jpeg))
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


class Grain:
    """Noise as what to add and what to take away, each picture of it drawn when it is asked for."""

    def __init__(self, rng: np.random.Generator, levels: float, size_px: Size) -> None:
        self._rng, self._levels, self._shape = rng, levels, (*size_px[::-1], 3)
        self._pictures: list[tuple[Pixels, Pixels]] = []

    def picture(self, number: int) -> tuple[Pixels, Pixels]:
        """One of `NOISE_PICTURES`."""
        while len(self._pictures) <= number:
            noise = np.rint(self._rng.standard_normal(self._shape, np.float32) * self._levels)
            more = np.clip(noise, 0, 255).astype(np.uint8)
            self._pictures.append((more, np.clip(-noise, 0, 255).astype(np.uint8)))
        return self._pictures[number]


class Shots:
    """Pictures taken of a scene that is still but for a few places now and then."""

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], tuple[Pixels, int]] = {}
        self._changes: list[Box] = []

    def forget(self) -> None:
        """All of the scene has changed."""
        self._taken.clear()
        self._changes.clear()

    def note(self, boxes: Iterable[Box]) -> None:
        """The scene has changed in these places."""
        self._changes += boxes

    def of(self, scene: Pixels, moment: tuple[int, int], shot: Shot) -> Pixels:
        """The scene as it is taken at a moment: a step of the light, and which noise it is.

        Not to be written to. Of earlier steps nothing is kept.
        """
        self._taken = {known: at for known, at in self._taken.items() if known[0] == moment[0]}
        if moment in self._taken:
            taken, upto = self._taken[moment]
            shot.take_again(taken, scene, dict.fromkeys(self._changes[upto:]))
        else:
            taken = shot.take(scene)
        self._taken[moment] = taken, len(self._changes)
        return taken


def cut(picture: npt.NDArray[Number], box: Box) -> npt.NDArray[Number]:
    """That part of a picture; to write to, too."""
    left, top, right, bottom = box
    return picture[top:bottom, left:right]


def grown(box: Box, by_px: int, width_px: int, height_px: int) -> Box:
    """A box wider by so much on each side, as far as the picture goes."""
    left, top, right, bottom = box
    return (
        max(0, left - by_px),
        max(0, top - by_px),
        min(width_px, right + by_px),
        min(height_px, bottom + by_px),
    )


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box with all of these in it."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _blocks(box: Box, beyond: int, width_px: int, height_px: int) -> Box:
    """Whole blocks with the box in them, and so many more on each side."""
    left, top = (math.floor(at / BLOCK_PX) * BLOCK_PX for at in box[:2])
    right, bottom = (math.ceil(at / BLOCK_PX) * BLOCK_PX for at in box[2:])
    return grown((left, top, right, bottom), beyond * BLOCK_PX, width_px, height_px)
