"""From tag corners to a pose: plane, lens and bent paper, each as far as the tags tell."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.lens import Lens
from companion.vision.pose import Bend, Matrix, Points, Pose, off_table, projected, upright


@dataclass(frozen=True, slots=True)
class FitSettings:
    """What is expected before anything is seen: spreads of what is fitted."""

    corner_px: float = 0.12
    """Of tag corners about their true places."""
    bend_mm: float = 2.0
    """Of the height by which paper that was rolled up stands off the table."""
    lens_k1: float = 0.08
    """Of the first coefficient of a lens that was not measured."""
    steps: int = 6
    """Of the fit; the last changes nothing that could be measured."""


def fit_pose(
    seen: Points,
    known: Points,
    board_mm: tuple[float, float],
    lens: Lens,
    settings: FitSettings,
    *,
    measured: bool,
) -> Pose | None:
    """The likeliest pose for corners `(N, 2)` px of points `(N, 2)` mm; `None` for a mirror image.

    Where lens and bend are not told by the corners, they stay what is expected: none.
    """
    flat = lens.straightened(seen)
    plane, _ = cv2.findHomography(known, flat)
    if plane is None or turned_over(np.asarray(plane, np.float64), known):
        return None
    camera = upright(np.asarray(plane, np.float64), lens)
    model = _Model(camera, known, lens, board_mm, measured)
    theta = _solve(model, seen, settings)
    pose = model.pose(theta, 0.0)
    error = float(np.linalg.norm(pose.to_board(seen) - known, axis=1).mean())
    return replace(pose, error_mm=error) if np.isfinite(error) else None


def turned_over(plane: Matrix, known: Points) -> bool:
    """Whether a homography board to image turns the board over, as a mirror does."""
    x, y = known.mean(axis=0)
    depth = plane[2] @ (x, y, 1.0)
    return bool(np.linalg.det(plane) / depth**3 <= 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Twelve numbers: eight move the plane, by parts of the picture's width; three bend the sheet;
    one is the lens."""

    camera: Matrix
    known: Points
    lens: Lens
    board_mm: tuple[float, float]
    measured: bool

    def pose(self, theta: Points, error_mm: float) -> Pose:
        lens = self.lens
        if not self.measured:
            lens = replace(lens, coefficients=(float(theta[11]), 0.0, 0.0, 0.0, 0.0))
        bend = Bend(*(float(value) for value in theta[8:11]))
        return Pose(self._shifted(theta), lens, self.board_mm, error_mm, bend)

    def corners(self, theta: Points) -> Points:
        pose = self.pose(theta, 0.0)
        heights = off_table(self.known, self.board_mm, pose.bend)
        return pose.lens.bent(projected(pose.image_from_board, self.known, heights))

    def _shifted(self, theta: Points) -> Matrix:
        """The camera after a small homography of the board's plane, in units of the board."""
        w, h = self.board_mm
        unit = np.array([(2 / w, 0, -1), (0, 2 / h, -1), (0, 0, 1.0)])
        small = np.eye(3) + np.append(theta[:8], 0.0).reshape(3, 3)
        moves = np.linalg.inv(unit) @ small @ unit
        plane = self.camera[:, [0, 1, 3]] @ moves
        return np.column_stack([plane[:, 0], plane[:, 1], self.camera[:, 2], plane[:, 2]])


def _solve(model: _Model, seen: Points, settings: FitSettings) -> Points:
    """Gauss-Newton towards the likeliest numbers `(12,)`."""
    theta = np.zeros(12)
    spread = np.array([1e3] * 8 + [settings.bend_mm] * 3 + [settings.lens_k1])
    if model.measured:
        spread[11] = 1e-9
    tiny = np.array([1e-6] * 8 + [1e-3] * 3 + [1e-5])
    for _ in range(settings.steps):
        here = model.corners(theta)
        rest = (seen - here).ravel() / settings.corner_px
        slopes = [_slope(model, theta, here, k, tiny[k]) for k in range(12)]
        jacobian = np.stack(slopes, axis=1) / settings.corner_px
        normal = jacobian.T @ jacobian + np.diag(spread**-2)
        step = np.linalg.solve(normal, jacobian.T @ rest - theta / spread**2)
        if not np.isfinite(step).all():
            break
        theta = theta + step
        if np.abs(step / tiny).max() < 10:
            break
    return theta


def _slope(
    model: _Model, theta: Points, here: Points, place: int, tiny: float
) -> npt.NDArray[np.float64]:
    other = theta.copy()
    other[place] += tiny
    return np.asarray((model.corners(other) - here).ravel() / tiny)
