"""The preview: a small copy of the frame with what was read drawn into it."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.camera.frame import Pixels
from companion.core.observation import Observation
from companion.core.pieces import SeenPiece
from companion.vision.pose import Pose

WIDTH_PX = 960
"""Widest preview: sharp on a phone, some 100 kB."""
QUALITY, EVIDENCE_QUALITY = 75, 88
"""JPEG: the preview is looked at, evidence is read again later."""
HALF_DIE_MM, HALF_DIE_PX = 9.5, 24.0
SURE, UNSURE, EMPTY_TEXT = (90, 230, 90), (60, 170, 255), (20, 20, 20)
"""Outline colours, BGR: green for sure, amber for unsure; unsure ones also carry a `?`."""

Points = npt.NDArray[np.float64]


def draw_preview(
    pixels: Pixels, observation: Observation | None, pose: Pose | None, has_board: bool
) -> Pixels:
    """At most `WIDTH_PX` wide. Boxes are left out while the board they belong to is not seen."""
    scale = min(1.0, WIDTH_PX / pixels.shape[1])
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    if observation is not None and (pose is not None or not has_board):
        for piece in _pieces(observation):
            _draw(small, _outline(piece, pose) * scale, piece)
    return small


def jpeg(pixels: Pixels, quality: int = QUALITY) -> bytes:
    """The picture as JPEG."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _pieces(observation: Observation) -> tuple[SeenPiece, ...]:
    places = (*observation.slots.values(), observation.free_dice)
    return tuple(piece for seen in places for piece in seen or ())


def _outline(piece: SeenPiece, pose: Pose | None) -> Points:
    """Corners `(4, 2)` image px of a square about the piece."""
    half = HALF_DIE_PX if pose is None else HALF_DIE_MM
    x, y = piece.x, piece.y
    square = np.array(
        [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ]
    )
    return square if pose is None else pose.to_image(square)


def _draw(picture: Pixels, outline: Points, piece: SeenPiece) -> None:
    colour = SURE if piece.value is not None else UNSURE
    corners = np.round(outline).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [corners], True, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.polylines(picture, [corners], True, colour, 2, cv2.LINE_AA)
    text = "?" if piece.value is None else str(piece.value)
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 2)
    left, top = (int(v) for v in corners.reshape(-1, 2).min(axis=0))
    badge = (max(0, left - 1), max(0, top - h - 6))
    cv2.rectangle(picture, badge, (badge[0] + w + 6, badge[1] + h + 6), colour, -1)
    place = (badge[0] + 3, badge[1] + h + 3)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, EMPTY_TEXT, 2, cv2.LINE_AA)
