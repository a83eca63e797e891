"""The whole server killed at random moments while a phone plays: what it was told is done stays."""

import random
import threading
from pathlib import Path

import httpx
import pytest

from tests.server.test_live import Server, running

LIFE_S = 0.4
"""A life lasts up to so long after its first answer."""


def play_until_killed(server: Server, version: int) -> int:
    """Roll for ever, as a phone does; the version of the last roll that was acknowledged."""
    try:
        while True:
            answer = server.roll(version % 6 + 1, version, f"roll {version}")
            assert answer.json()["status"] == "done"
            version += 1
    except httpx.TransportError:
        return version


def killed(data: Path, acknowledged: int, lot: random.Random) -> int:
    """One life: found as left, played on, killed. Returns what was acknowledged at its end."""
    with running(data) as server:
        found = server.client.get("/api/v1/snapshot").json()
        assert acknowledged <= found["version"] <= acknowledged + 1, "at most what was on its way"
        faces = [face for line in found["history"] for face in line["faces"]]
        assert faces == [number % 6 + 1 for number in range(found["version"])]
        timer = threading.Timer(lot.uniform(0, LIFE_S), server.process.kill)
        timer.start()
        try:
            return play_until_killed(server, found["version"])
        finally:
            timer.join()


def lose_nothing(data: Path, kills: int) -> None:
    lot, acknowledged = random.Random(7), 0
    for _ in range(kills + 1):
        acknowledged = killed(data, acknowledged, lot)
    assert acknowledged > kills


def test_nothing_acknowledged_is_lost_in_three_kills(tmp_path: Path) -> None:
    lose_nothing(tmp_path, 3)


@pytest.mark.slow
@pytest.mark.report("F1")
def test_nothing_acknowledged_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    lose_nothing(tmp_path, 200)
