"""Serving an app until the program is told to stop."""

import errno
import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from companion.server.app import close_streams
from companion.server.errors import PortTakenError, ServerError

GRACE_S = 1
"""For answers that are on their way; streams have been ended before."""
BACKLOG = 128
"""Connections that may wait to be taken: six from each of some twenty phones."""


def serve(app: FastAPI, host: str, port: int, on_start: Callable[[], None] | None = None) -> None:
    """Serve until SIGTERM or SIGINT, then return within two seconds, streams ended.

    `on_start` is called in the running event loop as soon as the port answers. The caller goes on
    after this returns, so it can put things away. Raises `ServerError` when it cannot listen.
    """
    with listen(host, port) as listening:
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            loop="asyncio",
            http="h11",
            ws="none",
            timeout_graceful_shutdown=GRACE_S,
        )
        _Server(config, on_start, lambda: close_streams(app)).run([listening])


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        on_start: Callable[[], None] | None,
        on_stop: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_start:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()  # first, for the server waits for open streams
        await super().shutdown(sockets)

    def handle_exit(self, _sig: int, _frame: FrameType | None) -> None:
        """Stop; at the second signal at once. The signal is not raised again afterwards."""
        self.force_exit = self.should_exit
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `ServerError` with the way out in words."""
    if not 0 <= port <= 65535:
        raise ServerError(f"a port is a number from 1 to 65535, got {port}: use --port")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or the event loop does not switch off Nagle's delay: 40 ms on each answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _why_not(error, host, port) from error
    return listening


def _why_not(error: OSError, host: str, port: int) -> ServerError:
    match error.errno:
        case errno.EADDRINUSE:
            return PortTakenError(
                f"port {port} is taken, perhaps by a companion that is running already: "
                f"stop it, or choose another port, for example --port {port + 1}"
            )
        case errno.EACCES:
            return ServerError(
                f"port {port} is for administrators only: choose one from 1024 on, "
                "for example --port 8080"
            )
    return ServerError(
        f"cannot listen on {host or 'any network'}, port {port}: {error.strerror}; "
        "choose another --port or --host"
    )
