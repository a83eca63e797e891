"""What the people of a script do on their phones: say what no camera sees, and help it out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from companion.core.ids import PlayerId
from companion.simulator.script import Beat, BeatKind, Script

PATIENCE_S = 8.0
"""How long they wait for the camera before they enter what it should have seen."""
REPEAT_S = 1.0
"""Between two tries at the same entry: the table may still be busy with what came before."""

Key: TypeAlias = str | tuple[PlayerId, tuple[int, ...]]
"""An action as it is booked: its notation, or of a roll the player and the faces, sorted."""


class Booked(Protocol):
    """A line of the table's history."""

    @property
    def player(self) -> PlayerId:
        """Whose action it was."""
        ...

    @property
    def text(self) -> str:
        """The action in notation."""
        ...

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces, when it was a roll."""
        ...


class Option(Protocol):
    """An answer a question offers."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def label(self) -> str:
        """Its words: those of the action it stands for, of several joined by `, then `."""
        ...


class Asked(Protocol):
    """Something the table wants to know."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def player(self) -> PlayerId | None:
        """Who is asked; `None` for anybody."""
        ...

    @property
    def dice(self) -> Sequence[object]:
        """Proposed dice, which the answer may put right."""
        ...

    @property
    def options(self) -> Sequence[Option]:
        """What may be answered."""
        ...


class Phones(Protocol):
    """A table as its phones see it. Each command tells whether it was carried out."""

    def history(self) -> Sequence[Booked]:
        """What is booked and in force, oldest first."""
        ...

    def questions(self) -> Sequence[Asked]:
        """What is being asked."""
        ...

    def act(self, player: PlayerId, text: str) -> bool:
        """Enter an action in notation."""
        ...

    def roll(self, player: PlayerId, faces: tuple[int, ...]) -> bool:
        """Enter the roll that is due."""
        ...

    def answer(self, player: PlayerId, question: str, option: str, faces: tuple[int, ...]) -> bool:
        """Choose an option of a question; `faces` where dice are to be put right."""
        ...


@dataclass(slots=True)
class Tally:
    """Who told the table what: the camera by itself, and people by hand.

    `said` are actions no camera can tell, `helped` those it should have told, `answered` its
    questions.
    """

    seen: int = 0
    said: int = 0
    helped: int = 0
    answered: int = 0


class ScriptedPlayers:
    """Call `speak` with the camera's time; it does at most one thing on a phone each time."""

    def __init__(self, script: Script, patience_s: float = PATIENCE_S) -> None:
        self._script, self._patience_s = script, patience_s
        self._entered: set[int] = set()
        self._tried: tuple[int, float] = (-1, 0.0)
        self.tally = Tally()

    def speak(self, phones: Phones, now_s: float) -> None:
        """`now_s` is the time of the script: the newest frame's time stamp times the speed."""
        due = [
            (number, beat)
            for number, beat in enumerate(self._script.until(now_s))
            if beat.kind not in (BeatKind.ILLEGAL, BeatKind.FIX)
        ]
        missing = _first_missing(due, phones.history())
        booked = len(due) if missing is None else missing
        self.tally.seen = sum(number not in self._entered for number, _ in due[:booked])
        if missing is None:
            return
        number, beat = due[missing]
        if self._answers(phones, [beat for _, beat in due[missing:]]):
            return
        if not self._is_time(number, beat, now_s):
            return
        self._tried = (number, now_s)
        if _enter(phones, beat):
            self._entered.add(number)
            if beat.kind is BeatKind.INVISIBLE:
                self.tally.said += 1
            else:
                self.tally.helped += 1

    def _is_time(self, number: int, beat: Beat, now_s: float) -> bool:
        wait_s = 0.0 if beat.kind is BeatKind.INVISIBLE else self._patience_s
        tried, at = self._tried
        return now_s >= beat.change_s + wait_s and (tried != number or now_s - at >= REPEAT_S)

    def _answers(self, phones: Phones, missing: Sequence[Beat]) -> bool:
        """Choose what the script says, where a question offers it."""
        for question in phones.questions():
            option = _right_option(question, missing)
            if option is None:
                continue
            faces = missing[0].faces if question.dice else ()
            player = question.player or missing[0].player
            if phones.answer(player, question.id, option, faces):
                self.tally.answered += 1
                return True
        return False


def _right_option(question: Asked, missing: Sequence[Beat]) -> str | None:
    """The option that says what really happened: the next action, or the next few."""
    if question.dice:
        return question.options[0].id if missing[0].faces and question.options else None
    told = {beat.label for beat in missing[:1]} | {beat.text for beat in missing[:1]}
    told |= {", then ".join(beat.label for beat in missing[:n]) for n in (2, 3, 4)}
    return next((option.id for option in question.options if option.label in told), None)


def _enter(phones: Phones, beat: Beat) -> bool:
    if beat.kind is BeatKind.ROLL:
        return phones.roll(beat.player, beat.faces)
    return phones.act(beat.player, beat.text)


def _first_missing(due: Sequence[tuple[int, Beat]], history: Sequence[Booked]) -> int | None:
    """Place of the oldest action that is not booked; the order of those booked does not matter."""
    booked = Counter(_booked_key(line) for line in history)
    for place, (_, beat) in enumerate(due):
        key = _beat_key(beat)
        if booked[key] == 0:
            return place
        booked[key] -= 1
    return None


def _beat_key(beat: Beat) -> Key:
    return (beat.player, tuple(sorted(beat.faces))) if beat.faces else beat.text


def _booked_key(line: Booked) -> Key:
    return (line.player, tuple(sorted(line.faces))) if line.faces else line.text
