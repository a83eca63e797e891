"""What should lie on the table, by the rules: every piece of the game is somewhere.

So a camera can be compared with it, and people can lay the table out again on another evening.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.ids import AreaId
from companion.core.pieces import Piece


@dataclass(frozen=True, slots=True)
class Exactly:
    """These pieces and no others, in any slots of the area; sorted.

    `top` is the uppermost of a pile, where that is known.
    """

    pieces: tuple[Piece, ...] = ()
    top: Piece | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several contents; the first is all that should lie there."""

    options: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """These pieces, perhaps among others."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Anything may be seen: heaps, hands, dice being thrown.

    `pieces` should lie there, but are not compared with anything: so this equals any other.
    """

    pieces: tuple[Piece, ...] = field(default=(), compare=False)


Expectation = Exactly | OneOf | AtLeast | Unchecked
Expected = Mapping[AreaId, Expectation]


def should_lie(expectation: Expectation) -> tuple[Piece, ...]:
    """What somebody who lays the table out puts there."""
    return expectation.options[0] if isinstance(expectation, OneOf) else expectation.pieces
