"""The usual tutorial's dice reader, to measure ours against: dark and light blobs, grouped.

`BlobReader` can be given to `evaluate` in place of the networks (`--baseline`).
"""

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.boxes import Boxes, without_doubles
from companion.vision.dice import DieReading, resized

WORKING_AREA_PX = 640 * 480
REACH = 3.2  # pips of one face lie within so many pip diameters of the next one


class BlobReader:
    """Counts round blobs of like size that lie close together."""

    def read(self, pixels: Pixels) -> tuple[DieReading, ...]:
        """Dice as groups of 1 to 6 blobs; larger groups are no die."""
        h, w = pixels.shape[:2]
        scale = (WORKING_AREA_PX / (w * h)) ** 0.5
        small = resized(pixels, max(1, round(w * scale)), max(1, round(h * scale)))
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        groups = [g for light in (0, 255) for g in _grouped(_blobs(grey, light)) if len(g) <= 6]
        groups.sort(key=len, reverse=True)
        boxes = np.array([_box(g) for g in groups], np.float32).reshape(-1, 4) / scale
        return tuple(_reading(boxes[k], len(groups[k])) for k in without_doubles(boxes, 0.1))


def _blobs(grey: npt.NDArray[np.uint8], light: int) -> Boxes:
    """Rows `(N, 3)` of centre and diameter, px."""
    wanted = cv2.SimpleBlobDetector.Params()
    wanted.filterByColor, wanted.blobColor = True, light
    wanted.filterByArea, wanted.minArea, wanted.maxArea = True, 8, 1500
    wanted.filterByCircularity, wanted.minCircularity = True, 0.7
    wanted.filterByConvexity, wanted.minConvexity = True, 0.85
    wanted.filterByInertia, wanted.minInertiaRatio = True, 0.35
    wanted.minDistBetweenBlobs = 3
    found = cv2.SimpleBlobDetector.create(wanted).detect(grey)
    return np.array([[*p.pt, p.size] for p in found], np.float32).reshape(-1, 3)


def _grouped(blobs: Boxes) -> list[Boxes]:
    """Single-linkage groups of blobs of like size."""
    group = np.arange(len(blobs))
    for i, (x, y, size) in enumerate(blobs):
        near = np.hypot(blobs[:, 0] - x, blobs[:, 1] - y) < REACH * size
        like = (blobs[:, 2] > 0.6 * size) & (blobs[:, 2] < size / 0.6)
        for k in np.nonzero(near & like)[0]:
            group[group == group[k]] = group[i]
    return [blobs[group == g] for g in np.unique(group)]


def _box(group: Boxes) -> list[float]:
    """About the top face: a pip and a half round the pips, or the die that one pip would have."""
    size = float(group[:, 2].mean())
    margin = size * (2.2 if len(group) == 1 else 1.2)
    low, high = group[:, :2].min(axis=0) - margin, group[:, :2].max(axis=0) + margin
    side = float((high - low).max())
    middle = (low + high) / 2
    return [float(middle[0]) - side / 2, float(middle[1]) - side / 2, side, side]


def _reading(box: Boxes, count: int) -> DieReading:
    x, y, w, h = (float(v) for v in box)
    certain = tuple(float(face == count) for face in range(1, 7))
    return DieReading(x, y, w, h, count, 1.0, False, None, certain)
