"""What lies where on the table by the rules: the position as pieces in areas."""

from collections import Counter
from collections.abc import Mapping

from companion.core.expected import Exactly, Unchecked, should_lie
from companion.core.ids import AreaId, PieceKind
from companion.core.layout import Layout, SlotKind
from companion.core.pieces import DIE, Piece
from companion.rules.game import A, E, Game, S
from companion.rules.view import View

Lying = Mapping[AreaId, tuple[Piece, ...]]


def lying(game: Game[S, A, E], state: S, view: View | None = None) -> Lying:
    """Pieces by area, the rolling area left out: what must lie there, else what is shown there.

    Cards lie where they are looked for; a view may show them where others stand on them, too.
    `view` is that of everybody, if it is at hand.
    """
    found: dict[AreaId, list[Piece]] = {}
    for piece in (view or game.view(state, None)).pieces:
        slot = None if piece.slot is None else game.layout.slots.get(piece.slot)
        if slot is not None and (piece.kind not in game.layout.cards or piece.kind in slot.kinds):
            found.setdefault(slot.area, []).append(Piece(piece.kind, piece.colour, piece.value))
    areas = {area: tuple(pieces) for area, pieces in found.items()}
    for area, expectation in game.expected(state).items():
        if isinstance(expectation, Exactly):
            areas[area] = _piled(expectation)
    rolling = rolling_areas(game.layout)
    return {
        area: p for area, p in areas.items() if area in game.layout.areas and area not in rolling
    }


def _piled(expectation: Exactly) -> tuple[Piece, ...]:
    """The pieces, the uppermost of a pile last."""
    if expectation.top is None:
        return expectation.pieces
    below = list(expectation.pieces)
    below.remove(expectation.top)
    return (*below, expectation.top)


def alike(one: Lying, other: Lying) -> bool:
    """Whether the same pieces lie in each area; an area that is not named is empty."""
    areas = {*one, *other}
    return all(Counter(one.get(area, ())) == Counter(other.get(area, ())) for area in areas)


def rolled(game: Game[S, A, E], state: S) -> tuple[Piece, ...]:
    """Dice that were thrown and lie where they fell."""
    expected = game.expected(state)
    return tuple(
        piece
        for area in sorted(rolling_areas(game.layout))
        for piece in should_lie(expected.get(area, Unchecked()))
        if piece.kind == DIE and piece.value is not None
    )


def rolling_areas(layout: Layout) -> frozenset[AreaId]:
    """Areas in which dice are thrown."""
    return frozenset(s.area for s in layout.slots.values() if s.kind is SlotKind.ROLLING)


def looked_for(layout: Layout, area: AreaId) -> frozenset[PieceKind]:
    """Kinds of pieces that a camera looks for in an area."""
    return frozenset(kind for slot in layout.in_area(area) for kind in slot.kinds)
