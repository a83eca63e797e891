"""A small made-up board, its picture and a reader that sees what it is told: for vision tests."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Frame, Pixels
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind, Tag
from companion.vision.boxes import square_crop
from companion.vision.dice import DieReading, SlotReading

SCALE = 3.0
"""Image px a board millimetre in `picture`."""
LEFT_PX, TOP_PX = 60, 40
"""Where the board's corner lies in `picture`."""
UPPER_MM, CAMERA_MM = 12.0, 720 / SCALE / 2 / np.tan(np.radians(33.0))
"""Height of the middle of what is seen of a die, and of a camera of 66 degrees above `picture`."""


def _slots() -> dict[SlotId, Slot]:
    dock, pit = AreaId("dock"), AreaId("pit")
    dice = [
        Slot(SlotId(f"dock.{n}"), dock, SlotKind.DIE, 60.0 + 26 * n, 40.0, 18.0, 18.0)
        for n in range(4)
    ]
    rolling = Slot(SlotId("pit"), pit, SlotKind.ROLLING, 100.0, 95.0, 80.0, 60.0)
    region = Slot(SlotId("land"), AreaId("land"), SlotKind.REGION, 30.0, 80.0, 20.0, 20.0)
    return {slot.id: slot for slot in (*dice, rolling, region)}


BOARD = Layout(
    200.0,
    140.0,
    {
        AreaId("dock"): Area(AreaId("dock"), "Dock", 45, 25, 110, 30),
        AreaId("pit"): Area(AreaId("pit"), "Pit", 60, 62, 80, 66),
        AreaId("land"): Area(AreaId("land"), "Land", 18, 68, 24, 24),
    },
    _slots(),
    tuple(
        Tag(n, x, y, 20.0)
        for n, (x, y) in enumerate([(17.0, 17.0), (183.0, 17.0), (183.0, 123.0), (17.0, 123.0)])
    ),
)


def picture(dice: dict[str, int] | None = None, tags: Sequence[int] = (0, 1, 2, 3)) -> Pixels:
    """The board from straight above. A die is a white square with its value as grey level steps."""
    pixels = np.full((500, 720, 3), 70, np.uint8)
    right, bottom = round(LEFT_PX + 200 * SCALE), round(TOP_PX + 140 * SCALE)
    cv2.rectangle(pixels, (LEFT_PX, TOP_PX), (right, bottom), (90, 70, 50), -1)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag in (tag for tag in BOARD.tags if tag.id in tags):
        side = round(tag.size_mm * SCALE)
        left, top = at(tag.x_mm - tag.size_mm / 2, tag.y_mm - tag.size_mm / 2)
        pixels[top - 10 : top + side + 10, left - 10 : left + side + 10] = 245
        marker = cv2.aruco.generateImageMarker(dictionary, tag.id, side)
        pixels[top : top + side, left : left + side] = marker[..., None]
    for name, value in (dice or {}).items():
        slot = BOARD.slots[SlotId(name)]
        stand_die(pixels, slot.x_mm, slot.y_mm, value)
    return pixels


def stand_die(pixels: Pixels, x_mm: float, y_mm: float, value: int) -> None:
    """A die as `put_die` draws it, where one is seen that stands at this place."""
    nearer = CAMERA_MM / (CAMERA_MM - UPPER_MM)
    put_die(pixels, 100.0 + (x_mm - 100.0) * nearer, 70.0 + (y_mm - 70.0) * nearer, value)


def put_die(pixels: Pixels, x_mm: float, y_mm: float, value: int) -> None:
    x, y = at(x_mm, y_mm)
    cv2.rectangle(pixels, (x - 24, y - 24), (x + 24, y + 24), (200, 200, 200), -1)
    level = 20 * value
    cv2.rectangle(pixels, (x - 14, y - 14), (x + 14, y + 14), (level, level, level), -1)


def at(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round(LEFT_PX + x_mm * SCALE), round(TOP_PX + y_mm * SCALE)


def noisy(pixels: Pixels, seed: int) -> Pixels:
    """With noise of 3 levels; drawn once in a few sizes and seeds, since drawing it is slow."""
    return np.asarray(np.clip(pixels + _noise(pixels.shape, seed % 4), 0, 255), np.uint8)


@cache
def _noise(shape: tuple[int, ...], seed: int) -> npt.NDArray[np.int16]:
    return np.asarray(np.random.default_rng(seed).normal(0, 3.0, shape), np.int16)


def frames(pictures: Sequence[Pixels], rate_hz: float = 10.0, first: int = 0) -> list[Frame]:
    return [
        Frame(noisy(pixels, first + n), (first + n) / rate_hz, first + n)
        for n, pixels in enumerate(pictures)
    ]


class GreyReader:
    """Reads the dice of `picture` by their grey level; counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.searches = 0

    def read(self, pixels: Pixels, edge_px: float | None = None) -> tuple[DieReading, ...]:
        self.searches += 1
        bright = np.asarray(cv2.inRange(pixels, (170, 170, 170), (230, 230, 230)), np.uint8)
        shapes, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        boxes = [cv2.boundingRect(shape) for shape in shapes]
        found = []
        for x, y, w, h in (box for box in boxes if min(box[2:]) > 25):
            faces = _faces(pixels[y : y + h, x : x + w])
            guess = int(np.argmax(faces)) + 1
            found.append(DieReading(x, y, w, h, guess, max(faces), False, "white", faces))
        return tuple(found)

    def read_again(
        self, pixels: Pixels, found: Sequence[DieReading], edge_px: float | None = None
    ) -> tuple[DieReading, ...]:
        cuts = [
            square_crop(pixels, die.x + die.w / 2, die.y + die.h / 2, 1.3 * max(die.w, die.h))
            for die in found
        ]
        return tuple(
            replace(die, guess=slot.guess, probabilities=slot.probabilities)
            for die, slot in zip(found, self.read_slots(cuts), strict=True)
            if slot.empty <= 0.5
        )

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        self.asked.append(len(crops))
        return tuple(self._slot(crop) for crop in crops)

    def _slot(self, crop: Pixels) -> SlotReading:
        rim = float(
            np.median(crop[crop.shape[0] // 2, crop.shape[1] // 5 : crop.shape[1] // 4 + 1])
        )
        empty = 0.02 if rim > 150 else 0.98
        faces = tuple(p * (1 - empty) for p in _faces(crop))
        guess = int(np.argmax(faces)) + 1
        return SlotReading(empty, guess, max(faces), False, "white", faces)


def _faces(crop: Pixels) -> tuple[float, ...]:
    h, w = crop.shape[:2]
    level = float(np.median(crop[h * 2 // 5 : h * 3 // 5, w * 2 // 5 : w * 3 // 5]))
    value = min(6, max(1, round(level / 20)))
    chances: npt.NDArray[np.float64] = np.full(6, 0.01)
    chances[value - 1] = 0.95
    return tuple(float(chance) for chance in chances)
