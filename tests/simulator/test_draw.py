"""Pieces are drawn as the layout says that they look, whichever game they are of."""

import itertools
import math
import random

import numpy as np
import pytest

from companion.core.ids import AreaId, PieceKind
from companion.core.layout import Layout
from companion.core.layout_file import read_layout
from companion.core.pieces import Piece
from companion.simulator.draw import Scene
from companion.simulator.lamps import Noise
from companion.simulator.world import World

PLACE, TOKEN = AreaId("place"), PieceKind("token")
RED = Piece(TOKEN, "red")
BOARD = """
board = {{ width_mm = 594, height_mm = 420 }}

[[piece]]
kind = "token"
colours = ["red", "black", "turquoise"]
{looks}

[[area]]
id = "place"
label = "Place"
x_mm = 200
y_mm = 100
w_mm = 200
h_mm = 200
slots = [{{ ids = ["place.1"], kind = "region", x_mm = 297, y_mm = 210, w_mm = 100, h_mm = 100, holds = "token" }}]
"""  # noqa: E501 (one row of TOML)


def board(looks: str) -> Layout:
    return read_layout(BOARD.format(looks=looks))


@pytest.mark.parametrize(
    ("looks", "covers_mm2"),
    [
        ("size_mm = 20\nheight_mm = 1", 400.0),
        ("size_mm = 30\nheight_mm = 1", 900.0),
        ("size_mm = 24\nheight_mm = 1\nround = true", math.pi * 12**2),
        ("size_mm = 24\nheight_mm = 1\nround = true\nstack = 3", math.pi * 12**2),
        ("size_mm = 20\nheight_mm = 1\nstack = 3", 400.0),
        ("size_mm = 16\nheight_mm = 6\nround = true\ntaper = 0.5", math.pi * 8**2),
    ],
)
def test_a_piece_covers_as_much_of_the_board_as_its_foot(looks: str, covers_mm2: float) -> None:
    world = World(board(looks)).after({PLACE: (RED,)}, (), random.Random(1))
    scene = Scene(world, 5, Noise.CLEAN)
    blue, green, red = np.moveaxis(scene.frame(world, 0.0, 0).astype(int), 2, 0)
    covered = np.count_nonzero((red > 2 * green) & (red > 2 * blue) & (red > 60))
    assert covered / scene.px_per_mm**2 == pytest.approx(covers_mm2, rel=0.1)


@pytest.mark.parametrize("colour", ["black", "turquoise"])
def test_a_model_of_any_colour_is_drawn(colour: str) -> None:
    layout = board("size_mm = 12\nheight_mm = 20\nround = true\nlies = true")
    empty = World(layout)
    world = empty.after({PLACE: (Piece(TOKEN, colour),)}, (), random.Random(1))
    scene = Scene(empty, 5, Noise.CLEAN)
    bare = scene.frame(empty, 0.0, 0)
    assert np.any(scene.frame(world, 0.0, 0) != bare)


def test_wide_pieces_lie_beside_one_another() -> None:
    layout = board("size_mm = 36\nheight_mm = 4\nround = true")
    for seed in range(20):
        world = World(layout).after({PLACE: (RED, RED)}, (), random.Random(seed))
        for one, other in itertools.combinations(world.pieces, 2):
            assert math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) > 36
