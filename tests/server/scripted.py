"""A table that plays a script: answers as it is told and keeps what it was asked."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind
from companion.referee.commands import Command, Done, Reply, Request
from companion.referee.snapshot import CameraStatus, Seat, Snapshot
from companion.referee.table import Table
from companion.rules.game import AnyGame
from companion.rules.view import View

AREA = Area(AreaId("mine"), "Mine", 0.0, 0.0, 80.0, 40.0)
SLOT = Slot(SlotId("mine.1"), AREA.id, SlotKind.DIE, 20.0, 20.0, 22.0, 22.0)
BOARD = Layout(200.0, 100.0, {AREA.id: AREA}, {SLOT.id: SLOT})


def snapshot(version: int = 0, revision: int = 0) -> Snapshot:
    """A table for Änne and Bo on which nothing lies."""
    seats = tuple(
        Seat(PlayerId(colour), name, colour, 0, ())
        for colour, name in (("red", "Änne"), ("blue", "Bo"))
    )
    return Snapshot(
        version, revision, "coins", "Coins", seats, View("Toss", PlayerId("red"), (), ()),
        (), None, None, None, (), (), (), None, CameraStatus("off"), "",
    )  # fmt: skip


class ScriptedTable(Table):
    """Takes replies from `script` in turn; without one every command is done."""

    def __init__(self, *script: Reply | Exception) -> None:
        self.script = list(script)
        self.asked: list[Command] = []
        self.looked_from: list[str | None] = []
        self.listeners: list[Callable[[], None]] = []
        self.shown = snapshot()
        self.about: frozenset[PlayerId] = frozenset()
        self.hiding = False

    @property
    def game(self) -> AnyGame:
        return cast(AnyGame, SimpleNamespace(layout=BOARD, info=SimpleNamespace(id="coins")))

    @property
    def version(self) -> int:
        return self.shown.version

    @property
    def revision(self) -> int:
        return self.shown.revision

    def snapshot(self, seat: str | None = None) -> Snapshot:
        self.looked_from.append(seat)
        return replace(self.shown, announcement=f"for {seat}")

    def command(self, command: Command) -> Reply:
        self.asked.append(command)
        reply = self.script.pop(0) if self.script else None
        if isinstance(reply, Exception):
            raise reply
        if reply is None:
            self.change(entries=1)
            return Done(self.version)
        return reply

    def concerns(self, request: Request) -> frozenset[PlayerId]:
        return self.about

    def is_new(self, command: Command) -> bool:
        return True

    @property
    def hides(self) -> bool:
        return self.hiding

    def shows(self, picture: str, seat: str | None) -> bool:
        return True

    def change(self, entries: int = 0) -> None:
        """Something visible happens."""
        version, revision = self.shown.version + entries, self.shown.revision + 1
        self.shown = replace(self.shown, version=version, revision=revision)
        for listener in tuple(self.listeners):
            listener()

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)
