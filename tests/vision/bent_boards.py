"""Drawn views of a tagged sheet: a bending lens, curled paper, tilt; with the exact truth."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.frame import Pixels
from companion.core.layout import Layout, Tag
from companion.vision.lens import Lens
from companion.vision.pose import Points, projected
from companion.vision.tags import tag_corners

W_MM, H_MM = 594.0, 420.0
ART_PX = 4.0
"""Scale of the printed sheet, px a millimetre."""


def sheet(tags: int, size_mm: float = 36.0) -> Layout:
    """An A2 sheet with four, six or eight tags."""
    m = 28.0
    places = [(m, m), (W_MM - m, m), (W_MM - m, H_MM - m), (m, H_MM - m)]
    places += [(W_MM / 2, m), (W_MM / 2, H_MM - m), (m, H_MM / 2), (W_MM - m, H_MM / 2)]
    rows = tuple(Tag(n, x, y, size_mm) for n, (x, y) in enumerate(places[:tags]))
    return Layout(W_MM, H_MM, {}, {}, rows)


CURLS: tuple[Callable[[Points], Points], ...] = (
    lambda t: 2.0 * t**2,
    lambda t: 2.0 * (1 - t**2),
    lambda t: 2.0 * t**4,
    lambda t: 2.0 * np.clip((t + 0.2) / 1.2, 0, 1) ** 2,
)
"""Height in mm over the way across the sheet, -1 to 1: edges up, middle up, one edge up."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera and a curled sheet; `seen` takes board mm `(N, 2)` to image px."""

    lens: Lens
    camera: Points
    curl: Callable[[Points], Points]
    across: tuple[float, float]

    def seen(self, points: Points) -> Points:
        return self.lens.bent(projected(self.camera, points, self.height(points)))

    def height(self, points: Points) -> Points:
        return np.asarray(self.curl((points - (W_MM / 2, H_MM / 2)) @ np.array(self.across)))


def draw_view(seed: int, size_px: tuple[int, int] = (2304, 1296)) -> View:
    """A camera of 60 to 72 degrees, up to 30 off the vertical, the sheet filling its picture."""
    rng = np.random.default_rng(seed)
    w, h = size_px
    focal = w / 2 / np.tan(np.radians(rng.uniform(60, 72) / 2))
    bends = (rng.uniform(-0.12, 0.06), rng.uniform(-0.02, 0.04), *rng.normal(0, 3e-4, 2), 0.0)
    k1, k2, p1, p2, k3 = (float(value) for value in bends)
    lens = Lens(size_px, (focal, focal), (w / 2 + rng.normal(0, 8), h / 2), (k1, k2, p1, p2, k3))
    turn = _turned((0, 0, 1), rng.choice([0, 90, 180, 270]) + rng.uniform(-8, 8))
    side = rng.uniform(0, 2 * np.pi)
    axes = _turned((np.cos(side), np.sin(side), 0), rng.uniform(0, 30)) @ turn
    camera = _as_far_as_needed(axes, lens)
    angle = rng.uniform(0, np.pi)
    c, s = float(np.cos(angle)), float(np.sin(angle))
    half = (abs(c) * W_MM + abs(s) * H_MM) / 2
    return View(lens, camera, CURLS[seed % len(CURLS)], (c / half, s / half))


def render(view: View, layout: Layout, seed: int) -> Pixels:
    """The picture: the sheet sampled where each pixel's ray meets it, blur and noise."""
    w, h = view.lens.size_px
    art = _printed(layout)
    step = 16
    xs, ys = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
    rays = np.stack([xs, ys], -1).reshape(-1, 2).astype(np.float64)
    board = _met(view, rays).reshape(*xs.shape, 2).astype(np.float32)
    grid_x, grid_y = np.meshgrid(np.arange(w), np.arange(h))
    at = (grid_x.astype(np.float32) / step, grid_y.astype(np.float32) / step)
    fine = cv2.remap(board, *at, cv2.INTER_LINEAR)
    source = fine * ART_PX - 0.5
    picture = cv2.remap(art, source[..., 0], source[..., 1], cv2.INTER_LINEAR,
                        borderMode=cv2.BORDER_CONSTANT, borderValue=70)  # fmt: skip
    noise = np.random.default_rng(seed).normal(0, 3.0, (h, w))
    grey = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)


def _met(view: View, rays: Points) -> Points:
    """Board points `(N, 2)` mm seen at image px, by small steps from the flat sheet."""
    flat = view.lens.straightened(rays)
    plane = np.asarray(np.linalg.inv(view.camera[:, [0, 1, 3]]), np.float64)
    points = _through(plane, flat)
    for _ in range(4):
        lifted = projected(view.camera, points, view.height(points))
        points = points + _through(plane, flat) - _through(plane, lifted)
    return points


def _through(matrix: Points, points: Points) -> Points:
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def _printed(layout: Layout) -> Pixels:
    art = np.full((round(H_MM * ART_PX), round(W_MM * ART_PX)), 120, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag in layout.tags:
        (x, y), side = tag_corners(tag)[0] * ART_PX, round(tag.size_mm * ART_PX)
        left, top = round(x), round(y)
        art[top - 24 : top + side + 24, left - 24 : left + side + 24] = 245
        art[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(
            dictionary, tag.id, side
        )
    return np.asarray(cv2.GaussianBlur(art, (0, 0), 1.0), np.uint8)


def _turned(axis: tuple[float, float, float], degrees: float) -> Points:
    turn, _ = cv2.Rodrigues(np.array(axis, np.float64) * np.radians(degrees))
    return np.asarray(turn, np.float64)


def _as_far_as_needed(axes: Points, lens: Lens) -> Points:
    """The camera `(3, 4)` from as near as has the whole sheet in the picture."""
    w, h = lens.size_px
    middle = axes @ np.array([-W_MM / 2, -H_MM / 2, 0.0])
    corners = np.array([(0, 0), (W_MM, 0), (W_MM, H_MM), (0, H_MM)], np.float64)
    for far in range(500, 3000, 20):
        moved = np.column_stack([axes, middle + np.array((0.0, 0.0, far))])
        moved[:, 2] *= -1  # the third axis points away from the camera, and height towards it
        camera = np.asarray(lens.matrix @ moved)
        seen = projected(camera, corners, np.zeros(4))
        if (seen > 0.03 * w).all() and (seen < np.array((0.97 * w, h - 0.03 * w))).all():
            return camera
    raise ValueError("no such distance")
