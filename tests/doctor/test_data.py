"""The data folder: whole, damaged, of another game, not to be written."""

import json
from pathlib import Path

import pytest

from companion.doctor.data import (
    began,
    check_board,
    check_boards,
    check_data,
    check_file,
    check_games,
    check_mat,
    check_mats,
    check_writable,
)
from companion.doctor.finding import Finding, Level
from companion.rules.registry import load_game
from companion.settings import board_file
from companion.store.library import create_game, list_games
from companion.vision.lens import load_lens
from tests.store.tiny import header, load_tiny, toss
from tests.vision.boards import BOARD

GOOD, WARNING, PROBLEM = Level.GOOD, Level.WARNING, Level.PROBLEM
BOARD_TEXT = "[board]\nwidth_mm = 200\nheight_mm = 140\n"


def levels(found: list[Finding]) -> list[Level]:
    return [finding.level for finding in found]


def test_a_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    assert check_writable(tmp_path / "new" / "data").level is GOOD
    assert list((tmp_path / "new" / "data").iterdir()) == []


def test_a_folder_that_cannot_be_written_keeps_a_game_from_being_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = check_writable(tmp_path / "file")
    assert found.level is PROBLEM
    assert "--data" in found.remedy


def test_whole_and_damaged_games(tmp_path: Path) -> None:
    assert levels(list(check_games(()))) == [GOOD]
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
    with create_game(tmp_path, header("2026-11-30T10:00:00+01:00")) as newer:
        newer.append(toss(1))
    with create_game(tmp_path, header("2026-12-01T10:00:00", game="chess")):
        pass
    newer.path.write_bytes(newer.path.read_bytes()[:5000] + b"\0" * 3000)
    games = list_games(tmp_path)
    unknown, damaged, whole = check_games(games, load_tiny)
    assert (unknown.level, damaged.level, whole.level) == (WARNING, WARNING, GOOD)
    assert "cannot read it" in unknown.words
    assert "is damaged" in damaged.words
    assert f"--resume {newer.id}" in damaged.remedy
    assert newer.path.exists(), "a check changes nothing"
    assert len(began(games)) <= 1, "times without a zone say nothing for sure"


def test_mats_have_tags_and_places_that_do_not_overlap() -> None:
    assert set(levels(list(check_mats()))) == {GOOD}
    bare = check_mat("ours", BOARD.__class__(200, 140, {}, {}))
    assert bare.level is PROBLEM
    assert "0 tags" in bare.words


def place(data: Path, text: str, picture: bool = True) -> Path:
    path = board_file(data, "ours")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    if picture:
        path.with_suffix(".jpg").write_bytes(b"a picture")
    return path


@pytest.mark.report("B19")
@pytest.mark.parametrize(
    ("text", "picture", "level", "words"),
    [
        (BOARD_TEXT, True, GOOD, "0 places"),
        (BOARD_TEXT, False, WARNING, "no picture"),
        (BOARD_TEXT[:20], True, WARNING, "height_mm"),
        ("\x00\x01", True, WARNING, "torn"),
        ('[profile]\ngame = "chess"\n' + BOARD_TEXT, True, WARNING, "does not have"),
        ('[profile]\ngame = "alien_frontiers"\n' + BOARD_TEXT, True, WARNING, "not on this board"),
    ],
    ids=["whole", "no picture", "cut", "garbled", "another game", "older layout"],
)
def test_taught_boards(tmp_path: Path, text: str, picture: bool, level: Level, words: str) -> None:
    path = place(tmp_path, text, picture)
    found = check_board(path, tmp_path)
    assert found.level is level
    assert words in found.words
    assert ("/board" in found.remedy) is (level is WARNING)
    assert levels(list(check_boards(tmp_path))) == [level]


@pytest.mark.report("B19")
def test_a_measured_file_that_is_damaged_is_said(tmp_path: Path) -> None:
    path = tmp_path / "lens.json"
    assert check_file("lens", path, load_lens, "measure it again") is None
    path.write_text(json.dumps({"size_px": [1, 1]}))
    found = check_file("lens", path, load_lens, "measure it again")
    assert found is not None
    assert (found.level, found.remedy) == (WARNING, "measure it again")
    assert "cannot be used" in found.words


def test_all_of_it_in_an_empty_folder(tmp_path: Path) -> None:
    assert set(levels(list(check_data(tmp_path / "data")))) == {GOOD}
    assert load_game("dice").layout.width_mm == 0, "has no mat, and is not missed"
