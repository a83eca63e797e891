"""What `companion read` says."""

from pathlib import Path

import cv2
import pytest

from companion.vision.report import read_report, text_line
from tests.vision.test_dice_drawn import reader, rolling_area


def test_a_picture_is_reported(tmp_path: Path) -> None:
    picture, dice = rolling_area(80.0)
    path = tmp_path / "roll.png"
    path.write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    report = read_report(path, reader())
    assert list(report) == ["file", "width", "height", "ms", "dice"]
    assert (report["width"], report["height"]) == (800, 600)
    said = report["dice"]
    assert isinstance(said, list)
    assert len(said) in range(len(dice) - 1, len(dice) + 2)
    keys = {"x", "y", "w", "h", "value", "guess", "unsure", "colour", "confidence"}
    for die in said:
        assert set(die) == keys
        assert die["value"] == (None if die["unsure"] else die["guess"])
    assert f"{len(said)} dice: " in text_line(report)


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    report = read_report(tmp_path / "none.jpg", reader())
    assert list(report) == ["file", "error"]
    assert text_line(report) == f"{tmp_path / 'none.jpg'}: no such file"


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ([], "a.jpg: no dice (3 ms)"),
        ([{"guess": 4, "unsure": False, "colour": "red"}], "a.jpg: 1 die: red 4 (3 ms)"),
        (
            [
                {"guess": 4, "unsure": True, "colour": None},
                {"guess": 6, "unsure": False, "colour": "blue"},
            ],
            "a.jpg: 2 dice: 4?, blue 6 (3 ms)",
        ),
    ],
)
def test_people_read_one_line(dice: list[dict[str, object]], words: str) -> None:
    assert text_line({"file": "a.jpg", "ms": 3, "dice": dice}) == words
