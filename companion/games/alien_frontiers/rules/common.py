"""What several rules ask: whose moment it is, what lies in hand, what can be paid."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.ids import AreaId, PlayerId
from companion.core.phrases import listed, phrase
from companion.core.pieces import coloured_die
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock
from companion.games.alien_frontiers.bonuses import Price
from companion.games.alien_frontiers.data import DATA, POLARITY, RELIC
from companion.games.alien_frontiers.dues import ColonyChoice, Landing, Raid, Shooting, Thrown
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import (
    Die,
    Phase,
    State,
    free_ports,
    ship_owner,
    ships_at,
)
from companion.games.alien_frontiers.words import dice, name, tokens
from companion.rules.ruling import Violation

Violations = tuple[Violation, ...]

KINDS: Mapping[str, str] = {
    "deal": phrase("say which card came off the deck"),
    "landing": phrase("choose a territory for the colony"),
    "raid": phrase("take the loot of the raid"),
    "shoot": phrase("choose the ships to drive off"),
    "pick": phrase("choose the colony to displace"),
    "move": phrase("choose where the colony goes"),
    "swap": phrase("choose the colony it changes places with"),
    "warp": phrase("choose the ships to roll again"),
    "return": phrase("give tokens back down to {n}", n=DATA.resource_limit),
}
"""Kinds of choices, with what the player must do."""

REROLL = phrase("roll the ships again")


def answer_due(state: State) -> tuple[PlayerId, str] | None:
    """Who must answer now, and the kind of choice."""
    if state.deals:
        return dealt_to(state), "deal"
    match state.due:
        case Landing(player):
            return player, "landing"
        case Raid(player):
            return player, "raid"
        case Shooting(player):
            return player, "shoot"
        case ColonyChoice(player, card, colony):
            after = "swap" if card == POLARITY else "move"
            return player, "pick" if colony is None else after
        case Thrown(player, ready=False):
            return player, "warp"
    return (state.turn, "return") if state.phase is Phase.RETURN else None


def dealt_to(state: State) -> PlayerId:
    """Who says what is dealt next: the player it is for, for the display whose turn it is."""
    return next((seat for seat in state.players if seat == state.deals[0]), state.turn)


def answer_first(state: State) -> Violations:
    """A choice comes before anything else."""
    due = answer_due(state)
    if due is not None:
        player, kind = due
        return (broken("turn.answer_first", player=name(player), what=KINDS[kind]),)
    if isinstance(state.due, Thrown):
        who = name(state.due.player)
        return (broken("turn.answer_first", player=who, what=REROLL),)
    return ()


def moment(state: State, player: PlayerId, *, before_roll: bool = False) -> Violations:
    """What is wrong with the moment of a placement: turn, roll, a choice that comes first."""
    found: list[Violation] = []
    if player != state.turn:
        found.append(broken("turn.not_yours", turn=name(state.turn), player=name(player)))
    elif state.phase is Phase.ROLL and not before_roll:
        found.append(broken("turn.roll_first", player=name(player)))
    return (*found, *answer_first(state))


def in_hand(state: State, dock: Dock) -> Violations:
    """The ships must be rolled, one's own and not yet placed."""
    return dice_in_hand(state, dock.player, dock.dice)


def dice_in_hand(state: State, player: PlayerId, wanted: Iterable[Die]) -> Violations:
    """As `in_hand`, for dice that do something else."""
    if player != state.turn or state.phase is Phase.ROLL:
        return ()  # the moment is wrong, and says so
    dice_there, ships = state.dice, tuple(wanted)
    if all(dice_there.count(die) >= ships.count(die) for die in ships):
        return ()
    missing = Counter(ships) - Counter(dice_there)
    left = phrase("every die is placed")
    if dice_there:
        left = phrase("there is {dice}", dice=shown(dice_there))
    lacking = listed([die_words(die) for die in missing], "or")
    words = {"player": name(player), "missing": lacking, "left": left}
    return (broken("dice.not_in_hand", (), die_pieces(player, missing.elements()), **words),)


def shown(hand: Iterable[Die]) -> str:
    """Dice in words, the Relic Ship told apart."""
    ships = list(hand)
    own = [die.value for die in ships if not die.relic]
    relic = [phrase("the Relic Ship's {value}", value=die.value) for die in ships if die.relic]
    return listed([*([dice(own)] if own else []), *relic])


def die_words(die: Die) -> str:
    """`4`, or `Relic Ship's 4`."""
    return phrase("Relic Ship's {value}", value=die.value) if die.relic else str(die.value)


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
    unit = DATA.facilities[area].unit
    free = free_ports(state, area) >= unit
    if free and unit > 1 and state.options.sets == "whole":
        free = groups_taken(state, area) < DATA.facilities[area].ports // unit
    return () if free else (broken(code, (area,), **words),)


def groups_taken(state: State, area: AreaId) -> int:
    """By digest (d) 11: pairs or triples of ports of which at least one is taken.

    Ships that docked together are of one owner and one value, so they are counted by these.
    """
    unit = DATA.facilities[area].unit
    ships = ships_at(state, area)
    sorts = Counter((ship_owner(state, ship) or ship.colour, ship.value) for ship in ships)
    return sum(-(-count // unit) for count in sorts.values())


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
    return e.ShipsDocked(dock.player, dock.area, dock.values, dock.relic)


def pieces(dock: Dock) -> tuple[str, ...]:
    """The dice of a placement, in words."""
    return die_pieces(dock.player, dock.dice)


def die_pieces(player: PlayerId, wanted: Iterable[Die]) -> tuple[str, ...]:
    """Dice in words."""
    return tuple(coloured_die(RELIC if die.relic else player, die.value) for die in wanted)
