"""How places look with nothing in them, learnt while nothing hides them, or shown once."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.vision.evidence import Bare, Mask

LIGHT, SOFT = 120.0, 30.0
"""Level from which print is light, and half of the range in which it is neither."""
FEW, ALIKE = 0.1, 0.04
"""A smaller part of what is known tells no light of its own, and a smaller difference is none."""


@dataclass(frozen=True, slots=True)
class BareSettings:
    """When what was bare is still believed to be what lies there."""

    other: float = 0.5
    """Share of a place that looks different at once when it is another: cards are exchanged."""
    all_other: float = 0.6
    """Share of a cut that no models hide: one that looks so different is another."""
    nudge_mm: float = 1.5
    """A card is pushed so far when something is put on it; farther it counts as another."""
    better: float = 0.9
    """Mean difference that a shift must leave of what there was, to be believed."""
    gain: tuple[float, float] = (0.8, 1.25)
    """The light on a place changes by no more than this while nobody notices."""
    brighter: float = 1.06
    """More light than so on what may have been in shadow when it was learnt is daylight again."""


class BareMemory:
    """What is known of one cut of the board. Shadows of pieces may lie where it is `shaded`."""

    def __init__(self, settings: BareSettings, px_per_mm: float) -> None:
        self._settings, self._px_per_mm = settings, px_per_mm
        self._bare: Bare | None = None
        self._shaded: Mask | None = None
        self._below: Pixels | None = None

    @property
    def knows(self) -> bool:
        """Whether anything is known of what lies there now."""
        return self._bare is not None

    def show(self, crop: Pixels) -> None:
        """All of it is bare now."""
        self._bare = Bare(crop.copy(), np.ones(crop.shape[:2], np.bool_))
        self._shaded = np.zeros(crop.shape[:2], np.bool_)

    def show_below(self, crop: Pixels) -> None:
        """Below all cards it looks like this."""
        self._below = crop.copy()

    def lay(self, pixels: Pixels, there: Mask) -> None:
        """Something flat was laid `there` `(H, W)` that looks so."""
        if self._bare is None or self._shaded is None or self._bare.pixels.shape != pixels.shape:
            nothing = np.zeros(there.shape, np.bool_)
            self._bare, self._shaded = Bare(pixels, nothing), nothing
        shown = np.where(there[..., None], pixels, self._bare.pixels)
        self._bare = Bare(shown, self._bare.known | there)
        self._shaded = self._shaded & ~there

    def lift(self, there: Mask) -> None:
        """What lay there `(H, W)` is gone: it is not known what lies below."""
        if self._bare is not None and self._bare.known.shape == there.shape:
            self._bare = Bare(self._bare.pixels, self._bare.known & ~there)

    def uncover(self, there: Mask, crop: Pixels) -> None:
        """A card that lay `there` `(H, W)` is gone, from what looks like `crop` now."""
        if self._below is None or self._below.shape != crop.shape:
            self.lift(there)
            return
        below = _as_light(self._below, there, crop, self._settings.gain)
        if self._bare is not None and self._bare.pixels.shape == crop.shape:
            known = self._bare.known
            rest = _as_light(self._bare.pixels, known & ~there, crop, self._settings.gain)
            self._bare = Bare(rest, known)
        self.lay(below, there)

    def forget(self) -> None:
        """Something else lies there now."""
        self._bare = self._shaded = None

    def learn(self, crop: Pixels, free: Mask, shaded: Mask) -> None:
        """What is `free` `(H, W)` is bare now; shadows may lie where it is `shaded`.

        The rest is kept as it would look in the light of this cut.
        """
        if self._bare is None or self._shaded is None or self._bare.pixels.shape != crop.shape:
            self._bare, self._shaded = Bare(crop.copy(), free.copy()), shaded.copy()
            return
        new = free & ~(self._bare.known & shaded & ~self._shaded)
        rest = _as_light(self._bare.pixels, self._bare.known, crop, self._settings.gain)
        pixels = np.where(new[..., None], crop, rest)
        self._bare = Bare(pixels, self._bare.known | new)
        self._shaded = np.where(new, shaded, self._shaded)

    def like(self, crop: Pixels) -> Bare | None:
        """It as it would look now, in the light and where it lies now; `None` when not known."""
        bare, shaded = self._bare, self._shaded
        if bare is None or shaded is None or bare.pixels.shape != crop.shape:
            return None
        moved, known, shaded = self._moved(bare, shaded, crop)
        lit = _as_light(moved, known, crop, self._settings.gain)
        day = crop.sum(axis=2) > self._settings.brighter * lit.sum(axis=2)
        return Bare(lit, known & ~(shaded & day))

    def _moved(self, bare: Bare, shaded: Mask, crop: Pixels) -> tuple[Pixels, Mask, Mask]:
        """Pushed by so little as pieces do when they are put down."""
        was, now = (
            cv2.cvtColor(p, cv2.COLOR_BGR2GRAY).astype(np.float32) for p in (bare.pixels, crop)
        )
        window = cv2.createHanningWindow((was.shape[1], was.shape[0]), cv2.CV_32F)
        (x, y), _ = cv2.phaseCorrelate(was, now, window)
        far = float(np.hypot(x, y))
        if not 0.3 < far < self._settings.nudge_mm * self._px_per_mm:
            return bare.pixels, bare.known, shaded
        matrix, size = np.array([(1, 0, x), (0, 1, y)], np.float64), was.shape[::-1]
        after = cv2.warpAffine(was, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        spread = [float(np.minimum(np.abs(one - now), 40).mean()) for one in (was, after)]
        if spread[1] > self._settings.better * spread[0]:
            return bare.pixels, bare.known, shaded
        pixels = cv2.warpAffine(bare.pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        masks = [
            cv2.warpAffine(mask.astype(np.uint8), matrix, size, flags=cv2.INTER_NEAREST) > 0
            for mask in (bare.known, shaded)
        ]
        return np.asarray(pixels, np.uint8), masks[0], masks[1]


def _as_light(pixels: Pixels, known: Mask, crop: Pixels, limits: tuple[float, float]) -> Pixels:
    """Pixels in the light of a cut: most of it looks as it did.

    Light print and dark change by themselves: haze of a lens and what a camera makes of much light
    and little are no factor of both.
    """
    if not known.any():
        return pixels
    level = pixels.mean(axis=2)
    parts = [known & (level < LIGHT), known & (level >= LIGHT)]
    few = any(part.sum() < FEW * known.sum() for part in parts)
    gains = [_gain(pixels, known if few else part, crop, limits) for part in parts]
    if np.abs(gains[0] - gains[1]).max() < ALIKE:
        gains = [_gain(pixels, known, crop, limits)] * 2
    share = np.clip((level - LIGHT) / (2 * SOFT) + 0.5, 0, 1)[..., None]
    gain = (1 - share) * gains[0] + share * gains[1]
    return np.asarray(np.clip(pixels * gain, 0, 255), np.uint8)


def _gain(
    pixels: Pixels, there: Mask, crop: Pixels, limits: tuple[float, float]
) -> npt.NDArray[np.float32]:
    """The factor `(3,)` by which most of what is there has changed."""
    parts = (crop[there].astype(np.float32) + 4) / (pixels[there].astype(np.float32) + 4)
    return np.asarray(np.clip(np.median(parts, axis=0), *limits), np.float32)
