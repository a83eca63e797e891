"""Rendered dice: their design, their shapes, the packing, the loader, and the shipped atlas."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.requirements import require
from vision_models.dice.draw import contrast
from vision_models.dice.sprites import designs, load, pack, shapes

ROOT = Path(__file__).parents[2]
STYLE = designs.PipStyle(0.1, 0.25, 0.0, (1.0, 1.0), 1.0, 0.1, "disc")


def opaque_square(side: int, box: tuple[int, int, int, int]) -> np.ndarray:
    """A sheet with faint shadow everywhere and a red die in the box."""
    sheet = np.zeros((side, side, 4), np.uint8)
    sheet[..., 3] = 80
    left, top, right, bottom = box
    sheet[top:bottom, left:right] = (0, 0, 200, 255)
    return sheet


def label(box: tuple[int, int, int, int], **more: str | int | float | None) -> pack.Label:
    sides = dict(zip(("left", "top", "right", "bottom"), map(float, box), strict=True))
    return {"kind": "pips", "value": 3, "material": "matte", "tilt_deg": 10.0,
            "azimuth_deg": 0.0, "contrast": 90.0, **sides, **more}  # fmt: skip


def test_opposite_faces_sum_to_seven_and_both_hands_come_up() -> None:
    hands = set()
    for seed in range(200):
        design = designs.random_design(np.random.default_rng(seed))
        top, bottom, right, left, back, front = design.faces
        if design.kind == "logo":
            assert top == 0
            assert design.value is None
            continue
        assert top + bottom == right + left == back + front == 7
        assert sorted(design.faces) == [1, 2, 3, 4, 5, 6]
        assert design.value == (top if design.kind == "pips" else None)
        # 1, 2 and 3 meet in one corner: round it one way or the other.
        axes = np.zeros((3, 3))
        for k, value in enumerate(design.faces):
            if value <= 3:
                axes[value - 1] = shapes.FRAMES[k][2]
        hands.add(round(float(np.linalg.det(axes))))
    assert hands == {-1, 1}


def test_ink_is_seen_on_both_body_colours() -> None:
    for seed in range(200):
        design = designs.random_design(np.random.default_rng(seed))
        assert min(contrast(design.ink, body) for body in design.body) > 40


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_painted_pips_can_be_counted(value: int, turned: bool) -> None:
    """Whatever the style, as many separate spots are painted as the value says."""
    for seed in range(40):
        design = designs.random_design(np.random.default_rng(seed))
        pips = designs.pips_of(value, design.pips, turned)
        plain = [pips if face == value else () for face in design.faces]
        sheet = designs.paint(design, plain, np.random.default_rng(0))
        spots, _ = cv2.connectedComponents((sheet[..., 3] > 127).astype(np.uint8))
        rings = sum(p.radius > 0.075 for p in pips) if design.pips.shape == "ring" else 0
        if 0 in design.faces:
            continue
        assert spots - 1 == value + rings, design.pips


def test_a_six_turned_lies_across() -> None:
    upright, across = (designs.pips_of(6, STYLE, turned) for turned in (False, True))
    assert {round(p.x, 3) for p in upright} == {-0.25, 0.25}
    assert {round(p.y, 3) for p in across} == {-0.25, 0.25}


def test_a_hollow_goes_inwards_and_edges_are_round() -> None:
    shape = shapes.rounded_cube(0.1, {0: [shapes.Pip(0.0, 0.0, 0.1, 0.05)]})
    middle = np.hypot(shape.corners[:, 0], shape.corners[:, 1]) < 0.02
    assert shape.corners[middle & (shape.corners[:, 2] > 0), 2].max() == pytest.approx(
        0.45, abs=0.005
    )
    assert shape.corners[middle & (shape.corners[:, 2] < 0), 2].min() == pytest.approx(-0.5)
    reach = np.linalg.norm(shape.corners, axis=1).max()
    assert reach == pytest.approx(0.4 * 3**0.5 + 0.1)
    assert np.linalg.norm(shape.normals, axis=1) == pytest.approx(1.0)
    outward = (shape.normals * shape.corners).sum(axis=1)
    assert (outward > 0).all()


def test_quads_turn_outwards() -> None:
    shape = shapes.rounded_cube(0.1, {})
    a, b, c, _ = (shape.corners[shape.quads[:, k]] for k in range(4))
    assert ((np.cross(b - a, c - b) * a).sum(axis=1) > 0).all()


@pytest.mark.parametrize(("sides", "corners"), [(8, 6), (10, 12), (12, 20), (20, 12)])
def test_solids_have_their_corners(sides: int, corners: int) -> None:
    found = shapes.solid(sides)
    assert found.shape == (corners, 3)
    assert sorted(map(tuple, np.round(found, 6))) == sorted(map(tuple, np.round(-found, 6)))


def test_the_kites_of_the_ten_sided_die_are_flat() -> None:
    found = shapes.solid(10)
    tip, kite = found[10], found[:3]
    assert abs(np.linalg.det(kite - tip)) < 1e-9


def test_packed_sprites_come_back(tmp_path: Path) -> None:
    boxes = [(30, 40, 80, 90), (30, 130, 90, 180)]
    sheet = opaque_square(200, boxes[0])
    sheet[130:180, 30:90] = (200, 0, 0, 255)
    labels = [label(boxes[0]), label(boxes[1], kind="d20", value=None)]
    pack.pack(list(pack.cut_out(sheet, labels)), tmp_path)
    red, blue = load.load_sprites(tmp_path)
    assert (red.kind, red.value, red.is_pip_die, red.tilt_deg) == ("pips", 3, True, 10.0)
    assert (blue.kind, blue.value, blue.is_pip_die) == ("d20", None, False)
    for sprite, channel, size in ((red, 2, (50, 50)), (blue, 0, (60, 50))):
        left, top, right, bottom = (round(v) for v in sprite.box)
        assert (right - left, bottom - top) == size
        inside = sprite.image[top + 3 : bottom - 3, left + 3 : right - 3]
        assert (inside[..., 3] == 255).all()
        assert inside[..., channel].mean() == pytest.approx(200, abs=6)
        border = [sprite.image[0], sprite.image[-1], sprite.image[:, 0], sprite.image[:, -1]]
        assert max(int(line[:, 3].max()) for line in border) <= pack.ALPHA_STEP
        assert sprite.image[top + 3 : bottom - 3, left - 4, 3].min() > 40


@pytest.mark.parametrize("box", [(5, 40, 55, 90), (100, 40, 195, 90)])
def test_a_die_at_the_border_of_its_sheet_is_left_out(box: tuple[int, int, int, int]) -> None:
    assert not list(pack.cut_out(opaque_square(200, box), [label(box)]))


def test_only_dice_to_be_read_need_pips_to_be_seen() -> None:
    box = (40, 40, 90, 90)
    kept = [
        bool(list(pack.cut_out(opaque_square(130, box), [label(box, kind=kind, contrast=5.0)])))
        for kind in ("pips", "leaning")
    ]
    assert kept == [False, True]


def test_a_shadow_loses_its_steps_and_the_die_keeps_its_edge() -> None:
    image = np.zeros((60, 60, 4), np.uint8)
    image[..., 3] = np.where(np.arange(60) < 40, 48, 36)
    image[20:40, 5:25] = (9, 9, 9, 255)
    smooth = load.with_smooth_shadow(image)
    assert np.abs(np.diff(smooth[5, :, 3].astype(int))).max() < 6
    assert (smooth[20:40, 5:25] == (9, 9, 9, 255)).all()
    assert smooth[18, 15, 3] == 48


def test_touching_dice_are_left_out() -> None:
    near = [(40, 40, 90, 90), (95, 40, 145, 90)]
    assert not list(pack.cut_out(opaque_square(200, near[0]), [label(b) for b in near]))


def test_a_missing_or_broken_atlas_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"sprites\.csv is missing"):
        load.load_sprites(tmp_path)
    box = (40, 40, 90, 90)
    pack.pack(list(pack.cut_out(opaque_square(130, box), [label(box)])), tmp_path)
    (picture,) = tmp_path.glob("*.webp")
    cv2.imwrite(str(picture), np.zeros((20, 20, 4), np.uint8))
    with pytest.raises(ValueError, match=r"atlas_00\.webp has no"):
        load.load_sprites(tmp_path)
    picture.write_bytes(b"no picture")
    with pytest.raises(ValueError, match="no picture with four channels"):
        load.load_sprites(tmp_path)
    picture.unlink()
    with pytest.raises(FileNotFoundError, match=r"atlas_00\.webp is missing"):
        load.load_sprites(tmp_path)


def test_the_shipped_atlas() -> None:
    sprites = load.load_sprites()
    kinds = {s.kind for s in sprites}
    assert kinds == {load.READABLE} | load.UNREADABLE | load.NO_PIP_DIE
    faces = [s.value for s in sprites if s.kind == load.READABLE]
    assert all(s.value is None for s in sprites if s.kind != load.READABLE)
    assert {value: faces.count(value) > 0.1 * len(faces) for value in faces} == dict.fromkeys(
        range(1, 7), True
    )
    for sprite in sprites:
        h, w = sprite.image.shape[:2]
        left, top, right, bottom = sprite.box
        assert 0 < left < right < w
        assert 0 < top < bottom < h
        middle = sprite.image[round((top + bottom) / 2), round((left + right) / 2)]
        assert middle[3] > load.DIE_ALPHA or sprite.material == "translucent"
    size = sum(path.stat().st_size for path in load.ATLAS.iterdir())
    assert size < 2.5e6


@pytest.mark.slow
def test_the_rendering_stage(tmp_path: Path) -> None:
    """Two dice rendered, packed, loaded; a second run has nothing left to do."""
    there = importlib.util.find_spec("bpy") is not None
    require("bpy", there, "Blender's module lives in an environment of its own")
    stage = [sys.executable, "-m", "vision_models.dice.sprites.render",
             "--out", str(tmp_path / "sheets"), "--count", "2"]  # fmt: skip
    subprocess.run(stage, cwd=ROOT, check=True, capture_output=True)
    picture = tmp_path / "sheets" / "sheet_000.png"
    made = picture.stat().st_mtime_ns
    labels = json.loads(picture.with_suffix(".json").read_text())
    assert len(labels) == 2
    subprocess.run(stage, cwd=ROOT, check=True, capture_output=True)
    assert picture.stat().st_mtime_ns == made
    sheet = np.asarray(cv2.imread(str(picture), cv2.IMREAD_UNCHANGED), np.uint8)
    for image, found in pack.cut_out(sheet, labels):
        rows, columns = np.nonzero(image[..., 3] > 250)
        assert columns.min() == pytest.approx(found["left"], abs=2)
        assert columns.max() + 1 == pytest.approx(found["right"], abs=2)
        assert rows.min() == pytest.approx(found["top"], abs=2)
        assert rows.max() + 1 == pytest.approx(found["bottom"], abs=2)
