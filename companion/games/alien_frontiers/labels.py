"""Actions in words, for buttons."""

from collections.abc import Callable, Mapping

from companion.core.ids import AreaId
from companion.core.phrases import phrase
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
    land_name,
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
            return phrase("Roll {dice}", dice=rolled(faces, relic))
        case a.Dock():
            return _dock_label(state, action)
        case a.Trade(_, rate):
            return phrase("Trade {n} fuel for 1 ore", n=rate)
        case a.Launch():
            fuel, ore = DATA.landing_cost["launch"]
            return phrase("Launch the colony: {price}", price=tokens(fuel, ore))
        case a.Land(_, territory):
            return phrase("Land on {place}", place=land_name(territory))
        case a.Steal(_, victim, resource):
            return phrase(
                "Take 1 {resource} from {victim}",
                resource=phrase(resource.value),
                victim=name(victim),
            )
        case a.StopStealing():
            return phrase("Take nothing more")
        case a.Return(_, resource):
            return phrase("Give back 1 {resource}", resource=phrase(resource.value))
        case a.EndTurn():
            return phrase("End the turn")
        case a.BuyRelic():
            return phrase("Buy the Relic Ship: {price}", price=tokens(*DATA.relic_price))
        case _:
            return tech_label(state, action)


def _dock_label(state: State, dock: a.Dock) -> str:
    what = placed(dock.values, dock.relic)
    if dock.area == BAY:
        return phrase("Leave {dice} {at}", dice=what, at=at(dock.area))
    gain = dock_gain(state, dock)
    return phrase("Dock {dice} {at}: {gain}", dice=what, at=at(dock.area), gain=gain)


def dock_gain(state: State, dock: a.Dock) -> str:
    """What a placement gives, in words."""
    return _GAINS.get(dock.area, _hub_gain)(state, dock)


def _landing_gain(_: State, dock: a.Dock) -> str:
    return _colony_for(DATA.landing_cost[dock.area])


def _colony_for(price: tuple[int, int]) -> str:
    return phrase("land a colony for {price}", price=tokens(*price))


def _hub_gain(state: State, dock: a.Dock) -> str:
    track = state.hub[track_of_area(dock.area)]
    if track.colony is None:
        return phrase("start a colony")
    return phrase("advance to circle {n}", n=min(track.circle + 1, DATA.hub_circles))


def _rate(state: State, dock: a.Dock) -> int:
    return 1 if has_bonus(state, dock.player, HEINLEIN) else max(dock.values)


_GAINS: Mapping[AreaId, Callable[[State, a.Dock], str]] = {
    SOLAR: lambda state, dock: phrase("+{n} fuel", n=solar_yield(state, dock)),
    MINE: lambda _, dock: phrase("+{n} ore", n=len(dock.values)),
    MARKET: lambda state, dock: phrase("trade {n} fuel for 1 ore this turn", n=_rate(state, dock)),
    SHIPYARD: lambda state, dock: phrase(
        "a new ship for {price}", price=tokens(*ship_price(state, dock.player))
    ),
    RAIDERS: lambda _, __: phrase("steal up to {n}", n=DATA.raid_tokens),
    CONSTRUCTOR: lambda state, dock: _colony_for(constructor_price(state, dock.player)),
    TERRAFORMING: _landing_gain,
    ARTIFACT: lambda state, dock: phrase(
        "a cycle, and {n} of {all} for a claim",
        n=state.artifact + sum(dock.values),
        all=DATA.artifact_total,
    ),
}
