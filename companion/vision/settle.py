"""Is the scene at rest? Told from frames and their time stamps, never from a wall clock."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Frame, Pixels
from companion.vision.sway import (
    NO_SHIFT,
    Grey,
    SwaySettings,
    changed_beside_shift,
    shift_between,
    shifted,
)

Mask = npt.NDArray[np.bool_]
Bgr = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """When frames agree, and how long they must."""

    width_px: int = 320
    """Width of the grey copy compared: a die of 16 mm on a 600 mm board is still 8 px wide."""
    change_levels: float = 14.0
    """Grey levels by which a pixel of the copy must differ: 5 times its noise in poor light."""
    change_px: int = 6
    """Changed pixels that make a change: a tenth of a die. Noise alone makes one or two."""
    saturated_levels: float = 232.0
    """Brighter pixels, averaged, hold clipped ones: they follow no exposure and are left out."""
    rest_frames: int = 5
    """Frames that must agree: fewer, and a die that rocks is taken at its turning point."""
    rest_s: float = 0.25
    """Time for which they must agree, for cameras faster than 20 Hz."""
    white_shift: float = 0.1
    """Change of red or blue beside green, of the whole picture, that is white balance: a hand that
    comes in makes half of it."""
    follow: float = 0.1
    """How much of every frame at rest goes into what the next is compared with: drifting light."""
    sway: SwaySettings = field(default_factory=SwaySettings)
    follow_sway: float = 0.7
    """The same where the camera sways: shifted copies grow soft and must be renewed."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known after a frame.

    `calm` counts agreeing frames, this one included. `rest` is the number of the last rest, 0
    before the first. `sudden` tells that the scene changed within one frame, as when one picture
    follows another: no hand is that quick. `sways` tells that the camera is held in a hand, and
    `drift_px` how far (right, down, px of the frame) the picture has moved since the movement.
    `moved_s` is how long the movement before these calm frames took.
    """

    resting: bool
    calm: int
    rest: int
    sudden: bool
    sways: bool = False
    drift_px: tuple[float, float] = NO_SHIFT
    moved_s: float = math.inf


class Settler:
    """Compares every frame with those since the last movement. `copy` is of the newest frame.

    With `handheld` a picture that moves as a whole is a camera that sways, not a movement.
    """

    def __init__(self, settings: SettleSettings | None = None, handheld: bool = False) -> None:
        self._settings = settings or SettleSettings()
        self._handheld = handheld
        self._calm_copy: Grey | None = None
        self._calm = 0
        self._since_s = 0.0
        self._left_s = -math.inf
        self._moves = 0
        self._resting = False
        self._rest = 0
        self._swayed_s = -math.inf
        self._drift_px = NO_SHIFT
        self._white: Bgr | None = None
        self.copy: Grey = np.zeros((1, 1), np.float32)

    def feed(self, frame: Frame) -> Scene:
        """Take the next frame."""
        seen = frame.pixels if frame.small is None else frame.small
        copy = grey_copy(seen, self._settings.width_px)
        agrees = self._agrees(copy)
        if not agrees:
            plain, copy = copy, self._balanced(frame.pixels, copy)
            agrees = copy is not plain and self._agrees(copy)
        self.copy = copy
        if agrees and self._calm_copy is not None:
            self._calm_copy += self._settings.follow * (copy - self._calm_copy)
        elif not self._follow_sway(frame, copy):
            self._calm_copy, self._calm, self._since_s = copy.copy(), 0, frame.time_s
            self._left_s = frame.time_s if self._resting else self._left_s
            self._moves = 1 if self._resting else self._moves + 1
            self._resting, self._drift_px = False, NO_SHIFT
        self._calm += 1
        self._resting = self._resting or self._begins_rest(frame.time_s)
        sways = frame.time_s - self._swayed_s < self._settings.sway.lasts_s
        return Scene(
            self._resting,
            self._calm,
            self._rest,
            self._moves <= 1,
            sways,
            self._drift_px,
            self._since_s - self._left_s,
        )

    def _balanced(self, pixels: Pixels, copy: Grey) -> Grey:
        """The copy in the white balance of the first frame, where that has jumped."""
        colours = small_copy(pixels, copy.shape[1])
        white = _white_of(colours, self._settings.saturated_levels)
        if self._white is None:
            self._white = white
        gains = self._white / white
        if np.abs(gains - 1).max() < self._settings.white_shift:
            return copy
        return np.asarray(cv2.cvtColor(colours * gains, cv2.COLOR_BGR2GRAY), np.float32)

    def _follow_sway(self, frame: Frame, copy: Grey) -> bool:
        """Whether the frame shows the same resting scene from a camera that moved."""
        before, limits = self._calm_copy, self._settings.sway
        if not self._handheld or before is None or before.shape != copy.shape:
            return False
        dx, dy, response = shift_between(before, copy)
        far = math.hypot(dx, dy)
        if far > limits.farthest_px or response < limits.least_response:
            return False
        if far >= limits.least_px:
            self._swayed_s = frame.time_s
        sways = frame.time_s - self._swayed_s < limits.lasts_s
        aligned = shifted(before, dx, dy)
        changed = changed_beside_shift(aligned, copy, self._settings.change_levels)
        if changed >= (limits.change_px if sways else self._settings.change_px):
            return False
        self._calm_copy = aligned + self._settings.follow_sway * (copy - aligned)
        scale = frame.pixels.shape[1] / copy.shape[1]
        self._drift_px = (self._drift_px[0] + dx * scale, self._drift_px[1] + dy * scale)
        return True

    def _begins_rest(self, time_s: float) -> bool:
        enough = self._calm >= self._settings.rest_frames
        if not enough or time_s - self._since_s < self._settings.rest_s - 1e-6:
            return False
        self._rest += 1
        return True

    def _agrees(self, after: Grey) -> bool:
        before = self._calm_copy
        if before is None or before.shape != after.shape:
            return False
        changed = changed_pixels(before, after, self._settings)
        return int(np.count_nonzero(changed)) < self._settings.change_px


def grey_copy(pixels: Pixels, width_px: int) -> Grey:
    """A small grey copy `(h, width_px)` float32, grey levels; noise is averaged away.

    `pixels` may be grey already, `(H, W)` uint8.
    """
    grey = pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    return small_copy(np.asarray(grey, np.uint8), width_px)


def small_copy(pixels: npt.NDArray[np.uint8], width_px: int) -> npt.NDArray[np.float32]:
    """A copy so wide, float32, grey `(h, width_px)` or in colours `(h, width_px, 3)` as it was."""
    h, w = pixels.shape[:2]
    size = (width_px, max(1, round(h * width_px / w)))
    if w >= 4 * width_px:  # halving first takes a quarter of the time
        pixels = np.asarray(cv2.resize(pixels, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)


def _white_of(colours: npt.NDArray[np.float32], saturated_levels: float) -> Bgr:
    """Blue, green and red of a whole picture by its green; clipped pixels follow no gain."""
    blue, green, red = cv2.split(colours)
    clear = (cv2.max(cv2.max(blue, green), red) < saturated_levels).astype(np.uint8)
    mean = np.array(cv2.mean(colours, clear if clear.any() else None)[:3]) + 1
    return np.asarray(mean / mean[1], np.float32)


def changed_pixels(before: Grey, after: Grey, settings: SettleSettings) -> Mask:
    """Pixels that differ by more than exposure explains; `(h, w)` bool."""
    limit = settings.saturated_levels
    gain = float(np.median(after) + 1) / float(np.median(before) + 1)
    # Two guesses at the exposure: the picture's middle grey, and none. A hand that covers half the
    # table moves the first, flicker the second; a real change is one by both.
    by_gain = np.abs(after - gain * before) > settings.change_levels * max(1.0, gain)
    clipped = ((before >= limit) | (after >= limit)).astype(np.uint8)
    # Beside a clipped pixel lie such that average clipped ones in.
    usable = cv2.dilate(clipped, np.ones((3, 3), np.uint8)) == 0
    plain = np.abs(after - before) > settings.change_levels
    return np.asarray(by_gain & plain & usable | _crossed(before, after, gain, settings))


def _crossed(before: Grey, after: Grey, gain: float, settings: SettleSettings) -> Mask:
    """Saturated in one of the two and clearly darker in the other, more than exposure explains."""
    low, high = np.minimum(before, after), np.maximum(before, after)
    explained = max(gain, 1 / gain)
    return np.asarray((high >= settings.saturated_levels) & (low * explained < 0.7 * high))
