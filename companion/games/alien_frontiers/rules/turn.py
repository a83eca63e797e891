"""The roll that begins a turn, and its end."""

from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import EndTurn, Reroll, Roll
from companion.games.alien_frontiers.data import CACHE, RELIC, TERRAFORMING
from companion.games.alien_frontiers.rules.common import Violations, answer_first, moment, shown
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import (
    Phase,
    State,
    dice_to_roll,
    relic_owner,
    rolls_relic,
)
from companion.games.alien_frontiers.tech_events import CardDiscarded, RelicReturned
from companion.games.alien_frontiers.words import name, ships


def check_roll(state: State, action: Roll) -> Violations:
    """Once a turn, with every own ship but the one spent on the Terraforming Station."""
    player = action.player
    found: Violations = ()
    if player != state.turn:
        found += (broken("turn.not_yours", turn=name(state.turn), player=name(player)),)
    elif state.phase is not Phase.ROLL:
        found += (broken("turn.rolled_already", player=name(player)),)
    found += answer_first(state)
    if state.phase is Phase.ROLL:
        found += check_faces(action, dice_to_roll(state, player), rolls_relic(state, player))
    wrong = [face for face in action.faces if not 1 <= face <= 6]
    return found + tuple(broken("dice.no_such_face", value=face) for face in wrong[:1])


def check_faces(action: Roll | Reroll, count: int, relic: bool) -> Violations:
    """As many faces as ships are rolled, the Relic Ship's among them if it is."""
    if len(action.faces) == count + relic and action.relic == relic:
        return ()
    given = len(action.faces) - action.relic
    words = {"due": _ships(count, relic), "given": _ships(given, action.relic)}
    return (broken("roll.wrong_count", player=name(action.player), **words),)


def _ships(count: int, relic: bool) -> str:
    own = ships(count)
    return phrase("{ships} and the Relic Ship", ships=own) if relic else own


def roll(state: State, action: Roll) -> tuple[e.Event, ...]:
    """A ship on the Terraforming Station goes to the stock; the others are gathered and rolled."""
    player = action.player
    there = [ship.colour for ship in state.docks[TERRAFORMING]]
    spent: tuple[e.Event, ...] = (e.ShipSpent(player),) if player in there else ()
    if RELIC in there and relic_owner(state) == player:
        spent += (RelicReturned(player),)
    rolled = e.DiceRolled(player, action.faces, action.relic)
    return (*spent, e.ShipsGathered(player), rolled, *_cache(state, action))


def _cache(state: State, action: Roll) -> tuple[e.Event, ...]:
    """Resource Cache: ore for more odd faces, fuel for more even ones, both and gone for equal."""
    player = action.player
    if CACHE not in state.players[player].cards:
        return ()
    odd = sum(face % 2 for face in action.faces)
    even = len(action.faces) - odd
    gained = e.ResourcesGained(player, int(even >= odd), int(odd >= even), AreaId(CACHE))
    return (gained, CardDiscarded(player, CACHE, power=False)) if odd == even else (gained,)


def check_end(state: State, action: EndTurn) -> Violations:
    """When every ship is placed and no choice is open."""
    found = moment(state, action.player)
    if action.player == state.turn and state.dice:
        found += (broken("turn.ships_in_hand", dice=shown(state.dice)),)
    return found
