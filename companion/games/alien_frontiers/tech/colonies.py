"""Discards that displace colonies: Orbital Teleporter moves one, Polarity Device swaps two."""

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.actions import DisplaceColonies, Move, Pick, Swap
from companion.games.alien_frontiers.bonuses import repelled
from companion.games.alien_frontiers.data import POLARITY, TELEPORTER, land_name
from companion.games.alien_frontiers.dues import ColonyChoice
from companion.games.alien_frontiers.rules.common import Violations
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State
from companion.games.alien_frontiers.tech.common import check_discard, discard
from companion.games.alien_frontiers.words import name


def check_displace(state: State, action: DisplaceColonies) -> Violations:
    """There must be colonies that may be displaced."""
    found = check_discard(state, action.player, action.title)
    open_now = [at for at, there in state.planet.items() if there and not repelled(state, at)]
    if len(open_now) < (2 if action.title == POLARITY else 1):
        found += (broken(f"{action.title}.no_colony"),)
    return found


def displace(action: DisplaceColonies) -> tuple[e.Event, ...]:
    """The card goes; which colonies is the next choice."""
    gone = discard(action.player, action.title)
    return (gone, t.DisplacementBegan(action.player, action.title))


def check_pick(state: State, action: Pick) -> Violations:
    """Any player's colony, but not under the Repulsor Field."""
    due = state.due
    ready = isinstance(due, ColonyChoice) and due.player == action.player and due.colony is None
    found: Violations = () if ready else (broken("colony.not_due", player=name(action.player)),)
    return found + _there(state, action.colony, action.territory)


def pick(action: Pick) -> tuple[e.Event, ...]:
    """Where it goes, or what it is swapped for, is the next choice."""
    return (t.ColonyPicked(action.player, action.colony, action.territory),)


def check_move(state: State, action: Move) -> Violations:
    """To another territory, but not under the Repulsor Field."""
    found = _second(state, action, TELEPORTER)
    if action.territory not in state.planet:
        return (*found, broken("landing.no_such_territory", name=action.territory))
    return found + _free(state, action.territory)


def move(state: State, action: Move) -> tuple[e.Event, ...]:
    """It goes; who controls what follows by itself."""
    colony, origin = _chosen(state)
    return (t.ColonyMoved(action.player, colony, origin, action.territory),)


def check_swap(state: State, action: Swap) -> Violations:
    """A colony on another territory, but not under the Repulsor Field."""
    found = _second(state, action, POLARITY)
    return found + _there(state, action.colony, action.territory)


def swap(state: State, action: Swap) -> tuple[e.Event, ...]:
    """They change places; who controls what follows by itself."""
    colony, origin = _chosen(state)
    swapped = t.ColoniesSwapped(action.player, colony, origin, action.colony, action.territory)
    return (swapped,)


def _chosen(state: State) -> tuple[PlayerId, AreaId]:
    due = state.due
    assert isinstance(due, ColonyChoice), "a choice of colonies is due"
    assert due.colony is not None, "the first colony is chosen"
    assert due.territory is not None, "it lies on a territory"
    return due.colony, due.territory


def _second(state: State, action: Move | Swap, card: str) -> Violations:
    due = state.due
    ready = isinstance(due, ColonyChoice) and due.player == action.player and due.card == card
    if not ready or not isinstance(due, ColonyChoice) or due.colony is None:
        return (broken("colony.not_due", player=name(action.player)),)
    if due.territory == action.territory:
        where = land_name(action.territory)
        return (broken("colony.same_territory", (action.territory,), territory=where),)
    return ()


def _there(state: State, colony: PlayerId, territory: AreaId) -> Violations:
    if territory not in state.planet:
        return (broken("landing.no_such_territory", name=territory),)
    if colony in state.planet[territory]:
        return _free(state, territory)
    words = {"colony": name(colony), "territory": land_name(territory)}
    return (broken("colony.not_there", (territory,), **words), *_free(state, territory))


def _free(state: State, territory: AreaId) -> Violations:
    if not repelled(state, territory):
        return ()
    return (broken("colony.repulsor", (territory,), territory=land_name(territory)),)
