"""Where a board lies before a camera, and the way from its millimetres to pixels and back."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.lens import Lens

Points = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]

Box = tuple[float, float, float, float]
"""Centre x, y, width and height on the board, mm."""


@dataclass(frozen=True, slots=True)
class Bend:
    """How far a sheet of paper stands off the table, mm, `u` and `v` being -1 to 1 across it.

    `along` u², `across` v² and `twist` uv: what a sheet that was rolled up does. The rest of its
    shape is a plane, and part of the pose.
    """

    along: float = 0.0
    across: float = 0.0
    twist: float = 0.0


FLAT = Bend()


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A board before a camera.

    `image_from_board` `(3, 4)` takes board mm x, y and height above the board, and 1, to px of a
    picture that `lens` has not bent. `size_mm` is the board's; `error_mm` the mean distance of tag
    corners from where they should be; `height_mm` lies above the board what is asked for.
    """

    image_from_board: Matrix
    lens: Lens
    size_mm: tuple[float, float]
    error_mm: float
    bend: Bend = FLAT
    height_mm: float = 0.0

    def to_image(self, points_mm: Points) -> Points:
        """Board points `(N, 2)` mm to image px."""
        return self.lens.bent(self._straight(points_mm))

    def to_board(self, points_px: Points) -> Points:
        """Image points `(N, 2)` px to board mm."""
        straight = self.lens.straightened(np.asarray(points_px, np.float64))
        back = np.asarray(np.linalg.inv(self._plane()), np.float64)
        found = moved(back, straight)
        if self.bend == FLAT:
            return found
        for _ in range(3):  # each step leaves a hundredth of the error of the last
            found = found + moved(back, straight) - moved(back, self._straight(found))
        return found

    def raised(self, height_mm: float) -> "Pose":
        """The same for points so high above the board: the tops of pieces."""
        return replace(self, height_mm=self.height_mm + height_mm)

    def local(self, box: Box) -> Matrix:
        """`image_from_board` `(3, 3)` that is right at the corners of a box, and nearly in it."""
        x, y, w, h = box
        sides = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
        corners = sides + np.array((x, y))
        seen = self.to_image(corners)
        to_box = cv2.getPerspectiveTransform(sides.astype(np.float32), seen.astype(np.float32))
        return np.asarray(to_box @ np.array([(1, 0, -x), (0, 1, -y), (0, 0, 1.0)]))

    def _plane(self) -> Matrix:
        """`(3, 3)`, the sheet's bend left out."""
        h = self.image_from_board
        return np.column_stack([h[:, 0], h[:, 1], h[:, 3] + self.height_mm * h[:, 2]])

    def _straight(self, points: Points) -> Points:
        heights = self.height_mm + off_table(points, self.size_mm, self.bend)
        return projected(self.image_from_board, points, heights)


def off_table(points: Points, size_mm: tuple[float, float], bend: Bend) -> Points:
    """Height `(N,)` mm of a bent sheet at points `(N, 2)` mm."""
    shape = np.array((bend.along, bend.across, bend.twist))
    return np.asarray(bend_terms(points, size_mm) @ shape)


def bend_terms(points: Points, size_mm: tuple[float, float]) -> Points:
    """What a millimetre of each kind of bend adds to the height `(N, 3)` at points `(N, 2)` mm."""
    u, v = (2 * points / size_mm - 1).T
    return np.column_stack([u * u, v * v, u * v])


def projected(image_from_board: Matrix, points: Points, heights: Points) -> Points:
    """Points `(N, 2)` mm, so high `(N,)` mm, through a camera `(3, 4)`."""
    m = image_from_board
    flat = points[:, :1] * m[:, 0] + points[:, 1:] * m[:, 1] + heights[:, None] * m[:, 2] + m[:, 3]
    return np.asarray(flat[:, :2] / flat[:, 2:])


def moved(matrix: Matrix, points: Points) -> Points:
    """Points `(N, 2)` through a homography `(3, 3)`."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def upright(plane: Matrix, lens: Lens) -> Matrix:
    """A camera `(3, 4)` from its homography `(3, 3)` of the board's plane.

    The third column is what a millimetre above the board does, as the lens has it.
    """
    axes = np.linalg.inv(lens.matrix) @ plane
    axes *= np.sign(axes[2, 2]) / np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    # x to the right and y down leave the third axis pointing away from the camera.
    up = -np.cross(axes[:, 0], axes[:, 1])
    full = lens.matrix @ np.column_stack([axes[:, 0], axes[:, 1], up, axes[:, 2]])
    return np.asarray(full)
