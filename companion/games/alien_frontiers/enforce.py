"""When the table insists on something illegal: what then happens, as near the rules as can be."""

from collections import Counter

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import ARTIFACT, BAY, DATA, HUB, RAIDERS
from companion.games.alien_frontiers.dues import Raid, Thrown
from companion.games.alien_frontiers.judging import effects, violations
from companion.games.alien_frontiers.rules.common import docked
from companion.games.alien_frontiers.rules.placing import PLACES
from companion.games.alien_frontiers.state import (
    Phase,
    State,
    dice_to_roll,
    free_ports,
    hub_colony,
    landing_origin,
    own_track,
    rolls_relic,
    row_user,
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
            ready = state.due is None and not state.deals and hub_colony(state, player) is not None
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
        case _:
            return _by_agreement(state, action)


SOFT = frozenset(
    {
        "turn.not_yours",
        "artifact.no_cycle",
        "artifact.total_too_low",
        "tech.used_already",
        "tech.used_this_turn",
        "tech.one_discard",
        "tech.cannot_pay",
        "data_crystal.no_colony",
        "data_crystal.not_burroughs",
        "data_crystal.isolated",
        "orbital_teleporter.not_from_there",
        "orbital_teleporter.same_facility",
        "lunar_mine.too_low",
        "plasma_cannon.not_the_bay",
        "plasma_cannon.one_at_least",
        "plasma_cannon.too_few_ships",
        "colony.repulsor",
        "raiders.tokens_or_card",
        "raiders.only_decoy",
        "resource_cache.not_by_raid",
        "relic.isolated",
        "relic.cannot_pay",
    }
)
"""Rules a table may agree to break by a card: all pieces are there, a position can hold it."""


def _by_agreement(state: State, action: a.Action) -> tuple[e.Event, ...] | None:
    codes = {violation.code for violation in violations(state, action)}
    return effects(state, action) if codes <= SOFT else None


def _roll(state: State, action: a.Roll) -> tuple[e.Event, ...] | None:
    """A roll again in one's turn stands; a wrong number of dice does not."""
    if action.player != state.turn or not all(1 <= face <= 6 for face in action.faces):
        return None
    if state.deals or isinstance(state.due, Thrown):
        return None
    count, relic = dice_to_roll(state, action.player), rolls_relic(state, action.player)
    if state.phase is not Phase.ROLL:
        count, relic = len(state.hand), state.relic is not None
    if len(action.faces) != count + relic or action.relic != relic:
        return None
    if state.phase is Phase.ROLL:
        return effects(state, action)
    again = e.DiceRolled(action.player, action.faces, relic)
    return (again,) if state.phase is Phase.PLACE else None


def _dock(state: State, dock: a.Dock) -> tuple[e.Event, ...] | None:
    if (
        state.due is not None
        or state.deals
        or not _dice_there(state, dock)
        or not _holds(state, dock)
    ):
        return None
    return effects(state, dock)


def _dice_there(state: State, dock: a.Dock) -> bool:
    """The dice are in the player's hand."""
    missing = Counter(dock.dice) - Counter(state.dice)
    return dock.player == state.turn and bool(dock.values) and not missing


def _holds(state: State, dock: a.Dock) -> bool:
    """There are ports, and a row of the hub has one user."""
    if dock.area == BAY:
        return True
    if dock.area not in PLACES or (dock.area == ARTIFACT and state.options.tech == "none"):
        return False
    unit = DATA.facilities[dock.area].unit
    if unit > 1 and len(dock.values) != unit:
        return False
    if dock.area != RAIDERS and free_ports(state, dock.area) < len(dock.values):
        return False
    return dock.area not in HUB or _row_holds(state, dock)


def _row_holds(state: State, dock: a.Dock) -> bool:
    number = track_of_area(dock.area)
    own = own_track(state, dock.player)
    return (
        row_user(state, number) in (None, dock.player)
        and own in (None, number)
        and len(dock.values) == 1
    )


def _end(state: State, action: a.EndTurn) -> tuple[e.Event, ...] | None:
    """Ships not placed wait in the Maintenance Bay."""
    if action.player != state.turn or state.phase is not Phase.PLACE or state.due is not None:
        return None
    if state.deals:
        return None
    left = tuple(
        docked(a.Dock(action.player, BAY, (die.value,), die.value if die.relic else None))
        for die in state.dice
    )
    return (*left, *effects(state, action))
