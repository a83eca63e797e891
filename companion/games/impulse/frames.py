"""What is being done now: a stack of unfinished actions, the innermost last.

A card on the map used by a Command lies above the Impulse card that it came from, a battle above
the Command that led to it. Fields are words, numbers and tuples of words, so that each is one word
of the notation.
"""

from dataclasses import dataclass

from companion.core.ids import PlayerId

NOT_YET = -1
"""Reinforcements of a side that has not laid any down."""


@dataclass(frozen=True, slots=True)
class Work:
    """One card or basic tech performed once, with the boost fixed when it began.

    `used` counts the cards taken, cards flipped, or ships built; `taken` are the colours of those
    cards, or the ships built as `CARD@PLACE`. `at` and `victim` are the fleet that is bombed, or
    `at` is the tech that is performed next.
    `flipping` tells that a card off the deck is due, `shown` is one that may become a tech.
    """

    player: PlayerId
    card: str
    bonus: int = 0
    used: int = 0
    taken: tuple[str, ...] = ()
    at: str = ""
    victim: str = ""
    flipping: bool = False
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """Fleets that move by one card, one after the other.

    `starts` and `ends` are the places of fleets that have moved, `around` the cards on or around
    which all must end, `carried` the transports moved and `dest` where they are. `path` is declared
    and not yet gone, by `ships`. Of the last path, cards of `crossing` that lie face-down are still
    to be explored, enemy transports on `swept` destroyed; `exploring` is in the explorer's hand.
    `attacks` are battles to come, as `GATE:SHIPS:CARD+CARD`: the cards are those crossed on the
    way, whose transports are destroyed if the battle is won.
    """

    player: PlayerId
    card: str
    bonus: int = 0
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    carried: int = 0
    dest: str = ""
    path: tuple[str, ...] = ()
    ships: int = 0
    crossing: tuple[str, ...] = ()
    swept: tuple[str, ...] = ()
    exploring: str = ""
    attacks: tuple[str, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """`player` attacks `defender` on a gate with `ships`; see `Command.attacks` for `cells`.

    For each side: `laid` cards were laid face-down, `backing` are those revealed that count,
    `bluffs` those that go back to the hand once all are revealed (`laid` is then what counts);
    `flipped` came off the deck.
    """

    player: PlayerId
    defender: PlayerId
    gate: str
    ships: int
    cells: tuple[str, ...] = ()
    laid_defending: int = NOT_YET
    laid_attacking: int = NOT_YET
    backing_defending: tuple[str, ...] = ()
    backing_attacking: tuple[str, ...] = ()
    bluffs_defending: tuple[str, ...] = ()
    bluffs_attacking: tuple[str, ...] = ()
    flipped_defending: tuple[str, ...] = ()
    flipped_attacking: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards that lie open in it."""
        return (
            *self.backing_defending,
            *self.backing_attacking,
            *self.bluffs_defending,
            *self.bluffs_attacking,
            *self.flipped_defending,
            *self.flipped_attacking,
        )


@dataclass(frozen=True, slots=True)
class Core:
    """Transports that have just moved to the Sector Core may use it."""

    player: PlayerId
    ships: int


@dataclass(frozen=True, slots=True)
class Leftover:
    """A card that is performed and then discarded."""

    player: PlayerId
    card: str
    performed: bool = False


Frame = Work | Command | Battle | Core | Leftover


@dataclass(frozen=True, slots=True)
class Attack:
    """A battle to come."""

    gate: str
    ships: int
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.gate}:{self.ships}:{'+'.join(self.cells)}"


def attack(text: str) -> Attack:
    """
    >>> attack("1.5:2:1")
    Attack(gate='1.5', ships=2, cells=('1',))
    """
    gate, ships, cells = text.split(":")
    return Attack(gate, int(ships), tuple(cell for cell in cells.split("+") if cell))


def cards_in(frame: Frame) -> tuple[str, ...]:
    """Cards that are nowhere else while it lasts."""
    match frame:
        case Work(shown=shown) if shown:
            return (shown,)
        case Battle():
            return frame.cards
        case Leftover(card=card):
            return (card,)
    return ()
