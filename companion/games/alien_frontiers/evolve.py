"""The next position: what each fact changes. It asks no rule."""

from dataclasses import replace

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import BAY, HUB, MARKET, RAIDERS, TERRAFORMING
from companion.games.alien_frontiers.state import (
    Landing,
    Phase,
    Raid,
    Resource,
    Ship,
    State,
    Track,
    following,
    hub_colony,
    ships_at,
    sorted_ships,
    track_of_area,
)


def evolve(state: State, event: e.Event) -> State:
    """The position after a fact."""
    match event:
        case e.ShipSpent(player):
            return _spent(state, player)
        case e.ShipsGathered(player):
            return _gathered(state, player)
        case e.DiceRolled(_, faces):
            return replace(state, phase=Phase.PLACE, hand=tuple(sorted(faces)))
        case e.ShipsDocked(player, area, values):
            return _docked(state, player, area, values)
        case e.ShipsBumped(_, ships):
            left = tuple(replace(ship, value=None) for ship in ships)
            return _with_ships(_with_ships(state, RAIDERS, ()), BAY, ships_at(state, BAY) + left)
        case e.ResourcesGained(player, fuel, ore):
            return _with_tokens(state, player, fuel, ore)
        case e.ResourcesPaid(player, fuel, ore):
            return _with_tokens(state, player, -fuel, -ore)
        case e.FuelTraded(player, fuel):
            return _with_tokens(state, player, -fuel, 1)
        case e.ShipBuilt(player):
            return _built(state, player)
        case e.ColonyStarted(player, track):
            started = replace(state.hub[track], colony=player, circle=1)
            return _with_colonies(_with_track(state, track, started), player, -1)
        case e.ColonyAdvanced(_, track, circle):
            return _with_track(state, track, replace(state.hub[track], circle=circle))
        case e.LandingGranted(player, origin):
            return replace(state, due=Landing(player, origin))
        case e.ColonyLanded(player, territory, origin):
            return _landed(state, player, territory, origin)
        case e.ControlLost(_, territory):
            return replace(state, control={**state.control, territory: None})
        case e.ControlGained(player, territory):
            return replace(state, control={**state.control, territory: player})
        case e.RaidBegan(player, tokens):
            return replace(state, due=Raid(player, tokens))
        case e.ResourceStolen(player, victim, resource):
            return _stolen(state, player, victim, resource)
        case e.RaidEnded():
            return replace(state, due=None)
        case e.PlacementEnded():
            return replace(state, phase=Phase.RETURN)
        case e.ResourceReturned(player, resource):
            return _with_resource(state, player, resource, -1)
        case e.TurnEnded(_, next_player):
            return _turn_ended(state, next_player)
        case e.GameEnded():
            return replace(state, phase=Phase.OVER, due=None)
        case e.ResourcesSet(player, resource, amount):
            having = state.players[player].with_amount(resource, amount)
            return replace(state, players={**state.players, player: having})


def _with_ships(state: State, area: AreaId, ships: tuple[Ship, ...]) -> State:
    if area in HUB:
        track = track_of_area(area)
        return _with_track(state, track, replace(state.hub[track], ships=sorted_ships(ships)))
    return replace(state, docks={**state.docks, area: sorted_ships(ships)})


def _with_track(state: State, name: str, track: Track) -> State:
    return replace(state, hub={**state.hub, name: track})


def _with_tokens(state: State, player: PlayerId, fuel: int, ore: int) -> State:
    having = state.players[player]
    having = replace(having, fuel=having.fuel + fuel, ore=having.ore + ore)
    return replace(state, players={**state.players, player: having})


def _with_resource(state: State, player: PlayerId, resource: Resource, change: int) -> State:
    fuel, ore = (change, 0) if resource is Resource.FUEL else (0, change)
    return _with_tokens(state, player, fuel, ore)


def _with_colonies(state: State, player: PlayerId, change: int) -> State:
    having = state.players[player]
    having = replace(having, colonies=having.colonies + change)
    return replace(state, players={**state.players, player: having})


def _with_stock(state: State, player: PlayerId, change: int) -> State:
    having = replace(state.players[player], stock=state.players[player].stock + change)
    return replace(state, players={**state.players, player: having})


def _others(ships: tuple[Ship, ...], player: PlayerId) -> tuple[Ship, ...]:
    return tuple(ship for ship in ships if ship.colour != player)


def _spent(state: State, player: PlayerId) -> State:
    own = sum(ship.colour == player for ship in state.docks[TERRAFORMING])
    left = _others(state.docks[TERRAFORMING], player)
    return _with_stock(_with_ships(state, TERRAFORMING, left), player, own)


def _gathered(state: State, player: PlayerId) -> State:
    docks = {area: _others(ships, player) for area, ships in state.docks.items()}
    hub = {
        name: replace(track, ships=_others(track.ships, player))
        for name, track in state.hub.items()
    }
    return replace(state, docks=docks, hub=hub, hand=())


def _docked(state: State, player: PlayerId, area: AreaId, values: tuple[int, ...]) -> State:
    hand = list(state.hand)
    for value in values:
        hand.remove(value)
    ships = tuple(Ship(player, value) for value in values)
    state = replace(_with_ships(state, area, ships_at(state, area) + ships), hand=tuple(hand))
    if area == MARKET:
        state = replace(state, market=(*state.market, max(values)))
    return state


def _built(state: State, player: PlayerId) -> State:
    state = _with_stock(state, player, -1)
    state = _with_ships(state, BAY, (*ships_at(state, BAY), Ship(player, None)))
    return replace(state, built=state.built + 1)


def _landed(state: State, player: PlayerId, territory: AreaId, origin: str) -> State:
    colonies = tuple(sorted((*state.planet[territory], player)))
    state = replace(state, planet={**state.planet, territory: colonies})
    if isinstance(state.due, Landing) and state.due.player == player:
        state = replace(state, due=None)
    track = hub_colony(state, player)
    if origin == "hub" and track is not None:
        return _with_track(state, track, replace(state.hub[track], colony=None, circle=0))
    return _with_colonies(state, player, -1)


def _stolen(state: State, player: PlayerId, victim: PlayerId, resource: Resource) -> State:
    state = _with_resource(state, victim, resource, -1)
    state = _with_resource(state, player, resource, 1)
    if not isinstance(state.due, Raid) or state.due.player != player:
        return state
    raid = Raid(player, state.due.left - 1, state.due.taken + 1)
    return replace(state, due=raid if raid.left else None)


def _turn_ended(state: State, next_player: PlayerId) -> State:
    first = next_player == state.seats[0]
    return replace(
        state,
        turn=next_player,
        phase=Phase.ROLL,
        hand=(),
        market=(),
        built=0,
        due=None,
        round=state.round + first,
    )


def next_turn(state: State) -> e.TurnEnded:
    """The fact that passes the turn on."""
    return e.TurnEnded(state.turn, following(state, state.turn))
