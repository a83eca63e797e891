"""Render scenes with Blender: `python -m vision_models.scenes.render --help`.

Runs in an environment of its own with `bpy`, numpy and OpenCV, in one thread. Each scene becomes
`NAME.exr`, the light that reached the sensor; what is there already is left alone, so a stopped run
goes on where it was.
"""

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import bpy  # first: it brings the modules below
import cv2
import numpy as np
import numpy.typing as npt

# isort: split
import bmesh
from mathutils import Matrix, Vector

from vision_models.dice.sprites import designs, shapes
from vision_models.dice.sprites.designs import Design
from vision_models.dice.sprites.render import cube, put
from vision_models.scenes import lamps, stuffs
from vision_models.scenes.scene import Camera, Floats, Limb, Scene, Thing, load, over_px

Generator = np.random.Generator
APERTURE, FOCAL_MM = 1.8, 4.74
"""Of the camera's lens."""
PRINT_PX = 1.3
"""Pixels of the print in one of the picture: finer ones would only be noise with so few rays."""
PAPER_M = 0.0002
CONE = ((5.5, 0.0), (5.5, 0.5), (5.2, 1.0), (1.75, 12.3), (1.3, 13.3), (0.7, 13.85), (0.0, 14.0))
DOME = ((8.0, 0.0), (8.0, 0.9), (7.8, 1.2), (7.0, 1.35), (6.9, 1.9), (6.4, 3.3), (5.4, 4.6),
        (3.9, 5.5), (2.1, 5.9), (0.0, 6.0))  # fmt: skip
"""Half profiles of a cone and of a colony: distance from the middle and height, mm."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Rays a pixel of crops and of whole pictures."""

    crop: int
    full: int


def start(scene: Scene, quality: Quality) -> None:
    """Nothing but render settings."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    stage.render.engine = "CYCLES"
    cycles = stage.cycles
    cycles.samples = quality.full if scene.name.startswith("full") else quality.crop
    cycles.seed = scene.seed % 2**30
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = cycles.denoising_quality = "FAST"
    cycles.max_bounces, cycles.transparent_max_bounces = 4, 4
    cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 1, 2, 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.use_light_tree = 4.0, False
    render = stage.render
    render.threads_mode, render.threads = "FIXED", 1
    render.resolution_x, render.resolution_y = _size(scene.camera)
    render.image_settings.file_format = "OPEN_EXR"
    render.image_settings.color_depth, render.image_settings.exr_codec = "16", "ZIP"
    render.image_settings.color_mode = "RGB"


def _size(camera: Camera) -> tuple[int, int]:
    w, h = camera.size_px
    return w + 2 * over_px(camera), h + 2 * over_px(camera)


def add_camera(scene: Scene) -> None:
    """The camera of the description, with its depth of field."""
    here = scene.camera
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(camera)
    (wide, high), over = _size(here), over_px(here)
    data.sensor_fit, data.lens = "HORIZONTAL", FOCAL_MM
    data.sensor_width = FOCAL_MM * wide / here.focal_px
    data.shift_x = (wide / 2 - (here.middle_px[0] + over + 0.5)) / wide
    data.shift_y = (here.middle_px[1] + over + 0.5 - high / 2) / wide
    data.clip_start, data.clip_end = 0.05, 20.0
    data.dof.use_dof = True
    data.dof.aperture_fstop, data.dof.focus_distance = APERTURE, here.focus_mm / 1000
    right, down, forward = here.axes() * (1, -1, 1)
    turn = Matrix(np.stack([right, -down, -forward], axis=1).tolist()).to_4x4()
    camera.matrix_world = Matrix.Translation(_world(*here.at)) @ turn
    bpy.context.scene.camera = camera


def _world(x_mm: float, y_mm: float, up_mm: float) -> Vector:
    """Board millimetres as Blender's metres."""
    return Vector((x_mm / 1000, -y_mm / 1000, up_mm / 1000))


def add_light(scene: Scene, size_mm: tuple[float, float]) -> None:
    """Walls, brighter above, with patches to be mirrored, and the lamps."""
    rng = np.random.default_rng((scene.seed, 2))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    nodes, links = world.node_tree.nodes, world.node_tree.links
    noise, ramp = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    noise.inputs["Scale"].default_value = rng.uniform(1, 3)
    colour, share = lamps.walls(scene.lamp)
    for element, at, level in zip(ramp.color_ramp.elements, (0.35, 0.65), (0.5, 1.5), strict=True):
        element.position, element.color = at, (*(np.array(colour) * level), 1)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = share
    middle = _world(size_mm[0] / 2, size_mm[1] / 2, 0)
    for lamp in lamps.placed(scene.lamp, scene.seed):
        data = bpy.data.lights.new("lamp", "AREA")
        data.shape, data.size = "DISK", lamp.width_m
        data.energy, data.color = lamp.watts, lamp.colour
        bulb = bpy.data.objects.new("lamp", data)
        bulb.location = Vector(lamp.at) + middle
        bulb.visible_camera = False
        bulb.rotation_euler = (-Vector(lamp.aim)).to_track_quat("Z", "Y").to_euler()
        bpy.context.scene.collection.objects.link(bulb)


def add_table(scene: Scene, size_mm: tuple[float, float]) -> None:
    """A table top under the sheet."""
    w, h = size_mm
    bpy.ops.mesh.primitive_plane_add(size=2.4, location=_world(w / 2, h / 2, -0.3))
    bpy.context.object.data.materials.append(stuffs.table(scene.table))


def add_sheet(scene: Scene, size_mm: tuple[float, float], folder: Path) -> None:
    """The printed sheet, curled, its print as fine as the camera can tell."""
    w, h = size_mm
    columns, rows = 109, 77
    u, v = (a.ravel() for a in np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows)))
    flat = np.column_stack([u * w, v * h])
    up = scene.sheet.heights(flat, size_mm) / 1000 + PAPER_M
    corners = np.column_stack([flat[:, 0] / 1000, -flat[:, 1] / 1000, up])
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    quads = np.stack([first, first + columns, first + columns + 1, first + 1], axis=1)
    mesh = bpy.data.meshes.new("sheet")
    mesh.from_pydata(corners, [], quads)
    layer = mesh.uv_layers.new()
    texture = np.column_stack([u, 1 - v])
    layer.data.foreach_set("uv", texture[quads.ravel()].ravel())
    mesh.shade_smooth()
    picture = _sheet_picture(folder / f"{scene.sheet.board}-{scene.sheet.ink}.png")
    wanted = PRINT_PX * scene.camera.focal_px / scene.camera.at[2] * w / picture.shape[1]
    if wanted < 1:
        fine = (round(picture.shape[1] * wanted), round(picture.shape[0] * wanted))
        picture = np.asarray(cv2.resize(picture, fine, interpolation=cv2.INTER_AREA), np.uint8)
    mesh.materials.append(stuffs.printed(picture.astype(np.float64) / 255, scene.sheet.finish))
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("sheet", mesh))


@lru_cache(maxsize=4)
def _sheet_picture(path: Path) -> npt.NDArray[np.uint8]:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


class Pieces:
    """Makes the pieces of a scene: the dice all of one set, other pieces of one paint."""

    def __init__(self, scene: Scene) -> None:
        self._scene, rng = scene, np.random.default_rng((scene.seed, 3))
        set_rng = np.random.default_rng(scene.dice.seed)
        base = designs.random_design(set_rng)
        while base.pips.shape != "disc":
            base = designs.random_design(set_rng)
        self._base = replace(base, kind="pips", material=scene.dice.material, special=None)
        self._white_pips = bool(rng.random() < 0.75)
        shade = rng.uniform(0.85, 1.12)
        self._colours: Mapping[str, stuffs.Bgr] = {
            name: _shaded(colour, shade, rng) for name, colour in stuffs.PIECES.items()
        }
        self._paints = {name: stuffs.painted(c, rng) for name, c in self._colours.items()}
        self._rng = rng
        self._meshes = {
            "cone": turned_mesh("cone", CONE), "colony": turned_mesh("colony", DOME),
            "cube": _cube_mesh(), "marker": _cube_mesh(),
        }  # fmt: skip

    def add(self, thing: Thing, up_mm: float) -> None:
        """Put a piece on the sheet, which is so high there."""
        if thing.kind == "die":
            self._add_die(thing, up_mm)
            return
        piece = bpy.data.objects.new(thing.kind, self._meshes[thing.kind])
        piece.material_slots[0].link = "OBJECT"
        piece.material_slots[0].material = self._paints[thing.colour]
        turn = Matrix.Rotation(-np.radians(thing.turn_deg), 4, "Z")
        # Meshes are in millimetres for a piece of the usual size.
        at = _world(thing.x_mm, thing.y_mm, up_mm + 1000 * PAPER_M)
        piece.matrix_world = Matrix.Translation(at) @ turn @ Matrix.Scale(0.001, 4)
        bpy.context.scene.collection.objects.link(piece)

    def _add_die(self, thing: Thing, up_mm: float) -> None:
        assert thing.value is not None
        die, _ = cube(self._design(thing), self._rng)
        at = np.array((thing.x_mm / 1000, -thing.y_mm / 1000))
        put(die, at, -float(np.radians(thing.turn_deg)), thing.size_mm / 1000)
        die.matrix_world = Matrix.Translation((0, 0, up_mm / 1000 + PAPER_M)) @ die.matrix_world

    def _design(self, thing: Thing) -> Design:
        """The set's die in this colour with this face up, the others as on any die."""
        body = self._colours[thing.colour]
        second = {"swirl": 0.72, "wood": 0.8}.get(self._base.material, 1.0)
        light = thing.colour == "yellow" or not self._white_pips
        ink = (18.0, 16.0, 16.0) if light and thing.colour != "blue" else (240.0, 243.0, 244.0)
        value = thing.value or 1
        sides = [v for v in range(1, 7) if v not in (value, 7 - value)]
        side = int(self._rng.choice(sides))
        other = int(self._rng.choice([v for v in sides if v not in (side, 7 - side)]))
        faces = (value, 7 - value, side, 7 - side, other, 7 - other)
        dull = (body[0] * second, body[1] * second, body[2] * second)
        return replace(self._base, value=value, faces=faces, body=(body, dull), ink=ink)


def _shaded(colour: stuffs.Bgr, shade: float, rng: Generator) -> stuffs.Bgr:
    b, g, r = (float(np.clip(c * shade + rng.normal(0, 7), 3, 250)) for c in colour)
    return b, g, r


def turned_mesh(
    name: str, profile: Sequence[tuple[float, float]], around: int = 56
) -> bpy.types.Mesh:
    """A piece as from a lathe, by its half profile, mm."""
    turns = np.arange(around) * 2 * np.pi / around
    rings = np.array(profile)
    corners = [
        np.column_stack([r * np.cos(turns), r * np.sin(turns), np.full(around, z)])
        for r, z in rings
    ]
    faces = []
    for ring in range(len(profile) - 1):
        for n in range(around):
            a, b = ring * around + n, ring * around + (n + 1) % around
            faces.append((a, b, b + around, a + around))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.concatenate(corners), [], faces)
    mesh.shade_smooth()
    mesh.materials.append(None)
    return mesh


def _cube_mesh() -> bpy.types.Mesh:
    shape = shapes.rounded_cube(0.06, {})
    mesh = bpy.data.meshes.new("cube")
    mesh.from_pydata((shape.corners + np.array((0, 0, 0.5))) * 8.0, [], shape.quads)
    mesh.shade_smooth()
    mesh.normals_split_custom_set_from_vertices(shape.normals)
    mesh.materials.append(None)
    return mesh


def add_arm(limbs: Sequence[Limb], rng: Generator) -> None:
    """Rods melted into one skin, and the sleeve."""
    for stuff, material, voxel in (
        ("skin", stuffs.skin(rng), 0.0021),
        ("sleeve", stuffs.cloth(rng), 0.004),
    ):
        form = bmesh.new()
        for limb in (limb for limb in limbs if limb.stuff == stuff):
            form.from_mesh(_rod(limb))
        mesh = bpy.data.meshes.new(stuff)
        form.to_mesh(mesh)
        form.free()
        mesh.materials.append(material)
        body = bpy.data.objects.new(stuff, mesh)
        melt = body.modifiers.new("melt", "REMESH")
        melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", voxel, True
        soften = body.modifiers.new("soften", "SMOOTH")
        soften.factor, soften.iterations = 0.5, 6
        bpy.context.scene.collection.objects.link(body)


def _rod(limb: Limb) -> bpy.types.Mesh:
    """The hull of a ball at each end, in metres."""
    number = np.arange(240) + 0.5
    slope, turn = np.arccos(1 - 2 * number / 240), np.pi * (1 + 5**0.5) * number
    ball = np.stack([np.cos(turn) * np.sin(slope), np.sin(turn) * np.sin(slope), np.cos(slope)], 1)
    form = bmesh.new()
    for end, radius in zip((limb.start, limb.end), limb.radii, strict=True):
        for point in ball * radius / 1000 + np.array(_world(*end)):
            form.verts.new(point)
    hull = bmesh.ops.convex_hull(form, input=form.verts)
    bmesh.ops.delete(form, geom=[*{*hull["geom_interior"], *hull["geom_unused"]}], context="VERTS")
    mesh = bpy.data.meshes.new("rod")
    form.to_mesh(mesh)
    form.free()
    return mesh


def build(scene: Scene, size_mm: tuple[float, float], sheets: Path, quality: Quality) -> None:
    """Set up everything of a scene."""
    start(scene, quality)
    add_camera(scene)
    add_light(scene, size_mm)
    add_table(scene, size_mm)
    add_sheet(scene, size_mm, sheets)
    pieces = Pieces(scene)
    places: Floats = np.array([(t.x_mm, t.y_mm) for t in scene.things]).reshape(-1, 2)
    for thing, up in zip(scene.things, scene.sheet.heights(places, size_mm), strict=True):
        pieces.add(thing, float(up))
    if scene.limbs:
        add_arm(scene.limbs, np.random.default_rng((scene.seed, 4)))


def main() -> None:
    """Render the scenes that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder of the descriptions")
    parser.add_argument("--sheets", type=Path, required=True, help="folder of the printed sheets")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pictures")
    parser.add_argument("--rays", type=int, nargs=2, default=(16, 12), metavar=("CROP", "FULL"))
    parser.add_argument("--only", nargs="*", default=None, help="names of scenes")
    parser.add_argument("--board-mm", type=float, nargs=2, default=(594.0, 420.0))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    size = (options.board_mm[0], options.board_mm[1])
    for path in sorted(options.scenes.glob("*.json")):
        scene = load(path)
        out = options.out / f"{scene.name}.exr"
        if out.exists() or (options.only and scene.name not in options.only):
            continue
        began = time.process_time()
        build(scene, size, options.sheets, Quality(*options.rays))
        built = time.process_time()
        draft = out.with_suffix(".part.exr")
        bpy.context.scene.render.filepath = str(draft)
        bpy.ops.render.render(write_still=True)
        draft.replace(out)
        done = time.process_time()
        print(f"{scene.name}: {built - began:.1f} + {done - built:.1f} s", flush=True)


if __name__ == "__main__":
    main()
