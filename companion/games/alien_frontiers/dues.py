"""Choices that are open: what somebody must answer before anything else."""

from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId


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


@dataclass(frozen=True, slots=True)
class Shooting:
    """Plasma Cannon: the facility aimed at, and the ships shot so far."""

    player: PlayerId
    area: AreaId
    shots: int = 0


@dataclass(frozen=True, slots=True)
class ColonyChoice:
    """The discarded `card` moves a colony or swaps two; the first one, once it is chosen."""

    player: PlayerId
    card: str
    colony: PlayerId | None = None
    territory: AreaId | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """Temporal Warper: ships to be rolled again; `ready` once no more are added."""

    player: PlayerId
    ships: int = 0
    relic: bool = False
    ready: bool = False

    @property
    def dice(self) -> int:
        """Dice to be rolled again."""
        return self.ships + self.relic


Due = Landing | Raid | Shooting | ColonyChoice | Thrown
