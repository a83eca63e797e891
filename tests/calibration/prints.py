"""Mats as they come out of a printer and as a camera sees them, for tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium

from calibration.mats.art import load_art
from calibration.mats.board import Mat
from calibration.mats.paper import write_mat
from calibration.mats.style import STYLES
from companion.camera.frame import Pixels
from companion.core.pieces import DIE, Piece
from companion.rules.registry import GAMES_PACKAGE, game_ids, load_game
from companion.simulator.draw_pieces import sprite

MATS = tuple(name for name in game_ids() if load_game(name).layout.width_mm > 0)
CAMERA_PX = (2304, 1296)
WOOD = (70, 104, 148)
PX_PER_MM = 4.0

Matrix = npt.NDArray[np.float64]


def mat_of(name: str, ink: str) -> Mat:
    game = load_game(name)
    art = load_art(f"{GAMES_PACKAGE}.{name}", game.layout)
    return Mat(game.info.title, game.layout, art, STYLES[ink])


@cache
def printed(name: str, ink: str, paper: str) -> tuple[Pixels, ...]:
    """Pages of a mat, 4 px a millimetre."""
    return pages(document(name, ink, paper))


@cache
def document(name: str, ink: str, paper: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mat.pdf"
        write_mat(mat_of(name, ink), paper, path)
        return path.read_bytes()


def pages(pdf: bytes | Path, px_per_mm: float = PX_PER_MM) -> tuple[Pixels, ...]:
    with pdfium.PdfDocument(pdf) as opened:
        scale = px_per_mm * 25.4 / 72
        pictures = (page.render(scale=scale).to_numpy()[..., :3] for page in opened)
        return tuple(np.ascontiguousarray(picture) for picture in pictures)


def words(pdf: bytes | Path) -> str:
    with pdfium.PdfDocument(pdf) as opened:
        return "\n".join(page.get_textpage().get_text_bounded() for page in opened)


def photographed(sheet: Pixels, seed: int) -> tuple[Pixels, Matrix]:
    """A sheet on a table, askew, in uneven light and noise; and `image_from_board` (mm)."""
    rng = np.random.default_rng(seed)
    (h, w), (wide, high) = sheet.shape[:2], CAMERA_PX
    scale = min((wide - 80) / w, (high - 80) / h)
    left, top = (wide - w * scale) / 2, (high - h * scale) / 2
    right, bottom = wide - left, high - top
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    corners += rng.uniform(-30, 30, (4, 2))
    flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    soft = cv2.GaussianBlur(sheet, (0, 0), 0.8 / scale)
    seen = cv2.warpPerspective(soft, matrix, CAMERA_PX, borderValue=WOOD)
    x, y = np.linspace(-1, 1, wide)[None, :, None], np.linspace(-1, 1, high)[:, None, None]
    tilt_x, tilt_y = rng.uniform(-0.12, 0.12, 2)
    lit = seen * (0.92 + tilt_x * x + tilt_y * y) + rng.normal(0, 3, seen.shape)
    board = matrix @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    return np.clip(lit, 0, 255).astype(np.uint8), np.asarray(board, np.float64)


def lay_die(table: npt.NDArray[np.float32], at_mm: tuple[float, float], colour: str, face: int,
            turn_deg: float) -> None:  # fmt: skip
    """Draw a die, seen from straight above, on a sheet."""
    layer = sprite(Piece(DIE, colour, face), face, PX_PER_MM)
    side = layer.shape[0]
    turn = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn_deg, 1.0)
    turned = cv2.warpAffine(layer, turn, (side, side))
    left, top = (round(edge * PX_PER_MM - side / 2) for edge in at_mm)
    under = table[top : top + side, left : left + side]
    under *= 1 - turned[..., 3:]
    under += turned[..., :3]
