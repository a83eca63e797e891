"""Where a model of some colour may be seen in a cut: by its colour, and by what was bare before."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.light import LINEAR, as_srgb
from companion.vision.piece_colours import Lab, to_lab

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Window = tuple[slice, slice]
"""Rows and columns."""

BITS = 3
"""Bits of each level left out where colours are looked up: print and noise differ by more."""


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """What speaks for a model, and what against."""

    near: float = 20.0
    """Lab distance from what a colour looks like, lit or in shade, at which nothing speaks for it:
    half of that between the two players' colours that are most alike."""
    near_known: float = 28.0
    """The same where it is known how the place looks bare: what is not bare is some model."""
    shades: tuple[float, ...] = (1.15, 1.0, 0.85, 0.7, 0.56, 0.44)
    """Parts of its light that the sides of a model throw back."""
    gloss: tuple[float, ...] = (0.0, 0.12)
    """White light that glossy ones throw back besides."""
    shadow: float = 0.35
    """A bare place in shadow is not darker than this part of itself."""
    lit: float = 1.12
    """Nor lighter than this."""
    changed: float = 16.0
    """Levels from what was bare, shadow aside, at which something may lie there: thrice the
    noise."""
    surely: float = 2.0
    """What is changed by half as much again as that is not bare at all."""
    dim: float = 0.88
    """Part of its light that a place has when a shadow falls on it, or a model of its own colour
    hides it."""
    light: float = 120.0
    """Levels of the darkest channel of print on which the tint of shadows is seen."""
    tinted: float = 2.5
    """It takes what looks bare off by so much, times `changed`, at most,"""
    agree: float = 0.05
    """and half of what it leaves of a channel is within so much of it: on models it is not."""
    least_px: int = 60
    """Of shadow: fewer tell no tint."""
    own_light: float = 0.8
    """Part of its light by which print of a model's colour looks other than before."""
    own_same: float = -0.3
    """What speaks for a model of that colour where it looks as before,"""
    own_other: float = 0.25
    """and where it looks other: it may be a shadow."""
    edge: float = 0.8
    """Such levels more for each level that what was bare changes by from px to px: it is never
    seen in quite the same place."""


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """How a cut looks with nothing in it, where that is `known` `(H, W)`."""

    pixels: Pixels
    known: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What speaks for a model of each colour `(N, H, W)`, -1 to 1.

    `changed` `(H, W)` is what is surely no longer bare, `known` where that can be said, `dimmed`
    what is bare in less light, `own` what had a model's colour before. `lightness` is 0-100.
    """

    fits: Floats
    changed: Mask
    known: Mask
    dimmed: Mask
    own: Mask
    lightness: Floats

    def part(self, window: Window, here: Mask) -> "Evidence":
        """A window of it in which nothing speaks for a model but `here` `(h, w)`."""
        fits = self.fits[:, window[0], window[1]]
        fits = np.where(here, fits, np.minimum(fits, 0))
        masks = (self.changed[window], self.known[window], self.dimmed[window], self.own[window])
        return Evidence(fits, *masks, self.lightness[window])


class ColourTable:
    """How far every colour is from what models of some colours look like, lit or in shade."""

    def __init__(self, colours: Sequence[Lab], settings: EvidenceSettings) -> None:
        steps = np.arange(0, 256, 2**BITS, dtype=np.uint8) + 2 ** (BITS - 1)
        levels = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(1, -1, 3)
        every = to_lab(levels)[0]
        far = [_farness(every, _looks(colour, settings)) for colour in colours]
        side = len(steps)
        self._far = np.stack(far, axis=1).reshape(side, side, side, len(colours))

    def far(self, pixels: Pixels) -> Floats:
        """Lab distances `(N, H, W)` of pixels `(H, W, 3)` from each of the colours."""
        b, g, r = np.moveaxis(pixels >> BITS, 2, 0)
        return np.asarray(np.moveaxis(self._far[b, g, r], 2, 0), np.float32)


@lru_cache(maxsize=8)
def colour_table(colours: tuple[tuple[float, ...], ...], settings: EvidenceSettings) -> ColourTable:
    """The same table for all places whose models have these colours, Lab."""
    return ColourTable([np.array(colour, np.float32) for colour in colours], settings)


def evidence(
    crop: Pixels, bare: Bare | None, table: ColourTable, settings: EvidenceSettings
) -> Evidence:
    """What a cut `(H, W, 3)` that is freed from the light shows of models."""
    soft = np.asarray(cv2.GaussianBlur(crop, (3, 3), 0), np.uint8)
    far = table.far(soft)
    fits = np.clip(1 - far / settings.near, -1, 1)
    lightness = np.ascontiguousarray(to_lab(soft)[..., 0])
    if bare is None or not bare.known.any():
        nothing = np.zeros(crop.shape[:2], np.bool_)
        return Evidence(fits, nothing, nothing, nothing, nothing, lightness)
    ground = np.asarray(cv2.GaussianBlur(bare.pixels, (3, 3), 0), np.uint8)
    part = _part_of_light(soft, ground)
    tint = _tint_of_shadows(soft, ground, part, bare.known, settings)
    shaded = np.where((part < settings.dim)[..., None], ground * tint, ground)
    change = _change(soft, np.asarray(shaded, np.float32), part, settings)
    alike = np.clip(table.far(ground) / settings.near, 0, 1)
    own_says = _own_says(part, settings)
    says = np.where(change < 0, change * alike, change)
    says = np.maximum(says, own_says) * (1 - alike) + says * alike
    own = ((alike < 0.5) & (fits > 0)).any(axis=0)
    dimmed = (change <= 0) & bare.known & (part < settings.dim)
    surely = np.clip(1 - far / settings.near_known, -1, 1)
    fits = np.where(bare.known, np.minimum(surely, says), fits).astype(np.float32)
    return Evidence(fits, (change > 0) & bare.known, bare.known, dimmed, own, lightness)


def _own_says(part: Floats, settings: EvidenceSettings) -> Floats:
    """What speaks for a model on print of its own colour `(H, W)`: other light than before."""
    other = np.clip(np.abs(part - 1) / (1 - settings.own_light), 0, 1)
    return np.asarray(settings.own_same + (settings.own_other - settings.own_same) * other)


def _part_of_light(now: Pixels, ground: Pixels) -> Floats:
    """How much of the light a place has that it had `(H, W)`."""
    seen, was = now.astype(np.float32) + 4, ground.astype(np.float32) + 4
    return np.asarray((seen * was).sum(axis=2) / np.square(was).sum(axis=2), np.float32)


def _tint_of_shadows(
    now: Pixels, ground: Pixels, part: Floats, known: Mask, settings: EvidenceSettings
) -> Floats:
    """What shadows on light print leave of each channel beside the others `(3,)`.

    The light that falls into them comes from elsewhere, a window or the walls. Where one lies is
    not known: what is darker and little tinted is mostly shadow.
    """
    seen, was = now.astype(np.float32) + 4, ground.astype(np.float32) + 4
    off = np.linalg.norm(seen - part[..., None] * was, axis=2)
    shaded = known & (part > settings.shadow) & (part < settings.dim)
    shaded &= (was.min(axis=2) > settings.light) & (off < settings.tinted * settings.changed)
    if shaded.sum() < settings.least_px:
        return np.ones(3, np.float32)
    tints = seen[shaded] / (part[shaded][:, None] * was[shaded])
    tint = np.median(tints, axis=0)
    if np.median(np.abs(tints - tint), axis=0).max() > settings.agree:
        return np.ones(3, np.float32)
    return np.asarray(tint, np.float32)


def _change(now: Pixels, ground: Floats, part: Floats, settings: EvidenceSettings) -> Floats:
    """-1 where a place looks bare, lit or in shadow, to 1 where it looks quite different."""
    seen, was = now.astype(np.float32) + 4, ground + 4
    part = np.clip(part, settings.shadow, settings.lit)
    away = np.linalg.norm(seen - part[..., None] * was, axis=2)
    grey = was.mean(axis=2)
    steep = np.maximum(abs(cv2.Sobel(grey, -1, 1, 0)), abs(cv2.Sobel(grey, -1, 0, 1))) / 8
    allowed = settings.changed + settings.edge * steep
    more = away / allowed - 1
    return np.asarray(np.clip(np.where(more > 0, settings.surely * more, more), -1, 1), np.float32)


def _looks(colour: Lab, settings: EvidenceSettings) -> Lab:
    """A colour `(3,)` Lab in all its shades `(N, 3)`."""
    bgr = cv2.cvtColor(np.asarray(colour, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)
    light = LINEAR[np.clip(np.round(bgr[0, 0] * 255), 0, 255).astype(int)]
    every = [light * shade**2.2 + gloss for shade in settings.shades for gloss in settings.gloss]
    levels = np.clip(as_srgb(np.array(every)), 0, 255).astype(np.uint8)
    return np.asarray(to_lab(levels.reshape(1, -1, 3))[0])


def _farness(every: Lab, looks: Lab) -> Floats:
    """How far each of `(N, 3)` is from the nearest of `(M, 3)`."""
    squares = np.square(every).sum(axis=1)[:, None] + np.square(looks).sum(axis=1)
    far = (squares - 2 * every @ looks.T).min(axis=1)
    return np.asarray(np.sqrt(np.maximum(far, 0)), np.float32)
