"""The Colonist Hub: one row a player, first ship starts a colony, later ones advance it."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.bonuses import has_bonus, used_up
from companion.games.alien_frontiers.data import ASIMOV, DATA
from companion.games.alien_frontiers.rules.common import Violations, docked, one_ship, room
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, own_track, row_user, track_of_area
from companion.games.alien_frontiers.words import name


def check_hub(state: State, dock: Dock) -> Violations:
    """Any value, on the player's own row or a free one, while there is a circle to go to."""
    found = one_ship("hub.one_ship", dock)
    number = track_of_area(dock.area)
    track = state.hub[number]
    player = name(dock.player)
    user, own = row_user(state, number), own_track(state, dock.player)
    if user not in (None, dock.player):
        assert user is not None
        found += (broken("hub.taken", (dock.area,), track=number, user=name(user)),)
    bound = own not in (None, number) and not _may_leave(state, own)
    if bound:
        found += (broken("hub.other_track", (dock.area,), player=player, own=own, track=number),)
    found += room("hub.full", state, dock.area, track=number)
    if track.colony == dock.player:
        if track.circle >= DATA.hub_circles and state.options.hub_full == "closed":
            found += (broken("hub.at_end", (dock.area,), player=player),)
    elif not bound and not state.players[dock.player].colonies:
        found += (broken("hub.no_colony", (dock.area,), player=player),)
    return found


def _may_leave(state: State, own: str | None) -> bool:
    """By digest (d) 18: after a launch, a new colony may start in another row."""
    free = own is not None and state.hub[own].colony is None
    return free and state.options.launch_row == "any"


def hub(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """A first ship starts a colony on circle 1; a later one advances it by one."""
    number = track_of_area(dock.area)
    track = state.hub[number]
    if track.colony is not None:
        circle = min(track.circle + 1, DATA.hub_circles)
        moved: tuple[e.Event, ...] = (e.ColonyAdvanced(dock.player, number, circle),)
        if circle == track.circle:
            return (docked(dock),)
    elif state.players[dock.player].colonies:
        circle, moved = 1, (e.ColonyStarted(dock.player, number),)
    else:
        return (docked(dock),)
    return (docked(dock), *moved, *_extra(state, dock, circle))


def _extra(state: State, dock: Dock, circle: int) -> tuple[e.Event, ...]:
    """Asimov Crater: once a turn in which two ships or more dock here, one advance more.

    By digest (d) 4 `state.hub_docked` and `state.asimov` may begin anew in mid-turn.
    """
    if state.asimov or state.hub_docked < 1 or not has_bonus(state, dock.player, ASIMOV):
        return ()
    number = track_of_area(dock.area)
    further = min(circle + 1, DATA.hub_circles)
    surplus = circle + 1 - further
    used = used_up(state, dock.player, ASIMOV)
    return (e.ExtraAdvanced(dock.player, number, further, surplus), *used)
