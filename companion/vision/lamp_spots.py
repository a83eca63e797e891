"""Spots of a lamp on places of which it is known how they look bare: white light, fading softly."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.evidence import Bare, Floats

Shape = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SpotSettings:
    """What is light of a lamp and no model."""

    fades: float = 4.0
    """Levels a mm at most by which a spot fades: models end within a mm or two."""
    print_mm: float = 3.0
    """Width of lines of print, which another light makes lighter than what is about them."""
    soft_mm: float = 1.0
    """What is left of its edges is smoothed so far."""


def without_spots(
    crop: Pixels, bare: Bare | None, model_px: float, px_per_mm: float, settings: SpotSettings
) -> Pixels:
    """A cut `(H, W, 3)` less the white light that lies on it besides what it looks like bare.

    Models, as wide as `model_px` at most, stay: what is so narrow, or ends steeply, is no spot.
    """
    if bare is None or not bare.known.any():
        return crop
    white = _opened(_more_white(crop, bare), settings.print_mm * px_per_mm)
    spot = _fading(_closed(white, model_px), settings.fades / px_per_mm)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), settings.soft_mm * px_per_mm), np.float32)
    plain = np.asarray(np.clip(crop - spot[..., None], 0, 255), np.uint8)
    nearer = _away(plain, bare, model_px) < _away(crop, bare, model_px)
    return np.where(nearer[..., None], plain, crop)


def _more_white(crop: Pixels, bare: Bare) -> Floats:
    """Levels of white more than there were `(H, W)`, 0 where that is not known."""
    more = cv2.blur(crop, (5, 5)).astype(np.float32) - cv2.blur(bare.pixels, (5, 5))
    return np.where(bare.known, np.clip(more.min(axis=2), 0, None), 0).astype(np.float32)


def _opened(light: Floats, width_px: float) -> Floats:
    """Without what is lighter and narrower."""
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_OPEN, _disc(width_px)), np.float32)


def _closed(light: Floats, width_px: float) -> Floats:
    """Without what is darker and narrower."""
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_CLOSE, _disc(width_px)), np.float32)


def _disc(width_px: float) -> Shape:
    width = 2 * round(width_px / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)), np.uint8)


def _away(crop: Pixels, bare: Bare, model_px: float) -> Floats:
    """How far what is about each pixel is from what is bare `(H, W)`, levels."""
    width = 2 * round(model_px / 2) + 1
    away = np.where(bare.known, cv2.absdiff(crop, bare.pixels).sum(axis=2), 0).astype(np.float32)
    return np.asarray(cv2.blur(away, (width, width)), np.float32)


def _fading(light: Floats, fades: float) -> Floats:
    """The most that is nowhere above `light` and fades by no more than so much a px."""
    near = np.ones((3, 3), np.uint8)
    for _ in range(int(np.ceil(light.max() / fades))):
        lower = np.minimum(light, cv2.erode(light, near) + fades)
        if np.array_equal(lower, light):
            break
        light = np.asarray(lower, np.float32)
    return light
