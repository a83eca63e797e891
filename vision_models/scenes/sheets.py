"""The printed sheets of the scenes: `python -m vision_models.scenes.sheets --out FOLDER`.

Drawn by the generator that makes the mats to print. Needs the development packages.
"""

import argparse
import tomllib
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import numpy.typing as npt

from calibration.mats.art import load_art
from calibration.mats.board import Mat
from calibration.mats.paper import write_mat
from calibration.mats.style import STYLES
from companion.core.layout import Layout
from companion.core.layout_file import read_layout
from companion.rules.registry import GAMES_PACKAGE, load_game

MEASURING = "measuring"
"""The sheet with tracks and heaps that no game's mat has yet."""
PX_PER_MM = 8.0


def boards() -> tuple[str, ...]:
    """Sheets that scenes are made of: the games' own mats that are listed, and the measuring one.

    Not all mats there are: one more would make other scenes of the same seeds.
    """
    listed = tomllib.loads(files(__package__).joinpath("mats.toml").read_text(encoding="utf-8"))
    return (*listed["games"], MEASURING)


def layout_of(board: str) -> Layout:
    """The places of a sheet."""
    if board != MEASURING:
        return load_game(board).layout
    return read_layout(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


def mat_of(board: str, ink: str) -> Mat:
    """A sheet as it is printed."""
    layout = layout_of(board)
    package = __package__ if board == MEASURING else f"{GAMES_PACKAGE}.{board}"
    title = "Measuring sheet" if board == MEASURING else load_game(board).info.title
    return Mat(title, layout, load_art(package, layout), STYLES[ink])


def picture_of(board: str, ink: str) -> npt.NDArray[np.uint8]:
    """A sheet as the printer gets it, `(H, W, 3)` BGR at `PX_PER_MM`."""
    import pypdfium2 as pdfium

    layout = layout_of(board)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        write_mat(mat_of(board, ink), "a2", path)
        with pdfium.PdfDocument(path) as opened:
            page = opened[0].render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[..., :3]
    size = (round(layout.width_mm * PX_PER_MM), round(layout.height_mm * PX_PER_MM))
    return np.asarray(cv2.resize(page, size, interpolation=cv2.INTER_AREA), np.uint8)


def main() -> None:
    """Draw the sheets that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the pictures")
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for board in boards():
        for ink in STYLES:
            path = folder / f"{board}-{ink}.png"
            if not path.exists():
                cv2.imwrite(str(path), picture_of(board, ink))


if __name__ == "__main__":
    main()
