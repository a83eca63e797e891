import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.rules.ledger import Ledger
from companion.store.errors import DamagedGameError, OpeningError, SavingError
from companion.store.game_file import read_ledger, read_pictures
from companion.store.library import create_game, list_games, newest_game, open_game
from companion.store.parcel import pack, take_in
from companion.store.pictures import Pictures
from tests.store.tiny import header, load_tiny, one_of_each, toss

JPEG = b"\xff\xd8\xff\xe0 the table"


def played(data: Path) -> Path:
    with create_game(data, header()) as file:
        file.append(*one_of_each())
    return file.path


def parcel_of(tmp_path: Path) -> Path:
    """A game with its picture, in one file."""
    out = tmp_path / "carried.sqlite"
    assert pack(played(tmp_path / "here"), out, {"a.jpg": JPEG, "b": JPEG}.get) == 1
    return out


def test_a_game_goes_on_elsewhere(tmp_path: Path) -> None:
    out, there = parcel_of(tmp_path), tmp_path / "there"
    content = out.read_bytes()
    name, new = take_in(there, out, load_tiny)
    assert (name, new) == (newest_game(there), True)
    ledger, file = open_game(there, name, load_tiny)
    with file:
        assert ledger == Ledger(header(), one_of_each())
        file.append(toss(6))
    assert out.read_bytes() == content, "only read"
    assert take_in(there, out, load_tiny) == (name, False), "it is here, and further"
    assert len(list_games(there)) == 1


def test_a_game_that_went_on_elsewhere_comes_back_beside_the_old_one(tmp_path: Path) -> None:
    out = parcel_of(tmp_path)
    name, _ = take_in(tmp_path / "there", out, load_tiny)
    ledger, file = open_game(tmp_path / "there", name, load_tiny)
    with file:
        file.append(toss(6))
    back, new = take_in(tmp_path / "here", file.path, load_tiny)
    assert new
    assert back == newest_game(tmp_path / "here")
    assert [saved.entries for saved in list_games(tmp_path / "here")] == [6, 5]
    assert len(ledger.entries) == 5


def test_pictures_go_along_only_if_asked_for(tmp_path: Path) -> None:
    source, out = played(tmp_path / "here"), tmp_path / "carried.sqlite"
    assert pack(source, out) == 0
    assert dict(read_pictures(out)) == {}
    out = parcel_of(tmp_path)
    assert dict(read_pictures(out)) == {"a.jpg": JPEG}


def test_pictures_with_odd_names_or_no_pictures_at_all_stay_out(tmp_path: Path) -> None:
    kept = Pictures(tmp_path / "pictures")
    for name, jpeg in (("../x", JPEG), ("a/b", JPEG), ("a", b"MZ program"), ("good-1", JPEG)):
        kept.take_in(name, jpeg)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["good-1.jpg"]
    kept.take_in("good-1", JPEG + b"other")
    assert kept.get("good-1") == JPEG, "what is here already stays"


def test_one_file_is_enough_wherever_it_lies(tmp_path: Path) -> None:
    out = parcel_of(tmp_path)
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = stick / "game.sqlite"
    copy.write_bytes(out.read_bytes())
    assert read_ledger(copy, load_tiny)[0].entries == one_of_each()
    assert [path.name for path in stick.iterdir()] == ["game.sqlite"], "nothing beside it"


@pytest.mark.parametrize("seed", range(20))
def test_a_torn_file_is_told_and_nothing_is_saved(tmp_path: Path, seed: int) -> None:
    out, there = parcel_of(tmp_path), tmp_path / "there"
    content = out.read_bytes()
    torn = content[: random.Random(seed).randrange(len(content))]
    out.write_bytes(torn)
    with pytest.raises((DamagedGameError, OpeningError), match=r"carried\.sqlite"):
        take_in(there, out, load_tiny)
    assert out.read_bytes() == torn, "it is left as it came"
    assert list_games(there) == ()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("PRAGMA user_version = 2", "newer program"),
        ("UPDATE entries SET json = replace(json, 'Tossed', 'Thrown')", "garbled"),
        ("DROP TABLE entries; CREATE VIEW entries AS SELECT * FROM header", "holds no game"),
        ("DELETE FROM header", "no header"),
    ],
)
def test_a_foreign_file_is_told(tmp_path: Path, statement: str, words: str) -> None:
    out = parcel_of(tmp_path)
    with closing(sqlite3.connect(out)) as other:
        other.executescript(statement)
    with pytest.raises((DamagedGameError, OpeningError), match=words):
        take_in(tmp_path / "there", out, load_tiny)


def test_nothing_in_a_foreign_file_is_run_or_taken_along(tmp_path: Path) -> None:
    out = parcel_of(tmp_path)
    with closing(sqlite3.connect(out)) as other:
        other.executescript(
            "CREATE TABLE more (x); CREATE TRIGGER t AFTER INSERT ON entries "
            "BEGIN DELETE FROM entries; END;"
        )
    name, _ = take_in(tmp_path / "there", out, load_tiny)
    with closing(sqlite3.connect(tmp_path / "there" / "games" / f"{name}.sqlite")) as mine:
        names = [row[0] for row in mine.execute("SELECT name FROM sqlite_master ORDER BY name")]
    assert names == ["entries", "header"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    source = played(tmp_path / "here")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SavingError):
        pack(source, tmp_path / "file" / "out.sqlite")
