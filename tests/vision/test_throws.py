"""A roll is one event: which dice at rest were thrown anew."""

import pytest

from companion.core.pieces import DIE, SeenPiece
from companion.vision.settle import Scene
from companion.vision.throws import ThrowWatch

EDGE = 16.0
Place = tuple[float, float, int | None]


def dice(*places: Place) -> tuple[SeenPiece, ...]:
    return tuple(SeenPiece(DIE, "white", value, 0.9, (), x, y) for x, y, value in places)


def scene(rest: int, moved_s: float = 2.0, sudden: bool = False) -> Scene:
    return Scene(True, 5, rest, sudden, moved_s=moved_s)


LAIN: tuple[Place, ...] = ((50.0, 50.0, 3), (90.0, 60.0, 5))


@pytest.mark.parametrize(
    ("after", "moved_s", "sudden", "thrown"),
    [
        (LAIN, 2.0, False, 1),  # a hand passed
        (((50.0, 50.0, 3),), 2.0, False, 1),  # one was taken away
        (((56.0, 48.0, 3), (90.0, 60.0, 5)), 2.0, False, 1),  # one was looked at and put back
        (((56.0, 48.0, 6), (90.0, 60.0, 5)), 2.0, False, 1),  # and turned
        (((70.0, 40.0, 3), (90.0, 60.0, 5)), 2.0, False, 2),  # one was thrown again
        (((50.0, 50.0, 3), (90.0, 60.0, 5), (20.0, 20.0, 1)), 2.0, False, 2),  # one more came
        (((50.0, 50.0, 3), (52.0, 51.0, 5)), 2.0, False, 2),  # two cannot have been one
        (((64.0, 50.0, 2), (90.0, 60.0, 5)), 0.4, False, 1),  # one rocked on and tipped over
        (((64.0, 50.0, 2), (90.0, 60.0, 5)), 1.2, False, 2),  # thrown by a quick hand
        (LAIN, 0.0, True, 1),  # a lamp was lit
        (((50.0, 50.0, 4), (90.0, 60.0, 5)), 0.0, True, 2),  # the next picture of a folder
        (((55.0, 50.0, 3), (90.0, 60.0, 5)), 0.0, True, 2),
        (((50.0, 50.0, None), (90.0, 60.0, 5)), 0.0, True, 1),
    ],
)
def test_a_throw_moves_a_die(
    after: tuple[Place, ...], moved_s: float, sudden: bool, thrown: int
) -> None:
    watch = ThrowWatch()
    assert watch.number(scene(1, sudden=True), dice(*LAIN), EDGE) == 1
    assert watch.number(scene(2, moved_s, sudden), dice(*after), EDGE) == thrown


def test_dice_out_of_sight_are_remembered_where_they_lay() -> None:
    watch = ThrowWatch()
    watch.number(scene(1), dice(*LAIN), EDGE)
    assert watch.number(scene(2), (), EDGE) == 1
    assert watch.number(scene(3), None, EDGE) == 1
    assert watch.number(scene(4), dice(*LAIN), EDGE) == 1
    assert watch.number(scene(5), dice((10.0, 10.0, 3)), EDGE) == 5


def test_after_a_hand_was_seen_another_face_in_its_place_is_a_turned_die() -> None:
    watch = ThrowWatch()
    watch.number(scene(1), dice(*LAIN), EDGE)
    turned = dice((50.0, 50.0, 4), (90.0, 60.0, 5))
    assert watch.number(scene(2, 0.0, sudden=True), turned, EDGE, hidden=True) == 1
