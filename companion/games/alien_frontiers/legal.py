"""What is due now, and every legal action."""

from collections.abc import Iterator

from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.bonuses import trade_rates
from companion.games.alien_frontiers.data import BAY, RELIC, TERRITORIES
from companion.games.alien_frontiers.dues import Landing, Raid, Thrown
from companion.games.alien_frontiers.judging import violations
from companion.games.alien_frontiers.rules.common import KINDS, REROLL, answer_due
from companion.games.alien_frontiers.rules.placing import candidates
from companion.games.alien_frontiers.state import (
    Phase,
    Resource,
    State,
    dice_to_roll,
    rolls_relic,
)
from companion.games.alien_frontiers.tech import attempts as tech
from companion.games.alien_frontiers.words import name, ships
from companion.rules.game import Chance, Pending


def legal_actions(state: State) -> tuple[a.Action, ...]:
    """Exactly the non-chance actions that `judge` accepts."""
    return tuple(action for action in _attempts(state) if not violations(state, action))


def pending(state: State) -> Pending[a.Action] | None:
    """The choice due now."""
    due = answer_due(state)
    if due is None or state.phase is Phase.OVER:
        return None
    player, kind = due
    prompt = _asked(name(player), KINDS[kind], state)
    return Pending(player, kind, prompt, legal_actions(state))


def _asked(who: str, what: str, state: State) -> str:
    if state.deals and state.deals[0] == "display":
        return phrase("{who}: {what} for the display", who=who, what=what)
    if state.deals:
        return phrase("{who}: {what} for you", who=who, what=what)
    if isinstance(state.due, Raid):
        return phrase("{who}: {what} ({n} left)", who=who, what=what, n=state.due.left)
    return phrase("{who}: {what}", who=who, what=what)


def chance(state: State) -> Chance | None:
    """The roll that begins a turn, or that of a Temporal Warper."""
    due = state.due
    if state.deals or state.phase is Phase.OVER:
        return None
    if isinstance(due, Thrown) and due.ready:
        prompt = phrase("{who}: {what}", who=name(due.player), what=REROLL)
        return Chance(due.player, (due.player,) * due.ships + (RELIC,) * due.relic, prompt)
    if state.phase is not Phase.ROLL or due is not None:
        return None
    count, relic = dice_to_roll(state, state.turn), rolls_relic(state, state.turn)
    words = {"who": name(state.turn), "ships": ships(count)}
    prompt = phrase("{who}: gather and roll {ships}", **words)
    if relic:
        prompt = phrase("{who}: gather and roll {ships} and the Relic Ship", **words)
    return Chance(state.turn, (state.turn,) * count + (RELIC,) * relic, prompt)


def _attempts(state: State) -> Iterator[a.Action]:
    """A small set that holds every legal action."""
    player = state.turn
    if state.phase is Phase.OVER:
        return
    if state.deals:
        yield from tech.deals(state)
        return
    match state.due:
        case Landing(owner):
            yield from (a.Land(owner, AreaId(territory)) for territory in TERRITORIES)
        case Raid(owner):
            for victim in state.seats:
                yield from (a.Steal(owner, victim, resource) for resource in Resource)
            yield from tech.raids(state, owner)
            yield a.StopStealing(owner)
        case None if state.phase is Phase.RETURN:
            yield from (a.Return(player, resource) for resource in Resource)
        case None:
            yield from _free_attempts(state)
        case due:
            yield from tech.answers(state, due)


def _free_attempts(state: State) -> Iterator[a.Action]:
    """No choice is open."""
    player = state.turn
    if state.phase is Phase.PLACE:
        yield from candidates(player, state.dice)
        for die in dict.fromkeys(state.dice):
            yield a.Dock(player, BAY, (die.value,), die.value if die.relic else None)
        yield from (a.Trade(player, rate) for rate in trade_rates(state, player))
        yield a.Launch(player)
        yield a.BuyRelic(player)
        yield from tech.artifact(state)
        yield a.EndTurn(player)
    if state.phase is Phase.PLACE or state.options.tech_time == "whole_turn":
        yield from tech.own_cards(state)
