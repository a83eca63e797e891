"""What was acknowledged is there after the program was killed at any moment."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.library import create_game, open_game
from tests.store.tiny import header, load_tiny, toss


def killed_after(data: Path, name: str, seconds: float) -> tuple[int, int]:
    """Entries found at the start and the last one acknowledged, of a writer that is killed."""
    command = [sys.executable, "-m", "tests.store.writer", str(data), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        began = int(writer.stdout.readline().removeprefix("ready "))
        try:
            writer.wait(seconds)
        except subprocess.TimeoutExpired:
            writer.kill()
        lines = [line for line in writer.stdout if line.endswith("\n")]
    return began, int(lines[-1]) if lines else began


def play_and_kill(data: Path, rounds: int) -> None:
    """Kill a writer so often at least, and on until more entries than that were kept."""
    moments, found, kills = random.Random(1), 0, 0
    with create_game(data, header()) as file:
        name = file.id
    while kills < rounds or found <= rounds:
        kills += 1
        _, acknowledged = killed_after(data, name, moments.uniform(0.0, 0.04))
        ledger, file = open_game(data, name, load_tiny)
        file.close()
        found = len(ledger.entries)
        assert acknowledged <= found <= acknowledged + 1
        assert ledger.entries == tuple(toss(n, n % 6 + 1) for n in range(1, found + 1))


def test_acknowledged_entries_survive_ten_kills(tmp_path: Path) -> None:
    play_and_kill(tmp_path, 10)


@pytest.mark.slow
def test_acknowledged_entries_survive_two_hundred_kills(tmp_path: Path) -> None:
    play_and_kill(tmp_path, 200)
