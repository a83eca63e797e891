"""The Colonist Hub: one row a player, first ship starts a colony, later ones advance it."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.rules.common import Violations, docked, one_ship, room
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, own_track, track_of_area
from companion.games.alien_frontiers.words import name


def check_hub(state: State, dock: Dock) -> Violations:
    """Any value, on the player's own row or a free one, while there is a circle to go to."""
    found = one_ship("hub.one_ship", dock)
    number = track_of_area(dock.area)
    track = state.hub[number]
    player = name(dock.player)
    if track.user not in (None, dock.player):
        assert track.user is not None
        found += (broken("hub.taken", (dock.area,), track=number, user=name(track.user)),)
    own = own_track(state, dock.player)
    if own not in (None, number):
        found += (broken("hub.other_track", (dock.area,), player=player, own=own, track=number),)
    found += room("hub.full", state, dock.area, track=number)
    if track.colony == dock.player:
        if track.circle >= DATA.hub_circles and state.options.hub_full == "closed":
            found += (broken("hub.at_end", (dock.area,), player=player),)
    elif own in (None, number) and not state.players[dock.player].colonies:
        found += (broken("hub.no_colony", (dock.area,), player=player),)
    return found


def hub(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """A first ship starts a colony on circle 1; a later one advances it by one."""
    number = track_of_area(dock.area)
    track = state.hub[number]
    if track.colony is None:
        started = e.ColonyStarted(dock.player, number)
        return (docked(dock), started) if state.players[dock.player].colonies else (docked(dock),)
    if track.circle >= DATA.hub_circles:
        return (docked(dock),)
    return docked(dock), e.ColonyAdvanced(dock.player, number, track.circle + 1)
