"""What things of a scene are made of, as shader nodes of Blender; imported by `render.py` only."""

from typing import TypeAlias

import bpy
import numpy as np

from vision_models.dice.sprites.materials import linear
from vision_models.scenes.lamps import Floats

Generator = np.random.Generator
Bgr = tuple[float, float, float]
Material: TypeAlias = bpy.types.Material

PIECES: dict[str, Bgr] = {
    "red": (38, 32, 178), "green": (62, 126, 38), "blue": (158, 84, 26), "yellow": (38, 182, 232),
}  # fmt: skip
"""Paint of wooden pieces and plastic of dice, BGR as on the screen."""
SKINS: tuple[Bgr, ...] = (
    (150, 178, 222),
    (128, 160, 208),
    (92, 126, 178),
    (62, 90, 140),
    (40, 58, 96),
)
CLOTHS: tuple[Bgr, ...] = ((96, 70, 52), (60, 58, 56), (150, 148, 146), (48, 40, 92), (92, 104, 60))
FINISHES = {"matte": (0.72, 0.3, 0.0), "satin": (0.36, 0.45, 0.0), "laminated": (0.5, 0.4, 0.85)}
"""Roughness, specular level and clear coat of printed sheets."""
TABLES: dict[str, tuple[Bgr, Bgr, float]] = {
    "oak": ((92, 138, 184), (70, 110, 158), 0.45), "walnut": ((40, 62, 96), (28, 44, 72), 0.4),
    "white": ((206, 210, 212), (198, 204, 208), 0.3), "cloth": ((84, 96, 112), (72, 84, 100), 0.95),
    "felt": ((52, 88, 40), (44, 76, 34), 0.98),
}  # fmt: skip
"""Two colours that mix, and roughness."""


def plain(name: str, colour: Bgr, roughness: float, *, specular: float = 0.5, coat: float = 0.0,
          ) -> tuple[Material, bpy.types.Node]:  # fmt: skip
    """A material of one colour, and its shader."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(colour)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = specular
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.06
    return material, shader


def mottled(material: Material, colours: tuple[Bgr, Bgr], scale: float, *, wood: bool = False,
            stretch: float = 1.0) -> None:  # fmt: skip
    """Let two colours mix: in clouds, or as grain."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    ramp, place = nodes.new("ShaderNodeValToRGB"), nodes.new("ShaderNodeTexCoord")
    shift = nodes.new("ShaderNodeMapping")
    shift.inputs["Scale"].default_value = (scale, scale * stretch, scale)
    for element, colour in zip(ramp.color_ramp.elements, colours, strict=True):
        element.color = linear(colour)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.3, 0.7
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Detail"].default_value = 5.0 if wood else 2.0
    grain.inputs["Roughness"].default_value = 0.65
    if wood:
        grain.inputs["Distortion"].default_value = 0.6
    links.new(place.outputs["Object"], shift.inputs["Vector"])
    links.new(shift.outputs["Vector"], grain.inputs["Vector"])
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])


def rough(material: Material, scale: float, depth_m: float) -> None:
    """Let the surface be uneven: so many bumps a metre, so deep."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place, noise = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeTexNoise")
    bump = nodes.new("ShaderNodeBump")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = 1.0
    bump.inputs["Distance"].default_value = depth_m
    links.new(place.outputs["Object"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])


def table(name: str) -> Material:
    """A table top."""
    one, other, roughness = TABLES[name]
    material, _ = plain("table", one, roughness, specular=0.35 if roughness < 0.9 else 0.05)
    if name in ("oak", "walnut"):
        mottled(material, (one, other), 9.0, wood=True, stretch=14.0)
        rough(material, 120.0, 0.0002)
    else:
        mottled(material, (one, other), 1.5 if name == "white" else 900.0)
        if name != "white":
            rough(material, 900.0, 0.0008)
    return material


def printed(picture: Floats, finish: str) -> Material:
    """Paper with a picture `(H, W, 3)` BGR 0-1 of the screen: no ink is black, no paper white."""
    roughness, specular, coat = FINISHES[finish]
    material, shader = plain("paper", (230, 230, 230), roughness, specular=specular, coat=coat)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    h, w = picture.shape[:2]
    image = bpy.data.images.new("print", w, h)
    whole = np.dstack([picture[::-1, :, ::-1], np.ones((h, w))]).astype(np.float32)
    image.pixels.foreach_set(whole.ravel())
    image.update()
    texture = nodes.new("ShaderNodeTexImage")
    texture.image, texture.extension = image, "EXTEND"
    gamut = nodes.new("ShaderNodeMix")
    gamut.data_type = "RGBA"
    gamut.blend_type = "MIX"
    gamut.inputs["Factor"].default_value = 0.972
    gamut.inputs[6].default_value = (0.34, 0.33, 0.32, 1.0)
    links.new(texture.outputs["Color"], gamut.inputs[7])
    whiten = nodes.new("ShaderNodeMix")
    whiten.data_type, whiten.blend_type = "RGBA", "MULTIPLY"
    whiten.inputs["Factor"].default_value = 1.0
    whiten.inputs[7].default_value = (0.86, 0.86, 0.85, 1.0)
    links.new(gamut.outputs[2], whiten.inputs[6])
    links.new(whiten.outputs[2], shader.inputs["Base Color"])
    return material


def painted(colour: Bgr, rng: Generator) -> Material:
    """Painted wood or dull plastic."""
    material, _ = plain("paint", colour, float(rng.uniform(0.38, 0.6)), specular=0.4)
    darker = (colour[0] * 0.93, colour[1] * 0.93, colour[2] * 0.93)
    mottled(material, (colour, darker), 140.0, stretch=0.25)
    rough(material, 700.0, 0.00008)
    return material


def skin(rng: Generator) -> Material:
    """Skin of any tone."""
    base = SKINS[int(rng.integers(len(SKINS)))]
    redder = (base[0] * 0.86, base[1] * 0.9, base[2] * 0.99)
    material, _ = plain("skin", base, 0.5, specular=0.4)
    mottled(material, (base, redder), 60.0)
    rough(material, 420.0, 0.00013)
    return material


def cloth(rng: Generator) -> Material:
    """A sleeve."""
    base = CLOTHS[int(rng.integers(len(CLOTHS)))]
    darker = (base[0] * 0.7, base[1] * 0.7, base[2] * 0.7)
    material, _ = plain("cloth", base, 0.95, specular=0.05)
    mottled(material, (base, darker), 700.0)
    rough(material, 45.0, 0.006)
    return material
