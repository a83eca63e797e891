"""Cuts of slots, and when one is read anew."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.vision.dice import DieReading, SlotReading
from companion.vision.palette import ColourSense
from companion.vision.pose import Pose
from companion.vision.registration import find_board
from companion.vision.rolling import rolling_area
from companion.vision.slots import (
    EmptyLooks,
    SlotCutter,
    SlotMemory,
    SlotSettings,
    centred,
    coloured,
    cut,
    die_slots,
    doubtful,
    searched,
)
from tests.vision.boards import BOARD, CAMERA_MM, UPPER_MM, noisy, picture

SETTINGS = SlotSettings()
DICE = die_slots(BOARD)


@pytest.fixture(name="pose")
def _pose() -> Pose:
    pose = find_board(picture(), BOARD)
    assert pose is not None
    return pose


def test_a_cut_is_upright_and_centred_on_a_die_that_stands_there(pose: Pose) -> None:
    shown = picture({"dock.1": 6})
    (seen,) = (
        SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height)
        .cut(shown, [SlotId("dock.1")])
        .values()
    )
    assert seen.shape == (64, 64, 3)
    assert seen[32, 32].mean() == pytest.approx(120, abs=3)
    bright = np.argwhere(seen[..., 0] > 180)
    assert bright.mean(axis=0) == pytest.approx((31.5, 31.5), abs=1.5)
    # Drawn 16 mm wide on the board, and thus not as wide as 16 mm are where it is cut.
    wide_mm = 16.0 * (CAMERA_MM - UPPER_MM) / CAMERA_MM
    assert np.ptp(bright[:, 0]) == pytest.approx(wide_mm * 64 / 25.6 - 1, abs=1)


def test_all_slots_cut_at_once_are_as_each_cut_by_itself(pose: Pose) -> None:
    shown = noisy(picture({"dock.0": 2, "dock.3": 5}), 5)
    cuts = SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height).cut(shown)
    assert list(cuts) == [slot.id for slot in DICE]
    side = SETTINGS.die_mm * SETTINGS.cut_over_die
    raised = pose.raised(SETTINGS.die_mm * SETTINGS.cut_height)
    for slot in DICE:
        box = (slot.x_mm, slot.y_mm, side, side)
        alone = cut(shown, raised, box, (64, 64), SETTINGS.straight_mm)
        far = np.abs(alone.astype(int) - cuts[slot.id])
        assert far.mean() < 0.5
    assert SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height).cut(shown, []) == {}


def test_the_rolling_area_has_a_known_scale(pose: Pose) -> None:
    rolling = rolling_area(BOARD, SETTINGS)
    assert rolling is not None
    size_mm = (
        np.array((rolling.slot.h_mm, rolling.slot.w_mm)) + 2 * SETTINGS.die_mm
    )  # a die on its line, too
    scale = SETTINGS.free_px_per_mm
    assert rolling.cut(picture(), pose).shape == (*(size_mm * scale), 3)


@pytest.mark.parametrize(
    ("beyond_edges", "counts"), [(-1.0, True), (0.0, True), (0.45, True), (0.55, False)]
)
def test_a_die_on_the_line_of_the_rolling_area_counts_and_one_beside_it_does_not(
    pose: Pose, beyond_edges: float, counts: bool
) -> None:
    rolling = rolling_area(BOARD, SETTINGS)
    assert rolling is not None
    area = rolling.cut(picture(), pose)
    edge = SETTINGS.die_mm * SETTINGS.free_px_per_mm
    far = (1 - beyond_edges) * edge  # of its middle from the edge of the picture
    h, w = area.shape[:2]
    for x, y in ((far, h / 2), (w - far, h / 2), (w / 2, far), (w / 2, h - far)):
        die = replace(found(0.0, 0.0, 5, 0.9), x=x - edge / 2, y=y - edge / 2, w=edge, h=edge)
        assert (rolling.within([die], area) == (die,)) is counts


def test_tops_lean_away_from_the_middle_by_what_the_lens_says(pose: Pose) -> None:
    far_mm = 100.0
    tops = pose.raised(16.0)
    middle = pose.to_board(np.array([(360.0, 250.0)]))
    there = pose.to_board(tops.to_image(middle + np.array((far_mm, 0.0))))
    height_mm = 240.0 / 2 / np.tan(np.radians(33.0))
    assert there - middle == pytest.approx(
        np.array([(far_mm * height_mm / (height_mm - 16.0), 0.0)]), abs=0.5
    )
    assert pose.to_board(tops.to_image(middle)) == pytest.approx(middle, abs=0.2)


def test_only_where_something_lies_a_colour_is_told() -> None:
    empty, full = (
        SlotReading(hollow, 1, 0.9, False, None, (0.9, 0.0, 0.0, 0.0, 0.0, 0.0))
        for hollow in (0.9, 0.1)
    )
    red, blue = (np.full((64, 64, 3), bgr, np.uint8) for bgr in ((40, 30, 190), (190, 90, 30)))
    told = coloured([full, empty, full], [red, red, blue], ColourSense(), SETTINGS)
    assert [reading.colour for reading in told] == ["red", None, "blue"]
    assert coloured([], [], ColourSense(), SETTINGS) == ()


def test_only_changed_slots_are_to_be_read_again(pose: Pose) -> None:
    memory, cutter = SlotMemory(SETTINGS), SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height)
    first = cutter.cut(noisy(picture({"dock.1": 6}), 1))
    assert memory.changed(first) == ("dock.0", "dock.1", "dock.2", "dock.3")
    memory.keep(first)
    assert memory.changed(cutter.cut(noisy(picture({"dock.1": 6}), 2))) == ()
    dimmed = np.asarray(noisy(picture({"dock.1": 6}), 3) * 0.9, np.uint8)
    assert memory.changed(cutter.cut(dimmed)) == ()
    assert memory.changed(cutter.cut(picture({"dock.1": 5}))) == ("dock.1",)
    assert memory.changed(cutter.cut(picture({"dock.2": 6}))) == ("dock.1", "dock.2")
    memory.keep({})
    memory.forget()
    assert len(memory.changed(cutter.cut(picture()))) == 4


def reading(empty: float, best: float, unsure: bool = False) -> SlotReading:
    rest = (1 - empty - best) / 5
    return SlotReading(empty, 1, best, unsure, None, (best, *[rest] * 5))


def test_the_most_doubtful_slots_are_searched() -> None:
    sure, empty = reading(0.01, 0.97), reading(0.98, 0.01)
    half, face = reading(0.5, 0.4), reading(0.02, 0.6, unsure=True)
    assert doubtful([sure, empty, half, face], SETTINGS) == [2, 3]
    assert doubtful([half] * 9, SETTINGS) == [0, 1, 2, 3]
    assert doubtful([sure, empty], SETTINGS) == []


def found(x_mm: float, y_mm: float, face: int, confidence: float) -> DieReading:
    """A die so far right of and below the middle of a slot, in px of the cut that is searched."""
    per_mm = SETTINGS.cut_px / (SETTINGS.cut_over_die * SETTINGS.die_mm)
    middle = SETTINGS.search_over_die * SETTINGS.die_mm / 2
    left, top = ((middle + at - 8.0) * per_mm for at in (x_mm, y_mm))
    rest = (0.99 - confidence) / 5
    faces = tuple(confidence if n == face else rest for n in range(1, 7))
    edge = 16.0 * per_mm
    return DieReading(left, top, edge, edge, face, confidence, confidence < 0.83, None, faces)


@pytest.mark.parametrize(
    ("dice", "face", "unsure"),
    [
        ([], 1, True),
        ([found(12.0, 0.0, 5, 0.99)], 1, True),  # that of the next slot
        ([found(4.0, -3.0, 5, 0.99), found(-16.0, 0.0, 6, 0.99)], 5, False),
        ([found(4.0, -3.0, 5, 0.75)], 5, False),
        ([found(4.0, -3.0, 5, 0.6)], 5, True),
    ],
)
def test_of_a_search_the_die_at_the_slot_counts(
    dice: list[DieReading], face: int, unsure: bool
) -> None:
    first = reading(0.5, 0.4, unsure=True)
    told = centred(first, dice, SETTINGS)
    assert (told.guess, told.unsure) == (face, unsure)
    assert told.empty == pytest.approx(0.5 if face == 1 else 0.01)


def test_the_cut_that_is_searched_has_the_scale_of_a_slots_cut(pose: Pose) -> None:
    shown = picture({"dock.1": 6})
    wide = SlotCutter(pose, DICE, searched(SETTINGS), SETTINGS.cut_height).cut(shown)[DICE[1].id]
    near = SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height).cut(shown)[DICE[1].id]
    rim = (len(wide) - len(near)) // 2
    inner = wide[rim:-rim, rim:-rim].astype(int)
    assert np.abs(inner - near).mean() < 3.0


EMPTY = {slot.id: 0.95 for slot in DICE}


def strange(
    looks: EmptyLooks, pose: Pose, shown: Pixels, empty: Mapping[SlotId, float]
) -> set[str]:
    cutter = SlotCutter(pose, DICE, SETTINGS, SETTINGS.cut_height)
    return set(map(str, looks.strange(empty, cutter.cut(shown))))


def shaded(pixels: Pixels, from_px: int, depth: float) -> Pixels:
    """With a soft shadow over everything to the right."""
    edge = 1 / (1 + np.exp(-(np.arange(pixels.shape[1]) - from_px) / 4.0))
    return np.asarray(pixels * (1 - depth * edge)[:, None], np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_that_reads_empty_is_seen_to_hide_the_empty_slot(pose: Pose, value: int) -> None:
    looks = EmptyLooks(SETTINGS)
    assert strange(looks, pose, noisy(picture(), 1), EMPTY) == set()
    assert strange(looks, pose, noisy(picture({"dock.1": value}), 2), EMPTY) == {"dock.1"}
    assert strange(looks, pose, noisy(picture(), 3), EMPTY) == set(), "it was taken away"


@pytest.mark.parametrize("depth", [0.2, 0.5])
@pytest.mark.parametrize("from_px", range(200, 330, 12))
def test_light_that_changes_over_a_slot_is_nothing_in_it(
    pose: Pose, from_px: int, depth: float
) -> None:
    looks = EmptyLooks(SETTINGS)
    strange(looks, pose, noisy(picture(), 1), EMPTY)
    assert strange(looks, pose, shaded(noisy(picture(), 2), from_px, depth), EMPTY) == set()
    assert strange(looks, pose, np.asarray(picture() * 0.6, np.uint8), EMPTY) == set()


def test_a_slot_that_is_surer_empty_than_before_is_believed(pose: Pose) -> None:
    looks, one = EmptyLooks(SETTINGS), SlotId("dock.1")
    strange(looks, pose, picture({"dock.1": 6}), {**EMPTY, one: 0.7})
    assert strange(looks, pose, picture(), EMPTY) == set(), "the first look was the mistake"
    assert strange(looks, pose, picture({"dock.1": 6}), {**EMPTY, one: 0.7}) == {"dock.1"}


def test_where_all_slots_look_different_nothing_is_said_and_all_is_learnt_anew(pose: Pose) -> None:
    looks, full = EmptyLooks(SETTINGS), picture({str(slot.id): 5 for slot in DICE})
    strange(looks, pose, picture(), EMPTY)
    assert strange(looks, pose, full, EMPTY) == set()
    assert strange(looks, pose, full, EMPTY) == set()
    assert strange(looks, pose, picture({"dock.1": 5}), EMPTY) == set(), "three of four"


def test_slots_never_seen_empty_are_not_judged(pose: Pose) -> None:
    looks = EmptyLooks(SETTINGS)
    assert strange(looks, pose, picture({"dock.0": 2}), {}) == set()
    assert strange(looks, pose, picture({"dock.0": 2}), EMPTY) == set()
