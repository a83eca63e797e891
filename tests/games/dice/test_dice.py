from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.ids import PlayerId
from companion.games.dice.game import GAME
from companion.games.dice.state import MAX_DICE, Roll, Rolled, State, TurnPassed
from companion.rules.engine import play
from companion.rules.errors import NotationError, SetupError
from companion.rules.game import Setup
from companion.rules.registry import make_setup
from companion.rules.ruling import Accepted, Rejected

RED, BLUE = PlayerId("red"), PlayerId("blue")
TABLE = "red,blue,green by_hand red | red 3 5 5 | blue 6"


@pytest.mark.parametrize(
    ("action", "codes"),
    [
        ("red: roll 3 5 5", ()),
        ("red: roll " + "6 " * MAX_DICE, ()),
        ("red: roll " + "6 " * (MAX_DICE + 1), ("roll.dice",)),
        ("red: roll", ("roll.dice",)),
        ("red: roll 0 7", ("roll.face",)),
        ("blue: roll 7", ("turn.not_yours", "roll.face")),
        ("red: pass", ()),
        ("blue: pass", ("turn.not_yours",)),
        ("blue: take_turn", ()),
        ("red: take_turn", ("turn.already",)),
        ("white: roll 1", ("player.no_seat",)),
    ],
)
def test_rulings(action: str, codes: tuple[str, ...]) -> None:
    ruling = GAME.judge(GAME.read_state(TABLE), GAME.read_action(action))
    assert (ruling.codes if isinstance(ruling, Rejected) else ()) == codes


@pytest.mark.report("A12")
@pytest.mark.parametrize("face", [0, 7, 20, -1])
def test_a_face_that_no_die_has_is_refused_with_its_reason_and_nothing_changes(face: int) -> None:
    state = GAME.read_state(TABLE)
    ruling = play(GAME, state, Roll(RED, (3, face)))
    assert isinstance(ruling, Rejected)
    assert [v.text for v in ruling.violations] == [f"A die shows 1 to 6, not {face}."]
    assert GAME.write_state(state) == TABLE


def test_nobody_to_pass_to() -> None:
    ruling = GAME.judge(GAME.read_state("red by_hand red"), GAME.read_action("red: pass"))
    assert isinstance(ruling, Rejected)
    assert ruling.codes == ("turn.alone",)


@pytest.mark.parametrize(
    ("turns", "action", "events"),
    [
        ("by_hand", "red: roll 2", [Rolled(RED, (2,))]),
        ("each_roll", "red: roll 2", [Rolled(RED, (2,)), TurnPassed(BLUE)]),
        ("each_roll", "blue: take_turn", [TurnPassed(BLUE)]),
        ("by_hand", "red: pass", [TurnPassed(BLUE)]),
    ],
)
def test_when_the_turn_passes(turns: str, action: str, events: list[object]) -> None:
    step = play(GAME, GAME.read_state(f"red,blue {turns} red"), GAME.read_action(action))
    assert not isinstance(step, Rejected)
    assert [fact.event for fact in step.facts] == events


def test_one_player_rolls_on() -> None:
    step = play(GAME, GAME.read_state("red each_roll red"), GAME.read_action("red: roll 2"))
    assert not isinstance(step, Rejected)
    assert step.state.turn == RED


def test_a_roll_out_of_turn_can_be_insisted_on_and_a_wrong_face_cannot() -> None:
    state = GAME.read_state(TABLE)
    assert GAME.enforce(state, Roll(BLUE, (4,))) == (Rolled(BLUE, (4,)),)
    assert GAME.enforce(state, Roll(BLUE, (7,))) is None
    assert GAME.enforce(state, GAME.read_action("blue: pass")) is None


def test_panels_count_and_charts_add_up() -> None:
    view = GAME.view(GAME.read_state(TABLE + " | red 1"), None)
    counts = {
        panel.player: {number.id: number.amount for number in panel.quantities}
        for panel in view.panels
    }
    assert counts == {
        "red": {"rolls": 2, "dice": 4},
        "blue": {"rolls": 1, "dice": 1},
        "green": {"rolls": 0, "dice": 0},
    }
    assert [panel.note for panel in view.panels] == ["mean of a die 3.50", "mean of a die 6.00", ""]
    faces, sums = view.charts
    assert dict(faces.series)[RED] == (1, 0, 1, 0, 2, 0)
    assert sums.labels == tuple(str(total) for total in range(1, 14))
    assert [sum(bars) for bars in zip(*dict(sums.series).values(), strict=True)] == [
        *(1, 0, 0, 0, 0, 1),
        *(0, 0, 0, 0, 0, 0, 1),
    ]


def test_before_the_first_roll_the_charts_are_empty() -> None:
    faces, sums = GAME.view(GAME.setup(make_setup(GAME.info, count=2)), None).charts
    assert all(not any(bars) for _, bars in faces.series)
    assert sums.labels == ()


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), min_size=1, max_size=8))
def test_every_rolled_die_is_in_the_charts(rolls: list[list[int]]) -> None:
    state = GAME.setup(make_setup(GAME.info, count=3, options={"turns": "each_roll"}))
    for faces in rolls:
        step = play(GAME, state, GAME.chance_action(state, faces))
        assert not isinstance(step, Rejected)
        state = step.state
    assert GAME.read_state(GAME.write_state(state)) == state
    chart, sums = GAME.view(state, None).charts
    shown = Counter[int]()
    for _, bars in chart.series:
        shown.update(dict(zip(range(1, 7), bars, strict=True)))
    assert +shown == Counter(face for faces in rolls for face in faces)
    assert sum(sum(bars) for _, bars in sums.series) == len(rolls)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red roll 3", "expected `red: roll 3 5 5`"),
        ("red: roll three", "face of a die"),
        ("red: throw 3", "expected `red: roll 3 5 5`"),
    ],
)
def test_unreadable_actions(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.read_action(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red,blue red", "expected `red,blue by_hand red"),
        ("red,blue sometimes red", "expected `red,blue by_hand red"),
        ("red,blue by_hand green", "green is to roll and has no seat"),
        ("red,blue by_hand red | green 3", "a roll such as"),
        ("red,blue by_hand red | red", "a roll such as"),
    ],
)
def test_unreadable_states(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.read_state(text)


def test_a_colour_that_the_game_does_not_have() -> None:
    with pytest.raises(SetupError, match="red, blue"):
        GAME.setup(Setup((PlayerId("pink"),), {}, {}))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Rolled(RED, (3, 5, 5)), "Red rolls 3 5 5, 13 in all."),
        (Rolled(RED, (3,)), "Red rolls 3."),
        (TurnPassed(BLUE), "Blue is next."),
    ],
)
def test_sentences(event: Rolled | TurnPassed, words: str) -> None:
    assert GAME.say(event) == words


def test_a_ruling_carries_the_roll() -> None:
    state = State((RED, BLUE), "by_hand", RED)
    assert GAME.judge(state, Roll(RED, (1,))) == Accepted((Rolled(RED, (1,)),))
