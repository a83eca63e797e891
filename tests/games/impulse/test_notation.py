"""Positions and actions that cannot be read say what was expected."""

import pytest

from companion.core.ids import PlayerId
from companion.games.impulse.frame_text import read_frame, write_frame
from companion.games.impulse.frames import Battle, Command, Core, Leftover, Work
from companion.games.impulse.game import GAME
from companion.rules.errors import NotationError
from companion.rules.game import Draws

START = "turn=red phase=add | red hand=3 | blue hand=3 | @12=red2 @8=blue2"


def test_what_is_left_out_is_usual() -> None:
    state = GAME.read_state(START)
    red = state.players[PlayerId("red")]
    assert (red.home, red.race, red.techs) == ("12", "piscesish", ("common", "piscesish"))
    assert state.deck == 108 - 18 - 6
    assert GAME.read_state(GAME.write_state(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("phase=add ", "", "'phase' is missing"),
        ("phase=add", "phase=lunch", "lunch"),
        ("turn=red", "turn=green", "a player here is one of red, blue"),
        ("| red hand=3 ", "", "expected `turn="),
        ("@12=red2", "@12=red", "a colour and a number"),
        ("@12=red2", "@12=green2", "a player here"),
        ("@12=red2", "@12=red13", "12 ships, no more"),
        ("@12=red2", "@99=red2", "unknown name '@99'"),
        ("@12=red2", "@12=red2 12=trade_b9", "a map card is one of"),
        ("@12=red2", "@12=red2 impulse=trade_b9", "a card is one of"),
        ("@12=red2", "@12=red2 deck=5", "84 cards are left for the deck, not 5"),
        ("@12=red2", "@12=red2 discards=mine_g1_red,mine_g1_red", "there are 1 of mine_g1_red"),
        ("red hand=3", "red hand=3 fuel=2", "a player has no 'fuel'"),
        ("red hand=3", "red hand=0 known=mine_g1_red", "0 cards in hand, 1 known"),
        ("red hand=3", "red hand=3 points=luck:3", "what points are for"),
        ("red hand=3", "red hand=3 race=terran", "a race is one of"),
        ("red hand=3", "red hand=3 out=maybe", "out is one of"),
        ("phase=add", "phase=add tempo=fast", "unknown name 'tempo'"),
        ("phase=add", "phase=add trim=never", "trim is one of"),
        ("phase=add", "phase", "expected NAME=VALUE"),
        ("phase=add", "phase=impulse", "nobody has to decide"),
        ("red hand=3", "red hand=3 points=trade:20", "nobody has to decide"),
        ("phase=add", "phase=impulse stack=sleep/player=red", "what is done is one of"),
        ("phase=add", "phase=impulse stack=work/who=red", "work has player, card"),
        ("phase=add", "phase=impulse stack=work/player=red", "work lacks card"),
    ],
)
def test_unreadable_positions(old: str, new: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.read_state(START.replace(old, new))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("add mine_g1_red", "begins with a player"),
        ("black: add mine_g1_red", "begins with a player"),
        ("red:", "got nothing"),
        ("red: sleep", "expected one of race, home, add"),
        ("red: add", "': 1 words follow the verb, not 0"),
        ("red: add trade", "a card is one of"),
        ("red: research mine_g1_red", "': 2 words follow"),
        ("red: research mine_g1_red middle", "a tech slot is one of left, right"),
        ("red: trade mine_g1_red left", "': 1 words follow"),
        ("red: move two 12 11", "the size of a fleet is a number"),
        ("red: move 2 12 20", "a place is one of"),
        ("red: build 12 11.12 7.12", "1 to 2 words follow"),
        ("red: build 12 11", "a gate is one of"),
        ("red: build 20", "a map card is one of"),
        ("red: bomb black 12", "a player is one of"),
        ("red: reinforce x", "a count is a number"),
        ("red: colour purple", "a colour is one of red, blue, yellow, green"),
        ("red: race terran", "a race is one of"),
        ("red: done now", "': 0 words follow"),
        ("red: on 20", "a place is one of"),
    ],
)
def test_unreadable_actions(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.read_action(text)


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (Work(PlayerId("red"), "common", used=1), "work/player=red/card=common/used=1"),
        (
            Command(PlayerId("red"), "ariek", path=("1", "2"), ships=2, closed=True),
            "command/player=red/card=ariek/path=1,2/ships=2/closed=yes",
        ),
        (
            Battle(PlayerId("red"), PlayerId("blue"), "1.2", 3, laid_defending=0),
            "battle/player=red/defender=blue/gate=1.2/ships=3/laid_defending=0",
        ),
        (Core(PlayerId("red"), 2), "core/player=red/ships=2"),
        (
            Leftover(PlayerId("red"), "mine_g1_red", performed=True),
            "leftover/player=red/card=mine_g1_red/performed=yes",
        ),
    ],
)
def test_what_is_done_in_words(frame: Work, text: str) -> None:
    assert write_frame(frame) == text
    assert read_frame(text) == frame


def test_cards_that_came_off_the_deck_are_known_when_the_table_goes_back() -> None:
    assert isinstance(GAME.read_action("red: draw"), Draws)
    dealt = GAME.read_action("red: deal mine_g1_red")
    assert isinstance(dealt, Draws)
    assert dealt.drawn == ("mine_g1_red",)
    assert not isinstance(GAME.read_action("red: flip"), Draws)
