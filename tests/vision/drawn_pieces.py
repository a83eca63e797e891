"""Drawn boards with cubes, domes and track markers as a camera sees them, and what lies where."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind
from companion.vision.pose import Points, projected
from tests.vision.bent_boards import H_MM, W_MM, View, draw_view, sheet

COLOURS = ("red", "blue", "green", "yellow")
BODIES = {
    "red": (42, 36, 186), "blue": (176, 88, 34), "green": (72, 140, 44), "yellow": (58, 196, 236),
}  # fmt: skip
CUBE = Form("cube", 8.0, 8.0, False, 1.0, COLOURS)
COLONY = Form("colony", 16.0, 6.0, True, 0.5, COLOURS)
MARKER = Form("marker", 8.0, 8.0, False, 1.0, COLOURS)
PER_MM = 2
SHIFT = 4
"""Fraction bits of the points that polygons are drawn at."""


def _regions(kind: str) -> list[Slot]:
    places = [(110 + 94 * i, 105 + 105 * j) for j in range(3) for i in range(5)]
    return [
        Slot(SlotId(f"{kind}.{n}"), AreaId(f"land.{n}"), SlotKind.REGION, x, y, 64.0, 80.0, kind)
        for n, (x, y) in enumerate(places)
    ]


def board(form: Form) -> Layout:
    """Fifteen regions for pieces of a form, or for markers three tracks of twenty spaces."""
    slots = _regions(form.kind)
    if form.kind == MARKER.kind:
        slots = [
            Slot(SlotId(f"track.{t}.{n}"), AreaId(f"track.{t}"), SlotKind.REGION,
                 90.0 + 20 * n, 100.0 + 110 * t, 20.0, 22.0, form.kind)
            for t in range(3) for n in range(20)
        ]  # fmt: skip
    areas = {slot.area: Area(slot.area, "", 0, 0, W_MM, H_MM) for slot in slots}
    return Layout(W_MM, H_MM, areas, {s.id: s for s in slots}, sheet(6).tags, {}, {form.kind: form})


@dataclass(frozen=True, slots=True)
class Lies:
    colour: str
    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    pixels: Pixels
    view: View
    truth: dict[SlotId, list[str]]
    pieces: list[Lies]


def draw(form: Form, seed: int, most: int = 12) -> Drawn:
    """A board with up to `most` pieces in each region, some touching; one marker on each track."""
    rng = np.random.default_rng(seed)
    layout, view = board(form), draw_view(4 * seed + 1)
    picture = _background(view, rng, layout)
    truth: dict[SlotId, list[str]] = {name: [] for name in layout.slots}
    pieces: list[Lies] = []
    for slot in layout.slots.values():
        here = _on_track(slot, rng) if form.kind == MARKER.kind else _heap(slot, form, rng, most)
        truth[slot.id] = sorted(piece.colour for piece in here)
        pieces += here
    light = rng.uniform(0, 2 * np.pi)
    for piece in pieces:
        _shadow(picture, view, form, piece, light)
    foot = _below_camera(view)
    far = [float(np.hypot(p.x - foot[0], p.y - foot[1])) for p in pieces]
    for k in np.argsort(far)[::-1]:  # the nearer ones hide those behind
        _stand(picture, view, form, pieces[int(k)], light)
    return Drawn(_taken(picture, rng), view, truth, pieces)


def _below_camera(view: View) -> Points:
    """The place of the board, mm `(2,)`, straight below the camera."""
    return np.asarray(-np.linalg.solve(view.camera[:, :3], view.camera[:, 3])[:2])


def _heap(slot: Slot, form: Form, rng: np.random.Generator, most: int) -> list[Lies]:
    """Pieces lying free or pushed against another, in one or several colours."""
    size, here = form.size_mm, list[Lies]()
    names = rng.choice(COLOURS, rng.integers(1, 4), replace=False)
    half = np.array((slot.w_mm, slot.h_mm)) / 2 - size * 0.75 - 2
    for _ in range(int(rng.integers(0, most + 1))):
        for _ in range(60):
            x, y = np.array((slot.x_mm, slot.y_mm)) + rng.uniform(-half, half)
            turn = float(rng.uniform(0, np.pi / 2))
            if here and rng.random() < 0.5:
                other = here[int(rng.integers(len(here)))]
                turn = other.turn
                side = turn + rng.integers(4) * np.pi / 2
                x, y = np.array((other.x, other.y)) + (size + rng.uniform(0, 0.4)) * np.array(
                    (np.cos(side), np.sin(side))
                )
            inside = (np.abs(np.array((x - slot.x_mm, y - slot.y_mm))) <= half).all()
            if inside and all(_apart(form, p, x, y, turn) for p in here):
                here.append(Lies(str(rng.choice(names)), float(x), float(y), turn))
                break
    return here


def _apart(form: Form, other: Lies, x: float, y: float, turn: float) -> bool:
    far, size = float(np.hypot(other.x - x, other.y - y)), form.size_mm
    if form.round or far < 0.95 * size:  # squares that lie upon each other share nothing for OpenCV
        return far >= size
    a, b = _square(other.x, other.y, other.turn, size), _square(x, y, turn, size)
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return shared < 0.05


def _on_track(slot: Slot, rng: np.random.Generator) -> list[Lies]:
    if rng.random() > 0.2:
        return []
    x, y = slot.x_mm + rng.uniform(-4, 4), slot.y_mm + rng.uniform(-5, 5)
    return [Lies(str(rng.choice(COLOURS)), x, y, float(rng.uniform(0, np.pi / 2)))]


def _square(x: float, y: float, turn: float, size: float) -> Points:
    angles = turn + np.pi / 4 + np.arange(4) * np.pi / 2
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * size / np.sqrt(2)
    return np.asarray(ring + np.array((x, y)), np.float64)


def _rim(form: Form, piece: Lies, part: float = 1.0) -> Points:
    if not form.round:
        return _square(piece.x, piece.y, piece.turn, form.size_mm * part)
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * form.size_mm / 2 * part
    return np.asarray(ring + np.array((piece.x, piece.y)))


def _image(view: View, points: Points, height: float) -> npt.NDArray[np.int32]:
    heights = view.height(points) + height
    seen = view.lens.bent(projected(view.camera, points, heights))
    return np.asarray(np.round(seen * 2**SHIFT), np.int32)


def _fill(picture: Pixels, points: npt.NDArray[np.int32], colour: Points) -> None:
    bgr = tuple(float(v) for v in np.clip(colour, 0, 255))
    cv2.fillConvexPoly(picture, cv2.convexHull(points), bgr, cv2.LINE_AA, SHIFT)


def _stand(picture: Pixels, view: View, form: Form, piece: Lies, light: float) -> None:
    body = np.array(BODIES[piece.colour], np.float64)
    low, high = _rim(form, piece), _rim(form, piece, form.taper)
    if form.round:
        for step in range(9):
            part = step / 8
            rim = _rim(form, piece, 1 - (1 - form.taper) * part**2)
            _fill(picture, _image(view, rim, form.height_mm * part), body * (0.75 + 0.3 * part))
        return
    foot, top = _image(view, low, 0.0), _image(view, high, form.height_mm)
    below = _below_camera(view)
    for k in range(4):
        edge = low[(k + 1) % 4] - low[k]
        if edge[0] * (below - low[k])[1] - edge[1] * (below - low[k])[0] > 0:
            continue  # the camera is on the other side
        facing = float(np.cos(np.arctan2(-edge[0], edge[1]) - light))
        wall = np.concatenate([foot[[k, (k + 1) % 4]], top[[(k + 1) % 4, k]]])
        _fill(picture, wall, body * (0.62 + 0.15 * facing))
    _fill(picture, top, body * 1.02)


def _shadow(picture: Pixels, view: View, form: Form, piece: Lies, light: float) -> None:
    away = -np.array((np.cos(light), np.sin(light))) * form.height_mm * 0.6
    rims = np.concatenate([_rim(form, piece), _rim(form, piece) + away])
    points = _image(view, rims, 0.0)
    left, top = np.maximum(points.min(axis=0) // 2**SHIFT - 2, 0)
    right, bottom = points.max(axis=0) // 2**SHIFT + 3
    part = picture[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    corner = np.array((left, top)) * 2**SHIFT
    cv2.fillConvexPoly(
        mask, cv2.convexHull((points - corner).astype(np.int32)), 255, cv2.LINE_AA, SHIFT
    )
    dark = 1 - 0.5 * cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
    part[:] = (part * dark).astype(np.uint8)


def _background(view: View, rng: np.random.Generator, layout: Layout) -> Pixels:
    """A dark printed board with clouds, stars and lines, and its tags' paper."""
    size = (round(W_MM * PER_MM), round(H_MM * PER_MM))
    art = np.full((size[1], size[0], 3), (70, 46, 34), np.float32)
    for colour in ((40, 12, 30), (30, 30, 5), (10, 20, 40)):
        cloud = cv2.resize(rng.normal(0, 0.5, (5, 7)).astype(np.float32), size,
                           interpolation=cv2.INTER_CUBIC)  # fmt: skip
        art += np.clip(cloud, 0, 1)[..., None] * np.array(colour, np.float32)
    sheet_art = np.clip(art, 0, 255).astype(np.uint8)
    for _ in range(300):
        x, y = int(rng.integers(size[0])), int(rng.integers(size[1]))
        cv2.circle(sheet_art, (x, y), 1, (180, 180, 180), -1, cv2.LINE_AA)
    for slot in layout.slots.values():
        a = (
            round((slot.x_mm - slot.w_mm / 2) * PER_MM),
            round((slot.y_mm - slot.h_mm / 2) * PER_MM),
        )
        b = (
            round((slot.x_mm + slot.w_mm / 2) * PER_MM),
            round((slot.y_mm + slot.h_mm / 2) * PER_MM),
        )
        cv2.rectangle(sheet_art, a, b, (150, 130, 110), 1, cv2.LINE_AA)
    for tag in layout.tags:
        half = tag.size_mm * 0.72
        a = (round((tag.x_mm - half) * PER_MM), round((tag.y_mm - half) * PER_MM))
        b = (round((tag.x_mm + half) * PER_MM), round((tag.y_mm + half) * PER_MM))
        cv2.rectangle(sheet_art, a, b, (240, 240, 240), -1)
    corners = np.array([(0, 0), (W_MM, 0), (W_MM, H_MM), (0, H_MM)], np.float64)
    seen = (_image(view, corners, 0.0) / 2**SHIFT).astype(np.float32)
    matrix = cv2.getPerspectiveTransform((corners * PER_MM).astype(np.float32), seen)
    return np.asarray(
        cv2.warpPerspective(sheet_art, matrix, view.lens.size_px, borderValue=(90, 110, 130)),
        np.uint8,
    )


def _taken(picture: Pixels, rng: np.random.Generator) -> Pixels:
    """In some lamp's light, stronger at one side, with blur and noise."""
    h, w = picture.shape[:2]
    cast = np.array([(1, 1, 1), (0.72, 0.92, 1.08), (1.08, 0.98, 0.82)])[rng.integers(3)]
    left, right = rng.uniform(0.6, 1.1, 2)
    lamp = np.linspace(left, right, w, dtype=np.float32)[None, :, None] * cast.astype(np.float32)
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.6, 1.2))).astype(np.float32)
    grain = rng.standard_normal((h, w, 1), np.float32) * float(rng.uniform(1.5, 4))
    return np.asarray(np.clip(soft * lamp + grain, 0, 255), np.uint8)
