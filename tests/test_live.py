"""A live table as a whole: real processes, real network, real saved game."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.dice import DiceReader
from companion.vision.picture import load_picture
from tests.requirements import require
from tests.server.test_live import free_port
from tests.test_cli import need_model

Snapshot = dict[str, Any]
DICE = Path(__file__).parents[1].parent / "shared" / "dice"
START_S = 20.0
SEEN_S = 40.0


class Companion:
    """A running `companion play` and what its page knows."""

    def __init__(self, process: subprocess.Popen[str], ready: dict[str, str], port: int) -> None:
        self.process, self.game, self.port = process, ready["game"], port
        self.url = f"http://127.0.0.1:{port}"
        self._sent = 0
        self.client = httpx.Client(timeout=5)
        """The host's phone."""
        self.pin = ready["pin"]
        self.client.post(f"{self.url}/api/v1/host", json={"pin": self.pin}).raise_for_status()

    def snapshot(self) -> Snapshot:
        answer = self.client.get(f"{self.url}/api/v1/snapshot")
        snapshot: Snapshot = answer.raise_for_status().json()
        return snapshot

    def ask(self, request: Snapshot, id: str = "") -> httpx.Response:
        self._sent += 1
        body = {
            "id": id or f"{self.process.pid}-{self._sent}",
            "expected": self.snapshot()["version"],
            "seat": None,
            "request": request,
        }
        return self.client.post(f"{self.url}/api/v1/commands", json=body)

    def wait(self, ready: Callable[[Snapshot], bool], within_s: float) -> Snapshot:
        """The first snapshot for which `ready` holds."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            snapshot = self.snapshot()
            if ready(snapshot):
                return snapshot
            time.sleep(0.1)
        pytest.fail(f"did not come within {within_s} s; the table now: {snapshot}")


@contextmanager
def playing(data: Path, *arguments: str) -> Iterator[Companion]:
    """Start a companion; on leaving, ask it to stop and see that it does."""
    port = free_port()
    command = [sys.executable, "-m", "companion", *arguments]
    command += ["--data", str(data), "--port", str(port), "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        table = Companion(process, json.loads(line), port)
        with closing(table.client):
            yield table
        process.terminate()
        assert process.wait(10) in (0, -signal.SIGKILL)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()
        process.stderr.close()


PLAIN = ("--option", "tech=none")
"""A game that begins with a roll: no card is dealt before it."""


def lines(snapshot: Snapshot) -> list[str]:
    return [line["text"] for line in snapshot["history"]]


def test_after_a_power_cut_the_game_stands_where_it_stood(tmp_path: Path) -> None:
    with playing(
        tmp_path, "play", "--game", "alien_frontiers", *PLAIN, "--players", "red=Ann,blue=陳大文"
    ) as table:
        assert table.ask({"type": "Roll", "faces": [2, 4, 5]}).status_code == 200
        dock = {"type": "Act", "text": "red: dock lunar_mine 4"}
        assert table.ask(dock, id="tap").status_code == 200
        before = table.snapshot()
        os.killpg(table.process.pid, signal.SIGKILL)
        table.process.wait()
    with playing(tmp_path, "play", "--resume") as again:
        assert again.game == table.game
        after = again.snapshot()
        for same in ("version", "seats", "view", "actions", "history", "due", "choice", "roll"):
            assert after[same] == before[same], same
        assert again.ask(dock, id="tap").status_code == 200, "applied before the power cut"
        assert again.snapshot()["version"] == before["version"]
        assert again.ask({"type": "Act", "text": "red: dock lunar_mine 5"}).status_code == 200


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("0.0.0.0", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        command = [sys.executable, "-m", "companion", "play", "--game", "dice", "--port", port]
        done = subprocess.run(
            [*command, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
    assert done.returncode == 1
    assert port in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_camera_that_works_the_game_goes_on_by_hand(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    camera = ("--camera", str(empty), "--board", "none")
    with playing(tmp_path, "play", "--game", "dice", *camera) as table:
        told = table.wait(lambda now: now["camera"]["state"] == "lost", START_S)
        assert "holds no pictures" in str(told["camera"])
        assert table.ask({"type": "Roll", "faces": [3]}).status_code == 200


def children(pid: int) -> list[int]:
    """Processes that one started, by the kernel's list of them."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in told]


@pytest.mark.report("C2")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to find the process")
def test_when_the_camera_process_is_killed_play_goes_on_by_hand_and_it_comes_back(
    tmp_path: Path,
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for n in range(60):
        cv2.imwrite(str(pictures / f"{n:02}.png"), np.full((300, 400, 3), 120, np.uint8))
    camera = ("--camera", str(pictures), "--board", "none")

    def reads(now: Snapshot) -> bool:
        return now["camera"]["state"] in ("running", "moving")

    with playing(tmp_path, "play", "--game", "dice", *camera) as table:
        table.wait(reads, SEEN_S)
        (vision,) = [
            child for child in children(table.process.pid)
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]  # fmt: skip
        os.kill(vision, signal.SIGKILL)
        lost = table.wait(lambda now: now["camera"]["state"] == "lost", SEEN_S)
        assert "ended or hung" in lost["camera"]["message"]
        assert table.ask({"type": "Roll", "faces": [3]}).status_code == 200
        assert len(lines(table.wait(reads, SEEN_S))) == 1, "what was entered by hand stands"


@pytest.mark.report("B19")
@pytest.mark.report("C12")
@pytest.mark.parametrize("spoil", ["deleted", "cut", "garbled"])
def test_a_board_that_cannot_be_used_is_said_and_the_camera_can_be_set(
    tmp_path: Path, spoil: str
) -> None:
    boards, pictures = tmp_path / "boards", tmp_path / "pictures"
    boards.mkdir()
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((300, 400, 3), 120, np.uint8))
    profile = boards / "ours.toml"
    arguments = ("--camera", str(pictures), "--board", "ours")
    if spoil == "deleted":
        command = [sys.executable, "-m", "companion", "play", "--game", "alien_frontiers"]
        command += [*PLAIN, "--data", str(tmp_path), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert "there is no board profile 'ours'" in done.stderr, "a name may just be mistyped"
        return
    profile.write_text("[board]\nwidth" if spoil == "cut" else "\x00\x01\x02")
    with playing(tmp_path, "play", "--game", "alien_frontiers", *PLAIN, *arguments) as table:
        told = table.wait(lambda now: bool(now["camera"]["advice"]), START_S)
        (advice, *_) = told["camera"]["advice"]
        assert advice["about"] == "board"
        assert "Only dice are read" in advice["words"]
        assert "lay the board out again" in advice["words"]
        url = f"http://127.0.0.1:{table.port}/api/v1/camera"
        assert table.client.post(url, json={"mains_hz": 55}).status_code == 422
        assert table.client.post(url, json={"mains_hz": 50}).json()["mains_hz"] == 50
    (kept,) = (tmp_path / "cameras").glob("*.json")
    assert json.loads(kept.read_text())["mains_hz"] == 50


@pytest.fixture
def few_photos(tmp_path: Path) -> Path:
    """A picture with five dice, then one with three, that the reader is sure of.

    Whether it finds dice is tested elsewhere; here it is what becomes of what it found.
    """
    photos = DICE / "dicewatcher"
    require("dice", photos.is_dir(), "the photographs lie in ../shared/dice")
    need_model()
    reader = DiceReader.load()
    labels = json.loads((photos / "labels.json").read_text())
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, count in (("1", 5), ("2", 3)):
        rows = [row for row in labels if len(row["dice"]) == count][:20]
        pictures = (load_picture(photos / row["file"]) for row in rows)
        fine = next(picture for picture in pictures if sure(reader, picture) == count)
        for copy in "abc":  # six seconds each, also on a machine that is busy with other tests
            cv2.imwrite(str(folder / f"{name}{copy}.png"), fine)
    return folder


def sure(reader: DiceReader, picture: Pixels) -> int:
    """How many dice are read without doubt; -1 if any is doubted."""
    dice = reader.read(picture)
    return -1 if any(die.unsure for die in dice) else len(dice)


def test_photographs_before_the_camera_become_rolls_or_questions(
    tmp_path: Path, few_photos: Path
) -> None:
    """The picture with as many dice as are rolled is the roll; the other is counted and asked."""
    camera = ("--camera", str(few_photos), "--board", "none")
    with playing(tmp_path, "play", "--game", "alien_frontiers", *PLAIN, *camera) as table:
        table.wait(lambda now: "I count 5 dice" in prompt(now), SEEN_S)
        now = table.wait(lambda now: bool(lines(now)) or "sure" in prompt(now), SEEN_S)
        if not lines(now):
            (question,) = now["questions"]
            answer = {"type": "Answer", "question": question["id"], "option": "book", "faces": []}
            assert table.ask(answer).status_code == 200
            now = table.snapshot()
        (roll,) = lines(now)
        assert roll.startswith("red: roll ")
        before = [int(face) for face in roll.split()[2:]]
        other = before[0] % 6 + 1
        right = {"type": "CorrectDie", "entry": 1, "index": 0, "value": other}
        assert table.ask(right).status_code == 200
        (roll,) = lines(table.snapshot())
        assert sorted(map(int, roll.split()[2:])) == sorted([other, *before[1:]])


def prompt(snapshot: Snapshot) -> str:
    return " ".join(question["prompt"] for question in snapshot["questions"])
