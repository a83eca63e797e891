"""What happened: facts, each of a player."""

from dataclasses import dataclass

from companion.core.ids import PlayerId
from companion.games.impulse.state import Phase


@dataclass(frozen=True, slots=True)
class Fact:
    """What every fact has: whose it is."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class RaceChosen(Fact):
    """A race, with its Command Center."""

    race: str


@dataclass(frozen=True, slots=True)
class HomePlaced(Fact):
    """A card lies face-up at home, and the first ships stand there."""

    card: str


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """The next part of the turn."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class CardAdded(Fact):
    """A hand card joined the Impulse."""

    card: str


@dataclass(frozen=True, slots=True)
class ActionBegan(Fact):
    """A card or basic tech is performed, with this boost, from `source`."""

    card: str
    bonus: int
    source: str


@dataclass(frozen=True, slots=True)
class ActionEnded(Fact):
    """The card or basic tech is done with."""

    card: str


@dataclass(frozen=True, slots=True)
class CardTaken(Fact):
    """A card was traded, mined, planned, researched, executed, refined or discarded (`verb`)
    from a zone.
    """

    card: str
    verb: str
    zone: str
    points: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class FlipBegan(Fact):
    """The next card of the deck is being turned."""


@dataclass(frozen=True, slots=True)
class CardFlipped(Fact):
    """A card came off the deck and went `to` a place; `hit` by a bomb destroys a ship."""

    card: str
    to: str
    points: int = 0
    hit: bool = False


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact):
    """A card went from the deck to the hand unseen."""

    @property
    def drawn(self) -> tuple[str, ...]:
        """A card face-down."""
        return ("?",)


@dataclass(frozen=True, slots=True)
class DrawSkipped(Fact):
    """A hand is full: a card that would be drawn is not, what the card turns then is."""


@dataclass(frozen=True, slots=True)
class CardKept(Fact):
    """The card shown was kept: as a tech on a `side`, or as the acting card has it."""

    card: str
    side: str


@dataclass(frozen=True, slots=True)
class CardDiscarded(Fact):
    """A card is laid on the discards."""

    card: str


@dataclass(frozen=True, slots=True)
class DeckShuffled(Fact):
    """The discards are a new deck."""


@dataclass(frozen=True, slots=True)
class DeckFormed(Fact):
    """Deck and discards are empty: everybody gave cards from the hand, by seat."""

    given: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PathDeclared(Fact):
    """The way a fleet will go, so far."""

    ships: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FleetMoved(Fact):
    """A fleet went its way."""

    ships: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommandClosed(Fact):
    """No more fleets move by this card."""


@dataclass(frozen=True, slots=True)
class TransportsDestroyed(Fact):
    """Cruisers passed through a card."""

    victim: PlayerId
    cell: str
    ships: int


@dataclass(frozen=True, slots=True)
class CardExplored(Fact):
    """A face-down map card was taken into the hand."""

    cell: str

    @property
    def drawn(self) -> tuple[str, ...]:
        """A card face-down."""
        return ("?",)


@dataclass(frozen=True, slots=True)
class CardPlaced(Fact):
    """A hand card was put face-up on the map."""

    cell: str
    card: str


@dataclass(frozen=True, slots=True)
class CardActivated(Fact):
    """Transports may use the card where they are; an empty `card` is the Core."""

    cell: str
    card: str
    ships: int
    bonus: int


@dataclass(frozen=True, slots=True)
class BattleBegan(Fact):
    """Cruisers moved onto an enemy's gate."""

    defender: PlayerId
    gate: str
    ships: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReinforcementsLaid(Fact):
    """So many cards lie face-down."""

    count: int


@dataclass(frozen=True, slots=True)
class ReinforcementTurned(Fact):
    """A reinforcement counts, or it was a bluff and goes back to the hand."""

    card: str
    counts: bool


@dataclass(frozen=True, slots=True)
class BattleWon(Fact):
    """The other fleet is destroyed: `ships` of them."""

    loser: PlayerId
    gate: str
    ships: int
    icons: int
    against: int


@dataclass(frozen=True, slots=True)
class ShipBuilt(Fact):
    """A ship joined the map."""

    cell: str
    gate: str


@dataclass(frozen=True, slots=True)
class BombsAimed(Fact):
    """A fleet is sabotaged."""

    victim: PlayerId
    place: str


@dataclass(frozen=True, slots=True)
class CoreUsed(Fact):
    """Points from the Sector Core, taken for a colour."""

    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class PlanBegan(Fact):
    """The Plan is being used."""


@dataclass(frozen=True, slots=True)
class PlanEnded(Fact):
    """The Plan that was used is discarded."""


@dataclass(frozen=True, slots=True)
class CorePatrolled(Fact):
    """Points for gates of the Core held at the end of the turn."""

    points: int


@dataclass(frozen=True, slots=True)
class ImpulseTrimmed(Fact):
    """The oldest card of the Impulse was discarded."""

    card: str


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """The next player's turn."""

    to: PlayerId


@dataclass(frozen=True, slots=True)
class Eliminated(Fact):
    """A player has no ship on the map."""


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """By points (`goal`) or because one side is left (`last`)."""

    reason: str


@dataclass(frozen=True, slots=True)
class ScoreSet(Fact):
    """Points set by hand."""

    points: int


@dataclass(frozen=True, slots=True)
class HandSet(Fact):
    """The number of cards in hand set by hand."""

    count: int


Event = (
    RaceChosen
    | HomePlaced
    | PhaseBegan
    | CardAdded
    | ActionBegan
    | ActionEnded
    | CardTaken
    | FlipBegan
    | CardFlipped
    | CardDrawn
    | DrawSkipped
    | CardKept
    | CardDiscarded
    | DeckShuffled
    | DeckFormed
    | PathDeclared
    | FleetMoved
    | CommandClosed
    | TransportsDestroyed
    | CardExplored
    | CardPlaced
    | CardActivated
    | BattleBegan
    | ReinforcementsLaid
    | ReinforcementTurned
    | BattleWon
    | ShipBuilt
    | BombsAimed
    | CoreUsed
    | PlanBegan
    | PlanEnded
    | CorePatrolled
    | ImpulseTrimmed
    | TurnPassed
    | Eliminated
    | GameEnded
    | ScoreSet
    | HandSet
)
EVENT_TYPES: tuple[type[Event], ...] = (
    RaceChosen,
    HomePlaced,
    PhaseBegan,
    CardAdded,
    ActionBegan,
    ActionEnded,
    CardTaken,
    FlipBegan,
    CardFlipped,
    CardDrawn,
    DrawSkipped,
    CardKept,
    CardDiscarded,
    DeckShuffled,
    DeckFormed,
    PathDeclared,
    FleetMoved,
    CommandClosed,
    TransportsDestroyed,
    CardExplored,
    CardPlaced,
    CardActivated,
    BattleBegan,
    ReinforcementsLaid,
    ReinforcementTurned,
    BattleWon,
    ShipBuilt,
    BombsAimed,
    CoreUsed,
    PlanBegan,
    PlanEnded,
    CorePatrolled,
    ImpulseTrimmed,
    TurnPassed,
    Eliminated,
    GameEnded,
    ScoreSet,
    HandSet,
)
