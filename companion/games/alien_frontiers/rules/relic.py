"""The Relic Ship, for sale on Burroughs Desert."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import BuyRelic
from companion.games.alien_frontiers.data import BURROUGHS, DATA, ISOLATION
from companion.games.alien_frontiers.rules.common import Violations, moment, pay, payable
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, relic_at_home
from companion.games.alien_frontiers.tech_events import RelicBought
from companion.games.alien_frontiers.words import name


def check_relic(state: State, action: BuyRelic) -> Violations:
    """With control of the desert, no Isolation Field there, the ship there, and its price."""
    player = action.player
    found = moment(state, player)
    if state.control[BURROUGHS] != player:
        found += (broken("relic.no_control", (BURROUGHS,), player=name(player)),)
    if state.fields[ISOLATION] == BURROUGHS:
        found += (broken("relic.isolated", (BURROUGHS,)),)
    if not relic_at_home(state):
        found += (broken("relic.not_there", (BURROUGHS,)),)
    return found + payable("relic.cannot_pay", state, player, DATA.relic_price, BURROUGHS)


def buy_relic(state: State, action: BuyRelic) -> tuple[e.Event, ...]:
    """It waits in the Maintenance Bay for the next turn."""
    paid = pay(state, action.player, DATA.relic_price, BURROUGHS)
    return (*paid, RelicBought(action.player))
