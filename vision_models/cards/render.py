"""Photographs of tables with cards, by Blender: `python -m vision_models.cards.render OUT`.

Runs in an environment of its own with `bpy`, numpy and OpenCV, in one thread. Each becomes
`cards_NN.jpg`, and `cards_NN.json` with where which card lies and where the table's corners are.
"""

import argparse
import json
from pathlib import Path

import bpy  # first: it brings the modules below
import cv2
import numpy as np

# isort: split
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from companion.simulator.card_designs import FORM, back, deck, face
from vision_models.cards.tables import KINDS, Floats, Lying, Plan, dealt

SIZE_MM = (320.0, 230.0)
WIDE_PX, HIGH_PX = 1080, 800
RAYS = 20
THICK_MM = 0.32


def stage(seed: int) -> np.random.Generator:
    """An empty scene with a table, a room, lamps and a camera."""
    rng = np.random.default_rng((seed, 93))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.seed = RAYS, True, seed
    scene.cycles.max_bounces = 3
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = WIDE_PX, HIGH_PX
    world = bpy.data.worlds.new("room")
    scene.world, world.use_nodes = world, True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.8, 0.85, 1.0, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = rng.uniform(0.15, 0.5)
    for _ in range(2):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.energy, lamp.size = rng.uniform(2, 7), rng.uniform(0.08, 0.4)
        lamp.color = (1.0, rng.uniform(0.75, 1.0), rng.uniform(0.55, 1.0))
        bulb = bpy.data.objects.new("lamp", lamp)
        bulb.location = Vector(
            (rng.uniform(-0.4, 0.7), rng.uniform(-0.7, 0.4), rng.uniform(0.5, 1))
        )
        aim = Vector((0.16, -0.115, 0)) - bulb.location
        bulb.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
        scene.collection.objects.link(bulb)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.lens, camera.data.sensor_width = 30.0, 36.0
    camera.location = Vector((0.16 + rng.uniform(-0.12, 0.12), -0.115 - rng.uniform(0, 0.16), 0.4))
    aim = Vector((0.16, -0.115, 0)) - camera.location
    camera.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    scene.camera = camera
    sheet("table", (0.16, -0.115, -0.0005), (2, 2), 0.0, stuff(rng.uniform(0.03, 0.35, 3), 0.5))
    return rng


def stuff(colour: Floats | None, rough: float, picture: Path | None = None) -> bpy.types.Material:
    """A material of one colour, or with a picture printed on it."""
    material = bpy.data.materials.new("stuff")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = rough
    if picture is None:
        assert colour is not None
        shader.inputs["Base Color"].default_value = (*colour, 1)
    else:
        node = material.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = bpy.data.images.load(str(picture))
        material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    return material


def sheet(name: str, at: tuple[float, float, float], size: tuple[float, float], turn: float,
          material: bpy.types.Material) -> bpy.types.Object:  # fmt: skip
    """A flat thing, m."""
    bpy.ops.mesh.primitive_plane_add(size=1, location=at, rotation=(0, 0, turn))
    thing = bpy.context.object
    thing.name, thing.scale = name, (*size, 1)
    thing.data.materials.append(material)
    return thing


def lay(card: Lying, level: int, folder: Path, rng: np.random.Generator) -> None:
    """A card, above those laid before."""
    name = "back" if card.design is None else card.design.name
    path = folder / f"{name}.png"
    cv2.imwrite(str(path), back() if card.design is None else face(card.design))
    at = (card.x / 1000, -card.y / 1000, (level + 1) * THICK_MM / 1000)
    turn = -np.radians(card.turn_deg)
    size = FORM.w_mm / 1000, FORM.h_mm / 1000
    sheet(name, at, size, turn, stuff(None, rng.uniform(0.25, 0.5), path))


def put_things(cards: list[Lying], rng: np.random.Generator) -> None:
    """Wooden pieces on and about the cards."""
    for card in cards:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-0.5, 0.5, 2) * (FORM.w_mm, FORM.h_mm) + (card.x, card.y)
            half = rng.uniform(4, 9) / 1000
            bpy.ops.mesh.primitive_cylinder_add(
                radius=half, depth=2 * half, location=(x / 1000, -y / 1000, half + 0.003)
            )
            bpy.context.object.data.materials.append(stuff(rng.uniform(0.02, 0.7, 3), 0.35))


def corners() -> list[list[float]]:
    """Where the table's four corners are in the picture, px."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    w, h = SIZE_MM
    places = [Vector((x / 1000, -y / 1000, THICK_MM / 1000))
              for x, y in ((0, 0), (w, 0), (w, h), (0, h))]  # fmt: skip
    seen = [world_to_camera_view(scene, scene.camera, place) for place in places]
    return [[p.x * WIDE_PX - 0.5, (1 - p.y) * HIGH_PX - 0.5] for p in seen]


def main() -> None:
    """Render, one after the other; what is there already is left alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=8)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    faces = options.out / "faces"
    faces.mkdir(exist_ok=True)
    for n in range(options.scenes):
        path = options.out / f"cards_{n:02d}.jpg"
        if path.exists():
            continue
        kind = ("open", "row", "things")[n % 3]
        rng = stage(n)
        deal = np.random.default_rng((n, KINDS.index(kind), 94))
        cards = dealt(deck(), deal, Plan("row" if kind == "row" else "open", SIZE_MM))
        for level, card in enumerate(cards):
            lay(card, level, faces, rng)
        if kind == "things":
            put_things(cards, rng)
        settings = bpy.context.scene.render
        settings.image_settings.file_format, settings.image_settings.quality = "JPEG", 92
        settings.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        rows = [{"name": "down" if c.design is None else c.design.name, "x": round(c.x, 2),
                 "y": round(c.y, 2), "turn_deg": round(c.turn_deg, 2)} for c in cards]  # fmt: skip
        told = {"kind": kind, "size_mm": SIZE_MM, "corners_px": corners(), "cards": rows}
        path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
