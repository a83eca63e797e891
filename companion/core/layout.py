"""All places of a board, in millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.pieces import DIE


class SlotKind(Enum):
    """What a slot holds."""

    DIE = "die"
    """One die, or nothing."""
    REGION = "region"
    """Any number of pieces."""
    ROLLING = "rolling"
    """Dice being thrown, anywhere in it."""
    DISC = "disc"
    """A round disc that is turned by eighths; `w_mm` is its diameter. Discs with one middle lie on
    one another, the smallest on top."""


@dataclass(frozen=True, slots=True)
class Form:
    """What pieces of a kind look like: their foot is `size_mm` wide, round or square.

    They are `height_mm` tall, and their top is `taper` times as wide as their foot. `lies` are
    those that may also lie on their side, `stack` is how many may stand upon one another. A
    `model` has an `outline`, its silhouette from the side: x to the right of the middle of its
    foot and height, mm. What is `round` is turned about that middle (and x is never negative);
    everything else is a plate, `size_mm` thick.
    """

    kind: str
    size_mm: float
    height_mm: float
    round: bool
    taper: float
    colours: tuple[str, ...]
    lies: bool = False
    stack: int = 1
    outline: tuple[tuple[float, float], ...] = ()

    @property
    def model(self) -> bool:
        """Whether it is told by its silhouette, and not as a plain block is."""
        return self.lies or self.stack > 1 or bool(self.outline)


@dataclass(frozen=True, slots=True)
class Symbols:
    """Alike symbols in a row on a card, 1 to `most` of them from the first place on.

    `x_mm`, `y_mm` is the middle of the first place from the card's top left, `dx_mm`, `dy_mm` the
    step to the next, `size_mm` the side of the square that a symbol fills.
    """

    x_mm: float
    y_mm: float
    dx_mm: float
    dy_mm: float
    size_mm: float
    most: int


@dataclass(frozen=True, slots=True)
class CardForm:
    """What cards of a kind look like as they are read upright, whatever is printed on them.

    Their edge is of one of `colours`, `border_mm` wide, if there are any; `corner_mm` is the
    radius of their corners. `symbols` count something, if there are any.
    """

    kind: str
    w_mm: float
    h_mm: float
    corner_mm: float
    border_mm: float
    colours: tuple[str, ...]
    symbols: Symbols | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A named place: centre and size in board millimetres, origin at the board's top left.

    `holds` names the kind of pieces, dice aside, that are looked for there; empty for none.
    `also_holds` names further kinds that are told from it by their silhouettes. `value` is what a
    marker there says: the number of its place on a track. `lying` tells that what can lie on its
    side does so there, `pile` that cards there cover one another: only the uppermost are told.
    """

    id: SlotId
    area: AreaId
    kind: SlotKind
    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float
    holds: str = ""
    also_holds: tuple[str, ...] = ()
    value: int | None = None
    lying: bool = False
    pile: bool = False

    @property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces that are looked for there; none where dice are thrown."""
        if self.kind is SlotKind.DIE:
            return (DIE,)
        return tuple(PieceKind(kind) for kind in (self.holds, *self.also_holds) if kind)


@dataclass(frozen=True, slots=True)
class Area:
    """A named group of slots with the box drawn round it (left, top, width, height, mm)."""

    id: AreaId
    label: str
    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A printed ArUco tag (DICT_4X4_50): its centre and edge length on the board, mm."""

    id: int
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A board: its size in millimetres, areas, slots by id and tags.

    `beside` are places beside the board, by name: decks, displays, the supply, the box. `forms`
    tells what pieces look like, by kind, `cards` what cards do. `art` is a picture of the board up
    to its edges, by which it is found where it has no tags.
    """

    width_mm: float
    height_mm: float
    areas: Mapping[AreaId, Area]
    slots: Mapping[SlotId, Slot]
    tags: tuple[Tag, ...] = ()
    beside: Mapping[AreaId, str] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    art: Path | None = None
    cards: Mapping[str, CardForm] = field(default_factory=dict)

    @property
    def has_models(self) -> bool:
        """Whether places hold pieces that are told by what they hide of the bare board."""
        for slot in self.slots.values():
            forms = [self.forms[kind] for kind in slot.kinds if kind in self.forms]
            if len(forms) > 1 or any(form.model for form in forms):
                return True
        return False

    def in_area(self, area: AreaId) -> tuple[Slot, ...]:
        """Slots of an area, in the order of the file."""
        return tuple(slot for slot in self.slots.values() if slot.area == area)


NO_BOARD = Layout(0.0, 0.0, {}, {})
"""For a game that is played on no board."""
