"""Every action of tech cards with what it breaks, and what a legal one leads to."""

from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.rules.common import Violations
from companion.games.alien_frontiers.state import State
from companion.games.alien_frontiers.tech import cards, colonies, common, fields, ships, values


def check_tech(state: State, action: a.TechAction) -> Violations:
    """Every rule the action breaks."""
    match action:
        case a.Deal():
            return cards.check_deal(state, action)
        case a.Cycle():
            return cards.check_cycle(state, action)
        case a.Claim():
            return cards.check_claim(state, action)
        case a.StealCard():
            return cards.check_steal_card(state, action)
        case a.Recover():
            return cards.check_recover(state, action)
        case a.NoPower():
            return common.check_no_power(state, action)
        case a.Change():
            return values.check_change(state, action)
        case a.Shift():
            return values.check_shift(state, action)
        case a.Warp():
            return values.check_warp(state, action)
        case a.Also():
            return values.check_also(state, action)
        case a.Throw():
            return values.check_throw(state, action)
        case a.Reroll():
            return values.check_reroll(state, action)
        case a.Teleport() | a.Fire() | a.Shoot() | a.StopShooting() | a.Destroy():
            return _check_ships(state, action)
        case _:
            return _check_planet(state, action)


def _check_ships(state: State, action: a.ShipAction) -> Violations:
    match action:
        case a.Teleport():
            return ships.check_teleport(state, action)
        case a.Fire():
            return ships.check_fire(state, action)
        case a.Shoot():
            return ships.check_shoot(state, action)
        case a.StopShooting():
            return ships.check_stop(state, action)
        case a.Destroy():
            return ships.check_destroy(state, action)


def _check_planet(state: State, action: a.PlanetAction) -> Violations:
    match action:
        case a.Borrow():
            return fields.check_borrow(state, action)
        case a.PlaceField():
            return fields.check_place(state, action)
        case a.RemoveField():
            return fields.check_remove(state, action)
        case a.DisplaceColonies():
            return colonies.check_displace(state, action)
        case a.Pick():
            return colonies.check_pick(state, action)
        case a.Move():
            return colonies.check_move(state, action)
        case a.Swap():
            return colonies.check_swap(state, action)


def tech_effects(state: State, action: a.TechAction) -> tuple[e.Event, ...]:
    """What the action leads to."""
    match action:
        case a.Deal():
            return cards.deal(state, action)
        case a.Cycle():
            return cards.cycle(state, action)
        case a.Claim():
            return cards.claim(action)
        case a.StealCard():
            return cards.steal_card(state, action)
        case a.Recover():
            return cards.recover(action)
        case a.NoPower():
            raise AssertionError("never accepted")
        case a.Change():
            return values.change(state, action)
        case a.Shift():
            return values.shift(state, action)
        case a.Warp():
            return values.warp(state, action)
        case a.Also():
            return values.also(action)
        case a.Throw():
            return values.throw(action)
        case a.Reroll():
            return values.reroll(action)
        case a.Teleport() | a.Fire() | a.Shoot() | a.StopShooting() | a.Destroy():
            return _ship_effects(state, action)
        case _:
            return _planet_effects(state, action)


def _ship_effects(state: State, action: a.ShipAction) -> tuple[e.Event, ...]:
    match action:
        case a.Teleport():
            return ships.teleport(state, action)
        case a.Fire():
            return ships.fire(action)
        case a.Shoot():
            return ships.shoot(state, action)
        case a.StopShooting(player):
            return ships.stop(player)
        case a.Destroy():
            return ships.destroy(action)


def _planet_effects(state: State, action: a.PlanetAction) -> tuple[e.Event, ...]:
    match action:
        case a.Borrow():
            return fields.borrow(state, action)
        case a.PlaceField():
            return fields.place(action)
        case a.RemoveField():
            return fields.remove(action)
        case a.DisplaceColonies():
            return colonies.displace(action)
        case a.Pick():
            return colonies.pick(action)
        case a.Move():
            return colonies.move(state, action)
        case a.Swap():
            return colonies.swap(state, action)
