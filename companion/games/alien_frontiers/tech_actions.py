"""What players and dice attempt by tech cards: one choice an action."""

from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers.state import Die, Ship


def in_order(faces: tuple[int, ...], relic: bool) -> tuple[int, ...]:
    """Sorted; the face of the Relic Ship stays the last."""
    own = len(faces) - (relic and bool(faces))
    return (*sorted(faces[:own]), *faces[own:])


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll ships again by a Temporal Warper (chance)."""

    player: PlayerId
    faces: tuple[int, ...]
    relic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", in_order(self.faces, self.relic))


@dataclass(frozen=True, slots=True)
class Deal:
    """Answer: which card came off the deck, for the display or for the player."""

    player: PlayerId
    title: str

    @property
    def drawn(self) -> tuple[str, ...]:
        """A card off the deck is a fact that taking back does not undo."""
        return (self.title,)


@dataclass(frozen=True, slots=True)
class Cycle:
    """Discard the display and deal a new one."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Claim:
    """Take a card of the display."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class StealCard:
    """Answer: take a tech card instead of tokens."""

    player: PlayerId
    victim: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class NoPower:
    """`use` or `discard` a card that has no such power: never legal."""

    player: PlayerId
    verb: str
    title: str


@dataclass(frozen=True, slots=True)
class Change:
    """Booster Pod, Stasis Beam, Polarity Device: change an unplaced ship."""

    player: PlayerId
    title: str
    die: Die


@dataclass(frozen=True, slots=True)
class Shift:
    """Gravity Manipulator: one off the first ship, one onto the second."""

    player: PlayerId
    less: Die
    more: Die


@dataclass(frozen=True, slots=True)
class Warp:
    """Temporal Warper: take up the first ship to roll again."""

    player: PlayerId
    die: Die


@dataclass(frozen=True, slots=True)
class Also:
    """Answer: take up another ship to roll again."""

    player: PlayerId
    die: Die


@dataclass(frozen=True, slots=True)
class Throw:
    """Answer: no more ships are rolled again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Borrow:
    """Data Crystal: use the bonus of a territory this turn."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class Teleport:
    """Orbital Teleporter: a docked ship docks elsewhere, with unplaced ones where a set docks."""

    player: PlayerId
    origin: AreaId
    die: Die
    area: AreaId
    joining: tuple[Die, ...] = ()

    def __post_init__(self) -> None:
        ordered = sorted(self.joining, key=lambda die: (die.value, die.relic))
        object.__setattr__(self, "joining", tuple(ordered))


@dataclass(frozen=True, slots=True)
class Fire:
    """Plasma Cannon: aim at a facility."""

    player: PlayerId
    area: AreaId


@dataclass(frozen=True, slots=True)
class Shoot:
    """Answer: drive a ship out."""

    player: PlayerId
    ship: Ship


@dataclass(frozen=True, slots=True)
class StopShooting:
    """Answer: no more."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Destroy:
    """Discard a Plasma Cannon: an opponent's ship goes to the stock."""

    player: PlayerId
    area: AreaId
    ship: Ship


@dataclass(frozen=True, slots=True)
class PlaceField:
    """Discard Stasis Beam, Data Crystal or Gravity Manipulator: place or move its generator."""

    player: PlayerId
    title: str
    territory: AreaId


@dataclass(frozen=True, slots=True)
class RemoveField:
    """Discard a Booster Pod: take a field generator off the board."""

    player: PlayerId
    field: str


@dataclass(frozen=True, slots=True)
class DisplaceColonies:
    """Discard an Orbital Teleporter or a Polarity Device; which colonies are the next choices."""

    player: PlayerId
    title: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Answer: the colony to move or to swap."""

    player: PlayerId
    colony: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class Move:
    """Answer: where the colony goes."""

    player: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class Swap:
    """Answer: the colony it changes places with."""

    player: PlayerId
    colony: PlayerId
    territory: AreaId


@dataclass(frozen=True, slots=True)
class Recover:
    """Discard a Temporal Warper: take a card of the discard pile."""

    player: PlayerId
    title: str


CardAction = Deal | Cycle | Claim | StealCard | NoPower | Recover
DiceAction = Change | Shift | Warp | Also | Throw | Reroll
ShipAction = Teleport | Fire | Shoot | StopShooting | Destroy
PlanetAction = Borrow | PlaceField | RemoveField | DisplaceColonies | Pick | Move | Swap
TechAction = CardAction | DiceAction | ShipAction | PlanetAction
