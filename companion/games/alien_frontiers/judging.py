"""Judging: what an action breaks, and what a legal one leads to."""

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import BAY
from companion.games.alien_frontiers.rules import answers, landing, relic, turn
from companion.games.alien_frontiers.rules.bay import bay_notices, check_bay
from companion.games.alien_frontiers.rules.common import Violations, docked, in_hand, moment
from companion.games.alien_frontiers.rules.placing import PLACES
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import Phase, State
from companion.games.alien_frontiers.tech.judging import check_tech, tech_effects
from companion.games.alien_frontiers.words import name
from companion.rules.ruling import Accepted, Notice, Rejected


def judge(state: State, action: a.Action) -> Accepted[e.Event] | Rejected:
    """The direct events of a legal action, or every rule it breaks."""
    found = violations(state, action)
    if found:
        return Rejected(found)
    return Accepted(effects(state, action), _notices(state, action))


def violations(state: State, action: a.Action) -> Violations:
    """Every rule the action breaks; when the game is over, or for a stranger, only that."""
    if state.phase is Phase.OVER:
        return (broken("game.over"),)
    if action.player not in state.players:
        return (broken("player.unknown", player=name(action.player)),)
    match action:
        case a.Roll():
            return turn.check_roll(state, action)
        case a.Dock():
            return _check_dock(state, action)
        case a.Trade():
            return answers.check_trade(state, action)
        case a.Launch():
            return landing.check_launch(state, action)
        case a.Land():
            return landing.check_land(state, action)
        case a.Steal():
            return answers.check_steal(state, action)
        case a.StopStealing():
            return answers.check_stop(state, action)
        case a.Return():
            return answers.check_return(state, action)
        case a.EndTurn():
            return turn.check_end(state, action)
        case a.BuyRelic():
            return relic.check_relic(state, action)
        case _:
            return check_tech(state, action)


def effects(state: State, action: a.Action) -> tuple[e.Event, ...]:
    """What the action leads to, costs paid as far as possible; pieces and tokens must be there."""
    return (*_surplus_lost(state, action), *_effects(state, action))


def _surplus_lost(state: State, action: a.Action) -> tuple[e.Event, ...]:
    """By digest (d) 19: advances past the last circle are kept by a launch at once, else lost."""
    kept = isinstance(action, a.Launch | a.Land) or state.options.surplus_kept == "turn"
    return () if kept or not state.surplus else (e.SurplusLost(state.turn),)


def _effects(state: State, action: a.Action) -> tuple[e.Event, ...]:
    match action:
        case a.Roll():
            return turn.roll(state, action)
        case a.Dock(area=area):
            return (docked(action),) if area == BAY else PLACES[area].effects(state, action)
        case a.Trade():
            return answers.trade(state, action)
        case a.Launch():
            return landing.launch(state, action)
        case a.Land():
            return landing.land(state, action)
        case a.Steal():
            return answers.steal(state, action)
        case a.StopStealing(player):
            return (e.RaidEnded(player),)
        case a.Return(player, resource):
            return (e.ResourceReturned(player, resource),)
        case a.EndTurn(player):
            return (e.PlacementEnded(player),)
        case a.BuyRelic():
            return relic.buy_relic(state, action)
        case _:
            return tech_effects(state, action)


def _check_dock(state: State, dock: a.Dock) -> Violations:
    found = moment(state, dock.player)
    wrong = [value for value in dock.values if not 1 <= value <= 6]
    if wrong:
        return (*found, broken("dice.no_such_face", value=wrong[0]))
    if dock.area != BAY and dock.area not in PLACES:
        return (*found, broken("facility.unknown", name=dock.area))
    check = check_bay if dock.area == BAY else PLACES[dock.area].check
    return found + in_hand(state, dock) + check(state, dock)


def _notices(state: State, action: a.Action) -> tuple[Notice, ...]:
    return bay_notices(state, action) if isinstance(action, a.Dock) else ()
