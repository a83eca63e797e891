"""From a ruling to the next position: events, then what they trigger, in order and bounded."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.errors import TriggerLoopError
from companion.rules.game import Game
from companion.rules.ruling import Notice, Rejected

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

MAX_TRIGGERED = 200
"""Events one action may lead to. Real chains stay under 20, so crossing it is a loop."""


@dataclass(frozen=True, slots=True)
class Fact(Generic[E]):
    """An event with its cause: the place of the event that triggered it, `None` for the action."""

    event: E
    cause: int | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """The position after an action, and the facts that led there."""

    state: S
    facts: tuple[Fact[E], ...]
    notices: tuple[Notice, ...] = ()


def play(game: Game[S, A, E], state: S, action: A) -> Step[S, E] | Rejected:
    """Judge an action and, when it is legal, carry it out with everything it triggers."""
    ruling = game.judge(state, action)
    if isinstance(ruling, Rejected):
        return ruling
    step = carry_out(game, state, ruling.events)
    return Step(step.state, step.facts, ruling.notices)


def carry_out(game: Game[S, A, E], state: S, events: Iterable[E]) -> Step[S, E]:
    """Fold events and their triggers: what an event triggers comes before the next event.

    Raises `TriggerLoopError` past `MAX_TRIGGERED` facts.
    """
    queue = deque(Fact(event) for event in events)
    facts: list[Fact[E]] = []
    while queue:
        fact = queue.popleft()
        if len(facts) >= MAX_TRIGGERED:
            raise TriggerLoopError(f"triggers do not end: {_last_events(facts)}")
        place = len(facts)
        facts.append(fact)
        state = game.evolve(state, fact.event)
        caused = [
            Fact(event, place)
            for trigger in game.triggers
            if trigger.on is None or isinstance(fact.event, trigger.on)
            for event in trigger.emit(state, fact.event)
        ]
        queue.extendleft(reversed(caused))
    return Step(state, tuple(facts))


def fold(game: Game[S, A, E], state: S, facts: Iterable[Fact[E]]) -> S:
    """The position after facts that already contain what was triggered."""
    for fact in facts:
        state = game.evolve(state, fact.event)
    return state


def _last_events(facts: list[Fact[E]]) -> str:
    return " -> ".join(type(fact.event).__name__ for fact in facts[-6:])
