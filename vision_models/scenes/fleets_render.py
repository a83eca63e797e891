"""Render ships on cards with Blender: `python -m vision_models.scenes.fleets_render --help`.

Runs as `render` does. Each scene is rendered twice: with its ships, and bare.
"""

import argparse
import time
from pathlib import Path

from vision_models.scenes import render, stuffs  # first: it brings Blender

# isort: split
import bpy
import numpy as np
from mathutils import Matrix

from vision_models.scenes.fleets import LYING, ROCKET, SIZE_MM
from vision_models.scenes.scene import Scene, load

PAINTS: dict[str, stuffs.Bgr] = {
    **stuffs.PIECES, "purple": (132, 52, 104), "white": (222, 224, 226),
}  # fmt: skip
REST_DEG = 11.3
"""A ship that lies rests on its foot's edge and its shoulder: its axis leans by so much."""


def add_ships(scene: Scene) -> None:
    """Ships of dull or glossy plastic."""
    rng = np.random.default_rng((scene.seed, 3))
    mesh = render.turned_mesh("ship", ROCKET)
    bevel = float(rng.uniform(0.2, 0.55))
    paints = {
        name: stuffs.plain(name, _jittered(colour, rng), bevel)[0]
        for name, colour in PAINTS.items()
    }
    places = np.array([(t.x_mm, t.y_mm) for t in scene.things]).reshape(-1, 2)
    for thing, up in zip(scene.things, scene.sheet.heights(places, SIZE_MM), strict=True):
        ship = bpy.data.objects.new("ship", mesh)
        ship.material_slots[0].link = "OBJECT"
        ship.material_slots[0].material = paints[thing.colour]
        turn = Matrix.Rotation(-np.radians(thing.turn_deg), 4, "Z")
        pose = turn @ _lain() if thing.kind == LYING else turn
        at = render._world(thing.x_mm, thing.y_mm, float(up) + 1000 * render.PAPER_M)
        ship.matrix_world = Matrix.Translation(at) @ Matrix.Scale(0.001, 4) @ pose
        bpy.context.scene.collection.objects.link(ship)


def _lain() -> Matrix:
    """From standing on its foot to lying on its side, the middle of what it takes at the origin."""
    tip = Matrix.Rotation(np.pi / 2 + np.radians(REST_DEG), 4, "Y")
    ring = np.arange(64) * 2 * np.pi / 64
    points = np.concatenate([
        np.column_stack([r * np.cos(ring), r * np.sin(ring), np.full(64, z)]) for r, z in ROCKET
    ])  # fmt: skip
    turned = points @ np.array(tip.to_3x3()).T
    low, high = turned.min(axis=0), turned.max(axis=0)
    return Matrix.Translation((-(low[0] + high[0]) / 2, 0, -low[2])) @ tip


def _jittered(colour: stuffs.Bgr, rng: np.random.Generator) -> stuffs.Bgr:
    b, g, r = (float(np.clip(c + rng.normal(0, 6), 3, 250)) for c in colour)
    return b, g, r


def main() -> None:
    """Render the scenes that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="what `fleets` wrote")
    parser.add_argument("--rays", type=int, default=16)
    parser.add_argument("--first", type=int, default=40, help="so many scenes")
    options = parser.parse_args()
    for path in sorted(options.scenes.glob("*.json"))[: options.first]:
        scene = load(path)
        out = options.scenes / f"{scene.name}.exr"
        if out.exists():
            continue
        began = time.process_time()
        for end in ("-bare", ""):
            render.start(scene, render.Quality(options.rays, options.rays))
            render.add_camera(scene)
            render.add_light(scene, SIZE_MM)
            render.add_table(scene, SIZE_MM)
            render.add_sheet(scene, SIZE_MM, options.scenes)
            if not end:
                add_ships(scene)
            bpy.context.scene.render.filepath = str(options.scenes / f"{scene.name}{end}.exr")
            bpy.ops.render.render(write_still=True)
        print(f"{scene.name}: {time.process_time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
