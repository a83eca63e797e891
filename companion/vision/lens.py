"""How a camera's lens bends the picture: Brown's model, as OpenCV measures it."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.phrases import phrase
from companion.vision.errors import LensProfileError

Points = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal length and middle in px of a picture `size_px` wide and high, and five coefficients.

    The coefficients are k1, k2, p1, p2, k3; `error_px` is how well they were measured, 0 if not.
    """

    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    middle_px: tuple[float, float]
    coefficients: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    error_px: float = 0.0

    @property
    def matrix(self) -> Matrix:
        """The camera matrix `(3, 3)`."""
        (fx, fy), (cx, cy) = self.focal_px, self.middle_px
        return np.array([(fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)])

    @property
    def is_straight(self) -> bool:
        """Whether it bends nothing."""
        return not any(self.coefficients)

    def bent(self, points: Points) -> Points:
        """Where points `(N, 2)` px of a straight picture lie in the one the lens makes."""
        if self.is_straight:
            return points
        k1, k2, p1, p2, k3 = self.coefficients
        focal, middle = np.array(self.focal_px), np.array(self.middle_px)
        x, y = ((points - middle) / focal).T
        r2 = x * x + y * y
        out = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        moved = np.column_stack([
            x * out + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * out + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        ])  # fmt: skip
        return np.asarray(moved * focal + middle)

    def straightened(self, points: Points) -> Points:
        """The other way round."""
        if self.is_straight or not len(points):
            return points
        matrix, limit = self.matrix, (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-9)
        flat = cv2.undistortPointsIter(
            points.reshape(-1, 1, 2), matrix, np.array(self.coefficients), np.eye(3), matrix, limit
        )
        return np.asarray(flat, np.float64).reshape(-1, 2)

    def scaled_to(self, size_px: tuple[int, int]) -> "Lens":
        """The same lens for pictures of another size: made smaller, or cut off above and below."""
        scale = size_px[0] / self.size_px[0]
        (fx, fy), (cx, cy) = self.focal_px, self.middle_px
        below = (size_px[1] - self.size_px[1] * scale) / 2
        focal, middle = (fx * scale, fy * scale), (cx * scale, cy * scale + below)
        return Lens(size_px, focal, middle, self.coefficients, self.error_px * scale)


def plain_lens(size_px: tuple[int, int], view_deg: float) -> Lens:
    """A lens that bends nothing, of so wide a horizontal view."""
    focal = float(size_px[0] / 2 / np.tan(np.radians(view_deg / 2)))
    return Lens(size_px, (focal, focal), (size_px[0] / 2, size_px[1] / 2))


def save_lens(lens: Lens, path: Path) -> None:
    """Write a lens profile, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fields = {
        "size_px": lens.size_px, "focal_px": lens.focal_px, "middle_px": lens.middle_px,
        "coefficients": lens.coefficients, "error_px": lens.error_px,
    }  # fmt: skip
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(fields, indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def load_lens(path: Path) -> Lens:
    """Read a lens profile. Raises `LensProfileError` with what to do when it is damaged."""
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LensProfileError(
            phrase(
                "{file}: this lens profile cannot be used ({error}): measure the lens again with"
                " `companion calibrate`",
                file=path,
                error=error or type(error).__name__,
            )
        ) from error


def _read(fields: dict[str, object]) -> Lens:
    size = _numbers(fields, "size_px", 2)
    lens = Lens(
        (round(size[0]), round(size[1])),
        _pair(fields, "focal_px"),
        _pair(fields, "middle_px"),
        _five(fields),
        _numbers({"error_px": [fields["error_px"]]}, "error_px", 1)[0],
    )
    w, h = lens.size_px
    inside = 0 < lens.middle_px[0] < w and 0 < lens.middle_px[1] < h
    if not inside or min(lens.focal_px) < 0.2 * w or max(lens.focal_px) > 20 * w:
        raise ValueError("its numbers describe no camera")
    return lens


def _pair(fields: dict[str, object], key: str) -> tuple[float, float]:
    a, b = _numbers(fields, key, 2)
    return a, b


def _five(fields: dict[str, object]) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = _numbers(fields, "coefficients", 5)
    return a, b, c, d, e


def _numbers(fields: dict[str, object], key: str, count: int) -> list[float]:
    row = fields[key]
    if not isinstance(row, list) or len(row) != count:
        raise ValueError(f"`{key}` must have {count} numbers")
    numbers = [float(value) for value in row]
    if not np.isfinite(numbers).all():
        raise ValueError(f"`{key}` must have finite numbers")
    return numbers
