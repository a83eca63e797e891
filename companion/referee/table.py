"""The one game in play. Only the `Table` changes game state; it lives in the web process's loop."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, reduce

from companion.core.ids import PlayerId
from companion.core.observation import Observation
from companion.core.phrases import words_of
from companion.referee.announce import announcement
from companion.referee.asking import Asking
from companion.referee.check import CheckSheet, check_sheet
from companion.referee.clash import clash
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
from companion.referee.decide import Case, book_in_turn, decide, refuse
from companion.referee.doubt import ask_misread
from companion.referee.due_roll import IGNORE, read_dice
from companion.referee.errors import JournalError
from companion.referee.going_back import GoingBack, going_back
from companion.referee.instead import instead_of
from companion.referee.journal import Journal, not_stored
from companion.referee.present import snapshot_of
from companion.referee.progress import Progress, is_roll
from companion.referee.rests import Rests
from companion.referee.rolls import ReadRoll, docked, no_more_unsure, rocked
from companion.referee.seeing import look
from companion.referee.sight import Booking, Sight
from companion.referee.snapshot import (
    CameraStatus,
    Flag,
    HistoryLine,
    Question,
    ReadDie,
    Snapshot,
)
from companion.referee.thread import is_lost, lost_flag
from companion.referee.unbooked import Unbooked
from companion.referee.unsure import as_read
from companion.referee.veil import veiled_history
from companion.referee.watched import Watched
from companion.rules.errors import NotationError
from companion.rules.game import AnyGame, Secretive
from companion.rules.ledger import Entry, Ledger, Origin, Undone
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
        self._limit_s, self._seconds = limit_s, seconds
        self._game = game
        self._held = Progress(game, ledger)
        self._journal = journal
        self._now = now
        self._course = Course(game, ledger)
        self._revision = 0
        self._listeners: list[Callable[[], None]] = []
        self._reads: dict[int, tuple[ReadDie, ...]] = {}
        self._flags: tuple[Flag, ...] = ()
        self._asking = Asking()
        self._rests = Rests()
        self._lost = False
        self._unbooked = Unbooked()
        self._camera = CameraStatus("off")
        self._announced: tuple[Entry, ...] = ()
        self._warnings: tuple[Notice, ...] = ()
        self._watched = Watched()
        self._rolled: ReadRoll | None = None
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
        return self._asking.questions

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What lies on the table against the rules."""
        return self._flags

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
            reads=self._reads,
            flags=self._flags,
            questions=self.questions,
            camera=self._camera,
            announcement=announcement(self._game, self._announced, seat),
            warnings=self._warnings,
        )

    def check(self) -> CheckSheet:
        """What people look over when they compare the table with the ledger."""
        return check_sheet(self._game, self._held.state, self.version, self._watched.newest)

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
        return concerned(
            Standing(self._game, self._held.ledger, self._held.state, self._asking.open), request
        )

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
        self._rests.said = self._watched.rest
        known = {flag.id for flag in self._flags}
        self._look_again()
        if decision:
            # The view is older than what the phone said: it can settle a flag, not raise one.
            self._flags = tuple(flag for flag in self._flags if flag.id in known)
        self._changed()
        return Done(self.version)

    def _heed(self, request: Request) -> None:
        """What a request means for the view it was made at, besides what is booked."""
        rest = self._watched.rest
        match request:
            case Answer(option=option):
                newest = self._held.history[-1].entry if self._held.history else 0
                self._asking.answer(option, rest, newest)
                if option == IGNORE:
                    self._rests.dismissed = rest
            case Undo():
                self._rests.held = rest
            case _:
                pass

    def observe(self, observation: Observation) -> None:
        """Take what the camera claims: book it, flag it, or ask."""
        self._take(observation, None)

    def look_away(self) -> None:
        """No camera looks there any more: what it last claimed no longer stands against anybody."""
        self._watched.look_away()
        self._flags, self._lost, self._unbooked = (), False, Unbooked()
        self._changed()

    def thought(self, observation: Observation) -> Thought:
        """What is to be worked out about a claim, in any thread; then `conclude` with it."""
        return Thought(self.version, observation, self._look_at(observation))

    def conclude(self, thought: Thought, sight: Sight) -> None:
        """Take a claim that has been thought about; again from the start if the table moved on."""
        self._take(thought.observation, sight if thought.version == self.version else None)

    def _take(self, observation: Observation, sight: Sight | None) -> None:
        if observation.rest < self._watched.rest:
            # The camera started again and counts from one: what lies there now is nothing new.
            self._rests.began_again(observation.rest)
            sight = None
        self._watched.take(observation)
        before = (self.version, self._flags, self.questions)
        try:
            self._look_again(sight)
        except JournalError as error:
            self._flags = (not_stored(error),)
        if before != (self.version, self._flags, self.questions):
            self._changed()

    def _changed(self) -> None:
        self._revision += 1
        for listener in tuple(self._listeners):
            listener()

    def _case(self, origin: Origin) -> Case:
        return Case(
            self._game, self._held.ledger, self._held.state, self._asking.open, origin, self._now()
        )

    def _seeing_case(self) -> Case:
        return self._case(self._watched.origin())

    def _book(self, entries: tuple[Entry, ...]) -> None:
        """Store entries, then hold them to be true; one announcement for all of them."""
        due, lay = self._game.chance(self._held.state), self._game.expected(self._held.state)
        rolls = self._held.rolls
        ledger = reduce(Ledger.append, entries, self._held.ledger)
        self._journal.append(*entries)
        self._held.hold(ledger, entries)
        undone = bool(entries) and isinstance(entries[0], Undone)
        lies = self._game.expected(self._held.state)
        self._unbooked = self._unbooked.booked(lay, lies, undone=undone)
        self._asking.settle()
        self._announced = entries
        rolled = any(is_roll(self._game, entry) for entry in entries)
        if rolled and due is not None:
            self._watched.gathered(due.dice or ())
        if entries:
            self._rests.undone = undone
            self._rests.owed = self._held.rolls < rolls or (self._rests.owed and not rolled)
        changed = self._game.chance(self._held.state) != due and not self._held.is_next_roll(
            self._watched.free_dice
        )
        if self._watched.newest and (rolled or changed):
            self._rests.taken = self._watched.rest

    def _look_again(self, sight: Sight | None = None) -> None:
        """Work through the newest view until it leads to nothing more to book.

        `sight` is what the first look at it led to, if it has been worked out.
        """
        seen = self._watched.newest
        if seen is None:
            return
        version = self.version
        self._follow_rocking(seen)
        if sight is None or version != self.version:
            sight = self._look(seen)
        while seen.rest > self._rests.held and not self._is_ahead(seen):
            if sight.bookings:
                self._book_seen(sight.bookings, seen)
            elif not self._put_right(docked(self._seeing_case(), self._held.recent, sight)):
                break
            sight = self._look(seen)
        if not sight.found and not sight.asked and seen.rest > self._rests.held:
            self._grow_surer(seen)
        if sight.fits and self._game.pending(self._held.state) is None:
            self._rests.undone = False
        sight = self._in_doubt(sight, seen)
        if self._rests.undone or self._rests.owed:
            self._flags = ()
        else:
            self._lost = is_lost(sight.found, self._lost)
            self._flags = (lost_flag(),) if self._lost else sight.flags
        self._unbooked = self._unbooked.looked(self._game, self._held.state, seen)
        self._asking.follow(sight.asked, seen, self.version, self._game.chance(self._held.state))

    def _is_ahead(self, seen: Observation) -> bool:
        return self._unbooked.is_ahead(self._game, self._held.state, seen)

    def _in_doubt(self, sight: Sight, seen: Observation) -> Sight:
        """Ask instead of flagging where the mistake may be the camera's or the phone's."""
        if not sight.flags or not self._held.history or self._asking.answered == seen.rest:
            return sight
        asked = ask_misread(
            self._game, self._held.recent, self._held.state, sight.found, sight.free_dice
        )
        if asked is not None:
            return replace(sight, flags=(), asked=asked)
        newest = self._held.history[-1]
        if newest.source != "phone":
            return sight
        if newest.entry == self._asking.insisted or seen.rest <= self._rests.said:
            return sight  # it has been asked, or the view is older than what was said
        asked = clash(
            self._game, self._held.recent[-1], sight.unlike, seen.picture, self._out_of_time()
        )
        return sight if asked is None else replace(sight, flags=(), asked=asked)

    def _put_right(self, entries: tuple[Entry, ...]) -> bool:
        """Book what puts a roll right, if anything does."""
        if entries:
            self._book(entries)
        return bool(entries)

    def _follow_rocking(self, seen: Observation) -> None:
        """Put the newest roll right where its dice lie otherwise after all."""
        if self._rolled is None or seen.free_dice is None:
            return
        if self._put_right(rocked(self._seeing_case(), self._held.recent, self._rolled, seen)):
            self._reads[self._rolled.entry] = read_dice(seen.free_dice)

    def _grow_surer(self, seen: Observation) -> None:
        """Take marks of doubt off the newest roll; what was rolled is what was said."""
        if self._put_right(no_more_unsure(self._seeing_case(), self._held.recent, seen)):
            self._announced = ()

    def _look(self, seen: Observation) -> Sight:
        """Dice at rest are a new roll only if they were thrown after the roll became due."""
        return self._look_at(seen)()

    def _look_at(self, seen: Observation) -> Callable[[], Sight]:
        """The look, to be made in any thread: it holds all it needs and changes nothing."""
        return partial(
            look,
            self._game,
            self._held.state,
            seen,
            roll_may_be_new=self._rests.is_new_throw(seen.throw),
            put_since=self._rests.is_since(seen.rest),
            may_ask=self._asking.answered != seen.rest,
            hidden=self._watched.hidden_in(seen),
            unbooked=self._unbooked,
            out_of_time=self._out_of_time(),
        )

    def _out_of_time(self) -> Callable[[], bool]:
        """Tells when as much time has gone by from now on as one look may take."""
        ends_s = self._seconds() + self._limit_s
        return lambda: self._seconds() > ends_s

    def _book_seen(self, bookings: tuple[Booking, ...], seen: Observation) -> None:
        entries = book_in_turn(self._seeing_case(), tuple(booking.text for booking in bookings))
        assert not isinstance(entries, Refused), "what was seen is explained by legal actions"
        for number, booking in enumerate(bookings, self.version + 1):
            if booking.dice:
                self._reads[number] = read_dice(booking.dice)
        read = zip(entries, bookings, strict=True)
        self._book(tuple(as_read(entry, booking.dice) for entry, booking in read))
        if bookings[-1].dice:
            self._rolled = ReadRoll(self.version, seen)
