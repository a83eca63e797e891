import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.rules.game import AnyGame
from companion.rules.ledger import Ledger
from companion.store.errors import DamagedGameError, OpeningError, SavingError
from companion.store.game_file import GameFile
from companion.store.library import create_game, newest_game, open_game
from tests.store.tiny import header, load_tiny, one_of_each, toss


def a_game(data: Path, entries: int = 3) -> str:
    with create_game(data, header()) as file:
        for number in range(1, entries + 1):
            file.append(toss(number))
        return file.id


def path_of(data: Path, name: str) -> Path:
    return data / "games" / f"{name}.sqlite"


def reopened(data: Path, name: str) -> Ledger:
    ledger, file = open_game(data, name, load_tiny)
    file.close()
    return ledger


def test_every_kind_of_entry_is_read_back_as_it_was(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        for entry in one_of_each():
            file.append(entry)
        assert reopened(tmp_path, file.id) == Ledger(header(), one_of_each())


def test_a_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    name = a_game(tmp_path, entries=2)
    ledger, file = open_game(tmp_path, name, load_tiny)
    with file:
        file.append(toss(3))
    assert reopened(tmp_path, name) == ledger.append(toss(3))


def test_an_acknowledged_entry_is_committed_and_synchronised(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        ask = file._connection.execute
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert ask("PRAGMA busy_timeout").fetchone()[0] >= 5000


def test_a_closed_game_is_one_file_that_can_be_copied(tmp_path: Path) -> None:
    name = a_game(tmp_path)
    assert [path.name for path in (tmp_path / "games").iterdir()] == [f"{name}.sqlite"]


def test_a_game_may_be_read_while_it_is_played(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        for number in range(1, 30):
            file.append(toss(number))
            assert len(reopened(tmp_path, file.id).entries) == number


def empty(path: Path) -> None:
    path.write_bytes(b"")


def torn(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])


def not_a_database(path: Path) -> None:
    path.write_bytes(b"\x89PNG and so on" * 999)


def garbled_page(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4096 : 4096 + 2000] = os.urandom(2000)
    path.write_bytes(whole)


def one_face_changed(path: Path) -> None:
    whole = path.read_bytes()
    assert whole.count(b'"face":1') == 3
    path.write_bytes(whole.replace(b'"face":1', b'"face":6', 1))


def run_sql(sql: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.executescript(sql)
        connection.close()

    return run


DAMAGES = [
    empty,
    torn,
    not_a_database,
    garbled_page,
    one_face_changed,
    pytest.param(run_sql("DELETE FROM entries WHERE seq = 2"), id="entry_missing"),
    pytest.param(run_sql("DELETE FROM header"), id="header_missing"),
    pytest.param(run_sql("DROP TABLE entries"), id="table_missing"),
    pytest.param(run_sql("UPDATE header SET json = x'ff00'"), id="header_is_no_text"),
]


@pytest.mark.report("F1")
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_put_together_from_its_copies(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    name = a_game(tmp_path)
    path = path_of(tmp_path, name)
    damage(path)
    evidence = path.read_bytes()
    ledger, file = open_game(tmp_path, name, load_tiny)
    with file:
        assert ledger.entries == tuple(toss(number) for number in (1, 2, 3))
        (notice,) = file.notices
        kept = path.with_name(f"{name}.sqlite.damaged")
        assert kept.read_bytes() == evidence
        assert "3 entries are there" in notice.text
        assert kept.name in notice.text
        file.append(toss(4))
    assert len(reopened(tmp_path, name).entries) == 4


@pytest.mark.parametrize("damage", DAMAGES)
def test_without_copies_what_is_left_is_kept_and_the_message_says_what_to_do(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    name = a_game(tmp_path)
    path = path_of(tmp_path, name)
    damage(path)
    shutil.rmtree(tmp_path / "backups")
    evidence = path.read_bytes()
    try:
        ledger, file = open_game(tmp_path, name, load_tiny)
    except DamagedGameError as error:
        words = str(error)
        assert "--new" in words
        assert not path.exists()
        assert newest_game(tmp_path) is None
    else:
        file.close()
        words = file.notices[0].text
        assert ledger.entries == tuple(toss(n) for n in range(1, len(ledger.entries) + 1))
    kept = path.with_name(f"{name}.sqlite.damaged")
    assert kept.read_bytes() == evidence
    assert kept.name in words


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    name = a_game(tmp_path)
    path = path_of(tmp_path, name)
    for content in (b"one", b"two"):
        path.write_bytes(content)
        reopened(tmp_path, name)
    assert path.with_name(f"{name}.sqlite.damaged").read_bytes() == b"one"
    assert path.with_name(f"{name}.sqlite.damaged-2").read_bytes() == b"two"


def test_what_lies_beside_a_damaged_file_is_kept_too(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
        crashed = tmp_path / "crashed"
        shutil.copytree(tmp_path / "games", crashed / "games")
        name = file.id
    path = path_of(crashed, name)
    log = path.with_name(path.name + "-wal").read_bytes()
    path.write_bytes(b"damaged" * 9999)
    with pytest.raises(DamagedGameError):
        open_game(crashed, name, load_tiny)
    assert path.with_name(f"{name}.sqlite.damaged-wal").read_bytes() == log


@pytest.mark.parametrize("keep", [0, 10, 33, 500, 4200])
def test_a_torn_log_costs_only_what_was_torn(tmp_path: Path, keep: int) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
        crashed = tmp_path / "crashed"
        shutil.copytree(tmp_path / "games", crashed / "games")
        name = file.id
    log = path_of(crashed, name).with_name(f"{name}.sqlite-wal")
    log.write_bytes(log.read_bytes()[:keep])
    assert reopened(crashed, name) in (Ledger(header()), Ledger(header(), (toss(1),)))


def test_unknown_events_leave_the_file_alone(tmp_path: Path) -> None:
    name = a_game(tmp_path)

    def load_other(name: str) -> AnyGame:
        game = load_tiny(name)
        game.event_types = ()
        return game

    with pytest.raises(OpeningError, match="update the program"):
        open_game(tmp_path, name, load_other)
    assert newest_game(tmp_path) == name


def test_a_game_that_is_not_installed_leaves_the_file_alone(tmp_path: Path) -> None:
    create_game(tmp_path, header(game="chess")).close()
    name = newest_game(tmp_path)
    assert name is not None
    with pytest.raises(OpeningError, match="chess"):
        open_game(tmp_path, name, load_tiny)
    assert newest_game(tmp_path) == name


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    name = a_game(tmp_path)
    run_sql("PRAGMA user_version = 99")(path_of(tmp_path, name))
    with pytest.raises(OpeningError, match="newer program"):
        open_game(tmp_path, name, load_tiny)
    assert newest_game(tmp_path) == name


def test_older_rules_are_told_and_not_refused(tmp_path: Path) -> None:
    create_game(tmp_path, header(rules="0.9")).close()
    name = newest_game(tmp_path)
    assert name is not None
    ledger, file = open_game(tmp_path, name, load_tiny)
    file.close()
    (notice,) = file.notices
    assert notice.code == "store.rules_version"
    assert "0.9" in notice.text
    assert "1.0" in notice.text
    assert ledger.header.rules_version == "0.9"


def test_a_writer_waits_for_another_program(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        other = sqlite3.connect(file.path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.3, other.execute, ["ROLLBACK"])
        release.start()
        file.append(toss(1))
        release.join()
        other.close()
        assert reopened(tmp_path, file.id).entries == (toss(1),)


def play_along(data: Path, name: str, until: int, won: list[int], lost: list[str]) -> None:
    """Go on with the game as a second program would: start again whenever it was refused."""
    while True:
        ledger, file = open_game(data, name, load_tiny)
        with file:
            number = len(ledger.entries)
            try:
                while number < until:
                    number += 1
                    file.append(toss(number))
                    won.append(number)
            except SavingError as error:
                lost.append(str(error))
            else:
                return


@pytest.mark.report("F2")
def test_two_writers_never_find_the_file_locked(tmp_path: Path) -> None:
    name = a_game(tmp_path, entries=0)
    won: list[int] = []
    lost: list[str] = []
    writers = [
        threading.Thread(target=play_along, args=(tmp_path, name, 60, won, lost)) for _ in "ab"
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(won) == list(range(1, 61))
    assert all("another program is playing" in words for words in lost)
    assert reopened(tmp_path, name).entries == tuple(toss(number) for number in range(1, 61))


def append_until_refused(file: GameFile, upto: int = 500) -> tuple[int, str]:
    """The first entry that was refused, and the reason."""
    for number in range(1, upto):
        try:
            file.append(toss(number))
        except SavingError as error:
            return number, str(error)
    raise AssertionError(f"{upto} entries fitted on a disk of six pages")


def test_a_full_disk_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        file._connection.execute("PRAGMA max_page_count = 6")
        refused, reason = append_until_refused(file)
        assert "nothing was changed; the disk is full" in reason
        assert len(reopened(tmp_path, file.id).entries) == refused - 1
        file._connection.execute("PRAGMA max_page_count = 9999")
        file.append(toss(refused))
        assert len(reopened(tmp_path, file.id).entries) == refused


def test_several_entries_are_stored_together_or_not_at_all(tmp_path: Path) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1), toss(2))
        with closing(sqlite3.connect(file.path)) as other:
            other.execute("INSERT INTO entries VALUES (4, '{}', 0)")
            other.commit()
        with pytest.raises(SavingError):
            file.append(toss(3), toss(4))
        with closing(sqlite3.connect(file.path)) as other:
            stored = [seq for (seq,) in other.execute("SELECT seq FROM entries ORDER BY seq")]
    assert stored == [1, 2, 4]
