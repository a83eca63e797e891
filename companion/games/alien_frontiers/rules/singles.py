"""Solar Converter and Lunar Mine: one ship each, no price."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import DATA, MINE, SOLAR
from companion.games.alien_frontiers.rules.common import (
    Violations,
    docked,
    one_ship,
    pieces,
    room,
)
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, ships_at


def check_solar(state: State, dock: Dock) -> Violations:
    """Any value."""
    return one_ship("solar_converter.one_ship", dock) + room("solar_converter.full", state, SOLAR)


def solar(_: State, dock: Dock) -> tuple[e.Event, ...]:
    """Half the value in fuel, rounded up."""
    fuel = sum(DATA.solar_fuel[value - 1] for value in dock.values)
    return docked(dock), e.ResourcesGained(dock.player, fuel, 0, SOLAR)


def highest_in_mine(state: State) -> int:
    """The value a ship must reach there now: 0 when nobody is there."""
    return max((ship.value or 0 for ship in ships_at(state, MINE)), default=0)


def check_mine(state: State, dock: Dock) -> Violations:
    """At least the highest value there at that moment, whoever's it is."""
    found = one_ship("lunar_mine.one_ship", dock) + room("lunar_mine.full", state, MINE)
    highest = highest_in_mine(state)
    low = [value for value in dock.values if value < highest][:1]
    return found + tuple(
        broken("lunar_mine.too_low", (MINE,), pieces(dock), value=value, highest=highest)
        for value in low
    )


def mine(_: State, dock: Dock) -> tuple[e.Event, ...]:
    """One ore a ship."""
    return docked(dock), e.ResourcesGained(dock.player, 0, len(dock.values), MINE)
