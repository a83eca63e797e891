"""`companion read` on whatever people give it: a result or a clear message for every file."""

import base64
import json
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.cli import main
from tests.vision.drawn_dice import draw_die
from tests.vision.test_dice_drawn import require_model
from tests.vision.test_picture import jpeg

FIVE = 5
CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTl"
    "JTUjI+WmFaUGBKUVJP/8AAFAgABgAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAA"
    "AAAAAAAA/9oADgRDAE0AWQBLAAA/AE4YDAnP/9k="
)
GIF_OF_TWO = base64.b64decode(
    "R0lGODdhCAAGAIEAAP8AAAAAAAAAAAAAACwAAAAACAAGAAAIDgABCBxIsKDBgwgTDgwIACH5BAEAAAEALAAAAAAIAAYAgQAA"
    "/wAAAAAAAAAAAAgOAAEIHEiwoMGDCBMODAgAOw=="
)
APNG_OF_TWO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAAIAAAABg"
    "AAAAAAAAAAAAAAAQAALghkRgAAABJJREFUeJxj/M+AHTDhEKeLBACYhQELbDCCmwAAABpmY1RMAAAAAQAAAAgAAAAGAAAAAAAA"
    "AAAAAAABAAC1e46SAAAAGGZkQVQAAAACeJxjZGD4z4ANMGEVpZMEAJaHAQv5tHrQAAAAAElFTkSuQmCC"
)


def roll() -> Pixels:
    """A white five on a green cloth, 400 wide and 300 high."""
    picture = np.full((300, 400, 3), (70, 110, 60), np.uint8)
    draw_die(picture, (140, 110), 80, value=FIVE, colour="white", turn_deg=15)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def coded(pixels: "np.typing.NDArray[np.generic]", ending: str = ".png") -> bytes:
    return bytes(cv2.imencode(ending, np.asarray(pixels))[1])


def png(
    size: tuple[int, int], kind: int, rows: bytes, bits: int = 8, palette: bytes = b""
) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    head = struct.pack(">IIBBBBB", *size, bits, kind, 0, 0, 0)
    parts = [chunk(b"IHDR", head), *([chunk(b"PLTE", palette)] if palette else [])]
    parts += [chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def with_palette(pixels: Pixels) -> bytes:
    """An indexed PNG of 256 greys."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    rows = b"".join(b"\0" + bytes(row) for row in grey)
    greys = bytes(np.repeat(np.arange(256), 3).astype(np.uint8))
    return png((grey.shape[1], grey.shape[0]), 3, rows, palette=greys)


def said(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[int, list[dict[str, object]]]:
    require_model()
    status = main(["read", "--json", *map(str, paths)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(folder: Path, data: bytes, name: str = "picture.jpg") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


GREY = cv2.cvtColor(roll(), cv2.COLOR_BGR2GRAY)
CLEAR = np.dstack([roll(), np.full(roll().shape[:2], 255, np.uint8)])


@pytest.mark.parametrize(
    "data",
    [
        jpeg(roll()),
        coded(GREY),
        coded(CLEAR),
        coded(roll().astype(np.uint16) * 257),
        coded(np.asarray(GREY, np.uint16) * 257),
        with_palette(roll()),
        coded(roll(), ".bmp"),
        coded(roll(), ".tif"),
        coded(roll(), ".webp"),
        coded(roll(), ".ppm"),
    ],
    ids=[
        "jpeg", "grey", "transparent", "16-bit", "grey 16-bit", "palette", "bmp", "tiff", "webp",
        "ppm",
    ],
)  # fmt: skip
def test_the_five_is_read_whatever_the_form(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (report,) = said(capsys, written(tmp_path, data))
    assert status == 0
    assert (report["width"], report["height"]) == (400, 300)
    assert [die["guess"] for die in dice(report)] == [FIVE]


def dice(report: dict[str, object]) -> list[dict[str, float]]:
    found = report["dice"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("orientation", range(1, 9))
def test_boxes_are_of_the_picture_as_shown_upright(
    orientation: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    upright = roll()
    stored = {
        1: upright,
        2: upright[:, ::-1],
        3: upright[::-1, ::-1],
        4: upright[::-1],
        5: upright.transpose(1, 0, 2),
        6: upright.transpose(1, 0, 2)[::-1],
        7: upright.transpose(1, 0, 2)[::-1, ::-1],
        8: upright.transpose(1, 0, 2)[:, ::-1],
    }[orientation]
    data = jpeg(np.ascontiguousarray(stored), orientation)
    _, (report,) = said(capsys, written(tmp_path, data))
    (die,) = dice(report)
    assert (report["width"], report["height"]) == (400, 300)
    assert die["x"] < 140 < die["x"] + die["w"]
    assert die["y"] < 110 < die["y"] + die["h"]
    assert die["guess"] == FIVE


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (coded(np.zeros((1, 1, 3), np.uint8)), (1, 1)),
        (coded(np.full((5, 5, 3), 90, np.uint8)), (5, 5)),
        (coded(np.full((2, 3000, 3), 90, np.uint8)), (3000, 2)),
        (png((8, 2), 0, b"\0\xaa\0\x55", bits=1), (8, 2)),
        (CMYK_JPEG, (8, 6)),
        (GIF_OF_TWO, (8, 6)),
        (APNG_OF_TWO, (8, 6)),
    ],
    ids=["1x1", "5x5", "strip", "one bit", "cmyk", "animated gif", "animated png"],
)
def test_small_and_odd_pictures_have_no_dice(
    data: bytes, size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (report,) = said(capsys, written(tmp_path, data))
    assert (status, report["width"], report["height"]) == (0, *size)
    assert dice(report) == []


BROKEN: Sequence[tuple[str, bytes, str]] = (
    ("empty", b"", "empty"),
    ("text", b"three, five, five", "not a picture"),
    ("half a jpeg", jpeg(roll())[:2000], "truncated"),
    ("half a png", coded(roll())[:2000], "truncated"),
    ("half a bmp", coded(roll(), ".bmp")[:2000], "damaged"),
    ("half a tiff", coded(roll(), ".tif")[:2000], "damaged"),
    ("half a webp", coded(roll(), ".webp")[:1000], "damaged"),
    ("png without pixels", png((80, 60), 2, b"\0" * 9), "damaged"),
    ("png of no size", png((0, 60), 2, b""), "damaged"),
    ("png of ten gigapixels", png((100_000, 100_000), 2, b""), "too large"),
    ("drawing", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "not a picture"),
    ("zeros", bytes(5000), "not a picture"),
)


@pytest.mark.parametrize(("data", "words"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN])
def test_a_file_that_is_no_picture_is_told_and_fails(
    data: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, data)
    status, (report,) = said(capsys, path)
    assert status == 1
    assert set(report) == {"file", "error"}
    assert report["file"] == str(path)
    assert words in str(report["error"])


def test_folders_pipes_and_missing_files_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    paths = (tmp_path, tmp_path / "pipe", Path("/dev/zero"), tmp_path / "none.jpg")
    status, reports = said(capsys, *paths)
    assert status == 1
    assert [str(report["error"]).split(": ")[1] for report in reports] == [
        "cannot be read (it is a folder)",
        "cannot be read (it is no file)",
        "cannot be read (it is no file)",
        "no such file",
    ]


def test_a_file_without_permission_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        if path.name == "locked.jpg":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", refuse)  # the superuser may read everything
    path = written(tmp_path, b"x", "locked.jpg")
    status, (report,) = said(capsys, path)
    assert (status, report["error"]) == (1, f"{path}: cannot be read (Permission denied)")


def test_good_files_are_read_although_others_are_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [written(tmp_path, jpeg(roll()), f"{n}.jpg") for n in (1, 3)]
    status, reports = said(capsys, good[0], tmp_path / "none.jpg", good[1])
    assert status == 1
    assert [sorted(report)[0] for report in reports] == ["dice", "error", "dice"]


@pytest.mark.slow
def test_fifty_megapixels_need_a_bounded_memory(tmp_path: Path) -> None:
    """Decoded once and turned once, 150 MB each; the rest of the program in 150 MB more."""
    require_model()
    large = cv2.resize(roll(), (8660, 5780), interpolation=cv2.INTER_LINEAR)
    path = written(tmp_path, jpeg(np.asarray(large, np.uint8), 6))
    code = (
        "import resource, sys; from companion.cli import main;"
        "main(['read', '--json', sys.argv[1]]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    report, peak_mb = done.stdout.splitlines()
    assert [die["guess"] for die in json.loads(report)["dice"]] == [FIVE]
    assert int(peak_mb) < 450
