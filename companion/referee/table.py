"""The one game in play. Only the `Table` changes game state; it lives in the web process's loop."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from companion.core.ids import PlayerId
from companion.core.observation import Observation
from companion.core.phrases import words_of
from companion.referee.announce import announcement
from companion.referee.check import CheckSheet, check_sheet
from companion.referee.commands import (
    Answer,
    Command,
    Done,
    Problem,
    Refused,
    Reply,
    Request,
    Stale,
    Undo,
)
from companion.referee.concerned import Standing, concerned
from companion.referee.course import Course
from companion.referee.decide import Case, decide, refuse
from companion.referee.errors import JournalError
from companion.referee.eye import Eye
from companion.referee.going_back import GoingBack, going_back
from companion.referee.instead import instead_of
from companion.referee.journal import Journal
from companion.referee.present import snapshot_of
from companion.referee.progress import Progress
from companion.referee.sight import Sight
from companion.referee.snapshot import (
    CameraStatus,
    Flag,
    HistoryLine,
    Question,
    Snapshot,
)
from companion.referee.veil import veiled_history
from companion.rules.errors import NotationError
from companion.rules.game import AnyGame, Secretive
from companion.rules.ledger import Entry, Ledger, Origin
from companion.rules.ruling import Notice
from companion.rules.view import ActionView


@dataclass(frozen=True, slots=True)
class Thought:
    """A claim to be worked out off the event loop: `work` touches nothing of the table."""

    version: int
    observation: Observation
    work: Callable[[], Sight]


class Table:
    """A game, its ledger, and what is being asked and flagged right now.

    `now` gives the wall-clock time of an entry as text. `limit_s` bounds how long one look may
    take, by the clock `seconds`.
    """

    def __init__(
        self,
        game: AnyGame,
        ledger: Ledger,
        journal: Journal,
        now: Callable[[], str],
        *,
        limit_s: float = math.inf,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game = game
        self._held = Progress(game, ledger)
        self._eye = Eye(
            game,
            self._held,
            case=self._case,
            book=self._book,
            limit_s=limit_s,
            seconds=seconds,
        )
        self._journal = journal
        self._now = now
        self._course = Course(game, ledger)
        self._revision = 0
        self._listeners: list[Callable[[], None]] = []
        self._camera = CameraStatus("off")
        self._announced: tuple[Entry, ...] = ()
        self._warnings: tuple[Notice, ...] = ()
        self._applied = {
            entry.origin.command: place + 1
            for place, entry in enumerate(ledger.entries)
            if entry.origin.command
        }

    @property
    def game(self) -> AnyGame:
        """The game in play."""
        return self._game

    @property
    def version(self) -> int:
        """Number of ledger entries."""
        return len(self._held.ledger.entries)

    @property
    def revision(self) -> int:
        """Changes with anything visible."""
        return self._revision

    @property
    def history(self) -> tuple[HistoryLine, ...]:
        """The lines in force."""
        return self._held.history

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is being asked."""
        return self._eye.asking.questions

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What lies on the table against the rules."""
        return self._eye.flags

    @property
    def doubted(self) -> frozenset[int]:
        """Entries of rolls in force of which a die is shown as unsure."""
        return self._held.doubted()

    @property
    def state(self) -> object:
        """The position held to be true; for the game that made it."""
        return self._held.state

    def snapshot(self, seat: str | None = None) -> Snapshot:
        """The table as a seat may see it."""
        return snapshot_of(
            self._game,
            self._held.ledger,
            self._held.state,
            revision=self._revision,
            seat=seat,
            history=veiled_history(self._game, self._held.ledger, self._held.history, seat),
            reads=self._eye.reads,
            flags=self.flags,
            questions=self.questions,
            camera=self._camera,
            announcement=announcement(self._game, self._announced, seat),
            warnings=self._warnings,
        )

    def check(self) -> CheckSheet:
        """What people look over when they compare the table with the ledger."""
        return check_sheet(self._game, self._held.state, self.version, self._eye.newest)

    def going_back(self, to: int | None = None, seat: str | None = None) -> GoingBack | None:
        """What an undo to entry `to` would change; without one, of the newest entry in force.

        `None` when there is nothing to go back to. In the words for a seat.
        """
        where = self._held.ledger.newest() - 1 if to is None else to
        if not 0 <= where < self.version:
            return None
        return going_back(self._game, self._held.ledger, where, seat)

    def instead_of(self, entry: int, seat: str | None = None) -> tuple[ActionView, ...]:
        """What may really have happened in a line that was read wrongly.

        In a game that hides something nobody but its player is told.
        """
        if self.hides and seat not in {p.player for p in self._held.history if p.entry == entry}:
            return ()
        return instead_of(self._game, self._held.ledger, entry)

    def points(self) -> dict[PlayerId, tuple[int, ...]]:
        """The points of everybody, at the beginning and after each line in force."""
        return self._course.points(self._held.ledger)

    def concerns(self, request: Request) -> frozenset[PlayerId]:
        """Whose turn, line, number or answer a request is about."""
        asked = self._eye.asking.open
        return concerned(Standing(self._game, self._held.ledger, self._held.state, asked), request)

    def is_new(self, command: Command) -> bool:
        """Whether it would be looked at: made for this table, and not carried out yet."""
        return command.id not in self._applied and command.expected == self.version

    @property
    def hides(self) -> bool:
        """Whether the game keeps something from some seats."""
        return isinstance(self._game, Secretive)

    def shows(self, picture: str, seat: str | None) -> bool:
        """Whether a seat may see a picture: where something is hidden, if it is told of it."""
        if not self.hides:
            return True
        told = self.snapshot(seat)
        seen = {name for line in told.history for name in (line.before, line.after)}
        return picture in seen | {question.picture for question in told.questions}

    def asks_about(self, picture: str) -> bool:
        """Whether the open question shows that picture."""
        return any(question.picture == picture for question in self.questions)

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every visible change; returns the function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def set_camera(self, status: CameraStatus) -> None:
        """Tell the phones how the camera is."""
        if status != self._camera:
            self._camera = status
            self._changed()

    def set_warnings(self, warnings: tuple[Notice, ...]) -> None:
        """Tell the phones what is wrong with the program itself."""
        self._warnings = warnings
        self._changed()

    def command(self, command: Command) -> Reply:
        """Carry out a phone's request, or say why not. The same id is applied once."""
        if command.id in self._applied:
            return Done(self._applied[command.id])
        if command.expected != self.version:
            return Stale(self.version)
        origin = Origin("phone", command.seat, command.id)
        try:
            decision = decide(self._case(origin), command.request)
        except NotationError as error:
            return refuse(words_of(error))
        if isinstance(decision, Refused):
            return decision
        self._heed(command.request)
        try:
            self._book(decision)
        except JournalError as error:
            return Refused("storage", (Problem("storage", words_of(error)),))
        self._applied[command.id] = self.version
        self._eye.heard(booked=bool(decision))
        self._changed()
        return Done(self.version)

    def _heed(self, request: Request) -> None:
        """What a request means for the view it was made at, besides what is booked."""
        match request:
            case Answer(option=option):
                self._eye.answered(option)
            case Undo():
                self._eye.went_back()
            case _:
                pass

    def observe(self, observation: Observation) -> None:
        """Take what the camera claims: book it, flag it, or ask."""
        self._take(observation, None)

    def look_away(self) -> None:
        """No camera looks there any more: what it last claimed no longer stands against anybody."""
        self._eye.look_away()
        self._changed()

    def thought(self, observation: Observation) -> Thought:
        """What is to be worked out about a claim, in any thread; then `conclude` with it."""
        return Thought(self.version, observation, self._eye.look_at(observation))

    def conclude(self, thought: Thought, sight: Sight) -> None:
        """Take a claim that has been thought about; again from the start if the table moved on."""
        self._take(thought.observation, sight if thought.version == self.version else None)

    def _take(self, observation: Observation, sight: Sight | None) -> None:
        before = (self.version, self.flags, self.questions)
        self._eye.observe(observation, sight)
        if before != (self.version, self.flags, self.questions):
            self._changed()

    def _changed(self) -> None:
        self._revision += 1
        for listener in tuple(self._listeners):
            listener()

    def _case(self, origin: Origin) -> Case:
        asked = self._eye.asking.open
        return Case(self._game, self._held.ledger, self._held.state, asked, origin, self._now())

    def _book(self, entries: tuple[Entry, ...], *, silently: bool = False) -> None:
        """Store entries, then hold them to be true; one announcement for all of them."""
        before = self._eye.before()
        ledger = reduce(Ledger.append, entries, self._held.ledger)
        self._journal.append(*entries)
        self._held.hold(ledger, entries)
        self._eye.booked(before, entries)
        self._announced = () if silently else entries
