"""Render sheets of dice with Blender: `python -m vision_models.dice.sprites.render --help`.

Runs in an environment of its own with `bpy`, numpy and OpenCV. A sheet is 16 dice under the same
lamps and camera, each in its own square; its seed is its number, so a stopped run goes on where
it was. Beside each `sheet_NNN.png` (straight alpha, the shadow in it) lies `sheet_NNN.json`.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import bpy  # first: it brings the modules below
import cv2
import numpy as np

# isort: split
import bmesh
from mathutils import Matrix, Vector

from vision_models.dice.draw import Colour, Picture, contrast
from vision_models.dice.sprites import designs, shapes
from vision_models.dice.sprites.designs import Design, Generator
from vision_models.dice.sprites.materials import body_material, linear
from vision_models.dice.sprites.shapes import Floats, Pip

CELLS, CELL_PX, EDGE_PX = 4, 112, 50
SAMPLES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A face for a numeral: its middle, outward direction, and where the numeral's top points."""

    centre: Vector
    normal: Vector
    up: Vector


@dataclass(frozen=True, slots=True)
class Label:
    """What one square of a sheet shows; the box of the whole die in px of the sheet.

    `contrast` is that of the faintest pip of the top face with what is round it, 0-255.
    """

    kind: str
    value: int | None
    material: str
    tilt_deg: float
    azimuth_deg: float
    contrast: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A die in the scene: its label, and places `(P, 8, 2)` px in and round the top pips."""

    label: Label
    inside: Floats
    outside: Floats


def empty_scene(seed: int) -> None:
    """Nothing but render settings."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.seed = SAMPLES, seed
    scene.cycles.use_denoising = True
    scene.cycles.film_transparent_glass = True
    scene.cycles.denoising_input_passes = "RGB_ALBEDO"
    scene.cycles.denoising_prefilter = scene.cycles.denoising_quality = "FAST"
    scene.cycles.max_bounces, scene.cycles.transparent_max_bounces = 4, 4
    scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 1, 2
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x = scene.render.resolution_y = CELLS * CELL_PX
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Standard"


def add_camera(tilt: float, distance: float) -> bpy.types.Object:
    """A camera `tilt` radians off the plumb line, `distance` edges away, looking at the middle."""
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(camera)
    camera.rotation_euler = (tilt, 0, 0)
    camera.location = (0, -distance * np.sin(tilt), 0.4 + distance * np.cos(tilt))
    data.angle = 2 * np.arctan(CELLS * CELL_PX / EDGE_PX / 2 / distance)
    bpy.context.scene.camera = camera
    bpy.context.view_layer.update()
    return camera


def places(camera: bpy.types.Object, distance: float) -> list[Floats]:
    """Where on the table the middle of each square is, row by row from the top left."""
    width = CELLS * CELL_PX / EDGE_PX
    turn = np.array(camera.matrix_world)[:3, :3]
    origin = np.array(camera.location)
    found = []
    for row in range(CELLS):
        for column in range(CELLS):
            right = ((column + 0.5) / CELLS - 0.5) * width
            up = (0.5 - (row + 0.5) / CELLS) * width
            ray = turn @ np.array([right, up, -distance])
            found.append(origin + ray * (0.4 - origin[2]) / ray[2])
    return found


def add_table(rng: Generator) -> None:
    """A plane that shows only in shadows and as light thrown back onto the dice."""
    bpy.ops.mesh.primitive_plane_add(size=80)
    table = bpy.context.object
    table.is_shadow_catcher = True
    material = bpy.data.materials.new("table")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(
        rng.uniform(40, 200) + rng.uniform(-20, 20, 3)
    )
    shader.inputs["Roughness"].default_value = 0.9
    table.data.materials.append(material)


def add_light(rng: Generator) -> None:
    """A room, brighter above and with patches to be mirrored, and one to three lamps."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    nodes, links = world.node_tree.nodes, world.node_tree.links
    noise, ramp = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    noise.inputs["Scale"].default_value = rng.uniform(1, 4)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.35, 0.65
    dark, bright = rng.uniform(0.3, 0.9), rng.uniform(0.9, 1.6)
    ramp.color_ramp.elements[0].color = (dark, dark, dark, 1)
    ramp.color_ramp.elements[1].color = (bright, bright, bright, 1)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Background"].inputs["Color"])
    share = rng.uniform(0.2, 0.75)
    nodes["Background"].inputs["Strength"].default_value = share
    lamps = int(rng.choice([1, 1, 2, 3]))
    for part in rng.dirichlet([2.0] * lamps):
        _add_lamp(float(1.05 - share) * float(part), rng)
    bpy.context.scene.view_settings.exposure = rng.normal(0.05, 0.25)


def _add_lamp(share: float, rng: Generator) -> None:
    hard = rng.random() < 0.4
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "DISK" if rng.random() < 0.6 else "SQUARE"
    distance = rng.uniform(12, 28)
    data.size = rng.uniform(0.4, 2.0) if hard else rng.uniform(3.0, 12.0)
    data.energy = share * np.pi * np.pi * distance**2
    warm, cool = np.array([1.0, 0.68, 0.38]), np.array([0.85, 0.93, 1.0])
    tone = cool + (warm - cool) * rng.beta(0.8, 1.6)
    data.color = tone / tone.max()
    height, around = rng.uniform(np.radians(38), np.radians(85)), rng.uniform(0, 2 * np.pi)
    lamp = bpy.data.objects.new("lamp", data)
    at = Vector((np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)))
    lamp.location = at * distance
    lamp.rotation_euler = at.to_track_quat("Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)


def cube(design: Design, rng: Generator) -> tuple[bpy.types.Object, Sequence[Pip]]:
    """A six-sided die lying with its first face up, and the pips of that."""
    turned = rng.random(7) < 0.5
    numerals = design.kind == "d6"
    pips = [
        () if numerals or value == 0 else designs.pips_of(value, design.pips, bool(turned[value]))
        for value in design.faces
    ]
    shape = shapes.rounded_cube(design.rounding, dict(enumerate(pips)))
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(shape.corners, [], shape.quads)
    layer = mesh.uv_layers.new()
    layer.data.foreach_set("uv", shape.texture[shape.quads.ravel()].ravel())
    mesh.shade_smooth()
    mesh.normals_split_custom_set_from_vertices(shape.normals)
    image = None if numerals else _image(designs.paint(design, pips, rng))
    mesh.materials.append(body_material(design, image, rng))
    die = bpy.data.objects.new("die", mesh)
    if numerals:
        for _, up, out in shapes.FRAMES:
            side = Side(Vector(out) * 0.5, Vector(out), Vector(up))
            _add_text(die, str(int(rng.integers(1, 7))), side, 0.75, design)
    return die, pips[0]


def _image(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bpy.types.Image:
    h, w = pixels.shape[:2]
    image = bpy.data.images.new("faces", w, h, alpha=True)
    image.alpha_mode = "CHANNEL_PACKED"
    upward = pixels[::-1, :, [2, 1, 0, 3]].astype(np.float32) / 255
    image.pixels.foreach_set(upward.ravel())
    image.update()
    return image


def many_sided(design: Design, rng: Generator) -> bpy.types.Object:
    """A die of 8 to 20 sides lying on one of them, with numerals."""
    sides = int(design.kind[1:])
    form = bmesh.new()
    for corner in shapes.solid(sides):
        form.verts.new(corner)
    bmesh.ops.convex_hull(form, input=form.verts)
    bmesh.ops.dissolve_limit(form, angle_limit=0.02, verts=form.verts, edges=form.edges)
    faces = [_side(face) for face in form.faces]
    reach = min(
        (face.calc_center_median() - corner.co).length
        for face in form.faces
        for corner in face.verts
    )
    bmesh.ops.bevel(form, geom=form.edges[:], offset=float(rng.uniform(0.01, 0.05)), segments=3,
                    affect="EDGES", profile=0.5)  # fmt: skip
    mesh = bpy.data.meshes.new("die")
    form.to_mesh(mesh)
    form.free()
    mesh.materials.append(body_material(design, None, rng))
    die = bpy.data.objects.new("die", mesh)
    size = reach * float(rng.uniform(0.75, 1.0))
    first = 0 if sides == 10 and rng.random() < 0.7 else 1
    numbers = rng.permutation(len(faces)) + first
    for side, number in zip(faces, numbers, strict=True):
        word = f"{number}." if number in (6, 9) else str(number)
        _add_text(die, word, side, size, design)
    down = faces[int(rng.integers(len(faces)))].normal
    die.matrix_world = down.rotation_difference(Vector((0, 0, -1))).to_matrix().to_4x4()
    return die


def _side(face: bmesh.types.BMFace) -> Side:
    centre = face.calc_center_median()
    tip = max((corner.co - centre for corner in face.verts), key=lambda off: off.length)
    return Side(centre, face.normal.copy(), tip)


def _add_text(die: bpy.types.Object, word: str, side: Side, size: float, design: Design) -> None:
    """A thin painted word on a face."""
    curve = bpy.data.curves.new("number", "FONT")
    curve.body, curve.size = word, size * (0.8 if len(word) > 1 else 1.0)
    curve.align_x, curve.align_y = "CENTER", "CENTER"
    curve.offset = 0.012 * size
    text = bpy.data.objects.new("number", curve)
    ink = bpy.data.materials.new("ink")
    ink.use_nodes = True
    ink.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = linear(design.ink)
    curve.materials.append(ink)
    upward = (side.up - side.normal * side.up.dot(side.normal)).normalized()
    turn = Matrix((upward.cross(side.normal), upward, side.normal)).transposed().to_4x4()
    text.parent = die
    text.matrix_parent_inverse.identity()
    text.matrix_local = Matrix.Translation(side.centre + side.normal * 0.004) @ turn


def put(die: bpy.types.Object, at: Floats, turn: float, scale: float) -> None:
    """Lay the die on the table at a place, turned about the plumb line."""
    upright = Matrix.Rotation(turn, 4, "Z") @ die.matrix_world
    lowest = float((corners_of(die) @ np.array(upright)[2, :3]).min())
    lift = Matrix.Translation((at[0], at[1], -lowest * scale))
    die.matrix_world = lift @ Matrix.Scale(scale, 4) @ upright
    for thing in (die, *die.children):
        bpy.context.scene.collection.objects.link(thing)


def corners_of(die: bpy.types.Object) -> Floats:
    """Corners `(N, 3)` of the die in its own frame."""
    flat = np.empty(3 * len(die.data.vertices), np.float32)
    die.data.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3).astype(np.float64)


def seen_at(points: Floats, die: bpy.types.Object, camera: bpy.types.Object) -> Floats:
    """Where points `(N, 3)` of a die are in the sheet, px `(N, 2)`."""
    view = np.array(camera.matrix_world.inverted() @ die.matrix_world)
    near = points @ view[:3, :3].T + view[:3, 3]
    reach = -near[:, 2:] * np.tan(camera.data.angle / 2)
    return np.asarray((0.5 + 0.5 * near[:, :2] * (1, -1) / reach) * CELLS * CELL_PX)


def pip_contrast(sheet: Picture, inside: Floats, outside: Floats) -> float:
    """Least difference of the pips from what is round them; places `(P, 8, 2)` px of the sheet."""

    def mean(places: Floats) -> Colour:
        column, row = np.clip(places, 0, len(sheet) - 1).astype(int).T
        b, g, r = sheet[row, column, :3].mean(axis=0).tolist()
        return b, g, r

    pairs = zip(inside, outside, strict=True)
    return min((contrast(mean(a), mean(b)) for a, b in pairs), default=0.0)


def round_pips(pips: Sequence[Pip], share: float) -> Floats:
    """Places `(P * 8, 3)` on the top face on rings of `share` radii round the pips."""
    turns = np.arange(8) * np.pi / 4
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * share
    rows = [np.column_stack([ring * p.radius + (p.x, p.y), np.full(8, 0.5)]) for p in pips]
    return np.array(rows).reshape(-1, 3)


def leaning(camera: bpy.types.Object, rng: Generator) -> Matrix:
    """A turn of a die that stands on an edge or corner and looks like no flat die.

    From one picture a die leaning by 30 degrees, seen from above, is a flat one seen from the
    side: there no face may be seen head-on, and none that is well in view may point upwards.

    Raises `RuntimeError` when there is none, as from a camera near the table.
    """
    view = np.array(camera.matrix_world)[:3, :3]
    for _ in range(1000):
        axis, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(20, 54))
        pose = (Matrix.Rotation(lean, 4, Vector((np.cos(axis), np.sin(axis), 0)))
                @ Matrix.Rotation(rng.uniform(0, 2 * np.pi), 4, "Z"))  # fmt: skip
        turn = view.T @ np.array(pose)[:3, :3]
        right, up, near = np.concatenate([turn, -turn], axis=1)
        off_sight, off_upright = np.arccos(near), np.abs(np.arctan2(right, up))
        like_flat = (off_sight < np.radians(58)) & (off_upright < np.radians(28))
        if off_sight.min() > np.radians(31) and not like_flat.any():
            return pose
    raise RuntimeError("no leaning pose fits this camera")


def add_die(at: Floats, camera: bpy.types.Object, rng: Generator) -> Placed:
    """One random die at a place of the table."""
    design = designs.random_design(rng)
    six = design.kind in ("pips", "leaning", "logo", "d6")
    die, pips = cube(design, rng) if six else (many_sided(design, rng), ())
    if design.kind == "leaning":
        die.matrix_world = leaning(camera, rng)
    turn = 0.0 if design.kind == "leaning" else rng.uniform(0, 2 * np.pi)
    put(die, at, turn, rng.uniform(0.92, 1.05))
    bpy.context.view_layer.update()
    sight = camera.location - die.matrix_world.translation
    tilt = np.degrees(np.arccos(sight.z / sight.length))
    around = np.arctan2(sight.y, sight.x) + np.pi / 2
    corners = seen_at(corners_of(die), die, camera)
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    label = Label(design.kind, design.value, design.material, float(tilt),
                  float(np.degrees(turn - around) % 360), 0.0,
                  left, top, right, bottom)  # fmt: skip
    inside, outside = (
        seen_at(round_pips(pips, share), die, camera).reshape(-1, 8, 2) for share in (0.3, 1.4)
    )
    return Placed(label, inside, outside)


def build_sheet(seed: int, number: int, count: int) -> list[Placed]:
    """Set up the scene of a sheet with `count` dice."""
    rng = np.random.default_rng((seed, number))
    empty_scene(number)
    flat = rng.random() < 0.45
    tilt = np.radians(rng.uniform(0, 14) if flat else rng.uniform(12, 52))
    distance = float(np.exp(rng.uniform(np.log(28), np.log(70))))
    camera = add_camera(float(tilt), distance)
    add_table(rng)
    add_light(rng)
    return [add_die(at, camera, rng) for at in places(camera, distance)[:count]]


def render_sheet(path: Path, dice: Sequence[Placed]) -> None:
    """Render the scene; the labels are written last, so a sheet with labels is whole."""
    picture = path.with_suffix(".png")
    bpy.context.scene.render.filepath = str(picture)
    bpy.ops.render.render(write_still=True)
    write_labels(picture, dice)


def write_labels(picture: Path, dice: Sequence[Placed]) -> None:
    """The labels of a rendered sheet, with what its pixels say about the pips."""
    sheet = np.asarray(cv2.imread(str(picture), cv2.IMREAD_UNCHANGED), np.uint8)
    labels = [replace(d.label, contrast=pip_contrast(sheet, d.inside, d.outside)) for d in dice]
    rows = json.dumps([asdict(label) for label in labels], indent=0)
    picture.with_suffix(".json").write_text(rows)


def main() -> None:
    """Render the sheets that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--count", type=int, default=1600, help="dice in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", type=int, nargs=2, default=(0, 1), metavar=("K", "N"),
                        help="every N-th sheet from the K-th, for N runs side by side")  # fmt: skip
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sheets = -(-options.count // CELLS**2)
    mine = range(options.worker[0], sheets, options.worker[1])
    missing = [k for k in mine if not (options.out / f"sheet_{k:03d}.json").exists()]
    started = time.monotonic()
    for done, number in enumerate(missing, start=1):
        count = min(CELLS**2, options.count - number * CELLS**2)
        dice = build_sheet(options.seed, number, count)
        render_sheet(options.out / f"sheet_{number:03d}", dice)
        left = (time.monotonic() - started) / done * (len(missing) - done)
        print(f"sheet {done} of {len(missing)}, {left:.0f} s left", flush=True)


if __name__ == "__main__":
    main()
