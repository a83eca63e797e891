"""What all tech cards ask: whose they are, once a turn, the price."""

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import NoPower
from companion.games.alien_frontiers.bonuses import fuel_price, used_up
from companion.games.alien_frontiers.data import POHL, card_name
from companion.games.alien_frontiers.rules.common import Violations, moment, pay
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State
from companion.games.alien_frontiers.tech_events import CardDiscarded, CardUsed
from companion.games.alien_frontiers.words import name


def check_power(
    state: State, player: PlayerId, title: str, times: int = 1, *, with_dice: bool = False
) -> Violations:
    """A fuel power: in the own turn, of an own card, once a turn, for its price.

    One that needs rolled ships waits for the roll in any case.
    """
    early = state.options.tech_time == "whole_turn" and not with_dice
    found = moment(state, player, before_roll=early) + _owned(state, player, title)
    words = {"player": name(player), "card": card_name(title)}
    if title in state.used:
        found += (broken("tech.used_already", **words),)
    fuel, has = fuel_price(state, player, title, times), state.players[player].fuel
    if has < fuel:
        found += (broken("tech.cannot_pay", fuel=fuel, has=has, **words),)
    return found


def power(state: State, player: PlayerId, title: str, times: int = 1) -> tuple[e.Event, ...]:
    """The use of it, paid for."""
    paid = pay(state, player, (fuel_price(state, player, title, times), 0), AreaId(title))
    return (CardUsed(player, title), *paid, *used_up(state, player, POHL))


def check_discard(state: State, player: PlayerId, title: str) -> Violations:
    """A discard power: one a turn in all, of a card that was not used this turn."""
    early = state.options.tech_time == "whole_turn"
    found = moment(state, player, before_roll=early) + _owned(state, player, title)
    words = {"player": name(player), "card": card_name(title)}
    if title in state.used and player == state.turn:
        found += (broken("tech.used_this_turn", **words),)
    if state.discarded and player == state.turn:
        found += (broken("tech.one_discard", **words),)
    return found


def discard(player: PlayerId, title: str) -> e.Event:
    """The card goes, for its power."""
    return CardDiscarded(player, title, power=True)


def check_no_power(state: State, action: NoPower) -> Violations:
    """Cards that have no such power."""
    code = "tech.no_fuel_power" if action.verb == "use" else "tech.no_discard_power"
    found = moment(state, action.player) + _owned(state, action.player, action.title)
    return (*found, broken(code, card=card_name(action.title)))


def _owned(state: State, player: PlayerId, title: str) -> Violations:
    if title in state.players[player].cards:
        return ()
    return (broken("tech.not_owned", player=name(player), card=card_name(title)),)
