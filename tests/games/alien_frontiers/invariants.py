"""What must hold in every position of this game, worked out apart from the rules themselves."""

from collections import Counter

from companion.core.ids import AreaId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.actions import Action
from companion.games.alien_frontiers.data import BURROUGHS, DATA, colonies_each
from companion.games.alien_frontiers.dues import Thrown
from companion.games.alien_frontiers.events import Event
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import (
    Phase,
    State,
    controller,
    relic_at_home,
    ship_owner,
    ships_at,
    unseen,
)
from companion.rules.engine import Step
from tests.games.alien_frontiers import strategies


def action_space(state: State) -> list[Action]:
    """Every action there might be but rolls, legal or not: some forty thousand."""
    return strategies.every_action(state)


def check_position(state: State) -> None:
    """Everything below that speaks of one position."""
    check_pieces(state)
    check_cards(state)
    check_ports(state)
    check_points(state)


def check_step(before: State, step: Step[State, Event]) -> None:
    """What holds of a position and the one after it."""
    check_tokens(before, step)


def check_pieces(state: State) -> None:
    """All dice and colonies are there, nothing is negative, the Relic Ship is in one place."""
    each = colonies_each(len(state.players), state.options.variant)
    dice = Counter(
        ship.colour for area in DATA.facilities for ship in ships_at(state, AreaId(area))
    ) + Counter({str(state.turn): len(state.hand)})
    if isinstance(state.due, Thrown):
        dice[str(state.turn)] += state.due.ships
    relics = dice["clear"] + (state.relic is not None)
    relics += isinstance(state.due, Thrown) and state.due.relic
    # By digest (d) 8 the first printing lets a cannon take the third but one beside a spent ship.
    least = DATA.least_ships - (state.options.cannon_discard == "on_board")
    assert relics == (not relic_at_home(state))
    for seat, player in state.players.items():
        assert dice[seat] + player.stock == DATA.ships_per_colour
        landed = sum(colonies.count(seat) for colonies in state.planet.values())
        on_hub = [row for row in state.hub.values() if row.colony == seat]
        assert player.colonies + landed + len(on_hub) == each
        assert len(on_hub) <= 1
        assert min(player.fuel, player.ore, player.stock, player.colonies) >= 0
        assert player.ships >= least
    if relics:
        assert state.control[BURROUGHS] is not None
        assert state.fields["isolation"] != BURROUGHS
    covering = sum(DATA.players[str(len(state.players))].covering.values())
    assert dice[DATA.covering_colour] == covering


def check_cards(state: State) -> None:
    """22 in all, no title twice before a player; the display is full unless none are left."""
    if state.options.tech == "none":
        return
    held = [title for player in state.players.values() for title in player.cards]
    assert len(state.display) + len(state.discards) + len(held) + state.deck == 22
    assert not unseen(state) - Counter(dict.fromkeys(DATA.cards, 2))
    for player in state.players.values():
        assert len(set(player.cards)) == len(player.cards)
    if not state.deals and state.phase is not Phase.OVER:
        assert len(state.display) == 3 or not state.deck
    assert len(state.display) + state.deals.count("display") <= 3


def check_ports(state: State) -> None:
    """No more ships than ports; a row of the hub has one user, and a circle with its colony."""
    for area, facility in DATA.facilities.items():
        assert len(ships_at(state, area)) <= facility.ports
    for row in state.hub.values():
        owners = {ship_owner(state, ship) for ship in row.ships}
        assert len(owners) <= 1
        assert row.colony is None or owners <= {row.colony}
        assert (row.colony is None) == (row.circle == 0)


def check_points(state: State) -> None:
    """Control follows from the colonies, and points from what lies there now."""
    for territory, colonies in state.planet.items():
        assert state.control[territory] == controller(colonies)
    for sheet in GAME.scores(state):
        landed = sum(colonies.count(sheet.player) for colonies in state.planet.values())
        held = sum(holder == sheet.player for holder in state.control.values())
        field = state.fields["positron"]
        positron = field is not None and state.control[field] == sheet.player
        cards = {"alien_city", "alien_monument"} & {*state.players[sheet.player].cards}
        assert sheet.total == landed + held + positron + len(cards)


def check_tokens(before: State, step: Step[State, Event]) -> None:
    """Whatever an action costs leaves as many tokens; tokens come only by what is said to give."""
    change = Counter[str]()
    for fact in step.facts:
        match fact.event:
            case e.ResourcesGained(player, fuel, ore):
                change[f"{player} fuel"] += fuel
                change[f"{player} ore"] += ore
            case e.ResourcesPaid(player, fuel, ore):
                change[f"{player} fuel"] -= fuel
                change[f"{player} ore"] -= ore
            case e.FuelTraded(player, fuel):
                change[f"{player} fuel"] -= fuel
                change[f"{player} ore"] += 1
            case e.ResourceStolen(player, victim, resource):
                change[f"{player} {resource.value}"] += 1
                change[f"{victim} {resource.value}"] -= 1
            case e.ResourceReturned(player, resource):
                change[f"{player} {resource.value}"] -= 1
    for seat, player_before in before.players.items():
        after = step.state.players[seat]
        assert after.fuel - player_before.fuel == change[f"{seat} fuel"]
        assert after.ore - player_before.ore == change[f"{seat} ore"]
