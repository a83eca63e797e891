"""Where pieces were seen that the position has elsewhere, while it is behind: they came by there.

A ship that was seen on one gate and now is on the next has gone two ways, though one may lead
there, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.core.expected import Expected, Unchecked, should_lie
from companion.core.ids import AreaId
from companion.core.pieces import Piece
from companion.referee.claims import Claims
from companion.referee.difference import AreaDifference, differences
from companion.referee.onward import as_piece, is_untold, plain
from companion.rules.engine import play
from companion.rules.game import AnyGame
from companion.rules.ruling import Rejected

Extras = Mapping[AreaId, tuple[Piece, ...]]
"""Pieces by area that are seen there and should not be."""


def extras_of(
    parts: Mapping[AreaId, AreaDifference], claims: Claims
) -> dict[AreaId, tuple[Piece, ...]]:
    """Pieces that are too much; of those on a pile only the newest is seen, so these are not."""
    return {
        area: tuple(map(as_piece, part.extra))
        for area, part in parts.items()
        if part.extra and not claims[area].covered
    }


def longer(trail: Extras, extras: Extras) -> Extras:
    """Both together; twice the same piece in an area is one."""
    areas = {*trail, *extras}
    return {a: _all(Counter(trail.get(a, ())) | Counter(extras.get(a, ()))) for a in areas}


def comes_by(
    game: AnyGame, state: object, texts: Sequence[str], trail: Extras, claims: Claims
) -> bool:
    """Whether the actions lead pieces through all places where they were seen and are no longer."""
    expected = game.expected(state)
    extras = extras_of(differences(expected, claims), claims)
    left = {a: Counter(trail[a]) - Counter(extras.get(a, ())) for a in trail}
    if not any(left.values()):
        return True
    passed = list(_positions(game, state, texts))
    return all(
        any(_lying(there, area)[piece] > _lying(expected, area)[piece] for there in passed)
        for area, pieces in left.items()
        for piece in pieces
        if not is_untold(piece)
    )


def _positions(game: AnyGame, state: object, texts: Sequence[str]) -> Iterator[Expected]:
    """What should lie there after each action."""
    for text in texts:
        step = play(game, state, game.read_action(text))
        assert not isinstance(step, Rejected), "explanations are made of legal actions"
        state = step.state
        yield game.expected(state)


def _lying(expected: Expected, area: AreaId) -> Counter[Piece]:
    return plain(should_lie(expected.get(area, Unchecked())))


def _all(pieces: Counter[Piece]) -> tuple[Piece, ...]:
    return tuple(pieces.elements())
