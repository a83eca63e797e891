"""Small changes of a position, which facts are made of."""

from dataclasses import replace
from typing import TypeVar

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import HUB, RELIC
from companion.games.alien_frontiers.state import (
    Resource,
    Ship,
    State,
    Track,
    ships_at,
    sorted_ships,
    track_of_area,
)

T = TypeVar("T")


def with_ships(state: State, area: AreaId, ships: tuple[Ship, ...]) -> State:
    """Other dice in a facility or a row of the hub."""
    if area in HUB:
        track = track_of_area(area)
        return with_track(state, track, replace(state.hub[track], ships=sorted_ships(ships)))
    return replace(state, docks={**state.docks, area: sorted_ships(ships)})


def without_ship(state: State, area: AreaId, ship: Ship) -> State:
    """One die less there, if it is there."""
    return with_ships(state, area, without(ships_at(state, area), ship))


def with_track(state: State, name: str, track: Track) -> State:
    """Another content of a row of the hub."""
    return replace(state, hub={**state.hub, name: track})


def with_tokens(state: State, player: PlayerId, fuel: int, ore: int) -> State:
    """More or fewer tokens."""
    having = state.players[player]
    having = replace(having, fuel=having.fuel + fuel, ore=having.ore + ore)
    return replace(state, players={**state.players, player: having})


def with_resource(state: State, player: PlayerId, resource: Resource, change: int) -> State:
    """More or fewer tokens of one sort."""
    fuel, ore = (change, 0) if resource is Resource.FUEL else (0, change)
    return with_tokens(state, player, fuel, ore)


def with_colonies(state: State, player: PlayerId, change: int) -> State:
    """More or fewer colonies that are neither landed nor on the hub."""
    having = state.players[player]
    having = replace(having, colonies=having.colonies + change)
    return replace(state, players={**state.players, player: having})


def with_stock(state: State, player: PlayerId, change: int) -> State:
    """More or fewer ships not in play."""
    having = replace(state.players[player], stock=state.players[player].stock + change)
    return replace(state, players={**state.players, player: having})


def with_card(state: State, player: PlayerId, title: str) -> State:
    """One more tech card before a player."""
    having = state.players[player]
    having = replace(having, cards=tuple(sorted((*having.cards, title))))
    return replace(state, players={**state.players, player: having})


def without_card(state: State, player: PlayerId, title: str) -> State:
    """One tech card less before a player."""
    having = state.players[player]
    having = replace(having, cards=without(having.cards, title))
    return replace(state, players={**state.players, player: having})


def discarding(state: State, *titles: str) -> State:
    """More cards on the discard pile."""
    return replace(state, discards=tuple(sorted((*state.discards, *titles))))


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """One of them less, if it is there."""
    left = list(items)
    if item in left:
        left.remove(item)
    return tuple(left)


def with_relic_home(state: State) -> State:
    """The Relic Ship on Burroughs Desert, wherever it was."""
    docks = {
        area: tuple(ship for ship in ships if ship.colour != RELIC)
        for area, ships in state.docks.items()
    }
    hub = {
        name: replace(track, ships=tuple(ship for ship in track.ships if ship.colour != RELIC))
        for name, track in state.hub.items()
    }
    return replace(state, docks=docks, hub=hub, relic=None)
