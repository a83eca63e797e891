"""How drawn dice are compared with what was read: faces first, and the likest pair first."""

import random

from companion.core.pieces import DIE, SeenPiece
from companion.trial.reading import Place


def seen(colour: str, face: int) -> SeenPiece:
    values = tuple(1.0 if n == face else 0.0 for n in range(1, 7))
    return SeenPiece(DIE, colour, face, 1.0, values)


def measured(truth: list[tuple[str, int]], dice: list[SeenPiece]) -> Place:
    place = Place()
    place.add(truth, tuple(dice))
    return place


def test_a_wrong_colour_is_no_wrong_face() -> None:
    place = measured([("green", 5), ("green", 6)], [seen("green", 6), seen("white", 5)])
    assert place.wrong() == (0.0, 0.0)
    assert place.colours["green"] == {"green": 1, "white": 1}


def test_a_die_overlooked_makes_no_other_wrong() -> None:
    place = measured([("red", 1), ("red", 5), ("red", 5)], [seen("red", 5), seen("red", 5)])
    assert (place.missed, place.wrong()) == (1, (0.0, 0.0))


def test_a_die_misread_is_wrong() -> None:
    place = measured([("red", 2), ("red", 5)], [seen("red", 5), seen("red", 3)])
    assert place.wrong() == (0.5, 0.0)


def test_places_that_are_left_open_are_counted_by_what_lies_there() -> None:
    place = Place()
    place.add([("red", 2)], None)
    place.add([], None)
    place.add([("red", 2)], (seen("red", 2),))
    stored = place.to_json(random.Random(1))
    assert (stored["unseen"], stored["missed"], stored["blank"]) == (0.5, 0.0, 1.0)
