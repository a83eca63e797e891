"""Cards that change rolled, unplaced ships: one up or down, turned over, rolled again."""

from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.actions import Also, Change, Reroll, Shift, Throw, Warp
from companion.games.alien_frontiers.data import BOOSTER, GRAVITY, STASIS, WARPER, card_name
from companion.games.alien_frontiers.dues import Thrown
from companion.games.alien_frontiers.rules.common import Violations, dice_in_hand, die_pieces
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.rules.turn import check_faces
from companion.games.alien_frontiers.state import Die, State
from companion.games.alien_frontiers.tech.common import check_power, power
from companion.games.alien_frontiers.words import name


def changed(title: str, value: int) -> int:
    """What a ship shows afterwards: one more, one less, or the other side."""
    return {BOOSTER: value + 1, STASIS: value - 1}.get(title, 7 - value)


def check_change(state: State, action: Change) -> Violations:
    """An unplaced ship, and a face there is."""
    found = check_power(state, action.player, action.title, with_dice=True)
    found += dice_in_hand(state, action.player, (action.die,))
    after = changed(action.title, action.die.value)
    return found + _in_range(action, action.title, action.die, after)


def change(state: State, action: Change) -> tuple[e.Event, ...]:
    """The ship is turned."""
    after = changed(action.title, action.die.value)
    return (*power(state, action.player, action.title), _turned(action, action.die, after))


def check_shift(state: State, action: Shift) -> Violations:
    """Two unplaced ships, one less and one more, both."""
    found = check_power(state, action.player, GRAVITY, with_dice=True)
    found += dice_in_hand(state, action.player, (action.less, action.more))
    found += _in_range(action, GRAVITY, action.less, action.less.value - 1)
    return found + _in_range(action, GRAVITY, action.more, action.more.value + 1)


def shift(state: State, action: Shift) -> tuple[e.Event, ...]:
    """Both are turned."""
    less = _turned(action, action.less, action.less.value - 1)
    more = _turned(action, action.more, action.more.value + 1)
    return (*power(state, action.player, GRAVITY), less, more)


def _in_range(action: Change | Shift, title: str, die: Die, after: int) -> Violations:
    if 1 <= after <= 6:
        return ()
    words = {"card": card_name(title), "before": die.value, "after": after}
    return (broken("tech.no_such_face", (), die_pieces(action.player, (die,)), **words),)


def _turned(action: Change | Shift, die: Die, after: int) -> t.ShipChanged:
    return t.ShipChanged(action.player, die.value, after, die.relic)


def check_warp(state: State, action: Warp) -> Violations:
    """An unplaced ship."""
    found = check_power(state, action.player, WARPER, with_dice=True)
    return found + dice_in_hand(state, action.player, (action.die,))


def warp(state: State, action: Warp) -> tuple[e.Event, ...]:
    """It is taken up; more may follow."""
    used = power(state, action.player, WARPER)
    return (*used, t.ShipTakenUp(action.player, action.die.value, action.die.relic))


def check_also(state: State, action: Also) -> Violations:
    """Another one."""
    return _warping(state, action) or dice_in_hand(state, action.player, (action.die,))


def also(action: Also) -> tuple[e.Event, ...]:
    """It is taken up, too."""
    return (t.ShipTakenUp(action.player, action.die.value, action.die.relic),)


def check_throw(state: State, action: Throw) -> Violations:
    """When ships are taken up."""
    return _warping(state, action)


def throw(action: Throw) -> tuple[e.Event, ...]:
    """The roll is due."""
    return (t.RerollReady(action.player),)


def _warping(state: State, action: Also | Throw) -> Violations:
    due = state.due
    if isinstance(due, Thrown) and due.player == action.player and not due.ready:
        return ()
    return (broken("temporal_warper.not_due", player=name(action.player)),)


def check_reroll(state: State, action: Reroll) -> Violations:
    """As many faces as ships were taken up."""
    due = state.due
    if not isinstance(due, Thrown) or due.player != action.player or not due.ready:
        found: Violations = (broken("temporal_warper.not_due", player=name(action.player)),)
    else:
        found = check_faces(action, due.ships, due.relic)
    wrong = [face for face in action.faces if not 1 <= face <= 6]
    return found + tuple(broken("dice.no_such_face", value=face) for face in wrong[:1])


def reroll(action: Reroll) -> tuple[e.Event, ...]:
    """They lie before the player again."""
    return (t.ShipsRerolled(action.player, action.faces, action.relic),)
