"""The server as it runs: a process of its own, real sockets and signals, a game on the disk."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from companion.server.app import create_app
from companion.server.errors import PortTakenError, ServerError
from companion.server.run import listen, serve
from tests.server.scripted import ScriptedTable

WITHIN_S = 10.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Server:
    """A running server; `url` is where."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-W", "error", "-m", "tests.server.live", str(data)]
        self.client = httpx.Client(base_url=self.url, timeout=WITHIN_S)
        self.process = subprocess.Popen(
            [*command, str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        assert line == "ready\n", line or self.process.stderr.read()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str, float]:
        """Exit status, what it said on both channels, and how long it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        said, errors = self.process.communicate(timeout=WITHIN_S)
        return self.process.returncode, said, errors, time.monotonic() - began

    def roll(self, face: int, expected: int, name: str) -> httpx.Response:
        request = {"type": "Roll", "faces": [face]}
        command = {"id": name, "expected": expected, "seat": "red", "request": request}
        return self.client.post("/api/v1/commands", json=command)


@contextmanager
def running(data: Path) -> Iterator[Server]:
    server = Server(data)
    try:
        yield server
    finally:
        server.client.close()
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


class Following:
    """An event stream as a phone reads it."""

    def __init__(self, server: Server, within: ExitStack) -> None:
        client = within.enter_context(httpx.Client(timeout=WITHIN_S))
        answer = within.enter_context(client.stream("GET", f"{server.url}/api/v1/events?seat=red"))
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-cache"
        self._lines = answer.iter_lines()

    def next(self, wanted: str) -> tuple[str, dict[str, object]]:
        """Id and data of the next event of that name."""
        while True:
            event = dict(line.split(": ", 1) for line in self._event())
            if event.get("event") == wanted:
                return event.get("id", ""), json.loads(event["data"])

    def _event(self) -> list[str]:
        lines: list[str] = []
        for line in self._lines:
            if not line:
                return lines
            lines.append(line)
        raise EOFError("the stream has ended")


def test_a_roll_reaches_every_phone_and_the_disk(tmp_path: Path) -> None:
    with running(tmp_path) as server, ExitStack() as phones:
        following = [Following(server, phones) for _ in range(3)]
        for phone in following:
            _, first = phone.next("snapshot")
            assert first["version"] == 0
        began = time.monotonic()
        assert server.roll(5, 0, "a1").json()["status"] == "done"
        for phone in following:
            revision, told = phone.next("snapshot")
            assert told["version"] == 1
            assert told["revision"] == int(revision)
        assert time.monotonic() - began < 1
        _, ping = following[0].next("ping")
        assert ping["revision"] == int(revision)
        server.process.kill()
        server.process.wait()
    with running(tmp_path) as server:
        kept = server.client.get("/api/v1/snapshot").json()
        assert (kept["version"], kept["history"][-1]["faces"]) == (1, [5])
        again = server.roll(5, 0, "a1").json()
        assert (again["status"], again["version"]) == ("done", 1), "the same id, after a restart"
        assert again["snapshot"]["version"] == 1


@pytest.mark.report("E5")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_stopping_ends_streams_and_puts_the_game_away(tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path) as server, ExitStack() as phones:
        following = [Following(server, phones) for _ in range(3)]
        for phone in following:
            phone.next("snapshot")
        status, said, errors, took_s = server.stop(how)
        assert (status, said, errors) == (0, "put away\n", "")
        assert took_s < 2
        socket.create_server(("127.0.0.1", server.port)).close()  # free again at once
        for phone in following:
            with pytest.raises(EOFError):
                phone.next("nothing")
    assert [path.suffix for path in (tmp_path / "games").iterdir()] == [".sqlite"]


@pytest.mark.report("E7")
def test_a_dead_and_a_stalled_phone_hold_up_nobody(tmp_path: Path) -> None:
    ask = b"GET /api/v1/events HTTP/1.1\r\nHost: table\r\n\r\n"
    with running(tmp_path) as server, ExitStack() as phones:
        stalled, dead = socket.socket(), socket.socket()
        for one in (stalled, dead):
            phones.enter_context(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.connect(("127.0.0.1", server.port))
            one.sendall(ask)
        following = [Following(server, phones) for _ in range(3)]
        for phone in following:
            phone.next("snapshot")
        dead.close()
        slowest_s = 0.0
        for version in range(60):
            began = time.monotonic()
            assert server.roll(version % 6 + 1, version, f"c{version}").status_code == 200
            for phone in following:
                told: object = -1
                while told != version + 1:
                    told = phone.next("snapshot")[1]["version"]
            slowest_s = max(slowest_s, time.monotonic() - began)
        assert slowest_s < 1
        assert server.client.get("/api/v1/health").json()["phones"] == 4
        status, _, _, took_s = server.stop()
        assert status == 0
        assert took_s < 2.5, "the stalled one is cut off"


def test_paths_as_no_browser_sends_them_are_not_found(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        page = server.client.get("/api/v1/health").json()["page"]
        for prefix in ("", "/static", f"/static/{page}"):
            for path in ("/../../../etc/passwd", "/../app.py", "/%2e%2e/app.py", "//etc/passwd"):
                with socket.create_connection(("127.0.0.1", server.port), WITHIN_S) as raw:
                    raw.sendall(f"GET {prefix}{path} HTTP/1.0\r\nHost: table\r\n\r\n".encode())
                    assert raw.recv(65536).startswith(b"HTTP/1.1 404"), prefix + path


def app_of(tmp_path: Path) -> FastAPI:
    (tmp_path / "index.html").write_text("page")
    return create_app(
        ScriptedTable(),
        address=lambda: "http://127.0.0.1/",
        preview=lambda: None,
        pictures=lambda name: None,
        static=tmp_path,
    )


def test_a_port_that_is_taken_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTakenError, match=rf"port {port} is taken.*--port {port + 1}"):
            serve(app_of(tmp_path), "127.0.0.1", port)


def test_answers_are_not_held_back() -> None:
    """The event loop switches off Nagle's delay only on sockets that say that they are TCP."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("127.0.0.1", 70000, "1 to 65535"),
        ("203.0.113.9", 0, "--host"),
        ("no.such.host.invalid", 0, "--host"),
    ],
)
def test_where_it_cannot_listen_is_told(host: str, port: int, words: str) -> None:
    with pytest.raises(ServerError, match=words):
        listen(host, port)


TIME_TO_IMPORT = """
import time
began = time.process_time()
import companion.server.app, companion.server.run
print(time.process_time() - began)
"""


def test_the_application_is_imported_quickly() -> None:
    """In time of the processor, so that a busy machine does not count."""
    command = [sys.executable, "-c", TIME_TO_IMPORT]
    took_s = [float(subprocess.check_output(command, text=True)) for _ in range(2)]
    assert min(took_s) < 1.5
