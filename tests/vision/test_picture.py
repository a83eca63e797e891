"""Picture files as phones, scanners and accidents make them."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.errors import PictureError, VisionError
from companion.vision.picture import load_picture


def corner_marked() -> Pixels:
    """30 wide, 20 high, dark, with a bright red block in the upper left."""
    pixels = np.full((20, 30, 3), 20, np.uint8)
    pixels[:8, :8] = (0, 0, 255)
    return pixels


def jpeg(pixels: Pixels, orientation: int | None = None) -> bytes:
    data = bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
    if orientation is None:
        return data
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    body = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


@pytest.mark.parametrize(
    ("orientation", "shape", "corner"),
    [
        (1, (20, 30), (2, 2)),
        (2, (20, 30), (2, 27)),
        (3, (20, 30), (17, 27)),
        (6, (30, 20), (2, 17)),
        (8, (30, 20), (27, 2)),
    ],
)
def test_a_turned_photo_stands_upright(
    tmp_path: Path, orientation: int, shape: tuple[int, int], corner: tuple[int, int]
) -> None:
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg(corner_marked(), orientation))
    pixels = load_picture(path)
    assert pixels.shape[:2] == shape
    assert pixels[corner][2] > 150


@pytest.mark.parametrize(
    "pixels",
    [
        np.full((5, 7), 90, np.uint8),
        np.full((5, 7, 4), 90, np.uint8),
        np.full((5, 7), 90 * 257, np.uint16),
        np.full((5, 7, 3), 90 * 257, np.uint16),
    ],
    ids=["grey", "transparent", "grey 16-bit", "colour 16-bit"],
)
def test_every_pixel_form_becomes_bgr_bytes(
    tmp_path: Path, pixels: "np.typing.NDArray[np.uint8 | np.uint16]"
) -> None:
    path = tmp_path / "form.png"
    path.write_bytes(bytes(cv2.imencode(".png", pixels)[1]))
    loaded = load_picture(path)
    assert loaded.shape == (5, 7, 3)
    assert loaded.dtype == np.uint8
    assert np.all(loaded == 90)


def test_a_single_pixel_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    path.write_bytes(bytes(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1]))
    assert load_picture(path).shape == (1, 1, 3)


def noisy() -> Pixels:
    return np.random.default_rng(1).integers(0, 255, (60, 80, 3)).astype(np.uint8)


def with_preview(data: bytes) -> bytes:
    """A JPEG whose header holds a whole small JPEG, as cameras write it."""
    preview = jpeg(corner_marked())
    return data[:2] + b"\xff\xe2" + struct.pack(">H", len(preview) + 2) + preview + data[2:]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello, this is text", "not a picture"),
        (jpeg(noisy())[:-400], "truncated"),
        (with_preview(jpeg(noisy()))[:-400], "truncated"),
        (jpeg(noisy())[:40], "truncated"),
        (bytes(cv2.imencode(".png", noisy())[1])[:-400], "truncated"),
    ],
    ids=["empty", "text", "jpeg", "jpeg with preview", "jpeg header", "png"],
)
def test_a_broken_file_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "broken.jpg"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=words):
        load_picture(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(ValueError, match="cannot be read"):
        load_picture(tmp_path)
