"""What the page shows: pieces in their slots, panels, a headline, buttons."""

from collections.abc import Iterator

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.pieces import DIE
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import (
    BURROUGHS,
    DATA,
    HUB,
    RAIDERS,
    RELIC,
)
from companion.games.alien_frontiers.expected import COLONY, FIELD
from companion.games.alien_frontiers.labels import action_label
from companion.games.alien_frontiers.legal import chance, pending
from companion.games.alien_frontiers.notation import write_action
from companion.games.alien_frontiers.scoring import outcome
from companion.games.alien_frontiers.state import (
    Phase,
    Ship,
    State,
    hub_colony,
    relic_at_home,
    ship_owner,
    ships_at,
)
from companion.games.alien_frontiers.words import listed, name
from companion.rules.view import ActionView, Panel, Quantity, Shelf, View, ViewPiece


def view(state: State, layout: Layout) -> View:
    """The position; everybody may see all of it."""
    over = state.phase is Phase.OVER
    return View(
        headline(state),
        None if over else state.turn,
        tuple(_pieces(state, layout)),
        tuple(_panel(state, player) for player in state.players),
        shelves=_shelves(state),
    )


def _shelves(state: State) -> tuple[Shelf, ...]:
    if state.options.tech == "none":
        return ()
    shown = tuple(DATA.cards[title].label for title in state.display)
    gone = tuple(DATA.cards[title].label for title in state.discards)
    return (
        Shelf("Tech cards on display", shown, f"{state.deck} in the deck"),
        *((Shelf("Discarded", gone),) if gone else ()),
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
    if state.dice:
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
    for field, at in state.fields.items():
        if at is not None:
            yield ViewPiece(FIELD, None, None, SlotId(at), None, f"{field.title()} Field")
    if relic_at_home(state):
        slot = SlotId(f"{BURROUGHS}.relic")
        yield ViewPiece(DIE, RELIC, None, slot, None, "Relic Ship, for sale")


def _die(ship: Ship, slot: SlotId | None, state: State) -> ViewPiece:
    owner = ship_owner(state, ship)
    if ship.colour == DATA.covering_colour:
        words = "Covering die, nobody's"
    else:
        what = "Relic Ship" if ship.colour == RELIC else "ship"
        whose = f"{name(owner)} {what}" if owner else what
        words = whose + (f" showing {ship.value}" if ship.value else "")
    return ViewPiece(DIE, ship.colour, ship.value, slot, owner, words)


def _panel(state: State, player: PlayerId) -> Panel:
    having = state.players[player]
    numbers = (
        Quantity("fuel", "Fuel", having.fuel, adjustable=True),
        Quantity("ore", "Ore", having.ore, adjustable=True),
        Quantity("ships", "Ships", having.ships),
        Quantity("colonies", "Colonies left", having.colonies),
    )
    hand = state.dice if player == state.turn else ()
    ships = (Ship(RELIC if die.relic else player, die.value) for die in hand)
    dice_left = tuple(_die(ship, None, state) for ship in ships)
    cards = tuple(DATA.cards[title].label for title in having.cards)
    return Panel(player, numbers, dice_left, _note(state, player), cards)


def _note(state: State, player: PlayerId) -> str:
    track = hub_colony(state, player)
    held = [DATA.territories[at] for at, holder in state.control.items() if holder == player]
    notes = [f"colony on circle {state.hub[track].circle}"] if track else []
    notes += [f"controls {listed(held)}"] if held else []
    if player == state.turn and state.borrowed is not None:
        notes.append(f"uses the bonus of {DATA.territories[state.borrowed]}")
    if player == state.turn and state.artifact:
        notes.append(f"{state.artifact} at the Alien Artifact")
    return "; ".join(notes)


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
        case a.Change(_, _, die) | a.Warp(_, die) | a.Also(_, die):
            return ActionView(text, words, (die.value,))
        case a.Shift(_, less, more):
            return ActionView(text, words, (less.value, more.value))
        case a.Teleport(_, _, _, area, joining):
            return ActionView(
                text, words, tuple(d.value for d in joining), _free(state, layout, area)
            )
        case a.Borrow(_, at) | a.PlaceField(_, _, at) | a.Move(_, at):
            return ActionView(text, words, (), (SlotId(at),))
        case a.Pick(_, _, at) | a.Swap(_, _, at):
            return ActionView(text, words, (), (SlotId(at),))
        case a.BuyRelic():
            return ActionView(text, words, (), (SlotId(f"{BURROUGHS}.relic"),))
    return ActionView(text, words)


def _free(state: State, layout: Layout, area: AreaId) -> tuple[SlotId, ...]:
    slots = die_slots(layout, area)
    if area == RAIDERS:
        return slots
    return slots[len(ships_at(state, area)) :]
