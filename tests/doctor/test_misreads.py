"""A face that is misread again and again is found in the saved games."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.core.pieces import SeenPiece
from companion.doctor.finding import Level
from companion.doctor.misreads import check_misreads, misreads
from companion.referee.commands import CorrectDie, Done, Roll
from companion.rules.ledger import Header, Ledger
from companion.rules.registry import load_game, make_setup
from tests.referee.builders import MemoryJournal, ask, die, table_of, view

DICE = load_game("dice")


def played(*rolls: tuple[tuple[int, int], tuple[int, int]]) -> Ledger:
    """A game in which the camera read the first faces and people made them the second."""
    journal = MemoryJournal()
    table = table_of("dice", "red", journal=journal)
    for n, (read, there) in enumerate(rolls, 1):
        table.observe(view(2 * n, lying(n, read)))
        entry = table.history[-1].entry
        for wrong, right in zip(read, there, strict=True):
            if wrong != right:
                place = table.history[-1].faces.index(wrong)
                assert isinstance(ask(table, CorrectDie(entry, place, right)), Done)
    setup = make_setup(DICE.info, {"red": "Red"})
    return Ledger(Header("dice", DICE.info.rules_version, setup, ""), tuple(journal.entries))


def lying(n: int, faces: tuple[int, int]) -> tuple[SeenPiece, ...]:
    """Dice where none lay before."""
    return tuple(
        replace(die(face), x=100.0 + 90 * n, y=100.0 + 200 * place)
        for place, face in enumerate(faces)
    )


@pytest.mark.report("A14")
def test_which_face_was_read_for_which_is_counted() -> None:
    right = ((2, 6), (2, 6))
    ledger = played(((5, 1), (3, 1)), right, ((5, 6), (3, 6)))
    assert misreads(ledger, DICE) == (Counter({(5, 3): 2}), 6)
    assert misreads(played(right), DICE) == (Counter(), 2)


@pytest.mark.report("A14")
def test_what_is_misread_again_and_again_is_named_with_what_to_do() -> None:
    found = check_misreads({(5, 3): 4, (6, 4): 1}, 80)
    assert found is not None
    assert found.level is Level.WARNING
    assert "5 for 3 4 times" in found.words
    assert "6 for 4" not in found.words
    assert "glare" in found.remedy
    once = check_misreads({(6, 4): 2}, 80)
    assert once is not None
    assert once.level is Level.GOOD
    assert check_misreads({}, 0) is None


def test_rolls_that_people_entered_are_not_the_cameras() -> None:
    journal = MemoryJournal()
    table = table_of("dice", "red", journal=journal)
    assert isinstance(ask(table, Roll((2, 5))), Done)
    assert isinstance(ask(table, CorrectDie(1, 0, 3)), Done)
    setup = make_setup(DICE.info, {"red": "Red"})
    header = Header("dice", DICE.info.rules_version, setup, "")
    assert misreads(Ledger(header, tuple(journal.entries)), DICE) == (Counter(), 0)
