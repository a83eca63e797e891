"""The whole server under way: killed at random moments, and written to and read by many at once."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from companion.rules.registry import load_game
from companion.store.game_file import read_ledger
from companion.store.parcel import pack
from tests.server.test_live import Server, running

LIFE_S = 0.4
"""A life lasts up to so long after its first answer."""
TAPS = 25
"""So often each phone asks for something."""


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
        over = threading.Event()
        answers: list[httpx.Response] = []
        read: list[int] = []

        def phone(number: int) -> None:
            version = 0
            with httpx.Client(base_url=server.url, timeout=20) as client:
                for _ in range(TAPS):
                    request = {"type": "Roll", "faces": [number]}
                    name = f"{number}.{version}.{len(answers)}"
                    body = {"id": name, "expected": version, "seat": "red", "request": request}
                    answers.append(client.post("/api/v1/commands", json=body))
                    version = answers[-1].json()["version"]

        def reader() -> None:
            while not over.is_set():
                ledger, _ = read_ledger(path, load_game)
                read.append(len(ledger.entries))
                pack(path, tmp_path / "copy.sqlite")

        with ThreadPoolExecutor(6) as pool:
            reading = pool.submit(reader)
            try:
                for _ in pool.map(phone, range(1, 6)):
                    pass
            finally:
                over.set()
            reading.result()
        assert {answer.status_code for answer in answers} <= {200, 409}, "done, or too late"
        done_version = server.client.get("/api/v1/snapshot").json()["version"]
        assert done_version == sum(answer.status_code == 200 for answer in answers) > TAPS // 5
        assert read == sorted(read)
        assert read
