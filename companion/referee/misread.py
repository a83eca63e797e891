"""Pieces that lie as they should and are read as others: for how long they are.

Where everything lies that should, but one piece reads otherwise, that reading is no news at the
next look either: neither a piece that was put there, nor a place that does not fit.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.core.expected import Exactly, Expected
from companion.core.ids import AreaId
from companion.core.pieces import DIE, Piece, SeenPiece
from companion.referee.claims import AreaClaim, Claims
from companion.referee.onward import as_piece, is_untold, plain

Misread = Mapping[AreaId, tuple[Piece, Piece]]
"""By area how a piece reads, and what it is."""


def newly_misread(known: Misread, expected: Expected, claims: Claims, *, fits: bool) -> Misread:
    """After a look: nothing new is learnt unless all else `fits`, as the ledger may be behind."""
    if not fits:
        return known
    found = {area: pair for area, pair in known.items() if area not in claims}
    for area in claims:
        pair = _otherwise(expected, area, claims[area])
        if pair is not None:
            found[area] = pair
    return found


def put_right(known: Misread, expected: Expected, claims: Claims) -> Claims:
    """What is claimed, a piece that reads as it did before taken for what it is, where that is
    still missing."""
    found = dict(claims)
    for area, (reads, lies) in known.items():
        there = expected.get(area)
        if area not in claims or not isinstance(there, Exactly):
            continue
        pieces = list(claims[area].pieces)
        read = [_read(one) for one in pieces]
        if reads in read and read.count(lies) < plain(there.pieces)[lies]:
            place = read.index(reads)
            pieces[place] = _as_seen(lies, pieces[place])
            found[area] = replace(claims[area], pieces=tuple(pieces))
    return found


def _otherwise(expected: Expected, area: AreaId, claim: AreaClaim) -> tuple[Piece, Piece] | None:
    """The one piece that reads otherwise, if there is just one, it was told, and not beside its
    own place on a track. Of dice only those that may show any face."""
    there = expected.get(area)
    if not isinstance(there, Exactly) or claim.covered:
        return None
    lying = claim.of_these(there.pieces)
    faces = any(piece.kind == DIE and piece.value is not None for piece in lying)
    lie = plain(tuple(piece for piece in lying if not (faces and piece.kind == DIE)))
    seen = Counter(_read(one) for one in claim.pieces if not (faces and one.kind == DIE))
    reads, lies = list((seen - lie).elements()), list((lie - seen).elements())
    if len(reads) != 1 or len(lies) != 1 or is_untold(reads[0]):
        return None
    same = reads[0].kind == lies[0].kind and reads[0].value == lies[0].value
    return (reads[0], lies[0]) if same else None


def _read(seen: SeenPiece) -> Piece:
    """What a claim most probably is; of a die nothing but the colour."""
    piece = as_piece(seen)
    return replace(piece, value=None) if piece.kind == DIE else piece


def _as_seen(piece: Piece, seen: SeenPiece) -> SeenPiece:
    value = seen.value if piece.kind == DIE else piece.value
    return replace(seen, colour=piece.colour, value=value, face=piece.face)
