"""Every facility with what it asks and what it gives; and the placements that are to be had."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    CONSTRUCTOR,
    HUB,
    MARKET,
    MINE,
    RAIDERS,
    SHIPYARD,
    SOLAR,
    TERRAFORMING,
)
from companion.games.alien_frontiers.rules import hub, landing, sets, singles
from companion.games.alien_frontiers.rules.common import Violations
from companion.games.alien_frontiers.state import Die, State


@dataclass(frozen=True, slots=True)
class Place:
    """What a facility asks of a placement, and what then happens."""

    check: Callable[[State, Dock], Violations]
    effects: Callable[[State, Dock], tuple[e.Event, ...]]


PLACES: Mapping[AreaId, Place] = {
    SOLAR: Place(singles.check_solar, singles.solar),
    MINE: Place(singles.check_mine, singles.mine),
    MARKET: Place(sets.check_market, sets.market),
    SHIPYARD: Place(sets.check_shipyard, sets.shipyard),
    RAIDERS: Place(sets.check_raiders, sets.raiders),
    CONSTRUCTOR: Place(sets.check_constructor, sets.constructor),
    TERRAFORMING: Place(landing.check_terraforming, landing.terraforming),
    ARTIFACT: Place(singles.check_artifact, singles.artifact),
    **{area: Place(hub.check_hub, hub.hub) for area in HUB},
}
"""All but the Maintenance Bay."""

UNPAID_SINGLES = (SOLAR, MINE, ARTIFACT, *HUB)
"""Where a single ship docks without payment: what a ship must be docked at, by digest (d) 10."""


def candidates(player: PlayerId, hand: tuple[Die, ...]) -> Iterator[Dock]:
    """Placements of the right shape with dice of `hand`, legal or not."""
    values = sorted({die.value for die in hand})
    for value in values:
        for area in (*UNPAID_SINGLES, TERRAFORMING):
            yield from _docks(player, area, (value,), hand)
        for area in (MARKET, SHIPYARD):
            yield from _docks(player, area, (value,) * 2, hand)
        yield from _docks(player, CONSTRUCTOR, (value,) * 3, hand)
        yield from _docks(player, RAIDERS, (value, value + 1, value + 2), hand)


def _docks(
    player: PlayerId, area: AreaId, values: tuple[int, ...], hand: tuple[Die, ...]
) -> Iterator[Dock]:
    """A placement of these values with own ships only, and one with the Relic Ship."""
    own = [die.value for die in hand if not die.relic]
    if all(own.count(value) >= values.count(value) for value in set(values)):
        yield Dock(player, area, values)
    relic = next((die.value for die in hand if die.relic), None)
    if relic in values:
        rest = list(values)
        rest.remove(relic)
        if all(own.count(value) >= rest.count(value) for value in set(rest)):
            yield Dock(player, area, values, relic)


def open_places(state: State, die: Die) -> tuple[AreaId, ...]:
    """Where a ship in the hand could legally dock now, alone or in a set."""
    docks = (dock for dock in candidates(state.turn, state.dice) if die in dock.dice)
    return _open(state, docks)


def open_unpaid(state: State, die: Die) -> tuple[AreaId, ...]:
    """Where it could dock by itself and without payment."""
    relic = die.value if die.relic else None
    docks = (Dock(state.turn, area, (die.value,), relic) for area in UNPAID_SINGLES)
    return _open(state, docks)


def _open(state: State, docks: Iterable[Dock]) -> tuple[AreaId, ...]:
    free = (dock.area for dock in docks if not PLACES[dock.area].check(state, dock))
    return tuple(dict.fromkeys(free))
