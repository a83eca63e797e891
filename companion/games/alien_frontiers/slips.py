"""What people put where it may not go, by the digest's sections (a) and (b); no word of `judge`.

Each is made so that it breaks that rule and no other: ports are free and costs can be paid unless
these are the rule.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations

from companion.core.ids import AreaId, PlayerId
from companion.core.pieces import DIE, Piece
from companion.games.alien_frontiers.data import BAY, DATA, HUB, TELEPORTER
from companion.games.alien_frontiers.state import (
    Phase,
    State,
    free_ports,
    own_track,
    row_user,
    ships_at,
)
from companion.rules.slips import Slip, SlipKind

SOLAR, MINE, MARKET, YARD, RAIDERS, CONSTRUCTOR, STATION, ARTIFACT = (
    AreaId(name)
    for name in (
        "solar_converter",
        "lunar_mine",
        "orbital_market",
        "shipyard",
        "raiders_outpost",
        "colony_constructor",
        "terraforming_station",
        "alien_artifact",
    )
)
Find = Callable[[State, random.Random], Slip | None]


def _kind(code: str, source: str, places: Callable[[State], Iterator[Slip]]) -> SlipKind:
    """A kind of which one is chosen among all there are in a position."""

    def find(state: State, rng: random.Random) -> Slip | None:
        if state.phase is not Phase.PLACE or state.due is not None or state.deals:
            return None
        found = list(places(state))
        return rng.choice(found) if found else None

    return SlipKind(code, source, find)


def _slip(state: State, area: AreaId, values: tuple[int, ...], *codes: str) -> Slip:
    pieces = tuple(Piece(DIE, state.turn, value) for value in values)
    return Slip(state.turn, area, pieces, codes)


def _singles(state: State) -> list[int]:
    return sorted(set(state.hand))


def _can_pay(state: State, fuel: int, ore: int) -> bool:
    having = state.players[state.turn]
    return having.fuel >= fuel and having.ore >= ore


def _has(state: State, territory: str) -> bool:
    """Whether the player has, or may have borrowed, the bonus of a territory."""
    at = AreaId(territory)
    return state.control[at] == state.turn or state.borrowed == at


def _has_colony(state: State) -> bool:
    return state.players[state.turn].colonies > 0


def too_low(state: State) -> Iterator[Slip]:
    """Less than the highest die in the mine."""
    highest = max((ship.value or 0 for ship in ships_at(state, MINE)), default=0)
    if free_ports(state, MINE) and not _has(state, "van_vogt_mountains"):
        for value in _singles(state):
            if value < highest:
                yield _slip(state, MINE, (value,), "lunar_mine.too_low")


def _station_ready(state: State) -> bool:
    return free_ports(state, STATION) > 0 and _has_colony(state)


def _can_spare(state: State) -> bool:
    """Whether three ships are left when one is given to the Terraforming Station."""
    new = state.built if state.options.new_ships == "ignore" else 0
    return state.players[state.turn].ships - new > 3


def not_a_six(state: State) -> Iterator[Slip]:
    """Anything but a 6 on the Terraforming Station."""
    if _station_ready(state) and _can_pay(state, 1, 1) and _can_spare(state):
        for value in _singles(state):
            if value != 6:
                yield _slip(state, STATION, (value,), "terraforming.not_a_six")


def station_not_paid(state: State) -> Iterator[Slip]:
    """A 6 without one fuel and one ore."""
    ready = _station_ready(state) and _can_spare(state)
    if ready and 6 in state.hand and not _can_pay(state, 1, 1):
        yield _slip(state, STATION, (6,), "terraforming.cannot_pay")


def too_few_ships(state: State) -> Iterator[Slip]:
    """A 6 that would leave fewer than three ships."""
    if (
        _station_ready(state)
        and not _can_spare(state)
        and 6 in state.hand
        and _can_pay(state, 1, 1)
    ):
        yield _slip(state, STATION, (6,), "terraforming.too_few_ships")


def _pairs(state: State) -> Iterator[tuple[int, int]]:
    """Unequal dice of the hand, two by two."""
    yield from combinations(_singles(state), 2)


def _whole(state: State, area: AreaId, unit: int) -> bool:
    """Whether nothing but covering dice lies there, and so many ports are free."""
    bare = all(ship.colour == DATA.covering_colour for ship in ships_at(state, area))
    return bare and free_ports(state, area) >= unit


def _ship_price(state: State) -> int:
    return DATA.ship_prices[max(0, state.players[state.turn].ships - DATA.ships_at_start)]


def unequal_in_the_yard(state: State) -> Iterator[Slip]:
    """Two ships of different values in the Shipyard."""
    if not _whole(state, YARD, 2) or not state.players[state.turn].stock:
        return
    price = _ship_price(state)
    if _can_pay(state, price, price):
        for pair in _pairs(state):
            yield _slip(state, YARD, pair, "shipyard.not_a_pair")


def yard_not_paid(state: State) -> Iterator[Slip]:
    """A pair in the Shipyard without the price of the next ship."""
    if not _whole(state, YARD, 2) or not state.players[state.turn].stock:
        return
    price = _ship_price(state)
    if not _can_pay(state, price, price) and not _has(state, "herbert_valley"):
        for value in _singles(state):
            if state.hand.count(value) >= 2:
                yield _slip(state, YARD, (value, value), "shipyard.cannot_pay")


def unequal_in_the_market(state: State) -> Iterator[Slip]:
    """Two ships of different values in the Orbital Market."""
    if _whole(state, MARKET, 2):
        for pair in _pairs(state):
            yield _slip(state, MARKET, pair, "market.not_a_pair")


def _triples(state: State) -> Iterator[tuple[int, int, int]]:
    for triple in sorted(set(combinations(sorted(state.hand), 3))):
        a, b, c = triple
        yield a, b, c


def unequal_in_the_constructor(state: State) -> Iterator[Slip]:
    """Three ships that are not all equal in the Colony Constructor."""
    if _whole(state, CONSTRUCTOR, 3) and _has_colony(state) and _can_pay(state, 0, 3):
        for triple in _triples(state):
            if len(set(triple)) > 1:
                yield _slip(state, CONSTRUCTOR, triple, "constructor.not_a_triple")


def constructor_not_paid(state: State) -> Iterator[Slip]:
    """Three equal ships without three ore."""
    ready = _whole(state, CONSTRUCTOR, 3) and _has_colony(state)
    if ready and not _can_pay(state, 0, 3) and not _has(state, "bradbury_plateau"):
        for triple in _triples(state):
            if len(set(triple)) == 1:
                yield _slip(state, CONSTRUCTOR, triple, "constructor.cannot_pay")


def no_run(state: State) -> Iterator[Slip]:
    """Three values that do not follow one another in the Raiders' Outpost."""
    if not ships_at(state, RAIDERS):
        for triple in _triples(state):
            if triple[1] != triple[0] + 1 or triple[2] != triple[1] + 1:
                yield _slip(state, RAIDERS, triple, "raiders.not_a_run")


def foreign_row(state: State) -> Iterator[Slip]:
    """A row of the hub that another player uses, or a second row beside the own."""
    own, anything = own_track(state, state.turn), _singles(state)
    launched = own is not None and state.hub[own].colony is None
    bound = own is not None and not (launched and state.options.launch_row == "any")
    for row in HUB:
        number = row.removeprefix("hub.")
        user = row_user(state, number)
        if user in (None, state.turn) or not free_ports(state, row) or not anything:
            continue
        if bound:
            yield _slip(state, row, (anything[0],), "hub.taken", "hub.other_track")
        elif _has_colony(state):
            yield _slip(state, row, (anything[0],), "hub.taken")


def second_row(state: State) -> Iterator[Slip]:
    """A free row of the hub while the player's colony is on another."""
    own = own_track(state, state.turn)
    if own is None or state.hub[own].colony != state.turn:
        return
    for row in HUB:
        if row_user(state, row.removeprefix("hub.")) is None:
            for value in _singles(state):
                yield _slip(state, row, (value,), "hub.other_track")


def past_the_end(state: State) -> Iterator[Slip]:
    """The own row while the colony waits on circle 7."""
    own = own_track(state, state.turn)
    if own is None or state.options.hub_full != "closed":
        return
    row, track = AreaId(f"hub.{own}"), state.hub[own]
    if track.colony == state.turn and track.circle == 7 and free_ports(state, row):
        for value in _singles(state):
            yield _slip(state, row, (value,), "hub.at_end")


def idle(state: State) -> Iterator[Slip]:
    """To the Maintenance Bay while the Solar Converter, which takes any ship, has a free port."""
    if free_ports(state, SOLAR) and state.options.must_dock != "off":
        for value in _singles(state):
            yield _slip(state, BAY, (value,), "turn.must_dock")


def closed_artifact(state: State) -> Iterator[Slip]:
    """The Alien Artifact in a game without tech cards."""
    if state.options.tech == "none" and free_ports(state, ARTIFACT):
        for value in _singles(state):
            yield _slip(state, ARTIFACT, (value,), "artifact.closed")


def out_of_turn(state: State) -> Iterator[Slip]:
    """Somebody else's ship leaves the bay for the Solar Converter."""
    if not free_ports(state, SOLAR):
        return
    for player in state.players:
        waiting = [s for s in ships_at(state, BAY) if s.colour == player and s.value is None]
        if player != state.turn and waiting:
            yield _moved(player, BAY, SOLAR, 4, "turn.not_yours")


def docked_twice(state: State) -> Iterator[Slip]:
    """An own ship that is docked moves on to the Solar Converter, without the card for it."""
    if not free_ports(state, SOLAR) or TELEPORTER in state.players[state.turn].cards:
        return
    for area in (MINE, *HUB):
        for ship in ships_at(state, area):
            if ship.colour == state.turn and ship.value and ship.value not in state.hand:
                yield _moved(state.turn, area, SOLAR, ship.value, "dice.not_in_hand")


def _moved(player: PlayerId, source: AreaId, area: AreaId, value: int, code: str) -> Slip:
    return Slip(player, area, (Piece(DIE, player, value),), (code,), source)


KINDS: tuple[SlipKind, ...] = (
    _kind("lunar_mine.too_low", "(b) Lunar Mine", too_low),
    _kind("terraforming.not_a_six", "(b) Terraforming", not_a_six),
    _kind("terraforming.cannot_pay", "(b) Terraforming", station_not_paid),
    _kind("terraforming.too_few_ships", "(b) Terraforming", too_few_ships),
    _kind("shipyard.not_a_pair", "(b) Shipyard", unequal_in_the_yard),
    _kind("shipyard.cannot_pay", "(b) Shipyard", yard_not_paid),
    _kind("market.not_a_pair", "(b) Orbital Market", unequal_in_the_market),
    _kind("constructor.not_a_triple", "(b) Colony Constructor", unequal_in_the_constructor),
    _kind("constructor.cannot_pay", "(b) Colony Constructor", constructor_not_paid),
    _kind("raiders.not_a_run", "(b) Raiders' Outpost", no_run),
    _kind("hub.taken", "(b) Colonist Hub", foreign_row),
    _kind("hub.other_track", "(b) Colonist Hub", second_row),
    _kind("hub.at_end", "(b) Colonist Hub", past_the_end),
    _kind("turn.must_dock", "(b) Turn 4", idle),
    _kind("artifact.closed", "option `tech`", closed_artifact),
    _kind("turn.not_yours", "(b) Turn", out_of_turn),
    _kind("dice.not_in_hand", "(b) Turn 3", docked_twice),
)
