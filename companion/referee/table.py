"""The one game in play. Only the `Table` changes game state; it lives in the web process's loop."""

from collections.abc import Callable
from typing import Protocol

from companion.core.observation import Observation
from companion.referee.commands import Command, Reply
from companion.referee.snapshot import CameraStatus, Snapshot
from companion.rules.game import AnyGame
from companion.rules.ledger import Entry, Ledger


class Journal(Protocol):
    """Where entries are kept. `append` returns only when the entry is on the disk."""

    def append(self, entry: Entry) -> None:
        """Store the next entry, durably."""
        ...


class Table:
    """A game, its ledger, and what is being asked and flagged right now."""

    def __init__(
        self, game: AnyGame, ledger: Ledger, journal: Journal, now: Callable[[], str]
    ) -> None:
        raise NotImplementedError

    @property
    def game(self) -> AnyGame:
        """The game in play."""
        raise NotImplementedError

    @property
    def version(self) -> int:
        """Number of ledger entries."""
        raise NotImplementedError

    @property
    def revision(self) -> int:
        """Changes with anything visible."""
        raise NotImplementedError

    def snapshot(self, seat: str | None = None) -> Snapshot:
        """The table as a seat may see it."""
        raise NotImplementedError

    def command(self, command: Command) -> Reply:
        """Carry out a phone's request, or say why not. The same id is applied once."""
        raise NotImplementedError

    def observe(self, observation: Observation) -> None:
        """Take what the camera claims: book it, flag it, or ask."""
        raise NotImplementedError

    def set_camera(self, status: CameraStatus) -> None:
        """Tell the phones how the camera is."""
        raise NotImplementedError

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every visible change; returns the function that stops it."""
        raise NotImplementedError
