"""What scripted people say on their phones, and when."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from companion.core.ids import AreaId, PlayerId
from companion.rules.registry import load_game, make_setup
from companion.simulator.answers import ScriptedPlayers
from companion.simulator.beats import Beat, BeatKind
from companion.simulator.lying import Lying
from companion.simulator.script import Script


@dataclass(frozen=True)
class Line:
    player: PlayerId
    text: str
    faces: tuple[int, ...] = ()
    entry: int = 0


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
    firm: bool = False
    lies: Lying = field(default_factory=dict)
    unsure: frozenset[int] = frozenset()

    def doubted(self) -> frozenset[int]:
        return self.unsure

    def board(self) -> Lying:
        return self.lies

    def history(self) -> Sequence[Line]:
        return self.lines

    def questions(self) -> Sequence[Ask]:
        return self.asked

    def act(self, player: PlayerId, text: str) -> bool:
        self.said.append(("act", player, text))
        if not self.deaf:
            self.book(player, text)
        return not self.deaf

    def book(self, player: PlayerId, text: str, faces: tuple[int, ...] = ()) -> None:
        self.lines.append(Line(player, text, faces, len(self.lines) + 1))

    def overrule(self, player: PlayerId, text: str) -> bool:
        self.said.append(("overrule", player, text))
        self.book(player, text)
        return True

    def amend(self, player: PlayerId, entry: int, text: str) -> bool:
        self.said.append(("amend", player, entry, text))
        if not self.firm:
            self.lines[entry - 1] = replace(self.lines[entry - 1], text=text)
        return not self.firm

    def undo(self, player: PlayerId, to: int) -> bool:
        self.said.append(("undo", player, to))
        del self.lines[to:]
        return True

    def roll(self, player: PlayerId, faces: tuple[int, ...]) -> bool:
        self.said.append(("roll", player, faces))
        self.book(player, f"{player}: roll {' '.join(map(str, sorted(faces)))}", faces)
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
    visible = [beat.text for beat in beats if beat.kind is not BeatKind.INVISIBLE]
    assert [line.text for line in table.lines if line.text in visible][:4] == visible[:4]
    assert players.tally.seen == 0
    assert players.tally.helped > 5


def test_they_wait_for_what_comes_before_and_do_not_hammer() -> None:
    made, table = script(), Table(deaf=True)
    players = ScriptedPlayers(made)
    table.lines.append(booked(made.until(3)[0]))
    for tenth in range(200):
        players.speak(table, tenth / 10)
    first = [said for said in table.said if said[2] == legal(made, 30)[1].text]
    assert 2 <= len(first) <= 12


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


def line_of(beat: Beat, entry: int) -> Line:
    return Line(beat.player, beat.text, beat.faces, entry)


def test_a_line_that_never_happened_is_put_right_after_a_while() -> None:
    made, table = script(), Table()
    roll = made.until(3)[0]
    wrong = tuple(face % 6 + 1 for face in roll.faces)
    table.book(roll.player, f"{roll.player}: roll {' '.join(map(str, wrong))}", wrong)
    players = ScriptedPlayers(made)
    players.speak(table, roll.change_s + 0.5)
    assert table.said == [], "nobody looks at the history all the time"
    players.speak(table, roll.change_s + 4.0)
    assert table.said == [("amend", roll.player, 1, roll.text)]
    assert players.tally.corrected == 1
    assert players.tally.seen == 0, "it took somebody's doing"


def test_a_roll_that_is_shown_as_unsure_is_no_mistake_without_doubt() -> None:
    made, table = script(), Table(unsure=frozenset({1}))
    roll = made.until(3)[0]
    wrong = tuple(face % 6 + 1 for face in roll.faces)
    table.book(roll.player, f"{roll.player}: roll {' '.join(map(str, wrong))}", wrong)
    players = ScriptedPlayers(made)
    players.speak(table, roll.change_s + 0.5)
    players.speak(table, roll.change_s + 4.0)
    assert (players.tally.corrected, players.tally.doubted) == (0, 1)
    assert 0 in players.tally.touched


def test_what_cannot_be_put_right_is_undone() -> None:
    made, table = script(), Table(firm=True)
    roll = made.until(3)[0]
    table.lines = [line_of(roll, 1), Line(roll.player, "red: something else", (), 2)]
    players = ScriptedPlayers(made)
    for now in (roll.change_s + 0.5, roll.change_s + 4.5):
        players.speak(table, now)
    assert table.said[-1] == ("undo", roll.player, 1)


def test_a_line_is_not_put_right_to_what_happened_before_another_one() -> None:
    """All but the second action is booked, and a line that never happened: they go back."""
    made, table = script(), Table(deaf=True)
    first, second, *others = legal(made, 60)
    table.lines = [line_of(beat, entry) for entry, beat in enumerate((first, *others), 1)]
    table.book(second.player, f"{second.player}: something else")
    players = ScriptedPlayers(made)
    for now in (60.0, 63.1):
        players.speak(table, now)
    assert table.said[-1] == ("undo", second.player, len(others) + 1)


def with_piles() -> tuple[Script, int]:
    """A game with piles, and the first of two beats by which one player lays cards on one."""
    game = load_game("impulse")
    made = Script(game, make_setup(game.info, options={}, count=2), 2, 0.0)
    for number, (beat, after) in enumerate(pairwise(made.until(300))):
        pile = AreaId(f"plan.{beat.player}")
        counts = [len(one.board.get(pile, ())) for one in (beat, after)]
        if beat.text.split()[1] == after.text.split()[1] == "plan" and counts == [1, 2]:
            return made, number
    raise AssertionError("nobody plans two cards")


def test_they_keep_the_order_of_cards_on_a_pile() -> None:
    made, number = with_piles()
    beats, table = made.until(300)[: number + 2], Table()
    table.lines = [line_of(b, e) for e, b in enumerate((*beats[:number], beats[number + 1]), 1)]
    players = ScriptedPlayers(made)
    late = beats[-1].change_s + 8.0
    for tenth in range(14):
        players.speak(table, late + tenth / 10)
    again = [("act", beat.player, beat.text) for beat in beats[-2:]]
    assert table.said[:3] == [("undo", beats[-1].player, number), *again]


def test_they_go_back_to_what_the_table_has_passed_over_and_do_not_wait_for_ever() -> None:
    made = script()
    first, second, third = legal(made, 60)[:3]
    table = Table(deaf=True)
    table.lines = [line_of(first, 1), line_of(third, 2)]
    players = ScriptedPlayers(made)
    for tenth in range(300):
        players.speak(table, second.change_s + 9 + tenth / 10)
    assert ("undo", second.player, 1) in table.said
    assert ("overrule", second.player, second.text) in table.said
    assert players.tally.given_up == 0
    assert {said[2] for said in table.said if said[0] == "act"} >= {second.text, third.text}


def test_when_something_wrong_lies_there_they_say_that_it_is_none_of_what_is_offered() -> None:
    made, table = script(), Table()
    wrong = next(beat for beat in made.until(200) if beat.kind is BeatKind.ILLEGAL)
    for beat in legal(made, wrong.time_s):
        table.lines.append(line_of(beat, len(table.lines) + 1))
    options = (Choice("1", "Something that did not happen"), Choice("2", "Nothing"))
    table.asked.append(Ask("which", None, options))
    ScriptedPlayers(made).speak(table, wrong.change_s + 1)
    assert [said[3] for said in table.said] == ["2"]


def test_going_back_they_enter_in_order_what_comes_before_what_they_went_back_for() -> None:
    made = script()
    first, second, third, fourth = legal(made, 60)[:4]

    class Strict(Table):
        def act(self, player: PlayerId, text: str) -> bool:
            self.said.append(("act", player, text))
            due = [first, second, third, fourth][len(self.lines)].text
            if text == due:
                self.book(player, text)
            return text == due

    table = Strict()
    table.lines = [line_of(first, 1), line_of(third, 2)]
    players = ScriptedPlayers(made)
    for tenth in range(200):
        players.speak(table, fourth.change_s + 9 + tenth / 10)
        if len(table.lines) == 4:
            break
    assert [line.text for line in table.lines] == [b.text for b in (first, second, third, fourth)]
    assert players.tally.given_up == 0


def test_without_dice_they_go_back_within_the_turn() -> None:
    """What was booked in another order long before is no matter."""
    game = load_game("impulse")
    made = Script(game, make_setup(game.info, count=2), 5, 0.0)
    beats = legal(made, 150)
    last = next(
        n
        for n, (one, other) in enumerate(pairwise(beats))
        if n > 20 and one.player == other.player and one.kind is BeatKind.PLACE
    )
    early, then = beats[2:4]
    told = [*beats[:2], then, early, *beats[4:last], beats[last + 1]]
    table = Table(deaf=True, lines=[line_of(beat, n) for n, beat in enumerate(told, 1)])
    players = ScriptedPlayers(made)
    for tenth in range(60):
        players.speak(table, beats[last + 1].change_s + 9 + tenth / 10)
        gone = [said for said in table.said if said[0] == "undo"]
        if gone:
            break
    assert gone == [("undo", beats[last].player, len(told) - 1)]


def test_what_nobody_can_insist_on_is_given_up() -> None:
    made = script()
    first, second = legal(made, 60)[:2]

    class Firm(Table):
        def overrule(self, player: PlayerId, text: str) -> bool:
            return False

    table = Firm(deaf=True, lines=[line_of(first, 1)])
    players = ScriptedPlayers(made)
    for tenth in range(300):
        players.speak(table, second.change_s + 9 + tenth / 10)
    assert players.tally.given_up > 0


def two_dice() -> tuple[Script, list[Beat]]:
    """A game to the second of two dice put down in a row."""
    made = script()
    beats = legal(made, 200)
    second = next(b for a, b in pairwise(beats) if {a.kind, b.kind} == {BeatKind.PLACE})
    return made, beats[: beats.index(second) + 1]


def test_where_the_order_of_what_is_booked_shows_on_the_board_they_go_back() -> None:
    made, beats = two_dice()
    *before, first, second = beats
    said: dict[bool, list[tuple[object, ...]]] = {}
    for matters in (False, True):
        table = Table(lies={} if matters else second.board)
        table.lines = [line_of(b, n) for n, b in enumerate([*before, second, first], 1)]
        ScriptedPlayers(made).speak(table, second.change_s + 1.0)
        said[matters] = table.said
    assert said == {False: [], True: [("undo", second.player, len(before))]}
