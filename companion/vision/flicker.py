"""Lamps that flicker with the mains: bands that wander through the picture, and light that jumps.

A sensor takes its rows one after another, so a lamp that goes up and down within a frame leaves
bands across it. From frame to frame they move on by as much as the lamp is ahead, which tells its
frequency where time stamps are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Frame, Pixels
from companion.core.phrases import in_a_row, phrase
from companion.vision.messages import Advice
from companion.vision.tags import as_grey

Rows = npt.NDArray[np.float64]
"""Logarithm of the mean grey level of every row, `(H,)`."""
Wave: TypeAlias = npt.NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class FlickerSettings:
    """When light flickers."""

    banding: float = 0.02
    """Change of the rows' light from picture to picture: dark bands are seen at this."""
    jump: float = 0.05
    """The same of the whole picture's: a camera that follows its own light moves less at rest."""
    most_bands: int = 24
    """Bands in a picture, taken in a 1/5 s at the slowest."""
    steady: float = 0.9
    """How well the bands' way must suit a frequency, 0 to 1."""
    apart: float = 0.3
    """By how much better than the other."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What is kept of a frame: its rows' light and its time."""

    rows: Rows
    time_s: float


@dataclass(frozen=True, slots=True)
class Flicker:
    """How much rows change against each other, and the whole light, as shares of the light.

    `mains_hz` is what the bands tell of the mains, 50 or 60; `None` if they do not tell.
    """

    bands: float
    jump: float
    mains_hz: int | None = None


def shot_of(frame: Frame) -> Shot:
    """The rows' light of a frame."""
    return Shot(row_light(frame.pixels), frame.time_s)


def row_light(pixels: Pixels) -> Rows:
    """Logarithm of the mean grey level of every row, `(H,)`."""
    return np.asarray(np.log(as_grey(pixels).mean(axis=1) + 1.0), np.float64)


def flicker_of(shots: Sequence[Shot], settings: FlickerSettings | None = None) -> Flicker:
    """Of two or more pictures of one scene at rest."""
    settings = settings or FlickerSettings()
    changes = [after.rows - before.rows for before, after in pairwise(shots)]
    if not changes:
        return Flicker(0.0, 0.0)
    bands = max(_bands(after.rows - before.rows) for before, after in combinations(shots, 2))
    whole = np.array([np.median(change) for change in changes])
    # Only what comes and goes: an evening fades, and a lamp is put out once.
    back = np.sqrt(np.maximum(0.0, -whole[1:] * whole[:-1]))
    jump = float(np.median(back)) if len(back) else 0.0
    if bands < settings.banding:
        return Flicker(bands, jump)
    return Flicker(bands, jump, _mains(shots, settings))


def flicker_advice(
    shots: Sequence[Shot], settings: FlickerSettings | None = None
) -> tuple[Advice, ...]:
    """What to do about it."""
    settings = settings or FlickerSettings()
    found = flicker_of(shots, settings)
    if found.bands >= settings.banding:
        seen = phrase("Dark bands wander through the picture: the lamp flickers with the mains.")
    elif found.jump >= settings.jump:
        seen = phrase(
            "The light jumps from picture to picture: the lamp flickers, or the camera does."
        )
    else:
        return ()
    words = [
        seen,
        phrase(
            "Set the camera to your mains, 50 Hz (Europe, most of Asia) or 60 Hz (America), here or"
            " with `companion calibrate --mains`, or use another lamp."
        ),
    ]
    if found.mains_hz:
        words.append(phrase("It looks like {hz} Hz.", hz=found.mains_hz))
    return (Advice("flicker", in_a_row(words)),)


def _bands(change: Rows) -> float:
    """How much rows change against each other, noise aside."""
    soft = cv2.GaussianBlur(change.reshape(-1, 1), (1, 0), 0.1, sigmaY=3.0)
    return float(np.std(soft))


def _mains(shots: Sequence[Shot], settings: FlickerSettings) -> int | None:
    """The mains' frequency by how far the bands move on from shot to shot; both are tried."""
    table = np.array([shot.rows for shot in shots])
    waves = np.fft.rfft(table * np.hanning(table.shape[1]), axis=1)[:, 1 : settings.most_bands + 1]
    wave = waves[:, int(waves.std(axis=0).argmax())]
    times_s = np.array([shot.time_s for shot in shots])
    fits = {hz: _fit(wave, times_s, 2 * hz) for hz in (50, 60)}
    best = max(fits, key=lambda hz: fits[hz])
    worse = min(fits.values())
    return best if fits[best] >= settings.steady and fits[best] - worse >= settings.apart else None


def _fit(wave: Wave, times_s: Rows, light_hz: float) -> float:
    """How well a still scene and a lamp of that frequency explain a wave's changes, 0 to 1."""
    lamp = np.exp(2j * np.pi * light_hz * times_s)
    parts = np.column_stack([np.ones_like(lamp), lamp])
    left = wave - parts @ np.linalg.lstsq(parts, wave, rcond=1e-3)[0]
    return float(1 - (np.abs(left) ** 2).sum() / (np.abs(wave - wave.mean()) ** 2).sum())
