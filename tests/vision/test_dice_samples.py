"""The drawings and cuts that the models are trained on."""

from dataclasses import replace

import numpy as np
import pytest

from vision_models.dice import cutouts, draw, photos, samples, solids, things


def test_a_seed_repeats_a_crop_and_every_class_comes_up() -> None:
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    labels = set()
    for _ in range(60):
        (crop, label), (same, _) = samples.drawn_crop(rng), samples.drawn_crop(again)
        assert crop.shape == (samples.CROP_PX, samples.CROP_PX, 3)
        assert np.array_equal(crop, same)
        labels.add(label)
    assert labels >= {0, 1, 2, 3, 4, 5, samples.NO_DIE}


def test_what_is_no_die_is_labelled_so_on_every_surface() -> None:
    rng = np.random.default_rng(6)
    for _ in range(40):
        crop, label = samples.other_crop(rng)
        assert label == samples.NO_DIE
        assert crop.shape == (samples.CROP_PX, samples.CROP_PX, 3)
        scene, rows = samples.bare_scene(rng)
        assert scene.shape == (samples.SCENE_PX, samples.SCENE_PX, 3)
        assert not rows.any()


def test_a_picture_cube_bears_its_device_on_all_faces_in_view() -> None:
    look = replace(draw.random_look(np.random.default_rng(1)), body=(250.0, 250.0, 250.0),
                        pip=(0.0, 0.0, 0.0), opacity=1.0, mottle=0.0,
                        emblem=np.ones((48, 48), np.float32))  # fmt: skip
    dark = []
    for kind in (draw.EMBLEM, draw.PICTURES):
        canvas = np.full((100, 100, 3), 250, np.uint8)
        pose = draw.Pose(50.0, 50.0, 40.0, 0.0, 0.8, 0.0, 0.0)
        draw.draw_die(canvas, pose, kind, look, np.random.default_rng(3))
        dark.append(int((canvas.max(axis=2) < 60).sum()))
    assert dark[1] > 1.5 * dark[0]  # the side in view is black, too, and more of the top


@pytest.mark.parametrize("size", [6.0, 40.0, 200.0])
@pytest.mark.parametrize("at", [(50.0, 50.0), (0.0, 99.0), (-80.0, 50.0)])
def test_things_are_drawn_where_they_lie_even_across_the_edge(
    at: tuple[float, float], size: float
) -> None:
    for number in range(30):
        rng = np.random.default_rng(number)
        canvas = np.full((100, 100, 3), 128, np.uint8)
        things.distractor(canvas, rng, size, *at)
        rows, columns = np.nonzero((canvas != 128).any(axis=2))
        if len(rows):
            # A word of six letters is the widest: its letters are as high as the thing is large.
            assert abs(columns.mean() - at[0]) <= 4 * size + 60
            assert abs(rows.mean() - at[1]) <= 4 * size + 60


@pytest.mark.parametrize(
    ("kind", "faces", "corners"),
    [("d4", 4, 3), ("d6", 6, 4), ("d8", 8, 3), ("d10", 10, 4), ("d12", 12, 5), ("d20", 20, 3)],
)
def test_solids_have_their_faces(kind: str, faces: int, corners: int) -> None:
    points, rings = solids.solid_of(kind)
    assert len(rings) == faces
    assert {len(ring) for ring in rings} == {corners}
    for ring in rings:
        a, b, c = points[list(ring[:3])]
        assert np.cross(b - a, c - b) @ points[list(ring)].mean(axis=0) > 0


def test_a_die_on_plain_ground_is_cut_out_and_laid_elsewhere() -> None:
    picture = np.full((240, 320, 3), (200, 210, 205), np.uint8)
    picture[90:150, 130:190] = (40, 30, 190)
    thing = cutouts.cut_out(picture)
    assert thing is not None
    assert thing.alpha.shape[0] == pytest.approx(60 * 240 / 320 + 4, abs=3)
    canvas = np.full((100, 100, 3), 20, np.uint8)
    x, y, w, h = cutouts.lay(canvas, thing, np.random.default_rng(1), (50, 60, 40))
    assert x + w / 2 == pytest.approx(50, abs=2)
    assert y + h / 2 == pytest.approx(60, abs=2)
    assert 34 <= w <= 58
    assert 34 <= h <= 58
    assert canvas[60, 50].max() > 100


def test_nothing_is_cut_out_of_a_busy_picture() -> None:
    busy = np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8)
    assert cutouts.cut_out(busy) is None


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.9])
def test_the_box_of_a_drawn_die_lies_round_it(tilt: float) -> None:
    rng = np.random.default_rng(2)
    canvas = np.full((120, 120, 3), 128, np.uint8)
    pose = draw.Pose(60, 60, 50, turn=0.7, tilt=tilt, lean=0.0, perspective=0.1)
    look = draw.Look(
        (0, 0, 255), (255, 255, 255), 1.0, 0.05, 0.1, 0.25, 0.0, False, 1.0, 1.0, 1.0, False
    )
    x, y, w, h = draw.draw_die(canvas, pose, 4, look, rng)
    red = canvas[..., 2].astype(int) - canvas[..., 1] > 60
    rows, columns = np.nonzero(red)
    assert columns.min() == pytest.approx(x, abs=4)
    assert columns.max() == pytest.approx(x + w, abs=4)
    assert rows.min() == pytest.approx(y, abs=4)
    assert rows.max() == pytest.approx(y + h, abs=4)


def test_a_cut_is_centred_at_any_scale() -> None:
    picture = np.zeros((900, 900, 3), np.uint8)
    picture[380:420, 580:620] = 255
    for side in (50.0, 200.0, 800.0):
        cut = photos.cut(picture, 600, 400, side, 64)
        rows, columns = np.nonzero(cut[..., 0] > 127)
        assert rows.mean() == pytest.approx(31.5, abs=1.1)
        assert columns.mean() == pytest.approx(31.5, abs=1.1)


def test_labels_keep_what_lies_in_the_scene() -> None:
    boxes = np.array([[50, 50, 30, 30], [500, 50, 30, 30], [100, 100, 5, 5], [-5, 60, 40, 40.0],
                      [90, 90, 150, 160]])  # fmt: skip
    rows = samples.labelled(boxes)
    assert rows.shape == (samples.MAX_DICE, 5)
    assert rows[:5, 4].tolist() == [1, -1, -1, -2, 0]


def test_a_scene_has_labels_inside_it() -> None:
    rng = np.random.default_rng(3)
    side = samples.SCENE_PX
    for _ in range(8):
        scene, rows = samples.drawn_scene(rng)
        assert scene.shape == (side, side, 3)
        dice = rows[rows[:, 4] == 1]
        assert np.all((dice[:, :2] >= 0) & (dice[:, :2] < side))


def test_every_fifth_photograph_is_held_out() -> None:
    assert [n for n in range(12) if photos.is_held_out(n)] == [4, 9]
