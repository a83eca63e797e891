"""Short ways to write positions and play in them."""

from companion.games.alien_frontiers.events import Event
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import State
from companion.rules.engine import Step, play
from companion.rules.ruling import Accepted, Rejected


def placing(hand: str, red: str = "", board: str = "", blue: str = "", head: str = "") -> State:
    """Red is placing ships; blue is the opponent."""
    dice = f" hand={hand}" if hand else ""
    text = f"turn=red phase=place{dice} {head} | red {red} | blue {blue} | {board}"
    return GAME.read_state(text)


def codes(state: State, action: str) -> tuple[str, ...]:
    """The rules an action breaks, in the order they are reported."""
    ruling = GAME.judge(state, GAME.read_action(action))
    return ruling.codes if isinstance(ruling, Rejected) else ()


def notices(state: State, action: str) -> tuple[str, ...]:
    ruling = GAME.judge(state, GAME.read_action(action))
    assert isinstance(ruling, Accepted)
    return tuple(notice.code for notice in ruling.notices)


def played(state: State, *actions: str) -> State:
    """The position after legal actions."""
    for action in actions:
        state = step(state, action).state
    return state


def step(state: State, action: str) -> Step[State, Event]:
    result = play(GAME, state, GAME.read_action(action))
    assert not isinstance(result, Rejected), f"{action}: {result}"
    return result


def legal(state: State) -> set[str]:
    return {GAME.write_action(action) for action in GAME.legal_actions(state)}
