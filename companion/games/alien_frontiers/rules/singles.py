"""Solar Converter, Lunar Mine and Alien Artifact: one ship each, no price."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.bonuses import any_value_mines, has_bonus, used_up
from companion.games.alien_frontiers.data import ARTIFACT, DATA, LEM, MINE, SOLAR, VAN_VOGT
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


def solar_yield(state: State, dock: Dock) -> int:
    """Half the value in fuel, rounded up; one more a ship by Lem Badlands."""
    each = has_bonus(state, dock.player, LEM)
    return sum(DATA.solar_fuel[value - 1] + each for value in dock.values)


def solar(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """Fuel at once."""
    gained = e.ResourcesGained(dock.player, solar_yield(state, dock), 0, SOLAR)
    return (docked(dock), gained, *used_up(state, dock.player, LEM))


def highest_in_mine(state: State) -> int:
    """The value a ship must reach there now: 0 when nobody is there."""
    return max((ship.value or 0 for ship in ships_at(state, MINE)), default=0)


def check_mine(state: State, dock: Dock) -> Violations:
    """At least the highest value there at that moment, whoever's it is."""
    found = one_ship("lunar_mine.one_ship", dock) + room("lunar_mine.full", state, MINE)
    highest = highest_in_mine(state)
    if any_value_mines(state, dock.player):
        return found
    low = [value for value in dock.values if value < highest][:1]
    return found + tuple(
        broken("lunar_mine.too_low", (MINE,), pieces(dock), value=value, highest=highest)
        for value in low
    )


def mine(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """One ore a ship."""
    gained = e.ResourcesGained(dock.player, 0, len(dock.values), MINE)
    lent = used_up(state, dock.player, VAN_VOGT) if any_value_mines(state, dock.player) else ()
    return (docked(dock), gained, *lent)


def check_artifact(state: State, dock: Dock) -> Violations:
    """Any value."""
    found = one_ship("artifact.one_ship", dock) + room("artifact.full", state, ARTIFACT)
    if state.options.tech == "none":
        found += (broken("artifact.closed", (ARTIFACT,)),)
    return found


def artifact(_: State, dock: Dock) -> tuple[e.Event, ...]:
    """The ship counts for a claim and gives a cycle; both are actions of their own."""
    return (docked(dock),)
