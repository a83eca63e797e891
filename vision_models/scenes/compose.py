"""Random scenes by seed: `python -m vision_models.scenes.compose --out FOLDER`.

Crops and whole pictures are numbered in one row, so that any beginning of it is a fair sample.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.core.layout import Form, Layout, Slot, SlotKind
from vision_models.scenes.arm import arm
from vision_models.scenes.lamps import LAMPS
from vision_models.scenes.scene import (
    CROP_PX,
    FULL_PX,
    Camera,
    DiceSet,
    Floats,
    Scene,
    Sheet,
    Thing,
    Triple,
    save,
)
from vision_models.scenes.sheets import MEASURING, boards, layout_of

Generator = np.random.Generator
COLOURS = ("red", "green", "blue", "yellow")
CROPS, FULLS, SEED = 200, 12, 20261130
DIE_SIZES = {16.0: 0.7, 14.0: 0.18, 12.0: 0.12}
"""Edges of dice in mm by share: mats are made for 16."""
MATERIALS = {"matte": 0.2, "glossy": 0.42, "translucent": 0.14, "swirl": 0.16, "wood": 0.08}
INKS = {"full": 0.75, "saving": 0.25}
FINISHES = {"matte": 0.5, "satin": 0.3, "laminated": 0.2}
TABLES = ("oak", "walnut", "white", "cloth", "felt")
ARM_SHARE = 0.2
VIEW_DEG = 66.0
KEPT_MM = 65.0
"""Pieces so far outside the picture still throw shadows into it; farther ones are left away."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A round piece of ground that a piece stands on."""

    x: float
    y: float
    reach: float


def choice(shares: dict[str, float], rng: Generator) -> str:
    """A name by its share."""
    return str(rng.choice(list(shares), p=np.array(list(shares.values()))))


def names() -> tuple[str, ...]:
    """All scenes, in the order in which they are made."""
    every = (CROPS + FULLS) / FULLS
    whole = {int(every * (n + 0.5)): f"full_{n:02d}" for n in range(FULLS)}
    crops = iter(range(CROPS))
    return tuple(
        whole[n] if n in whole else f"crop_{next(crops):03d}" for n in range(CROPS + FULLS)
    )


def compose(name: str, place: int) -> Scene:
    """The scene of that name; `place` is its number among all."""
    rng = np.random.default_rng((SEED, place))
    full, number = name.startswith("full"), int(name[-2:])
    board = str(rng.choice(boards()[:-1])) if rng.random() < 0.62 else MEASURING
    if full:  # few, so each in its turn
        games = boards()[:-1]
        measuring = (number + number // len(LAMPS)) % 3 == 2
        board = MEASURING if measuring else games[number % len(games)]
    layout = layout_of(board)
    dice = DiceSet(
        float(rng.choice(list(DIE_SIZES), p=list(DIE_SIZES.values()))),
        choice(MATERIALS, rng), int(rng.integers(2**31)),
    )  # fmt: skip
    camera = _whole_view(layout, rng)
    things = [t for slot in layout.slots.values() for t in _things_in(slot, layout, dice, rng)]
    if not full:
        camera = _part_of(camera, layout, rng)
        things = [thing for thing in things if _near(thing, camera)]
    limbs = arm(_goal(camera, layout, rng), rng) if rng.random() < ARM_SHARE else ()
    lamp = list(LAMPS)[number % len(LAMPS)] if full else str(rng.choice(list(LAMPS)))
    return Scene(
        name, int(rng.integers(2**31)), lamp, str(rng.choice(TABLES)),
        camera, _sheet(board, rng), dice, tuple(things), limbs,
    )  # fmt: skip


def _whole_view(layout: Layout, rng: Generator) -> Camera:
    """A camera on an arm above the table: 69 to 88 cm up, up to 15 degrees off the plumb line."""
    w, h = layout.width_mm, layout.height_mm
    for _ in range(1000):
        up, tilt = rng.uniform(690, 880), np.radians(abs(rng.normal(0, 6)))
        around = rng.uniform(0, 2 * np.pi)
        middle = np.array((w / 2, h / 2)) + rng.normal(0, 15, 2)
        at = middle + up * np.tan(tilt) * np.array((np.cos(around), np.sin(around)))
        focal = FULL_PX[0] / 2 / np.tan(np.radians(VIEW_DEG + rng.normal(0, 0.7)) / 2)
        centre = (FULL_PX[0] / 2 + rng.normal(0, 6), FULL_PX[1] / 2 + rng.normal(0, 6))
        turned = 180.0 if rng.random() < 0.25 else 0.0
        far = float(np.hypot(up, np.linalg.norm(at - middle)))
        camera = Camera(
            (float(at[0]), float(at[1]), float(up)),
            (float(middle[0]), float(middle[1]), 0.0),
            turned + float(rng.normal(0, 2.5)), float(focal), FULL_PX,
            (float(centre[0]), float(centre[1])), float(rng.normal(-0.005, 0.012)),
            far + float(rng.normal(0, 25)),
        )  # fmt: skip
        corners = np.array([(0, 0), (w, 0), (w, h), (0, h)])
        seen = camera.sees(corners, np.zeros(4))
        if (seen > 25).all() and (seen < np.array(FULL_PX) - 25).all():
            return camera
    raise ValueError("no camera sees the whole sheet")


def _part_of(camera: Camera, layout: Layout, rng: Generator) -> Camera:
    """A part of the picture about a random place, sharper than the whole by up to a half."""
    finer = float(np.exp(rng.uniform(0, np.log(1.55))))
    focal = camera.focal_px * finer
    slot = list(layout.slots.values())[int(rng.integers(len(layout.slots)))]
    aim = np.array([(slot.x_mm, slot.y_mm)]) + rng.uniform(-25, 25, 2)
    fine = replace(
        camera, focal_px=focal, size_px=(round(FULL_PX[0] * finer), round(FULL_PX[1] * finer)),
        middle_px=(camera.middle_px[0] * finer, camera.middle_px[1] * finer),
    )  # fmt: skip
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (layout.width_mm, layout.height_mm)
    board = fine.sees(corners, np.zeros(4))
    low, high = board.min(axis=0) - 40, board.max(axis=0) + 40 - np.array(CROP_PX)
    left, top = np.clip(fine.sees(aim, np.zeros(1))[0] - np.array(CROP_PX) / 2, low, high)
    middle = (fine.middle_px[0] - round(left), fine.middle_px[1] - round(top))
    return replace(fine, size_px=CROP_PX, middle_px=middle)


def _near(thing: Thing, camera: Camera) -> bool:
    at = camera.sees(np.array([(thing.x_mm, thing.y_mm)]), np.zeros(1))[0]
    margin = KEPT_MM * camera.focal_px / camera.at[2]
    return bool((at > -margin).all() and (at < np.array(camera.size_px) + margin).all())


def _goal(camera: Camera, layout: Layout, rng: Generator) -> tuple[float, float]:
    """Where fingertips are: somewhere in the picture, on the sheet."""
    pose = replace(camera, k1=0.0)
    plane = np.linalg.inv(pose.matrix[:, [0, 1, 3]])
    at = plane @ np.array((*rng.uniform(0.15, 0.85, 2) * camera.size_px, 1.0))
    size = np.array((layout.width_mm, layout.height_mm))
    x, y = np.clip(at[:2] / at[2], 15, size - 15)
    return float(x), float(y)


def _sheet(board: str, rng: Generator) -> Sheet:
    left, right, top, low = np.maximum(0, rng.normal(0.3, 0.9, 4)).tolist()
    return Sheet(
        board, choice(INKS, rng), choice(FINISHES, rng), (left, right, top, low),
        float(rng.uniform(2, 5)), float(rng.uniform(0, 0.5)),
    )  # fmt: skip


def _things_in(slot: Slot, layout: Layout, dice: DiceSet, rng: Generator) -> list[Thing]:
    if slot.kind is SlotKind.DIE:
        return [_docked(slot, dice, rng)] if rng.random() < 0.4 else []
    if slot.kind is SlotKind.ROLLING:
        return _thrown(slot, dice, rng)
    form = layout.forms.get(slot.holds)
    if form is None:
        return _goods(slot, rng)
    if slot.w_mm < 3 * form.size_mm:
        return _on_space(slot, form, rng)
    return _heap(slot, form, int(rng.integers(0, 13 if form.size_mm < 12 else 6)), rng)


def _docked(slot: Slot, dice: DiceSet, rng: Generator) -> Thing:
    """A die put down by hand: nearly in the middle, mostly nearly straight."""
    x, y = np.clip(rng.normal(0, 1.1, 2), -2.5, 2.5) + np.array((slot.x_mm, slot.y_mm))
    turn = rng.uniform(0, 360) if rng.random() < 0.15 else rng.normal(0, 9) + 90 * rng.integers(4)
    return _die(slot, (float(x), float(y), float(turn)), str(rng.choice(COLOURS)), dice, rng)


def _thrown(slot: Slot, dice: DiceSet, rng: Generator) -> list[Thing]:
    colour, taken = str(rng.choice(COLOURS)), list[Taken]()
    for _ in range(int(rng.integers(0, 8))):
        _find_room(slot, dice.size_mm * 0.8, taken, rng)
    return [_die(slot, (at.x, at.y, float(rng.uniform(0, 360))), colour, dice, rng) for at in taken]


def _die(slot: Slot, lies: Triple, colour: str, dice: DiceSet, rng: Generator) -> Thing:
    x, y, turn = lies
    return Thing("die", colour, int(rng.integers(1, 7)), str(slot.id), x, y, turn, dice.size_mm)


def _goods(slot: Slot, rng: Generator) -> list[Thing]:
    """Tokens where none are counted: small cubes and colonies of one player, or nothing."""
    taken, things = list[Taken](), []
    colour = slot.area.rpartition(".")[2]
    kinds = ("colony", "cube") if colour in COLOURS else ("colony",)
    for _ in range(int(rng.integers(0, 5))):
        kind = str(rng.choice(kinds))
        size = 16.0 if kind == "colony" else 8.0
        if slot.h_mm > size * 1.1 and _find_room(slot, size * 0.72, taken, rng):
            name = colour if kind == "colony" and colour in COLOURS else str(rng.choice(COLOURS))
            at = taken[-1]
            things.append(Thing(kind, name, None, "", at.x, at.y, float(rng.uniform(0, 360)), size))
    return things


def _on_space(slot: Slot, form: Form, rng: Generator) -> list[Thing]:
    """A marker on some of a track's spaces."""
    if rng.random() > 0.22:
        return []
    x, y = rng.normal(0, 1.5, 2) + np.array((slot.x_mm, slot.y_mm))
    turn = float(rng.uniform(0, 360))
    colour = str(rng.choice(form.colours))
    return [Thing(form.kind, colour, None, str(slot.id), float(x), float(y), turn, form.size_mm)]


def _heap(slot: Slot, form: Form, count: int, rng: Generator) -> list[Thing]:
    """So many pieces in a place, of one to three colours, half of them pushed against another."""
    size, here = form.size_mm, list[Thing]()
    names_ = rng.choice(form.colours, int(rng.integers(1, 4)), replace=False)
    half = np.array((slot.w_mm, slot.h_mm)) / 2 - size * 0.72 - 2
    for _ in range(count):
        for _ in range(60):
            at = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
            turn = float(rng.uniform(0, 90))
            if here and rng.random() < 0.5:
                other = here[int(rng.integers(len(here)))]
                turn = other.turn_deg
                side = np.radians(turn) + rng.integers(4) * np.pi / 2
                step = (size + rng.uniform(0.05, 0.5)) * np.array((np.cos(side), np.sin(side)))
                at = np.array((other.x_mm, other.y_mm)) + step
            thing = Thing(form.kind, str(rng.choice(names_)), None, str(slot.id),
                          float(at[0]), float(at[1]), turn, size)  # fmt: skip
            inside = (np.abs(at - (slot.x_mm, slot.y_mm)) <= half).all()
            if inside and all(_apart(form, other, thing) for other in here):
                here.append(thing)
                break
    return here


def _apart(form: Form, one: Thing, other: Thing) -> bool:
    """Whether two pieces of a form do not reach into each other."""
    if form.round:
        return bool(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) >= form.size_mm)
    a, b = _foot(one), _foot(other)
    return any(
        (a @ axis).max() <= (b @ axis).min() or (b @ axis).max() <= (a @ axis).min()
        for square in (a, b)
        for axis in (square[1] - square[0], square[2] - square[1])
    )


def _foot(thing: Thing) -> Floats:
    """The corners `(4, 2)` of a square piece's foot, mm."""
    turn = np.radians(thing.turn_deg)
    c, s = np.cos(turn), np.sin(turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * thing.size_mm / 2
    return np.asarray(square @ np.array([(c, s), (-s, c)]) + (thing.x_mm, thing.y_mm))


def _find_room(slot: Slot, reach: float, taken: list[Taken], rng: Generator) -> bool:
    """Take a free piece of ground in a place; false when none was found."""
    half = np.maximum(np.array((slot.w_mm, slot.h_mm)) / 2 - reach, 0)
    for _ in range(60):
        x, y = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
        if all(np.hypot(x - t.x, y - t.y) > reach + t.reach for t in taken):
            taken.append(Taken(float(x), float(y), reach))
            return True
    return False


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the descriptions of all scenes that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the descriptions")
    folder: Path = parser.parse_args(arguments).out
    folder.mkdir(parents=True, exist_ok=True)
    for place, name in enumerate(names()):
        path = folder / f"{place:03d}-{name}.json"
        if not path.exists():
            save(compose(name, place), path)


if __name__ == "__main__":
    main()
