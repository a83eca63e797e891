"""Facts, past tense. Those of tech cards and the Relic Ship stand in `tech_events`."""

from dataclasses import dataclass
from typing import get_args

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.state import Resource, Ship
from companion.games.alien_frontiers.tech_events import TechEvent


@dataclass(frozen=True, slots=True)
class ShipSpent:
    """The ship on the Terraforming Station went to its owner's stock."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ShipsGathered:
    """All other ships of the player left the board."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """They were rolled and now lie before the player."""

    player: PlayerId
    faces: tuple[int, ...]
    relic: bool = False
    """Whether the last face is the Relic Ship's."""


@dataclass(frozen=True, slots=True)
class ShipsDocked:
    """Ships were placed; `relic` is the value of the Relic Ship, if it is one of them."""

    player: PlayerId
    area: AreaId
    values: tuple[int, ...]
    relic: int | None = None


@dataclass(frozen=True, slots=True)
class ShipsBumped:
    """Ships at the Raiders' Outpost had to make room: they are in the Maintenance Bay."""

    player: PlayerId
    ships: tuple[Ship, ...]


@dataclass(frozen=True, slots=True)
class ResourcesGained:
    """Tokens came from the supply."""

    player: PlayerId
    fuel: int
    ore: int
    area: AreaId


@dataclass(frozen=True, slots=True)
class ResourcesPaid:
    """Tokens went to the supply."""

    player: PlayerId
    fuel: int
    ore: int
    area: AreaId


@dataclass(frozen=True, slots=True)
class FuelTraded:
    """Fuel became one ore at the Orbital Market."""

    player: PlayerId
    fuel: int


@dataclass(frozen=True, slots=True)
class ShipBuilt:
    """A ship came from the stock to the Maintenance Bay."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ColonyStarted:
    """A colony was put on a row, on the first circle or one further by surplus advances."""

    player: PlayerId
    track: str
    circle: int = 1


@dataclass(frozen=True, slots=True)
class ColonyAdvanced:
    """A colony moved on to `circle`."""

    player: PlayerId
    track: str
    circle: int


@dataclass(frozen=True, slots=True)
class ExtraAdvanced:
    """Asimov Crater gave an advance; `surplus` counts what went past the last circle."""

    player: PlayerId
    track: str
    circle: int
    surplus: int


@dataclass(frozen=True, slots=True)
class SurplusLost:
    """Surplus advances came to nothing: no launch followed."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class LandingGranted:
    """The player may land a colony and now says where; `origin` is `supply` or `hub`."""

    player: PlayerId
    origin: str


@dataclass(frozen=True, slots=True)
class ColonyLanded:
    """A colony came down."""

    player: PlayerId
    territory: AreaId
    origin: str


@dataclass(frozen=True, slots=True)
class ControlLost:
    """A territory is no longer the player's."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class ControlGained:
    """A territory is now the player's."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class RaidBegan:
    """The player may steal so many tokens."""

    player: PlayerId
    tokens: int


@dataclass(frozen=True, slots=True)
class ResourceStolen:
    """One token changed hands."""

    player: PlayerId
    victim: PlayerId
    resource: Resource


@dataclass(frozen=True, slots=True)
class RaidEnded:
    """The raiders left, before taking all they might or for want of anything to take."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlacementEnded:
    """The player is done placing."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ResourceReturned:
    """One token above the limit went back to the supply."""

    player: PlayerId
    resource: Resource


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn passed to `following`."""

    player: PlayerId
    following: PlayerId


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The player landed the last colony."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ResourcesSet:
    """A number of tokens was set by hand."""

    player: PlayerId
    resource: Resource
    amount: int


PlainEvent = (
    ShipSpent
    | ShipsGathered
    | DiceRolled
    | ShipsDocked
    | ShipsBumped
    | ResourcesGained
    | ResourcesPaid
    | FuelTraded
    | ShipBuilt
    | ColonyStarted
    | ColonyAdvanced
    | ExtraAdvanced
    | SurplusLost
    | LandingGranted
    | ColonyLanded
    | ControlLost
    | ControlGained
    | RaidBegan
    | ResourceStolen
    | RaidEnded
    | PlacementEnded
    | ResourceReturned
    | TurnEnded
    | GameEnded
    | ResourcesSet
)
Event = PlainEvent | TechEvent
EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)
