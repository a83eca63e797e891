"""What should lie on the table, by the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import AreaId
from companion.core.pieces import Piece


@dataclass(frozen=True, slots=True)
class Exactly:
    """These pieces and no others, in any slots of the area; sorted."""

    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several contents."""

    options: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """These pieces, perhaps among others."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Anything: heaps, hands, dice being thrown."""


Expectation = Exactly | OneOf | AtLeast | Unchecked
Expected = Mapping[AreaId, Expectation]
