"""Pieces on the simulated table: what can stay stays, and nothing lies on top of another."""

import itertools
import math
import random

import pytest

from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.layout import SlotKind
from companion.core.pieces import DIE, Piece
from companion.rules.registry import load_game
from companion.simulator.world import DIE_MM, OFF_MOST_MM, TRAY, World

LAYOUT = load_game("alien_frontiers").layout
MINE, PLAN = AreaId("lunar_mine"), AreaId("plan.blue")


def die(value: int | None, colour: str = "red") -> Piece:
    return Piece(DIE, colour, value)


def test_what_stays_is_not_touched_and_what_goes_is_gone() -> None:
    rng = random.Random(1)
    first = World(LAYOUT).after({MINE: (die(2), die(4))}, (die(5),), rng)
    second = first.after({MINE: (die(4), die(6))}, (), rng)
    kept = [lies for lies in first.pieces if lies.face == 4]
    assert kept[0] in second.pieces
    assert sorted(lies.face or 0 for lies in second.pieces) == [4, 6]
    assert len({lies.slot for lies in second.pieces}) == 2


def test_a_die_whose_face_nobody_cares_about_shows_one_and_keeps_it() -> None:
    rng = random.Random(1)
    first = World(LAYOUT).after({MINE: (die(None),)}, (), rng)
    second = first.after({MINE: (die(None), die(3))}, (), rng)
    assert first.pieces[0].face in range(1, 7)
    assert first.pieces[0] in second.pieces
    placed = World(LAYOUT).after({MINE: (die(3),)}, (), rng)
    assert placed.after({MINE: (die(None),)}, (), rng).pieces[0].face == 3


@pytest.mark.parametrize("layout", [LAYOUT, TRAY], ids=["board", "tray"])
def test_thrown_dice_do_not_overlap(layout: object) -> None:
    for seed in range(20):
        board = LAYOUT if layout is LAYOUT else TRAY
        world = World(board).after({}, tuple(die(n) for n in range(1, 7)), random.Random(seed))
        assert len(world.pieces) == 6
        for a, b in itertools.combinations(world.pieces, 2):
            assert math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) > DIE_MM * 1.3


def test_dice_in_slots_are_a_little_off() -> None:
    rng = random.Random(2)
    for _ in range(50):
        (lies,) = World(LAYOUT).after({MINE: (die(2),)}, (), rng).pieces
        slot = LAYOUT.slots[lies.slot]
        assert slot.kind is SlotKind.DIE
        assert math.dist((lies.x_mm, lies.y_mm), (slot.x_mm, slot.y_mm)) <= OFF_MOST_MM
        assert abs(lies.turn_deg) <= 180


def test_more_dice_than_slots_are_left_out() -> None:
    room = len(LAYOUT.in_area(MINE))
    world = World(LAYOUT).after({MINE: (die(2),) * (room + 2)}, (), random.Random(3))
    assert len(world.pieces) == room


def test_cards_of_a_pile_lie_over_one_another_the_newest_uppermost() -> None:
    layout, rng = load_game("impulse").layout, random.Random(3)
    cards = [Piece(PieceKind("card"), face=face) for face in "abcdefgh"]
    world = World(layout)
    for count in range(1, len(cards) + 1):
        world = world.after({PLAN: tuple(cards[:count])}, (), rng)
        lying = world.pieces
        assert [lies.piece for lies in lying] == cards[:count]
        assert all(b.y_mm > a.y_mm - 2 for a, b in itertools.pairwise(lying))
        slot = layout.slots[lying[0].slot]
        assert all(abs(lies.y_mm - slot.y_mm) < (slot.h_mm - 63) / 2 + 3 for lies in lying)
    assert world.after({PLAN: tuple(cards[1:])}, (), rng).pieces[-1].piece == cards[-1]


@pytest.mark.parametrize("place", ["points.0", "8", "3.7"])
@pytest.mark.parametrize("count", [2, 4, 6])
def test_ships_stand_beside_one_another_in_a_crowded_place(place: str, count: int) -> None:
    layout = load_game("impulse").layout
    slot, form = layout.slots[SlotId(place)], layout.forms["ship"]
    most = 3 if slot.lying else count  # so many have room side by side
    world = World(layout)
    for ships in range(1, min(count, most) + 1):
        pieces = (Piece(PieceKind("ship"), "red"),) * ships
        world = world.after({slot.area: pieces}, (), random.Random(ships))
    across = [(lies.x_mm, lies.y_mm) for lies in world.pieces]
    assert len(across) == min(count, most)
    for one, other in itertools.combinations(across, 2):
        assert math.dist(one, other) >= form.size_mm
