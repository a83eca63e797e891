"""Rendered scenes: that their truth is true, by ways that have nothing to do with rendering."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.layout import SlotKind
from companion.core.pieces import DIE, SeenPiece
from companion.vision.tags import TagSettings, find_tags, tag_corners
from tests.vision.test_rendered import FOLDER
from vision_models.scenes.compose import CROPS, FULLS, compose, names
from vision_models.scenes.develop import developed, rounded, truth
from vision_models.scenes.lamps import LAMPS, colour_of, mean_light, placed
from vision_models.scenes.reading import DOUBT, RIGHT, WRONG, judge, piece_value
from vision_models.scenes.scene import (
    Camera,
    Limb,
    Scene,
    Sheet,
    Thing,
    hidden,
    load,
    over_px,
    save,
    whole_slots,
)
from vision_models.scenes.sheets import MEASURING, boards, layout_of, mat_of

ABOVE = Camera(
    (300.0, 200.0, 800.0), (300.0, 200.0, 0.0), 0.0, 1600.0, (640, 480), (320.0, 240.0), 0.0, 800.0
)
FLAT = Sheet(MEASURING, "full", "matte", (0.0, 0.0, 0.0, 0.0), 2.0, 0.0)
SIZE = (594.0, 420.0)


def bare() -> Scene:
    """A scene with nothing on the sheet, seen from straight above."""
    return replace(compose("crop_000", 0), camera=ABOVE, sheet=FLAT, things=(), limbs=())


@pytest.mark.parametrize(
    ("point", "up", "seen"),
    [
        ((300, 200), 0, (320, 240)),
        ((340, 200), 0, (320 + 40 * 1600 / 800, 240)),
        ((300, 230), 0, (320, 240 + 30 * 1600 / 800)),
        ((340, 200), 160, (320 + 40 * 1600 / 640, 240)),
    ],
)
def test_a_camera_above_sees_by_the_rule_of_three(
    point: tuple[float, float], up: float, seen: tuple[float, float]
) -> None:
    found = ABOVE.sees(np.array([point], np.float64), np.array([float(up)]))
    np.testing.assert_allclose(found, [seen], atol=1e-9)


def test_a_turned_and_tilted_camera_keeps_what_it_looks_at_in_its_middle() -> None:
    tilted = replace(ABOVE, at=(420.0, 60.0, 700.0), roll_deg=33.0)
    axes = tilted.axes()
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(-1.0)  # height is counted towards the viewer
    middle = tilted.sees(np.array([tilted.towards[:2]]), np.zeros(1))
    np.testing.assert_allclose(middle, [tilted.middle_px], atol=1e-6)


def test_as_much_is_rendered_beyond_the_picture_as_the_lens_needs() -> None:
    assert over_px(ABOVE) == 4
    bent = replace(ABOVE, k1=-0.1)
    far = (320**2 + 240**2) ** 0.5
    needed = far - far * (1 - 0.1 * (far / 1600) ** 2)  # at a corner, nearly
    assert needed <= over_px(bent) <= needed + 6


def test_a_sheet_stands_off_the_table_at_its_rims_only() -> None:
    curled = replace(FLAT, rims=(2.0, 0.0, 0.0, 1.0))
    places = np.array([(0.0, 210.0), (297.0, 210.0), (594.0, 210.0), (297.0, 420.0)])
    np.testing.assert_allclose(curled.heights(places, SIZE), [2.0, 0.0, 0.0, 1.0], atol=1e-9)


def test_an_arm_hides_what_lies_under_it() -> None:
    layout = layout_of(MEASURING)
    slot = layout.slots[next(s.id for s in layout.slots.values() if s.kind is SlotKind.DIE)]
    rod = Limb((slot.x_mm - 40, slot.y_mm, 60.0), (slot.x_mm + 40, slot.y_mm, 60.0),
               (25.0, 25.0), "skin")  # fmt: skip
    above = replace(bare().camera, at=(slot.x_mm, slot.y_mm, 800.0))
    shares = hidden(replace(bare(), camera=above, limbs=(rod,)), layout)
    assert shares[slot.id] == 1.0
    assert "rolling" not in shares
    assert hidden(bare(), layout) == {}


def test_only_places_wholly_in_the_picture_count() -> None:
    layout = layout_of(MEASURING)
    seen = whole_slots(bare(), layout)
    left, right = 300 - 320 * 800 / 1600, 300 + 320 * 800 / 1600
    top, low = 200 - 240 * 800 / 1600, 200 + 240 * 800 / 1600
    on_paper = {
        slot.id for slot in layout.slots.values()
        if slot.x_mm - slot.w_mm / 2 >= left and slot.x_mm + slot.w_mm / 2 <= right
        and slot.y_mm - slot.h_mm / 2 >= top and slot.y_mm + slot.h_mm / 2 <= low
    }  # fmt: skip
    assert seen
    assert set(seen) <= on_paper


def test_every_beginning_of_the_row_is_a_fair_sample() -> None:
    order = names()
    assert len(set(order)) == len(order) == CROPS + FULLS
    for count in range(1, len(order) + 1):
        whole = sum(name.startswith("full") for name in order[:count])
        assert abs(whole - count * FULLS / (CROPS + FULLS)) <= 1


@pytest.mark.parametrize("place", [8, 9, 26, 44, 61, 97])
def test_pieces_lie_in_their_places_and_not_in_each_other(place: int) -> None:
    scene = compose(names()[place], place)
    layout = layout_of(scene.sheet.board)
    for thing in (thing for thing in scene.things if thing.slot):
        slot = next(s for s in layout.slots.values() if s.id == thing.slot)
        assert abs(thing.x_mm - slot.x_mm) < slot.w_mm / 2
        assert abs(thing.y_mm - slot.y_mm) < slot.h_mm / 2
        assert (thing.value is not None) == (thing.kind == "die")
    for one, other in combinations(scene.things, 2):
        _, cut = cv2.rotatedRectangleIntersection(_box(one), _box(other))
        if cut is not None and not {one.kind, other.kind} & {"colony", "cone"}:
            assert cv2.contourArea(cut) < 0.05 * one.size_mm**2


def _box(thing: Thing) -> tuple[tuple[float, float], tuple[float, float], float]:
    return (thing.x_mm, thing.y_mm), (thing.size_mm, thing.size_mm), thing.turn_deg


def test_a_description_comes_back_from_its_file(tmp_path: Path) -> None:
    scene = compose(names()[8], 8)
    save(scene, tmp_path / "scene.json")
    assert load(tmp_path / "scene.json") == scene


def test_lamps_glow_as_bodies_do() -> None:
    for kelvin in (2700, 4000, 6500):
        assert np.dot(colour_of(kelvin), (0.2126, 0.7152, 0.0722)) == pytest.approx(1.0, abs=2e-3)
    np.testing.assert_allclose(colour_of(6504), (1.0, 1.0, 1.0), atol=0.05)
    r, g, b = colour_of(2700)
    assert r > g > b
    assert r / b > 5


@pytest.mark.parametrize("lamp", LAMPS)
def test_all_light_together_makes_white_paper_as_bright_in_every_room(lamp: str) -> None:
    total = sum(p.share for p in placed(lamp, 3)) + LAMPS[lamp].walls[1]
    assert total == pytest.approx(1.0)
    assert np.dot(mean_light(lamp, 3), (0.2126, 0.7152, 0.0722)) == pytest.approx(1.0, abs=5e-3)
    assert all(p.watts > 0 and p.at[2] > 0 for p in placed(lamp, 3))


def test_a_lamp_straight_above_needs_the_power_that_the_formula_of_a_disc_gives() -> None:
    """Irradiance of a small flat lamp is power over pi and distance squared."""
    lamp = replace(placed("dim", 1)[0], at=(0.0, 0.0, 2.0), aim=(0.0, 0.0, -1.0), share=1.0)
    assert lamp.watts / (np.pi * 2.0**2) / np.pi == pytest.approx(1.0)


def test_grey_light_comes_out_grey_and_the_same_each_time() -> None:
    scene = replace(bare(), lamp="cold ceiling")
    over = over_px(scene.camera)
    shape = (480 + 2 * over, 640 + 2 * over, 3)
    colour = mean_light(scene.lamp, scene.seed)[::-1]
    light = np.full(shape, 0.3, np.float32) * colour.astype(np.float32)
    picture = developed(light, scene)
    assert picture.shape == (480, 640, 3)
    middle = picture[200:280, 280:360].reshape(-1, 3).mean(axis=0)
    assert float(np.ptp(middle)) < 12
    assert np.array_equal(picture, developed(light, scene))


@pytest.mark.parametrize(
    ("truth_", "seen", "outcome", "why"),
    [
        ([], (), RIGHT, ""),
        ([3], None, DOUBT, ""),
        ([3], (3,), RIGHT, ""),
        ([3], (0,), DOUBT, ""),
        ([3], (4,), WRONG, "face"),
        ([3], (), WRONG, "not seen"),
        ([], (0,), WRONG, "nothing there"),
        ([1, 1, 5], (1, 5, 1), RIGHT, ""),
        ([1, 1, 5], (1, 5, 5), WRONG, "face"),
        ([1, 1, 5], (1, 5, 0), DOUBT, ""),
    ],
)
def test_readings_are_judged(
    truth_: list[int], seen: tuple[int, ...] | None, outcome: str, why: str
) -> None:
    pieces = None if seen is None else tuple(SeenPiece(DIE, "red", f or None, 0.9) for f in seen)
    assert judge(truth_, pieces, [piece_value(p) for p in pieces or ()]) == (outcome, why)


def test_every_sheet_can_be_printed_and_has_its_tags() -> None:
    for board in boards():
        assert len(mat_of(board, "full").layout.tags) >= 4


def test_each_picture_has_its_truth_and_all_are_small_enough() -> None:
    pictures, truths = (
        {path.stem: path for path in FOLDER.glob(ending)} for ending in ("*.jpg", "*.json")
    )
    assert pictures.keys() == truths.keys()
    assert set(pictures) <= set(names())
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 15_000_000
    for name, path in pictures.items():
        size = load(truths[name]).camera.size_px
        header = cv2.imread(str(path), cv2.IMREAD_REDUCED_GRAYSCALE_8)
        assert header is not None
        assert (header.shape[1] * 8, header.shape[0] * 8) == size


def test_the_stored_truth_is_what_the_recipe_gives() -> None:
    for name in ("crop_000", "crop_005", "full_00"):
        path = FOLDER / f"{name}.json"
        again = truth(compose(name, names().index(name)))
        text_before, text_now = load(path), again
        assert rounded(text_now["slots"]) == rounded(truth(text_before)["slots"])
        assert text_before.lamp == text_now["lamp"]


def test_tags_lie_in_the_pictures_where_the_truth_has_them() -> None:
    """To a third of a pixel, mostly: the camera of the truth is that of the picture."""
    away = []
    for path in sorted(FOLDER.glob("full_*.json"))[:3]:
        scene = load(path)
        layout, pixels = layout_of(scene.sheet.board), cv2.imread(str(path.with_suffix(".jpg")))
        assert pixels is not None
        found = find_tags(np.asarray(pixels, np.uint8), [t.id for t in layout.tags], TagSettings())
        assert len(found) >= 4
        for tag in (tag for tag in layout.tags if tag.id in found):
            corners = tag_corners(tag)
            seen = scene.camera.sees(corners, scene.sheet.heights(corners, SIZE))
            away.append(found[tag.id].mean(axis=0) - seen.mean(axis=0))
    # Medians: where a die's shadow falls on a tag's edge, its corners are found 2 px off.
    assert np.linalg.norm(np.median(away, axis=0)) < 0.25
    assert np.median(np.linalg.norm(away, axis=1)) < 0.35
