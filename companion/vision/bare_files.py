"""How a board looks without pieces, with its cards and empty, in the data folder, and its discs."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.vision.discs import Faces, rings_of
from companion.vision.errors import PictureError
from companion.vision.picture import load_picture

BOARD, EMPTY = "board.png", "empty.png"


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """Pictures of a board without pieces, one of it `empty`, without its cards; and its discs as
    they were taught. `None` for a picture that there is not."""

    picture: Pixels | None = None
    discs: Faces = field(default_factory=dict)
    empty: Pixels | None = None


def save_bare(board: BareBoard, folder: Path) -> None:
    """Write what there is in place of what was there, the board last. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {f"{name}.png": face for name, face in board.discs.items()}
    for name, shown in ((EMPTY, board.empty), (BOARD, board.picture)):
        if shown is not None:
            pictures[name] = shown
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
    return BareBoard(_load(folder / BOARD), discs, _load(folder / EMPTY))


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

    def _stamp_now(self) -> tuple[tuple[int, int] | None, ...]:
        if self._folder is None:
            return ()
        return tuple(_stamp(self._folder / name) for name in (EMPTY, BOARD))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_mtime_ns, there.st_ino


def _load(path: Path) -> Pixels | None:
    try:
        return load_picture(path)
    except PictureError:
        return None
