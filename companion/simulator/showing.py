"""Pictures of the evening before the game: one player's dice shown at a time, to learn colours."""

import random

from companion.camera.frame import Pixels
from companion.core.layout import Layout
from companion.core.pieces import DIE, Piece
from companion.simulator.die_photos import DiePhotos
from companion.simulator.draw import Noise, Scene
from companion.simulator.world import World

FACES_SHOWN = (1, 3, 4, 6)


def shown_dice(layout: Layout, colour: str, seed: int) -> World:
    """A table, empty but for some dice of one colour where dice are rolled."""
    rng = random.Random(f"{seed}:{colour}")
    dice = tuple(Piece(DIE, colour, face) for face in FACES_SHOWN)
    return World(layout).after({}, dice, rng)


def show_dice(
    layout: Layout, colour: str, seed: int, noise: Noise, photos: DiePhotos | None
) -> Pixels:
    """The table of a seed, empty but for some dice of one colour where dice are rolled."""
    world = shown_dice(layout, colour, seed)
    return Scene(world, seed, noise, photos).frame(world, 0.0, 0)
