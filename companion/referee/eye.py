"""What a camera sees of a table: booked where it is explained, else flagged or asked about."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from companion.core.expected import Expected
from companion.core.observation import Observation
from companion.referee.asking import Asking
from companion.referee.clash import clash
from companion.referee.commands import Refused
from companion.referee.decide import Case, book_in_turn
from companion.referee.doubt import ask_misread
from companion.referee.due_roll import IGNORE, read_dice
from companion.referee.errors import JournalError
from companion.referee.journal import not_stored
from companion.referee.progress import Progress, is_roll
from companion.referee.rests import Rests
from companion.referee.rolls import ReadRoll, docked, no_more_unsure, rocked
from companion.referee.seeing import look
from companion.referee.sight import Booking, Sight
from companion.referee.snapshot import Flag, ReadDie
from companion.referee.thread import is_lost, lost_flag
from companion.referee.unbooked import Unbooked
from companion.referee.unsure import as_read
from companion.referee.watched import Watched
from companion.rules.game import AnyGame, Chance
from companion.rules.ledger import Entry, Origin, Undone


class Books(Protocol):
    """Stores entries and holds them to be true. Raises `JournalError`: then nothing is."""

    def __call__(self, entries: tuple[Entry, ...], *, silently: bool = False) -> None:
        """One announcement for all of them, unless it is done `silently`."""
        ...


@dataclass(frozen=True, slots=True)
class Before:
    """How things stood before something was booked."""

    due: Chance | None
    lay: Expected
    rolls: int


class Eye:
    """The camera's side of a table: the newest view, what was known before it, flags, questions.

    What it finds out it decides on in the `case` that is open, and `book`s; it is told by `booked`
    of that and of what people enter. `limit_s` bounds how long one look may take, by the clock
    `seconds`.
    """

    def __init__(
        self,
        game: AnyGame,
        held: Progress,
        *,
        case: Callable[[Origin], Case],
        book: Books,
        limit_s: float,
        seconds: Callable[[], float],
    ) -> None:
        self._game, self._held = game, held
        self._case_of, self._book = case, book
        self.limit_s, self.seconds = limit_s, seconds
        self.flags: tuple[Flag, ...] = ()
        self.asking = Asking()
        self.reads: dict[int, tuple[ReadDie, ...]] = {}
        self._rests = Rests()
        self._lost = False
        self._unbooked = Unbooked()
        self._watched = Watched()
        self._rolled: ReadRoll | None = None

    @property
    def newest(self) -> Observation | None:
        """The newest claim; `None` where nobody looks."""
        return self._watched.newest

    def observe(self, observation: Observation, sight: Sight | None = None) -> None:
        """Take what the camera claims: book it, flag it, or ask.

        `sight` is what a look at it leads to, if that has been worked out for this position.
        """
        if observation.rest < self._watched.rest:
            # The camera started again and counts from one: what lies there now is nothing new.
            self._rests.began_again(observation.rest)
            sight = None
        self._watched.take(observation)
        try:
            self.look_again(sight)
        except JournalError as error:
            self.flags = (not_stored(error),)

    def look_away(self) -> None:
        """No camera looks there any more: what it last claimed no longer stands against anybody."""
        self._watched.look_away()
        self.flags, self._lost, self._unbooked = (), False, Unbooked()

    def answered(self, option: str) -> None:
        """Somebody chose an option of the open question."""
        newest = self._held.history[-1].entry if self._held.history else 0
        self.asking.answer(option, self._watched.rest, newest)
        if option == IGNORE:
            self._rests.dismissed = self._watched.rest

    def went_back(self) -> None:
        """People undid something: of the view they had then nothing is booked any more."""
        self._rests.held = self._watched.rest

    def heard(self, *, booked: bool) -> None:
        """A phone said something, older than any later view: it settles flags and raises none.

        A roll that is put right is another reason for the same flag, with other pieces.
        """
        self._rests.said = self._watched.rest
        known = {(flag.code, flag.slots) for flag in self.flags}
        self.look_again()
        if booked:
            self.flags = tuple(f for f in self.flags if (f.code, f.slots) in known)

    def before(self) -> Before:
        """How things stand, for `booked` afterwards."""
        state = self._held.state
        return Before(self._game.chance(state), self._game.expected(state), self._held.rolls)

    def booked(self, before: Before, entries: tuple[Entry, ...]) -> None:
        """These entries are held to be true now, whoever made them."""
        due, undone = before.due, bool(entries) and isinstance(entries[0], Undone)
        lies = self._game.expected(self._held.state)
        said = bool(entries) and entries[0].origin.source == "phone"
        self._unbooked = self._unbooked.booked(
            before.lay, lies, undone=undone, said=said, rest=self._watched.rest
        )
        self.asking.settle()
        rolled = any(is_roll(self._game, entry) for entry in entries)
        if rolled and due is not None:
            self._watched.gathered(due.dice or ())
        if entries:
            self._rests.undone = undone
            fewer = self._held.rolls < before.rolls
            self._rests.owed = fewer or (self._rests.owed and not rolled)
        changed = self._game.chance(self._held.state) != due and not self._held.is_next_roll(
            self._watched.free_dice
        )
        if self._watched.newest and (rolled or changed):
            self._rests.taken = self._watched.rest

    def look_at(self, seen: Observation) -> Callable[[], Sight]:
        """A look at a claim, to be made in any thread: it holds all it needs, changes nothing.

        Dice at rest are a new roll only if they were thrown after the roll became due.
        """
        return partial(
            look,
            self._game,
            self._held.state,
            seen,
            roll_may_be_new=self._rests.is_new_throw(seen.throw),
            put_since=self._rests.is_since(seen.rest),
            may_ask=self.asking.answered != seen.rest,
            hidden=self._watched.hidden_in(seen),
            unbooked=self._unbooked,
            out_of_time=self._out_of_time(),
        )

    def look_again(self, sight: Sight | None = None) -> None:
        """Work through the newest view until it leads to nothing more to book.

        `sight` is what the first look at it led to, if it has been worked out.
        """
        seen = self._watched.newest
        if seen is None:
            return
        version = self._version
        self._follow_rocking(seen)
        if sight is None or version != self._version:
            sight = self.look_at(seen)()
        while seen.rest > self._rests.held and not self._is_ahead(seen):
            if sight.bookings:
                self._book_seen(sight.bookings, seen)
            elif not self._put_right(docked(self._case(), self._held.recent, sight)):
                break
            sight = self.look_at(seen)()
        if not sight.found and not sight.asked and seen.rest > self._rests.held:
            # Marks of doubt go: what was rolled is what was said, so it is not announced again.
            self._put_right(no_more_unsure(self._case(), self._held.recent, seen), silently=True)
        if sight.fits and self._game.pending(self._held.state) is None:
            self._rests.undone = False
        self._conclude(self._in_doubt(sight, seen), seen)

    def _conclude(self, sight: Sight, seen: Observation) -> None:
        """Flag and ask what is left."""
        if self._rests.undone or self._rests.owed:
            self.flags = ()
        else:
            self._lost = is_lost(sight.found, self._lost)
            self.flags = (lost_flag(),) if self._lost else sight.flags
        self._unbooked = self._unbooked.looked(self._game, self._held.state, seen)
        chance = self._game.chance(self._held.state)
        self.asking.follow(sight.asked, seen, self._version, chance)

    @property
    def _version(self) -> int:
        return len(self._held.ledger.entries)

    def _case(self) -> Case:
        return self._case_of(self._watched.origin())

    def _is_ahead(self, seen: Observation) -> bool:
        return self._unbooked.is_ahead(self._game, self._held.state, seen)

    def _in_doubt(self, sight: Sight, seen: Observation) -> Sight:
        """Ask instead of flagging where the mistake may be the camera's or the phone's."""
        if not sight.flags or not self._held.history or self.asking.answered == seen.rest:
            return sight
        asked = ask_misread(
            self._game, self._held.recent, self._held.state, sight.found, sight.free_dice
        )
        if asked is not None:
            return replace(sight, flags=(), asked=asked)
        newest = self._held.history[-1]
        if newest.source != "phone":
            return sight
        if newest.entry == self.asking.insisted or seen.rest <= self._rests.said:
            return sight  # it has been asked, or the view is older than what was said
        asked = clash(
            self._game, self._held.recent[-1], sight.unlike, seen.picture, self._out_of_time()
        )
        return sight if asked is None else replace(sight, flags=(), asked=asked)

    def _put_right(self, entries: tuple[Entry, ...], *, silently: bool = False) -> bool:
        """Book what puts a roll right, if anything does."""
        if entries:
            self._book(entries, silently=silently)
        return bool(entries)

    def _follow_rocking(self, seen: Observation) -> None:
        """Put the newest roll right where its dice lie otherwise after all."""
        if self._rolled is None or seen.free_dice is None:
            return
        if self._put_right(rocked(self._case(), self._held.recent, self._rolled, seen)):
            self.reads[self._rolled.entry] = read_dice(seen.free_dice)

    def _out_of_time(self) -> Callable[[], bool]:
        """Tells when as much time has gone by from now on as one look may take."""
        ends_s = self.seconds() + self.limit_s
        return lambda: self.seconds() > ends_s

    def _book_seen(self, bookings: tuple[Booking, ...], seen: Observation) -> None:
        entries = book_in_turn(self._case(), tuple(booking.text for booking in bookings))
        assert not isinstance(entries, Refused), "what was seen is explained by legal actions"
        for number, booking in enumerate(bookings, self._version + 1):
            if booking.dice:
                self.reads[number] = read_dice(booking.dice)
        read = zip(entries, bookings, strict=True)
        self._book(tuple(as_read(entry, booking.dice) for entry, booking in read))
        if bookings[-1].dice:
            self._rolled = ReadRoll(self._version, seen)
