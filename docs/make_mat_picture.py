"""Makes the picture of the mat in the user guide: `python docs/make_mat_picture.py`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pypdfium2 as pdfium

from companion.cli import main

GAME = "alien_frontiers"
WIDTH_PX = 1100


def picture() -> None:
    """Draw the mat in full and in saving ink, one half of each."""
    halves = []
    with TemporaryDirectory() as folder:
        for ink in ("full", "saving"):
            path = Path(folder) / "mat.pdf"
            main(["mat", GAME, "--ink", ink, "--out", str(path)])
            with pdfium.PdfDocument(path) as opened:
                page = opened[0]
                shown = page.render(scale=WIDTH_PX / page.get_width()).to_pil()
                halves.append(np.asarray(shown.convert("RGB")))
    h, w = halves[0].shape[:2]
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    both = np.where((x + 0.35 * y < 0.86 * w)[..., None], *halves)
    out = Path(__file__).parent / "images" / "mat.png"
    cv2.imwrite(str(out), cv2.cvtColor(both, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(out)


if __name__ == "__main__":
    picture()
