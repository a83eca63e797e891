"""What players and the deck attempt: one choice an action."""

from dataclasses import dataclass

from companion.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class ChooseRace:
    """Answer: the race, with its basic tech, before the game begins."""

    player: PlayerId
    race: str


@dataclass(frozen=True, slots=True)
class SetHome:
    """Answer: the card put face-up at home, one of the six held."""

    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Add:
    """Answer: the hand card added to the Impulse."""

    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class UseTech:
    """Use a tech: once a turn, or by an Execute card."""

    player: PlayerId
    side: str


@dataclass(frozen=True, slots=True)
class NoTech:
    """Answer: no tech is used this turn."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Take:
    """Perform a card on one card: `verb` says what becomes of it, `side` into which tech slot."""

    player: PlayerId
    verb: str
    card: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn the next card of the deck."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card that nobody else sees."""

    player: PlayerId

    @property
    def drawn(self) -> tuple[str, ...]:
        """A card face-down."""
        return ("?",)


@dataclass(frozen=True, slots=True)
class Deal:
    """What came off the deck (chance)."""

    player: PlayerId
    card: str

    @property
    def drawn(self) -> tuple[str, ...]:
        """What came."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Keep:
    """Answer: the card shown is kept, where it is for a tech in this slot."""

    player: PlayerId
    side: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Declare the first step of a fleet: so many ships from a place to the next."""

    player: PlayerId
    ships: int
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class On:
    """Declare the next step of the fleet."""

    player: PlayerId
    to: str


@dataclass(frozen=True, slots=True)
class Go:
    """Move the fleet along the path declared."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Place:
    """Answer: the hand card put face-up where one was explored."""

    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Build:
    """Build one ship: on a card, or on one of its gates."""

    player: PlayerId
    cell: str
    gate: str = ""


@dataclass(frozen=True, slots=True)
class Bomb:
    """Choose the fleet that is sabotaged."""

    player: PlayerId
    victim: PlayerId
    place: str


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Answer: so many hand cards are laid face-down."""

    player: PlayerId
    count: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Answer: one of the cards laid face-down."""

    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """Answer: the colour that the Sector Core is taken for."""

    player: PlayerId
    colour: str


@dataclass(frozen=True, slots=True)
class UsePlan:
    """Use the Plan now."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DelayPlan:
    """Keep the Plan for a later turn."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Done:
    """Do no more with this card, or leave the offer."""

    player: PlayerId


Action = (
    ChooseRace
    | SetHome
    | Add
    | UseTech
    | NoTech
    | Take
    | Flip
    | Draw
    | Deal
    | Keep
    | Move
    | On
    | Go
    | Place
    | Build
    | Bomb
    | Reinforce
    | Reveal
    | ChooseColour
    | UsePlan
    | DelayPlan
    | Done
)
