"""Printed mats are read back: true to scale, found by their tags, empty where nothing lies."""

import random

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pytest

from calibration.mats.board import EDGE_MM, check_place
from calibration.mats.paper import SHEETS, sheet_of
from calibration.mats.style import STYLES
from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout, Slot, SlotKind
from companion.rules.registry import load_game
from companion.vision.dice import DiceReader
from companion.vision.pipeline import observe_picture
from companion.vision.pose import moved
from companion.vision.registration import find_board
from tests.calibration.prints import (
    CAMERA_PX,
    MATS,
    PX_PER_MM,
    document,
    lay_die,
    mat_of,
    photographed,
    printed,
    words,
)
from tests.test_cli import need_model

Grid = npt.NDArray[np.int64]

mats = pytest.mark.parametrize("name", MATS)
inks = pytest.mark.parametrize("ink", sorted(STYLES))

DIE_MM, NEED_PX = 16.0, 35.0
PIECE_PX = 20.0
AROUND_MM = 20.0
"""Table seen beside the mat when the camera is well placed."""


@pytest.fixture(name="reader", scope="module")
def _reader() -> DiceReader:
    need_model()
    return DiceReader.load()


def dice(layout: Layout) -> list[Slot]:
    return [slot for slot in layout.slots.values() if slot.kind is SlotKind.DIE]


# What the layout promises


@mats
def test_every_piece_is_large_enough_in_the_picture(name: str) -> None:
    """From the span of the tags: the camera sees all of them, and the rest of the sheet."""
    layout = load_game(name).layout
    wide = max(t.x_mm + t.size_mm / 2 for t in layout.tags) + EDGE_MM + AROUND_MM
    high = max(t.y_mm + t.size_mm / 2 for t in layout.tags) + EDGE_MM + AROUND_MM
    px_per_mm = min(CAMERA_PX[0] / (wide + AROUND_MM), CAMERA_PX[1] / (high + AROUND_MM))
    if dice(layout):
        assert px_per_mm * DIE_MM >= NEED_PX
    assert all(px_per_mm * form.size_mm >= PIECE_PX for form in layout.forms.values())
    assert all(s.x_mm + s.w_mm / 2 <= wide for s in dice(layout))
    assert all(s.y_mm + s.h_mm / 2 <= high for s in dice(layout))


@mats
def test_die_slots_are_22_mm_apart_or_more(name: str) -> None:
    slots = dice(load_game(name).layout)
    for place, one in enumerate(slots):
        for other in slots[place + 1 :]:
            assert np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) >= 22


@mats
def test_tags_have_their_white_and_stay_off_the_edge_of_the_sheet(name: str) -> None:
    layout = load_game(name).layout
    assert 4 <= len(layout.tags) <= 8
    for tag in layout.tags:
        half = tag.size_mm / 2
        assert tag.x_mm - half >= EDGE_MM
        assert tag.x_mm + half <= layout.width_mm - EDGE_MM
        assert tag.y_mm - half >= EDGE_MM
        assert tag.y_mm + half <= layout.height_mm - EDGE_MM


@mats
@inks
@pytest.mark.report("B1")
def test_a_white_cell_is_printed_round_every_tag(name: str, ink: str) -> None:
    sheet = printed(name, ink, "a2")[0]
    for tag in load_game(name).layout.tags:
        half, cell = tag.size_mm / 2, tag.size_mm / 6
        for out in (0.1, 0.99):
            far = half + out * cell
            edge = np.linspace(-far, far, 200)
            ring = [(x, y) for s in edge for x, y in ((s, far), (s, -far), (far, s), (-far, s))]
            at = (np.array(ring) + np.array((tag.x_mm, tag.y_mm))) * PX_PER_MM
            level = sheet[at[:, 1].astype(int), at[:, 0].astype(int)]
            assert level.min() > 250, (tag.id, out)


@mats
@inks
@pytest.mark.report("B1")
def test_a_mat_says_to_keep_the_white(name: str, ink: str) -> None:
    assert "the white" in words(document(name, ink, "a2"))


# Printed and read back


@mats
@inks
def test_the_mat_is_true_to_scale(name: str, ink: str) -> None:
    mat = mat_of(name, ink)
    with pdfium.PdfDocument(document(name, ink, "a2")) as opened:
        assert len(opened) == 1
        size = [edge * 25.4 / 72 for edge in opened[0].get_size()]
    sheet_mm = SHEETS[sheet_of(mat.layout)]
    assert sorted(size) == pytest.approx(sorted(sheet_mm), abs=0.01)
    sheet = printed(name, ink, "a2")[0]
    assert line_mm(sheet, *check_place(mat)) == pytest.approx(100.0, abs=0.5)


def line_mm(sheet: Pixels, x_mm: float, y_mm: float) -> float:
    """Length of a level line, of one colour, that begins at a place."""
    row = sheet[round(y_mm * PX_PER_MM) - 1 : round(y_mm * PX_PER_MM) + 2].astype(int)
    begin, around = round(x_mm * PX_PER_MM), row[1, round((x_mm - 3) * PX_PER_MM)]
    contrast = np.abs(row - around).sum(axis=2).max(axis=0)
    strong = contrast > contrast[begin + 40 : begin + 360].min() / 2
    end = begin + 40
    while strong[end]:
        end += 1
    while strong[begin]:
        begin -= 1
    return (end - begin - 1) / PX_PER_MM


@mats
@inks
def test_slots_are_printed_where_the_layout_has_them(name: str, ink: str) -> None:
    """The outline of each slot, found in the print by its contrast to the inside."""
    sheet = printed(name, ink, "a2")[0].astype(np.int64)
    for slot in dice(load_game(name).layout):
        edges = [edge_mm(sheet, slot, along, sign) for along in ("x", "y") for sign in (-1, 1)]
        left, right, top, bottom = edges
        assert (right - left) / 2 == pytest.approx(0, abs=0.3), slot.id
        assert (bottom - top) / 2 == pytest.approx(0, abs=0.3), slot.id
        assert left + right == pytest.approx(slot.w_mm, abs=0.6), slot.id
        assert top + bottom == pytest.approx(slot.h_mm, abs=0.6), slot.id


def edge_mm(sheet: Grid, slot: Slot, along: str, sign: int) -> float:
    """Distance of the strongest line from the middle of a slot towards one side."""
    steps = np.arange(5.0, 11.0, 0.125)
    x, y = slot.x_mm + 0 * steps, slot.y_mm + 3.0 + 0 * steps
    if along == "x":
        x = slot.x_mm + sign * steps
    else:
        x, y = x + 3.0, slot.y_mm + sign * steps
    column, row = (x * PX_PER_MM).astype(int), (y * PX_PER_MM).astype(int)
    inside = sheet[round(slot.y_mm * PX_PER_MM), round(slot.x_mm * PX_PER_MM)]
    contrast = np.abs(sheet[row, column] - inside).sum(axis=1)
    near = steps[contrast > 0.6 * contrast.max()]
    return float((near.min() + near.max()) / 2)


@mats
@inks
def test_a_photographed_mat_is_found_to_half_a_millimetre(name: str, ink: str) -> None:
    layout = load_game(name).layout
    w, h = layout.width_mm, layout.height_mm
    grid = np.array([(x, y) for x in np.linspace(0, w, 9) for y in np.linspace(0, h, 7)])
    for seed in range(3):
        picture, image_from_board = photographed(printed(name, ink, "a2")[0], seed)
        pose = find_board(picture, layout)
        assert pose is not None
        off = np.linalg.norm(pose.to_board(moved(image_from_board, grid)) - grid, axis=1)
        assert off.max() < 0.5


@mats
@inks
def test_nothing_on_the_print_passes_for_a_die(name: str, ink: str, reader: DiceReader) -> None:
    layout = load_game(name).layout
    picture, _ = photographed(printed(name, ink, "a2")[0], 3)
    claim, _ = observe_picture(picture, layout, reader)
    seen = {slot.id: claim.slots[slot.id] for slot in dice(layout)}
    assert {place: what for place, what in seen.items() if what != ()} == {}
    assert not claim.free_dice


@mats
@inks
def test_dice_on_the_mat_are_read(name: str, ink: str, reader: DiceReader) -> None:
    layout = load_game(name).layout
    lot = random.Random(f"{name} {ink}")
    table = printed(name, ink, "a2")[0].astype(np.float32)
    colours = ("red", "green", "blue", "yellow")
    truth: dict[SlotId, tuple[tuple[str, int], ...]] = {}
    for slot in dice(layout):
        if lot.random() < 0.6:
            colour, face = lot.choice(colours), lot.randint(1, 6)
            lay_die(table, (slot.x_mm, slot.y_mm), colour, face, lot.gauss(0, 8))
            truth[slot.id] = ((colour, face),)
        else:
            truth[slot.id] = ()
    tray = next((s for s in layout.slots.values() if s.kind is SlotKind.ROLLING), None)
    thrown = []
    for n, across in enumerate((-0.3, 0.0, 0.3) if tray else ()):
        assert tray is not None
        colour, face = colours[n], lot.randint(1, 6)
        at = (tray.x_mm + across * tray.w_mm, tray.y_mm + lot.uniform(-0.3, 0.3) * tray.h_mm)
        lay_die(table, at, colour, face, lot.uniform(0, 90))
        thrown.append((colour, face))
    picture, _ = photographed(np.clip(table, 0, 255).astype(np.uint8), 9)
    claim, _ = observe_picture(picture, layout, reader)
    read = {
        slot.id: tuple((p.colour, p.value) for p in claim.slots[slot.id] or ())
        for slot in dice(layout)
    }
    wrong = {slot: (read[slot], truth[slot]) for slot in truth if read[slot] != truth[slot]}
    assert wrong == {}
    assert sorted((p.colour or "", p.value or 0) for p in claim.free_dice or ()) == sorted(thrown)
