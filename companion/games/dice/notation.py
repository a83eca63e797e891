"""State and actions as one line of text; `docs/notation/dice.md` explains it to players."""

from companion.core.ids import PlayerId
from companion.games.dice.state import Action, Pass, Roll, Rolled, State, TakeTurn
from companion.rules.errors import NotationError

_ACTION = "`red: roll 3 5 5`, `red: pass` or `red: take_turn`"
_STATE = "`red,blue by_hand red | red 3 5 5 | blue 6`"


def write_action(action: Action) -> str:
    """One line.

    >>> write_action(Roll(PlayerId("red"), (3, 5, 5)))
    'red: roll 3 5 5'
    """
    match action:
        case Roll(player, faces):
            return f"{player}: {' '.join(('roll', *map(str, faces)))}"
        case Pass(player):
            return f"{player}: pass"
        case TakeTurn(player):
            return f"{player}: take_turn"


def read_action(text: str) -> Action:
    """Raises `NotationError`.

    >>> read_action("blue: pass")
    Pass(player='blue')
    """
    who, _, what = text.partition(":")
    player, words = PlayerId(who.strip()), what.split()
    match words:
        case ["roll", *faces]:
            return Roll(player, tuple(_number(face) for face in faces))
        case ["pass"]:
            return Pass(player)
        case ["take_turn"]:
            return TakeTurn(player)
    raise NotationError(f"expected {_ACTION}, got {text!r}")


def write_state(state: State) -> str:
    """One line: the seats, how turns pass, whose roll is next, then every roll.

    >>> red, blue = PlayerId("red"), PlayerId("blue")
    >>> write_state(State((red, blue), "by_hand", blue, (Rolled(red, (6, 1)),)))
    'red,blue by_hand blue | red 6 1'
    """
    head = f"{','.join(state.players)} {state.turns} {state.turn}"
    rolls = (" ".join((roll.player, *map(str, roll.faces))) for roll in state.rolls)
    return " | ".join((head, *rolls))


def read_state(text: str) -> State:
    """Raises `NotationError`."""
    head, *rolls = text.split("|")
    match head.split():
        case [seats, "by_hand" | "each_roll" as turns, turn]:
            players = tuple(PlayerId(seat) for seat in seats.split(","))
        case _:
            raise NotationError(f"expected {_STATE}, got {text!r}")
    if turn not in players:
        raise NotationError(f"{turn} is to roll and has no seat; seats are {seats}")
    return State(players, turns, PlayerId(turn), tuple(_read_roll(roll, players) for roll in rolls))


def _read_roll(text: str, players: tuple[PlayerId, ...]) -> Rolled:
    match text.split():
        case [player, _, *_] as words if player in players:
            return Rolled(PlayerId(player), tuple(_number(face) for face in words[1:]))
    raise NotationError(
        f"expected a roll such as `{players[0]} 3 5 5` by one of {', '.join(players)}, "
        f"got {text.strip()!r}"
    )


def _number(text: str) -> int:
    if not text.isdecimal():
        raise NotationError(f"expected the face of a die, 1 to 6, got {text!r}")
    return int(text)
