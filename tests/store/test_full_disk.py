"""A disk without room: the evening goes on from the reserve, and nothing acknowledged is lost."""

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store.errors import SavingError
from companion.store.library import create_game, open_game
from companion.store.room import (
    LOW_BYTES,
    RESERVE_BYTES,
    free_bytes,
    keep_reserve,
    low_words,
    spend_reserve,
)
from tests.requirements import require
from tests.store.tiny import header, load_tiny, toss

HOW = "needs Linux and root: the test mounts a small disk"


@pytest.mark.report("F4")
def test_play_goes_on_from_the_reserve_with_a_warning(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    require("small disk", unshare is not None and may_mount(unshare), HOW)
    assert unshare is not None
    command = [unshare, "-m", sys.executable, "-m", "tests.store.small_disk", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    told = json.loads(done.stdout)
    assert told["reserved"]
    assert told["warnings"] == ["store.full"]
    assert told["warned_at"] < 200, "the first refusal of the disk spends the reserve"
    assert told["refused_after"] >= told["warned_at"]
    assert "nothing was changed; the disk is full: free some space" in told["reason"]
    assert told["found"] == told["refused_after"] + 1, "with room again it goes on"
    assert told["in_order"]
    assert told["notices"] == []


def may_mount(unshare: str) -> bool:
    return subprocess.run([unshare, "-m", "true"], check=False).returncode == 0


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """Every write beyond `size` bytes of a file fails in this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.report("F4")
@pytest.mark.parametrize("more", [0, 1, 100, 4000, 4096, 4120, 5000, 8240, 12_000])
def test_a_write_that_fails_anywhere_is_told_and_costs_nothing(tmp_path: Path, more: int) -> None:
    with create_game(tmp_path, header()) as file:
        file.append(toss(1))
        log = file.path.with_name(f"{file.path.name}-wal").stat().st_size
        played, refusals = 1, list[str]()
        with files_no_longer_than(log + more):
            for _ in range(12):
                try:
                    file.append(toss(played + 1))
                except SavingError as error:
                    refusals.append(str(error))
                else:
                    played += 1
        assert refusals
        assert all("nothing was changed" in words for words in refusals)
        file.append(toss(played + 1))
    ledger, again = open_game(tmp_path, file.id, load_tiny)
    again.close()
    assert ledger.entries == tuple(toss(n) for n in range(1, played + 2))
    assert again.notices == ()


def test_the_reserve_is_there_once_and_can_be_spent_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert keep_reserve(data)
    (file,) = data.iterdir()
    assert file.stat().st_size == RESERVE_BYTES
    assert keep_reserve(data)
    assert spend_reserve(data)
    assert not spend_reserve(data)
    assert list(data.iterdir()) == []


def test_little_room_is_told_before_it_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    for free, words in ((LOW_BYTES, ""), (LOW_BYTES - 1, "Only 50 MB are free"), (0, "Only 0 MB")):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: usage._replace(free=free))
        assert low_words(tmp_path / "not" / "there").startswith(words)
        assert bool(low_words(tmp_path)) == bool(words)
        assert free_bytes(tmp_path) == free
    assert not keep_reserve(tmp_path / "data"), "there is no room for it"
