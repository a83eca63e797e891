"""The Maintenance Bay takes ships that can dock nowhere else."""

from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import BAY
from companion.games.alien_frontiers.rules.common import Violations, one_ship, pieces
from companion.games.alien_frontiers.rules.placing import open_places, open_unpaid
from companion.games.alien_frontiers.rules.texts import NOTICES, broken
from companion.games.alien_frontiers.state import Die, State
from companion.games.alien_frontiers.words import places
from companion.rules.ruling import Notice


def check_bay(state: State, dock: Dock) -> Violations:
    """By digest (d) 10: enforced by single ships without payment, or by any dock, or not at all."""
    found = one_ship("maintenance_bay.one_ship", dock)
    if found or dock.player != state.turn:
        return found
    (die,) = dock.dice
    open_now = _enforced(state, die) if die in state.dice else ()
    if not open_now:
        return found
    words = {"value": die.value, "places": places(open_now)}
    return (*found, broken("turn.must_dock", (BAY, *open_now), pieces(dock), **words))


def bay_notices(state: State, dock: Dock) -> tuple[Notice, ...]:
    """A ship that could have docked elsewhere, where the table does not enforce it."""
    if dock.area != BAY:
        return ()
    (die,) = dock.dice
    open_now = open_places(state, die)
    if not open_now:
        return ()
    text = phrase(NOTICES["turn.could_dock"], value=die.value, places=places(open_now))
    return (Notice("turn.could_dock", text),)


def _enforced(state: State, die: Die) -> tuple[AreaId, ...]:
    match state.options.must_dock:
        case "strict":
            return open_places(state, die)
        case "off":
            return ()
    return open_unpaid(state, die)
