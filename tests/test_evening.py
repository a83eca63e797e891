"""The program as a process that breaks off, is started again, and changes tables."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from companion.clock import Clock
from companion.live import Live
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.rules.ruling import Notice
from companion.settings import Settings
from companion.store.game_file import DISK_FULL
from companion.store.library import create_game
from tests.test_live import Companion, Snapshot, playing

WITHIN_S = 30.0


def post(table: Companion, path: str, **fields: str) -> httpx.Response:
    return table.client.post(f"{table.url}{path}", data=fields)


def break_off(table: Companion) -> None:
    os.killpg(table.process.pid, signal.SIGKILL)
    table.process.wait()


def next_table(table: Companion, ready: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot for which `ready` holds; meanwhile nobody may answer."""
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            shown = table.snapshot()
            if ready(shown):
                return shown
        time.sleep(0.1)
    pytest.fail("the next table did not come")


def codes(snapshot: Snapshot) -> list[str]:
    return [notice["code"] for notice in snapshot["warnings"]]


def test_after_two_crashes_it_starts_in_safe_mode_and_finds_its_way_out(tmp_path: Path) -> None:
    pictures = tmp_path / "frames"
    pictures.mkdir()
    camera = ("--camera", str(pictures), "--board", "none")
    options = ("--option", "turns=each_roll")
    begin = ("play", "--game", "dice", "--players", "red=Ann,blue=Bo", *options)
    with playing(tmp_path / "data", *begin) as table:
        assert table.ask({"type": "Roll", "faces": [3]}).status_code == 200
        first = table.game
        break_off(table)
    with playing(tmp_path / "data", "play", "--resume") as table:
        assert codes(table.snapshot()) == []
        break_off(table)
    with playing(tmp_path / "data", *begin, *camera) as table:
        second = table.game
        assert codes(table.snapshot()) == ["safe.mode"]
        page = table.client.get(f"{table.url}/recovery").text
        assert "Safe mode: the program broke off 2 times in a row" in page
        assert "No camera was asked for" in page
        assert post(table, "/recovery/game", id=first).status_code == 303
        changed = next_table(table, lambda shown: len(shown["history"]) == 1)
        assert codes(changed) == [], "safe mode is left on the way"
        assert post(table, "/recovery/game", id=second).status_code == 303
        next_table(table, lambda shown: shown["history"] == [])
        assert table.process.poll() is None, "all in one process"
    assert not (tmp_path / "data" / "running.json").exists()
    log = (tmp_path / "data" / "log" / "companion.log").read_text()
    assert "safe.mode" in log
    assert "Ann" not in log


def test_a_closed_terminal_is_no_crash(tmp_path: Path) -> None:
    with playing(tmp_path, "play", "--game", "dice", "--players", "red=Ann") as table:
        assert (tmp_path / "running.json").exists()
        os.kill(table.process.pid, signal.SIGHUP)
        assert table.process.wait(WITHIN_S) == 0
    assert not (tmp_path / "running.json").exists()


@pytest.mark.report("F4")
def test_what_comes_up_with_the_disk_is_told_on_every_phone(tmp_path: Path) -> None:
    info = load_game("dice").info
    header = Header("dice", info.rules_version, make_setup(info, {"red": "Ann"}), Clock()())
    with create_game(tmp_path, header) as file:
        live = Live(Settings(tmp_path), Ledger(header), file, None, clock=Clock())
        assert not live.warnings
        assert file.tell is not None
        file.tell(DISK_FULL)
        live.warn(Notice("store.low", "Little room."))
        file.tell(DISK_FULL)
        assert live.warnings == (DISK_FULL, Notice("store.low", "Little room."))
