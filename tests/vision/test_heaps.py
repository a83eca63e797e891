"""Heaps of touching pieces: as many as stand there, however they touch, lean and are turned."""

import cv2
import numpy as np
import pytest

from companion.core.layout import Form
from companion.vision.blocks import Lean
from companion.vision.heap_picture import BARE, HeapSettings, Sight
from companion.vision.heaps import explain
from tests.vision.drawn_pieces import COLONY, CUBE

SIZE_PX = 24.0
HIGH = 1.06
"""How much larger tops are seen than feet."""
OTHER = 3
Row = tuple[int, float, float]
"""Colour, and steps of a piece's width to the right and down from the first."""

HEAPS: dict[str, tuple[Row, ...]] = {
    "one": ((1, 0, 0),),
    "bar of two": ((1, 0, 0), (1, 1, 0)),
    "bar of five": tuple((1, n, 0) for n in range(5)),
    "corner": ((1, 0, 0), (1, 1, 0), (1, 0, 1)),
    "block of four": ((1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)),
    "block of six": tuple((1, n % 3, n // 3) for n in range(6)),
    "shifted by half": ((1, 0, 0), (1, 1, 0.5), (1, 2, 0)),
    "two colours": ((1, 0, 0), (2, 1, 0), (1, 2, 0), (2, 0, 1)),
    "one hidden but for its top": ((2, 0, 0), (1, 0, 1), (1, -1, 1), (1, 1, 1)),
    "about another": ((2, 1, 1), (1, 0, 1), (1, 2, 1), (1, 1, 0), (1, 1, 2)),
}


def seen(
    form: Form,
    heap: tuple[Row, ...],
    lean_px: tuple[float, float],
    turn: float,
    side: float = 45.0,
) -> Sight:
    """A heap whose tops are seen aside of their feet, and whose sides are so light."""
    kinds, lightness = np.zeros((240, 240), np.uint8), np.full((240, 240), 30.0, np.float32)
    c, s = np.cos(turn), np.sin(turn)
    feet = [
        (np.array((c * x - s * y, s * x + c * y)) * 1.02 * SIZE_PX + (90, 90), colour)
        for colour, x, y in heap
    ]
    along = np.array(lean_px)
    for foot, colour in sorted(feet, key=lambda f: -float(f[0] @ along)):  # far ones first
        if form.round:
            angles = np.linspace(0, 2 * np.pi, 40)
            reach = SIZE_PX / 2
        else:
            angles = turn + np.pi / 4 + np.arange(4) * np.pi / 2
            reach = SIZE_PX / np.sqrt(2)
        rim = np.column_stack([np.cos(angles), np.sin(angles)]) * reach
        top = (rim * form.taper + foot - 120) * HIGH + 120 + along
        body = cv2.convexHull(np.concatenate([rim + foot, top]).astype(np.float32))
        cv2.fillConvexPoly(kinds, np.round(body).astype(np.int32), colour)
        cv2.fillConvexPoly(lightness, np.round(body).astype(np.int32), side)
        cv2.fillConvexPoly(lightness, np.round(top).astype(np.int32), 60.0)
    wider = np.asarray(cv2.dilate(kinds, np.ones((3, 3), np.uint8)), np.uint8)  # as blur does
    kinds[kinds == BARE] = wider[kinds == BARE]
    dark = np.zeros(kinds.shape, np.bool_)
    return Sight(kinds.astype(np.intp), OTHER, dark, lightness)


def told(
    form: Form, sight: Sight, lean_px: tuple[float, float]
) -> tuple[list[int], list[tuple[float, float]], bool]:
    """The colours of the pieces found, lumps, and whether anything is in doubt."""
    shift = (np.array((120.0, 120.0)) * (1 - HIGH) + lean_px)[:, None]
    top = np.hstack([np.eye(2) * HIGH, shift])
    below = np.array((120.0, 120.0)) - 1000 * np.array(lean_px)
    heaps = explain(sight, form, SIZE_PX, Lean(top, below), HeapSettings())
    colours = sorted(block.colour for heap in heaps for block in heap.blocks)
    lumps = [lump for heap in heaps for lump in heap.lumps]
    return colours, lumps, any(heap.doubt for heap in heaps)


@pytest.mark.parametrize(("lean", "turn"), [((2, 1), 0.0), ((-9, 6), 0.5), ((4, 13), 1.2)])
@pytest.mark.parametrize("name", HEAPS)
def test_cubes_that_touch_are_told_apart(name: str, lean: tuple[float, float], turn: float) -> None:
    sight = seen(CUBE, HEAPS[name], lean, turn)
    assert told(CUBE, sight, lean) == (sorted(row[0] for row in HEAPS[name]), [], False)


@pytest.mark.parametrize("name", ["one", "bar of two", "corner", "two colours"])
def test_domes_that_touch_are_told_apart(name: str) -> None:
    sight = seen(COLONY, HEAPS[name], (5, 5), 0.3)
    assert told(COLONY, sight, (5, 5)) == (sorted(row[0] for row in HEAPS[name]), [], False)


def test_the_bare_board_has_no_heap() -> None:
    assert told(CUBE, seen(CUBE, (), (5, 5), 0.0), (5, 5)) == ([], [], False)


def test_something_of_another_colour_is_a_lump() -> None:
    sight = seen(CUBE, HEAPS["one"], (5, 5), 0.0)
    sight.kinds[180:205, 180:205] = OTHER
    colours, lumps, doubt = told(CUBE, sight, (5, 5))
    assert (colours, doubt) == ([1], True)
    assert lumps[0] == pytest.approx((192, 192), abs=2)


@pytest.mark.parametrize(("wide", "high"), [(58, 58), (12, 60), (20, 20), (24, 46)])
def test_what_is_shaped_otherwise_leaves_a_doubt(wide: int, high: int) -> None:
    sight = seen(CUBE, (), (1, 1), 0.0)
    rows, columns = np.mgrid[0:240, 0:240]
    sight.kinds[((columns - 120) / wide) ** 2 + ((rows - 120) / high) ** 2 < 0.25] = 1
    _, lumps, doubt = told(CUBE, sight, (1, 1))
    assert doubt, lumps


def test_a_side_that_looks_bare_is_forgiven_where_it_is_dark() -> None:
    lean = (0.0, 12.0)
    sight = seen(CUBE, HEAPS["bar of two"], lean, 0.0)
    rows = np.flatnonzero((sight.kinds == 1).any(axis=1))
    side = np.zeros(sight.kinds.shape, np.bool_)
    side[rows[0] : rows[0] + 10] = sight.kinds[rows[0] : rows[0] + 10] == 1
    sight.kinds[side] = BARE
    dark = Sight(sight.kinds, OTHER, side, sight.lightness)
    assert told(CUBE, dark, lean) == ([1, 1], [], False)


def test_a_bar_that_may_be_fewer_seen_from_its_end_is_doubted_without_shading() -> None:
    lean = (0.0, 13.0)
    bar = tuple((1, 0.0, float(n)) for n in range(5))
    assert told(CUBE, seen(CUBE, bar, lean, 0.0), lean) == ([1] * 5, [], False)
    assert told(CUBE, seen(CUBE, bar, lean, 0.0, side=60.0), lean)[2]
