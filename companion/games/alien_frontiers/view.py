"""What the page shows: pieces in their slots, panels, a headline, buttons."""

from collections.abc import Iterator

from companion.core.ids import AreaId, PlayerId, SlotId
from companion.core.layout import Layout, SlotKind
from companion.core.phrases import listed, phrase, with_semicolons
from companion.core.pieces import DIE
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import (
    BURROUGHS,
    DATA,
    HUB,
    RAIDERS,
    RELIC,
    card_name,
    field_name,
    land_name,
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
from companion.games.alien_frontiers.words import name
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
    shown = tuple(card_name(title) for title in state.display)
    gone = tuple(card_name(title) for title in state.discards)
    return (
        Shelf(phrase("Tech cards on display"), shown, phrase("{n} in the deck", n=state.deck)),
        *((Shelf(phrase("Discarded"), gone),) if gone else ()),
    )


def headline(state: State) -> str:
    """In plain words, what is expected now."""
    result = outcome(state)
    if result is not None:
        winners = [name(player) for player, place in result.places.items() if place == 1]
        return phrase("{reason}: {who} won", reason=result.reason, who=listed(winners))
    due, roll = pending(state), chance(state)
    if due is not None:
        return due.prompt
    if roll is not None:
        return roll.prompt
    if state.dice:
        return phrase("{who}: place your ships", who=name(state.turn))
    return phrase("{who}: all ships are placed, end your turn", who=name(state.turn))


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
            words = _on_circle(track.colony, track.circle)
            slot = SlotId(f"hub.{number}.circle")
            yield ViewPiece(COLONY, track.colony, None, slot, track.colony, words)
    for territory, colonies in state.planet.items():
        for player in colonies:
            words = phrase("{who} colony", who=name(player))
            yield ViewPiece(COLONY, player, None, SlotId(territory), player, words)
    for field, at in state.fields.items():
        if at is not None:
            yield ViewPiece(
                FIELD,
                None,
                None,
                SlotId(at),
                None,
                phrase("{field} Field", field=field_name(field)),
            )
    if relic_at_home(state):
        slot = SlotId(f"{BURROUGHS}.relic")
        yield ViewPiece(DIE, RELIC, None, slot, None, phrase("Relic Ship, for sale"))


def _on_circle(player: PlayerId, circle: int) -> str:
    return phrase("{who} colony on circle {n}", who=name(player), n=circle)


def _die(ship: Ship, slot: SlotId | None, state: State) -> ViewPiece:
    owner = ship_owner(state, ship)
    if ship.colour == DATA.covering_colour:
        words = phrase("Covering die, nobody's")
    else:
        words = phrase("Relic Ship" if ship.colour == RELIC else "ship")
        if owner:
            words = phrase("{who} {ship}", who=name(owner), ship=words)
        if ship.value:
            words = phrase("{ship} showing {value}", ship=words, value=ship.value)
    return ViewPiece(DIE, ship.colour, ship.value, slot, owner, words)


def _panel(state: State, player: PlayerId) -> Panel:
    having = state.players[player]
    numbers = (
        Quantity("fuel", phrase("Fuel"), having.fuel, adjustable=True),
        Quantity("ore", phrase("Ore"), having.ore, adjustable=True),
        Quantity("ships", phrase("Ships"), having.ships),
        Quantity("colonies", phrase("Colonies left"), having.colonies),
    )
    hand = state.dice if player == state.turn else ()
    ships = (Ship(RELIC if die.relic else player, die.value) for die in hand)
    dice_left = tuple(_die(ship, None, state) for ship in ships)
    cards = tuple(card_name(title) for title in having.cards)
    return Panel(player, numbers, dice_left, _note(state, player), cards)


def _note(state: State, player: PlayerId) -> str:
    track = hub_colony(state, player)
    held = [land_name(at) for at, holder in state.control.items() if holder == player]
    notes = [phrase("colony on circle {n}", n=state.hub[track].circle)] if track else []
    notes += [phrase("controls {places}", places=listed(held))] if held else []
    if player == state.turn and state.borrowed is not None:
        notes.append(phrase("uses the bonus of {place}", place=land_name(state.borrowed)))
    if player == state.turn and state.artifact:
        notes.append(phrase("{n} at the Alien Artifact", n=state.artifact))
    return with_semicolons(notes)


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
