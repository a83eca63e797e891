"""What several rules ask: whose moment it is, what lies in hand, what can be paid."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import Landing, Phase, Raid, State, free_ports
from companion.games.alien_frontiers.words import dice, name, tokens
from companion.rules.ruling import Violation

Violations = tuple[Violation, ...]
Price = tuple[int, int]
"""Fuel and ore."""


KINDS: Mapping[str, str] = {
    "landing": "choose a territory for the colony",
    "raid": "take the tokens of the raid",
    "return": f"give tokens back down to {DATA.resource_limit}",
}
"""Kinds of choices, with what the player must do."""


def answer_due(state: State) -> tuple[PlayerId, str] | None:
    """Who must answer now, and the kind of choice."""
    match state.due:
        case Landing(player):
            return player, "landing"
        case Raid(player):
            return player, "raid"
    return (state.turn, "return") if state.phase is Phase.RETURN else None


def answer_first(state: State) -> Violations:
    """A choice comes before anything else."""
    due = answer_due(state)
    if due is None:
        return ()
    player, kind = due
    return (broken("turn.answer_first", player=name(player), what=KINDS[kind]),)


def moment(state: State, player: PlayerId) -> Violations:
    """What is wrong with the moment of a placement: turn, roll, a choice that comes first."""
    found: list[Violation] = []
    if player != state.turn:
        found.append(broken("turn.not_yours", turn=name(state.turn), player=name(player)))
    elif state.phase is Phase.ROLL:
        found.append(broken("turn.roll_first", player=name(player)))
    return (*found, *answer_first(state))


def in_hand(state: State, dock: Dock) -> Violations:
    """The ships must be rolled, one's own and not yet placed."""
    if dock.player != state.turn or state.phase is Phase.ROLL:
        return ()  # the moment is wrong, and says so
    if all(state.hand.count(value) >= dock.values.count(value) for value in dock.values):
        return ()
    missing = Counter(dock.values) - Counter(state.hand)
    left = f"there is {dice(state.hand)}" if state.hand else "every die is placed"
    lacking = " or ".join(str(value) for value in sorted(missing))
    return (
        broken(
            "dice.not_in_hand",
            (),
            _pieces(dock.player, missing.elements()),
            player=name(dock.player),
            missing=lacking,
            left=left,
        ),
    )


def one_ship(code: str, dock: Dock) -> Violations:
    """For facilities where each ship docks by itself."""
    if len(dock.values) == 1:
        return ()
    return (broken(code, (dock.area,), pieces(dock), dice=dice(dock.values)),)


def equal(code: str, dock: Dock) -> Violations:
    """For facilities that take as many equal dice as their unit."""
    if len(dock.values) == DATA.facilities[dock.area].unit and len(set(dock.values)) == 1:
        return ()
    return (broken(code, (dock.area,), pieces(dock), dice=dice(dock.values)),)


def room(code: str, state: State, area: AreaId, **words: object) -> Violations:
    """There must be as many free ports as ships dock in one step."""
    if free_ports(state, area) >= DATA.facilities[area].unit:
        return ()
    return (broken(code, (area,), **words),)


def payable(code: str, state: State, player: PlayerId, price: Price, *areas: AreaId) -> Violations:
    """The price must be there at once."""
    has = state.players[player]
    fuel, ore = price
    if has.fuel >= fuel and has.ore >= ore:
        return ()
    having = tokens(has.fuel, has.ore)
    return (broken(code, areas, (), player=name(player), fuel=fuel, ore=ore, has=having),)


def pay(state: State, player: PlayerId, price: Price, area: AreaId) -> tuple[e.Event, ...]:
    """The price, or as much of it as is there (when the table insists)."""
    has = state.players[player]
    fuel, ore = min(price[0], has.fuel), min(price[1], has.ore)
    return (e.ResourcesPaid(player, fuel, ore, area),) if fuel or ore else ()


def docked(dock: Dock) -> e.ShipsDocked:
    """The fact that the ships were placed."""
    return e.ShipsDocked(dock.player, dock.area, dock.values)


def pieces(dock: Dock) -> tuple[str, ...]:
    """The dice of a placement, in words."""
    return _pieces(dock.player, dock.values)


def _pieces(player: PlayerId, values: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{player} {value}" for value in values)
