"""What facts bring about by themselves, in the order of the rules."""

from collections.abc import Sequence

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import events as e
from companion.games.alien_frontiers import tech_events as t
from companion.games.alien_frontiers.bonuses import fuel_price
from companion.games.alien_frontiers.data import BURROUGHS, CANNON, DATA, DECOY, ISOLATION
from companion.games.alien_frontiers.dues import Raid, Shooting, Thrown
from companion.games.alien_frontiers.evolve import next_turn
from companion.games.alien_frontiers.state import (
    Phase,
    Resource,
    Ship,
    State,
    controller,
    hub_colony,
    relic_at_home,
    ship_owner,
    ships_at,
    unseen,
)
from companion.rules.game import Trigger


def raid_loot(state: State, raider: PlayerId) -> tuple[tuple[PlayerId, Resource], ...]:
    """What the raider may take a token of: every opponent's fuel and ore, in seat order.

    A Holographic Decoy keeps its owner's tokens.
    """
    return tuple(
        (player, resource)
        for player, having in state.players.items()
        if player != raider and DECOY not in having.cards
        for resource in Resource
        if having.amount(resource)
    )


def raid_cards(state: State, raider: PlayerId) -> tuple[tuple[PlayerId, str], ...]:
    """Tech cards that the raider may take one of instead; of a Decoy's owner only the Decoy."""
    return tuple(
        (player, title)
        for player, having in state.players.items()
        if player != raider
        for title in dict.fromkeys(having.cards)
        if title == DECOY or DECOY not in having.cards
        if title != "resource_cache" or state.options.cache_raid == "allowed"
    )


def targets(state: State, player: PlayerId, area: AreaId) -> tuple[Ship, ...]:
    """Opponents' ships in a facility, each sort once."""
    ships = dict.fromkeys(ships_at(state, area))
    return tuple(ship for ship in ships if ship_owner(state, ship) not in (None, player))


def shot_price(state: State, due: Shooting) -> int:
    """Fuel for the next ship: what is cheaper by a bonus is so once."""
    before = fuel_price(state, due.player, CANNON, due.shots) if due.shots else 0
    return fuel_price(state, due.player, CANNON, due.shots + 1) - before


def _control(state: State, event: e.Event) -> Sequence[e.Event]:
    """Who holds a territory is settled anew after every colony change there."""
    match event:
        case e.ColonyLanded():
            changed: tuple[AreaId, ...] = (event.territory,)
        case t.ColonyMoved() | t.ColoniesSwapped():
            changed = (event.origin, event.territory)
        case _:
            changed = ()
    lost: list[e.Event] = []
    gained: list[e.Event] = []
    for territory in changed:
        before, after = state.control[territory], controller(state.planet[territory])
        if before != after:
            lost += [] if before is None else [e.ControlLost(before, territory)]
            gained += [] if after is None else [e.ControlGained(after, territory)]
    return (*lost, *gained)


def _relic_lost(state: State, event: e.Event) -> Sequence[e.Event]:
    """The Relic Ship goes home the moment the control or the bonus of its desert is lost."""
    match event:
        case e.ControlLost(player, territory) if territory == BURROUGHS:
            owner: PlayerId | None = player
        case t.FieldPlaced(_, name, territory) if (name, territory) == (ISOLATION, BURROUGHS):
            owner = state.control[BURROUGHS] or event.player
        case _:
            owner = None
    if owner is None or relic_at_home(state):
        return ()
    return (t.RelicReturned(owner),)


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
    """A raid is over when nobody has anything left that may be taken."""
    raid = state.due
    if not isinstance(raid, Raid) or raid_loot(state, raid.player):
        return ()
    if not raid.taken and raid_cards(state, raid.player):
        return ()
    return (e.RaidEnded(raid.player),)


def _deck_empty(state: State, event: e.Event) -> Sequence[e.Event]:
    """Where cards are due and the deck is empty, the discards are shuffled; else none are dealt."""
    if not state.deals or unseen(state):
        return ()
    if state.discards:
        return (t.DiscardsShuffled(event.player),)
    return (t.DealingEnded(event.player),)


def _nothing_to_shoot(state: State, _: e.Event) -> Sequence[e.Event]:
    """The cannon falls silent when there is no ship left, or no fuel for it."""
    due = state.due
    if not isinstance(due, Shooting):
        return ()
    fuel = state.players[due.player].fuel
    if fuel >= shot_price(state, due) and targets(state, due.player, due.area):
        return ()
    return (t.ShootingEnded(due.player),)


def _all_taken_up(state: State, _: e.Event) -> Sequence[e.Event]:
    """No ship is left to be rolled again with the others."""
    due = state.due
    if isinstance(due, Thrown) and not due.ready and not state.dice:
        return (t.RerollReady(due.player),)
    return ()


def _nothing_to_roll(state: State, _: e.Event) -> Sequence[e.Event]:
    """The Relic Ship went home while it was to be rolled again, and nothing else is."""
    due = state.due
    if isinstance(due, Thrown) and not due.dice:
        return (t.ShipsRerolled(due.player, ()),)
    return ()


TRIGGERS: tuple[Trigger[State, e.Event], ...] = (
    Trigger("control", e.ColonyLanded, _control),
    Trigger("control", t.ColonyMoved, _control),
    Trigger("control", t.ColoniesSwapped, _control),
    Trigger("relic lost", e.ControlLost, _relic_lost),
    Trigger("relic lost", t.FieldPlaced, _relic_lost),
    Trigger("nothing to roll", t.RelicReturned, _nothing_to_roll),
    Trigger("last colony", e.ColonyLanded, _last_colony),
    Trigger("nothing to steal", e.ResourceStolen, _nothing_to_steal),
    Trigger("nothing to steal", e.ResourcesSet, _nothing_to_steal),
    Trigger("deck empty", t.DisplayCycled, _deck_empty),
    Trigger("deck empty", t.CardClaimed, _deck_empty),
    Trigger("deck empty", t.CardDealt, _deck_empty),
    Trigger("nothing to shoot", t.ShootingBegan, _nothing_to_shoot),
    Trigger("nothing to shoot", t.ShipShot, _nothing_to_shoot),
    Trigger("nothing to shoot", e.ResourcesSet, _nothing_to_shoot),
    Trigger("all taken up", t.ShipTakenUp, _all_taken_up),
    Trigger("limit kept", e.PlacementEnded, _limit_kept),
    Trigger("limit kept", e.ResourceReturned, _limit_kept),
    Trigger("limit kept", e.ResourcesSet, _limit_kept),
)
