"""Encoded pictures to pixels, upright, whatever a phone or a scanner wrote."""

import cv2
import numpy as np

from companion.camera.errors import DamagedPictureError
from companion.camera.frame import Pixels
from companion.core.phrases import phrase

_JPEG_START, _JPEG_SCAN, _JPEG_END = b"\xff\xd8", 0xDA, b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"


def decode(data: bytes) -> Pixels:
    """The picture as `(H, W, 3)` uint8 BGR, turned upright as its EXIF orientation says.

    Greyscale, transparent and 16-bit pictures are brought to that form too. A picture cut short is
    refused, since its missing part would be read as an empty table.

    Raises `DamagedPictureError`.
    """
    if not data:
        raise DamagedPictureError(phrase("the file is empty"))
    if _is_cut_short(data):
        raise DamagedPictureError(phrase("the picture is truncated"))
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "MAX_IMAGE" in error.err:
            raise DamagedPictureError(phrase("the picture is too large to be decoded")) from error
        raise DamagedPictureError(phrase("cannot be decoded ({error})", error=error.err)) from error
    if pixels is None:
        raise DamagedPictureError(phrase("not a picture in a known format, or damaged"))
    return np.asarray(pixels, np.uint8)


def _is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end mark; decoders fill the missing part in silently."""
    if data.startswith(_JPEG_START):
        return _JPEG_END not in data[_scan_start(data) :]
    if data.startswith(_PNG_START):
        return _PNG_END not in data
    return False


def _scan_start(data: bytes) -> int:
    """Where a JPEG's pixels begin; a preview inside its header has an end mark of its own."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == _JPEG_SCAN:
            return at
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)
