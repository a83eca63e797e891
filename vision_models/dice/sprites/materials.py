"""What rendered dice are made of, as shader nodes of Blender; imported by `render.py` only."""

from collections.abc import Sequence

import bpy
import numpy as np
import numpy.typing as npt

from vision_models.dice.sprites.designs import Design, Generator


def linear(colour: Sequence[float] | npt.NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Screen colour `(b, g, r)` 0-255 as Blender's linear `(r, g, b, a)`."""
    share = np.array(colour)[::-1] / 255
    low, high = share / 12.92, ((share + 0.055) / 1.055) ** 2.4
    r, g, b = np.where(share <= 0.04045, low, high)
    return float(r), float(g), float(b), 1.0


def body_material(
    design: Design, paint: bpy.types.Image | None, rng: Generator
) -> bpy.types.Material:
    """The stuff of a die, with ink where the painted faces have it."""
    material = bpy.data.materials.new("body")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    colour = _body_colour(design, nodes, links, rng)
    metal, clear = float(design.material == "metal"), 0.0
    roughness = design.roughness
    match design.material:
        case "matte" | "wood":
            roughness = 0.5 + design.roughness
        case "metal":
            roughness = 0.15 + design.roughness
        case "glossy":
            shader.inputs["Coat Weight"].default_value = 0.7
            shader.inputs["Coat Roughness"].default_value = 0.03
        case "translucent":
            clear = design.clearness
            shader.inputs["IOR"].default_value = 1.3
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metal
    shader.inputs["Transmission Weight"].default_value = clear
    if paint is None:
        links.new(colour, shader.inputs["Base Color"])
        return material
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = paint
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    links.new(texture.outputs["Alpha"], mix.inputs["Factor"])
    links.new(colour, mix.inputs[6])  # 0 is the share, 6 and 7 the colours
    links.new(texture.outputs["Color"], mix.inputs[7])
    links.new(mix.outputs[2], shader.inputs["Base Color"])
    for name, amount in (("Metallic", metal), ("Transmission Weight", clear)):
        if amount:
            _less_under_ink(texture.outputs["Alpha"], amount, shader.inputs[name], nodes, links)
    return material


def _less_under_ink(
    ink: bpy.types.NodeSocket,
    amount: float,
    target: bpy.types.NodeSocket,
    nodes: bpy.types.Nodes,
    links: bpy.types.NodeLinks,
) -> None:
    fall = nodes.new("ShaderNodeMath")
    fall.operation = "MULTIPLY_ADD"
    fall.inputs[1].default_value, fall.inputs[2].default_value = -amount, amount
    links.new(ink, fall.inputs[0])
    links.new(fall.outputs[0], target)


def _body_colour(
    design: Design, nodes: bpy.types.Nodes, links: bpy.types.NodeLinks, rng: Generator
) -> bpy.types.NodeSocket:
    ramp = nodes.new("ShaderNodeValToRGB")
    first, second = ramp.color_ramp.elements
    first.color, second.color = linear(design.body[0]), linear(design.body[1])
    place = nodes.new("ShaderNodeTexCoord")
    shift = nodes.new("ShaderNodeMapping")
    shift.inputs["Location"].default_value = rng.uniform(-50, 50, 3)
    shift.inputs["Rotation"].default_value = rng.uniform(0, 6, 3)
    links.new(place.outputs["Object"], shift.inputs["Vector"])
    if design.material == "wood":
        grain = nodes.new("ShaderNodeTexWave")
        grain.inputs["Scale"].default_value = rng.uniform(1.0, 4.0)
        grain.inputs["Distortion"].default_value = rng.uniform(2, 8)
        grain.inputs["Detail Scale"].default_value = 1.5
    else:
        grain = nodes.new("ShaderNodeTexNoise")
        swirl = design.material == "swirl"
        grain.inputs["Scale"].default_value = rng.uniform(0.8, 2.5) if swirl else 25.0
        grain.inputs["Distortion"].default_value = rng.uniform(0.5, 4.0) if swirl else 0.0
        first.position, second.position = (0.38, 0.62) if swirl else (0.56, 0.6)
    links.new(shift.outputs["Vector"], grain.inputs["Vector"])
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    return ramp.outputs["Color"]
