"""How the board looks without pieces, learnt from what the camera shows, in its own process."""

from collections.abc import Iterator
from pathlib import Path

from companion.core.layout import Layout
from companion.core.phrases import phrase, words_of
from companion.doctor.finding import Finding, good, problem
from companion.eyes import Eyes
from companion.server.setup import BareBoard

ABOUT = "bare board"


def bare_of(eyes: Eyes | None, planned: Layout) -> BareBoard:
    """Whether a board is to be shown without pieces, and was; `planned` is looked for by nobody.

    A table that is drawn needs no showing.
    """
    if eyes is None:
        return BareBoard(needed=planned.has_models, shown=False, cards=bool(planned.cards))
    needed = eyes.layout.has_models and eyes.bare is not None
    # Named in `companion.vision.bare_files`, which this process does not load.
    shown, empty = (
        eyes.bare is not None and (eyes.bare / name).is_file()
        for name in ("board.png", "empty.png")
    )
    return BareBoard(needed, shown, bool(eyes.layout.cards), empty)


def learn(
    jpeg: bytes, layout: Layout, folder: Path, lens_file: Path | None, *, empty: bool
) -> Iterator[Finding]:
    """Learn it as `companion bare` does; discs stay as they were taught."""
    import cv2
    import numpy as np

    from companion.vision.bare_teach import learn_bare
    from companion.vision.errors import BoardNotSeenError, LensProfileError
    from companion.vision.lens import load_lens

    try:
        lens = load_lens(lens_file) if lens_file is not None and lens_file.is_file() else None
    except LensProfileError:  # the camera's line tells it
        lens = None
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    try:
        learn_bare(np.asarray(pixels, np.uint8), layout, folder, lens, empty=empty)
    except BoardNotSeenError as error:
        yield problem(ABOUT, words_of(error), SHOW_ALL)
    except OSError as error:
        words = phrase("It could not be kept ({error})", error=str(error))
        yield problem(ABOUT, words, phrase("make room on the disk, then show it again"))
    else:
        yield good(ABOUT, "")


SHOW_ALL = phrase("move the camera or the board until all of it is in the picture, then try again")
