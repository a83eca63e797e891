"""Trades, raids and what goes back at the end of a turn: one token, one trade an action."""

from companion.core.phrases import phrase
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Return, Steal, StopStealing, Trade
from companion.games.alien_frontiers.bonuses import has_bonus, trade_rates, used_up
from companion.games.alien_frontiers.data import DATA, DECOY, HEINLEIN, MARKET, RAIDERS
from companion.games.alien_frontiers.dues import Raid
from companion.games.alien_frontiers.rules.common import Violations, moment
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import Phase, State
from companion.games.alien_frontiers.triggers import raid_loot
from companion.games.alien_frontiers.words import name


def check_trade(state: State, action: Trade) -> Violations:
    """By a pair docked this turn, for as much fuel as one of its dice shows, or by Heinlein 1."""
    player, value = action.player, action.rate
    found = moment(state, player)
    words = {"player": name(player), "value": value}
    if player == state.turn and value in trade_rates(state, player):
        pass
    elif player == state.turn and state.market and has_bonus(state, player, HEINLEIN):
        found += (broken("market.rate_is_one", (MARKET,), **words),)
    elif player != state.turn or value not in state.market:
        found += (broken("market.no_such_pair", (MARKET,), **words),)
    else:
        found += (broken("market.not_the_last_pair", (MARKET,), last=state.market[-1], **words),)
    fuel = state.players[player].fuel
    if fuel < value:
        found += (broken("market.cannot_pay", (MARKET,), fuel=fuel, **words),)
    return found


def trade(state: State, action: Trade) -> tuple[e.Event, ...]:
    """Fuel to ore."""
    fuel = min(action.rate, state.players[action.player].fuel)
    lent = used_up(state, action.player, HEINLEIN) if state.market else ()
    return (e.FuelTraded(action.player, fuel), *lent)


def _raiding(state: State, action: Steal | StopStealing) -> Violations:
    if isinstance(state.due, Raid) and state.due.player == action.player:
        return ()
    return (broken("raiders.not_due", (RAIDERS,), player=name(action.player)),)


def check_steal(state: State, action: Steal) -> Violations:
    """From any opponent who has such a token."""
    found = _raiding(state, action)
    if action.victim not in state.players:
        return (*found, broken("player.unknown", player=name(action.victim)))
    if action.victim == action.player:
        found += (broken("raiders.not_an_opponent", (RAIDERS,), victim=name(action.victim)),)
    elif DECOY in state.players[action.victim].cards:
        found += (broken("raiders.decoy", (RAIDERS,), victim=name(action.victim)),)
    if not state.players[action.victim].amount(action.resource):
        words = {"victim": name(action.victim), "resource": phrase(action.resource.value)}
        found += (broken("raiders.nothing_there", (RAIDERS,), **words),)
    return found


def steal(_: State, action: Steal) -> tuple[e.Event, ...]:
    """One token."""
    return (e.ResourceStolen(action.player, action.victim, action.resource),)


def check_stop(state: State, action: StopStealing) -> Violations:
    """A raid may be declined; once begun it is carried out, unless the table plays otherwise."""
    found = _raiding(state, action)
    due = state.due
    if found or not isinstance(due, Raid) or state.options.raid != "all":
        return found
    if not due.taken or not raid_loot(state, due.player):
        return ()
    return (broken("raiders.must_take_all", (RAIDERS,), left=due.left),)


def check_return(state: State, action: Return) -> Violations:
    """At the end of the own turn, while above the limit; which token is the player's choice."""
    found: Violations = ()
    if state.phase is not Phase.RETURN or action.player != state.turn:
        words = {"player": name(action.player), "limit": DATA.resource_limit}
        found = (broken("return.not_due", **words),)
    if not state.players[action.player].amount(action.resource):
        words = {"player": name(action.player), "resource": phrase(action.resource.value)}
        found += (broken("return.none_left", **words),)
    return found
