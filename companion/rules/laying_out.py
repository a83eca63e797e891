"""How to lay a table out again: every place with the pieces that belong there, in words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.expected import should_lie
from companion.core.ids import AreaId
from companion.core.phrases import phrase
from companion.core.pieces import Piece, piece_words
from companion.rules.game import AnyGame


@dataclass(frozen=True, slots=True)
class Spread:
    """A place with its pieces in words: `2 x red die 3`."""

    area: AreaId
    label: str
    pieces: tuple[str, ...]


def laid_out(game: AnyGame, state: object) -> tuple[Spread, ...]:
    """Places in the order of the layout, then those beside the board; empty ones left out."""
    return tuple(_spreads(game, state))


def _spreads(game: AnyGame, state: object) -> Iterator[Spread]:
    labels = {area.id: area.label for area in game.layout.areas.values()}
    expected = game.expected(state)
    for area, label in {**labels, **game.layout.beside}.items():
        pieces = should_lie(expected[area]) if area in expected else ()
        if pieces:
            counted = Counter(pieces).items()
            yield Spread(area, label, tuple(_words(piece, count) for piece, count in counted))


def _words(piece: Piece, count: int) -> str:
    """
    >>> from companion.core.pieces import DIE
    >>> _words(Piece(DIE, "red", 3), 2)
    '2 x red die 3'
    """
    words = piece_words(piece)
    return words if count == 1 else phrase("{n} x {piece}", n=count, piece=words)
