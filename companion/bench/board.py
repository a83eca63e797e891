"""Stages of vision on drawn boards 2304 px wide: finding, following, reading.

80 die slots on one of them; places for other pieces as on the boards of the games named.

Processor time of one thread. Nothing comes from a camera; the shipped models read the dice.
"""

from collections.abc import Iterator
from functools import partial
from time import thread_time

import cv2
import numpy as np

from companion.bench.timing import Plan, Stage, timed
from companion.camera.frame import Frame, Pixels
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind, Tag
from companion.rules.registry import load_game
from companion.vision.dice import DiceReader
from companion.vision.errors import ModelUnavailable
from companion.vision.piece_colours import PALETTE_BGR
from companion.vision.pieces import PieceSettings
from companion.vision.pipeline import Pipeline
from companion.vision.regions import RegionMemory, groups_of
from companion.vision.registration import find_board
from companion.vision.settle import Settler
from companion.vision.slots import SlotSettings
from companion.vision.tracker import BoardTracker

SIZE_PX = (2304, 1296)
PER_MM = 3.0
"""Scale of boards that are not too large for it."""
LEFT_PX, TOP_PX = 260.0, 20.0
"""Where the corner of the board lies in the picture."""
RUNS = 20
MODELS = 8
"""Places for models that are read."""


def stages(plan: Plan) -> Iterator[Stage]:
    """All stages; those that need the models are left out without ONNX Runtime."""
    cv2.setNumThreads(1)
    runs = plan.runs or RUNS
    layout, empty = board(), draw(board(), 0)
    yield timed("board: find", lambda: find_board(empty, layout), runs, clock=thread_time)
    tracker = BoardTracker(layout)
    tracker.look(empty)
    yield timed("board: follow", lambda: tracker.look(empty), runs, clock=thread_time)
    settler = Settler()
    frames = (Frame(empty, n / 10, n) for n in range(10_000))
    yield timed("board: settle", lambda: settler.feed(next(frames)), runs, clock=thread_time)
    try:
        reader = DiceReader.load()
    except ModelUnavailable:
        return
    pipeline, shots = Pipeline(layout, reader), iter(range(100_000))

    def feed(pixels: Pixels) -> None:
        n = next(shots)
        pipeline.feed(Frame(pixels, n / 10, n))

    for _ in range(10):
        feed(empty)
    yield timed("board: frame at rest", lambda: feed(empty), 4 * runs, clock=thread_time)
    scenes = [draw(layout, 1), draw(layout, 2)]

    def changed() -> None:
        """Two agreeing frames of another scene: the second is the first to be read."""
        scene = scenes[next(shots) % 2]
        pipeline.feed(Frame(scene, next(shots) / 10, next(shots)))
        pipeline.feed(Frame(scene, next(shots) / 10, next(shots)))

    yield timed("board: everything changed", changed, runs, clock=thread_time)
    for name in plan.games:
        yield from _regions(name, load_game(name).layout, runs)


def _regions(game: str, layout: Layout, runs: int) -> Iterator[Stage]:
    """Places for pieces, each with three in it: compared with what was read, and read anew.

    Of places for models only some, each with one.
    """
    every = groups_of(layout, PieceSettings())
    models = [group for group in every if group.models]
    groups = (*(group for group in every if not group.models), *models[:MODELS])
    picture = draw(layout, 0)
    for group in groups:
        for place, colour in enumerate(
            group.form.colours[: 1 if group.models else 3], group.models
        ):
            radius = round(group.form.size_mm * _scale(layout) / 2)
            for slot in group.slots:
                at = _at(layout, slot.x_mm + (place - 1) * slot.w_mm / 4, slot.y_mm)
                cv2.circle(picture, at, radius, PALETTE_BGR[colour], -1, cv2.LINE_AA)
    pose = find_board(picture, layout) if groups else None
    if pose is None:
        return
    memory = RegionMemory(layout, PieceSettings(), None)
    memory.show_bare(draw(layout, 0), pose)
    memory.keep(memory.read(picture, pose, groups)[1])
    levels = SlotSettings().change_levels
    compare, read = (
        partial(memory.changed, picture, pose, levels),
        partial(memory.read, picture, pose, groups),
    )
    many = f"{len(groups)} places of {game}"
    yield timed(f"board: regions: compare {many}", compare, runs, clock=thread_time)
    yield timed(f"board: regions: read {many}", read, runs, clock=thread_time)


def board() -> Layout:
    """An A2 board with six tags and eighty slots in eight rows."""
    area = AreaId("all")
    slots = [
        Slot(SlotId(f"all.{n}"), area, SlotKind.DIE, 90.0 + n % 10 * 46, 70 + n // 10 * 40, 20, 20)
        for n in range(80)
    ]
    corners = [(28, 28), (566, 28), (566, 392), (28, 392), (297, 28), (297, 392)]
    tags = tuple(Tag(n, x, y, 36.0) for n, (x, y) in enumerate(corners))
    areas = {area: Area(area, "", 60, 50, 480, 320)}
    return Layout(594.0, 420.0, areas, {slot.id: slot for slot in slots}, tags)


def draw(layout: Layout, seed: int) -> Pixels:
    """The board from above; with a seed, a pale square with pips in every slot."""
    rng = np.random.default_rng(seed)
    pixels = np.full((SIZE_PX[1], SIZE_PX[0], 3), (70, 90, 110), np.uint8)
    corner = _at(layout, layout.width_mm, layout.height_mm)
    cv2.rectangle(pixels, _at(layout, 0, 0), corner, (70, 50, 40), -1)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag in layout.tags:
        cv2.rectangle(pixels, _at(layout, tag.x_mm - 26, tag.y_mm - 26),
                      _at(layout, tag.x_mm + 26, tag.y_mm + 26), (245, 245, 245), -1)  # fmt: skip
        side = round(tag.size_mm * _scale(layout))
        left, top = _at(layout, tag.x_mm - tag.size_mm / 2, tag.y_mm - tag.size_mm / 2)
        marker = cv2.aruco.generateImageMarker(dictionary, tag.id, side)
        pixels[top : top + side, left : left + side] = marker[..., None]
    for slot in layout.slots.values() if seed else ():
        first, last = (_at(layout, slot.x_mm + by, slot.y_mm + by) for by in (-8, 8))
        tone = tuple(int(v) for v in rng.integers(120, 240, 3))
        cv2.rectangle(pixels, first, last, tone, -1)
        for dx, dy in rng.choice([-4.2, 0.0, 4.2], (int(rng.integers(1, 5)), 2)):
            cv2.circle(pixels, _at(layout, slot.x_mm + dx, slot.y_mm + dy), 5, (20, 20, 20), -1)
    noise = rng.normal(0, 2.0, pixels.shape).astype(np.int16)
    return np.asarray(np.clip(cv2.GaussianBlur(pixels, (0, 0), 0.8) + noise, 0, 255), np.uint8)


def _at(layout: Layout, x_mm: float, y_mm: float) -> tuple[int, int]:
    scale = _scale(layout)
    return round(LEFT_PX + x_mm * scale), round(TOP_PX + y_mm * scale)


def _scale(layout: Layout) -> float:
    """Px a millimetre at which a board fits into the picture."""
    room = (SIZE_PX[0] - 2 * LEFT_PX, SIZE_PX[1] - 2 * TOP_PX)
    return min(PER_MM, room[0] / layout.width_mm, room[1] / layout.height_mm)
