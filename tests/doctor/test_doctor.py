"""The command as a whole, and checks that hang or die."""

import json
import os
import signal
import socket
import time
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor.apart import run_apart
from companion.doctor.finding import Finding, Level, good
from tests.test_live import START_S, playing

LIMIT_S = 30.0


def fine() -> list[Finding]:
    return [good("a", "well"), good("b", "too")]


def hangs() -> list[Finding]:
    time.sleep(3600)
    return []


def dies() -> list[Finding]:
    os.kill(os.getpid(), signal.SIGILL)
    return []


def lacks() -> list[Finding]:
    raise ImportError("libGL.so.1: cannot open shared object file", name="cv2")


def test_a_check_apart_tells_what_it_found() -> None:
    assert [found.about for found in run_apart(fine, "x", LIMIT_S)] == ["a", "b"]


@pytest.mark.report("C15")
def test_a_check_that_hangs_is_ended() -> None:
    (found,) = run_apart(hangs, "camera usb:0", 1.0)
    assert (found.about, found.level) == ("camera usb:0", Level.PROBLEM)
    assert "hangs in a driver" in found.words


def test_a_library_for_another_processor_is_told() -> None:
    (found,) = run_apart(dies, "models", LIMIT_S)
    assert "illegal instruction" in found.words


def test_a_library_that_does_not_load_is_told() -> None:
    (found,) = run_apart(lacks, "models", LIMIT_S)
    assert (found.about, found.level) == ("cv2", Level.PROBLEM)
    assert "libGL.so.1" in found.words


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_without_a_camera_it_says_that_the_game_goes_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["doctor", "--data", str(tmp_path), "--port", free_port(), "--camera", "none"]
    assert main([*arguments, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[-1]["type"] == "doctor"
    assert told[-1]["problems"] == 0
    by_name = {line["about"]: line for line in told[:-1]}
    assert "by hand" in by_name["camera none"]["words"]
    assert {"python", "opencv", "onnxruntime", "data", "games", "clock", "disk"} <= set(by_name)
    assert {line["type"] for line in told[:-1]} == {"finding"}


def test_what_keeps_from_playing_makes_it_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "pictures").mkdir()
    arguments = ["--data", str(tmp_path / "file"), "--camera", str(tmp_path / "pictures")]
    assert main(["doctor", *arguments, "--port", free_port()]) == 1
    out = capsys.readouterr().out
    assert "PROBLEM data: nothing can be saved" in out
    assert "holds no pictures" in out
    assert "2 problems" in out


@pytest.mark.report("C3")
def test_while_a_game_is_running_it_is_asked_and_its_camera_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    camera = ("--camera", str(tmp_path / "empty"), "--board", "none")
    with playing(tmp_path, "play", "--game", "dice", *camera) as table:
        table.wait(lambda now: now["camera"]["state"] == "lost", START_S)
        port = table.port
        assert main(["doctor", "--data", str(tmp_path), "--port", str(port)]) == 0
    out = capsys.readouterr().out
    assert "a companion" in out
    assert "the running game holds it, and it is lost" in out
    assert "no camera is found" not in out
