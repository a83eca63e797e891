import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.running import Running


def started(data: Path) -> Running:
    running = Running(data)
    running.begin()
    return running


def test_two_ends_without_a_word_lead_to_a_safe_start(tmp_path: Path) -> None:
    assert [started(tmp_path).safe for _ in range(4)] == [False, False, True, True]
    last = started(tmp_path)
    assert last.crashes == 4
    last.end()
    assert not started(tmp_path).safe, "it ended well"


def test_what_ran_long_enough_forgets_what_was_before(tmp_path: Path) -> None:
    started(tmp_path)
    started(tmp_path).settle()
    assert not started(tmp_path).safe
    assert started(tmp_path).safe


def test_a_second_table_on_the_same_machine_is_no_crash(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        started(tmp_path)
        mark = json.loads((tmp_path / "running.json").read_text())
        (tmp_path / "running.json").write_text(json.dumps(mark | {"process": other.pid}))
        second = started(tmp_path)
        assert second.crashes == 0
        second.end()
        assert (tmp_path / "running.json").exists(), "the mark is the first one's"
        other.communicate(b"\n")
    assert started(tmp_path).crashes == 1


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"crashes": "many"}', '{"process": -1}'])
def test_a_torn_mark_counts_as_one_crash(tmp_path: Path, text: str) -> None:
    (tmp_path / "running.json").write_text(text)
    assert started(tmp_path).crashes == 1


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    running = started(tmp_path / "file")
    running.settle()
    running.end()
    assert not running.safe
