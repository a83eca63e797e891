"""The roll that begins a turn, and its end."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import EndTurn, Later, Roll
from companion.games.alien_frontiers.data import TERRAFORMING
from companion.games.alien_frontiers.rules.common import Violations, answer_first, moment
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import Phase, State, dice_to_roll
from companion.games.alien_frontiers.words import dice, name, ships


def check_roll(state: State, action: Roll) -> Violations:
    """Once a turn, with every own ship but the one spent on the Terraforming Station."""
    player = action.player
    found: Violations = ()
    if player != state.turn:
        found += (broken("turn.not_yours", turn=name(state.turn), player=name(player)),)
    elif state.phase is not Phase.ROLL:
        found += (broken("turn.rolled_already", player=name(player)),)
    found += answer_first(state)
    count = dice_to_roll(state, player)
    if state.phase is Phase.ROLL and len(action.faces) != count:
        words = {"due": ships(count), "given": str(len(action.faces))}
        found += (broken("roll.wrong_count", player=name(player), **words),)
    wrong = [face for face in action.faces if not 1 <= face <= 6]
    return found + tuple(broken("dice.no_such_face", value=face) for face in wrong[:1])


def roll(state: State, action: Roll) -> tuple[e.Event, ...]:
    """A ship on the Terraforming Station goes to the stock; the others are gathered and rolled."""
    player = action.player
    spent = any(ship.colour == player for ship in state.docks[TERRAFORMING])
    first = (e.ShipSpent(player),) if spent else ()
    return (*first, e.ShipsGathered(player), e.DiceRolled(player, action.faces))


def check_end(state: State, action: EndTurn) -> Violations:
    """When every ship is placed and no choice is open."""
    found = moment(state, action.player)
    if action.player == state.turn and state.hand:
        found += (broken("turn.ships_in_hand", dice=dice(state.hand)),)
    return found


_LATER = {"buy_relic": "relic.not_built"}


def check_later(_: State, action: Later) -> Violations:
    """What a later part brings is refused, whoever asks and when."""
    return (broken(_LATER.get(action.verb, "cards.not_built")),)
