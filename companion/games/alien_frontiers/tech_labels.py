"""Actions of tech cards in words, for buttons."""

from companion.core.ids import PlayerId
from companion.core.phrases import listed, phrase
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
    card_name,
    field_name,
    label,
)
from companion.games.alien_frontiers.dues import Shooting
from companion.games.alien_frontiers.saying import rolled
from companion.games.alien_frontiers.state import Die, Ship, State
from companion.games.alien_frontiers.tech.values import changed
from companion.games.alien_frontiers.triggers import shot_price
from companion.games.alien_frontiers.words import name


def tech_label(state: State, action: a.TechAction) -> str:
    """An action in words."""
    match action:
        case a.Deal(_, title):
            return _card(title)
        case a.Cycle():
            return phrase("Discard the display and deal a new one")
        case a.Claim(_, title):
            return phrase("Claim {card}", card=_card(title))
        case a.StealCard(_, victim, title):
            return phrase("Take {card} from {victim}", card=_card(title), victim=name(victim))
        case a.Recover(_, title):
            return _discard(WARPER, phrase("take {card}", card=_card(title)))
        case a.NoPower(_, verb, title):
            return phrase(f"{verb.title()} {{card}}", card=_card(title))
        case a.Teleport() | a.Fire() | a.Shoot() | a.StopShooting() | a.Destroy():
            return _ship_label(state, action)
        case a.Change() | a.Shift() | a.Warp() | a.Also() | a.Throw() | a.Reroll():
            return _dice_label(state, action)
        case _:
            return _planet_label(state, action)


def _dice_label(state: State, action: a.DiceAction) -> str:
    match action:
        case a.Change(player, title, die):
            turn = phrase(
                "turn {die} into a {value}", die=_die(die), value=changed(title, die.value)
            )
            return _use(state, player, title, turn)
        case a.Shift(player, less, more):
            both = phrase("{less} one down, {more} one up", less=_die(less), more=_die(more))
            return _use(state, player, GRAVITY, both)
        case a.Warp(player, die):
            return _use(state, player, WARPER, phrase("roll {die} again", die=_die(die)))
        case a.Also(_, die):
            return phrase("Roll {die} again, too", die=_die(die))
        case a.Throw():
            return phrase("Roll these again")
        case a.Reroll(_, faces, relic):
            return phrase("Roll {dice}", dice=rolled(faces, relic))


def _ship_label(state: State, action: a.ShipAction) -> str:
    match action:
        case a.Teleport(player, origin, die, area, joining):
            words = {"die": _die(die), "origin": label(origin), "place": label(area)}
            way = phrase("{die} from {origin} to {place}", **words)
            if joining:
                others = listed([_die(other) for other in joining])
                way = phrase("{die} from {origin} to {place} with {others}", **words, others=others)
            return _use(state, player, TELEPORTER, way)
        case a.Fire(_, area):
            return phrase("Use {card} on {place}", card=_card(CANNON), place=label(area))
        case a.Shoot(_, ship):
            due = state.due
            if not isinstance(due, Shooting):
                return phrase("Drive off {ship}", ship=_ship(ship))
            fuel = shot_price(state, due)
            return phrase("Drive off {ship}: {n} fuel", ship=_ship(ship), n=fuel)
        case a.StopShooting():
            return phrase("Drive off no more")
        case a.Destroy(_, area, ship):
            gone = phrase("{ship} at {place} out of play", ship=_ship(ship), place=label(area))
            return _discard(CANNON, gone)


def _planet_label(state: State, action: a.PlanetAction) -> str:
    match action:
        case a.Borrow(player, at):
            fuel = fuel_price(state, player, CRYSTAL, len(state.planet.get(at, ())))
            return _for_fuel(CRYSTAL, fuel, phrase("the bonus of {place}", place=label(at)))
        case a.PlaceField(_, title, at):
            field = next(name for name, card in DATA.fields.items() if card == title)
            words = {"field": field_name(field), "place": label(at)}
            return _discard(title, phrase("the {field} Field on {place}", **words))
        case a.RemoveField(_, field):
            return _discard(BOOSTER, phrase("take off the {field} Field", field=field_name(field)))
        case a.DisplaceColonies(_, title):
            what = "move a colony" if title == TELEPORTER else "swap two colonies"
            return _discard(title, phrase(what))
        case a.Pick(_, colony, at) | a.Swap(_, colony, at):
            return phrase("{who} on {place}", who=name(colony), place=label(at))
        case a.Move(_, at):
            return phrase("To {place}", place=label(at))


def _use(state: State, player: PlayerId, title: str, what: str) -> str:
    return _for_fuel(title, fuel_price(state, player, title), what)


def _for_fuel(title: str, fuel: int, what: str) -> str:
    return phrase("Use {card} ({n} fuel): {what}", card=_card(title), n=fuel, what=what)


def _discard(title: str, what: str) -> str:
    return phrase("Discard {card}: {what}", card=_card(title), what=what)


def _card(title: str) -> str:
    return card_name(title)


def _die(die: Die) -> str:
    return phrase("the Relic Ship's {value}" if die.relic else "the {value}", value=die.value)


def _ship(ship: Ship) -> str:
    relic = ship.colour == RELIC
    whose = phrase("the Relic Ship") if relic else name(PlayerId(ship.colour))
    if ship.value is None:
        return whose if relic else phrase("{whose} ship", whose=whose)
    return phrase("{whose}'s {value}", whose=whose, value=ship.value)
