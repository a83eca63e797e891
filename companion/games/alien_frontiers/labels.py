"""Actions in words, for buttons."""

from collections.abc import Callable, Mapping

from companion.core.ids import AreaId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.bonuses import constructor_price, has_bonus, ship_price
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    BAY,
    CONSTRUCTOR,
    DATA,
    HEINLEIN,
    MARKET,
    MINE,
    RAIDERS,
    SHIPYARD,
    SOLAR,
    TERRAFORMING,
)
from companion.games.alien_frontiers.rules.singles import solar_yield
from companion.games.alien_frontiers.saying import placed, rolled
from companion.games.alien_frontiers.state import State, track_of_area
from companion.games.alien_frontiers.tech_labels import tech_label
from companion.games.alien_frontiers.words import at, name, tokens


def action_label(state: State, action: a.Action) -> str:
    """An action in words."""
    match action:
        case a.Roll(_, faces, relic):
            return f"Roll {rolled(faces, relic)}"
        case a.Dock():
            return _dock_label(state, action)
        case a.Trade(_, rate):
            return f"Trade {rate} fuel for 1 ore"
        case a.Launch():
            fuel, ore = DATA.landing_cost["launch"]
            return f"Launch the colony: {tokens(fuel, ore)}"
        case a.Land(_, territory):
            return f"Land on {DATA.territories[territory]}"
        case a.Steal(_, victim, resource):
            return f"Take 1 {resource.value} from {name(victim)}"
        case a.StopStealing():
            return "Take nothing more"
        case a.Return(_, resource):
            return f"Give back 1 {resource.value}"
        case a.EndTurn():
            return "End the turn"
        case a.BuyRelic():
            return f"Buy the Relic Ship: {tokens(*DATA.relic_price)}"
        case _:
            return tech_label(state, action)


def _dock_label(state: State, dock: a.Dock) -> str:
    what = placed(dock.values, dock.relic)
    if dock.area == BAY:
        return f"Leave {what} {at(dock.area)}"
    gain = dock_gain(state, dock)
    return f"Dock {what} {at(dock.area)}: {gain}"


def dock_gain(state: State, dock: a.Dock) -> str:
    """What a placement gives, in words."""
    return _GAINS.get(dock.area, _hub_gain)(state, dock)


def _landing_gain(_: State, dock: a.Dock) -> str:
    return f"land a colony for {tokens(*DATA.landing_cost[dock.area])}"


def _hub_gain(state: State, dock: a.Dock) -> str:
    track = state.hub[track_of_area(dock.area)]
    if track.colony is None:
        return "start a colony"
    return f"advance to circle {min(track.circle + 1, DATA.hub_circles)}"


def _rate(state: State, dock: a.Dock) -> int:
    return 1 if has_bonus(state, dock.player, HEINLEIN) else max(dock.values)


_GAINS: Mapping[AreaId, Callable[[State, a.Dock], str]] = {
    SOLAR: lambda state, dock: f"+{solar_yield(state, dock)} fuel",
    MINE: lambda _, dock: f"+{len(dock.values)} ore",
    MARKET: lambda state, dock: f"trade {_rate(state, dock)} fuel for 1 ore this turn",
    SHIPYARD: lambda state, dock: f"a new ship for {tokens(*ship_price(state, dock.player))}",
    RAIDERS: lambda _, __: f"steal up to {DATA.raid_tokens}",
    CONSTRUCTOR: lambda state, dock: (
        f"land a colony for {tokens(*constructor_price(state, dock.player))}"
    ),
    TERRAFORMING: _landing_gain,
    ARTIFACT: lambda state, dock: (
        f"a cycle, and {state.artifact + sum(dock.values)} of {DATA.artifact_total} for a claim"
    ),
}
