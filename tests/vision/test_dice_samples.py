"""The drawings and cuts that the models are trained on."""

import numpy as np
import pytest

from vision_models.dice import draw, photos, samples, surfaces


def test_a_seed_repeats_a_crop_and_every_class_comes_up() -> None:
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    labels = set()
    for _ in range(60):
        (crop, label), (same, _) = samples.drawn_crop(rng), samples.drawn_crop(again)
        assert crop.shape == (samples.CROP_PX, samples.CROP_PX, 3)
        assert np.array_equal(crop, same)
        labels.add(label)
    assert labels >= {0, 1, 2, 3, 4, 5, samples.NO_DIE}


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.9])
def test_the_box_of_a_drawn_die_lies_round_it(tilt: float) -> None:
    rng = np.random.default_rng(2)
    canvas = np.full((120, 120, 3), 128, np.uint8)
    pose = draw.Pose(60, 60, 50, turn=0.7, tilt=tilt, lean=0.0, perspective=0.1)
    look = draw.Look((0, 0, 255), (255, 255, 255), 1.0, 0.05, 0.1, 0.25, 0.0, False, False, 1.0)
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
    boxes = np.array([[50, 50, 30, 30], [500, 50, 30, 30], [100, 100, 5, 5], [-5, 60, 40, 40.0]])
    rows = samples.labelled(boxes)
    assert rows.shape == (samples.MAX_DICE, 5)
    assert rows[:4, 4].tolist() == [1, -1, -1, 0]


def test_a_scene_has_labels_inside_it() -> None:
    rng = np.random.default_rng(3)
    side = samples.SCENE_PX
    for _ in range(8):
        scene, rows = samples.drawn_scene(rng, lambda: surfaces.background(side, side, rng))
        assert scene.shape == (side, side, 3)
        dice = rows[rows[:, 4] == 1]
        assert np.all((dice[:, :2] >= 0) & (dice[:, :2] < side))


def test_every_fifth_photograph_is_held_out() -> None:
    assert [n for n in range(12) if photos.is_held_out(n)] == [4, 9]
