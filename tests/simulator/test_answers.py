"""What scripted people say on their phones, and when."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.core.ids import PlayerId
from companion.rules.registry import load_game, make_setup
from companion.simulator.answers import ScriptedPlayers
from companion.simulator.script import Beat, BeatKind, Script


@dataclass(frozen=True)
class Line:
    player: PlayerId
    text: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Choice:
    id: str
    label: str


@dataclass(frozen=True)
class Ask:
    id: str
    player: PlayerId | None
    options: tuple[Choice, ...]
    dice: tuple[object, ...] = ()


@dataclass
class Table:
    """Books everything at once and writes down who said what."""

    lines: list[Line] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    said: list[tuple[object, ...]] = field(default_factory=list)
    deaf: bool = False

    def history(self) -> Sequence[Line]:
        return self.lines

    def questions(self) -> Sequence[Ask]:
        return self.asked

    def act(self, player: PlayerId, text: str) -> bool:
        self.said.append(("act", player, text))
        if not self.deaf:
            self.lines.append(Line(player, text))
        return not self.deaf

    def roll(self, player: PlayerId, faces: tuple[int, ...]) -> bool:
        self.said.append(("roll", player, faces))
        self.lines.append(Line(player, "roll", faces))
        return True

    def answer(self, player: PlayerId, question: str, option: str, faces: tuple[int, ...]) -> bool:
        self.said.append(("answer", player, question, option, faces))
        self.asked = []
        return True


def script() -> Script:
    game = load_game("alien_frontiers")
    return Script(game, make_setup(game.info, options={"tech": "none"}, count=2), 5, 0.3)


def booked(beat: Beat) -> Line:
    return Line(beat.player, beat.text, tuple(reversed(beat.faces)))


def legal(made: Script, time_s: float) -> list[Beat]:
    beats = made.until(time_s)
    return [b for b in beats if b.kind not in (BeatKind.ILLEGAL, BeatKind.FIX)]


def test_with_a_camera_that_sees_all_only_the_invisible_is_said() -> None:
    made, table = script(), Table()
    players = ScriptedPlayers(made)
    shown = 0
    for tenth in range(1200):
        now = tenth / 10
        seen = [b for b in legal(made, now - 1.0) if b.kind is not BeatKind.INVISIBLE]
        table.lines.extend(booked(beat) for beat in seen[shown:])
        shown = len(seen)
        players.speak(table, now)
    said = {text for _, _, text in (s for s in table.said if s[0] == "act")}
    assert said <= {b.text for b in legal(made, 120) if b.kind is BeatKind.INVISIBLE}
    assert players.tally.helped == 0
    assert players.tally.said > 3
    assert players.tally.seen > 10


def test_without_a_camera_they_enter_everything_late_and_in_order() -> None:
    made, table = script(), Table()
    players = ScriptedPlayers(made)
    beats = legal(made, 60)
    for tenth in range(900):
        players.speak(table, tenth / 10)
        if tenth == 50:
            assert table.said == []
    assert [line.text for line in table.lines[:4]] == ["roll", *(b.text for b in beats[1:4])]
    assert players.tally.seen == 0
    assert players.tally.helped > 5


def test_they_wait_for_what_comes_before_and_do_not_hammer() -> None:
    made, table = script(), Table(deaf=True)
    players = ScriptedPlayers(made)
    table.lines.append(booked(made.until(3)[0]))
    for tenth in range(200):
        players.speak(table, tenth / 10)
    assert {said[2] for said in table.said} == {legal(made, 30)[1].text}
    assert 2 <= len(table.said) <= 12


def test_a_question_is_answered_in_the_words_of_what_was_done() -> None:
    made, table = script(), Table()
    first, second = legal(made, 60)[:2]
    table.lines.append(booked(first))
    options = (Choice("1", "Something else"), Choice("2", second.label))
    table.asked.append(Ask("which", None, options))
    players = ScriptedPlayers(made)
    players.speak(table, second.time_s + 1)
    assert table.said == [("answer", second.player, "which", "2", ())]
    assert players.tally.answered == 1


def test_a_roll_misread_is_put_right() -> None:
    made, table = script(), Table()
    first = made.until(3)[0]
    table.asked.append(Ask("roll", None, (Choice("book", "Book these dice"),), (object(),)))
    ScriptedPlayers(made).speak(table, first.time_s + 2)
    assert table.said == [("answer", first.player, "roll", "book", first.faces)]


def test_an_option_that_says_something_else_is_not_chosen() -> None:
    made, table = script(), Table()
    table.lines.append(booked(made.until(3)[0]))
    table.asked.append(Ask("which", None, (Choice("1", "Something else"),)))
    second = legal(made, 60)[1]
    ScriptedPlayers(made).speak(table, second.time_s + 1)
    assert table.said == []
