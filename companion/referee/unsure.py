"""Dice of a booked roll that were read in doubt: the line keeps which, until they are put right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from companion.core.pieces import SeenPiece
from companion.referee.present import faces_of
from companion.rules.game import AnyGame
from companion.rules.ledger import Acted, Amended, Entry, Line


def as_read(entry: Entry, dice: tuple[SeenPiece, ...]) -> Entry:
    """The entry of a roll with those of its dice, in the order of its faces, that are unsure."""
    unsure = tuple(place for place, die in enumerate(dice) if die.value is None)
    if not unsure or not isinstance(entry, Acted):
        return entry
    return replace(entry, line=replace(entry.line, unsure=unsure))


def unsure_faces(game: AnyGame, line: Line) -> Counter[int]:
    """What the unsure dice of a line were taken for."""
    faces = faces_of(game, line) if line.unsure else ()
    return Counter(faces[place] for place in line.unsure)


def still_unsure(
    game: AnyGame, roll: Line, put_right: Amended, still: Counter[int] | None
) -> Entry:
    """A correction of a roll with what it leaves in doubt.

    These are the faces `still` unsure; unless given, those that did not change.
    """
    if not roll.unsure or [line.entry for line in put_right.lines[:1]] != [roll.entry]:
        return put_right
    first, *others = put_right.lines
    faces = faces_of(game, first)
    if still is None:
        still = unsure_faces(game, roll) - (Counter(faces_of(game, roll)) - Counter(faces))
    first = replace(first, unsure=_places(faces, still.elements()))
    return replace(put_right, lines=(first, *others))


def _places(faces: tuple[int, ...], wanted: Iterable[int]) -> tuple[int, ...]:
    """A place of each wanted face."""
    left = Counter(wanted)
    places = []
    for place, face in enumerate(faces):
        if left[face]:
            left[face] -= 1
            places.append(place)
    return tuple(places)
