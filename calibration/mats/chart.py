"""A ChArUco board to calibrate a lens with: a chessboard with tags in its white squares."""

from pathlib import Path

import cv2
import numpy as np

from calibration.mats.board import draw_check_line, draw_tag_cells
from calibration.mats.paper import BLACK, GREY, PAPERS, new_canvas, save
from calibration.mats.pen import BOLD, Ink, Pen

COLUMNS, ROWS = 7, 5
SQUARE_MM, MARKER_MM = 30.0, 22.0
FIRST_ID = 20
"""Tags of mats have lower numbers, so a chart that lies about is never taken for a board."""


def chart_board() -> cv2.aruco.CharucoBoard:
    """The chart as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ids = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def write_chart(paper: str, path: Path) -> int:
    """Write the PDF; returns its pages. Raises `MatError` when it cannot be written."""
    page = PAPERS[paper]
    canvas = new_canvas(path, page, "Lens calibration chart")
    pen = Pen(canvas, page[1])
    left, top = (page[0] - COLUMNS * SQUARE_MM) / 2, (page[1] - ROWS * SQUARE_MM) / 2 - 8
    _draw(pen, left, top)
    below = top + ROWS * SQUARE_MM
    pen.text(left, below + 12, "Lens calibration chart", 5.0, BLACK, font=BOLD)
    squares = f"{COLUMNS} x {ROWS} squares of {SQUARE_MM:g} mm, tags of {MARKER_MM:g} mm"
    pen.text(left, below + 17.5, squares, 3.2, GREY)
    pen.text(left, below + 22, "Print at 100 %, glue it on something flat and stiff.", 3.2, GREY)
    draw_check_line(pen, (left + COLUMNS * SQUARE_MM - 100, below + 16), BLACK, GREY)
    canvas.showPage()
    save(canvas, path)
    return 1


def _draw(pen: Pen, left: float, top: float) -> None:
    """Black squares are those without a tag."""
    board = chart_board()
    places = [tuple(np.asarray(corners)[0, :2]) for corners in board.getObjPoints()]
    tagged = {(int(x // SQUARE_MM), int(y // SQUARE_MM)) for x, y in places}
    black = [
        (left + column * SQUARE_MM, top + row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for row in range(ROWS)
        for column in range(COLUMNS)
        if (column, row) not in tagged
    ]
    pen.boxes(black, Ink(fill=BLACK))
    for (x, y), name in zip(places, np.ravel(board.getIds()), strict=True):
        draw_tag_cells(pen, int(name), (left + float(x), top + float(y)), MARKER_MM)
