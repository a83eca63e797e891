"""What facts bring about by themselves, in the order of the rules."""

from collections.abc import Sequence

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.evolve import next_turn
from companion.games.alien_frontiers.state import (
    Phase,
    Raid,
    Resource,
    State,
    controller,
    hub_colony,
)
from companion.rules.game import Trigger


def raid_loot(state: State, raider: PlayerId) -> tuple[tuple[PlayerId, Resource], ...]:
    """What the raider may take a token of: every opponent's fuel and ore, in seat order."""
    return tuple(
        (player, resource)
        for player, having in state.players.items()
        if player != raider
        for resource in Resource
        if having.amount(resource)
    )


def _control(state: State, event: e.Event) -> Sequence[e.Event]:
    """Who holds a territory is settled anew after every colony change there."""
    assert isinstance(event, e.ColonyLanded)
    before = state.control[event.territory]
    after = controller(state.planet[event.territory])
    if before == after:
        return ()
    lost = () if before is None else (e.ControlLost(before, event.territory),)
    gained = () if after is None else (e.ControlGained(after, event.territory),)
    return (*lost, *gained)


def _last_colony(state: State, event: e.Event) -> Sequence[e.Event]:
    """The game ends the moment somebody's last colony has landed."""
    assert isinstance(event, e.ColonyLanded)
    waiting = state.players[event.player].colonies or hub_colony(state, event.player)
    return () if waiting else (e.GameEnded(event.player),)


def _limit_kept(state: State, _: e.Event) -> Sequence[e.Event]:
    """The turn passes on when the player who is done has no more than the limit."""
    within = state.players[state.turn].tokens <= DATA.resource_limit
    return (next_turn(state),) if state.phase is Phase.RETURN and within else ()


def _nothing_to_steal(state: State, _: e.Event) -> Sequence[e.Event]:
    """A raid is over when nobody has anything left."""
    raid = state.due
    if isinstance(raid, Raid) and not raid_loot(state, raid.player):
        return (e.RaidEnded(raid.player),)
    return ()


TRIGGERS: tuple[Trigger[State, e.Event], ...] = (
    Trigger("control", e.ColonyLanded, _control),
    Trigger("last colony", e.ColonyLanded, _last_colony),
    Trigger("nothing to steal", e.ResourceStolen, _nothing_to_steal),
    Trigger("nothing to steal", e.ResourcesSet, _nothing_to_steal),
    Trigger("limit kept", e.PlacementEnded, _limit_kept),
    Trigger("limit kept", e.ResourceReturned, _limit_kept),
    Trigger("limit kept", e.ResourcesSet, _limit_kept),
)
