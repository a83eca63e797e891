"""Actions of tech cards in words, for buttons."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.bonuses import fuel_price
from companion.games.alien_frontiers.data import (
    BOOSTER,
    CANNON,
    CRYSTAL,
    DATA,
    GRAVITY,
    RELIC,
    TELEPORTER,
    WARPER,
    label,
)
from companion.games.alien_frontiers.dues import Shooting
from companion.games.alien_frontiers.saying import rolled
from companion.games.alien_frontiers.state import Die, Ship, State
from companion.games.alien_frontiers.tech.values import changed
from companion.games.alien_frontiers.triggers import shot_price
from companion.games.alien_frontiers.words import listed, name


def tech_label(state: State, action: a.TechAction) -> str:
    """An action in words."""
    match action:
        case a.Deal(_, title):
            return _card(title)
        case a.Cycle():
            return "Discard the display and deal a new one"
        case a.Claim(_, title):
            return f"Claim {_card(title)}"
        case a.StealCard(_, victim, title):
            return f"Take {_card(title)} from {name(victim)}"
        case a.Recover(_, title):
            return f"Discard {_card(WARPER)}: take {_card(title)}"
        case a.NoPower(_, verb, title):
            return f"{verb.title()} {_card(title)}"
        case a.Teleport() | a.Fire() | a.Shoot() | a.StopShooting() | a.Destroy():
            return _ship_label(state, action)
        case a.Change() | a.Shift() | a.Warp() | a.Also() | a.Throw() | a.Reroll():
            return _dice_label(state, action)
        case _:
            return _planet_label(state, action)


def _dice_label(state: State, action: a.DiceAction) -> str:
    match action:
        case a.Change(player, title, die):
            use = _use(state, player, title)
            return f"{use}: turn {_die(die)} into a {changed(title, die.value)}"
        case a.Shift(player, less, more):
            use = _use(state, player, GRAVITY)
            return f"{use}: {_die(less)} one down, {_die(more)} one up"
        case a.Warp(player, die):
            return f"{_use(state, player, WARPER)}: roll {_die(die)} again"
        case a.Also(_, die):
            return f"Roll {_die(die)} again, too"
        case a.Throw():
            return "Roll these again"
        case a.Reroll(_, faces, relic):
            return f"Roll {rolled(faces, relic)}"


def _ship_label(state: State, action: a.ShipAction) -> str:
    match action:
        case a.Teleport(player, origin, die, area, joining):
            use = _use(state, player, TELEPORTER)
            others = f" with {listed([_die(other) for other in joining])}" if joining else ""
            return f"{use}: {_die(die)} from {label(origin)} to {label(area)}{others}"
        case a.Fire(_, area):
            return f"Use {_card(CANNON)} on {label(area)}"
        case a.Shoot(_, ship):
            due = state.due
            price = f": {shot_price(state, due)} fuel" if isinstance(due, Shooting) else ""
            return f"Drive off {_ship(ship)}{price}"
        case a.StopShooting():
            return "Drive off no more"
        case a.Destroy(_, area, ship):
            return f"Discard {_card(CANNON)}: {_ship(ship)} at {label(area)} out of play"


def _planet_label(state: State, action: a.PlanetAction) -> str:
    match action:
        case a.Borrow(player, at):
            fuel = fuel_price(state, player, CRYSTAL, len(state.planet.get(at, ())))
            return f"Use {_card(CRYSTAL)} ({fuel} fuel): the bonus of {label(at)}"
        case a.PlaceField(_, title, at):
            field = next(name for name, card in DATA.fields.items() if card == title)
            return f"Discard {_card(title)}: the {field.title()} Field on {label(at)}"
        case a.RemoveField(_, field):
            return f"Discard {_card(BOOSTER)}: take off the {field.title()} Field"
        case a.DisplaceColonies(_, title):
            what = "move a colony" if title == TELEPORTER else "swap two colonies"
            return f"Discard {_card(title)}: {what}"
        case a.Pick(_, colony, at) | a.Swap(_, colony, at):
            return f"{name(colony)} on {label(at)}"
        case a.Move(_, at):
            return f"To {label(at)}"


def _use(state: State, player: PlayerId, title: str) -> str:
    return f"Use {_card(title)} ({fuel_price(state, player, title)} fuel)"


def _card(title: str) -> str:
    return DATA.cards[title].label


def _die(die: Die) -> str:
    return f"the Relic Ship's {die.value}" if die.relic else f"the {die.value}"


def _ship(ship: Ship) -> str:
    whose = "the Relic Ship" if ship.colour == RELIC else ship.colour.title()
    return f"{whose}'s {ship.value or 'ship'}"
