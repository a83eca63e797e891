"""Actions of tech cards as words: `use gravity_manipulator 2 5`."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import reading as r
from companion.games.alien_frontiers.data import (
    BOOSTER,
    CANNON,
    CRYSTAL,
    DATA,
    GRAVITY,
    POLARITY,
    STASIS,
    TELEPORTER,
    WARPER,
)
from companion.games.alien_frontiers.state import Ship

PLACING = tuple(DATA.fields.values())


def tech_words(action: a.TechAction) -> tuple[str, ...]:
    """The words after the player."""
    match action:
        case a.Deal(_, title):
            return ("deal", title)
        case a.Cycle():
            return ("cycle",)
        case a.Claim(_, title):
            return ("claim", title)
        case a.StealCard(_, victim, title):
            return ("steal", victim, title)
        case a.NoPower(_, verb, title):
            return (verb, title)
        case a.Recover(_, title):
            return ("discard", WARPER, title)
        case a.Change(_, title, die):
            return ("use", title, str(die))
        case a.Shift(_, less, more):
            return ("use", GRAVITY, str(less), str(more))
        case a.Warp(_, die):
            return ("use", WARPER, str(die))
        case a.Also(_, die):
            return ("also", str(die))
        case a.Throw():
            return ("throw",)
        case a.Reroll(_, faces, relic):
            return ("reroll", *r.written(faces, relic))
        case a.Teleport(_, origin, die, area, joining):
            return ("use", TELEPORTER, origin, str(die), area, *map(str, joining))
        case a.Fire(_, area):
            return ("use", CANNON, area)
        case a.Shoot(_, ship):
            return ("shoot", *_ship(ship))
        case a.StopShooting():
            return ("stop_shooting",)
        case a.Destroy(_, area, ship):
            return ("discard", CANNON, area, *_ship(ship))
        case _:
            return _planet_words(action)


def _planet_words(action: a.PlanetAction) -> tuple[str, ...]:
    match action:
        case a.Borrow(_, territory):
            return ("use", CRYSTAL, territory)
        case a.PlaceField(_, title, territory):
            return ("discard", title, territory)
        case a.RemoveField(_, field):
            return ("discard", BOOSTER, field)
        case a.DisplaceColonies(_, title):
            return ("discard", title)
        case a.Pick(_, colony, territory):
            return ("pick", colony, territory)
        case a.Move(_, territory):
            return ("move", territory)
        case a.Swap(_, colony, territory):
            return ("swap", colony, territory)


def _ship(ship: Ship) -> tuple[str, str]:
    return ship.colour, str(ship.value or "?")


def read_use(player: PlayerId, words: list[str]) -> a.Action:
    """What a fuel power is used for."""
    title, rest = _title(words)
    match title:
        case x if x in (BOOSTER, STASIS, POLARITY):
            return a.Change(player, title, r.die(*r.exactly(rest, 1)))
        case x if x == GRAVITY:
            less, more = r.exactly(rest, 2)
            return a.Shift(player, r.die(less), r.die(more))
        case x if x == WARPER:
            return a.Warp(player, r.die(*r.exactly(rest, 1)))
        case x if x == CRYSTAL:
            return a.Borrow(player, r.territory(*r.exactly(rest, 1)))
        case x if x == CANNON:
            return a.Fire(player, r.aim(*r.exactly(rest, 1)))
        case x if x == TELEPORTER:
            return _teleport(player, rest)
    r.exactly(rest, 0)
    return a.NoPower(player, "use", title)


def _teleport(player: PlayerId, words: list[str]) -> a.Action:
    if len(words) < 3:
        raise ValueError("a facility, a die and another facility follow the card")
    origin, die, area, *joining = words
    r.dice([die, *joining])
    others = tuple(r.die(word) for word in joining)
    return a.Teleport(player, r.facility(origin), r.die(die), r.facility(area), others)


def read_discard(player: PlayerId, words: list[str]) -> a.Action:
    """What a discard power is for."""
    title, rest = _title(words)
    match title:
        case x if x in PLACING:
            return a.PlaceField(player, title, r.territory(*r.exactly(rest, 1)))
        case x if x == BOOSTER:
            (field,) = r.exactly(rest, 1)
            return a.RemoveField(player, r.one_of(field, tuple(DATA.fields), "a field"))
        case x if x in (TELEPORTER, POLARITY):
            r.exactly(rest, 0)
            return a.DisplaceColonies(player, title)
        case x if x == CANNON:
            area, *ship = r.exactly(rest, 3)
            return a.Destroy(player, r.aim(area), r.ship(ship))
        case x if x == WARPER:
            return a.Recover(player, r.card(*r.exactly(rest, 1)))
    r.exactly(rest, 0)
    return a.NoPower(player, "discard", title)


def _title(words: list[str]) -> tuple[str, list[str]]:
    if not words:
        raise ValueError("a card follows the verb")
    return r.card(words[0]), words[1:]
