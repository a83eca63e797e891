"""The whole server under way: killed at random moments, and written to and read by many at once."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest

from companion.rules.registry import load_game
from companion.store.game_file import read_ledger
from companion.store.parcel import pack
from tests.server.test_live import Server, running

LIFE_S = 0.4
"""A life lasts up to so long after its first answer."""
BUSY_S = 2.0


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


@pytest.mark.report("F2")
def test_five_phones_and_readers_never_find_the_game_locked(tmp_path: Path) -> None:
    """Phones write through one table; other programs read and copy the same file meanwhile."""
    with running(tmp_path) as server:
        (path,) = (tmp_path / "games").glob("*.sqlite")
        ends = time.monotonic() + BUSY_S
        answers: list[httpx.Response] = []
        read: list[int] = []

        def phone(number: int) -> None:
            version = 0
            with httpx.Client(base_url=server.url, timeout=20) as client:
                while time.monotonic() < ends:
                    request = {"type": "Roll", "faces": [number]}
                    name = f"{number}.{version}.{len(answers)}"
                    body = {"id": name, "expected": version, "seat": "red", "request": request}
                    answers.append(client.post("/api/v1/commands", json=body))
                    version = answers[-1].json()["version"]

        def reader() -> None:
            while time.monotonic() < ends:
                ledger, _ = read_ledger(path, load_game)
                read.append(len(ledger.entries))
                pack(path, tmp_path / "copy.sqlite")

        phones = [partial(phone, number) for number in range(1, 6)]
        work: list[Callable[[], None]] = [*phones, reader]
        with ThreadPoolExecutor(len(work)) as pool:
            for done in [pool.submit(each) for each in work]:
                done.result()
        assert {answer.status_code for answer in answers} <= {200, 409}, "done, or too late"
        done_version = server.client.get("/api/v1/snapshot").json()["version"]
        assert done_version == sum(answer.status_code == 200 for answer in answers) > 5
        assert read == sorted(read)
        assert read
