"""The port and the address: free, taken, and with a companion that is running there."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.doctor.finding import Level
from companion.doctor.network import (
    Running,
    ask_running,
    check_address,
    check_held,
    check_port,
)
from companion.server.address import Interface
from tests.server.test_live import free_port

GOOD, WARNING, PROBLEM = Level.GOOD, Level.WARNING, Level.PROBLEM


@contextmanager
def answering(raw: bytes) -> Iterator[int]:
    """Some program that answers so on a port."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def answer() -> None:
            link, _ = server.accept()
            with link:
                link.recv(1000)
                link.sendall(raw)

        thread = threading.Thread(target=answer)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def test_a_free_port_and_one_that_is_taken() -> None:
    port = free_port()
    assert check_port("127.0.0.1", port, None).level is GOOD
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = check_port("127.0.0.1", other.getsockname()[1], None)
    assert taken.level is PROBLEM
    assert "is taken" in taken.words
    assert check_port("127.0.0.1", 99999, None).level is PROBLEM


@pytest.mark.parametrize(
    ("interfaces", "level", "words"),
    [
        ([Interface("wlan0", "192.168.1.20")], GOOD, "http://192.168.1.20:8080/"),
        ([Interface("lo", "127.0.0.1")], WARNING, "in no network"),
    ],
)
def test_the_address_of_the_phones(interfaces: list[Interface], level: Level, words: str) -> None:
    found = check_address(8080, lambda: interfaces)
    assert found.level is level
    assert words in found.words


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbusy",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        b'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"status":"ok"}',
    ],
)
def test_other_programs_are_no_companion(raw: bytes) -> None:
    with answering(raw) as port:
        assert ask_running(port) is None
    assert ask_running(port) is None, "nobody is there any more"


@pytest.mark.report("C3")
def test_a_running_game_is_asked_and_keeps_its_camera() -> None:
    body = (
        b'{"status":"ok","program":"0.1.0","game":"dice",'
        b'"camera":{"state":"lost","message":"check its cable"}}'
    )
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with answering(head + body) as port:
        running = ask_running(port)
    assert running == Running("0.1.0", "dice", "lost", "check its cable")
    assert running.has_camera
    assert check_port("0.0.0.0", port, running).level is GOOD
    held = check_held(running)
    assert held.level is WARNING
    assert "check its cable" in held.words
    assert check_held(Running("0.1.0", "dice", "running", "")).level is GOOD
    assert not Running("0.1.0", "dice", "off", "").has_camera
