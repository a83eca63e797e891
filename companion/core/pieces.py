"""Pieces: what the rules say lies somewhere, and what a camera claims to see there."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.core.ids import PieceKind
from companion.core.phrases import phrase

DIE = PieceKind("die")

FACE_DOWN = "down"
"""The `face` of a card that lies face-down."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as the rules know it.

    `None` is a property that the piece does not have, or that does not matter: a die that may show
    any face. So pieces are not compared as they are: `in_order` sorts them.
    `name` is what people call a piece that has words on it, a card that lies open.
    `face` is what a card shows: its id in the game's data, or `FACE_DOWN`.
    """

    kind: PieceKind
    colour: str | None = None
    value: int | None = None
    name: str = ""
    face: str | None = None


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces by kind, colour and value, those without one first: the same ones always alike.

    >>> [die.colour for die in in_order([Piece(DIE, "red", 3), Piece(DIE, None, 5)])]
    [None, 'red']
    """
    return tuple(sorted(pieces, key=_order))


def _order(piece: Piece) -> tuple[str, str, int, str, str]:
    return piece.kind, piece.colour or "", piece.value or 0, piece.name, piece.face or ""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece as a camera claims it.

    `confidence` is the probability that kind, colour and value are all right. `values` holds the
    probabilities of the faces 1 to 6 of a die (empty for other pieces). Coordinates are the
    centre, in board millimetres, or in image pixels when there is no board. `face` is the id of
    the card that is told, or `FACE_DOWN`; `lying` tells whether a ship lies rather than stands.
    Both are `None` where that is not told.
    """

    kind: PieceKind
    colour: str | None
    value: int | None
    confidence: float
    values: tuple[float, ...] = ()
    x: float = 0.0
    y: float = 0.0
    face: str | None = None
    lying: bool | None = None


def piece_words(piece: Piece) -> str:
    """
    >>> piece_words(Piece(DIE, "red", 3)), piece_words(Piece(PieceKind("cube")))
    ('red die 3', 'cube')
    >>> piece_words(Piece(PieceKind("card"), name="Booster Pod"))
    'Booster Pod'
    """
    if piece.name:
        return piece.name
    words: str = phrase(piece.kind)
    if piece.colour is not None:
        colour = phrase(piece.colour.replace("_", " "))
        words = phrase("{colour} {piece}", colour=colour, piece=words)
    if piece.value is not None:
        words = phrase("{piece} {value}", piece=words, value=piece.value)
    return words


@lru_cache(maxsize=256)
def coloured_die(colour: str | None, value: int | None) -> str:
    """
    >>> coloured_die("red", 3), coloured_die(None, 3), coloured_die("red", None)
    ('red 3', '3', 'red')
    """
    if colour is None:
        return "" if value is None else str(value)
    said = phrase(colour)
    return said if value is None else phrase("{colour} {value}", colour=said, value=value)
