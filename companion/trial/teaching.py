"""The players' colours, taught before a trial as the set-up asks for."""

import sys
from collections.abc import Mapping

from companion.camera.frame import Pixels
from companion.vision.errors import PaletteError
from companion.vision.palette import FindsDice, Palette, learn_from_pictures


def taught(shown: Mapping[str, Pixels], reader: FindsDice) -> Palette | None:
    """The colours of dice that were shown; nobody's where those of one player are not made out.

    Dice are then called by the plain names of their colours.
    """
    try:
        return learn_from_pictures(shown, reader)
    except PaletteError as error:
        print(error, file=sys.stderr)
        return None
