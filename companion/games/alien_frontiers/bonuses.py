"""Territory bonuses: who has one, and the prices they change."""

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import (
    BRADBURY,
    CONSTRUCTOR,
    DATA,
    HEINLEIN,
    HERBERT,
    ISOLATION,
    POHL,
    REPULSOR,
    VAN_VOGT,
)
from companion.games.alien_frontiers.state import State
from companion.games.alien_frontiers.tech_events import BorrowingEnded

Price = tuple[int, int]
"""Fuel and ore."""


def has_bonus(state: State, player: PlayerId, territory: AreaId) -> bool:
    """By control or by a Data Crystal, and not under the Isolation Field."""
    if state.fields[ISOLATION] == territory:
        return False
    if state.control[territory] == player:
        return True
    return state.borrowed == territory and player == state.turn


def borrowed_only(state: State, player: PlayerId, territory: AreaId) -> bool:
    """By a Data Crystal and not by control."""
    return has_bonus(state, player, territory) and state.control[territory] != player


def used_up(state: State, player: PlayerId, territory: AreaId) -> tuple[e.Event, ...]:
    """By digest (d) 14: what a use of a borrowed bonus leads to, where it is lent for one use."""
    if state.options.crystal == "once" and borrowed_only(state, player, territory):
        return (BorrowingEnded(player),)
    return ()


def repelled(state: State, territory: AreaId) -> bool:
    """Under the Repulsor Field: no colony comes or goes."""
    return state.fields[REPULSOR] == territory


def ship_price(state: State, player: PlayerId) -> Price:
    """Fuel and ore for the player's next ship, by the ships in play now."""
    step = max(0, state.players[player].ships - DATA.ships_at_start)
    each = DATA.ship_prices[min(step, len(DATA.ship_prices) - 1)]
    each = max(0, each - has_bonus(state, player, HERBERT))
    return each, each


def constructor_price(state: State, player: PlayerId) -> Price:
    """Fuel and ore for a landing by the Colony Constructor."""
    fuel, ore = DATA.landing_cost[CONSTRUCTOR]
    return fuel, max(0, ore - has_bonus(state, player, BRADBURY))


def fuel_price(state: State, player: PlayerId, title: str, times: int = 1) -> int:
    """Fuel for one use of a card, for so many colonies or ships."""
    each = DATA.cards[title].fuel or 0
    return max(0, each * times - has_bonus(state, player, POHL))


def trade_rates(state: State, player: PlayerId) -> tuple[int, ...]:
    """Fuel for one ore, by the pairs docked this turn."""
    if state.market and has_bonus(state, player, HEINLEIN):
        return (1,)
    if state.options.trades == "last":
        return state.market[-1:]
    return tuple(sorted(set(state.market)))


def any_value_mines(state: State, player: PlayerId) -> bool:
    """The first ship of the turn docks in the Lunar Mine whatever it shows."""
    return state.mine_docked == 0 and has_bonus(state, player, VAN_VOGT)
