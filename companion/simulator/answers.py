"""What the people of a script do on their phones: say what no camera sees, and help it out.

They look at the history as people do: what is missing there they enter after a while, what never
happened they put right, and what the table has passed over they go back to. Where the board on the
page is not theirs, since things were booked in another order than they happened, they go back too.
What is refused again and again they insist on. Nothing makes them wait for ever.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.core.ids import AreaId, PlayerId
from companion.simulator.beats import Beat, BeatKind
from companion.simulator.lying import alike
from companion.simulator.phones import Asked, Booked, Phones
from companion.simulator.script import Script

PATIENCE_S = 8.0
"""How long they wait for the camera before they enter what it should have seen."""
STRANGE_S = 3.0
"""How long a line that never happened stands until somebody puts it right."""
REPEAT_S = 1.0
"""Between two tries at the same entry: the table may still be busy with what came before."""
REFUSALS = 3
"""Tries after which they go back to where the entry belongs, after as many more to the roll
of that turn, and after as many again insist on it, or give it up where nobody can."""

NOTHING = ("Nothing", "Something else")
"""Words of the answer that none of what is offered has happened."""

Key: TypeAlias = str | tuple[str, ...]
"""An action as it is booked: its notation; of a roll its words, sorted."""


@dataclass(slots=True)
class Tally:
    """Who told the table what: the camera by itself, and people by hand.

    `said` are actions no camera can tell, `helped` those it should have told, `answered` its
    questions, `corrected` lines that never happened, `doubted` rolls put right that were shown as
    unsure, `given_up` what could not be entered.
    `touched` are the places in the script of what people entered, answered or put right.
    """

    seen: int = 0
    said: int = 0
    helped: int = 0
    answered: int = 0
    corrected: int = 0
    doubted: int = 0
    given_up: int = 0
    touched: set[int] = field(default_factory=set)


Numbered: TypeAlias = tuple[int, Beat]


class ScriptedPlayers:
    """Call `speak` with the camera's time; it does at most one thing on a phone each time."""

    def __init__(self, script: Script, patience_s: float = PATIENCE_S) -> None:
        self._script, self._patience_s = script, patience_s
        self._tried: dict[int, float] = {}
        self._refused: Counter[int] = Counter()
        self._strange: dict[int, float] = {}
        self._skipped: set[int] = set()
        self._undone_s = -patience_s
        self._wanted = -1
        self._known: tuple[int, tuple[Booked, ...], int] = (0, (), 0)
        self._compared = _Compared((), (), ())
        self._in_order: tuple[tuple[int, Booked], ...] = ()
        self.tally = Tally()
        self.log: list[tuple[float, str]] = []

    def speak(self, phones: Phones, now_s: float) -> None:
        """`now_s` is the time of the script: the newest frame's time stamp times the speed."""
        compared = self._look_over(phones, now_s)
        missing = compared.missing
        if self._puts_right(phones, compared, now_s):
            return
        if self._puts_in_order(phones, compared, now_s):
            return
        if not self._answers(phones, missing, now_s) and missing:
            self._enters(phones, compared, now_s)

    def _look_over(self, phones: Phones, now_s: float) -> "_Compared":
        """The script beside the history; the same as before while neither has gone on."""
        begun, history = self._script.until(now_s), tuple(phones.history())
        known = (len(begun), history, len(self._skipped))
        if known != self._known:
            self._known = known
            due = [(n, beat) for n, beat in enumerate(begun) if beat.kind in HAPPENS]
            self._compared = _compare(due, history, self._skipped)
            helped = {n for n, _ in self._compared.missing} | self.tally.touched
            self.tally.seen = sum(n not in helped for n, _ in due)
        return self._compared

    def _puts_right(self, phones: Phones, compared: "_Compared", now_s: float) -> bool:
        """Replace a line that never happened by what did, or go back to before it."""
        strange = {line.entry for line in compared.strange}
        self._strange = {e: s for e, s in self._strange.items() if e in strange}
        if not compared.strange:
            return False
        line = compared.strange[0]
        if now_s - self._strange.setdefault(line.entry, now_s) < STRANGE_S:
            return False
        self._strange[line.entry] = now_s
        meant = [
            (number, beat)
            for number, beat in compared.missing
            if beat.player == line.player
            and bool(beat.faces) == bool(line.faces)
            and beat.kind is not BeatKind.OVERRULE
            and _belongs(compared.booked, number, line)
        ]
        doubted = line.entry in phones.doubted()
        if meant and phones.amend(line.player, line.entry, meant[0][1].text):
            self.tally.touched.add(meant[0][0])
            self.log.append((now_s, f"put right: {line.text} to {meant[0][1].text}"))
        else:
            self._goes_back(phones, line.player, line.entry, now_s)
            self.log.append((now_s, f"never happened: {line.text}"))
        self.tally.doubted += doubted
        self.tally.corrected += not doubted
        return True

    def _puts_in_order(self, phones: Phones, compared: "_Compared", now_s: float) -> bool:
        """Go back to what was booked before something that happened earlier, if that matters."""
        if compared.missing or not compared.booked or compared.booked == self._in_order:
            return False
        last = max(number for number, _ in compared.booked)
        if alike(phones.board(), self._script.beats[last].board):
            self._in_order = compared.booked
            return False
        entry = _out_of_order(compared.booked, last + 1, self._turn(compared, last))
        if entry is None:
            return False
        self._goes_back(phones, self._script.beats[last].player, entry, now_s)
        self._wanted = last
        self.tally.corrected += 1
        self.log.append((now_s, f"went back to {entry - 1}: booked in another order"))
        return True

    def _goes_back(self, phones: Phones, player: PlayerId, entry: int, now_s: float) -> None:
        """To before an entry; what still lies there the camera gets time to see again."""
        if phones.undo(player, entry - 1):
            self._undone_s = now_s

    def _answers(self, phones: Phones, missing: Sequence[Numbered], now_s: float) -> bool:
        """Choose what the script says, where a question offers it, or that it is none of that."""
        beats = [beat for _, beat in missing]
        for question in phones.questions():
            chosen = _right_option(question, beats) if beats else None
            chosen = chosen or self._none_of_these(question, beats, now_s)
            if chosen is None:
                continue
            option, meant = chosen
            faces = beats[0].faces if question.dice and beats else ()
            player = question.player or self._script.setup.players[0]
            if phones.answer(player, question.id, option, faces):
                self.tally.answered += 1
                self.tally.touched.update(number for number, _ in missing[:meant])
                return True
        return False

    def _none_of_these(
        self, question: Asked, missing: Sequence[Beat], now_s: float
    ) -> tuple[str, int] | None:
        """The answer that nothing offered has happened, when something wrong lies there or all
        that has happened is booked."""
        lying = [beat for beat in self._script.until(now_s) if beat.kind is not BeatKind.FUSS]
        wrong = bool(lying) and lying[-1].kind is BeatKind.ILLEGAL and lying[-1].change_s < now_s
        nothing = next((o.id for o in question.options if o.label in NOTHING), None)
        return (nothing, 0) if nothing is not None and (wrong or not missing) else None

    def _enters(self, phones: Phones, compared: "_Compared", now_s: float) -> None:
        """Enter the oldest that is missing; what is to be said is said when it is done.

        A player does not say the second thing while the first is missing in the history.
        """
        first = compared.missing[0]
        said = next((one for one in compared.missing if one[1].kind in SAID), first)
        if said[1].player == first[1].player:
            said = first
        for number, beat in (first, said):
            if self._is_time(number, beat, now_s):
                self._try(phones, compared, number, beat, now_s)
                return

    def _try(
        self, phones: Phones, compared: "_Compared", number: int, beat: Beat, now_s: float
    ) -> None:
        self._tried[number] = now_s
        over = self._over(compared, number)
        if over is not None:
            self._goes_back(phones, beat.player, over[1].entry, now_s)
            self._wanted = max(self._wanted, over[0])
            self.log.append((now_s, f"went back to {over[1].entry - 1} for: {beat.text}"))
            return
        if _enter(phones, beat):
            if beat.kind in SAID:
                self.tally.said += 1
            elif number not in self.tally.touched:
                self.tally.helped += 1
                self.log.append((now_s, f"entered: {beat.text}"))
            self.tally.touched.add(number)
            return
        if number != compared.missing[0][0]:
            return
        self._refused[number] += 1
        if self._refused[number] >= 3 * REFUSALS:
            self._insists(phones, number, beat, now_s)
            return
        turn = self._turn(compared, number)
        entry = {
            REFUSALS: _out_of_order(compared.booked, number, turn),
            2 * REFUSALS: _first_of(compared.booked, turn),
        }.get(self._refused[number])
        if entry is not None:
            self._goes_back(phones, beat.player, entry, now_s)
            self._wanted = number
            self.log.append((now_s, f"went back to {entry - 1} for: {beat.text}"))

    def _over(self, compared: "_Compared", number: int) -> tuple[int, Booked] | None:
        """The newest line, if by it the player laid a card over the one that is missing: on a pile
        they keep the order."""
        if not compared.booked:
            return None
        place, line = max(compared.booked, key=lambda pair: pair[1].entry)
        one, other = self._script.beats[number], self._script.beats[place]
        if place < number or one.player != other.player:
            return None
        return (place, line) if self._piles(number) & self._piles(place) else None

    def _piles(self, number: int) -> frozenset[AreaId]:
        """Piles that lie otherwise after a beat than before it."""
        beats = self._script.beats
        before = beats[number - 1].board if number else self._script.start
        after = beats[number].board
        piles = {slot.area for slot in self._script.game.layout.slots.values() if slot.pile}
        return frozenset(area for area in piles if before.get(area) != after.get(area))

    def _turn(self, compared: "_Compared", number: int) -> int:
        """Where in the script the turn goes on after its last roll that is booked; in a game
        without dice, where the player began to do something."""
        rolls = [n + 1 for n, line in compared.booked if line.faces and n <= number]
        if rolls:
            return max(rolls)
        beats = self._script.beats
        player = beats[number].player
        while number and beats[number - 1].player == player:
            number -= 1
        return number

    def _insists(self, phones: Phones, number: int, beat: Beat, now_s: float) -> None:
        """Overrule the table; where that cannot be done either, give the entry up."""
        if phones.overrule(beat.player, beat.text):
            self.tally.touched.add(number)
            self.tally.helped += 1
            self.log.append((now_s, f"insisted: {beat.text}"))
            return
        self._skipped.add(number)
        self.tally.given_up += 1
        self.log.append((now_s, f"gave up: {beat.text}"))

    def _is_time(self, number: int, beat: Beat, now_s: float) -> bool:
        wait_s = 0.0 if beat.kind in SAID or number <= self._wanted else self._patience_s
        return (
            now_s >= max(beat.change_s, self._undone_s if wait_s else 0.0) + wait_s
            and now_s - self._tried.get(number, -REPEAT_S) >= REPEAT_S
        )


SAID = frozenset({BeatKind.INVISIBLE, BeatKind.OVERRULE})
"""What is said on a phone, since no camera can tell it."""
HAPPENS = frozenset({BeatKind.ROLL, BeatKind.PLACE, *SAID})
"""What ends up in the history."""


def _right_option(question: Asked, missing: Sequence[Beat]) -> tuple[str, int] | None:
    """The option that says what really happened, and how many of the missing actions it says."""
    if question.dice:
        return (question.options[0].id, 1) if missing[0].faces and question.options else None
    told = {", then ".join(beat.label for beat in missing[:n]): n for n in (4, 3, 2, 1)}
    told[missing[0].text] = 1
    chosen = (option for option in question.options if option.label in told)
    return next(((option.id, told[option.label]) for option in chosen), None)


def _enter(phones: Phones, beat: Beat) -> bool:
    if beat.kind is BeatKind.ROLL:
        return phones.roll(beat.player, beat.faces)
    if beat.kind is BeatKind.OVERRULE:
        return phones.overrule(beat.player, beat.text)
    return phones.act(beat.player, beat.text)


@dataclass(frozen=True, slots=True)
class _Compared:
    """The script beside the history: what is not booked, what never happened, what is booked."""

    missing: tuple[Numbered, ...]
    strange: tuple[Booked, ...]
    booked: tuple[tuple[int, Booked], ...]


def _compare(
    due: Sequence[Numbered], history: Sequence[Booked], skipped: Collection[int]
) -> _Compared:
    """The order of what is booked does not matter; what was given up is not missed."""
    lines: defaultdict[Key, deque[Booked]] = defaultdict(deque)
    for line in history:
        lines[_key(line.text, line.faces)].append(line)
    missing, booked = [], []
    for number, beat in due:
        left = lines[_key(beat.text, beat.faces)]
        if left:
            booked.append((number, left.popleft()))
        elif number not in skipped:
            missing.append((number, beat))
    strange = sorted((line for left in lines.values() for line in left), key=lambda n: n.entry)
    return _Compared(tuple(missing), tuple(strange), tuple(booked))


def _belongs(booked: Sequence[tuple[int, Booked]], number: int, line: Booked) -> bool:
    """Whether what is missing happened where that line stands: only there it is put right."""
    return all((n < number) == (other.entry < line.entry) for n, other in booked)


def _out_of_order(booked: Sequence[tuple[int, Booked]], missing: int, turn: int) -> int | None:
    """The first entry of the turn that was booked before what happened earlier."""
    by_entry = sorted((p for p in booked if p[0] >= turn), key=lambda pair: pair[1].entry)
    earliest = missing
    found = None
    for place, line in reversed(by_entry):
        if place > earliest:
            found = line.entry
        earliest = min(earliest, place)
    return found


def _first_of(booked: Sequence[tuple[int, Booked]], turn: int) -> int | None:
    """The first entry of the turn, and of all that was booked since."""
    return min((line.entry for place, line in booked if place >= turn), default=None)


def _key(text: str, faces: tuple[int, ...]) -> Key:
    return tuple(sorted(text.split())) if faces else text
