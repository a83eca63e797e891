"""Cards that move docked ships: Orbital Teleporter one's own, Plasma Cannon opponents'."""

from companion.core.ids import AreaId, PlayerId
from companion.core.phrases import phrase
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.actions import (
    Destroy,
    Dock,
    Fire,
    Shoot,
    StopShooting,
    Teleport,
)
from companion.games.alien_frontiers.bonuses import used_up
from companion.games.alien_frontiers.data import (
    BAY,
    CANNON,
    DATA,
    HUB_FACILITY,
    POHL,
    RELIC,
    TELEPORTER,
    TERRAFORMING,
    card_name,
    facility,
    label,
)
from companion.games.alien_frontiers.dues import Shooting
from companion.games.alien_frontiers.evolve import evolve
from companion.games.alien_frontiers.rules.common import Violations, in_hand, pay
from companion.games.alien_frontiers.rules.placing import PLACES
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import DOCKS, Die, Ship, State, ship_owner, ships_at
from companion.games.alien_frontiers.tech.common import check_discard, check_power, discard, power
from companion.games.alien_frontiers.triggers import shot_price, targets
from companion.games.alien_frontiers.words import name

AIMS = (*DOCKS, HUB_FACILITY)
"""Facilities as a Plasma Cannon sees them: the hub is one."""


def docking(action: Teleport) -> Dock:
    """The placement that a teleported ship makes, with those that join it."""
    dice = (action.die, *action.joining)
    relic = next((die.value for die in dice if die.relic), None)
    return Dock(action.player, action.area, tuple(die.value for die in dice), relic)


def lifted(state: State, action: Teleport) -> tuple[State, tuple[e.Event, ...]]:
    """The position while the ship is in the air, the card paid, and how it came to that."""
    used = power(state, action.player, TELEPORTER)
    up = t.ShipLifted(action.player, action.origin, action.die.value, action.die.relic)
    events = (*used, up)
    for event in events:
        state = evolve(state, event)
    return state, events


def check_teleport(state: State, action: Teleport) -> Violations:
    """An own docked ship, to a legal dock of another facility."""
    found = check_power(state, action.player, TELEPORTER, with_dice=True)
    if action.origin in (TERRAFORMING, BAY):
        words = {"place": label(action.origin)}
        found += (broken("orbital_teleporter.not_from_there", (action.origin,), **words),)
    if action.area not in PLACES:
        words = {"place": label(action.area)}
        return (*found, broken("orbital_teleporter.not_to_there", (action.area,), **words))
    if facility(action.origin) == facility(action.area):
        words = {"place": label(action.area)}
        found += (broken("orbital_teleporter.same_facility", (action.area,), **words),)
    if not _own_there(state, action):
        words = {"player": name(action.player), "value": str(action.die.value)}
        words["place"] = label(action.origin)
        return (*found, broken("orbital_teleporter.no_such_ship", (action.origin,), **words))
    air, _ = lifted(state, action)
    dock = docking(action)
    return found + in_hand(air, dock) + PLACES[action.area].check(air, dock)


def teleport(state: State, action: Teleport) -> tuple[e.Event, ...]:
    """It leaves, and docks as any ship does."""
    air, events = lifted(state, action)
    return (*events, *PLACES[action.area].effects(air, docking(action)))


def _own_there(state: State, action: Teleport) -> bool:
    if action.origin not in DATA.facilities:
        return False
    ship = Ship(RELIC if action.die.relic else action.player, action.die.value)
    return ship in ships_at(state, action.origin) and ship_owner(state, ship) == action.player


def own_docked(state: State) -> tuple[tuple[AreaId, Die], ...]:
    """Ships that the player whose turn it is could teleport, each sort once."""
    found = {
        (area, Die(ship.value, ship.colour == RELIC)): None
        for area in PLACES
        if area != TERRAFORMING
        for ship in ships_at(state, area)
        if ship.value is not None and ship_owner(state, ship) == state.turn
    }
    return tuple(found)


def check_fire(state: State, action: Fire) -> Violations:
    """At a facility with ships of opponents; one fuel for each of them, one at the least."""
    found = check_power(state, action.player, CANNON)
    if action.area == BAY:
        found += (broken("plasma_cannon.not_the_bay", (BAY,)),)
    if action.area not in AIMS or not targets(state, action.player, action.area):
        found += (broken("plasma_cannon.nothing_there", place=label(action.area)),)
    return found


def fire(action: Fire) -> tuple[e.Event, ...]:
    """Which ships is the next choice; each is paid for then."""
    return (t.CardUsed(action.player, CANNON), t.ShootingBegan(action.player, action.area))


def check_shoot(state: State, action: Shoot) -> Violations:
    """An opponent's ship in that facility, while there is fuel."""
    due = state.due
    if not isinstance(due, Shooting) or due.player != action.player:
        return (broken("plasma_cannon.not_due", player=name(action.player)),)
    found: Violations = ()
    if action.ship not in targets(state, action.player, due.area):
        words = {"ship": _ship(action.ship), "place": label(due.area)}
        found += (broken("plasma_cannon.no_such_ship", **words),)
    fuel, has = shot_price(state, due), state.players[action.player].fuel
    if has < fuel:
        words = {"player": name(action.player), "card": card_name(CANNON)}
        found += (broken("tech.cannot_pay", fuel=fuel, has=has, **words),)
    return found


def shoot(state: State, action: Shoot) -> tuple[e.Event, ...]:
    """To the Maintenance Bay; off the Terraforming Station, out of play."""
    due = state.due
    assert isinstance(due, Shooting), "shots are due"
    paid = pay(state, action.player, (shot_price(state, due), 0), AreaId(CANNON))
    to = _out_of_play(action.ship) if due.area == TERRAFORMING else "bay"
    lent = () if due.shots else used_up(state, action.player, POHL)
    return (*paid, *lent, t.ShipShot(action.player, due.area, action.ship, to))


def check_stop(state: State, action: StopShooting) -> Violations:
    """After the first ship."""
    due = state.due
    if not isinstance(due, Shooting) or due.player != action.player:
        return (broken("plasma_cannon.not_due", player=name(action.player)),)
    return () if due.shots else (broken("plasma_cannon.one_at_least"),)


def stop(player: PlayerId) -> tuple[e.Event, ...]:
    """The cannon falls silent."""
    return (t.ShootingEnded(player),)


def check_destroy(state: State, action: Destroy) -> Violations:
    """An opponent's ship that its owner can spare, but not in the Maintenance Bay."""
    found = check_discard(state, action.player, CANNON)
    if action.area == BAY and state.options.cannon_bay == "barred":
        found += (broken("plasma_cannon.not_the_bay", (BAY,)),)
    there = action.area in AIMS and action.ship in targets(state, action.player, action.area)
    if not there:
        words = {"ship": _ship(action.ship), "place": label(action.area)}
        return (*found, broken("plasma_cannon.no_such_ship", **words))
    return found + _can_spare(state, action)


def _can_spare(state: State, action: Destroy) -> Violations:
    """By digest (d) 8: three own-colour ships when the owner's next turn begins."""
    owner = ship_owner(state, action.ship)
    if owner is None or action.ship.colour == RELIC:
        return ()
    left = state.players[owner].ships - 1
    if state.options.cannon_discard == "next_turn" and action.area != TERRAFORMING:
        left -= sum(ship.colour == owner for ship in state.docks[TERRAFORMING])
    if left >= DATA.least_ships:
        return ()
    words = {"player": name(owner), "least": DATA.least_ships, "left": left}
    return (broken("plasma_cannon.too_few_ships", **words),)


def destroy(action: Destroy) -> tuple[e.Event, ...]:
    """The card goes, and the ship."""
    shot = t.ShipShot(action.player, action.area, action.ship, _out_of_play(action.ship))
    return (discard(action.player, CANNON), shot)


def _out_of_play(ship: Ship) -> str:
    return "desert" if ship.colour == RELIC else "stock"


def _ship(ship: Ship) -> str:
    relic = ship.colour == RELIC
    whose = phrase("Relic Ship") if relic else name(PlayerId(ship.colour))
    if ship.value is None:
        return whose if relic else phrase("{whose} ship", whose=whose)
    return phrase("{whose}'s {value}", whose=whose, value=ship.value)
