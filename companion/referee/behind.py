"""Dice that were placed unseen: the table is behind, and what others do now is not out of turn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.expected import should_lie
from companion.core.ids import AreaId
from companion.core.layout import SlotKind
from companion.core.observation import Seen
from companion.core.phrases import listed, phrase
from companion.core.pieces import DIE, Piece, coloured_die
from companion.referee.colours import PALE
from companion.referee.difference import TOLERANCE, AreaDifference, face_cost, match, shade
from companion.referee.question import Asked
from companion.referee.snapshot import Flag, Question, QuestionOption
from companion.rules.game import AnyGame

MOST_PLACES = 6
"""Places offered in one question: more do not fit a phone."""


def unseen_dice(game: AnyGame, state: object, free_dice: Seen) -> tuple[Piece, ...]:
    """Rolled dice still to be placed by the rules that do not lie where they were thrown."""
    if free_dice is None:
        return ()
    return match(to_place(game, state), free_dice).difference.missing


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
    found: Mapping[AreaId, AreaDifference], lost: Sequence[Piece]
) -> dict[AreaId, AreaDifference]:
    """Extra dice of a colour of which none is missing, taken for lost ones of the same face.

    A die of another player does not come from nowhere, and the lost one went somewhere. One whose
    colour is not told may as well be a docked one that is gone, where only one player's can be.
    """
    elsewhere = {shade(die.colour) for part in found.values() for die in part.missing}
    kept, left = elsewhere | {shade(die.colour) for die in lost}, list(lost)
    gone = [die for part in found.values() for die in part.missing if die.kind == DIE]
    read: dict[AreaId, AreaDifference] = {}
    for area, part in found.items():
        extra = []
        for die in part.extra:
            same = left if die.kind == DIE else []
            own = [piece for piece in same if face_cost(piece, die) < TOLERANCE]
            if own and shade(die.colour) not in kept:
                left.remove(own[0])
                extra.append(replace(die, colour=own[0].colour))
            elif die.kind == DIE and die.colour is None:
                moved = {piece.colour for piece in gone if face_cost(piece, die) < TOLERANCE}
                extra.append(replace(die, colour=moved.pop() if len(moved) == 1 else None))
            else:
                extra.append(die)
        read[area] = replace(part, extra=tuple(extra))
    return read


def nowhere(lost: tuple[Piece, ...], found: Mapping[AreaId, AreaDifference]) -> tuple[Piece, ...]:
    """The lost dice without those that are found lying somewhere, if only against the rules."""
    extra = tuple(die for part in found.values() for die in part.extra if die.kind == DIE)
    return match(lost, extra).difference.missing


def moved_dice(
    game: AnyGame, state: object, found: Mapping[AreaId, AreaDifference]
) -> tuple[Piece, ...]:
    """Docked dice, of whoever still has some to place, that are gone: nobody gathers them yet."""
    own = {die.colour for die in to_place(game, state)}
    gone = (die for part in found.values() for die in part.missing if die.kind == DIE)
    return tuple(die for die in gone if die.value is not None and die.colour in own)


def of_these(flags: Sequence[Flag], dice: tuple[Piece, ...]) -> tuple[Flag, ...]:
    """Flags about pieces of the colours of these dice, if there are any; else all."""
    colours = {die.colour for die in dice}
    return tuple(
        flag
        for flag in flags
        if not dice or any(piece.split()[0] in colours for piece in flag.pieces)
    )


def ask_where(
    game: AnyGame, state: object, dice: tuple[Piece, ...], free_dice: Seen, picture: str | None
) -> Asked | None:
    """Once only somebody else's dice lie there, ask where the first of those unseen was placed."""
    own = {None, *PALE, *(die.colour for die in to_place(game, state))}
    if not dice or not free_dice or any(die.colour in own for die in free_dice):
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
