"""Field generators, and the bonus that a Data Crystal lends."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.actions import Borrow, PlaceField, RemoveField
from companion.games.alien_frontiers.data import (
    BOOSTER,
    BURROUGHS,
    CRYSTAL,
    DATA,
    ISOLATION,
    field_name,
    land_name,
)
from companion.games.alien_frontiers.rules.common import Violations
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State
from companion.games.alien_frontiers.tech.common import check_discard, check_power, discard, power

FIELD_OF = {card: field for field, card in DATA.fields.items()}
"""The field generator that a card places."""


def check_borrow(state: State, action: Borrow) -> Violations:
    """A fuel for each colony there, whose ever; not of Burroughs Desert, not under Isolation."""
    at = action.territory
    if at not in state.planet:
        return (broken("landing.no_such_territory", name=at),)
    colonies = len(state.planet[at])
    found = check_power(state, action.player, CRYSTAL, colonies)
    words = {"territory": land_name(at)}
    if not colonies:
        found += (broken("data_crystal.no_colony", (at,), **words),)
    if at == BURROUGHS:
        found += (broken("data_crystal.not_burroughs", (at,), **words),)
    if state.fields[ISOLATION] == at:
        found += (broken("data_crystal.isolated", (at,), **words),)
    return found


def borrow(state: State, action: Borrow) -> tuple[e.Event, ...]:
    """The bonus is lent."""
    used = power(state, action.player, CRYSTAL, len(state.planet[action.territory]))
    return (*used, t.BonusBorrowed(action.player, action.territory))


def check_place(state: State, action: PlaceField) -> Violations:
    """Anywhere; one that is on the board moves to another territory."""
    found = check_discard(state, action.player, action.title)
    field, at = FIELD_OF[action.title], action.territory
    if at not in state.planet:
        return (*found, broken("landing.no_such_territory", name=at))
    if state.fields[field] == at:
        words = {"field": field_name(field), "territory": land_name(at)}
        found += (broken("field.same_territory", (at,), **words),)
    return found


def place(action: PlaceField) -> tuple[e.Event, ...]:
    """The card goes and the field generator comes."""
    placed = t.FieldPlaced(action.player, FIELD_OF[action.title], action.territory)
    return (discard(action.player, action.title), placed)


def check_remove(state: State, action: RemoveField) -> Violations:
    """One that is on the board."""
    found = check_discard(state, action.player, BOOSTER)
    if state.fields.get(action.field) is None:
        found += (broken("field.not_on_board", field=field_name(action.field)),)
    return found


def remove(action: RemoveField) -> tuple[e.Event, ...]:
    """The card goes and the field generator, too."""
    return (discard(action.player, BOOSTER), t.FieldRemoved(action.player, action.field))
