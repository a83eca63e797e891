"""What players and dice attempt: one choice an action. Those of tech cards: `tech_actions`."""

from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.state import Die, Resource
from companion.games.alien_frontiers.tech_actions import (
    Also,
    Borrow,
    CardAction,
    Change,
    Claim,
    Cycle,
    Deal,
    Destroy,
    DiceAction,
    DisplaceColonies,
    Fire,
    Move,
    NoPower,
    Pick,
    PlaceField,
    PlanetAction,
    Recover,
    RemoveField,
    Reroll,
    Shift,
    ShipAction,
    Shoot,
    StealCard,
    StopShooting,
    Swap,
    TechAction,
    Teleport,
    Throw,
    Warp,
    in_order,
)


@dataclass(frozen=True, slots=True)
class Roll:
    """Gather the own ships and roll them (chance): `faces`, sorted, the Relic Ship's last."""

    player: PlayerId
    faces: tuple[int, ...]
    relic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", in_order(self.faces, self.relic))


@dataclass(frozen=True, slots=True)
class Dock:
    """Place rolled ships of these `values`, sorted, in a facility or a row of the hub.

    `relic` is the value, one of them, that the Relic Ship shows, if it is among the ships.
    """

    player: PlayerId
    area: AreaId
    values: tuple[int, ...]
    relic: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(sorted(self.values)))

    @property
    def own(self) -> tuple[int, ...]:
        """Values of the ships of the own colour."""
        left = list(self.values)
        if self.relic in left:
            left.remove(self.relic)
        return tuple(left)

    @property
    def dice(self) -> tuple[Die, ...]:
        """All the ships."""
        relic = () if self.relic is None else (Die(self.relic, relic=True),)
        return (*map(Die, self.own), *relic)


@dataclass(frozen=True, slots=True)
class Trade:
    """Give `rate` fuel for one ore, by a pair of that value docked this turn."""

    player: PlayerId
    rate: int


@dataclass(frozen=True, slots=True)
class Launch:
    """Send the colony off the last circle of the hub."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Land:
    """Answer: where the colony lands."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class Steal:
    """Answer: take one token."""

    player: PlayerId
    victim: PlayerId
    resource: Resource


@dataclass(frozen=True, slots=True)
class StopStealing:
    """Answer: take no more."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Return:
    """Answer: give one token back at the end of the turn."""

    player: PlayerId
    resource: Resource


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Pass the dice on."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class BuyRelic:
    """Buy the Relic Ship off Burroughs Desert."""

    player: PlayerId


Action = (
    Roll
    | Dock
    | Trade
    | Launch
    | Land
    | Steal
    | StopStealing
    | Return
    | EndTurn
    | BuyRelic
    | TechAction
)

__all__ = [
    "Action",
    "Also",
    "Borrow",
    "BuyRelic",
    "CardAction",
    "Change",
    "Claim",
    "Cycle",
    "Deal",
    "Destroy",
    "DiceAction",
    "DisplaceColonies",
    "Dock",
    "EndTurn",
    "Fire",
    "Land",
    "Launch",
    "Move",
    "NoPower",
    "Pick",
    "PlaceField",
    "PlanetAction",
    "Recover",
    "RemoveField",
    "Reroll",
    "Return",
    "Roll",
    "Shift",
    "ShipAction",
    "Shoot",
    "Steal",
    "StealCard",
    "StopShooting",
    "StopStealing",
    "Swap",
    "TechAction",
    "Teleport",
    "Throw",
    "Trade",
    "Warp",
]
