"""Who may roll what, and whose roll is next."""

from collections.abc import Sequence
from dataclasses import replace

from companion.core.ids import PlayerId
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

ROLLS = "Dice, Rolls"
TURNS = "Dice, Turns"


def judge(state: State, action: Action) -> Ruling[Event]:
    """The events of a legal action, or every rule it breaks."""
    if action.player not in state.players:
        text = f"{action.player.title()} has no seat; there are {', '.join(state.players)}."
        return _rejected("player.no_seat", text, TURNS)
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
                text = f"{action.player.title()} is to roll already."
                return _rejected("turn.already", text, TURNS)
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


def _rejected(code: str, text: str, source: str) -> Rejected:
    return Rejected((Violation(code, text, source),))


def _not_in_turn(state: State, player: PlayerId) -> tuple[Violation, ...]:
    if player == state.turn:
        return ()
    text = f"It is {state.turn.title()}'s roll; {player.title()} may say that the next is theirs."
    return (Violation("turn.not_yours", text, TURNS),)


def _alone(state: State) -> tuple[Violation, ...]:
    if len(state.players) > 1:
        return ()
    return (Violation("turn.alone", "There is nobody to pass the dice to.", TURNS),)


def _no_roll(faces: Sequence[int]) -> tuple[Violation, ...]:
    broken: list[Violation] = []
    if not 1 <= len(faces) <= MAX_DICE:
        text = f"A roll has 1 to {MAX_DICE} dice, not {len(faces)}."
        broken.append(Violation("roll.dice", text, ROLLS))
    wrong = tuple(str(face) for face in faces if not 1 <= face <= 6)
    if wrong:
        text = f"A die shows 1 to 6, not {', '.join(wrong)}."
        broken.append(Violation("roll.face", text, ROLLS, wrong))
    return tuple(broken)
