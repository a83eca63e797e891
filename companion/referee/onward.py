"""What can be done legally next, and whether some of it has been done already."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.core.expected import (
    Exactly,
    Expectation,
    Expected,
    OneOf,
    Unchecked,
    should_lie,
)
from companion.core.ids import AreaId, PieceKind
from companion.core.pieces import DIE, FACE_DOWN, Piece, SeenPiece, in_order
from companion.referee.claims import Claims, hidden_kinds
from companion.referee.difference import AreaDifference, differences
from companion.referee.snapshot import Flag
from companion.referee.throw import likeliest
from companion.rules.engine import play
from companion.rules.game import AnyGame
from companion.rules.ruling import Rejected


@dataclass(frozen=True, slots=True)
class Next:
    """A position that a legal action leads to, what should lie there then, the dice placed, and
    what sort of action it is."""

    state: object
    expected: Expected
    dice: Counter[int]
    verb: str


class Legal:
    """What can be done legally in a position: worked out once, when it is asked for."""

    def __init__(self, game: AnyGame, state: object) -> None:
        self.game, self.state = game, state

    @cached_property
    def expected(self) -> Expected:
        """What should lie there now."""
        return self.game.expected(self.state)

    @cached_property
    def nexts(self) -> tuple[Next, ...]:
        """Where each legal action leads."""
        game, found = self.game, []
        for action in game.legal_actions(self.state):
            step = play(game, self.state, action)
            if not isinstance(step, Rejected):
                dice = Counter(game.action_view(self.state, action).dice)
                verb = _verb(game.write_action(action))
                found.append(Next(step.state, game.expected(step.state), dice, verb))
        return tuple(found)

    def puts_on(self, area: AreaId) -> bool:
        """Whether any action puts a piece there."""
        lies = plain(should_lie(self.expected.get(area, Unchecked())))
        contents = (step.expected.get(area, Unchecked()) for step in self.nexts)
        return any(plain(should_lie(new)) - lies for new in contents)


def is_part_of_a_legal_set(legal: Legal, area: AreaId, added: tuple[Piece, ...]) -> bool:
    """Whether the pieces may be the beginning of a set that is set down one by one."""
    expectation = legal.expected.get(area)
    before = plain(expectation.pieces) if isinstance(expectation, Exactly) else Counter()
    for step in legal.nexts:
        for after in _contents(step.expected.get(area, Unchecked())):
            if _are_among(added, plain(after) - before):
                return True
    return False


def _are_among(added: tuple[Piece, ...], more: Counter[Piece]) -> bool:
    """Whether all these are there; a card that was not told may be any that lies open."""
    known = [piece for piece in added if not is_untold(piece)]
    rest = more - Counter(known)
    untold = sum(piece.face not in (None, FACE_DOWN) for piece in rest.elements())
    return not Counter(known) - more and len(added) - len(known) <= untold


def is_untold(piece: Piece) -> bool:
    """Whether it is a card of which nothing is told but that it lies there."""
    return piece.kind != DIE and piece.face is None and piece.colour is None


def _contents(expectation: Expectation) -> tuple[tuple[Piece, ...], ...]:
    match expectation:
        case Exactly(pieces):
            return (pieces,)
        case OneOf(options):
            return options
    return ()


def plain(pieces: tuple[Piece, ...]) -> Counter[Piece]:
    """Pieces as a camera sees them: without the words people have for them."""
    return Counter(replace(piece, name="") for piece in pieces)


def as_piece(seen: SeenPiece) -> Piece:
    """What a claim most probably is."""
    value = likeliest(seen) if seen.kind == DIE else seen.value
    return Piece(seen.kind, seen.colour, value, face=seen.face)


def as_seen(piece: Piece) -> SeenPiece:
    """A piece as a camera that is sure of it would claim it."""
    return SeenPiece(piece.kind, piece.colour, piece.value, 1.0, face=piece.face)


def is_behind(game: AnyGame, state: object, found: Mapping[AreaId, AreaDifference]) -> bool:
    """Whether somewhere lies what a legal action puts there, though it cannot be told which."""
    legal = Legal(game, state)
    return any(
        is_part_of_a_legal_set(legal, area, in_order(map(as_piece, part.extra)))
        for area, part in found.items()
    )


def has_gone_far(game: AnyGame, state: object, expected: Expected, seen: Claims) -> bool:
    """Whether a piece lies where no single action puts it and one is gone elsewhere: it was moved
    in two steps while nobody could look."""
    parts = differences(expected, seen)
    gone = {(p.kind, p.colour) for part in parts.values() for p in part.missing if p.colour}
    for area, part in parts.items():
        added = in_order(map(as_piece, part.extra))
        moved = any(p.kind != DIE and (p.kind, p.colour) in gone for p in added)
        if moved and game.attempt(state, area, added) is None:
            return True
    return False


def may_be_covered(game: AnyGame, state: object, areas: Iterable[AreaId], seen: Claims) -> bool:
    """Whether what lies on top of one of these piles may have come after what may be put there."""
    legal = Legal(game, state)
    return any(seen[area].covered and legal.puts_on(area) for area in areas)


def may_be_hidden(game: AnyGame, state: object, seen: Claims) -> bool:
    """Whether a choice that is open puts a piece where places were not seen, or a card not told."""
    legal, hidden = Legal(game, state), {**_untold_piles(seen), **hidden_kinds(game.layout, seen)}
    for step in legal.nexts if hidden else ():
        for area, kinds in hidden.items():
            old, new = legal.expected.get(area, Unchecked()), step.expected.get(area, Unchecked())
            more = Counter(should_lie(new)) - Counter(should_lie(old)) if old != new else Counter()
            if any(piece.kind in kinds for piece in more):
                return True
    return False


def _untold_piles(seen: Claims) -> dict[AreaId, frozenset[PieceKind]]:
    """Piles of which the uppermost card is not told: it may have come there just now."""
    return {
        area: claim.covered
        for area, claim in seen.items()
        if claim.covered and any(is_untold(as_piece(piece)) for piece in claim.pieces)
    }


def in_season(game: AnyGame, state: object, flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    """Flags about what may be done now, only not so: those of another verb may come later."""
    verbs = _verbs(game, state)
    return tuple(flag for flag in flags if flag.action and _verb(flag.action) in verbs)


def not_early(game: AnyGame, state: object, flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    """Flags but those about actions of another verb than may be done now: they may come later."""
    verbs = _verbs(game, state)
    return tuple(flag for flag in flags if not flag.action or _verb(flag.action) in verbs)


def _verbs(game: AnyGame, state: object) -> frozenset[str]:
    """What sorts of actions may be done now."""
    return frozenset(_verb(game.write_action(each)) for each in game.legal_actions(state))


def _verb(text: str) -> str:
    return text.split()[1]
