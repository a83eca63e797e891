"""Where bodies may stand or lie, looked for everywhere at once at a coarse scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.bodies import At, Body, View, silhouette
from companion.vision.evidence import Floats

Places = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Put:
    """A body at x, y mm, turned (rad), in a colour by its place among those looked for."""

    body: Body
    colour: int
    x: float
    y: float
    turn: float

    @property
    def says(self) -> tuple[str, int, bool | None, int]:
        """What it is, wherever it is."""
        return self.body.kind, self.colour, self.body.lying, self.body.count

    @property
    def at(self) -> At:
        """Where it is."""
        return self.x, self.y, self.turn


class Templates:
    """Silhouettes of all bodies at the middle of a patch, at a coarse scale, as waves."""

    def __init__(
        self,
        bodies: Sequence[Body],
        view: View,
        size: tuple[int, int],
        px_per_mm: float,
    ) -> None:
        scale = px_per_mm
        middle = view.corner + np.array(size) / 2 / view.px_per_mm
        self._view, self._part = view, scale / view.px_per_mm
        self._size = tuple(max(1, round(side * self._part)) for side in size)
        reach = int(np.ceil(max(3.0 * body.reach_mm for body in bodies) * scale))
        about = View(view.eye, middle - (reach + 0.5) / scale, scale)
        self._poses = [
            (body, 2 * np.pi * n / body.turns) for body in bodies for n in range(body.turns)
        ]
        shapes = np.stack([
            silhouette(body, (middle[0], middle[1], turn), about, (2 * reach + 1, 2 * reach + 1))
            for body, turn in self._poses
        ]).astype(np.float32)  # fmt: skip
        self._reach, shapes = _trimmed(shapes)
        reach = self._reach
        self._room = tuple(cv2.getOptimalDFTSize(side + 2 * reach + 1) for side in self._size[::-1])
        self._waves = np.conj(np.fft.rfft2(shapes, self._room))

    def best(
        self,
        fits: Floats,
        colours: Sequence[int],
        least_px: float,
        near: tuple[float, float] | None = None,
    ) -> Iterator[Put]:
        """Where each body explains most, in one of these colours; with `near` mm, not far away.

        Colours for which less than `least_px` speaks are left out.
        """
        about = np.ones(self._size[::-1], np.bool_) if near is None else self._about(near)
        looks = {n: cv2.resize(fits[n], self._size, interpolation=cv2.INTER_AREA) for n in colours}
        wide = cv2.dilate(about.astype(np.uint8), np.ones((2 * self._reach + 1,) * 2, np.uint8)) > 0
        least = least_px * self._part**2
        colours = [n for n in colours if np.maximum(looks[n][wide], 0).sum() > least]
        if not colours:
            return
        small = np.stack([looks[n] for n in colours])
        w, h = self._size
        waves = np.fft.rfft2(small, self._room)
        gains = np.fft.irfft2(waves[:, None] * self._waves[None], self._room)
        gains = np.roll(gains, (self._reach, self._reach), (2, 3))[:, :, :h, :w]
        gains = np.where(about, gains, -np.inf)
        for body in dict.fromkeys(id(body) for body, _ in self._poses):
            mine = [n for n, (other, _) in enumerate(self._poses) if id(other) == body]
            part = gains[:, mine]
            colour, turn, y, x = np.unravel_index(int(part.argmax()), part.shape)
            at = self._view.corner + (np.array((x, y)) + 0.5) / (self._part * self._view.px_per_mm)
            pose = self._poses[mine[int(turn)]]
            yield Put(pose[0], colours[int(colour)], float(at[0]), float(at[1]), pose[1])

    def _about(self, near: tuple[float, float]) -> Places:
        scale = self._part * self._view.px_per_mm
        x, y = (np.array(near) - self._view.corner) * scale
        w, h = self._size
        far = np.hypot(np.arange(w)[None] - x, np.arange(h)[:, None] - y)
        return np.asarray(far < 14 * scale)


def _trimmed(shapes: Floats) -> tuple[int, Floats]:
    """Pictures `(N, 2 R + 1, 2 R + 1)` cut so that R is no larger than what they show needs."""
    middle = shapes.shape[1] // 2
    rows, columns = np.nonzero(shapes.any(axis=0))
    reach = int(max(abs(rows - middle).max(), abs(columns - middle).max()))
    part = slice(middle - reach, middle + reach + 1)
    return reach, shapes[:, part, part]
