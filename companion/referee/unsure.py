"""Dice of a booked roll that were read in doubt: the line keeps which, until they are put right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from companion.core.expected import Expectation, Unchecked, should_lie
from companion.core.observation import Seen
from companion.core.pieces import DIE, SeenPiece
from companion.referee.claims import Claims
from companion.referee.difference import shade
from companion.referee.present import faces_of
from companion.referee.recent import Recent
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


def unsure_yet(
    game: AnyGame, recent: Recent, state: object, seen: Claims, free: Seen
) -> Counter[int]:
    """Faces of the newest roll that stay unsure after a look that agrees with the table.

    A face that is read for sure as often as it was rolled is not: where the dice were thrown, and
    where they were placed since.
    """
    roll = recent[0].line
    rolled = Counter(faces_of(game, roll))
    sure: Counter[int | None] = Counter(die.value for die in free or ())
    before = game.expected(recent[1].before if len(recent) > 1 else state)
    now = game.expected(state)
    for area, claim in seen.items():
        lay = _dice(before.get(area, Unchecked()))
        told = Counter((shade(die.colour), die.value) for die in claim.pieces if die.kind == DIE)
        for die, count in (_dice(now.get(area, Unchecked())) - lay).items():
            sure[die[1]] += max(0, min(count, told[die] - lay[die]))
    return (
        Counter(
            {
                face: min(n, rolled[face] - sure[face])
                for face, n in unsure_faces(game, roll).items()
            }
        )
        & rolled
    )


def _dice(expectation: Expectation) -> Counter[tuple[str | None, int | None]]:
    if isinstance(expectation, Unchecked):
        return Counter()
    return Counter((shade(p.colour), p.value) for p in should_lie(expectation) if p.kind == DIE)


def _places(faces: tuple[int, ...], wanted: Iterable[int]) -> tuple[int, ...]:
    """A place of each wanted face."""
    left = Counter(wanted)
    places = []
    for place, face in enumerate(faces):
        if left[face]:
            left[face] -= 1
            places.append(place)
    return tuple(places)
