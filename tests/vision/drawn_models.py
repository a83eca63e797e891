"""Drawn tables with models on other people's cards, as a camera sees them, and what lies where.

Cards lie in rows on a mat: models stand in their middle or lie across their edges.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind
from companion.simulator.draw_models import (
    BODIES,
    Put,
    Sight,
    are_apart,
    some_bodies,
    some_lamp,
)
from companion.simulator.draw_models import draw_models as draw_meshes
from companion.vision.pose import Points, projected
from tests.vision.bent_boards import H_MM, W_MM, View, draw_view, sheet

COLOURS = ("blue", "green", "purple", "red", "white", "yellow")
SHIP = Form("ship", 12.0, 20.0, True, 0.4, COLOURS, lies=True)
CARD_MM = (88.0, 63.0)
STEP_MM = (94.0, 72.0)
GATE_MM = (32.0, 17.0)
ON_CARDS, ON_EDGES = (0.45, 0.25, 0.17, 0.08, 0.05), (0.55, 0.25, 0.15, 0.05, 0)
"""How often there are none to four of them."""
PER_MM = 2
Generator = np.random.Generator
Floats = npt.NDArray[np.float64]


@cache
def table(form: Form = SHIP) -> Layout:
    """Sixteen cards in four rows: a place in the middle of each, and on each edge between two."""
    slots = []
    for j in range(4):
        for i in range(4):
            x, y = 156.0 + STEP_MM[0] * i, 102.0 + STEP_MM[1] * j
            slots.append(_place(f"card.{i}{j}", (x, y), (50.0, 24.0), form.kind))
            if i < 3:
                slots.append(_place(f"side.{i}{j}", (x + STEP_MM[0] / 2, y), GATE_MM, form.kind))
            if j < 3:
                slots.append(_place(f"low.{i}{j}", (x, y + STEP_MM[1] / 2), GATE_MM, form.kind))
    areas = {slot.area: Area(slot.area, "", 0, 0, W_MM, H_MM) for slot in slots}
    return Layout(W_MM, H_MM, areas, {s.id: s for s in slots}, sheet(6).tags, {}, {form.kind: form})


def _place(name: str, at: tuple[float, float], size: tuple[float, float], kind: str) -> Slot:
    return Slot(SlotId(name), AreaId(name), SlotKind.REGION, *at, *size, kind)


Told = tuple[str, bool]
"""Colour, and whether it lies."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A table without models and then with them, the same camera, light and cards."""

    bare: Pixels
    pixels: Pixels
    view: View
    truth: dict[SlotId, list[Told]]


def draw(seed: int) -> Drawn:
    """A table with ships."""
    rng = np.random.default_rng((seed, 71))
    layout, view = table(), draw_view(4 * seed + 1)
    print_ = sheet_of_cards(layout, rng)
    picture = laid(print_, view)
    truth: dict[SlotId, list[Told]] = {}
    models: list[Put] = []
    for slot in layout.slots.values():
        here = _models_in(slot, SHIP, rng)
        truth[slot.id] = sorted((put.colour, put.lying) for put in here)
        models += here
    look = some_bodies(COLOURS, rng)
    taken = Taken(rng)
    bare = taken.of(picture.copy(), rng)
    draw_models(picture, view, models, look, rng)
    return Drawn(bare, taken.of(picture, rng), view, truth)


def draw_models(
    picture: Pixels, view: View, models: Sequence[Put], look: Mapping[str, Floats], rng: Generator
) -> None:
    """Ships with their shadows, in some lamp's light."""
    draw_meshes(picture, sight_of(view), [(SHIP, put) for put in models], look, some_lamp(rng))


def sight_of(view: View) -> Sight:
    """Where the camera of a view is, and what it sees."""
    eye = np.asarray(-np.linalg.solve(view.camera[:, :3], view.camera[:, 3]))
    return Sight(eye, lambda points: image_points(view, points))


def _models_in(slot: Slot, form: Form, rng: Generator) -> list[Put]:
    """None, or up to four of one player's or two players', on cards mostly standing."""
    card = slot.id.startswith("card")
    count = int(
        rng.choice(5, p=(0.45, 0.25, 0.17, 0.08, 0.05) if card else (0.55, 0.25, 0.15, 0.05, 0))
    )
    names = rng.choice(form.colours, 2)
    here: list[Put] = []
    for _ in range(count):
        for _ in range(60):
            lying = form.lies and rng.random() < (0.12 if card else 0.92)
            reach = np.array((form.size_mm / 2, form.size_mm / 2)) * 0.6
            half = np.maximum(np.array((slot.w_mm, slot.h_mm)) / 2 - reach - 1.6, 1.0)
            x, y = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
            across = 0.0 if slot.id.startswith("side") else np.pi / 2
            turn = across + rng.integers(2) * np.pi + rng.normal(0, 0.3)
            if card or rng.random() < 0.3:
                turn = np.float64(rng.uniform(0, 2 * np.pi))
            colour = str(names[0] if rng.random() < 0.75 or not card else names[1])
            put = Put(colour, lying, float(x), float(y), float(turn))
            if all(are_apart(form, put, other) for other in here):
                here.append(put)
                break
    return here


def image_points(view: View, points: Points) -> Points:
    """Where points `(N, 3)` mm are seen, px."""
    heights = view.height(points[:, :2]) + points[:, 2]
    return view.lens.bent(projected(view.camera, points[:, :2], heights))


def sheet_of_cards(layout: Layout, rng: Generator) -> Pixels:
    """The mat with a card under each place for one, a little askew."""
    size = (round(W_MM * PER_MM), round(H_MM * PER_MM))
    ground = rng.uniform(30, 90, 3) if rng.random() < 0.6 else rng.uniform(150, 225, 3)
    art = np.full((size[1], size[0], 3), ground, np.float32).astype(np.uint8)
    for slot in layout.slots.values():
        a = np.array((slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2)) * PER_MM
        b = np.array((slot.x_mm + slot.w_mm / 2, slot.y_mm + slot.h_mm / 2)) * PER_MM
        cv2.rectangle(art, a.astype(int).tolist(), b.astype(int).tolist(), (150, 130, 110), 1)
    back = _card(rng, back=True)
    for slot in layout.slots.values():
        if slot.id.startswith("card"):
            face = back if rng.random() < 0.35 else _card(rng)
            _lay(art, face, slot, rng)
    for tag in layout.tags:
        half = tag.size_mm * 0.72
        a, b = (np.array((tag.x_mm, tag.y_mm)) + sign * half for sign in (-1, 1))
        cv2.rectangle(art, (a * PER_MM).astype(int).tolist(), (b * PER_MM).astype(int).tolist(),
                      (240, 240, 240), -1)  # fmt: skip
    return art


def _lay(art: Pixels, face: Pixels, slot: Slot, rng: Generator) -> None:
    h, w = face.shape[:2]
    angle, flip = rng.normal(0, 0.8), 180 * int(rng.integers(2))
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), angle + flip, 1)
    middle = (np.array((slot.x_mm, slot.y_mm)) + rng.normal(0, 0.7, 2)) * PER_MM
    matrix[:, 2] += middle - (w / 2, h / 2)
    size = (art.shape[1], art.shape[0])
    mask = cv2.warpAffine(np.full((h, w), 255, np.uint8), matrix, size)
    laid = cv2.warpAffine(face, matrix, size)
    art[mask > 127] = laid[mask > 127]


def _card(rng: Generator, *, back: bool = False) -> Pixels:
    """A card of our own: a frame, a picture with planets, wedges and stars, bars for words."""
    w, h = (round(side * PER_MM) for side in CARD_MM)
    frame = np.array(BODIES[str(rng.choice(("red", "blue", "green", "yellow")))], np.float64)
    frame = np.clip(frame * rng.uniform(0.6, 1.2) + rng.normal(0, 15, 3), 0, 255)
    card = np.full((h, w, 3), (60, 50, 45) if back else frame, np.float64)
    inner = card[10 : h - 10, 10 : w - 10]
    one, other = (rng.uniform(10, 200, 3) for _ in range(2))
    part = np.linspace(0, 1, inner.shape[1])[None, :, None]
    inner[:] = one * (1 - part) + other * part
    picture = np.clip(card, 0, 255).astype(np.uint8)
    if back:
        for r in range(60, 5, -12):
            tone = tuple(float(v) for v in rng.uniform(30, 160, 3))
            cv2.ellipse(
                picture, (w // 2, h // 2), (r, r * 2 // 3), 0, 0, 360, tone, -1, cv2.LINE_AA
            )
        return picture
    for _ in range(int(rng.integers(4, 14))):
        x, y = int(rng.integers(14, w - 14)), int(rng.integers(14, h - 14))
        tone = tuple(float(v) for v in rng.uniform(0, 255, 3))
        if rng.random() < 0.5:
            cv2.circle(picture, (x, y), int(rng.integers(3, 22)), tone, -1, cv2.LINE_AA)
        else:
            corners = np.array((x, y)) + rng.integers(-30, 30, (3, 2))
            cv2.fillConvexPoly(picture, corners.astype(np.int32), tone, cv2.LINE_AA)
    for _ in range(40):
        x, y = int(rng.integers(12, w - 12)), int(rng.integers(12, h - 12))
        cv2.circle(picture, (x, y), 1, (220, 220, 220), -1)
    cv2.rectangle(picture, (20, h - 34), (w - 20, h - 14), (225, 228, 230), -1)
    for row in (h - 28, h - 21):
        cv2.line(picture, (26, row), (w - 30, row), (40, 40, 40), 1)
    picture[:10], picture[h - 10 :] = np.clip(frame, 0, 255), np.clip(frame, 0, 255)
    picture[:, :10], picture[:, w - 10 :] = np.clip(frame, 0, 255), np.clip(frame, 0, 255)
    return picture


def laid(print_: Pixels, view: View) -> Pixels:
    """A sheet as a camera sees it."""
    corners = np.array([(0, 0), (W_MM, 0), (W_MM, H_MM), (0, H_MM)], np.float64)
    seen = image_points(view, np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform((corners * PER_MM).astype(np.float32), seen)
    return np.asarray(
        cv2.warpPerspective(print_, matrix, view.lens.size_px, borderValue=(90, 110, 130)), np.uint8
    )


class Taken:
    """A camera in some lamp's light, stronger at one side, with blur and noise."""

    def __init__(self, rng: Generator, cast: tuple[float, ...] | None = None) -> None:
        casts = np.array([(1, 1, 1), (0.72, 0.92, 1.08), (1.08, 0.98, 0.82)])
        drawn, self._sides = casts[rng.integers(3)], rng.uniform(0.65, 1.05, 2)
        self._cast = drawn if cast is None else np.array(cast)
        self._blur, self._grain = float(rng.uniform(0.6, 1.1)), float(rng.uniform(1.5, 4))

    def of(self, picture: Pixels, rng: Generator) -> Pixels:
        """A photograph, its exposure a little different each time."""
        h, w = picture.shape[:2]
        sides = self._sides * rng.uniform(0.96, 1.04)
        lamp = np.linspace(sides[0], sides[1], w)[None, :, None] * self._cast
        soft = cv2.GaussianBlur(picture, (0, 0), self._blur).astype(np.float32)
        grain = rng.standard_normal((h, w, 1), np.float32) * self._grain
        return np.asarray(np.clip(soft * lamp.astype(np.float32) + grain, 0, 255), np.uint8)
