"""Photographs of real tables are read right, and the way to add one works."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.profile import Profile, write_profile
from companion.vision.dice import DiceReader
from tests.golden.pairs import (
    ENDING,
    MARKED,
    PHOTOS,
    Truth,
    TruthError,
    add,
    check,
    compare,
    read_truth,
)
from tests.test_cli import need_model
from tests.vision.boards import BOARD, GreyReader, noisy, picture

TEXTS = sorted(PHOTOS.glob(f"*{ENDING}"))
NONE_YET = (
    "there is no photograph of a printed mat yet: print one, take a picture, and add it by "
    "`python -m tests.golden add` (docs/golden-pictures.md)"
)


@pytest.mark.parametrize("text", TEXTS or [None], ids=lambda text: text.stem if text else "none")
def test_photographs_are_read_right(text: Path | None, tmp_path: Path) -> None:
    if text is None:
        pytest.skip(NONE_YET)
    truth = read_truth(text)
    if not truth.checked:
        pytest.skip(f"{text.name}: nobody has looked it through yet")
    need_model()
    found = check(text, DiceReader.load(), tmp_path)
    assert found.places == truth.known_wrong, (
        f"there and not read: {found.missing}; read and not there: {found.spurious}; what is "
        f"known to be wrong and is not any more: {truth.known_wrong - found.places}"
    )


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """A drawn photograph of a board with two dice, and the board's profile."""
    (tmp_path / "ours.toml").write_text(write_profile(Profile("ours", "", BOARD)))
    pixels = noisy(picture({"dock.0": 3, "dock.2": 5}), 1)
    cv2.imwrite(str(tmp_path / "kitchen.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 97])
    return tmp_path / "kitchen.jpg"


def added(taken: Path) -> Path:
    board = str(taken.parent / "ours.toml")
    return add(taken, board, taken.parent / "golden", taken.parent, GreyReader())


def test_a_photograph_is_added_with_what_was_read(taken: Path) -> None:
    text = added(taken)
    truth = read_truth(text)
    assert not truth.checked, "until somebody has looked"
    assert set(truth.places) == set(BOARD.slots)
    dice = {name: named for name, named in truth.places.items() if named}
    assert {name: named[0].split()[1:] for name, named in dice.items()} == {
        "dock.0": ["die", "3"], "dock.2": ["die", "5"],
    }  # fmt: skip
    assert text.with_name(f"kitchen{MARKED}").is_file()
    assert check(text, GreyReader(), taken.parent).places == frozenset()


def test_what_is_there_and_not_read_and_what_is_read_and_not_there(taken: Path) -> None:
    text = added(taken)
    words = text.read_text()
    line = next(line for line in words.splitlines() if line.startswith('"dock.2"'))
    words = words.replace(line, '"dock.2" = ""').replace('"dock.1" = ""', '"dock.1" = "red die 4"')
    text.write_text(words)
    found = check(text, GreyReader(), taken.parent)
    assert found.missing == {"dock.1": ("red die 4",)}
    assert list(found.spurious) == ["dock.2"]


def test_hidden_places_are_not_compared_and_heaps_have_no_order() -> None:
    places = {"a": None, "heap": ("red cube", "blue cube", "red cube"), "b": ()}
    truth = Truth("x", True, frozenset(), places)
    assert compare(truth, {"a": (), "heap": None, "b": ()}).missing == {
        "heap": ("blue cube", "red cube", "red cube")
    }
    assert compare(truth, {}).spurious == {}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[places]", "", "places"),
        ("checked = false", "chequed = false", "checked"),
        ('"dock.0"', '"dock.9"', "no place dock.9"),
        ("known_wrong = []", 'known_wrong = ["dock.8"]', "no place dock.8"),
        ("board =", "board ==", "golden"),
    ],
)
def test_a_text_that_says_nothing_is_refused(taken: Path, old: str, new: str, words: str) -> None:
    text = added(taken)
    text.write_text(text.read_text().replace(old, new, 1))
    with pytest.raises(TruthError, match=words):
        check(text, GreyReader(), taken.parent)


def test_a_photograph_without_the_board_or_twice_is_not_added(taken: Path) -> None:
    added(taken)
    with pytest.raises(TruthError, match="there already"):
        added(taken)
    other = taken.with_name("floor.jpg")
    cv2.imwrite(str(other), np.full((500, 720, 3), 90, np.uint8))
    with pytest.raises(TruthError, match="no tag of the board"):
        added(other)


def test_where_a_phone_was_is_not_kept(taken: Path) -> None:
    place = b"\xff\xe1\x00\x10Exif\x00\x00GPS here"
    data = taken.read_bytes()
    taken.write_bytes(data[:2] + place + data[2:])
    assert b"GPS" not in added(taken).with_suffix(".jpg").read_bytes()
