"""Damage at random places of the files of a game, and what comes back of it."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from companion.rules.ledger import Ledger
from companion.store.backups import EVERY, KEPT, list_backups
from companion.store.errors import DamagedGameError
from companion.store.game_file import read_ledger
from companion.store.library import create_game, open_game
from companion.store.mirror import Mirror
from tests.store.tiny import header, load_tiny, toss

ENTRIES = 30
DAMAGES = 20
"""Of each kind; the slow test tries a hundred times as many."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as a power cut leaves it: the newest entries are in the log beside the file."""
    data, left = tmp_path_factory.mktemp("played"), tmp_path_factory.mktemp("left")
    with create_game(data, header()) as file:
        for number in range(1, ENTRIES - 9):
            file.append(toss(number))
    _, file = open_game(data, file.id, load_tiny)
    with file:
        for number in range(ENTRIES - 9, ENTRIES + 1):
            file.append(toss(number))
        shutil.copytree(data, left, dirs_exist_ok=True)
    return left


def name_of(data: Path) -> str:
    (path,) = (data / "games").glob("*.sqlite")
    return path.stem


def opened(data: Path) -> tuple[Ledger, tuple[str, ...]]:
    ledger, file = open_game(data, name_of(data), load_tiny)
    file.close()
    return ledger, tuple(notice.text for notice in file.notices)


def truncated(content: bytes, lot: random.Random) -> bytes:
    return content[: lot.randrange(len(content))]


def garbled(content: bytes, lot: random.Random) -> bytes:
    at, size = lot.randrange(len(content)), lot.choice((1, 16, 512, 4096))
    return content[:at] + lot.randbytes(min(size, len(content) - at)) + content[at + size :]


def zeroed(content: bytes, lot: random.Random) -> bytes:
    at = lot.randrange(len(content)) // 512 * 512
    size = lot.choice((512, 4096))
    return content[:at] + bytes(min(size, len(content) - at)) + content[at + size :]


DAMAGE = (truncated, garbled, zeroed)
ENDINGS = ("sqlite", "sqlite-wal")


def damaged(played: Path, data: Path, ending: str, how: object, seed: int) -> Path:
    shutil.copytree(played, data)
    path = data / "games" / f"{name_of(played)}.{ending}"
    assert callable(how)
    path.write_bytes(how(path.read_bytes(), random.Random(f"{ending} {seed}")))
    return data


def damages(played: Path, tmp_path: Path, ending: str, how: object, count: int) -> None:
    for seed in range(count):
        data = damaged(played, tmp_path / "data", ending, how, seed)
        ledger, _ = opened(data)
        assert ledger.entries == tuple(toss(n) for n in range(1, ENTRIES + 1)), seed
        assert opened(data) == (ledger, ()), "whole again, and nothing more to say"
        shutil.rmtree(data)


@pytest.mark.report("F1")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("how", DAMAGE)
def test_damage_to_the_game_file_costs_nothing(
    played: Path, tmp_path: Path, ending: str, how: object
) -> None:
    damages(played, tmp_path, ending, how, DAMAGES // 4)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("how", DAMAGE)
def test_a_lot_of_damage_to_the_game_file_costs_nothing(
    played: Path, tmp_path: Path, ending: str, how: object
) -> None:
    damages(played, tmp_path, ending, how, DAMAGES * 20)


@pytest.mark.report("F1")
@pytest.mark.parametrize("how", DAMAGE)
def test_damage_to_everything_leaves_a_beginning_and_tells_the_loss(
    played: Path, tmp_path: Path, how: Callable[[bytes, random.Random], bytes]
) -> None:
    for seed in range(DAMAGES):
        data, lot = tmp_path / "data", random.Random(seed)
        shutil.copytree(played, data)
        for path in sorted(data.rglob("*.*")):
            path.write_bytes(how(path.read_bytes(), lot))
        before = {path.read_bytes() for path in (data / "games").glob("*.sqlite")}
        try:
            ledger, told = opened(data)
        except DamagedGameError as error:
            entries, told = 0, (str(error),)
        else:
            entries = len(ledger.entries)
            assert ledger.entries == tuple(toss(n) for n in range(1, entries + 1))
        assert told or entries >= ENTRIES - 10, "a log cut short looks whole"
        left = {path.read_bytes() for path in (data / "games").glob("*.sqlite*")}
        aside = any("put together again" in words for words in told)
        assert before <= left or not aside, "the damaged file is kept"
        shutil.rmtree(data)


def test_a_gap_is_told_with_what_was_lost_after_it(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        for number in range(1, 10):
            file.append(toss(number))
    shutil.rmtree(tmp_path / "backups")
    with closing(sqlite3.connect(file.path)) as other:
        other.execute("DELETE FROM entries WHERE seq = 5")
        other.commit()
    ledger, told = opened(tmp_path)
    assert len(ledger.entries) == 4
    assert "4 entries are there. 5 entries after them could not be saved" in told[0]


def test_entries_missing_in_the_file_come_back_from_the_lines(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        for number in range(1, 6):
            file.append(toss(number))
    with closing(sqlite3.connect(file.path)) as other:
        other.execute("DELETE FROM entries WHERE seq > 3")
        other.commit()
    ledger, told = opened(tmp_path)
    assert len(ledger.entries) == 5
    assert told[0].startswith("2 entries had been lost from the file")
    assert len(read_ledger(file.path, load_tiny)[0].entries) == 5


def test_copies_roll(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        for number in range(1, 5 * EVERY):
            file.append(toss(number))
    kept = list_backups(tmp_path)
    assert kept[0].entries == 5 * EVERY - 1, "the last one when it is put away"
    assert len(kept) == KEPT
    assert all(one.entries - other.entries >= EVERY - 1 for one, other in pairwise(kept[1:]))
    for one in kept:
        ledger, _ = read_ledger(one.path, load_tiny)
        assert ledger.entries == tuple(toss(n) for n in range(1, one.entries + 1))
    assert not list((tmp_path / "backups").glob(".*")), "no parts are left"


def test_copies_that_cannot_be_made_cost_no_entry(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file where the folder should be")
    with create_game(tmp_path, header()) as file:
        for number in range(1, EVERY + 2):
            file.append(toss(number))
    (tmp_path / "backups").unlink()
    ledger, _ = opened(tmp_path)
    assert len(ledger.entries) == EVERY + 1
    rows = Mirror(tmp_path / "backups" / f"{file.id}.lines").rows()
    assert len(rows) == EVERY + 2, "they are made as soon as it goes"


def test_lines_of_another_game_are_not_taken_in(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
    other = tmp_path / "other"
    with create_game(other, header(rules="9")) as second:
        for number in (1, 2, 3):
            second.append(toss(number))
    assert second.id == file.id
    shutil.copytree(other / "backups", tmp_path / "backups", dirs_exist_ok=True)
    ledger, told = opened(tmp_path)
    assert (len(ledger.entries), told) == (1, ())
