"""Dice out of photographs. Those here are drawn: real ones stay outside the repository."""

import json
import math
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.core.pieces import DIE, Piece
from companion.rules.registry import load_game
from companion.simulator import die_photos
from companion.simulator.die_photos import (
    FOLDERS,
    DieCut,
    DiePhotos,
    _ground_on_rim,
    held_out,
    load_die_photos,
)
from companion.simulator.draw import Scene
from companion.simulator.draw_pieces import SPRITE_MM
from companion.simulator.lamps import Noise
from companion.simulator.lying import Lying
from companion.simulator.world import DIE_MM, Lies, World
from vision_models.dice.photos import is_held_out

TEAL = (150, 160, 20)
"""A colour that no drawn die has, BGR."""


def photographs(root: Path, colours: tuple[str, ...]) -> None:
    """A photograph for each colour name, of one teal die with a face of 1 to 6, turned."""
    folder = root / FOLDERS[0]
    (folder / "images").mkdir(parents=True)
    records = []
    for number, colour in enumerate(colours):
        rng = np.random.default_rng(number)
        picture = rng.normal(225, 3, (300, 300, 3)).astype(np.uint8)
        middle, edge = (150.0, 140.0), 70.0
        corners = cv2.boxPoints((middle, (edge, edge), 8.0 * (number % 5)))
        cv2.fillConvexPoly(picture, corners.astype(np.int32), TEAL)
        cv2.circle(picture, (150, 140), 7, (240, 240, 240), -1)
        x, y, w, h = cv2.boundingRect(corners)
        die = {"bbox": [x, y, w, h], "value": 1 + number % 6, "colour": colour}
        file = f"images/{number:03}.png"
        cv2.imwrite(str(folder / file), picture)
        records.append({"file": file, "width": 300, "height": 300, "dice": [die]})
    (folder / "labels.json").write_text(json.dumps(records), "utf-8")


def test_only_pictures_are_taken_that_no_model_is_trained_on() -> None:
    files = [f"{number:03}.jpg" for number in range(23)]
    random.Random(1).shuffle(files)
    kept = [name for at, name in enumerate(sorted(files)) if is_held_out(at)]
    assert held_out(files) == kept
    assert len(kept) == 4


@pytest.fixture
def photos(tmp_path: Path) -> DiePhotos:
    photographs(tmp_path, ("red",) * 4 + ("blue",) + ("red",) * 4 + ("white",))
    found = load_die_photos(tmp_path)
    assert found is not None
    return found


def test_a_die_is_cut_out_at_its_size_and_without_its_ground(photos: DiePhotos) -> None:
    assert len(photos) == 2, "every fifth"
    look = photos.look("blue", 5, 4.0, 0.5, 0.3)
    assert look is not None
    layer = look.top
    assert layer.shape == (round(SPRITE_MM * 4), round(SPRITE_MM * 4), 4)
    covered = float(layer[..., 3].sum())
    assert covered == pytest.approx((DIE_MM * 4) ** 2, rel=0.1)
    side = layer.shape[0] // 2
    off_pip = layer[side - 20, side, :3]
    assert np.abs(off_pip - TEAL).max() < 25, "as it was photographed"
    assert layer[2, 2, 3] == 0


def test_a_colour_without_a_photograph_is_a_white_die_tinted(photos: DiePhotos) -> None:
    grey = photos.look("grey", 4, 4.0, 0.5, 0.0)
    assert grey is not None
    assert photos.look("grey", 3, 4.0, 0.5, 0.0) is None, "no white 3 either: it is drawn"
    assert photos.look("clear", 4, 4.0, 0.5, 0.0) is None, "no photograph shows a clear die"
    own = photos.look("white", 4, 4.0, 0.5, 0.0)
    assert own is not None
    assert own.top[..., 2].sum() != pytest.approx(grey.top[..., 2].sum(), rel=0.02)


@pytest.mark.parametrize(("colour", "levels"), [("blue", (200, 20, 30)), ("green", (30, 200, 20))])
def test_a_colour_that_lacks_a_face_is_red_with_its_channels_exchanged(
    colour: str, levels: tuple[int, int, int]
) -> None:
    body = np.full((60, 60, 3), (30, 20, 200), np.uint8)
    body[25:35, 25:35] = 240
    photos = DiePhotos({("red", 2): (DieCut(body, np.ones((60, 60), np.float32), 60.0),)})
    look = photos.look(colour, 2, 4.0, 0.5, 0.5)
    assert look is not None
    middle = look.top.shape[0] // 2
    assert look.top[middle, middle, :3] == pytest.approx((240, 240, 240), abs=2), "pips stay white"
    assert look.top[middle + 20, middle, :3] == pytest.approx(levels, abs=2)


def plain(levels: tuple[int, int, int]) -> DieCut:
    """A die with one pip, BGR."""
    body = np.full((60, 60, 3), levels, np.uint8)
    body[25:35, 25:35] = 240
    return DieCut(body, np.ones((60, 60), np.float32), 60.0)


def test_a_face_that_only_another_make_of_a_colour_has_is_taken_from_another_colour() -> None:
    marbled, own = (60, 45, 42), (113, 21, 11)
    photos = DiePhotos(
        {
            ("red", 5): (plain((30, 20, 200)),),
            ("blue", 1): (plain(own), plain(own)),
            ("blue", 5): (plain(marbled),),
        }
    )
    seen = set()
    for make in (0.1, 0.5, 0.9):
        look = photos.look("blue", 5, 4.0, make, 0.5)
        assert look is not None
        middle = look.top.shape[0] // 2
        seen.add(tuple(round(float(level)) for level in look.top[middle + 20, middle, :3]))
    assert seen == {own, marbled}, "it is still a make of its own"


def test_a_face_that_a_colour_lacks_is_of_the_make_of_its_others() -> None:
    photos = DiePhotos({("red", 2): (plain((30, 20, 200)),), ("blue", 5): (plain((90, 60, 50)),)})
    for face in (2, 5):
        look = photos.look("blue", face, 4.0, 0.5, 0.5)
        assert look is not None
        middle = look.top.shape[0] // 2
        assert look.top[middle + 20, middle, :3] == pytest.approx((90, 60, 50), abs=3)
        assert look.side[middle, middle, :3] == pytest.approx((56, 37, 31), abs=3)
        assert look.top[middle, middle, :3].min() > 220, "pips stay white"


def leaning(lean: tuple[float, float]) -> DiePhotos:
    """One red die whose side, on the left of its picture, is seen: its top leans to the right."""
    body = np.full((80, 80, 3), (0, 0, 200), np.uint8)
    body[:, :30] = TEAL
    cover = np.zeros((80, 80), np.float32)
    cover[10:70, 10:70] = 1.0
    return DiePhotos({("red", 1): (DieCut(body, cover, 50.0, lean),)})


@pytest.mark.parametrize("angle_deg", [0, 90, 200, 315])
def test_a_die_shows_its_side_to_the_camera(angle_deg: float) -> None:
    look = leaning((0.4, 0.0)).look("red", 1, 4.0, 0.0, 0.0)
    assert look is not None
    radians = math.radians(angle_deg)
    seen = (0.3 * math.cos(radians), 0.3 * math.sin(radians))
    assert look.turned_deg(seen, 77.0) % 360 == pytest.approx(angle_deg, abs=1e-6)
    assert look.turned_deg((0.0, 0.01), 77.0) == 77.0, "from straight above it may lie anyhow"


@pytest.mark.parametrize(("own", "missing"), [(0.0, 1.0), (0.1, 0.75), (0.4, 0.0), (0.6, 0.0)])
def test_a_die_stands_as_high_as_others(own: float, missing: float) -> None:
    look = leaning((own, 0.0)).look("red", 1, 4.0, 0.0, 0.0)
    assert look is not None
    assert look.missing((0.0, 0.4)) == pytest.approx(missing)


def test_on_a_table_the_side_is_seen_towards_the_middle_of_the_picture() -> None:
    layout = load_game("alien_frontiers").layout
    slots = [slot for slot in layout.slots.values() if slot.kind.value == "die"]
    right = max(slots, key=lambda slot: slot.x_mm)
    lies = Lies(Piece(DIE, "red", 1), right.x_mm, right.y_mm, 130.0, right.id, 1)
    world = World(layout, (lies,))
    scene = Scene(world, 3, Noise.CLEAN, leaning((0.4, 0.0)))
    picture = scene.frame(world, 0.0, 0).astype(int)
    x, y = (round(at) for at in scene.place(lies.x_mm, lies.y_mm))
    near = picture[y - 25 : y + 25, x - 25 : x + 25]
    side = np.argwhere(np.abs(near - TEAL).max(axis=2) < 40).mean(axis=0)
    top = np.argwhere((near[..., 2] > 150) & (near[..., 1] < 60)).mean(axis=0)
    middle = np.array((picture.shape[0] / 2 - y, picture.shape[1] / 2 - x))
    assert (side - top) @ middle > 0.9 * np.linalg.norm(side - top) * np.linalg.norm(middle)


def test_what_is_known_to_be_labelled_wrong_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photographs(tmp_path, ("red",) * 10)
    assert len(load_die_photos(tmp_path) or ()) == 2
    (record,) = [
        r
        for r in json.loads((tmp_path / FOLDERS[0] / "labels.json").read_text("utf-8"))
        if r["file"].endswith("004.png")
    ]
    left = int(record["dice"][0]["bbox"][0])
    monkeypatch.setattr(die_photos, "FAULTY", frozenset({("004", left)}))
    assert len(load_die_photos(tmp_path) or ()) == 1


def test_a_scene_shows_them_and_the_same_as_long_as_they_lie_there(photos: DiePhotos) -> None:
    layout = load_game("alien_frontiers").layout
    area = next(slot.area for slot in layout.slots.values() if slot.kind.value == "die")
    lying: Lying = {area: (Piece(DIE, "blue", 5),)}
    world = World(layout).after(lying, (), random.Random(2))
    drawn = Scene(world, 3, Noise.CLEAN).frame(world, 0.0, 0)
    shown = [Scene(world, 3, Noise.CLEAN, photos).frame(world, 0.0, 0) for _ in range(2)]
    assert (shown[0] == shown[1]).all()
    (lies,) = world.pieces
    x, y = Scene(world, 3, Noise.CLEAN).place(lies.x_mm, lies.y_mm)
    near = (slice(int(y) - 12, int(y) + 12), slice(int(x) - 12, int(x) + 12))

    def teal(picture: Pixels) -> int:
        return int((np.abs(picture[near].astype(int) - TEAL).max(axis=2) < 40).sum())

    assert teal(shown[0]) > 50
    assert teal(drawn) < 10


def test_without_photographs_there_is_nothing_to_cut_out_of(tmp_path: Path) -> None:
    assert load_die_photos(tmp_path) is None


@pytest.mark.parametrize(("wide", "kept"), [(1.0, True), (0.97, True), (1.4, False)])
def test_a_cut_that_takes_the_ground_along_is_not_used(wide: float, kept: bool) -> None:
    body = np.full((100, 100, 3), 225, np.uint8)
    body[25:75, 25:75] = TEAL
    cover = np.zeros((100, 100), np.float32)
    half = round(25 * wide)
    cover[50 - half : 50 + half, 50 - half : 50 + half] = 1.0
    assert _ground_on_rim(body, cover, 2.0 * half) is not kept


def test_a_die_of_the_colour_of_its_ground_is_used() -> None:
    body = np.full((100, 100, 3), 225, np.uint8)
    cover = np.zeros((100, 100), np.float32)
    cover[25:75, 25:75] = 1.0
    assert not _ground_on_rim(body, cover, 50.0)


def test_all_dice_of_a_colour_are_of_one_make() -> None:
    """Two makes of red with all faces: whatever is picked, a make shows one of them only."""
    kinds = {(20, 20, 200), (90, 60, 160)}
    cuts = {
        ("red", face): tuple(
            DieCut(np.full((60, 60, 3), kind, np.uint8), np.ones((60, 60), np.float32), 40.0)
            for kind in sorted(kinds)
        )
        for face in range(1, 7)
    }
    photos, seen = DiePhotos(cuts), set()
    for make in (0.05, 0.3, 0.6, 0.95):
        of_one = set()
        for face in range(1, 7):
            for pick in (0.1, 0.9):
                look = photos.look("red", face, 4.0, make, pick)
                assert look is not None
                middle = look.top[look.top.shape[0] // 2, look.top.shape[1] // 2, :3]
                of_one.add(tuple(round(float(level)) for level in middle))
        assert len(of_one) == 1
        seen |= of_one
    assert seen == kinds
