"""What a game shows of itself. The page draws any game from this and knows none by name."""

from dataclasses import dataclass

from companion.core.ids import PieceKind, PlayerId, SlotId
from companion.core.phrases import phrase


@dataclass(frozen=True, slots=True)
class ViewPiece:
    """A piece to draw; `slot` is `None` for one in a player's hand.

    `label` is all of it in words, for who does not see the picture: `white cube`.
    """

    kind: PieceKind
    colour: str | None
    value: int | None
    slot: SlotId | None
    player: PlayerId | None
    label: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number a player has, such as fuel. `id` is what `Game.adjust` takes, if `adjustable`."""

    id: str
    label: str
    amount: int
    adjustable: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """What lies before one player: numbers, dice rolled and not yet placed, cards face-up."""

    player: PlayerId
    quantities: tuple[Quantity, ...]
    hand: tuple[ViewPiece, ...]
    note: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """Cards that lie on the table for everybody, by name."""

    title: str
    cards: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars to draw, for example how often each face came up."""

    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[PlayerId, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class View:
    """One position as the page shows it; `headline` says in words what is expected now."""

    headline: str
    turn: PlayerId | None
    pieces: tuple[ViewPiece, ...]
    panels: tuple[Panel, ...]
    charts: tuple[Chart, ...] = ()
    shelves: tuple[Shelf, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionView:
    """A legal action as a button: notation, words, the dice it uses and the places it touches.

    `dice` are the values of the unplaced dice it uses. `slots` are the ports it may take, so that
    a chosen die lights its legal places. `kind` is what many actions are sorted by, in words.
    """

    text: str
    label: str
    dice: tuple[int, ...] = ()
    slots: tuple[SlotId, ...] = ()
    kind: str = ""


def kind_of(text: str) -> str:
    """The verb of an action in notation, for people.

    >>> kind_of("red: end_turn")
    'End turn'
    """
    return phrase(text.split()[1].replace("_", " ").capitalize())
