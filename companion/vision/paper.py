"""The light on a board, told by the white paper about its tags, and a picture freed from it."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag
from companion.vision.light import CLIPPED, LINEAR, Light, estimate_light, nearest_light
from companion.vision.pose import Box, Points, Pose

PAPER = 235.0
"""Level that white paper is brought to."""
RING = 0.58
"""Half the side of the square about a tag on which paper is looked for, in tag edges: white even
with the narrowest border that a tag is found with."""
DARKEST = 30.0
"""Darker paper is in shadow or covered, and tells nothing."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PaperLight:
    """Logarithms of the levels of white paper `(3, 3)`: of B, G and R a plane over the board."""

    planes: Points
    size_mm: tuple[float, float]

    def levels(self, points_mm: Points) -> Points:
        """Levels `(N, 3)` BGR of white paper at points `(N, 2)` mm."""
        u, v = (2 * points_mm / self.size_mm - 1).T
        terms = np.column_stack([np.ones(len(u)), u, v])
        return np.asarray(np.exp(terms @ self.planes.T))


def paper_light(pixels: Pixels, pose: Pose, layout: Layout) -> PaperLight | None:
    """The light, if the paper about at least one tag is seen."""
    found = [
        (tag, level) for tag in layout.tags if (level := _paper(pixels, pose, tag)) is not None
    ]
    if not found:
        return None
    size = (layout.width_mm, layout.height_mm)
    places = np.array([(tag.x_mm, tag.y_mm) for tag, _ in found])
    u, v = (2 * places / size - 1).T
    terms = np.column_stack([np.ones(len(found)), u, v])
    levels = np.log(np.array([level for _, level in found]))
    # Towards even light where few tags are seen.
    normal = terms.T @ terms + np.diag([1e-6, 0.05, 0.05])
    planes = np.linalg.solve(normal, terms.T @ levels).T
    return PaperLight(np.asarray(planes), size)


def board_light(pixels: Pixels, pose: Pose, layout: Layout) -> Light:
    """The light in the middle of a board, told by its paper.

    By the whole picture where no paper is seen, or it is too bright to have a colour.
    """
    paper = paper_light(pixels, pose, layout)
    if paper is not None:
        (level,) = paper.levels(np.array([(layout.width_mm / 2, layout.height_mm / 2)]))
        if level.max() < CLIPPED:
            return nearest_light(np.interp(level, np.arange(256), LINEAR))
    return estimate_light(pixels)


def freed(crop: Pixels, box: Box, light: PaperLight | None) -> Pixels:
    """A cut as it would look in even white light."""
    if light is None:
        return crop
    x, y, w, h = box
    corners = np.array([(x - w / 2, y - h / 2), (x + w / 2, y - h / 2),
                        (x - w / 2, y + h / 2), (x + w / 2, y + h / 2)])  # fmt: skip
    gain = (PAPER / light.levels(corners)).reshape(2, 2, 3).astype(np.float32)
    field = cv2.resize(gain, (crop.shape[1], crop.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(crop * field, 0, 255), np.uint8)


def _paper(pixels: Pixels, pose: Pose, tag: Tag) -> Points | None:
    """Level `(3,)` of the paper about a tag: the median, so that part of it may be covered."""
    far, along = RING * tag.size_mm, np.linspace(-0.5, 0.5, 7) * tag.size_mm
    sides = [np.column_stack([along, np.full(7, s * far)]) for s in (-1, 1)]
    sides += [np.column_stack([np.full(7, s * far), along]) for s in (-1, 1)]
    ring = np.concatenate(sides) + np.array((tag.x_mm, tag.y_mm))
    points = np.round(pose.to_image(ring)).astype(int)
    h, w = pixels.shape[:2]
    inside = (points >= 0).all(axis=1) & (points < (w, h)).all(axis=1)
    if inside.sum() < 14:
        return None
    seen = pixels[points[inside, 1], points[inside, 0]].astype(np.float64)
    level = np.median(seen, axis=0)
    return np.asarray(level) if level.min() >= DARKEST else None
