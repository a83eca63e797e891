"""Boxes in pictures: `(N, 4)` float32 rows of left, top, width, height, image px."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels

Boxes = npt.NDArray[np.float32]
INSIDE_ANOTHER = 0.75
"""Share of the smaller box; more, and one is a part of the other, or several dice in one box."""


def overlaps(box: Boxes, others: Boxes) -> tuple[Boxes, Boxes]:
    """Intersection over union, and over the smaller one, of one box `(4,)` with each other one."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[:2] + box[2:], others[:, :2] + others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    own, theirs = np.prod(box[2:]), np.prod(others[:, 2:], axis=1)
    union, smaller = own + theirs - shared, np.minimum(own, theirs)
    return np.asarray(shared / union, np.float32), np.asarray(shared / smaller, np.float32)


def without_doubles(boxes: Boxes, overlap: float, inside: float = INSIDE_ANOTHER) -> list[int]:
    """Which boxes, likeliest first, to keep: all but those that show a die already taken.

    Such a box shares more than `overlap` with one kept (intersection over union), or more than
    `inside` of the smaller of both.
    """
    kept: list[int] = []
    for index, box in enumerate(boxes):
        union, smaller = overlaps(box, boxes[kept])
        if not ((union > overlap) | (smaller > inside)).any():
            kept.append(index)
    return kept


def square_crop(pixels: Pixels, x: float, y: float, side: float) -> Pixels:
    """A square of `side` px round `(x, y)`; what lies outside the picture repeats its edge."""
    size = max(2, round(side))
    left, top = round(x - side / 2), round(y - side / 2)
    h, w = pixels.shape[:2]
    inside = pixels[
        min(max(0, top), h - 1) : max(1, min(h, top + size)),
        min(max(0, left), w - 1) : max(1, min(w, left + size)),
    ]
    above, before = min(max(0, -top), size - 1), min(max(0, -left), size - 1)
    below, behind = size - above - inside.shape[0], size - before - inside.shape[1]
    padded = cv2.copyMakeBorder(
        inside, above, max(0, below), before, max(0, behind), cv2.BORDER_REPLICATE
    )
    return np.asarray(padded, np.uint8)
