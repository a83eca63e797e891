"""Dice as bodies, seen from the side or tilted: three faces of a cube in perspective."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from tests.vision.drawn_dice import BLACK, BODIES, PIPS, WHITE

TEXTURE_PX = 128
Points = npt.NDArray[np.float64]
_FACES: dict[str, list[tuple[int, int, int]]] = {
    "top": [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)],
    "front": [(-1, 1, 1), (1, 1, 1), (1, 1, -1), (-1, 1, -1)],
    "right": [(1, 1, 1), (1, -1, 1), (1, -1, -1), (1, 1, -1)],
}
"""Corners in half edges: x to the right, y towards the camera, z up."""
_SHADE = {"top": 1.0, "front": 0.72, "right": 0.55}
SIDES = {1: (2, 3), 2: (6, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}
"""Front and right face beside a top face, as on a real die; opposite faces add up to seven."""


def turned(yaw_deg: float, view_deg: float, lean_deg: float = 0.0) -> Points:
    """Rotation `(3, 3)`: lean to the right, yaw on the table, camera off the vertical."""
    lean, yaw, view = np.radians([lean_deg, yaw_deg, view_deg])
    about_y = np.array(
        [[np.cos(lean), 0, np.sin(lean)], [0, 1, 0], [-np.sin(lean), 0, np.cos(lean)]]
    )
    about_z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(view), -np.sin(view)], [0, np.sin(view), np.cos(view)]]
    )
    return np.asarray(about_x @ about_z @ about_y)


def draw_cube(
    picture: Pixels,
    at: tuple[float, float],
    edge: float,
    *,
    value: int,
    colour: str,
    pose: Points,
) -> None:
    """A die with `value` on top, its middle at `at`, px."""
    faces = dict(zip(_FACES, (value, *SIDES[value]), strict=True))
    heights = {name: float((pose @ np.mean(_FACES[name], axis=0))[2]) for name in faces}
    for name in sorted(faces, key=lambda n: heights[n]):
        if heights[name] > 0.02:
            corners = np.array(_FACES[name], float) @ pose.T * edge / 2
            away = 1 + corners[:, 2:] / (12 * edge)
            _paste(picture, _texture(faces[name], colour, _SHADE[name]), corners[:, :2] * away + at)


def _texture(value: int, colour: str, shade: float) -> Pixels:
    body = BODIES[colour]
    pip = BLACK if colour in ("white", "yellow") else WHITE
    face = np.full((TEXTURE_PX, TEXTURE_PX, 3), body, np.uint8)
    for x, y in PIPS[value]:
        centre = (round(64 + x * 33), round(64 + y * 33))
        cv2.circle(face, centre, 12, pip, -1, cv2.LINE_AA)
    return np.asarray(face * shade, np.uint8)


def _paste(picture: Pixels, texture: Pixels, corners: Points) -> None:
    side = TEXTURE_PX - 1
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(texture, 255), matrix, size) > 127
    picture[mask] = warped[mask]
