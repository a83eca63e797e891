"""How a game ends, at once or after the round: an event latches it, and nothing takes it back.

The race is a toy: whoever has three points calls the end, and everybody has had the same number of
turns when it comes. It needs no more of the engine than events and triggers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

import pytest

from companion.rules.engine import carry_out
from companion.rules.game import AnyGame, Trigger
from companion.rules.ruling import Rejected
from companion.rules.score import Outcome
from tests.games.invariants import check_end_stays
from tests.rules.toys.well import game as well

GOAL = 3
SEATS = ("red", "blue", "green")


@dataclass(frozen=True, slots=True)
class Moved:
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    player: str


@dataclass(frozen=True, slots=True)
class EndCalled:
    player: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    player: str


Event: TypeAlias = Moved | TurnEnded | EndCalled | GameEnded


@dataclass(frozen=True, slots=True)
class State:
    points: tuple[int, int, int] = (0, 0, 0)
    called_by: str | None = None
    over: bool = False


def _calls_the_end(state: State, event: Event) -> Sequence[Event]:
    there = state.points[SEATS.index(event.player)] >= GOAL
    return (EndCalled(event.player),) if there and state.called_by is None else ()


def _ends_the_round(state: State, event: Event) -> Sequence[Event]:
    last = event.player == SEATS[-1]
    return (GameEnded(event.player),) if last and state.called_by and not state.over else ()


def _ends_at_once(state: State, event: Event) -> Sequence[Event]:
    return (GameEnded(event.player),)


class Race:
    """All that carrying events out needs of a game."""

    def __init__(self, immediate: bool) -> None:
        end: Trigger[State, Event] = Trigger("the end", EndCalled, _ends_at_once)
        delayed: Trigger[State, Event] = Trigger(
            "the end of the last round", TurnEnded, _ends_the_round
        )
        self.triggers: tuple[Trigger[State, Event], ...] = (
            Trigger("goal", Moved, _calls_the_end),
            end if immediate else delayed,
        )

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Moved(player, points):
                seat = SEATS.index(player)
                have = [*state.points]
                have[seat] += points
                return replace(state, points=(have[0], have[1], have[2]))
            case EndCalled(player):
                return replace(state, called_by=player)
            case GameEnded():
                return replace(state, over=True)
            case TurnEnded():
                return state


def told(events: Sequence[Event], immediate: bool = False) -> list[Event]:
    """The events with what they triggered."""
    race = cast(AnyGame, Race(immediate))
    return [cast(Event, fact.event) for fact in carry_out(race, State(), events).facts]


ENDS: list[tuple[str, list[Event], str, str | None]] = [
    ("nobody is there", [Moved("red", 2), TurnEnded("green")], "", None),
    ("the others have their turn", [Moved("red", 3), TurnEnded("red")], "red", None),
    ("the round is played out", [Moved("red", 3), TurnEnded("green")], "red", "green"),
    ("called in the last seat", [Moved("green", 3), TurnEnded("green")], "green", "green"),
    (
        "points lost again do not take it back",
        [Moved("red", 3), Moved("red", -2), TurnEnded("green")],
        "red",
        "green",
    ),
    (
        "called once, by the first",
        [Moved("red", 3), Moved("blue", 4), TurnEnded("green")],
        "red",
        "green",
    ),
    (
        "lost and reached again in one round",
        [Moved("red", 3), Moved("red", -1), Moved("red", 1), TurnEnded("green")],
        "red",
        "green",
    ),
    (
        "ended once, though a turn is ended after it",
        [Moved("red", 3), TurnEnded("green"), TurnEnded("green")],
        "red",
        "green",
    ),
]


@pytest.mark.parametrize(
    ("events", "called", "ended"), [row[1:] for row in ENDS], ids=[row[0] for row in ENDS]
)
def test_a_delayed_end_is_called_once_and_comes_after_the_round(
    events: list[Event], called: str, ended: str | None
) -> None:
    happened = told(events)
    assert [each.player for each in happened if isinstance(each, EndCalled)] == [called][
        : bool(called)
    ]
    assert [each.player for each in happened if isinstance(each, GameEnded)] == (
        [ended] if ended else []
    )


def test_an_immediate_end_comes_before_whatever_was_to_follow() -> None:
    happened = told([Moved("red", 3), TurnEnded("red")], immediate=True)
    assert happened == [Moved("red", 3), EndCalled("red"), GameEnded("red"), TurnEnded("red")]


class Leaking(well.Well):
    """Over while somebody has water for ten: drinking takes the end back."""

    def outcome(self, state: well.State) -> Outcome | None:
        if max(drinker.water for drinker in state.drinkers) < 10:
            return None
        return Outcome(dict.fromkeys(state.players, 1), "the well is full")


def test_an_end_that_is_taken_back_is_found() -> None:
    leaking = cast(AnyGame, Leaking())
    state = leaking.read_state("red 4 play red=10/0 blue=0/0")
    drink = leaking.read_action("red: drink 2")
    assert isinstance(leaking.judge(state, drink), Rejected)
    with pytest.raises(AssertionError, match="takes the end back"):
        check_end_stays(leaking, state, [drink])
