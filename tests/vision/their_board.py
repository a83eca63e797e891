"""A board without tags, as a publisher prints one: drawn, with dice on it, from where one likes."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.pieces import DIE, Piece
from companion.rules.registry import load_game
from companion.simulator.draw import Scene
from companion.simulator.lamps import Noise
from companion.simulator.mount import PLAIN_PX
from companion.simulator.world import Lies, World

Matrix = npt.NDArray[np.float64]
BOARD: Layout = replace(load_game("alien_frontiers").layout, tags=())
SEED = 5


def photograph(
    dice: Mapping[str, tuple[str, int]] | None = None,
    turned: Matrix | None = None,
    seed: int = SEED,
) -> tuple[Pixels, Matrix]:
    """A picture of the board with dice (colour, face) in slots, and board mm to its pixels.

    `turned` moves pixels: another mount of the same camera. Another `seed` is another board.
    """
    pieces = tuple(
        Lies(Piece(DIE, colour=colour, value=face), BOARD.slots[SlotId(name)].x_mm,
             BOARD.slots[SlotId(name)].y_mm, 12.0, SlotId(name), face)
        for name, (colour, face) in (dice or {}).items()
    )  # fmt: skip
    scene = _scene(seed)
    pixels = scene.frame(World(BOARD, pieces), 0.0, 0)
    if turned is None:
        return pixels, scene.image_from_board
    moved = cv2.warpPerspective(pixels, turned, PLAIN_PX, borderValue=(70, 90, 110))
    return np.asarray(moved, np.uint8), np.asarray(turned @ scene.image_from_board)


@cache
def _scene(seed: int) -> Scene:
    return Scene(World(BOARD), seed, Noise.CLEAN)


def straightened(pixels: Pixels, image_from_board: Matrix, px_per_mm: float = 2.0) -> Pixels:
    """The board up to its edges, as its owner teaches it."""
    size = (round(BOARD.width_mm * px_per_mm), round(BOARD.height_mm * px_per_mm))
    # Pixels are counted at their middles, half a pixel from the board's edge.
    board = np.array([(1, 0, 0.5), (0, 1, 0.5), (0, 0, px_per_mm)]) / px_per_mm
    scaled = image_from_board @ board
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(pixels, scaled, size, flags=flags), np.uint8)


def mount(turn_deg: float, smaller: float, lean: float) -> Matrix:
    """A camera turned about the middle, further away, and leaning."""
    middle = np.array([(1, 0, -PLAIN_PX[0] / 2), (0, 1, -PLAIN_PX[1] / 2), (0, 0, 1.0)])
    a = np.radians(turn_deg)
    turn = np.array([(np.cos(a), -np.sin(a), 0), (np.sin(a), np.cos(a), 0), (lean, lean / 2, 1)])
    return np.asarray(np.linalg.inv(middle) @ np.diag([smaller, smaller, 1.0]) @ turn @ middle)
