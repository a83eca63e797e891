"""Facilities that take a set of ships in one step: Market, Shipyard, Raiders, Constructor."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.bonuses import constructor_price, ship_price, used_up
from companion.games.alien_frontiers.data import (
    BRADBURY,
    CONSTRUCTOR,
    DATA,
    HERBERT,
    MARKET,
    RAIDERS,
    SHIPYARD,
)
from companion.games.alien_frontiers.rules.common import (
    Violations,
    docked,
    equal,
    pay,
    payable,
    pieces,
    room,
)
from companion.games.alien_frontiers.rules.landing import check_landing, grant
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, ships_at
from companion.games.alien_frontiers.triggers import raid_cards, raid_loot
from companion.games.alien_frontiers.words import dice, name


def check_market(state: State, dock: Dock) -> Violations:
    """A pair; docking costs nothing."""
    return equal("market.not_a_pair", dock) + room("market.full", state, MARKET)


def market(_: State, dock: Dock) -> tuple[e.Event, ...]:
    """Opens trades at the pair's value for the rest of the turn."""
    return (docked(dock),)


def check_shipyard(state: State, dock: Dock) -> Violations:
    """A pair, a ship in stock, and its price."""
    found = equal("shipyard.not_a_pair", dock) + room("shipyard.full", state, SHIPYARD)
    if not state.players[dock.player].stock:
        missing = broken("shipyard.no_ship_left", (SHIPYARD,), player=name(dock.player))
        return (*found, missing)
    price = ship_price(state, dock.player)
    return found + payable("shipyard.cannot_pay", state, dock.player, price, SHIPYARD)


def shipyard(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """A new ship waits in the Maintenance Bay for the next turn."""
    if not state.players[dock.player].stock:
        return (docked(dock),)
    paid = pay(state, dock.player, ship_price(state, dock.player), SHIPYARD)
    lent = used_up(state, dock.player, HERBERT)
    return (docked(dock), *paid, e.ShipBuilt(dock.player), *lent)


def check_raiders(state: State, dock: Dock) -> Violations:
    """Three consecutive values with a sum above that of the ships there."""
    low, *rest = dock.values or (0,)
    found: Violations = ()
    if rest != [low + 1, low + 2]:
        found = (broken("raiders.not_a_run", (RAIDERS,), pieces(dock), dice=dice(dock.values)),)
    there = sum(ship.value or 0 for ship in ships_at(state, RAIDERS))
    own = sum(dock.values)
    if there and own <= there:
        words = {"dice": dice(dock.values), "sum": own, "there": there}
        found += (broken("raiders.sum_not_greater", (RAIDERS,), pieces(dock), **words),)
    return found


def raiders(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """Ships there make room; then tokens are stolen one by one, or a card, if there are any."""
    there = ships_at(state, RAIDERS)
    bumped = (e.ShipsBumped(dock.player, there),) if there else ()
    loot = sum(state.players[victim].amount(what) for victim, what in raid_loot(state, dock.player))
    tokens = min(DATA.raid_tokens, loot)
    worth = tokens or raid_cards(state, dock.player)
    began = (e.RaidBegan(dock.player, tokens),) if worth else ()
    return (*bumped, docked(dock), *began)


def check_constructor(state: State, dock: Dock) -> Violations:
    """Three equal dice and the ore."""
    return (
        equal("constructor.not_a_triple", dock)
        + room("constructor.full", state, CONSTRUCTOR)
        + payable(
            "constructor.cannot_pay",
            state,
            dock.player,
            constructor_price(state, dock.player),
            CONSTRUCTOR,
        )
        + check_landing("constructor.no_colony", state, dock)
    )


def constructor(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """A colony lands at once."""
    paid = pay(state, dock.player, constructor_price(state, dock.player), CONSTRUCTOR)
    lent = used_up(state, dock.player, BRADBURY)
    return (docked(dock), *paid, *lent, *grant(state, dock.player))
