"""Scenes of ships on cards, standing and lying: what is printed, what stands where, and the truth.

`python -m vision_models.scenes.fleets --out FOLDER` writes descriptions and printed sheets; with
`--light FOLDER` it develops what `fleets_render` made of them. For measuring only.
"""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind, Tag
from companion.simulator import card_designs as designs
from vision_models.scenes.lamps import LAMPS
from vision_models.scenes.scene import Camera, DiceSet, Scene, Sheet, Thing, load, save

Generator = np.random.Generator
COUNT, SEED = 40, 20261201
SIZE_MM = (232.0, 184.0)
STEP_MM = (94.0, 72.0)
EDGE_MM = (32.0, 17.0)
PICTURE_PX = (832, 640)
PX_PER_MM = 6.0
TAG_MM, TAG_AT_MM = 18.0, 13.0
COLOURS = ("blue", "green", "purple", "red", "white", "yellow")
ROCKET = ((6.0, 0.0), (6.0, 3.0), (4.6, 5.0), (4.4, 11.0), (3.6, 15.0), (2.0, 18.6), (0.0, 20.0))
"""Half profile: distance from the middle and height, mm."""
SHIP = Form("ship", 12.0, 20.0, True, 1.0, COLOURS, lies=True, outline=ROCKET)
STANDING, LYING = "standing", "lying"
FINISHES, TABLES = ("matte", "satin", "laminated"), ("oak", "walnut", "white", "cloth", "felt")


def layout() -> Layout:
    """Four cards: a place in the middle of each, and one on each edge between two."""
    left, top = (SIZE_MM[0] - STEP_MM[0]) / 2, (SIZE_MM[1] - STEP_MM[1]) / 2
    slots = [
        *(_place(f"card.{i}{j}", left + i * STEP_MM[0], top + j * STEP_MM[1], (50.0, 24.0))
          for j in range(2) for i in range(2)),
        *(_place(f"side.{j}", SIZE_MM[0] / 2, top + j * STEP_MM[1], EDGE_MM) for j in range(2)),
        *(_place(f"low.{i}", left + i * STEP_MM[0], SIZE_MM[1] / 2, EDGE_MM) for i in range(2)),
    ]  # fmt: skip
    areas = {slot.area: Area(slot.area, "", 0, 0, *SIZE_MM) for slot in slots}
    ends = [(x, y) for y in (TAG_AT_MM, SIZE_MM[1] - TAG_AT_MM)
            for x in (TAG_AT_MM, SIZE_MM[0] - TAG_AT_MM)]  # fmt: skip
    tags = tuple(Tag(n, x, y, TAG_MM) for n, (x, y) in enumerate(ends))
    return Layout(*SIZE_MM, areas, {slot.id: slot for slot in slots}, tags, {}, {SHIP.kind: SHIP})


def _place(name: str, x: float, y: float, size: tuple[float, float]) -> Slot:
    return Slot(SlotId(name), AreaId(name), SlotKind.REGION, x, y, *size, SHIP.kind)


def compose(number: int) -> Scene:
    """The scene of that number."""
    rng = np.random.default_rng((SEED, number))
    name = f"fleet_{number:02d}"
    sheet = Sheet(name, "full", str(rng.choice(FINISHES)), (0.0, 0.0, 0.0, 0.0), 2.0,
                  float(rng.uniform(0, 0.4)))  # fmt: skip
    things = [thing for slot in layout().slots.values() for thing in _ships(slot, rng)]
    return Scene(
        name, int(rng.integers(2**31)), str(rng.choice(list(LAMPS))), str(rng.choice(TABLES)),
        _camera(rng), sheet, DiceSet(16.0, "matte", 0), tuple(things), (),
    )  # fmt: skip


def _camera(rng: Generator) -> Camera:
    """A camera as above a whole table, the cards anywhere below it; the picture is cut to them."""
    middle = np.array(SIZE_MM) / 2
    up, tilt = rng.uniform(690, 880), np.radians(abs(rng.normal(0, 6)))
    around = rng.uniform(0, 6.28)
    at = middle + rng.uniform((-200, -120), (200, 120))
    towards = at + up * np.tan(tilt) * np.array((np.cos(around), np.sin(around)))
    focal = 2304 / 2 / np.tan(np.radians(33)) * rng.uniform(1.0, 1.3)
    camera = Camera(
        (float(at[0]), float(at[1]), float(up)), (float(towards[0]), float(towards[1]), 0.0),
        float(rng.normal(0, 2.5)), float(focal), PICTURE_PX, (0.0, 0.0), 0.0,
        float(up) + float(rng.normal(0, 25)),
    )  # fmt: skip
    x, y = np.array(PICTURE_PX) / 2 - camera.sees(middle[None], np.zeros(1))[0]
    return replace(camera, middle_px=(float(x), float(y)))


def _ships(slot: Slot, rng: Generator) -> list[Thing]:
    card = slot.id.startswith("card")
    names, here = rng.choice(COLOURS, 2), list[Thing]()
    for _ in range(int(rng.choice(4, p=(0.3, 0.35, 0.25, 0.1)))):
        for _ in range(60):
            lying = bool(rng.random() < (0.12 if card else 0.9))
            half = np.array((slot.w_mm, slot.h_mm)) / 2 - 6.0
            x, y = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
            across = 0 if slot.id.startswith("side") else 90
            turn = across + 180 * rng.integers(2) + rng.normal(0, 15)
            if card or rng.random() < 0.25:
                turn = np.float64(rng.uniform(0, 360))
            thing = Thing(LYING if lying else STANDING, str(names[int(rng.random() < 0.25)]), None,
                          str(slot.id), float(x), float(y), float(turn), 12.0)  # fmt: skip
            if all(_far(thing, other) > 12.5 for other in here):
                here.append(thing)
                break
    return here


def _far(one: Thing, other: Thing) -> float:
    """Least distance of the lines along which two ships lie, mm."""
    return min(float(np.hypot(*(a - b))) for a in _line(one) for b in _line(other))


def _line(thing: Thing) -> npt.NDArray[np.float64]:
    turn = np.radians(thing.turn_deg)
    reach = np.linspace(-5, 5, 5) if thing.kind == LYING else np.zeros(1)
    along = np.array((np.cos(turn), np.sin(turn)))
    return np.asarray(np.array((thing.x_mm, thing.y_mm)) + reach[:, None] * along)


def print_of(scene: Scene) -> npt.NDArray[np.uint8]:
    """The sheet with its tags and four cards of our own `(H, W, 3)`, some of them face down."""
    rng = np.random.default_rng((scene.seed, 8))
    w, h = (round(side * PX_PER_MM) for side in SIZE_MM)
    tone = rng.uniform(40, 90, 3) if rng.random() < 0.5 else rng.uniform(150, 230, 3)
    sheet = np.full((h, w, 3), tone, np.float64).astype(np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    deck = designs.deck(scene.seed % 1000)
    for slot in layout().slots.values():
        if slot.id.startswith("card"):
            down = rng.random() < 0.3
            shown = designs.back() if down else designs.face(deck[rng.integers(len(deck))])
            card = _upright(shown)
            _paste(sheet, card, slot.x_mm + rng.normal(0, 0.5), slot.y_mm + rng.normal(0, 0.5))
    for tag in layout().tags:
        side = round(tag.size_mm * PX_PER_MM)
        mark = cv2.aruco.generateImageMarker(dictionary, tag.id, side)
        white = np.full((round((tag.size_mm + 7) * PX_PER_MM),) * 2 + (3,), 250, np.uint8)
        _paste(sheet, white, tag.x_mm, tag.y_mm)
        _paste(sheet, np.repeat(mark[..., None], 3, 2), tag.x_mm, tag.y_mm)
    return sheet


def _upright(card: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A card turned so that it is wide, 88 mm by 63."""
    if card.shape[0] > card.shape[1]:
        card = np.ascontiguousarray(np.rot90(card))
    size = (round(88 * PX_PER_MM), round(63 * PX_PER_MM))
    return np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)


def _paste(sheet: npt.NDArray[np.uint8], part: npt.NDArray[np.uint8], x: float, y: float) -> None:
    h, w = part.shape[:2]
    left, top = round(x * PX_PER_MM - w / 2), round(y * PX_PER_MM - h / 2)
    sheet[top : top + h, left : left + w] = part


def truth(scene: Scene) -> dict[str, object]:
    """The description with what stands and lies in each place."""
    slots: dict[str, list[tuple[str, bool]]] = {str(name): [] for name in layout().slots}
    for thing in scene.things:
        slots[thing.slot].append((thing.colour, thing.kind == LYING))
    return {**asdict(scene), "slots": slots}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write descriptions and sheets, or develop what has been rendered of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of what is written")
    parser.add_argument("--light", type=Path, help="folder of descriptions and rendered light")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.light is None:
        for scene in map(compose, range(COUNT)):
            save(scene, options.out / f"{scene.name}.json")
            cv2.imwrite(str(options.out / f"{scene.name}-full.png"), print_of(scene))
        return
    from vision_models.scenes.develop import developed, rounded  # not where Blender runs

    for path in sorted(options.light.glob("*.json")):
        scene = load(path)
        lights = [options.light / f"{scene.name}{end}.exr" for end in ("", "-bare")]
        if not all(light.exists() for light in lights):
            continue
        for light in lights:
            seen = cv2.imread(str(light), cv2.IMREAD_UNCHANGED)
            assert seen is not None
            out = options.out / f"{light.stem}.jpg"
            picture = developed(seen.astype(np.float32), scene)
            cv2.imwrite(str(out), picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
        text = json.dumps(rounded(truth(scene)), separators=(",", ":"))
        (options.out / f"{scene.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
