"""What the rules hold to be true. Facts only the table knows: nothing hidden, no die has a name."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import (
    BURROUGHS,
    DATA,
    HUB,
    HUB_FACILITY,
    RELIC,
    TERRAFORMING,
    TRACKS,
)
from companion.games.alien_frontiers.dues import Due, Thrown
from companion.games.alien_frontiers.options import Options


class Phase(Enum):
    """Where the turn stands."""

    ROLL = "roll"
    PLACE = "place"
    RETURN = "return"
    """The turn is over but for giving back what is above the limit."""
    OVER = "over"


class Resource(Enum):
    """What tokens there are."""

    FUEL = "fuel"
    ORE = "ore"


@dataclass(frozen=True, slots=True)
class Ship:
    """A docked die. `value` is `None` where its face means nothing and was never read."""

    colour: str
    value: int | None

    def __str__(self) -> str:
        return f"{self.colour}{self.value or '?'}"


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled ship by the value it shows; the Relic Ship is told apart."""

    value: int
    relic: bool = False

    def __str__(self) -> str:
        return f"{self.value}{'r' if self.relic else ''}"


def sorted_ships(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Covering dice first, then by colour and value, unread faces first."""

    def order(ship: Ship) -> tuple[bool, str, int]:
        return ship.colour != DATA.covering_colour, ship.colour, ship.value or 0

    return tuple(sorted(ships, key=order))


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has: tokens, ships not in play (`stock`), colonies not yet put anywhere.

    `cards` are the tech cards, face-up, sorted.
    """

    fuel: int
    ore: int
    stock: int
    colonies: int
    cards: tuple[str, ...] = ()

    @property
    def ships(self) -> int:
        """Ships of the own colour in play, one on the Terraforming Station included."""
        return DATA.ships_per_colour - self.stock

    @property
    def tokens(self) -> int:
        """Fuel and ore together."""
        return self.fuel + self.ore

    def amount(self, resource: Resource) -> int:
        """Tokens of one sort."""
        return self.fuel if resource is Resource.FUEL else self.ore

    def with_amount(self, resource: Resource, amount: int) -> "Player":
        """The same player with so many tokens of one sort."""
        if resource is Resource.FUEL:
            return replace(self, fuel=amount)
        return replace(self, ore=amount)


@dataclass(frozen=True, slots=True)
class Track:
    """A row of the Colonist Hub: whose colony is on it, on which circle, and the docked ships."""

    colony: PlayerId | None = None
    circle: int = 0
    ships: tuple[Ship, ...] = ()

    @property
    def user(self) -> PlayerId | None:
        """Whose row it is now: the colony's owner, else the owner of ships still docked there.

        `None` where only the Relic Ship is: see `row_user`.
        """
        if self.colony is not None:
            return self.colony
        return next((PlayerId(s.colour) for s in self.ships if s.colour != RELIC), None)


DOCKS = tuple(area for area in DATA.facilities if area not in HUB)
"""Every facility but the rows of the hub."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. `players` are in seat order; `hand` holds the rolled, unplaced dice, sorted.

    `relic` is the unplaced die of the Relic Ship. `display` and `discards` are tech cards, sorted;
    `deals` says where the cards go that are due from the deck: `display` or a player. `fields` are
    the territories of the field generators. The rest is of this turn: `market` lists the pairs
    docked at the Orbital Market, in that order; `built` counts ships built; `artifact` is the total
    at the Alien Artifact since the last claim, `cycles` those that may be used; `used` are cards
    whose fuel power was used, `discarded` whether a discard power was; `borrowed` is the territory
    of a Data Crystal; `hub_docked` and `mine_docked` count ships docked there; `asimov` tells that
    the extra advance was had; `surplus` counts advances past the last circle.
    """

    options: Options
    players: Mapping[PlayerId, Player]
    docks: Mapping[AreaId, tuple[Ship, ...]]
    hub: Mapping[str, Track]
    planet: Mapping[AreaId, tuple[PlayerId, ...]]
    control: Mapping[AreaId, PlayerId | None]
    turn: PlayerId
    phase: Phase = Phase.ROLL
    hand: tuple[int, ...] = ()
    relic: int | None = None
    due: Due | None = None
    deals: tuple[str, ...] = ()
    display: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    fields: Mapping[str, AreaId | None] = field(default_factory=lambda: dict.fromkeys(DATA.fields))
    market: tuple[int, ...] = ()
    built: int = 0
    artifact: int = 0
    cycles: int = 0
    used: tuple[str, ...] = ()
    discarded: bool = False
    borrowed: AreaId | None = None
    hub_docked: int = 0
    mine_docked: int = 0
    asimov: bool = False
    surplus: int = 0
    round: int = 1

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """Players in seat order."""
        return tuple(self.players)

    @property
    def deck(self) -> int:
        """Tech cards not seen by anybody."""
        return unseen(self).total()

    @property
    def relic_at(self) -> str:
        """Where the Relic Ship is: `burroughs_desert`, a facility, a row of the hub, or `hand`."""
        if relic_at_home(self):
            return BURROUGHS
        return relic_place(self) or "hand"

    @property
    def dice(self) -> tuple[Die, ...]:
        """The rolled, unplaced ships, the Relic Ship last."""
        own = tuple(Die(value) for value in self.hand)
        return own if self.relic is None else (*own, Die(self.relic, relic=True))


def unseen(state: State) -> Counter[str]:
    """Tech cards by title that lie neither in the display, nor before a player, nor discarded."""
    if state.options.tech == "none":
        return Counter()
    left = {title: card.copies for title, card in DATA.cards.items()}
    held = (player.cards for player in state.players.values())
    for title in chain(state.display, state.discards, *held):
        left[title] -= 1
    return Counter({title: count for title, count in left.items() if count > 0})


def ships_at(state: State, area: AreaId) -> tuple[Ship, ...]:
    """Dice docked in a facility or a row of the hub, sorted."""
    if area in HUB:
        return state.hub[track_of_area(area)].ships
    if area == HUB_FACILITY:
        return tuple(ship for row in HUB for ship in ships_at(state, row))
    return state.docks[area]


def free_ports(state: State, area: AreaId) -> int:
    """Ports without a die."""
    return DATA.facilities[area].ports - len(ships_at(state, area))


def track_of_area(area: AreaId) -> str:
    """`2` for `hub.2`."""
    return area.removeprefix("hub.")


def relic_owner(state: State) -> PlayerId | None:
    """Whose the Relic Ship is while it is not on Burroughs Desert."""
    return state.control[BURROUGHS]


def ship_owner(state: State, ship: Ship) -> PlayerId | None:
    """Whose a docked die is; nobody's if it only covers a port."""
    if ship.colour == RELIC:
        return relic_owner(state)
    return PlayerId(ship.colour) if ship.colour in state.players else None


def relic_place(state: State) -> AreaId | None:
    """Where the Relic Ship is docked or waits, if it is."""
    places = (*DOCKS, *HUB)
    return next(
        (at for at in places if any(ship.colour == RELIC for ship in ships_at(state, at))), None
    )


def relic_at_home(state: State) -> bool:
    """Whether the Relic Ship lies on Burroughs Desert."""
    thrown = isinstance(state.due, Thrown) and state.due.relic
    return state.relic is None and not thrown and relic_place(state) is None


def row_user(state: State, number: str) -> PlayerId | None:
    """Who uses a row of the hub now."""
    track = state.hub[number]
    if track.user is None and track.ships:
        return relic_owner(state)
    return track.user


def own_track(state: State, player: PlayerId) -> str | None:
    """The row of the hub that the player uses, if any; one with a colony comes first."""
    used = [track for track in TRACKS if row_user(state, track) == player]
    return next((track for track in used if state.hub[track].colony), used[0] if used else None)


def hub_colony(state: State, player: PlayerId) -> str | None:
    """The row with the player's colony, if there is one."""
    return next((track for track in TRACKS if state.hub[track].colony == player), None)


def landing_origin(state: State, player: PlayerId) -> str | None:
    """Where the next colony to land comes from: the supply, else the last one, from the hub."""
    if state.players[player].colonies:
        return "supply"
    return "hub" if hub_colony(state, player) else None


def dice_to_roll(state: State, player: PlayerId) -> int:
    """Ships in play, without one that is spent on the Terraforming Station."""
    spent = sum(ship.colour == player for ship in state.docks[TERRAFORMING])
    return state.players[player].ships - spent


def rolls_relic(state: State, player: PlayerId) -> bool:
    """Whether the Relic Ship is rolled with them: not when it is spent, or on the desert."""
    at = relic_place(state)
    return relic_owner(state) == player and at is not None and at != TERRAFORMING


def following(state: State, player: PlayerId) -> PlayerId:
    """Who has the next turn."""
    return state.seats[(state.seats.index(player) + 1) % len(state.seats)]


def controller(colonies: tuple[PlayerId, ...]) -> PlayerId | None:
    """Who has strictly more colonies than each other player, if anybody."""
    counts = sorted(((colonies.count(player), player) for player in set(colonies)), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return counts[0][1]
