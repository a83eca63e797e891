"""How a board looks with its cards and without pieces, in the data folder, and its discs."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.vision.discs import Faces, rings_of
from companion.vision.errors import PictureError
from companion.vision.picture import load_picture

BOARD = "board.png"


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """A picture of a board without pieces, if there is one, and its discs as they were taught."""

    picture: Pixels | None = None
    discs: Faces = field(default_factory=dict)


def save_bare(board: BareBoard, folder: Path) -> None:
    """Write it in place of what was there, the board last. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {f"{name}.png": face for name, face in board.discs.items()}
    if board.picture is not None:
        pictures[BOARD] = board.picture
    for name, pixels in pictures.items():
        new = folder / f"{name}.new"
        new.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())
        new.replace(folder / name)  # whoever reads meanwhile finds a whole picture


def load_bare(folder: Path | None, layout: Layout) -> BareBoard:
    """What was saved for a layout; what is missing or damaged counts as not taught."""
    if folder is None:
        return BareBoard()
    discs: dict[SlotId, Pixels] = {}
    for ring in rings_of(layout):
        face = _load(folder / f"{ring.slot.id}.png")
        if face is not None:
            discs[ring.slot.id] = face
    return BareBoard(_load(folder / BOARD), discs)


class BareWatch:
    """Notices that a board was learnt anew since it was made, or since it said so last."""

    def __init__(self, folder: Path | None, layout: Layout) -> None:
        self._folder, self._layout = folder, layout
        self._stamp = self._stamp_now()

    def anew(self) -> BareBoard | None:
        """What was learnt; `None` for nothing new."""
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return None
        self._stamp = stamp
        return load_bare(self._folder, self._layout)

    def _stamp_now(self) -> tuple[int, int] | None:
        try:
            there = None if self._folder is None else (self._folder / BOARD).stat()
        except OSError:
            return None
        return there and (there.st_mtime_ns, there.st_ino)


def _load(path: Path) -> Pixels | None:
    try:
        return load_picture(path)
    except PictureError:
        return None
