"""`companion observe`: every slot of a board in a picture, in words, values and drawn in."""

import re
from pathlib import Path

import cv2
import numpy as np

from companion.core.ids import SlotId
from companion.vision.observe import (
    DOUBT,
    SURE,
    UNSEEN,
    Board,
    draw_debug,
    observe_report,
    text_line,
    with_free_dice,
)
from companion.vision.pipeline import observe_picture
from tests.vision.boards import BOARD, GreyReader, picture, put_die


def _written(folder: Path, pixels: object) -> Path:
    path = folder / "table.png"
    cv2.imwrite(str(path), np.asarray(pixels))
    return path


def test_every_slot_is_told_empty_full_or_not_seen(tmp_path: Path) -> None:
    pixels = picture({"dock.0": 3})
    put_die(pixels, 80.0, 85.0, 2)
    report = observe_report(_written(tmp_path, pixels), Board(BOARD), GreyReader())
    assert list(report) == ["file", "registered", "error_mm", "problem", "slots"]
    assert report["registered"] is True
    assert isinstance(report["error_mm"], float)
    slots = report["slots"]
    assert isinstance(slots, dict)
    assert list(slots) == list(BOARD.slots)
    assert [(p["kind"], p["value"]) for p in slots["dock.0"]] == [("die", 3)]
    assert set(slots["dock.0"][0]) == {"kind", "colour", "value", "confidence"}
    assert (slots["dock.1"], slots["land"]) == ([], None)
    assert [p["value"] for p in slots["pit"]] == [2]
    assert re.search(r"dock\.0 \w+ die 3, pit \w+ die 2; 1 not seen", text_line(report))


def test_without_a_board_nothing_is_seen_and_the_reason_said(tmp_path: Path) -> None:
    path = _written(tmp_path, picture(tags=(0,)))
    report = observe_report(path, Board(BOARD), GreyReader())
    assert (report["registered"], report["error_mm"]) == (False, None)
    slots = report["slots"]
    assert isinstance(slots, dict)
    assert set(slots.values()) == {None}
    assert "tag 2 (bottom right)" in text_line(report)
    missing = observe_report(tmp_path / "gone.jpg", Board(BOARD), GreyReader())
    assert "no such file" in text_line(missing)


def test_the_marked_picture_shows_readings_doubts_and_what_is_not_seen(tmp_path: Path) -> None:
    pixels = picture({"dock.0": 3}, tags=(0, 1, 2))
    observe_report(_written(tmp_path, pixels), Board(BOARD), GreyReader(), tmp_path / "marked")
    marked = cv2.imread(str(tmp_path / "marked" / "table.observed.png"))
    assert marked is not None
    assert marked.shape == (1500, 2160, 3)
    for colour, x_mm, y_mm in ((SURE, 60.0, 32.0), (UNSEEN, 30.0, 70.0), (UNSEEN, 17.0, 113.0)):
        x, y = round((60 + x_mm * 3) * 3), round((40 + y_mm * 3) * 3)
        near = marked[y - 12 : y + 12, x - 40 : x + 40].reshape(-1, 3).astype(int)
        assert np.abs(near - colour).sum(axis=1).min() < 60


def test_a_doubtful_die_is_drawn_in_another_colour() -> None:
    claim, pipeline = observe_picture(picture({"dock.0": 3}), BOARD, GreyReader())
    seen = dict(with_free_dice(claim, BOARD))
    (die,) = seen[SlotId("dock.0")] or ()
    seen[SlotId("dock.0")] = (type(die)(die.kind, die.colour, None, 0.5, (), die.x, die.y),)
    marked = draw_debug(picture({"dock.0": 3}), BOARD, seen, pipeline.registration)
    around = marked[250:420, 600:900].reshape(-1, 3).astype(int)
    assert np.abs(around - DOUBT).sum(axis=1).min() < 30
