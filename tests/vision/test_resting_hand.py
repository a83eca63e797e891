"""A hand that rests above places is no other card there: what was known of them stays known."""

from dataclasses import replace

import cv2
import numpy as np

from companion.camera.frame import Frame
from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.observation import Observation
from companion.core.pieces import Piece
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.camera import OFF_MM
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.pasting import Arm
from companion.simulator.script import Script
from companion.simulator.showing import show_bare
from companion.simulator.stage import Stage
from companion.simulator.world import Lies, World
from companion.trial.teaching import bare_of
from companion.vision.pieces import PieceSettings
from companion.vision.pipeline import Pipeline
from companion.vision.regions import RegionMemory
from companion.vision.tracker import BoardTracker
from tests.vision.boards import GreyReader

GAME = load_game("impulse")
SEED = 994300012
BESIDE, UNDER = SlotId("points.3"), SlotId("points.6")


def test_markers_are_read_when_a_hand_that_rested_above_the_track_is_gone() -> None:
    script = Script(GAME, make_setup(GAME.info, options={}, count=2), SEED, Habits())
    pipeline = Pipeline(GAME.layout, GreyReader(), bare=bare_of(script, SEED, Noise.NORMAL))
    start = Stage(script, SEED, OFF_MM[Noise.NORMAL]).moment.after
    scene = Scene(start, SEED, Noise.NORMAL, designs=designs_of(GAME), fine=True)
    marked = with_markers(start)
    under = GAME.layout.slots[UNDER]
    hand = Arm(*scene.place(under.x_mm, under.y_mm), 180.0)
    claims: list[Observation] = []
    for sequence in range(45):
        rests = 15 <= sequence < 30
        world = start if sequence < 15 else marked
        pixels = scene.frame(world, sequence / 10, sequence, (hand,) if rests else ())
        claim = pipeline.feed(Frame(pixels, sequence / 10, sequence))
        claims += [] if claim is None else [claim]
    told = {name: claims[-1].slots[name] for name in GAME.layout.slots if name.startswith("points")}
    assert [piece.colour for piece in told[BESIDE] or ()] == ["purple"]
    assert all(seen == () for name, seen in told.items() if name not in (BESIDE, "points.0"))


def test_a_board_shown_anew_is_believed_at_once() -> None:
    """Also while it is not yet believed that places have changed as a whole."""
    script = Script(GAME, make_setup(GAME.info, options={}, count=2), SEED, Habits())
    start = Stage(script, SEED, OFF_MM[Noise.NORMAL]).moment.after
    scene = Scene(start, SEED, Noise.NORMAL, designs=designs_of(GAME), fine=True)
    now, bare = scene.frame(start, 0.0, 0), show_bare(script, SEED, Noise.NORMAL)
    pose = BoardTracker(GAME.layout).look(now)
    assert pose is not None
    other, area = bare.copy(), GAME.layout.areas[AreaId("points")]
    corners = [(area.x_mm + x, area.y_mm + y) for x in (0, area.w_mm) for y in (0, area.h_mm)]
    left, top, wide, high = cv2.boundingRect(np.array([scene.place(*at) for at in corners], "f4"))
    other[top : top + high, left : left + wide] = (40, 160, 240)
    memory = RegionMemory(GAME.layout, PieceSettings(), None)
    groups = [g for g in memory.changed(now, pose, 0.0) if g.slots[0].id == "points.0"]
    for picture in (other, bare):
        memory.show_bare(picture, pose)
        seen, _ = memory.read(now, pose, groups)
    told = [piece.colour for piece in seen[SlotId("points.0")] or ()]
    assert sorted(map(str, told)) == sorted(map(str, script.setup.players))


def with_markers(start: World) -> World:
    """A marker near the edge of its place, next to where the hand rests."""
    place = GAME.layout.slots[BESIDE]
    x_mm, y_mm = place.x_mm + 5.8, place.y_mm - 17
    marker = Lies(Piece(PieceKind("ship"), "purple"), x_mm, y_mm, -11.0, BESIDE, None)
    return replace(start, pieces=(*start.pieces, marker))
