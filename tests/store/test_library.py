import os
from pathlib import Path

import pytest

from companion.store.errors import NoSuchGameError, SavingError
from companion.store.library import create_game, list_games, newest_game, open_game
from tests.store.tiny import header, load_tiny, toss


def begin(data: Path, began: str, game: str = "coins") -> str:
    with create_game(data, header(began, game=game)) as file:
        return file.id


def test_a_name_can_be_read(tmp_path: Path) -> None:
    assert begin(tmp_path, "2026-11-29T20:15:00+01:00") == "20261129-201500-coins"


def test_the_newest_game_is_the_one_begun_last(tmp_path: Path) -> None:
    assert newest_game(tmp_path) is None
    begin(tmp_path, "2026-11-28T10:00:00", "coins")
    begin(tmp_path, "2026-11-29T10:00:00", "seti")
    begin(tmp_path, "2026-11-29T11:00:00", "coins")
    assert newest_game(tmp_path) == "20261129-110000-coins"
    assert newest_game(tmp_path, "seti") == "20261129-100000-seti"
    assert newest_game(tmp_path, "chess") is None


def test_two_games_in_one_second_have_two_names(tmp_path: Path) -> None:
    names = [begin(tmp_path, "2026-11-29T23:59:59") for _ in range(3)]
    assert names == ["20261129-235959-coins", "20261130-000000-coins", "20261130-000001-coins"]


def test_a_machine_that_has_forgotten_the_date_still_resumes_the_last_game(tmp_path: Path) -> None:
    begin(tmp_path, "2026-11-29T20:15:00")
    name = begin(tmp_path, "1970-01-01T00:00:07")
    assert newest_game(tmp_path) == name
    (saved, _) = list_games(tmp_path)
    assert saved.header is not None
    assert saved.header.began == "1970-01-01T00:00:07"


def test_games_are_listed_newest_first_with_what_is_wrong(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
    other = begin(tmp_path, "2026-11-30T10:00:00")
    (tmp_path / "games" / f"{other}.sqlite").write_bytes(b"")
    (tmp_path / "games" / "notes.sqlite").write_bytes(b"not ours")
    damaged, whole = list_games(tmp_path)
    assert (damaged.id, damaged.header) == (other, None)
    assert "damaged" in damaged.problem
    assert (whole.header, whole.entries, whole.problem) == (header(), 1, "")
    assert damaged.path.exists(), "a list changes nothing"


@pytest.mark.parametrize(
    "name", ["", "nonsense", "../20261129-201500-coins", "20261129-201501-coins", "a/b", "\0"]
)
def test_an_unknown_name_is_answered_with_those_there_are(tmp_path: Path, name: str) -> None:
    known = begin(tmp_path, "2026-11-29T20:15:00")
    with pytest.raises(NoSuchGameError, match=known):
        open_game(tmp_path, name, load_tiny)


def test_a_draft_left_by_a_power_cut_is_no_game_and_in_nobodys_way(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / f".new-{os.getpid()}").write_bytes(b"half a header")
    assert list_games(tmp_path) == ()
    begin(tmp_path, "2026-11-29T20:15:00")
    assert len(list(folder.iterdir())) == 1


def test_a_disk_without_hard_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    names = [begin(tmp_path, "2026-11-29T20:15:00") for _ in range(2)]
    assert [saved.id for saved in list_games(tmp_path)] == sorted(names, reverse=True)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    with pytest.raises(SavingError, match="no game can be saved in"):
        begin(tmp_path, "2026-11-29T20:15:00")


def test_a_header_without_a_date_is_told(tmp_path: Path) -> None:
    with pytest.raises(SavingError, match="date and time"):
        begin(tmp_path, "yesterday")
    assert list((tmp_path / "games").iterdir()) == [], "no draft is left"
