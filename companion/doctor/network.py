"""The network: is the port free, and which address do phones open?"""

import http.client
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.phrases import phrase
from companion.doctor.finding import BY_HAND, Finding, good, problem, warning
from companion.server.address import Interface, find_interfaces, is_own, page_address
from companion.server.errors import ServerError
from companion.server.run import listen

ANSWER_S = 2.0
"""Time for a companion that is running on this machine to answer."""


@dataclass(frozen=True, slots=True)
class Running:
    """A companion that serves a table on this machine now: its game and its camera's state."""

    program: str
    game: str
    camera: str
    message: str

    @property
    def has_camera(self) -> bool:
        """Whether it holds a camera, or is trying to."""
        return self.camera != "off"


def ask_running(port: int, timeout_s: float = ANSWER_S) -> Running | None:
    """Ask the companion on a port of this machine how it is; `None` when there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        connection.request("GET", "/api/v1/health")
        told = json.loads(connection.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    return _running(told) if isinstance(told, dict) else None


def _running(told: Mapping[str, object]) -> Running | None:
    camera = told.get("camera")
    if told.get("status") != "ok" or not isinstance(camera, dict):
        return None
    state, message = str(camera.get("state", "")), str(camera.get("message", ""))
    return Running(str(told.get("program", "")), str(told.get("game", "")), state, message)


def check_port(host: str, port: int, running: Running | None) -> Finding:
    """Can the page be served there?"""
    if running is not None:
        words = f"a companion {running.program} is running there: a game of {running.game}"
        return good(f"port {port}", words, running=True)
    try:
        listen(host, port).close()
    except ServerError as error:
        return problem(f"port {port}", str(error), "say --port N here and with `play`")
    return good(f"port {port}", "free", running=False)


def check_address(
    port: int, interfaces: Callable[[], Sequence[Interface]] = find_interfaces
) -> Finding:
    """Which address do phones open?"""
    found = interfaces()
    return check_reached(page_address(port, interfaces=lambda: found))


def check_reached(address: str) -> Finding:
    """Can phones open the page there?"""
    if is_own(address):
        return warning(
            "phones",
            phrase("this machine is in no network: phones cannot reach it"),
            phrase(
                "join the wireless network that the phones are in, or make a hotspot of this"
                " machine"
            ),
            address=address,
        )
    return good("phones", phrase("they open {address}", address=address), address=address)


def check_held(running: Running) -> Finding:
    """The camera of a game that is running, as that game tells: nobody else may open it."""
    words = f"the running game holds it, and it is {running.camera}"
    if running.camera == "lost":
        return warning("camera", f"{words}: {running.message}", f"until then {BY_HAND}")
    told = f": {running.message}" if running.message else ""
    return good("camera", f"{words}{told}")
