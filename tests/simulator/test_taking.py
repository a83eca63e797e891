"""What is drawn anew only where something changed is what drawing all of it gives."""

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.core.ids import AreaId, PieceKind
from companion.core.layout import SlotKind
from companion.core.pieces import DIE, FACE_DOWN, Piece
from companion.rules.registry import largest_board, load_game
from companion.simulator.draw import Scene
from companion.simulator.draw_cards import designs_of
from companion.simulator.lamps import Noise
from companion.simulator.pasting import Arm
from companion.simulator.stage import Upsets
from companion.simulator.taking import Grain, Shot, Shots
from companion.simulator.world import World

LAYOUT = largest_board().layout
AREAS = [
    area for area in LAYOUT.areas if any(slot.kind is SlotKind.DIE for slot in LAYOUT.in_area(area))
]


def tables(seed: int, number: int) -> list[World]:
    """A table and what becomes of it as dice come, go, and are knocked."""
    rng = random.Random(seed)
    found = [World(LAYOUT, off_mm=9.0)]
    for _ in range(number):
        board = {
            area: (Piece(DIE, rng.choice(("red", "blue", "yellow", "clear")), rng.randint(1, 6)),)
            for area in rng.sample(AREAS, 3)
        }
        loose = tuple(Piece(DIE, "green", rng.randint(1, 6)) for _ in range(rng.randint(0, 3)))
        found.append(found[-1].after(board, loose, rng).nudged(rng))
    return found


def test_a_table_drawn_step_by_step_is_the_same_as_drawn_at_once() -> None:
    worlds, arm = tables(3, 4), Arm(500.0, 300.0, 200.0)
    step_by_step = Scene(worlds[0], 5, Noise.BAD)
    for number, world in enumerate(worlds):
        for sequence in (0, 1, number):
            step_by_step.frame(world, 0.1 * number, sequence, (arm,) if number % 2 else ())
    at_once = Scene(worlds[-1], 5, Noise.BAD)
    for arms in ((), (arm,)):
        seen, whole = (s.frame(worlds[-1], 0.9, 1, arms) for s in (step_by_step, at_once))
        assert np.array_equal(seen, whole)


def test_so_is_a_table_with_cards_and_ships() -> None:
    game, rng = load_game("impulse"), random.Random(8)
    board = {
        AreaId("map.6"): (card("build_b1_cruiser_home"),),
        AreaId("map.2"): (card(FACE_DOWN),),
        AreaId("6"): (ship("red"), ship("blue")),
        AreaId("2.6"): (ship("green"),),
    }
    other = {
        **board,
        AreaId("map.2"): (card("plan_b1_green"),),
        AreaId("2.6"): (ship("green"), ship("green")),
        AreaId("6"): (ship("blue"),),
    }
    first = World(game.layout).after(board, (), rng)
    last = first.after(other, (), rng)
    later, at_once = (Scene(one, 5, designs=designs_of(game)) for one in (first, last))
    before = later.frame(first, 0.0, 0)
    seen, whole = later.frame(last, 0.1, 0), at_once.frame(last, 0.1, 0)
    assert np.array_equal(seen, whole)
    assert not np.array_equal(before, whole)


def card(face: str) -> Piece:
    return Piece(PieceKind("card"), face=face)


def ship(colour: str) -> Piece:
    return Piece(PieceKind("ship"), colour)


def test_a_push_and_another_light_change_all_of_the_picture() -> None:
    world = tables(4, 1)[-1]
    later, at_once = Scene(world, 6), Scene(world, 6)
    before = later.frame(world, 0.0, 0)
    upset = Upsets(bumps=1, lights=1)
    assert not np.array_equal(before, later.frame(world, 0.1, 0, (), upset))
    assert np.array_equal(
        later.frame(world, 0.1, 1, (), upset), at_once.frame(world, 0.1, 1, (), upset)
    )


@pytest.mark.parametrize("jpeg", [None, 40, 90])
def test_part_of_a_picture_taken_anew_fits_what_was_taken_before(jpeg: int | None) -> None:
    rng = np.random.default_rng(1)
    scene = rng.integers(0, 256, (117, 203, 3), dtype=np.uint8)
    shot = Shot((0.9, 1.0, 1.1), Grain(rng, 6.0, (203, 117)).picture(0), jpeg)
    for box in [(0, 0, 5, 5), (90, 40, 91, 41), (60, 30, 130, 110), (195, 100, 203, 117)]:
        taken, changed = shot.take(scene), scene.copy()
        left, top, right, bottom = box
        changed[top:bottom, left:right] ^= 255
        shot.take_again(taken, changed, [box])
        assert np.array_equal(taken, shot.take(changed))


def test_nothing_of_another_light_is_kept() -> None:
    rng = np.random.default_rng(1)
    scene = rng.integers(0, 200, (48, 48, 3), dtype=np.uint8)
    dark = Shot((0.5, 0.5, 0.5), Grain(rng, 0.0, (48, 48)).picture(0), None)
    bright, shots = replace(dark, gains=(1.0, 1.0, 1.0)), Shots()
    assert np.array_equal(shots.of(scene, (0, 0), bright), scene)
    assert shots.of(scene, (1, 0), dark).mean() < 0.6 * scene.mean()
    assert np.array_equal(shots.of(scene, (0, 0), bright), scene)


def test_fine_pictures_are_as_wide_as_the_cameras_of_the_design_and_show_the_same() -> None:
    world = World(LAYOUT).after({AREAS[0]: (Piece(DIE, "yellow", 1),)}, (), random.Random(1))
    fine = Scene(world, 6, Noise.CLEAN, fine=True)
    seen, quick = fine.frame(world, 0.0, 0), Scene(world, 6, Noise.CLEAN).frame(world, 0.0, 0)
    assert (seen.shape, quick.shape) == ((1296, 2304, 3), (720, 1280, 3))
    (lies,) = world.pieces
    for picture, scene in ((seen, fine), (quick, Scene(world, 6, Noise.CLEAN))):
        x, y = scene.place(lies.x_mm + 5, lies.y_mm + 5)
        blue, green, red = picture[int(y), int(x)].astype(int)
        assert min(green, red) > blue + 60, "a yellow die"
