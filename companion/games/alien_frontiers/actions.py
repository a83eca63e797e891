"""What players and dice attempt: one choice an action."""

from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.state import Resource


@dataclass(frozen=True, slots=True)
class Roll:
    """Gather the own ships and roll them (chance): `faces`, sorted."""

    player: PlayerId
    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))


@dataclass(frozen=True, slots=True)
class Dock:
    """Place rolled ships of these `values`, sorted, in a facility or a row of the hub."""

    player: PlayerId
    area: AreaId
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(sorted(self.values)))


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
class Later:
    """Something of the game that a later part brings: recognised, never accepted."""

    player: PlayerId
    verb: str
    words: tuple[str, ...] = ()


Action = Roll | Dock | Trade | Launch | Land | Steal | StopStealing | Return | EndTurn | Later
