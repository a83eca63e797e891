"""Dice that were placed unseen: the table is behind, and what others do now is not out of turn."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.expected import should_lie
from companion.core.ids import AreaId
from companion.core.layout import SlotKind
from companion.core.observation import Seen
from companion.core.phrases import listed, phrase
from companion.core.pieces import DIE, Piece, SeenPiece, coloured_die
from companion.referee.claims import AreaClaim, Claims
from companion.referee.colours import PALE
from companion.referee.difference import (
    TOLERANCE,
    UNKNOWN_COLOUR_COST,
    AreaDifference,
    face_cost,
    match,
    pair_cost,
    shade,
)
from companion.referee.question import Asked
from companion.referee.snapshot import Flag, Question, QuestionOption
from companion.rules.game import AnyGame

MOST_PLACES = 6
"""Places offered in one question: more do not fit a phone."""


NOTHING_SEEN: Claims = MappingProxyType({})
TRAY = AreaId("tray")
"""Where dice lie that were thrown, beside the areas in which something is too much."""


@dataclass(frozen=True, slots=True)
class Astray:
    """Rolled dice still to be placed by the rules that are `nowhere`: neither among the thrown
    ones nor where something is too much.

    `found` is what differs, dice named by whose they must be. While others of the roll are
    `waiting` where they were thrown the turn is not over; `strangers` lie there, too.
    """

    nowhere: tuple[Piece, ...]
    found: dict[AreaId, AreaDifference]
    waiting: bool
    strangers: tuple[SeenPiece, ...]


def astray(
    game: AnyGame,
    state: object,
    free_dice: Seen,
    found: Mapping[AreaId, AreaDifference],
    seen: Claims,
) -> Astray:
    """Look for the dice still to be placed; none is nowhere where nobody sees what was thrown."""
    hand = to_place(game, state) if free_dice is not None else ()
    thrown = match(hand, free_dice or ()).difference
    lost = thrown.missing
    named = renamed({**found, TRAY: AreaDifference((), thrown.extra)}, lost, seen)
    extra = tuple(die for part in named.values() for die in part.extra if die.kind == DIE)
    nowhere = match(lost, extra).difference.missing
    strangers = named.pop(TRAY, AreaDifference((), ())).extra
    return Astray(nowhere, named, len(lost) < len(hand), strangers)


def to_place(game: AnyGame, state: object) -> tuple[Piece, ...]:
    """Dice that have been rolled and not yet placed, by the rules."""
    if game.chance(state) is not None:
        return ()
    expected = game.expected(state)
    return tuple(
        piece
        for slot in game.layout.slots.values()
        if slot.kind is SlotKind.ROLLING and slot.area in expected
        for piece in should_lie(expected[slot.area])
        if piece.kind == DIE
    )


def renamed(
    found: Mapping[AreaId, AreaDifference], lost: Sequence[Piece], seen: Claims = NOTHING_SEEN
) -> dict[AreaId, AreaDifference]:
    """Extra dice of a colour of which none is missing, taken for those of the same face that are.

    A die of another player does not come from nowhere, and a lost one, or one that is gone from
    where it was docked, went somewhere: not where dice of several players could be that one. One
    that should lie in the same place, or does where a slot is not seen, is just misnamed. Where a
    lost one is `seen` among those that lie there, it is that one that is too much.
    """
    missing = [die for part in found.values() for die in part.missing if die.kind == DIE]
    gone = _not_thrown(missing, found[TRAY].extra if TRAY in found else ())
    thrown, docked = ({shade(die.colour) for die in (*dice, *lost)} for dice in (missing, gone))
    left = list(lost)
    named = {}
    for area, part in found.items():
        lie = seen.get(area, AreaClaim()).pieces
        named[area] = _named(part, lie, thrown if area == TRAY else docked, left, gone)
    return {area: part for area, part in named.items() if part.missing or part.extra}


def _named(
    part: AreaDifference,
    lie: Sequence[SeenPiece],
    kept: Collection[str | None],
    left: list[Piece],
    gone: list[Piece],
) -> AreaDifference:
    """The dice of one place, but those of colours that are `kept`; what is taken is used up.

    All that `lie` there may be what is left of the roll.
    """
    there = [*(die for die in part.missing if die.kind == DIE), *part.hidden]
    lying, extra = list(there), []
    for die in part.extra:
        known = die.kind != DIE or shade(die.colour) in kept
        pools = () if known else (left, lying, gone)
        pool, same = next(((p, one) for p in pools if (one := _same(die, p))), (None, None))
        if pool is not None and same is not None:
            pool.remove(same)
        if pool is not lying:
            other = die if known or same is not None else _one_of(left, lie) or die
            extra.append(other if same is None else replace(die, colour=same.colour))
    missing = Counter(part.missing) - (Counter(there) - Counter(lying))
    return replace(part, missing=tuple(missing.elements()), extra=tuple(extra))


def _not_thrown(gone: Sequence[Piece], thrown: Sequence[SeenPiece]) -> list[Piece]:
    """Docked dice that are gone, but those gathered for the next roll: they lie thrown."""
    left = list(gone)
    for die in sorted(thrown, key=lambda die: die.colour is None):
        same = next((piece for piece in left if die.colour in (None, piece.colour)), None)
        if same is not None:
            left.remove(same)
    return left


def _one_of(dice: Sequence[Piece], lie: Sequence[SeenPiece]) -> SeenPiece | None:
    """The first that lies there and is one of the dice, in colour and face."""
    return next(
        (one for one in lie for die in dice if pair_cost(die, one) < UNKNOWN_COLOUR_COST), None
    )


def _same(die: SeenPiece, dice: Sequence[Piece]) -> Piece | None:
    """The first that shows what is seen, if all that do are one player's."""
    fitting = [piece for piece in dice if face_cost(piece, die) < TOLERANCE]
    return fitting[0] if len({piece.colour for piece in fitting}) == 1 else None


def moved_dice(
    game: AnyGame, state: object, found: Mapping[AreaId, AreaDifference]
) -> tuple[Piece, ...]:
    """Docked dice, of whoever still has some to place, that are gone: nobody gathers them yet.

    Where there are none, the only one that is gone of another player: those gather all at once.
    """
    own = {die.colour for die in to_place(game, state)}
    gone = [die for part in found.values() for die in part.missing if die.kind == DIE]
    others = [die for die in gone if die.colour not in own] if own else []
    mine = tuple(die for die in gone if die.value is not None and die.colour in own)
    return mine or tuple(others if len(others) == 1 else ())


def of_these(flags: Sequence[Flag], dice: tuple[Piece, ...]) -> tuple[Flag, ...]:
    """Flags about pieces of the colours of these dice, if there are any; else all."""
    colours = {die.colour for die in dice}
    return tuple(
        flag
        for flag in flags
        if not dice or any(piece.split()[0] in colours for piece in flag.pieces)
    )


def ask_where(game: AnyGame, state: object, astray: Astray, picture: str | None) -> Asked | None:
    """Once only somebody else's dice lie there, ask where the first of those unseen was placed."""
    dice, strangers = astray.nowhere, astray.strangers
    own = {None, *PALE, *(die.colour for die in dice)}
    if astray.waiting or not strangers or any(die.colour in own for die in strangers):
        return None
    values = [die.value for die in dice]
    options: list[QuestionOption] = []
    books: dict[str, tuple[str, ...]] = {}
    for action in game.legal_actions(state):
        view = game.action_view(state, action)
        if view.dice and all(view.dice.count(v) <= values.count(v) for v in view.dice):
            name = f"{len(options) + 1}"
            options.append(QuestionOption(name, view.label))
            books[name] = (view.text,)
    if not options:
        return None
    words = listed([coloured_die(die.colour, die.value) for die in dice])
    player = game.player_of(game.legal_actions(state)[0])
    prompt = phrase("I do not see where {dice} went. What was done?", dice=words)
    question = Question("where", player, prompt, tuple(options[:MOST_PLACES]), picture=picture)
    return Asked(question, books)
