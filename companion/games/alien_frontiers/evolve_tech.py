"""What facts of tech cards, field generators and the Relic Ship change."""

from dataclasses import replace

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.changes import (
    discarding,
    with_card,
    with_relic_home,
    with_ships,
    with_stock,
    without,
    without_card,
    without_ship,
)
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    BAY,
    DATA,
    HUB,
    HUB_FACILITY,
    MARKET,
    RELIC,
)
from companion.games.alien_frontiers.dues import ColonyChoice, Shooting, Thrown
from companion.games.alien_frontiers.state import Ship, State, ships_at

DISPLAY = "display"


def evolve_tech(state: State, event: t.TechEvent) -> State:
    """The position after such a fact."""
    match event:
        case t.RelicBought():
            return with_ships(state, BAY, (*ships_at(state, BAY), Ship(RELIC, None)))
        case t.RelicReturned():
            return _relic_returned(state)
        case t.CardDealt(_, title, to):
            return _dealt(state, title, to)
        case t.DiscardsShuffled():
            return replace(state, discards=())
        case t.DealingEnded():
            return replace(state, deals=())
        case t.DisplayCycled(_, titles):
            state = replace(discarding(state, *titles), display=(), cycles=max(0, state.cycles - 1))
            return replace(state, deals=(DISPLAY,) * DATA.display_size)
        case t.CardClaimed(player, title):
            state = with_card(state, player, title)
            display = without(state.display, title)
            deals = (DISPLAY,) * (DATA.display_size - len(display))
            return replace(state, display=display, deals=deals, artifact=0, cycles=0)
        case t.CardStolen(player, victim, title, kept):
            state = replace(without_card(state, victim, title), due=None)
            return with_card(state, player, title) if kept else discarding(state, title)
        case t.CardUsed(_, title):
            return replace(state, used=tuple(sorted((*state.used, title))))
        case t.CardDiscarded(player, title, power):
            state = discarding(without_card(state, player, title), title)
            return replace(state, discarded=state.discarded or power)
        case t.CardRecovered(player, title):
            state = replace(state, discards=without(state.discards, title))
            return with_card(state, player, title)
        case t.ShipChanged(_, before, after, relic):
            return _changed(state, before, after, relic)
        case t.ShipTakenUp():
            return _taken_up(state, event)
        case t.RerollReady():
            assert isinstance(state.due, Thrown)
            return replace(state, due=replace(state.due, ready=True))
        case t.ShipsRerolled(_, faces, relic):
            own = faces[:-1] if relic else faces
            hand = tuple(sorted((*state.hand, *own)))
            return replace(state, hand=hand, relic=faces[-1] if relic else state.relic, due=None)
        case t.ShipLifted():
            return _lifted(state, event)
        case t.ShootingBegan(player, area):
            return replace(state, due=Shooting(player, area))
        case t.ShipShot():
            return _shot(state, event)
        case t.ShootingEnded():
            return replace(state, due=None)
        case t.BonusBorrowed(_, territory):
            return replace(state, borrowed=territory)
        case t.BorrowingEnded():
            return replace(state, borrowed=None)
        case t.FieldPlaced(_, name, territory):
            return replace(state, fields={**state.fields, name: territory})
        case t.FieldRemoved(_, name):
            return replace(state, fields={**state.fields, name: None})
        case t.DisplacementBegan(player, title):
            return replace(state, due=ColonyChoice(player, title))
        case t.ColonyPicked(player, colony, territory):
            assert isinstance(state.due, ColonyChoice)
            return replace(state, due=replace(state.due, colony=colony, territory=territory))
        case t.ColonyMoved(_, colony, origin, territory):
            planet = {**state.planet, origin: without(state.planet[origin], colony)}
            planet[territory] = tuple(sorted((*planet[territory], colony)))
            return _replanted(state, planet)
        case t.ColoniesSwapped(_, colony, origin, other, territory):
            here, there = without(state.planet[origin], colony), state.planet[territory]
            planet = {**state.planet, origin: tuple(sorted((*here, other)))}
            planet[territory] = tuple(sorted((*without(there, other), colony)))
            return _replanted(state, planet)


def _replanted(state: State, planet: dict[AreaId, tuple[PlayerId, ...]]) -> State:
    return replace(state, planet=planet, due=None)


def _relic_returned(state: State) -> State:
    state = with_relic_home(state)
    if isinstance(state.due, Thrown) and state.due.relic:
        return replace(state, due=replace(state.due, relic=False))
    return state


def _dealt(state: State, title: str, to: str) -> State:
    deals = list(state.deals)
    if to in deals:
        deals.remove(to)
    state = replace(state, deals=tuple(deals))
    if to == DISPLAY:
        return replace(state, display=tuple(sorted((*state.display, title))))
    return next(with_card(state, seat, title) for seat in state.players if seat == to)


def _changed(state: State, before: int, after: int, relic: bool) -> State:
    if relic:
        return replace(state, relic=after)
    hand = list(state.hand)
    hand.remove(before)
    return replace(state, hand=tuple(sorted((*hand, after))))


def _taken_up(state: State, event: t.ShipTakenUp) -> State:
    due = state.due if isinstance(state.due, Thrown) else Thrown(event.player)
    if event.relic:
        return replace(state, relic=None, due=replace(due, relic=True))
    hand = list(state.hand)
    hand.remove(event.value)
    return replace(state, hand=tuple(hand), due=replace(due, ships=due.ships + 1))


def _lifted(state: State, event: t.ShipLifted) -> State:
    """Back among the unplaced ships; what it leaves behind is a matter of options."""
    ship = Ship(RELIC if event.relic else event.player, event.value)
    state = without_ship(state, event.area, ship)
    if event.relic:
        state = replace(state, relic=event.value)
    else:
        state = replace(state, hand=tuple(sorted((*state.hand, event.value))))
    if event.area == MARKET and state.options.broken_pair == "closed":
        market = list(state.market)
        if event.value in market:
            market.remove(event.value)
        state = replace(state, market=tuple(market))
    if event.area == ARTIFACT and state.options.artifact_total == "drop":
        state = replace(state, artifact=max(0, state.artifact - event.value))
    return state


def _shot(state: State, event: t.ShipShot) -> State:
    areas = HUB if event.area == HUB_FACILITY else (event.area,)
    area = next((area for area in areas if event.ship in ships_at(state, area)), areas[0])
    state = without_ship(state, area, event.ship)
    if event.to == "bay":
        left = (*ships_at(state, BAY), replace(event.ship, value=None))
        state = with_ships(state, BAY, left)
    elif event.to == "stock":
        owner = next(seat for seat in state.players if seat == event.ship.colour)
        state = with_stock(state, owner, 1)
    if isinstance(state.due, Shooting):
        state = replace(state, due=replace(state.due, shots=state.due.shots + 1))
    return state
