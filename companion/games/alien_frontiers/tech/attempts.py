"""A small set of actions that holds every legal one of tech cards."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.bonuses import fuel_price
from companion.games.alien_frontiers.data import (
    BOOSTER,
    CANNON,
    CRYSTAL,
    DATA,
    GRAVITY,
    POLARITY,
    STASIS,
    TELEPORTER,
    TERRITORIES,
    WARPER,
    facility,
)
from companion.games.alien_frontiers.dues import ColonyChoice, Shooting, Thrown
from companion.games.alien_frontiers.rules.common import dealt_to
from companion.games.alien_frontiers.rules.placing import candidates
from companion.games.alien_frontiers.state import State, unseen
from companion.games.alien_frontiers.tech.ships import AIMS, own_docked
from companion.games.alien_frontiers.triggers import raid_cards, targets


def deals(state: State) -> Iterator[a.Action]:
    """Cards that may come off the deck."""
    player = dealt_to(state)
    yield from (a.Deal(player, title) for title in sorted(unseen(state)))


def answers(state: State, due: Shooting | ColonyChoice | Thrown) -> Iterator[a.Action]:
    """Answers to a choice that a card opened."""
    match due:
        case Shooting(player, area):
            yield from (a.Shoot(player, ship) for ship in targets(state, player, area))
            yield a.StopShooting(player)
        case ColonyChoice(player, card, colony):
            yield from _colonies(state, player, card, chosen=colony is not None)
        case Thrown(player):
            yield from (a.Also(player, die) for die in dict.fromkeys(state.dice))
            yield a.Throw(player)


def _colonies(state: State, player: PlayerId, card: str, *, chosen: bool) -> Iterator[a.Action]:
    if chosen and card == TELEPORTER:
        yield from (a.Move(player, AreaId(at)) for at in TERRITORIES)
        return
    make = a.Swap if chosen else a.Pick
    for at, there in state.planet.items():
        yield from (make(player, colony, at) for colony in dict.fromkeys(there))


def raids(state: State, raider: PlayerId) -> Iterator[a.Action]:
    """Cards to take in a raid."""
    for victim, title in raid_cards(state, raider):
        yield a.StealCard(raider, victim, title)


def artifact(state: State) -> Iterator[a.Action]:
    """What ships at the Alien Artifact make possible."""
    if state.cycles:
        yield a.Cycle(state.turn)
    if state.artifact >= DATA.artifact_total:
        yield from (a.Claim(state.turn, title) for title in dict.fromkeys(state.display))


def own_cards(state: State) -> Iterator[a.Action]:
    """Powers of the cards of the player whose turn it is."""
    for title in state.players[state.turn].cards:
        if title in state.used:
            continue
        if title in POWERS and state.players[state.turn].fuel >= _least(state, title):
            yield from POWERS[title](state)
        if title in DISCARDS and not state.discarded:
            yield from DISCARDS[title](state)


def _least(state: State, title: str) -> int:
    """Fuel without which no use of the card is legal."""
    return fuel_price(state, state.turn, title)


def _changes(title: str) -> Callable[[State], Iterator[a.Action]]:
    def found(state: State) -> Iterator[a.Action]:
        yield from (a.Change(state.turn, title, die) for die in dict.fromkeys(state.dice))

    return found


def _shifts(state: State) -> Iterator[a.Action]:
    pairs = dict.fromkeys(permutations(state.dice, 2))
    for less, more in pairs:
        if less.value > 1 and more.value < 6:
            yield a.Shift(state.turn, less, more)


def _warps(state: State) -> Iterator[a.Action]:
    yield from (a.Warp(state.turn, die) for die in dict.fromkeys(state.dice))


def _borrowings(state: State) -> Iterator[a.Action]:
    yield from (a.Borrow(state.turn, at) for at, there in state.planet.items() if there)


def _shots(state: State) -> Iterator[a.Action]:
    yield from (a.Fire(state.turn, area) for area in AIMS if targets(state, state.turn, area))


def _teleports(state: State) -> Iterator[a.Action]:
    for origin, die in own_docked(state):
        docks = candidates(state.turn, (*state.dice, die))
        for dock in docks:
            if die in dock.dice and facility(dock.area) != facility(origin):
                joining = list(dock.dice)
                joining.remove(die)
                yield a.Teleport(state.turn, origin, die, dock.area, tuple(joining))


def _placings(title: str) -> Callable[[State], Iterator[a.Action]]:
    def found(state: State) -> Iterator[a.Action]:
        yield from (a.PlaceField(state.turn, title, AreaId(at)) for at in TERRITORIES)

    return found


def _removals(state: State) -> Iterator[a.Action]:
    yield from (a.RemoveField(state.turn, name) for name, at in state.fields.items() if at)


def _displacing(title: str) -> Callable[[State], Iterator[a.Action]]:
    def found(state: State) -> Iterator[a.Action]:
        yield a.DisplaceColonies(state.turn, title)

    return found


def _shots_to_kill(state: State) -> Iterator[a.Action]:
    for area in AIMS:
        yield from (a.Destroy(state.turn, area, ship) for ship in targets(state, state.turn, area))


def _recoveries(state: State) -> Iterator[a.Action]:
    yield from (a.Recover(state.turn, title) for title in sorted({*state.discards, WARPER}))


POWERS: Mapping[str, Callable[[State], Iterator[a.Action]]] = {
    BOOSTER: _changes(BOOSTER),
    STASIS: _changes(STASIS),
    POLARITY: _changes(POLARITY),
    GRAVITY: _shifts,
    WARPER: _warps,
    CRYSTAL: _borrowings,
    CANNON: _shots,
    TELEPORTER: _teleports,
}
DISCARDS: Mapping[str, Callable[[State], Iterator[a.Action]]] = {
    **{title: _placings(title) for title in DATA.fields.values()},
    BOOSTER: _removals,
    TELEPORTER: _displacing(TELEPORTER),
    POLARITY: _displacing(POLARITY),
    CANNON: _shots_to_kill,
    WARPER: _recoveries,
}
