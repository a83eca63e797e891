"""What the rules hold to be true. Facts only the table knows: nothing hidden, no die has a name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.data import DATA, HUB, TERRAFORMING, TRACKS
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


def sorted_ships(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Covering dice first, then by colour and value, unread faces first."""

    def order(ship: Ship) -> tuple[bool, str, int]:
        return ship.colour != DATA.covering_colour, ship.colour, ship.value or 0

    return tuple(sorted(ships, key=order))


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has: tokens, ships not in play (`stock`), colonies not yet put anywhere."""

    fuel: int
    ore: int
    stock: int
    colonies: int

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
        """Whose row it is now: the colony's owner, else the owner of ships still docked there."""
        if self.colony is not None:
            return self.colony
        return PlayerId(self.ships[0].colour) if self.ships else None


@dataclass(frozen=True, slots=True)
class Landing:
    """A colony that `player` must land now, paid for; `origin` is `supply` or `hub`."""

    player: PlayerId
    origin: str


@dataclass(frozen=True, slots=True)
class Raid:
    """Tokens that `player` may still steal, and those taken so far."""

    player: PlayerId
    left: int
    taken: int = 0


Due = Landing | Raid
DOCKS = tuple(area for area in DATA.facilities if area not in HUB)
"""Every facility but the rows of the hub."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. `players` are in seat order; `hand` holds the rolled, unplaced dice, sorted.

    `market` lists the pairs docked at the Orbital Market this turn, in that order; `built` counts
    the ships built this turn.
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
    due: Due | None = None
    market: tuple[int, ...] = ()
    built: int = 0
    round: int = 1

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """Players in seat order."""
        return tuple(self.players)


def ships_at(state: State, area: AreaId) -> tuple[Ship, ...]:
    """Dice docked in a facility or a row of the hub, sorted."""
    if area in HUB:
        return state.hub[track_of_area(area)].ships
    return state.docks[area]


def free_ports(state: State, area: AreaId) -> int:
    """Ports without a die."""
    return DATA.facilities[area].ports - len(ships_at(state, area))


def track_of_area(area: AreaId) -> str:
    """`2` for `hub.2`."""
    return area.removeprefix("hub.")


def own_track(state: State, player: PlayerId) -> str | None:
    """The row of the hub that the player uses, if any."""
    return next((track for track in TRACKS if state.hub[track].user == player), None)


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


def following(state: State, player: PlayerId) -> PlayerId:
    """Who has the next turn."""
    return state.seats[(state.seats.index(player) + 1) % len(state.seats)]


def controller(colonies: tuple[PlayerId, ...]) -> PlayerId | None:
    """Who has strictly more colonies than each other player, if anybody."""
    counts = sorted(((colonies.count(player), player) for player in set(colonies)), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return counts[0][1]
