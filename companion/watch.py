"""Watches a camera to its end without a server, and tells line by line what the table makes of it.

Unpaced: every frame is looked at, however long that takes.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from companion.answers_file import STATEMENTS, GivenAnswer, faces_of_answer
from companion.core.ids import PlayerId
from companion.eyes import Eyes
from companion.live import TablePhones
from companion.referee.commands import Act, Answer, Command, Done, Overrule, Reply, Request, Roll
from companion.referee.due_roll import BOOK_ROLL, IGNORE
from companion.referee.present import faces_of, sentences
from companion.referee.snapshot import Flag, Question
from companion.referee.table import Table
from companion.rules.codec import Json, to_json
from companion.rules.engine import fold
from companion.rules.game import AnyGame
from companion.rules.ledger import Amended, Entry, Ledger, Undone
from companion.rules.registry import load_game
from companion.rules.ruling import Rejected
from companion.rules.score import ScoreSheet
from companion.vision.dice import DiceReader
from companion.vision.pipeline import Pipeline

Line = dict[str, Json]


class Teller:
    """Writes lines: JSON for programs, words for people. `seq` is the number of the last one."""

    def __init__(self, out: TextIO, as_json: bool) -> None:
        self._out, self._as_json = out, as_json
        self.seq = 0
        self.time_s = 0.0

    def tell(self, name: str, player: str | None, /, **rest: Json) -> int:
        """Write a line and return its number."""
        self.seq += 1
        line: Line = {
            "type": name,
            "t": round(self.time_s, 3),
            "seq": self.seq,
            "player": player,
            **rest,
        }
        words = json.dumps(line) if self._as_json else _in_words(line)
        print(words, file=self._out, flush=True)
        return self.seq


def _in_words(line: Line) -> str:
    who = f"{line['player']}: " if line["player"] else ""
    said = line.get("words") or line.get("text") or line.get("prompt") or line.get("answer") or ""
    return f"{line['t']:8.1f} s  {line['type']}: {who}{said}"


@dataclass
class Outcome:
    """What came of watching: how many answers were taken, and those nobody asked for."""

    answers: int = 0
    leftovers: Sequence[GivenAnswer] = ()


class _Told:
    """A journal that tells every entry, with the notices of the rules."""

    def __init__(self, game: AnyGame, ledger: Ledger, teller: Teller) -> None:
        self._game, self._ledger, self._teller = game, ledger, teller
        self._state = ledger.state(game)

    def append(self, *entries: Entry) -> None:
        """Keep nothing, say everything."""
        for entry in entries:
            self._ledger = self._ledger.append(entry)
            if isinstance(entry, Undone | Amended):
                self._rewritten(entry)
                self._state = self._ledger.state(self._game)
                continue
            line = entry.line
            said = " ".join(sentences(self._game, line))
            player = None
            if line.how != "adjusted":
                action = self._game.read_action(line.text)
                player = str(self._game.player_of(action))
                self._notices(action, player)
            self._teller.tell(
                "event",
                player,
                entry=line.entry,
                text=line.text,
                words=said,
                how=line.how,
                source=entry.origin.source,
                faces=to_json(faces_of(self._game, line)),
                unsure=to_json(line.unsure),
            )
            self._state = fold(self._game, self._state, line.facts)

    def _rewritten(self, entry: Undone | Amended) -> None:
        number = len(self._ledger.entries)
        if isinstance(entry, Undone):
            text = f"undone back to entry {entry.to}"
        else:
            text = f"entry {entry.entry} put right: {entry.lines[0].text if entry.lines else ''}"
        self._teller.tell(
            "event", entry.origin.seat, entry=number, text=text, source=entry.origin.source
        )

    def _notices(self, action: object, player: str) -> None:
        ruling = self._game.judge(self._state, action)
        if isinstance(ruling, Rejected):
            return
        for notice in ruling.notices:
            self._teller.tell("notice", player, code=notice.code, text=notice.text)


@dataclass
class _Open:
    """What the table wants to know now: the line it was told in, kind, player, and answers."""

    seq: int
    kind: str
    player: str | None
    choices: dict[str, str] = field(default_factory=dict)


class Watcher:
    """A table that is told what a camera claims, and answers from a file or a script."""

    def __init__(self, ledger: Ledger, teller: Teller, answers: Sequence[GivenAnswer] = ()) -> None:
        self._game = load_game(ledger.header.game)
        self._teller = teller
        self.table = Table(
            self._game, ledger, _Told(self._game, ledger, teller), lambda: ledger.header.began
        )
        self._left = list(answers)
        self._flags: dict[str, Flag] = {}
        self._asked: tuple[str, _Open] | None = None
        self._choice: tuple[object, _Open] | None = None
        self._scores: dict[str, int] = {}
        self._sent = 0
        self.outcome = Outcome(leftovers=self._left)

    def settle(self) -> None:
        """Tell what has changed, and answer as long as there is something to answer."""
        while True:
            self._tell_changes()
            if not self._answer():
                return

    def finish(self) -> None:
        """The final sheets."""
        state = self.table.state
        ended = self._game.outcome(state)
        for sheet in self._game.scores(state):
            place = None if ended is None else ended.places[sheet.player]
            self._tell_sheet(sheet, final=True, place=place)

    def counted(self, kind: str, player: str | None, answer: Json, by: str) -> None:
        """An answer was taken."""
        self.outcome.answers += 1
        self._teller.tell("answer", player, kind=kind, answer=answer, by=by)

    def _tell_changes(self) -> None:
        flags = {flag.id: flag for flag in self.table.flags}
        for name, flag in flags.items():
            if name not in self._flags:
                self._tell_flag(flag)
        for name, flag in self._flags.items():
            if name not in flags:
                self._teller.tell("notice", None, code="violation.cleared", text=flag.text)
        self._flags = flags
        self._tell_questions()
        for sheet in self._game.scores(self.table.state):
            if self._scores.get(sheet.player, 0) != sheet.total:
                self._scores[sheet.player] = sheet.total
                words = f"{sheet.total} points"
                self._teller.tell(
                    "score",
                    sheet.player,
                    total=sheet.total,
                    lines=to_json(sheet.lines),
                    words=words,
                )

    def _tell_sheet(self, sheet: ScoreSheet, **rest: Json) -> None:
        words, lines = f"{sheet.total} points", to_json(sheet.lines)
        self._teller.tell(
            "score", sheet.player, total=sheet.total, lines=lines, words=words, **rest
        )

    def _tell_flag(self, flag: Flag) -> None:
        player = None
        if flag.action is not None:
            player = str(self._game.player_of(self._game.read_action(flag.action)))
        told = {name: value for name, value in _mapping(to_json(flag)).items() if name != "id"}
        self._teller.tell("violation", player, **told)

    def _tell_questions(self) -> None:
        question = next(iter(self.table.questions), None)
        if question is None:
            self._asked = None
        elif self._asked is None or self._asked[0] != question.id:
            self._asked = (question.id, self._tell_question(question))
        pending = self._game.pending(self.table.state)
        if pending is None:
            self._choice = None
        elif self._choice is None or self._choice[0] != pending:
            views = [self._game.action_view(self.table.state, c) for c in pending.choices]
            options = {view.text: view.label for view in views}
            seq = self._tell_asking(pending.kind, pending.player, pending.prompt, options)
            self._choice = (pending, _Open(seq, pending.kind, pending.player, options))

    def _tell_question(self, question: Question) -> _Open:
        kind = question.id.split(".")[0]
        options = {option.id: option.label for option in question.options}
        seq = self._tell_asking(kind, question.player, question.prompt, options, question)
        return _Open(seq, kind, question.player, options)

    def _tell_asking(
        self,
        kind: str,
        player: str | None,
        prompt: str,
        options: dict[str, str],
        question: Question | None = None,
    ) -> int:
        shown: Json = [{"id": name, "label": label} for name, label in options.items()]
        dice = () if question is None else question.dice
        return self._teller.tell(
            "question", player, kind=kind, prompt=prompt, options=shown, dice=to_json(dice)
        )

    def _answer(self) -> bool:
        """Use the first answer that suits what is open now; whether there was one."""
        for given in self._left:
            request = self._request(given)
            if request is None:
                continue
            if isinstance(self._send(request, given.player), Done):
                self._left.remove(given)
                self.counted(given.kind, given.player, _plain(given.answer), "file")
                return True
        return False

    def _request(self, given: GivenAnswer) -> Request | None:
        """What an answer asks of the table now, if anything."""
        if given.kind in STATEMENTS:
            return _statement(given) if self._teller.seq >= given.after_seq else None
        if self._asked is not None:
            name, open_ = self._asked
            if given.suits(open_.kind, open_.player, open_.seq):
                return _answer_to(name, open_, given.answer)
        if self._choice is not None:
            open_ = self._choice[1]
            if given.suits(open_.kind, open_.player, open_.seq):
                text = _chosen(open_.choices, f"{given.player}: {given.answer}", given.answer)
                return None if text is None else Act(text)
        return None

    def _send(self, request: Request, player: str | None) -> Reply:
        self._sent += 1
        command = Command(f"answer-{self._sent}", self.table.version, request, player)
        return self.table.command(command)


def _statement(given: GivenAnswer) -> Request:
    if given.kind == "overrule":
        return Overrule(str(given.answer))
    if given.kind == "roll_entered":
        return Roll(faces_of_answer(given.answer))
    return Act(str(given.answer))


def _answer_to(name: str, open_: _Open, answer: object) -> Request | None:
    faces = faces_of_answer(answer)
    if BOOK_ROLL in open_.choices:
        option = IGNORE if answer == IGNORE else BOOK_ROLL
        return Answer(name, option, faces if option == BOOK_ROLL else ())
    chosen = _chosen(open_.choices, str(answer), answer)
    return None if chosen is None else Answer(name, chosen)


def _chosen(choices: dict[str, str], text: str, answer: object) -> str | None:
    """The id of the choice meant by its id, its text or its words."""
    for name, label in choices.items():
        if name in (text, answer) or label == answer:
            return name
    return None


def _mapping(data: Json) -> dict[str, Json]:
    assert isinstance(data, dict)
    return dict(data)


def _plain(answer: object) -> Json:
    return [str(part) for part in answer] if isinstance(answer, list) else str(answer)


def watch_to_the_end(
    ledger: Ledger, eyes: Eyes, answers: Sequence[GivenAnswer] | None, as_json: bool
) -> Outcome:
    """Watch a camera; the people of a simulated game speak unless there are `answers`."""
    teller = Teller(sys.stdout, as_json)
    watcher = Watcher(ledger, teller, answers or ())
    people = eyes.people if answers is None else None
    phones = _CountedPhones(watcher)
    pipeline = Pipeline(eyes.layout, DiceReader.load())
    with eyes.camera() as camera:
        for frame in camera.frames():
            teller.time_s = frame.time_s
            claim = pipeline.feed(frame)
            if claim is not None:
                watcher.table.observe(claim)
            if people is not None:
                people.speak(phones, frame.time_s)
            watcher.settle()
    watcher.finish()
    return watcher.outcome


class _CountedPhones(TablePhones):
    """Phones whose every word that is taken is told and counted."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(watcher.table)
        self._watcher = watcher

    def _send(self, player: PlayerId, request: Request) -> bool:
        taken = super()._send(player, request)
        if taken:
            kind = type(request).__name__.lower()
            self._watcher.counted(kind, player, to_json(request), "people")
        return taken
