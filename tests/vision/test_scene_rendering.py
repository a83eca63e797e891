"""Rendering puts things where the truth of a scene has them. Runs where Blender's module is."""

import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.requirements import require
from vision_models.scenes.scene import Camera, Sheet, load, over_px, save

ROOT = Path(__file__).parents[2]
DOTS = ((250.0, 160.0), (340.0, 170.0), (270.0, 260.0))


@pytest.mark.slow
def test_printed_dots_are_rendered_where_the_camera_has_them(tmp_path: Path) -> None:
    there = importlib.util.find_spec("bpy") is not None
    require("bpy", there, "Blender's module lives in an environment of its own")
    os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
    camera = Camera(
        (330.0, 120.0, 700.0), (297.0, 210.0, 0.0), 14.0, 700.0, (320, 240), (150.0, 130.0), -0.02,
        750.0,
    )  # fmt: skip
    scene = replace(
        load(ROOT / "tests" / "golden" / "rendered" / "crop_000.json"), camera=camera, limbs=(),
        things=(), sheet=Sheet("dots", "full", "matte", (2.0, 0.0, 1.0, 0.0), 3.0, 0.3),
    )  # fmt: skip
    sheet = np.full((1680, 2376, 3), 255, np.uint8)
    for x, y in DOTS:
        cv2.circle(sheet, (round(x * 8 - 1), round(y * 8 - 1)), 32, (0, 0, 0), -1, cv2.LINE_AA, 1)
    for folder in ("scenes", "sheets"):
        (tmp_path / folder).mkdir()
    cv2.imwrite(str(tmp_path / "sheets" / "dots-full.png"), sheet)
    save(scene, tmp_path / "scenes" / "dots.json")
    stage = [sys.executable, "-m", "vision_models.scenes.render", "--rays", "8", "8"]
    for name in ("scenes", "sheets", "out"):
        stage += [f"--{name}", str(tmp_path / name)]
    subprocess.run(stage, cwd=ROOT, check=True, capture_output=True)
    light = cv2.imread(str(tmp_path / "out" / f"{scene.name}.exr"), cv2.IMREAD_UNCHANGED)
    assert light is not None
    places = np.array(DOTS)
    seen = scene.camera.sees(places, scene.sheet.heights(places, (594.0, 420.0)))
    straight = scene.camera.lens.straightened(seen) + over_px(scene.camera)
    grey = light.mean(axis=2)
    for x, y in straight:
        left, top = round(x) - 8, round(y) - 8
        part = grey[top : top + 17, left : left + 17]
        dark = np.clip(np.median(part) * 0.8 - part, 0, None)
        rows, columns = np.mgrid[0:17, 0:17]
        middle = np.array([(dark * columns).sum(), (dark * rows).sum()]) / dark.sum()
        assert np.linalg.norm(middle + np.array((left - x, top - y))) < 0.2
