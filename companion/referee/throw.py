"""The thrown dice as the roll that is due."""

from dataclasses import replace

from companion.core.expected import Exactly, Expected
from companion.core.observation import Seen
from companion.core.pieces import DIE, SeenPiece
from companion.referee.claims import Claims
from companion.referee.colours import PALE
from companion.referee.difference import face_probability, match_docked, shade
from companion.rules.game import Chance

FEWEST_NAMED = 2
"""Dice of a roll in the right colour, of which one more is believed to be of it."""


def roll_of(chance: Chance, free_dice: Seen) -> tuple[SeenPiece, ...] | None:
    """The free dice in the order the roll asks for, or `None` when they are not those dice.

    One in a colour that is not rolled is misnamed where all the others that are due lie there.
    """
    if not free_dice:
        return None
    if chance.dice is None:
        return free_dice
    if len(chance.dice) != len(free_dice):
        return None
    left = list(_well_named(chance.dice, free_dice))
    ordered = []
    for colour in sorted(chance.dice, key=lambda colour: colour is None):
        found = next((die for die in left if colour in (None, die.colour)), None)
        found = found or next((die for die in left if die.colour in (None, *PALE)), None)
        if found is None:
            return None
        left.remove(found)
        ordered.append(found)
    return tuple(ordered)


def docked_dice(chance: Chance, expected: Expected, seen: Claims) -> tuple[SeenPiece, ...]:
    """Dice of the colours that are rolled, docked where none should lie as yet."""
    due = {shade(colour) for colour in chance.dice or ()}
    return tuple(
        die
        for area, claim in seen.items()
        if isinstance(expectation := expected.get(area), Exactly)
        for die in match_docked(expectation.pieces, claim).difference.extra
        if die.kind == DIE and shade(die.colour) in due
    )


def _well_named(
    due: tuple[str | None, ...], free_dice: tuple[SeenPiece, ...]
) -> tuple[SeenPiece, ...]:
    """The dice; a single one of a strange colour, among at least two others, loses that colour."""
    strange = [die for die in free_dice if die.colour not in (None, *PALE, *due)]
    if None in due or len(strange) != 1 or len(free_dice) < FEWEST_NAMED + 1:
        return free_dice
    return tuple(replace(die, colour=None) if die is strange[0] else die for die in free_dice)


def likeliest(die: SeenPiece) -> int:
    """The face a seen die most probably shows."""
    return max(range(1, 7), key=lambda value: face_probability(die, value))
