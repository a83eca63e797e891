"""Stages of reading dice: the whole way from decoded pixels to the result, and each step of it.

The picture is drawn: six plain dice on a cloth, 1280x720. One thread for OpenCV and ONNX Runtime;
the time of the processor is counted, and decoding is not.
"""

import multiprocessing
import resource
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import thread_time

import cv2
import numpy as np

from companion.bench.timing import Plan, Stage, summary, timed
from companion.camera.frame import Pixels
from companion.vision.boxes import square_crop
from companion.vision.colour import body_colour
from companion.vision.dice import DiceReader, DieReading, load_settings, resized
from companion.vision.light import estimate_light
from companion.vision.onnx import Model

RUNS = 40
SIZE_PX = (1280, 720)
DICE, SLOTS = 6, 60
EDGE_PX = 64
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def stages(plan: Plan) -> Iterator[Stage]:
    """All stages; raises `ModelUnavailable` where dice cannot be read."""
    cv2.setNumThreads(1)
    runs = plan.runs or RUNS
    picture, reader = drawn_roll(), DiceReader.load(threads=1)
    yield timed("dice: whole picture, 6 dice, 1280x720", lambda: reader.read(picture), runs, 3,
                thread_time)  # fmt: skip
    yield from _steps(picture, reader.read(picture), runs)
    slots = [cut(picture, *place(n % DICE), 1.6 * EDGE_PX) for n in range(SLOTS)]
    yield timed(f"dice: {SLOTS} slots in one batch", lambda: reader.read_slots(slots), runs, 3,
                thread_time)  # fmt: skip
    yield summary("dice: memory over an idle Python with OpenCV", "MB", [_memory_mb()])


def _steps(picture: Pixels, dice: tuple[DieReading, ...], runs: int) -> Iterator[Stage]:
    finding, naming = load_settings()
    package = "vision_models.dice"
    detector = Model.load(package, finding.file, 1)
    classifier = Model.load(package, naming.file, 1)
    seen = picture
    for area in finding.working_areas_px:
        scale = min(1.0, (area / (SIZE_PX[0] * SIZE_PX[1])) ** 0.5)
        step = finding.multiple_px
        size = [max(step, round(side * scale / step) * step) for side in SIZE_PX]
        shrink = partial(resized, seen, size[0], size[1])
        yield timed(f"dice: shrink to {size[0]}x{size[1]}", shrink, runs, 3, thread_time)
        seen = shrink()
        detect = partial(detector, seen[None])
        yield timed(f"dice: detect at {size[0]}x{size[1]}", detect, runs, 3, thread_time)
    places = [(d.x + d.w / 2, d.y + d.h / 2, max(d.w, d.h) * naming.crop_over_box) for d in dice]
    yield timed(f"dice: {len(dice)} crops", lambda: [cut(picture, *p) for p in places], runs, 3,
                thread_time)  # fmt: skip
    crops = [cut(picture, *p) for p in places]
    side = naming.side_px
    batch = np.stack([cv2.resize(c, (side, side)) for c in crops]).astype(np.uint8)
    yield timed(f"dice: classify {len(dice)}", lambda: classifier(batch), runs, 3, thread_time)
    yield timed("dice: light of the picture", lambda: estimate_light(picture), runs, 3, thread_time)
    light = estimate_light(picture)
    yield timed(
        f"dice: {len(dice)} colours",
        lambda: [body_colour(c, naming.crop_over_box, light) for c in crops],
        runs, 3, thread_time,
    )  # fmt: skip


def drawn_roll() -> Pixels:
    """Six dice of 64 px, one of each face, on a cloth with some noise."""
    rng = np.random.default_rng(7)
    picture = np.full((SIZE_PX[1], SIZE_PX[0], 3), (70, 100, 60), np.uint8)
    for n in range(DICE):
        x, y = place(n)
        half = EDGE_PX // 2
        low, high = (round(x) - half, round(y) - half), (round(x) + half, round(y) + half)
        cv2.rectangle(picture, low, high, (225, 230, 232), -1)
        for dx, dy in _PIPS[n + 1]:
            at = (round(x + dx * EDGE_PX * 0.26), round(y + dy * EDGE_PX * 0.26))
            cv2.circle(picture, at, 6, (20, 20, 20), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0) + rng.normal(0, 4, picture.shape)
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def place(n: int) -> tuple[float, float]:
    """Where the n-th die lies, px."""
    return 260.0 + 380 * (n % 3), 220.0 + 280 * (n // 3)


def cut(picture: Pixels, x: float, y: float, side: float) -> Pixels:
    """A square of the picture."""
    return square_crop(picture, x, y, side)


def _memory_mb() -> float:
    """What a process of its own needs more, at its peak, once it reads dice."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_read_and_tell, args=(theirs,))
    process.start()
    theirs.close()
    try:
        ours.send(drawn_roll())
        idle, reading = ours.recv()
    finally:
        process.join()
        ours.close()
    return float(reading - idle)


def _read_and_tell(pipe: Connection) -> None:
    """In the child: peak memory with numpy and OpenCV and a picture, then after reading it."""
    cv2.setNumThreads(1)
    picture: Pixels = pipe.recv()
    idle = _peak_mb()
    reader = DiceReader.load(threads=1)
    for _ in range(3):
        reader.read(picture)
    pipe.send((idle, _peak_mb()))
    pipe.close()


def _peak_mb() -> float:
    """Of this process alone: what `getrusage` gives goes on counting from the one that began it."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
