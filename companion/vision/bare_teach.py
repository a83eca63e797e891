"""Teaching how a board looks without pieces, from a picture of it with its cards or empty."""

from collections.abc import Mapping
from pathlib import Path

from companion.camera.frame import Pixels
from companion.core.ids import SlotId
from companion.core.layout import Layout
from companion.core.phrases import phrase
from companion.vision.bare_files import BareBoard, save_bare
from companion.vision.discs import DiscSettings, teach
from companion.vision.errors import BoardNotSeenError
from companion.vision.lens import Lens
from companion.vision.tracker import BoardTracker


def learn_bare(
    pixels: Pixels,
    layout: Layout,
    folder: Path,
    lens: Lens | None = None,
    turned: Mapping[SlotId, int] | None = None,
    *,
    empty: bool = False,
) -> BareBoard:
    """Save what a picture shows, and return it: the board with its cards, or `empty`.

    `turned` tells by how many eighths discs are turned in it, 0 if not named; without it discs stay
    as they were taught. Raises `BoardNotSeenError`, `OSError`.
    """
    tracker = BoardTracker(layout, lens=lens)
    pose = tracker.look(pixels)
    if pose is None:
        problem = tracker.last.problem
        raise BoardNotSeenError(phrase("The board is not seen: {problem}", problem=problem))
    discs = {} if turned is None else teach(pixels, pose, layout, turned, DiscSettings())
    board = BareBoard(None, discs, pixels) if empty else BareBoard(pixels, discs)
    save_bare(board, folder)
    return board
