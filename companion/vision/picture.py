"""Picture files to pixels, upright, whatever a phone or a scanner wrote."""

import stat
from pathlib import Path

from companion.camera.errors import DamagedPictureError
from companion.camera.frame import Pixels
from companion.camera.picture import decode
from companion.core.phrases import phrase, words_of
from companion.vision.errors import PictureError

MOST_BYTES = 512 << 20
"""A file of more is no photograph; 50 megapixels without compression are 150 MB."""


def load_picture(path: Path) -> Pixels:
    """The picture as `(H, W, 3)` uint8 BGR, turned upright as its EXIF orientation says.

    Greyscale, transparent and 16-bit pictures are brought to that form too. A picture cut short is
    refused, since its missing part would be read as an empty table.

    Raises `PictureError`.
    """
    data = _bytes(path)
    try:
        return decode(data)
    except DamagedPictureError as error:
        raise PictureError(
            phrase("{file}: {problem}", file=path, problem=words_of(error))
        ) from error


def _bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise PictureError(phrase("{name}: cannot be read (it is a folder)", name=path))
        if not stat.S_ISREG(status.st_mode):
            # A pipe or a device may never end.
            raise PictureError(phrase("{name}: cannot be read (it is no file)", name=path))
        if status.st_size > MOST_BYTES:
            raise PictureError(
                phrase(
                    "{name}: too large for a picture ({n} MB)", name=path, n=status.st_size >> 20
                )
            )
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError(phrase("{name}: no such file", name=path)) from error
    except OSError as error:
        raise PictureError(
            phrase("{name}: cannot be read ({error})", name=path, error=error.strerror)
        ) from error
    return data
