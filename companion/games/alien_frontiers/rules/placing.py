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
from companion.games.alien_frontiers.rules.common import Violations, docked
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State


@dataclass(frozen=True, slots=True)
class Place:
    """What a facility asks of a placement, and what then happens."""

    check: Callable[[State, Dock], Violations]
    effects: Callable[[State, Dock], tuple[e.Event, ...]]


def _no_artifact(_: State, dock: Dock) -> Violations:
    return (broken("artifact.not_built", (dock.area,)),)


def _no_effect(_: State, dock: Dock) -> tuple[e.Event, ...]:
    return (docked(dock),)


PLACES: Mapping[AreaId, Place] = {
    SOLAR: Place(singles.check_solar, singles.solar),
    MINE: Place(singles.check_mine, singles.mine),
    MARKET: Place(sets.check_market, sets.market),
    SHIPYARD: Place(sets.check_shipyard, sets.shipyard),
    RAIDERS: Place(sets.check_raiders, sets.raiders),
    CONSTRUCTOR: Place(sets.check_constructor, sets.constructor),
    TERRAFORMING: Place(landing.check_terraforming, landing.terraforming),
    ARTIFACT: Place(_no_artifact, _no_effect),
    **{area: Place(hub.check_hub, hub.hub) for area in HUB},
}
"""All but the Maintenance Bay."""

UNPAID_SINGLES = (SOLAR, MINE, *HUB)
"""Where a single ship docks without payment: what a ship must be docked at, by digest (d) 10."""


def candidates(player: PlayerId, hand: tuple[int, ...]) -> Iterator[Dock]:
    """Placements of the right shape with dice of `hand`, legal or not."""
    values = sorted(set(hand))
    for value in values:
        for area in (*UNPAID_SINGLES, TERRAFORMING):
            yield Dock(player, area, (value,))
        for area in (MARKET, SHIPYARD) if hand.count(value) > 1 else ():
            yield Dock(player, area, (value,) * 2)
        if hand.count(value) > 2:
            yield Dock(player, CONSTRUCTOR, (value,) * 3)
        if {value + 1, value + 2} <= set(values):
            yield Dock(player, RAIDERS, (value, value + 1, value + 2))


def open_places(state: State, value: int) -> tuple[AreaId, ...]:
    """Where a ship of this value in the hand could legally dock now, alone or in a set."""
    docks = (dock for dock in candidates(state.turn, state.hand) if value in dock.values)
    return _open(state, docks)


def open_unpaid(state: State, value: int) -> tuple[AreaId, ...]:
    """Where it could dock by itself and without payment."""
    return _open(state, (Dock(state.turn, area, (value,)) for area in UNPAID_SINGLES))


def _open(state: State, docks: Iterable[Dock]) -> tuple[AreaId, ...]:
    free = (dock.area for dock in docks if not PLACES[dock.area].check(state, dock))
    return tuple(dict.fromkeys(free))
