"""The next position: what each fact changes. It asks no rule."""

from dataclasses import replace

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.changes import (
    with_colonies,
    with_resource,
    with_ships,
    with_stock,
    with_tokens,
    with_track,
)
from companion.games.alien_frontiers.data import (
    ARTIFACT,
    ASIMOV,
    BAY,
    HUB,
    ISOLATION,
    MARKET,
    MINE,
    RAIDERS,
    RELIC,
    TERRAFORMING,
    VAN_VOGT,
)
from companion.games.alien_frontiers.dues import Landing, Raid
from companion.games.alien_frontiers.evolve_tech import evolve_tech
from companion.games.alien_frontiers.state import (
    Phase,
    Ship,
    State,
    following,
    hub_colony,
    relic_owner,
    ships_at,
)


def evolve(state: State, event: e.Event) -> State:
    """The position after a fact."""
    match event:
        case e.ShipSpent(player):
            return _spent(state, player)
        case e.ShipsGathered(player):
            return _gathered(state, player)
        case e.DiceRolled(_, faces, relic):
            return _rolled(state, faces, relic)
        case e.ShipsDocked():
            return _docked(state, event)
        case e.ShipsBumped(_, ships):
            left = tuple(replace(ship, value=None) for ship in ships)
            return with_ships(with_ships(state, RAIDERS, ()), BAY, ships_at(state, BAY) + left)
        case e.ResourcesGained(player, fuel, ore):
            return with_tokens(state, player, fuel, ore)
        case e.ResourcesPaid(player, fuel, ore):
            return with_tokens(state, player, -fuel, -ore)
        case e.FuelTraded(player, fuel):
            return with_tokens(state, player, -fuel, 1)
        case e.ShipBuilt(player):
            return _built(state, player)
        case e.ColonyStarted(player, track, circle):
            started = replace(state.hub[track], colony=player, circle=circle)
            return replace(with_colonies(with_track(state, track, started), player, -1), surplus=0)
        case e.ColonyAdvanced(_, track, circle):
            return with_track(state, track, replace(state.hub[track], circle=circle))
        case e.ExtraAdvanced(_, track, circle, surplus):
            state = with_track(state, track, replace(state.hub[track], circle=circle))
            return replace(state, asimov=True, surplus=state.surplus + surplus)
        case e.SurplusLost():
            return replace(state, surplus=0)
        case e.LandingGranted(player, origin):
            return replace(state, due=Landing(player, origin))
        case e.ColonyLanded(player, territory, origin):
            return _landed(state, player, territory, origin)
        case e.ControlLost(_, territory):
            return replace(state, control={**state.control, territory: None})
        case e.ControlGained(player, territory):
            state = replace(state, control={**state.control, territory: player})
            return gained_bonus(state, territory) if player == state.turn else state
        case e.RaidBegan(player, tokens):
            return replace(state, due=Raid(player, tokens))
        case e.ResourceStolen(player, victim, resource):
            state = with_resource(with_resource(state, victim, resource, -1), player, resource, 1)
            return _raided(state, player)
        case e.RaidEnded():
            return replace(state, due=None)
        case e.PlacementEnded():
            return replace(state, phase=Phase.RETURN)
        case e.ResourceReturned(player, resource):
            return with_resource(state, player, resource, -1)
        case e.TurnEnded(_, next_player):
            return _turn_ended(state, next_player)
        case e.GameEnded():
            return replace(state, phase=Phase.OVER, due=None, deals=())
        case e.ResourcesSet(player, resource, amount):
            having = state.players[player].with_amount(resource, amount)
            return replace(state, players={**state.players, player: having})
        case t.BonusBorrowed(_, territory):
            return gained_bonus(evolve_tech(state, event), territory)
        case t.FieldPlaced(_, "isolation") | t.FieldRemoved(_, "isolation"):
            return _uncovered(state, evolve_tech(state, event))
        case _:
            return evolve_tech(state, event)


def gained_bonus(state: State, territory: AreaId) -> State:
    """By digest (d) 24: whether what was docked before the bonus came counts for it."""
    if state.options.bonus_gained == "earlier":
        return state
    match territory:
        case at if at == ASIMOV:
            return replace(state, hub_docked=0)
        case at if at == VAN_VOGT:
            return replace(state, mine_docked=0)
    return state


def _uncovered(before: State, after: State) -> State:
    """The territory that Isolation left has its bonus again."""
    at = before.fields[ISOLATION]
    if at is None or before.control[at] != before.turn:
        return after
    return gained_bonus(after, at)


def _others(ships: tuple[Ship, ...], *colours: str) -> tuple[Ship, ...]:
    return tuple(ship for ship in ships if ship.colour not in colours)


def _spent(state: State, player: PlayerId) -> State:
    own = sum(ship.colour == player for ship in state.docks[TERRAFORMING])
    left = _others(state.docks[TERRAFORMING], player)
    return with_stock(with_ships(state, TERRAFORMING, left), player, own)


def _gathered(state: State, player: PlayerId) -> State:
    colours = (player, RELIC) if relic_owner(state) == player else (player,)
    docks = {area: _others(ships, *colours) for area, ships in state.docks.items()}
    hub = {
        name: replace(track, ships=_others(track.ships, *colours))
        for name, track in state.hub.items()
    }
    return replace(state, docks=docks, hub=hub, hand=(), relic=None)


def _rolled(state: State, faces: tuple[int, ...], relic: bool) -> State:
    own = faces[:-1] if relic else faces
    die = faces[-1] if relic else None
    return replace(state, phase=Phase.PLACE, hand=tuple(sorted(own)), relic=die)


def _docked(state: State, event: e.ShipsDocked) -> State:
    hand, own = list(state.hand), list(event.values)
    ships: tuple[Ship, ...] = ()
    relic = state.relic
    if event.relic is not None:
        own.remove(event.relic)
        ships, relic = (Ship(RELIC, event.relic),), None
    for value in own:
        hand.remove(value)
    ships += tuple(Ship(event.player, value) for value in own)
    state = with_ships(state, event.area, ships_at(state, event.area) + ships)
    state = replace(state, hand=tuple(hand), relic=relic)
    if event.area == BAY:
        return state
    return _counted(state, event.area, event.values)


def _counted(state: State, area: AreaId, values: tuple[int, ...]) -> State:
    """What this turn remembers of ships that docked."""
    if state.options.asimov_advance == "action" and area not in HUB:
        state = replace(state, hub_docked=0, asimov=False)  # by digest (d) 4
    kept = state.cycles if state.options.cycling == "saved" else 0
    if area == ARTIFACT:
        total = state.artifact + sum(values)
        return replace(state, artifact=total, cycles=kept + len(values))
    if area == MARKET:
        return replace(state, market=(*state.market, max(values)), cycles=kept)
    if area == MINE:
        return replace(state, mine_docked=state.mine_docked + len(values), cycles=kept)
    if area in HUB:
        return replace(state, hub_docked=state.hub_docked + len(values), cycles=kept)
    return replace(state, cycles=kept)


def _built(state: State, player: PlayerId) -> State:
    state = with_stock(state, player, -1)
    state = with_ships(state, BAY, (*ships_at(state, BAY), Ship(player, None)))
    return replace(state, built=state.built + 1)


def _landed(state: State, player: PlayerId, territory: AreaId, origin: str) -> State:
    colonies = tuple(sorted((*state.planet[territory], player)))
    state = replace(state, planet={**state.planet, territory: colonies})
    if isinstance(state.due, Landing) and state.due.player == player:
        state = replace(state, due=None)
    track = hub_colony(state, player)
    if origin == "hub" and track is not None:
        return with_track(state, track, replace(state.hub[track], colony=None, circle=0))
    return with_colonies(state, player, -1)


def _raided(state: State, player: PlayerId) -> State:
    if not isinstance(state.due, Raid) or state.due.player != player:
        return state
    raid = Raid(player, state.due.left - 1, state.due.taken + 1)
    return replace(state, due=raid if raid.left > 0 else None)


def _turn_ended(state: State, next_player: PlayerId) -> State:
    first = next_player == state.seats[0]
    return replace(
        state,
        turn=next_player,
        phase=Phase.ROLL,
        hand=(),
        relic=None,
        due=None,
        market=(),
        built=0,
        artifact=0,
        cycles=0,
        used=(),
        discarded=False,
        borrowed=None,
        hub_docked=0,
        mine_docked=0,
        asimov=False,
        surplus=0,
        round=state.round + first,
    )


def next_turn(state: State) -> e.TurnEnded:
    """The fact that passes the turn on."""
    return e.TurnEnded(state.turn, following(state, state.turn))
