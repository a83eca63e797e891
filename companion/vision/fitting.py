"""From tag corners to a pose: plane, lens and bent paper, each as far as the tags tell."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.lens import Lens
from companion.vision.pose import Bend, Matrix, Points, Pose, bend_terms, upright


@dataclass(frozen=True, slots=True)
class FitSettings:
    """What is expected before anything is seen: spreads of what is fitted."""

    corner_px: float = 0.12
    """Of tag corners about their true places."""
    bend_mm: float = 2.0
    """Of the height by which paper that was rolled up stands off the table."""
    lens_k1: float = 0.08
    """Of the first coefficient of a lens that was not measured."""
    grown_px: float = 0.3
    """Of how far outwards corners of tags are seen: blur, ink and bright light move them."""
    steps: int = 6
    """Of the fit; the last changes nothing that could be measured."""


NUMBERS = 13
"""Eight numbers move the plane, three bend the sheet, one is the lens, one how much tags grew."""
_PLANE, _BEND, _K1, _GROWN = slice(0, 8), slice(8, 11), 11, 12
_TINY = np.array([1e-6] * 8 + [1e-3] * 3 + [1e-5, 1e-3])
"""Changes from which slopes are taken."""


def fit_pose(
    seen: Points,
    known: Points,
    board_mm: tuple[float, float],
    lens: Lens,
    settings: FitSettings,
    *,
    measured: bool,
    tags: bool = True,
) -> Pose | None:
    """The likeliest pose for corners `(N, 2)` px of points `(N, 2)` mm; `None` for a mirror image.

    With `tags` the points are those of whole tags, four and four, which may have grown. Where the
    corners do not tell the lens and the bend, these stay what is expected: none.
    """
    flat = lens.straightened(seen)
    plane, _ = cv2.findHomography(known, flat)
    if plane is None or turned_over(np.asarray(plane, np.float64), known):
        return None
    camera = upright(np.asarray(plane, np.float64), lens)
    model = _Model(camera, known, _outwards(flat) if tags else np.zeros_like(flat), lens, board_mm)
    theta = _solve(model, flat, settings, measured=measured)
    pose = model.pose(theta, measured=measured)
    corners = lens.bent(flat - theta[_GROWN] * model.outwards)
    error = float(np.linalg.norm(pose.to_board(corners) - known, axis=1).mean())
    return replace(pose, error_mm=error) if np.isfinite(error) else None


def turned_over(plane: Matrix, known: Points) -> bool:
    """Whether a homography board to image turns the board over, as a mirror does."""
    x, y = known.mean(axis=0)
    depth = plane[2] @ (x, y, 1.0)
    return bool(np.linalg.det(plane) / depth**3 <= 0)


def _outwards(seen: Points) -> Points:
    """From middles of tags to corners, `(N, 2)`, by what takes each edge a pixel outwards."""
    tags = seen.reshape(-1, 4, 2)
    away = tags - tags.mean(axis=1, keepdims=True)
    far = np.linalg.norm(away, axis=2, keepdims=True)
    return np.asarray((away / np.maximum(far, 1e-9) * np.sqrt(2)).reshape(-1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """What a camera, changed by thirteen numbers, makes of known points."""

    camera: Matrix
    known: Points
    outwards: Points
    lens: Lens
    board_mm: tuple[float, float]

    def pose(self, theta: Points, *, measured: bool) -> Pose:
        lens = self.lens
        if not measured:
            lens = replace(lens, coefficients=(float(theta[_K1]), 0.0, 0.0, 0.0, 0.0))
        plane = self._planes(theta[None])[0]
        camera = np.column_stack([plane[:, 0], plane[:, 1], self.camera[:, 2], plane[:, 2]])
        bend = Bend(*(float(value) for value in theta[_BEND]))
        return Pose(camera, lens, self.board_mm, 0.0, bend)

    def corners(self, thetas: Points) -> Points:
        """`(K, N, 2)` px for `(K, 13)`, the measured part of the lens left out."""
        flat = np.column_stack([self.known, np.ones(len(self.known))])
        heights = thetas[:, _BEND] @ bend_terms(self.known, self.board_mm).T
        rays = flat @ self._planes(thetas).transpose(0, 2, 1)
        rays = rays + heights[..., None] * self.camera[:, 2]
        middle, focal = np.array(self.lens.middle_px), np.array(self.lens.focal_px)
        away = rays[..., :2] / rays[..., 2:] - middle
        squared = ((away / focal) ** 2).sum(axis=-1, keepdims=True)
        bent = away * (1 + thetas[:, None, None, _K1] * squared)
        return np.asarray(middle + bent + thetas[:, None, None, _GROWN] * self.outwards)

    def _planes(self, thetas: Points) -> Points:
        """`(K, 3, 3)`: the camera after small homographies of the plane, in units of the board."""
        w, h = self.board_mm
        unit = np.array([(2 / w, 0, -1), (0, 2 / h, -1), (0, 0, 1.0)])
        small = np.eye(3) + np.pad(thetas[:, _PLANE], ((0, 0), (0, 1))).reshape(-1, 3, 3)
        return np.asarray(self.camera[:, [0, 1, 3]] @ np.linalg.inv(unit) @ small @ unit)


def _solve(model: _Model, seen: Points, settings: FitSettings, *, measured: bool) -> Points:
    """Gauss-Newton towards the likeliest numbers `(13,)`."""
    theta = np.zeros(NUMBERS)
    lens_k1 = 1e-9 if measured else settings.lens_k1
    spread = np.array([1e3] * 8 + [settings.bend_mm] * 3 + [lens_k1, settings.grown_px])
    for _ in range(settings.steps):
        seen_if = model.corners(theta + np.vstack([np.zeros(NUMBERS), np.diag(_TINY)]))
        rest = (seen - seen_if[0]).ravel() / settings.corner_px
        slopes = ((seen_if[1:] - seen_if[0]).reshape(NUMBERS, -1).T / _TINY) / settings.corner_px
        normal = slopes.T @ slopes + np.diag(spread**-2)
        step = np.linalg.solve(normal, slopes.T @ rest - theta / spread**2)
        if not np.isfinite(step).all():
            break
        theta = theta + step
        if np.abs(step / _TINY).max() < 10:
            break
    return theta
