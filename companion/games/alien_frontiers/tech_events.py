"""Facts of tech cards, field generators and the Relic Ship, past tense."""

from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.state import Ship


@dataclass(frozen=True, slots=True)
class RelicBought:
    """The Relic Ship went from Burroughs Desert to the Maintenance Bay."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RelicReturned:
    """The Relic Ship went back to Burroughs Desert."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card came off the deck; `to` is `display` or a player."""

    player: PlayerId
    title: str
    to: str


@dataclass(frozen=True, slots=True)
class DiscardsShuffled:
    """The deck was empty: the discards are the new deck."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DealingEnded:
    """Neither deck nor discards have a card left to deal."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DisplayCycled:
    """The display was discarded."""

    player: PlayerId
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardClaimed:
    """A card went from the display to the player."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class CardStolen:
    """A card was taken in a raid; not `kept`, it was discarded."""

    player: PlayerId
    victim: PlayerId
    title: str
    kept: bool


@dataclass(frozen=True, slots=True)
class CardUsed:
    """The fuel power of a card was used."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card was discarded, for its `power` or because it is used up."""

    player: PlayerId
    title: str
    power: bool


@dataclass(frozen=True, slots=True)
class CardRecovered:
    """A card came back from the discard pile."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class ShipChanged:
    """An unplaced ship was turned to another value."""

    player: PlayerId
    before: int
    after: int
    relic: bool = False


@dataclass(frozen=True, slots=True)
class ShipTakenUp:
    """An unplaced ship will be rolled again."""

    player: PlayerId
    value: int
    relic: bool = False


@dataclass(frozen=True, slots=True)
class RerollReady:
    """No more ships will be rolled again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ShipsRerolled:
    """They were rolled again."""

    player: PlayerId
    faces: tuple[int, ...]
    relic: bool = False


@dataclass(frozen=True, slots=True)
class ShipLifted:
    """A docked ship was taken up again, to dock elsewhere."""

    player: PlayerId
    area: AreaId
    value: int
    relic: bool = False


@dataclass(frozen=True, slots=True)
class ShootingBegan:
    """A Plasma Cannon was aimed at a facility."""

    player: PlayerId
    area: AreaId


@dataclass(frozen=True, slots=True)
class ShipShot:
    """A ship was driven off; `to` is `bay`, `stock` or `desert`."""

    player: PlayerId
    area: AreaId
    ship: Ship
    to: str


@dataclass(frozen=True, slots=True)
class ShootingEnded:
    """No more ships are driven off."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class BonusBorrowed:
    """A Data Crystal lends the bonus of a territory."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class BorrowingEnded:
    """It was used and is lent no longer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class FieldPlaced:
    """A field generator was placed on a territory, or moved there."""

    player: PlayerId
    field: str
    territory: AreaId


@dataclass(frozen=True, slots=True)
class FieldRemoved:
    """A field generator was taken off the board."""

    player: PlayerId
    field: str


@dataclass(frozen=True, slots=True)
class DisplacementBegan:
    """A discarded card moves a colony or swaps two."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class ColonyPicked:
    """The first colony was chosen."""

    player: PlayerId
    colony: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class ColonyMoved:
    """A colony went from one territory to another."""

    player: PlayerId
    colony: PlayerId
    origin: AreaId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class ColoniesSwapped:
    """Two colonies changed places."""

    player: PlayerId
    colony: PlayerId
    origin: AreaId
    other: PlayerId
    territory: AreaId


TechEvent = (
    RelicBought
    | RelicReturned
    | CardDealt
    | DiscardsShuffled
    | DealingEnded
    | DisplayCycled
    | CardClaimed
    | CardStolen
    | CardUsed
    | CardDiscarded
    | CardRecovered
    | ShipChanged
    | ShipTakenUp
    | RerollReady
    | ShipsRerolled
    | ShipLifted
    | ShootingBegan
    | ShipShot
    | ShootingEnded
    | BonusBorrowed
    | BorrowingEnded
    | FieldPlaced
    | FieldRemoved
    | DisplacementBegan
    | ColonyPicked
    | ColonyMoved
    | ColoniesSwapped
)
