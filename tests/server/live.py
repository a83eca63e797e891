"""A whole server before a game on the disk, as the program runs it: a process that can be killed.

`python -m tests.server.live DATA PORT` goes on with the newest game of dice, or begins one.
"""

import os
import sys
from datetime import datetime
from pathlib import Path

from companion.referee.table import Table
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from companion.server.address import page_address
from companion.server.app import create_app
from companion.server.run import serve
from companion.store.game_file import GameFile
from companion.store.library import create_game, newest_game, open_game


def now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def resume(data: Path) -> tuple[Ledger, GameFile]:
    """The newest game, else a new one."""
    name = newest_game(data, "dice")
    if name is not None:
        return open_game(data, name, load_game)
    info = load_game("dice").info
    setup = make_setup(info, {"red": "Änne", "blue": "Bo"})
    header = Header("dice", info.rules_version, setup, now())
    return Ledger(header), create_game(data, header)


def main(data: Path, port: int) -> None:
    """Serve until told to stop, then put the game away."""
    ledger, file = resume(data)
    with file:
        table = Table(load_game("dice"), ledger, file, now)
        app = create_app(
            table,
            address=lambda: page_address(port),
            preview=lambda: None,
            pictures=lambda name: None,
        )
        serve(app, "127.0.0.1", port, lambda: tell("ready"))
    tell("put away")


def tell(words: str) -> None:
    """One line for the test."""
    os.write(1, f"{words}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
