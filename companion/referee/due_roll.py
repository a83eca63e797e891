"""A roll that is due: whether what lies there is it, and what to ask where that is in doubt."""

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

from companion.core.expected import Expectation, Expected, Unchecked, should_lie
from companion.core.ids import AreaId
from companion.core.observation import Observation, Seen
from companion.core.phrases import many, phrase
from companion.core.pieces import DIE, SeenPiece
from companion.referee.behind import to_place
from companion.referee.claims import AreaClaim, Claims
from companion.referee.difference import (
    PALE_SHADE,
    AreaDifference,
    face_probability,
    match_docked,
    shade,
)
from companion.referee.question import Asked
from companion.referee.snapshot import Question, QuestionOption, ReadDie
from companion.referee.throw import FEWEST_NAMED, likeliest
from companion.rules.engine import play
from companion.rules.game import AnyGame, Chance
from companion.rules.ruling import Rejected

LIKELY_ROLL = 0.5
"""Probability that all dice of a roll are read right, from which on one in doubt need not be asked
about at once: likelier right than wrong, it is shown as unsure, and where it is placed tells more.
"""

BOOK_ROLL = "book"
IGNORE = "ignore"


def apart_from_roll(
    chance: Chance,
    found: Mapping[AreaId, AreaDifference],
    free_dice: Seen,
    thrown_since: bool,
) -> tuple[dict[AreaId, AreaDifference], tuple[SeenPiece, ...]]:
    """Without the dice of a roll that was made and is not booked, and these: first it is to be
    known what was rolled."""
    due = {shade(colour) for colour in chance.dice or ()}
    may_be_due = due | {PALE_SHADE, None}  # glare takes the colour off one in twenty
    if not (thrown_since or any(shade(die.colour) in may_be_due for die in free_dice or ())):
        return dict(found), ()
    docked = tuple(d for part in found.values() for d in part.extra if _is_of(d, due))
    return {
        area: replace(part, extra=tuple(d for d in part.extra if not _is_of(d, due)))
        for area, part in found.items()
    }, docked


def are_all_docked(chance: Chance, found: Mapping[AreaId, AreaDifference], free_dice: Seen) -> bool:
    """Whether as many dice as are due lie docked where they should not, and none is thrown."""
    due = {shade(colour) for colour in chance.dice or ()}
    docked = sum(_is_of(piece, due) for part in found.values() for piece in part.extra)
    return free_dice == () and FEWEST_NAMED <= docked == len(chance.dice or ())


def _is_of(piece: SeenPiece, shades: Collection[str | None]) -> bool:
    """Whether it is a die of one of the shades."""
    return piece.kind == DIE and shade(piece.colour) in shades


def unsure_roll(chance: Chance, dice: tuple[SeenPiece, ...], picture: str | None) -> Asked:
    """The question for a roll of which a die is in doubt."""
    words = phrase("I am not sure of every die. Is this the roll?")
    return _ask_roll(chance, dice, words, picture)


def unseen_roll(chance: Chance, docked: tuple[SeenPiece, ...], picture: str | None) -> Asked:
    """The question for a roll that nobody saw, of which all dice lie docked."""
    words = phrase("I did not see the roll. Is this what was rolled?")
    return _ask_roll(chance, docked, words, picture)


def uncertain_roll(
    chance: Chance, observation: Observation, docked: tuple[SeenPiece, ...]
) -> Asked | None:
    """The question for a roll that is due when other dice lie there than are rolled.

    Some may have been docked already.
    """
    if not observation.free_dice or chance.dice is None:
        return None
    seen = (*observation.free_dice, *docked)
    counted, due = len(seen), len(chance.dice)
    if counted == due:
        words = phrase("They are not of the colours that are rolled. Is this the roll?")
    else:
        words = many(
            counted,
            "I count {n} die, {due} are rolled. What was rolled?",
            "I count {n} dice, {due} are rolled. What was rolled?",
            due=due,
        )
    asked = _ask_roll(chance, (seen + seen[-1:] * due)[:due], words, observation.picture)
    return replace(asked, counted=counted)


def _ask_roll(
    chance: Chance, dice: tuple[SeenPiece, ...], words: str, picture: str | None
) -> Asked:
    options = (
        QuestionOption(BOOK_ROLL, phrase("Book these dice")),
        QuestionOption(IGNORE, phrase("Not a roll")),
    )
    question = Question("roll", chance.player, words, options, read_dice(dice), picture)
    return Asked(question, counted=len(dice))


def is_late(chance: Chance, expected: Expected, seen: Claims, observation: Observation) -> bool:
    """Whether dice that are due may still lie docked where nothing is seen, the others just thrown.

    They are waited for until the scene comes to rest again.
    """
    if observation.rest > observation.throw or chance.dice is None:
        return False
    due = {shade(colour) for colour in chance.dice}
    unseen = (
        match_docked(should_lie(expected.get(area, Unchecked())), claim).difference.hidden
        for area, claim in seen.items()
        if claim.unseen
    )
    docked = sum(shade(piece.colour) in due for pieces in unseen for piece in pieces)
    return 0 < len(chance.dice) - len(observation.free_dice or ()) <= docked


def is_gathered(
    game: AnyGame,
    state: object,
    chance: Chance,
    seen: Claims,
) -> bool:
    """Whether the dice that are due have left the board, whatever they show."""
    faces = (1,) * len(chance.dice) if chance.dice else (1,)
    step = play(game, state, game.chance_action(state, faces))
    if isinstance(step, Rejected):
        return False
    before, after = game.expected(state), game.expected(step.state)
    due = {shade(colour) for colour in chance.dice or ()}
    return not any(
        _strangers(after[area], claim, due) > _strangers(before[area], claim, due)
        for area, claim in seen.items()
        if area in before and area in after
    )


def _strangers(expectation: Expectation, claim: AreaClaim, shades: Collection[str | None]) -> int:
    """Dice of some shades that should not lie there."""
    extra = match_docked(should_lie(expectation), claim).difference.extra
    return sum(_is_of(piece, shades) for piece in extra)


def may_book(game: AnyGame, rolled: object, dice: tuple[SeenPiece, ...]) -> bool:
    """Whether a roll is sure, or likely while its dice are to be placed, which will tell."""
    if all(die.value is not None for die in dice):
        return True
    right = math.prod(face_probability(die, likeliest(die)) for die in dice)
    return right >= LIKELY_ROLL and bool(to_place(game, rolled))


def read_dice(dice: tuple[SeenPiece, ...]) -> tuple[ReadDie, ...]:
    """Dice as the page shows them: the likeliest face, marked when the reader was unsure."""
    return tuple(
        ReadDie(likeliest(die), die.colour, round(die.confidence, 3), die.value is None)
        for die in dice
    )
