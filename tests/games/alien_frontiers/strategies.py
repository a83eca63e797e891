"""Positions reached by random play, drawn by Hypothesis."""

from itertools import combinations, combinations_with_replacement
from random import Random

from hypothesis import strategies as st

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import DATA, TERRITORIES
from companion.games.alien_frontiers.events import Event
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.state import Die, Resource, State, ships_at
from companion.rules.engine import Step, play
from companion.rules.registry import make_setup
from companion.rules.ruling import Rejected


@st.composite
def walks(draw: st.DrawFn, most: int = 120) -> list[tuple[State, Step[State, Event]]]:
    """A game from the set-up on, by any options: each position with the step taken from it."""
    count = draw(st.integers(2, 4))
    options = {option.name: draw(st.sampled_from(option.values)) for option in GAME.info.options}
    lot = Random(draw(st.integers(0, 2**32)))
    state = GAME.setup(make_setup(GAME.info, options=options, count=count))
    steps: list[tuple[State, Step[State, Event]]] = []
    for _ in range(draw(st.integers(1, most))):
        action = sensible(state, lot)
        if action is None:
            break
        step = play(GAME, state, action)
        assert not isinstance(step, Rejected), f"{action} in {GAME.write_state(state)}: {step}"
        steps.append((state, step))
        state = step.state
    return steps


def sensible(state: State, lot: Random) -> a.Action | None:
    """A roll, or a legal action that would rather land, build and earn than pass."""
    due = GAME.chance(state)
    if due is not None:
        return GAME.chance_action(state, [lot.randint(1, 6) for _ in due.dice or ()])
    actions = GAME.legal_actions(state)
    if not actions:
        return None
    return lot.choices(actions, [_weight(action) for action in actions])[0]


def _weight(action: a.Action) -> int:
    match action:
        case a.Dock(_, area) if area in ("terraforming_station", "colony_constructor"):
            return 40
        case a.Launch():
            return 40
        case a.Dock(_, area) if area in ("shipyard", "raiders_outpost"):
            return 20
        case a.Claim() | a.BuyRelic():
            return 40
        case a.Cycle():
            return 2
        case a.Dock(_, area) if area == "lunar_mine" or area.startswith("hub"):
            return 8
    return 4


def every_action(state: State) -> list[a.Action]:
    """The whole action space but rolls: any player, any facility, any dice up to four."""
    areas = [*map(AreaId, DATA.facilities), AreaId("nowhere")]
    hands = [
        values
        for size in (0, 1, 2, 3, 4)
        for values in combinations_with_replacement(range(1, 7), size)
    ]
    found: list[a.Action] = []
    for player in (*state.seats, PlayerId("pink")):
        found += [a.Dock(player, area, values) for area in areas for values in hands]
        found += [a.Trade(player, rate) for rate in range(8)]
        found += [a.Land(player, at) for at in (*TERRITORIES, AreaId("nowhere"))]
        found += [
            a.Steal(player, victim, resource)
            for victim in (*state.seats, PlayerId("pink"))
            for resource in Resource
        ]
        found += [a.Return(player, resource) for resource in Resource]
        found += [a.Launch(player), a.StopStealing(player), a.EndTurn(player)]
        found += tech_actions(state, player)
    return found


def tech_actions(state: State, player: PlayerId) -> list[a.Action]:
    """Everything that tech cards and the Relic Ship might do, legal or not."""
    territories = (*TERRITORIES, AreaId("nowhere"))
    dice = [Die(value, relic) for value in range(1, 7) for relic in (False, True)]
    ships = {ship for area in DATA.facilities for ship in ships_at(state, AreaId(area))}
    seats = (*state.seats, PlayerId("pink"))
    found: list[a.Action] = [a.BuyRelic(player), a.Cycle(player), a.Throw(player)]
    found += [a.StopShooting(player)]
    for title in DATA.cards:
        found += [a.Deal(player, title), a.Claim(player, title), a.Recover(player, title)]
        found += [a.NoPower(player, "use", title) for _ in (1,) if DATA.cards[title].fuel is None]
        found += [a.StealCard(player, victim, title) for victim in seats]
    for title in ("booster_pod", "stasis_beam", "polarity_device"):
        found += [a.Change(player, title, die) for die in dice]
    for title in DATA.fields.values():
        found += [a.PlaceField(player, title, AreaId(at)) for at in territories]
    found += [a.Shift(player, less, more) for less in dice for more in dice]
    found += [make(player, die) for make in (a.Warp, a.Also) for die in dice]
    found += [a.Borrow(player, AreaId(at)) for at in territories]
    found += [a.Move(player, AreaId(at)) for at in territories]
    found += [
        make(player, colony, AreaId(at))
        for make in (a.Pick, a.Swap)
        for colony in seats
        for at in territories
    ]
    found += [a.RemoveField(player, field) for field in DATA.fields]
    found += [
        a.DisplaceColonies(player, card) for card in ("orbital_teleporter", "polarity_device")
    ]
    found += [a.Shoot(player, ship) for ship in ships]
    for area in map(AreaId, (*DATA.facilities, "hub", "nowhere")):
        found += [a.Fire(player, area)]
        found += [a.Destroy(player, area, ship) for ship in ships]
    return found + _relic_docks(player) + _teleports(state, player)


def _relic_docks(player: PlayerId) -> list[a.Action]:
    """Every facility with the Relic Ship and up to three own ships."""
    return [
        a.Dock(player, AreaId(area), (*own, relic), relic)
        for area in DATA.facilities
        for relic in range(1, 7)
        for size in (0, 1, 2, 3)
        for own in combinations_with_replacement(range(1, 7), size)
    ]


def _teleports(state: State, player: PlayerId) -> list[a.Action]:
    """Every docked ship to every facility with up to three dice of the hand."""
    docked = {
        (AreaId(area), Die(ship.value or 1, ship.colour == "clear"))
        for area in DATA.facilities
        for ship in ships_at(state, AreaId(area))
    }
    return [
        a.Teleport(player, origin, die, AreaId(area), joining)
        for origin, die in docked
        for area in DATA.facilities
        for size in (0, 1, 2, 3)
        for joining in set(combinations(state.dice, size))
    ]


def odd_actions(state: State, lot: Random) -> list[a.Action]:
    """Mostly illegal actions with what is there: any dice anywhere, answers at any time."""
    found: list[a.Action] = [
        a.Dock(state.turn, AreaId(area), values)
        for area in DATA.facilities
        for size in (1, 2, 3)
        for values in set(combinations(state.hand, size))
    ]
    for player in state.seats:
        found += [a.Trade(player, 3), a.Launch(player), a.EndTurn(player), a.StopStealing(player)]
        found += [a.Land(player, at) for at in TERRITORIES[:2]]
        found += [a.Return(player, resource) for resource in Resource]
        found += [a.Steal(player, other, Resource.FUEL) for other in state.seats]
    found += lot.sample(tech_actions(state, state.turn), 30)
    return found
