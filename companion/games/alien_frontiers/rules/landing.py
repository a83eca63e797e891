"""Landing a colony: by the Terraforming Station, by a launch, and where."""

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Dock, Land, Launch
from companion.games.alien_frontiers.bonuses import Price, repelled
from companion.games.alien_frontiers.data import DATA, HUB, TERRAFORMING, TRACKS, land_name
from companion.games.alien_frontiers.dues import Landing
from companion.games.alien_frontiers.rules.common import (
    Violations,
    docked,
    moment,
    one_ship,
    pay,
    payable,
    pieces,
    room,
)
from companion.games.alien_frontiers.rules.texts import broken
from companion.games.alien_frontiers.state import State, hub_colony, landing_origin
from companion.games.alien_frontiers.words import dice, name, ships

LAUNCH_COST: Price = DATA.landing_cost["launch"]


def check_landing(code: str, state: State, dock: Dock) -> Violations:
    """There must be a colony to land: of the supply, or the last one, still on the hub."""
    if landing_origin(state, dock.player) is not None:
        return ()
    return (broken(code, (dock.area,), player=name(dock.player)),)


def grant(state: State, player: PlayerId) -> tuple[e.Event, ...]:
    """The landing that is now to be chosen."""
    origin = landing_origin(state, player)
    return () if origin is None else (e.LandingGranted(player, origin),)


def check_terraforming(state: State, dock: Dock) -> Violations:
    """A 6, the price, and three own ships left."""
    found = one_ship("terraforming.one_ship", dock) + room("terraforming.full", state, TERRAFORMING)
    wrong = tuple(value for value in dock.values if value != 6)
    if wrong:
        what = dice(wrong)
        found += (broken("terraforming.not_a_six", (TERRAFORMING,), pieces(dock), dice=what),)
    cost = DATA.landing_cost[TERRAFORMING]
    found += payable("terraforming.cannot_pay", state, dock.player, cost, TERRAFORMING)
    return found + _enough_ships(state, dock) + check_landing("terraforming.no_colony", state, dock)


def _enough_ships(state: State, dock: Dock) -> Violations:
    if dock.relic is not None and len(dock.values) == 1:
        return ()  # the Relic Ship is none of the own ones
    own = state.players[dock.player].ships
    if state.options.new_ships == "ignore" and dock.player == state.turn:
        own -= state.built
    if own - 1 >= DATA.least_ships:
        return ()
    words = {"player": name(dock.player), "least": DATA.least_ships, "ships": ships(own)}
    return (broken("terraforming.too_few_ships", (TERRAFORMING,), pieces(dock), **words),)


def terraforming(state: State, dock: Dock) -> tuple[e.Event, ...]:
    """A colony lands at once; the ship leaves the game's board when it is next gathered."""
    paid = pay(state, dock.player, DATA.landing_cost[TERRAFORMING], TERRAFORMING)
    return (docked(dock), *paid, *grant(state, dock.player))


def check_launch(state: State, action: Launch) -> Violations:
    """From the last circle, for its price, at any moment of the own turn after the roll."""
    player = action.player
    found = moment(state, player)
    track = hub_colony(state, player)
    if track is None:
        found += (broken("launch.no_colony", player=name(player)),)
    elif state.hub[track].circle < DATA.hub_circles:
        words = {"circle": state.hub[track].circle, "last": DATA.hub_circles}
        area = HUB[TRACKS.index(track)]
        found += (broken("launch.too_early", (area,), player=name(player), **words),)
    return found + payable("launch.cannot_pay", state, player, LAUNCH_COST)


def launch(state: State, action: Launch) -> tuple[e.Event, ...]:
    """The colony may land; where is the next choice."""
    track = hub_colony(state, action.player)
    assert track is not None, "a launch needs a colony on the hub"
    paid = pay(state, action.player, LAUNCH_COST, HUB[TRACKS.index(track)])
    return (*paid, e.LandingGranted(action.player, "hub"))


def check_land(state: State, action: Land) -> Violations:
    """When a landing is due, on any territory."""
    found: Violations = ()
    if not isinstance(state.due, Landing) or state.due.player != action.player:
        found = (broken("landing.not_due", player=name(action.player)),)
    if action.territory not in state.planet:
        found += (broken("landing.no_such_territory", name=action.territory),)
    elif repelled(state, action.territory):
        where = land_name(action.territory)
        found += (broken("landing.repulsor", (action.territory,), territory=where),)
    return found


def land(state: State, action: Land) -> tuple[e.Event, ...]:
    """The colony comes down; control and the end of the game follow by themselves."""
    match state.due:
        case Landing(player, origin) if player == action.player:
            landed = e.ColonyLanded(player, action.territory, origin)
            return (landed, *_carried_over(state, landed))
    supply = landing_origin(state, action.player)
    assert supply is not None, "only where the table insists, and a colony is there"
    return (e.ColonyLanded(action.player, action.territory, supply),)


def _carried_over(state: State, landed: e.ColonyLanded) -> tuple[e.Event, ...]:
    """After a launch, surplus advances bring a new colony onto the row at once."""
    track = hub_colony(state, landed.player)
    supply = state.players[landed.player].colonies
    if landed.origin != "hub" or not state.surplus or track is None or not supply:
        return ()
    return (e.ColonyStarted(landed.player, track, state.surplus),)
