"""Where a card is taken up ships are read if the empty board was shown: a simulated table."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import PieceKind, SlotId
from companion.core.observation import Observation
from companion.core.pieces import FACE_DOWN, Piece
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.camera import OFF_MM
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.script import Script
from companion.simulator.showing import show_bare, show_cards
from companion.simulator.stage import Stage
from companion.simulator.world import Lies, World
from companion.trial.teaching import cards_taught, taught_bare
from companion.vision.bare_files import BareBoard
from companion.vision.card_deck import Deck, make_deck
from companion.vision.card_edges import PX_PER_MM
from companion.vision.card_zones import Zone, ZoneSettings, cut_zone, zones_of
from companion.vision.empty_places import EmptySettings, is_empty
from companion.vision.paper import paper_light
from companion.vision.pipeline import observe_picture
from companion.vision.pose import Pose
from companion.vision.tracker import BoardTracker
from tests.vision.boards import GreyReader

GAME = load_game("impulse")
CARD, SHIP = PieceKind("card"), PieceKind("ship")
SEED = 7
PLACE, UNDER = SlotId("8"), SlotId("map.8")


def decks() -> dict[str, Deck]:
    """The backs of the cards, which all but the homes show."""
    form, names = GAME.layout.cards[CARD], (FACE_DOWN,)
    photos = (show_cards(form, names, designs_of(GAME), n, Noise.NORMAL) for n in range(3))
    return {CARD: make_deck(form, cards_taught(names, photos, form))}


def read(world: World, bare: BareBoard) -> Observation:
    scene = Scene(world, SEED, Noise.NORMAL, designs=designs_of(GAME), fine=True)
    shown = scene.frame(world, 0.0, 0)
    return observe_picture(shown, GAME.layout, GreyReader(), decks=decks(), bare=bare)[0]


def pictures() -> tuple[Script, Pixels, Pixels]:
    """A table as it begins, without pieces: with its cards, and empty."""
    script = Script(GAME, make_setup(GAME.info, options={}, count=2), SEED, Habits())
    with_cards, empty = (
        show_bare(script, SEED, Noise.NORMAL, empty=which) for which in (False, True)
    )
    return script, with_cards, empty


@pytest.mark.parametrize("light", [0.85, 1.0, 1.15])
def test_places_without_a_card_are_told_by_the_empty_board_in_another_light(light: float) -> None:
    script, with_cards, empty = pictures()
    start = Stage(script, SEED, OFF_MM[Noise.NORMAL]).moment.after
    covered = {one.slot for one in start.pieces if one.piece.kind == CARD}
    cut = partial(_cut, pose=_pose(empty))
    for zone in zones_of(GAME.layout, ZoneSettings()):
        if zone.slot.id.startswith("map."):
            shown = np.asarray(np.clip(cut(empty, zone) * light, 0, 255), np.uint8)
            assert told(shown, cut(empty, zone), zone)
            still = told(cut(with_cards, zone), cut(empty, zone), zone)
            assert still == (zone.slot.id not in covered), zone.slot.id


def told(crop: Pixels, empty: Pixels, zone: Zone) -> bool:
    return is_empty(crop, empty, zone.form, PX_PER_MM, EmptySettings())


def _pose(picture: Pixels) -> Pose:
    pose = BoardTracker(GAME.layout).look(picture)
    assert pose is not None
    return pose


def _cut(picture: Pixels, zone: Zone, *, pose: Pose) -> Pixels:
    return cut_zone(picture, pose, zone, paper_light(picture, pose, GAME.layout))


def test_ships_are_read_where_a_card_was_taken_up() -> None:
    script, with_cards, empty = pictures()
    start = Stage(script, SEED, OFF_MM[Noise.NORMAL]).moment.after
    there = GAME.layout.slots[PLACE]
    ships = tuple(
        Lies(Piece(SHIP, "red"), there.x_mm + x, there.y_mm, 20.0, PLACE, None) for x in (-9, 9)
    )
    left = tuple(one for one in start.pieces if one.slot != UNDER)
    world = replace(start, pieces=(*left, *ships))
    claim = read(world, taught_bare(with_cards, empty, GAME.layout))
    assert claim.slots[UNDER] == ()
    assert [piece.colour for piece in claim.slots[PLACE] or ()] == ["red", "red"]
    about = [name for name in GAME.layout.slots if "." in name and "8" in name.split(".")]
    assert all(claim.slots[name] == () for name in about)
