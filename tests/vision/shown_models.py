"""A drawn table with models on cards that is found by its tags: a few places of it."""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag
from companion.vision.tags import tag_corners
from tests.vision.bent_boards import View
from tests.vision.drawn_models import draw, table

PLACES = ("card.01", "side.10", "low.30")
CELLS, CELL_PX = 6, 10
"""Cells of a printed tag across, with its rim."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The table without models and with them; their colours and whether they lie, by place."""

    layout: Layout
    bare: Pixels
    pixels: Pixels
    truth: dict[str, list[tuple[str, bool]]]


@cache
def shown() -> Shown:
    """The first table of those that are drawn, with its tags."""
    drawn, whole = draw(0), table()
    layout = replace(whole, slots={n: s for n, s in whole.slots.items() if n in PLACES})
    bare, pixels = (_with_tags(one, drawn.view, layout) for one in (drawn.bare, drawn.pixels))
    truth = {str(name): sorted(drawn.truth[name]) for name in layout.slots}
    return Shown(layout, bare, pixels, truth)


def _with_tags(pixels: Pixels, view: View, layout: Layout) -> Pixels:
    picture = pixels.copy()
    for tag in layout.tags:
        _print(picture, view, tag)
    return picture


def _print(picture: Pixels, view: View, tag: Tag) -> None:
    side = CELLS * CELL_PX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    marker = np.where(cv2.aruco.generateImageMarker(dictionary, tag.id, side) > 0, 235, 25)
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(
        corners, view.seen(tag_corners(tag)).astype(np.float32)
    )
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(marker.astype(np.uint8), to_picture, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((side, side), 255, np.uint8), to_picture, size) > 127
    picture[mask] = laid[mask][:, None]
