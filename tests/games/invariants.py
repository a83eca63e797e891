"""What must hold in every position of every game, whichever game it is."""

from collections import Counter
from collections.abc import Mapping

from companion.core.expected import Expected, should_lie
from companion.core.pieces import Piece


def pieces_lost_or_found(before: Expected, after: Expected) -> str:
    """In words, what kind of piece there is more or less of; empty when all are there.

    Where every piece of a kind has a colour, there must be as many of each colour, too.
    """
    problems = []
    first, then = _all_pieces(before), _all_pieces(after)
    for kind in {piece.kind for piece in (*first, *then)}:
        colours, later = (
            Counter({piece.colour: n for piece, n in pieces.items() if piece.kind == kind})
            for pieces in (first, then)
        )
        if colours.total() != later.total():
            problems.append(f"{colours.total()} {kind} have become {later.total()}")
        elif None not in {*colours, *later} and colours != later:
            problems.append(f"{kind}: {dict(colours)} have become {dict(later)}")
    return "; ".join(problems)


def _all_pieces(expected: Expected) -> Mapping[Piece, int]:
    """Every piece by kind and colour: what a die shows, or where a marker stands, may change."""
    return Counter(
        Piece(piece.kind, piece.colour)
        for expectation in expected.values()
        for piece in should_lie(expectation)
    )
