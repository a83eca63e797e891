"""Drawn tables with models of several kinds, stacks, glare and lamps, and what is hard in each.

Built on `drawn_models`: the same cards, camera and lamps. Nothing here uses what the reader uses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Form, Layout, Slot
from companion.simulator.draw_models import (
    SHIFT,
    Mesh,
    Put,
    Sight,
    draw_mesh,
    draw_shadow,
    mesh_of,
    some_bodies,
    some_lamp,
)
from tests.vision import drawn_models as models
from tests.vision.bent_boards import View, draw_view
from tests.vision.drawn_models import COLOURS, SHIP, Floats, Generator

WING = Form(
    "wing", 4.0, 20.0, False, 1.0, COLOURS, lies=True,
    outline=((-8, 0), (8, 0), (3, 8), (1, 20), (-1, 20), (-3, 8)),
)  # fmt: skip
CRATE = Form("crate", 10.0, 8.0, False, 1.0, COLOURS, stack=3)
TABLES: tuple[tuple[Form, ...], ...] = ((SHIP,), (SHIP,), (SHIP, WING), (CRATE,))
"""What may stand on a table, by its seed."""
CASTS = {
    "even light": (1, 1, 1),
    "warm light": (0.72, 0.92, 1.08),
    "cold light": (1.08, 0.98, 0.82),
}
GLARE_MM = 45.0
HIDDEN = (
    (0.5, "half hidden or more"), (0.25, "a quarter to half hidden"),
    (0.02, "up to a quarter hidden"), (0.0, "none hides another"),
)  # fmt: skip
"""How much others hide of the one that is hidden most."""


@dataclass(frozen=True, slots=True)
class Model:
    """One that stands or lies, or a stack of so many."""

    form: Form
    put: Put
    count: int = 1

    @property
    def reach_mm(self) -> float:
        """How far it reaches from its middle, about."""
        wide = max((abs(x) for x, _ in self.form.outline), default=self.form.size_mm / 2)
        return max(wide, self.form.height_mm / 2) if self.put.lying else wide


Told = tuple[str, str, bool]
"""Kind, colour, and whether it lies."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What stands and lies in a place, and what makes it hard to tell."""

    truth: list[Told]
    causes: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """A table without models and then with them."""

    layout: Layout
    bare: Pixels
    pixels: Pixels
    view: View
    places: dict[SlotId, Place]


@cache
def table(forms: tuple[Form, ...]) -> Layout:
    """The table of `drawn_models` for models of several forms."""
    plain, others = models.table(forms[0]), tuple(form.kind for form in forms[1:])
    slots = {name: replace(slot, also_holds=others) for name, slot in plain.slots.items()}
    return replace(plain, slots=slots, forms={form.kind: form for form in forms})


def draw(seed: int) -> Fleet:
    """A table with models of one or two forms."""
    rng = np.random.default_rng((seed, 73))
    forms = TABLES[seed % len(TABLES)]
    layout, view = table(forms), draw_view(4 * seed + 3)
    bare = models.laid(models.sheet_of_cards(layout, rng), view)
    here = {slot.id: list(_models_in(slot, forms, rng)) for slot in layout.slots.values()}
    every = [model for row in here.values() for model in row]
    pixels = bare.copy()
    hidden = _draw_models(pixels, view, every, rng)
    light = str(rng.choice(list(CASTS)))
    taken = models.Taken(rng, CASTS[light])
    glare = _glare(view, rng)
    places = {
        name: _place(
            layout.slots[name], row, hidden, light, _is_veiled(layout.slots[name], view, glare)
        )
        for name, row in here.items()
    }
    pixels = np.asarray(np.clip(pixels + glare[..., None], 0, 255), np.uint8)
    return Fleet(layout, taken.of(bare, rng), taken.of(pixels, rng), view, places)


def _place(
    slot: Slot, here: Sequence[Model], hidden: dict[int, float], light: str, veiled: bool
) -> Place:
    truth = sorted(
        (model.form.kind, model.put.colour, model.put.lying)
        for model in here for _ in range(model.count)
    )  # fmt: skip
    causes = {light, "in glare" if veiled else "no glare"}
    causes |= {f"{len(here)} models" if here else "empty"}
    for model in here:
        causes |= {model.form.kind, model.put.colour, "lying" if model.put.lying else "standing"}
        if model.form.stack > 1:
            causes.add(f"stack of {model.count}")
    if here:
        most = max(hidden[id(model)] for model in here)
        causes.add(next(name for least, name in HIDDEN if most >= least))
    return Place(truth, frozenset(causes))


def _models_in(slot: Slot, forms: Sequence[Form], rng: Generator) -> Iterator[Model]:
    """None, or up to four; of a form that only stands there is a stack now and then."""
    here: list[Model] = []
    card = slot.id.startswith("card")
    chances = models.ON_CARDS if card else models.ON_EDGES
    names = rng.choice(COLOURS, 2)
    for _ in range(int(rng.choice(5, p=chances))):
        for _ in range(60):
            form = forms[int(rng.integers(len(forms)))]
            lying = bool(form.lies and rng.random() < (0.12 if card else 0.85))
            half = np.maximum(np.array((slot.w_mm, slot.h_mm)) / 2 - form.size_mm * 0.6 - 1.6, 1.0)
            x, y = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
            colour = str(names[0] if rng.random() < 0.75 else names[1])
            put = Put(colour, lying, float(x), float(y), float(rng.uniform(0, 2 * np.pi)))
            model = Model(form, put, int(rng.integers(1, form.stack + 1)))
            if all(_apart(model, other) for other in here):
                here.append(model)
                break
    yield from here


def _apart(one: Model, other: Model) -> bool:
    far = float(np.hypot(one.put.x - other.put.x, one.put.y - other.put.y))
    return far > one.reach_mm + other.reach_mm + 0.2


def _draw_models(
    picture: Pixels, view: View, every: Sequence[Model], rng: Generator
) -> dict[int, float]:
    """Draws them into a picture; how much of each others hide."""
    sight, lamp = models.sight_of(view), some_lamp(rng)
    look, eye = some_bodies(COLOURS, rng), sight.eye
    meshes = {id(model): _mesh(model) for model in every}
    for model in every:
        draw_shadow(picture, sight, meshes[id(model)], lamp)
    labels, sizes = np.zeros(picture.shape[:2], np.int32), dict[int, int]()
    far = sorted(every, key=lambda m: -float(np.hypot(m.put.x - eye[0], m.put.y - eye[1])))
    for n, model in enumerate(far, 1):
        draw_mesh(picture, sight, meshes[id(model)], look[model.put.colour], lamp)
        alone = np.zeros(labels.shape, np.uint8)
        _fill(alone, sight, meshes[id(model)])
        sizes[n] = int(alone.sum())
        labels[alone > 0] = n
    seen = np.bincount(labels.ravel(), minlength=len(far) + 1)
    return {id(model): 1 - float(seen[n]) / max(sizes[n], 1) for n, model in enumerate(far, 1)}


def _fill(mask: Pixels, sight: Sight, mesh: Mesh) -> None:
    flat = np.round(sight.image(mesh[0]) * 2**SHIFT).astype(np.int32)
    for face in mesh[1]:
        cv2.fillPoly(mask, [flat[face]], 1, cv2.LINE_8, SHIFT)


def _mesh(model: Model) -> Mesh:
    """Corners `(N, 3)` mm on the board and faces, of round ones as in `drawn_models`."""
    if model.form.round:
        return mesh_of(model.form, model.put)
    corners, faces = _slab(model)
    put = model.put
    if put.lying:
        corners = corners[:, [2, 0, 1]] * (1, -1, 1)
        corners -= (corners.min(axis=0) + corners.max(axis=0)) / 2 * (1, 1, 0)
        corners[:, 2] -= corners[:, 2].min()
    c, s = np.cos(put.turn), np.sin(put.turn)
    turned = np.column_stack([corners[:, 0] * c - corners[:, 1] * s,
                              corners[:, 0] * s + corners[:, 1] * c, corners[:, 2]])  # fmt: skip
    return turned + np.array((put.x, put.y, 0)), faces


def _slab(model: Model) -> tuple[Floats, list[list[int]]]:
    """A plate that stands, as wide as its outline, and its faces, their normals outwards."""
    form, half = model.form, model.form.size_mm / 2
    up = form.height_mm * model.count
    outline = np.array(form.outline or ((-half, 0), (half, 0), (half, up), (-half, up)), np.float64)
    n = len(outline)
    sides = [np.column_stack([outline[:, 0], np.full(n, y), outline[:, 1]]) for y in (-half, half)]
    faces = [list(range(n)), list(range(n, 2 * n))[::-1]]
    faces += [[(k + 1) % n, k, n + k, n + (k + 1) % n] for k in range(n)]
    return np.concatenate(sides), faces


def _glare(view: View, rng: Generator) -> Floats:
    """What a lamp adds to part of a table when its cards mirror it, that was not there before.

    Nothing on most tables.
    """
    at = rng.uniform((120, 80), (470, 340))
    w, h = view.lens.size_px
    ring = at + GLARE_MM * np.array([(1, 0), (0, 1), (-1, 0), (0, -1), (0, 0)])
    seen = models.image_points(view, np.column_stack([ring, np.zeros(5)]))
    radius = float(np.linalg.norm(seen[:4] - seen[4], axis=1).mean())
    far = np.hypot(np.arange(w)[None] - seen[4, 0], np.arange(h)[:, None] - seen[4, 1]) / radius
    strength = rng.uniform(25, 90) * (rng.random() < 0.4)
    return np.asarray(strength * np.exp(-(far**2) * 2), np.float64)


def _is_veiled(slot: Slot, view: View, glare: Floats) -> bool:
    x, y = np.round(models.image_points(view, np.array([(slot.x_mm, slot.y_mm, 0.0)]))[0]).astype(
        int
    )
    return bool(glare[np.clip(y, 0, glare.shape[0] - 1), np.clip(x, 0, glare.shape[1] - 1)] > 10)
