"""What the page shows: pieces in their slots, panels, a headline, buttons."""

from collections.abc import Callable, Iterator, Mapping

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.pieces import DIE
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    BAY,
    CONSTRUCTOR,
    DATA,
    HUB,
    MARKET,
    MINE,
    RAIDERS,
    SHIPYARD,
    SOLAR,
    TERRAFORMING,
)
from companion.games.alien_frontiers.expected import COLONY
from companion.games.alien_frontiers.legal import chance, pending
from companion.games.alien_frontiers.notation import write_action
from companion.games.alien_frontiers.rules.sets import ship_price
from companion.games.alien_frontiers.scoring import outcome
from companion.games.alien_frontiers.state import (
    Phase,
    Ship,
    State,
    hub_colony,
    ships_at,
    track_of_area,
)
from companion.games.alien_frontiers.words import at, dice, listed, name, tokens
from companion.rules.view import ActionView, Panel, Quantity, View, ViewPiece


def view(state: State, layout: Layout) -> View:
    """The position; everybody may see all of it."""
    over = state.phase is Phase.OVER
    return View(
        headline(state),
        None if over else state.turn,
        tuple(_pieces(state, layout)),
        tuple(_panel(state, player) for player in state.players),
    )


def headline(state: State) -> str:
    """In plain words, what is expected now."""
    result = outcome(state)
    if result is not None:
        winners = [name(player) for player, place in result.places.items() if place == 1]
        return f"{result.reason}: {listed(winners)} won"
    due, roll = pending(state), chance(state)
    if due is not None:
        return due.prompt
    if roll is not None:
        return roll.prompt
    if state.hand:
        return f"{name(state.turn)}: place your ships"
    return f"{name(state.turn)}: all ships are placed, end your turn"


def die_slots(layout: Layout, area: AreaId) -> tuple[SlotId, ...]:
    """Ports of a facility, in order."""
    return tuple(slot.id for slot in layout.in_area(area) if slot.kind is SlotKind.DIE)


def _pieces(state: State, layout: Layout) -> Iterator[ViewPiece]:
    for area in (*state.docks, *HUB):
        ports = die_slots(layout, area)
        for port, ship in zip(ports, ships_at(state, area), strict=False):
            yield _die(ship, port, state)
    for number, track in state.hub.items():
        if track.colony is not None:
            words = f"{name(track.colony)} colony on circle {track.circle}"
            slot = SlotId(f"hub.{number}.circle")
            yield ViewPiece(COLONY, track.colony, None, slot, track.colony, words)
    for territory, colonies in state.planet.items():
        for player in colonies:
            words = f"{name(player)} colony"
            yield ViewPiece(COLONY, player, None, SlotId(territory), player, words)


def _die(ship: Ship, slot: SlotId | None, state: State) -> ViewPiece:
    owner = PlayerId(ship.colour) if ship.colour in state.players else None
    if owner is None:
        words = "Covering die, nobody's"
    else:
        words = f"{name(owner)} ship" + (f" showing {ship.value}" if ship.value else "")
    return ViewPiece(DIE, ship.colour, ship.value, slot, owner, words)


def _panel(state: State, player: PlayerId) -> Panel:
    having = state.players[player]
    numbers = (
        Quantity("fuel", "Fuel", having.fuel, adjustable=True),
        Quantity("ore", "Ore", having.ore, adjustable=True),
        Quantity("ships", "Ships", having.ships),
        Quantity("colonies", "Colonies left", having.colonies),
    )
    hand = state.hand if player == state.turn else ()
    dice_left = tuple(_die(Ship(player, value), None, state) for value in hand)
    return Panel(player, numbers, dice_left, _note(state, player))


def _note(state: State, player: PlayerId) -> str:
    track = hub_colony(state, player)
    held = [DATA.territories[at] for at, holder in state.control.items() if holder == player]
    notes = [f"colony on circle {state.hub[track].circle}"] if track else []
    return "; ".join([*notes, *([f"controls {listed(held)}"] if held else [])])


def action_view(state: State, action: a.Action, layout: Layout) -> ActionView:
    """A button: words, the dice it uses, the ports it may take."""
    text = write_action(action)
    words = action_label(state, action)
    match action:
        case a.Dock(_, area, values):
            return ActionView(text, words, values, _free(state, layout, area))
        case a.Land(_, territory):
            return ActionView(text, words, (), (SlotId(territory),))
        case a.Launch(player):
            track = hub_colony(state, player)
            return ActionView(text, words, (), (SlotId(f"hub.{track}.circle"),) if track else ())
    return ActionView(text, words)


def _free(state: State, layout: Layout, area: AreaId) -> tuple[SlotId, ...]:
    slots = die_slots(layout, area)
    if area == RAIDERS:
        return slots
    return slots[len(ships_at(state, area)) :]


def action_label(state: State, action: a.Action) -> str:
    """An action in words."""
    match action:
        case a.Roll(_, faces):
            return f"Roll {dice(faces)}"
        case a.Dock():
            return _dock_label(state, action)
        case a.Trade(_, rate):
            return f"Trade {rate} fuel for 1 ore"
        case a.Launch():
            fuel, ore = DATA.landing_cost["launch"]
            return f"Launch the colony: {tokens(fuel, ore)}"
        case a.Land(_, territory):
            return f"Land on {DATA.territories[territory]}"
        case a.Steal(_, victim, resource):
            return f"Take 1 {resource.value} from {name(victim)}"
        case a.StopStealing():
            return "Take nothing more"
        case a.Return(_, resource):
            return f"Give back 1 {resource.value}"
        case a.EndTurn():
            return "End the turn"
        case a.Later(_, verb, rest):
            return " ".join((verb, *rest))


def _dock_label(state: State, dock: a.Dock) -> str:
    if dock.area == BAY:
        return f"Leave {dice(dock.values)} {at(dock.area)}"
    gain = _GAINS.get(dock.area, _hub_gain)(state, dock)
    return f"Dock {dice(dock.values)} {at(dock.area)}: {gain}"


def _landing_gain(_: State, dock: a.Dock) -> str:
    return f"land a colony for {tokens(*DATA.landing_cost[dock.area])}"


def _hub_gain(state: State, dock: a.Dock) -> str:
    track = state.hub[track_of_area(dock.area)]
    if track.colony is None:
        return "start a colony"
    return f"advance to circle {min(track.circle + 1, DATA.hub_circles)}"


_GAINS: Mapping[AreaId, Callable[[State, a.Dock], str]] = {
    SOLAR: lambda _, dock: f"+{sum(DATA.solar_fuel[value - 1] for value in dock.values)} fuel",
    MINE: lambda _, dock: f"+{len(dock.values)} ore",
    MARKET: lambda _, dock: f"trade {max(dock.values)} fuel for 1 ore this turn",
    SHIPYARD: lambda state, dock: f"a new ship for {tokens(*ship_price(state, dock.player))}",
    RAIDERS: lambda _, __: f"steal up to {DATA.raid_tokens}",
    CONSTRUCTOR: _landing_gain,
    TERRAFORMING: _landing_gain,
    ARTIFACT: lambda _, __: "comes in a later part",
}
