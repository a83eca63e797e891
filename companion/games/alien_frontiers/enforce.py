"""When the table insists on something illegal: what then happens, as near the rules as can be."""

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import ARTIFACT, BAY, DATA, HUB, RAIDERS
from companion.games.alien_frontiers.rules import effects
from companion.games.alien_frontiers.rules.common import docked
from companion.games.alien_frontiers.rules.placing import PLACES
from companion.games.alien_frontiers.state import (
    Phase,
    Raid,
    State,
    Track,
    dice_to_roll,
    free_ports,
    hub_colony,
    landing_origin,
    own_track,
    track_of_area,
)


def enforce(state: State, action: a.Action) -> tuple[e.Event, ...] | None:
    """Events of the action, or `None` when pieces are missing or no position could hold it."""
    if state.phase is Phase.OVER or action.player not in state.players:
        return None
    match action:
        case a.Roll():
            return _roll(state, action)
        case a.Dock():
            return _dock(state, action)
        case a.Trade(player):
            return effects(state, action) if state.players[player].fuel else None
        case a.Launch(player):
            ready = state.due is None and hub_colony(state, player) is not None
            return effects(state, action) if ready else None
        case a.Land(player, territory):
            there = landing_origin(state, player) is not None and territory in state.planet
            return effects(state, action) if there else None
        case a.Steal(player, victim, resource):
            robbed = state.players.get(victim) if victim != player else None
            return effects(state, action) if robbed and robbed.amount(resource) else None
        case a.StopStealing():
            return effects(state, action) if isinstance(state.due, Raid) else None
        case a.Return(player, resource):
            return effects(state, action) if state.players[player].amount(resource) else None
        case a.EndTurn():
            return _end(state, action)
        case a.Later():
            return None


def _roll(state: State, action: a.Roll) -> tuple[e.Event, ...] | None:
    """A roll again in one's turn stands; a wrong number of dice does not."""
    if action.player != state.turn or not all(1 <= face <= 6 for face in action.faces):
        return None
    if state.phase is Phase.ROLL and len(action.faces) == dice_to_roll(state, action.player):
        return effects(state, action)
    if state.phase is Phase.PLACE and len(action.faces) == len(state.hand):
        return (e.DiceRolled(action.player, action.faces),)
    return None


def _dock(state: State, dock: a.Dock) -> tuple[e.Event, ...] | None:
    if state.due is not None or not _dice_there(state, dock) or not _holds(state, dock):
        return None
    return effects(state, dock)


def _dice_there(state: State, dock: a.Dock) -> bool:
    """The dice are in the player's hand."""
    enough = all(state.hand.count(value) >= dock.values.count(value) for value in dock.values)
    return dock.player == state.turn and bool(dock.values) and enough


def _holds(state: State, dock: a.Dock) -> bool:
    """There are ports, and a row of the hub has one user."""
    if dock.area == BAY:
        return True
    if dock.area not in PLACES or dock.area == ARTIFACT:
        return False
    unit = DATA.facilities[dock.area].unit
    if unit > 1 and len(dock.values) != unit:
        return False
    if dock.area != RAIDERS and free_ports(state, dock.area) < len(dock.values):
        return False
    return dock.area not in HUB or _row_holds(state, dock)


def _row_holds(state: State, dock: a.Dock) -> bool:
    number = track_of_area(dock.area)
    track: Track = state.hub[number]
    own = own_track(state, dock.player)
    return track.user in (None, dock.player) and own in (None, number) and len(dock.values) == 1


def _end(state: State, action: a.EndTurn) -> tuple[e.Event, ...] | None:
    """Ships not placed wait in the Maintenance Bay."""
    if action.player != state.turn or state.phase is not Phase.PLACE or state.due is not None:
        return None
    left = tuple(docked(a.Dock(action.player, BAY, (value,))) for value in state.hand)
    return (*left, *effects(state, action))
