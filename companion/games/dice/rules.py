"""Who may roll what, and whose roll is next."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who, with_commas
from companion.games.dice.state import (
    MAX_DICE,
    Action,
    Event,
    Pass,
    Roll,
    Rolled,
    State,
    TakeTurn,
    TurnPassed,
)
from companion.rules.game import Trigger
from companion.rules.ruling import Accepted, Rejected, Ruling, Violation

ROLLS = phrase("Dice, Rolls")
TURNS = phrase("Dice, Turns")

RULES: Mapping[str, tuple[str, str]] = {
    "player.no_seat": ("{player} has no seat; there are {players}.", TURNS),
    "turn.already": ("{player} is to roll already.", TURNS),
    "turn.not_yours": (
        "It is {turn}'s roll; {player} may say that the next is theirs.",
        TURNS,
    ),
    "turn.alone": ("There is nobody to pass the dice to.", TURNS),
    "roll.dice": ("A roll has 1 to {most} dice, not {n}.", ROLLS),
    "roll.face": ("A die shows 1 to 6, not {faces}.", ROLLS),
}
"""Every rule that can be broken, in words, with its section."""


def judge(state: State, action: Action) -> Ruling[Event]:
    """The events of a legal action, or every rule it breaks."""
    if action.player not in state.players:
        seats = with_commas([who(player) for player in state.players])
        return Rejected((_broken("player.no_seat", player=who(action.player), players=seats),))
    match action:
        case Roll():
            broken = (*_not_in_turn(state, action.player), *_no_roll(action.faces))
            return Rejected(broken) if broken else Accepted((Rolled(action.player, action.faces),))
        case Pass():
            broken = (*_not_in_turn(state, action.player), *_alone(state))
            passed = TurnPassed(state.left_of(action.player))
            return Rejected(broken) if broken else Accepted((passed,))
        case TakeTurn():
            if action.player == state.turn:
                return Rejected((_broken("turn.already", player=who(action.player)),))
            return Accepted((TurnPassed(action.player),))


def enforce(state: State, action: Action) -> tuple[Event, ...] | None:
    """A roll out of turn was rolled all the same; nothing else can be insisted on."""
    match action:
        case Roll() if action.player in state.players and not _no_roll(action.faces):
            return (Rolled(action.player, action.faces),)
    return None


def evolve(state: State, event: Event) -> State:
    """The next position."""
    match event:
        case Rolled():
            return replace(state, rolls=(*state.rolls, event))
        case TurnPassed():
            return replace(state, turn=event.to)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Passing on, and for everybody else claiming the next roll."""
    others = tuple(player for player in state.players if player != state.turn)
    passing = (Pass(state.turn),) if others else ()
    return (*passing, *(TakeTurn(player) for player in others))


def _turn_passes(state: State, event: Event) -> Sequence[Event]:
    if state.turns != "each_roll" or not isinstance(event, Rolled) or len(state.players) == 1:
        return ()
    return (TurnPassed(state.left_of(event.player)),)


TRIGGERS: tuple[Trigger[State, Event], ...] = (
    Trigger("the turn passes after each roll", Rolled, _turn_passes),
)


def _broken(code: str, pieces: tuple[str, ...] = (), /, **words: object) -> Violation:
    text, source = RULES[code]
    return Violation(code, phrase(text, **words), source, pieces)


def _not_in_turn(state: State, player: PlayerId) -> tuple[Violation, ...]:
    if player == state.turn:
        return ()
    return (_broken("turn.not_yours", turn=who(state.turn), player=who(player)),)


def _alone(state: State) -> tuple[Violation, ...]:
    if len(state.players) > 1:
        return ()
    return (_broken("turn.alone"),)


def _no_roll(faces: Sequence[int]) -> tuple[Violation, ...]:
    broken: list[Violation] = []
    if not 1 <= len(faces) <= MAX_DICE:
        broken.append(_broken("roll.dice", most=MAX_DICE, n=len(faces)))
    wrong = tuple(str(face) for face in faces if not 1 <= face <= 6)
    if wrong:
        broken.append(_broken("roll.face", wrong, faces=", ".join(wrong)))
    return tuple(broken)
