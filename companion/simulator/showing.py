"""Pictures of the evening before the game: dice of one player, cards, the board without pieces."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.camera.frame import Pixels
from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.layout import CardForm, Layout, Slot, SlotKind
from companion.core.pieces import DIE, Piece
from companion.simulator.camera import OFF_MM
from companion.simulator.card_designs import Design
from companion.simulator.die_photos import DiePhotos
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.simulator.stage import Stage
from companion.simulator.world import CARD_TURN_DEG, Lies, World

FACES_SHOWN = (1, 3, 4, 6)


def shown_dice(layout: Layout, colour: str, seed: int) -> World:
    """A table, empty but for some dice of one colour where dice are rolled."""
    rng = random.Random(f"{seed}:{colour}")
    dice = tuple(Piece(DIE, colour, face) for face in FACES_SHOWN)
    return World(layout).after({}, dice, rng)


def show_dice(
    layout: Layout,
    colour: str,
    seed: int,
    noise: Noise,
    photos: DiePhotos | None,
    *,
    fine: bool = False,
) -> Pixels:
    """The table of a seed, empty but for some dice of one colour where dice are rolled."""
    world = shown_dice(layout, colour, seed)
    return Scene(world, seed, noise, photos, fine=fine).frame(world, 0.0, 0)


SHOWN_AT_ONCE = 9
SHEET_MM, FIRST_MM, STEP_MM = (330.0, 250.0), (70.0, 55.0), (95.0, 70.0)
"""Size of the table on which cards are shown, where the first of them lies, and the next."""


def show_cards(
    form: CardForm, faces: Sequence[str], designs: Mapping[str, Design], seed: int, noise: Noise
) -> Pixels:
    """Up to nine cards in rows of three, upright, with nothing else on the table.

    Faces without a design lie face-down.
    """
    place = Slot(SlotId("cards"), AreaId("cards"), SlotKind.REGION, *_half(SHEET_MM), *SHEET_MM)
    layout = Layout(*SHEET_MM, {}, {place.id: place}, cards={form.kind: form})
    rng, kind = random.Random(f"cards:{seed}"), PieceKind(form.kind)
    lying = []
    for n, face in enumerate(faces):
        (x, y), (dx, dy) = FIRST_MM, STEP_MM
        at = x + dx * (n % 3), y + dy * (n // 3)
        turn = rng.gauss(0, CARD_TURN_DEG)
        lying.append(Lies(Piece(kind, face=face), *at, turn, place.id, None))
    world = World(layout, tuple(lying))
    return Scene(world, seed, noise, designs=designs).frame(world, 0.0, 0)


def show_bare(script: Script, seed: int, noise: Noise, *, empty: bool = False) -> Pixels:
    """The table of a script as it begins, without models, with its cards or `empty`."""
    start = Stage(script, seed, OFF_MM[noise]).moment.after
    models = {kind for kind, form in start.layout.forms.items() if form.model}
    left = tuple(one for one in start.pieces if one.piece.kind not in models and not empty)
    world = replace(start, pieces=left)
    return Scene(world, seed, noise, designs=designs_of(script.game)).frame(world, 0.0, 0)


def _half(size_mm: tuple[float, float]) -> tuple[float, float]:
    return size_mm[0] / 2, size_mm[1] / 2
