"""Pieces other than dice on drawn boards: the right count and colour, or a doubt, never wrong.

`python -m tests.vision.test_pieces 40` measures many boards.
"""

import sys
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Form, Layout
from companion.core.observation import Seen
from companion.vision.palette import Palette
from companion.vision.paper import paper_light
from companion.vision.piece_colours import to_lab
from companion.vision.pieces import PieceSettings
from companion.vision.pose import Pose
from companion.vision.regions import (
    RegionMemory,
    agreed,
    cut_group,
    group_lean,
    groups_of,
    read_group,
)
from tests.vision.bent_boards import H_MM, W_MM
from tests.vision.boards import noisy
from tests.vision.drawn_pieces import BODIES, COLONY, CUBE, MARKER, board, draw

SETTINGS = PieceSettings()


def read(form: Form, seed: int, most: int = 12) -> Counter[str]:
    """How many places were right, wrong or in doubt."""
    drawn, layout = draw(form, seed, most), board(form)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    light = paper_light(drawn.pixels, pose, layout)
    counts: Counter[str] = Counter()
    for group in groups_of(layout, SETTINGS):
        crop = cut_group(drawn.pixels, pose, group, light, SETTINGS)
        for name, seen in read_group(
            crop, group_lean(pose, group, SETTINGS), group, None, SETTINGS
        ).items():
            if seen is None:
                counts["doubt"] += 1
            else:
                told = sorted(str(piece.colour) for piece in seen)
                counts["right" if told == drawn.truth[name] else "wrong"] += 1
    return counts


def under_a_spot(
    pixels: Pixels, pose: Pose, layout: Layout, middle_mm: tuple[float, float], wide_px: float
) -> dict[SlotId, Seen]:
    """What is told of a picture where a lamp is mirrored on the board."""
    ((x, y),) = pose.to_image(np.array([middle_mm]))
    rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * wide_px**2))
    lit = np.clip(pixels + spot[..., None] * 120.0, 0, 255).astype(np.uint8)
    light = paper_light(lit, pose, layout)
    told: dict[SlotId, Seen] = {}
    for group in groups_of(layout, SETTINGS):
        crop = cut_group(lit, pose, group, light, SETTINGS)
        told |= read_group(crop, group_lean(pose, group, SETTINGS), group, None, SETTINGS)
    return told


def test_colonies_in_regions_are_counted_by_colour() -> None:
    assert read(COLONY, 0, 6) == {"right": 15}


def test_markers_are_told_on_their_spaces() -> None:
    assert read(MARKER, 0) == {"right": 60}


def test_cubes_pushed_together_are_counted() -> None:
    assert read(CUBE, 3) == {"right": 15}


@pytest.mark.parametrize("level", [150, 190, 240])
def test_what_has_another_colour_is_a_piece_without_colour(level: int) -> None:
    drawn, layout = draw(COLONY, 0, 0), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    slot = layout.slots[SlotId("colony.3")]
    ((x, y),) = np.round(pose.to_image(np.array([(slot.x_mm, slot.y_mm)]))).astype(int)
    drawn.pixels[y - 20 : y + 20, x - 20 : x + 20] = level
    light = paper_light(drawn.pixels, pose, layout)
    told: dict[SlotId, Seen] = {}
    for group in groups_of(layout, SETTINGS):
        crop = cut_group(drawn.pixels, pose, group, light, SETTINGS)
        told |= read_group(crop, group_lean(pose, group, SETTINGS), group, None, SETTINGS)
    strange = {
        name: seen for name, seen in told.items() if any(p.colour is None for p in seen or ())
    }
    assert (set(strange), len(strange[slot.id] or ())) == ({slot.id}, 1)
    assert None not in told.values()


@pytest.mark.parametrize("wide_px", [14.0, 22.0])
def test_a_spot_of_a_lamp_is_no_piece_of_anybody(wide_px: float) -> None:
    """Glare on coloured print is as large as a colony, and has nothing like its edge."""
    drawn, layout = draw(COLONY, 0, 0), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    slot = layout.slots[SlotId("colony.3")]
    told = under_a_spot(drawn.pixels, pose, layout, (slot.x_mm, slot.y_mm), wide_px)
    assert not [p for there in told.values() for p in there or () if p.colour is not None]


@pytest.mark.parametrize("wide_px", [14.0, 22.0])
def test_a_spot_of_a_lamp_beside_a_piece_hides_nothing(wide_px: float) -> None:
    """Both make one patch, and yet the piece is told."""
    drawn, layout = draw(COLONY, 0, 1), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    for piece in drawn.pieces[:3]:
        spot = piece.x, piece.y - 16.0
        told = under_a_spot(drawn.pixels, pose, layout, spot, wide_px)
        seen = {name: [p.colour for p in there or () if p.colour] for name, there in told.items()}
        assert None not in told.values()
        assert seen == drawn.truth, piece


def test_a_printed_frame_is_no_piece_of_a_colour_that_is_much_like_the_board() -> None:
    """Marbled dice of a dark blue are taught: a pale line on a dark board is as near to it."""
    drawn, layout = draw(COLONY, 0, 0), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    dark = np.asarray(drawn.pixels * np.array((0.45, 0.3, 0.25)), np.uint8)
    taught = Palette(
        {
            "red": (23.3, 39.5, 29.0),
            "green": (31.8, -35.6, 24.3),
            "blue": (17.5, -2.1, -13.2),
            "yellow": (53.1, -9.1, 52.3),
        }
    )
    groups = groups_of(layout, SETTINGS)
    for group in groups:
        x, y, w, h = group.box
        corners = [
            (x + i * (w / 2 - 14), y + j * (h / 2 - 14))
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        line = np.round(pose.to_image(np.array(corners)) * 16).astype(np.int32)
        cv2.polylines(dark, [line], True, (150, 130, 110), 3, cv2.LINE_AA, 4)
    shown = noisy(dark, 1)
    light = paper_light(drawn.pixels, pose, layout)
    for group in groups:
        crop = cut_group(shown, pose, group, light, SETTINGS)
        seen = read_group(crop, group_lean(pose, group, SETTINGS), group, taught, SETTINGS)
        assert [*seen.values()] == [()], group.slots[0].id


def test_places_are_read_again_only_where_they_look_different() -> None:
    drawn, layout = draw(COLONY, 0, 6), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    memory, groups = RegionMemory(layout, SETTINGS, None), groups_of(layout, SETTINGS)
    assert memory.changed(drawn.pixels, pose, 9.0) == groups
    assert memory.read(drawn.pixels, pose, ()) == ({}, {})
    seen, looks = memory.read(drawn.pixels, pose, groups)
    truth = {name: sorted(str(p.colour) for p in row or ()) for name, row in seen.items()}
    assert truth == drawn.truth
    memory.keep(looks)
    again = noisy(drawn.pixels, 3)
    assert memory.changed(again, pose, 9.0) == ()
    ((x, y),) = np.round(pose.to_image(np.array([groups[4].box[:2]]))).astype(int)
    again[y - 12 : y + 12, x - 12 : x + 12] = 128
    assert memory.changed(again, pose, 9.0) == (groups[4],)


def test_taught_colours_are_told_where_the_usual_ones_are_others() -> None:
    drawn, layout = draw(COLONY, 0, 6), board(COLONY)
    pose = Pose(drawn.view.camera, drawn.view.lens, (W_MM, H_MM), 0.0)
    there = {"red": "green", "blue": "red", "green": "yellow", "yellow": "blue"}
    taught = Palette({name: lab_of(BODIES[shown]) for name, shown in there.items()})
    memory, groups = RegionMemory(layout, SETTINGS, taught), groups_of(layout, SETTINGS)
    seen, _ = memory.read(drawn.pixels, pose, groups[:5])
    told = {name: sorted(there[str(p.colour)] for p in row or ()) for name, row in seen.items()}
    assert told == {name: drawn.truth[name] for name in told}
    assert sum(len(colours) for colours in told.values()) > 5


def lab_of(bgr: tuple[int, int, int]) -> tuple[float, float, float]:
    lightness, a, b = to_lab(np.array(bgr, np.uint8).reshape(1, 1, 3))[0, 0].tolist()
    return lightness, a, b


@pytest.mark.parametrize("seed", [1, 3])
def test_the_shadow_and_the_lean_of_a_tall_piece_do_not_move_it_to_the_next_place(
    seed: int,
) -> None:
    tall = replace(MARKER, height_mm=18.0)  # its top is seen up to a space from its foot
    assert read(tall, seed) == {"right": 60}


def test_looks_that_differ_leave_a_doubt() -> None:
    a, b = SlotId("a"), SlotId("b")
    assert agreed([{a: (), b: ()}, {a: (), b: None}]) == {a: (), b: None}
    assert agreed([{a: (), b: None}, {a: (), b: ()}]) == {a: (), b: None}


def main(boards: int) -> None:
    for form, most in ((CUBE, 12), (COLONY, 6), (MARKER, 1)):
        counts = sum((read(form, seed, most) for seed in range(boards)), Counter[str]())
        whole = sum(counts.values())
        shares = ", ".join(
            f"{key} {counts[key] / whole:.4f}" for key in ("right", "wrong", "doubt")
        )
        sys.stdout.write(f"{form.kind}: {shares} of {whole} places\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
