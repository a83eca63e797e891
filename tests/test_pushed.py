"""A board or camera that is pushed in mid-game: said within two seconds, and nothing is booked."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice

import cv2
import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.referee.commands import Act, Done, Roll
from companion.referee.table import Table
from companion.rules.registry import load_game, make_setup
from companion.simulator.source import open_simulated
from companion.vision.dice import DiceReader
from companion.vision.pipeline import Pipeline
from companion.vision.tracker import MOVED
from tests.referee.builders import ask, table_of
from tests.test_cli import need_model

GAME, SEED, RATE_HZ = "alien_frontiers", 3, 10.0
DOCKED = 80
"""A frame at rest of that game, after `red: roll 2 5 5` and `red: dock hub.1 2`."""
PUSH_PX, TURN_DEG, WITHIN_S = 15, 2.0, 2.0


@cache
def resting() -> Pixels:
    need_model()
    setup = make_setup(load_game(GAME).info, {"red": "Red", "blue": "Blue"}, {"tech": "none"})
    with open_simulated(GAME, setup, SEED) as camera:
        return next(islice(camera.frames(), DOCKED, None)).pixels


def pushed(pixels: Pixels, share: float = 1.0) -> Pixels:
    h, w = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), share * TURN_DEG, 1.0)
    shift = np.array([(0.0, 0.0, share * PUSH_PX)] * 2)
    moved = cv2.warpAffine(pixels, turn + shift, (w, h), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def played() -> Table:
    """The table as the people have played until then."""
    table = table_of(GAME, "red", "blue", options={"tech": "none"})
    assert isinstance(ask(table, Roll((2, 5, 5))), Done)
    assert isinstance(ask(table, Act("red: dock hub.1 2")), Done)
    return table


class Watching:
    """A pipeline and a table, and what both say with each frame."""

    def __init__(self) -> None:
        self.table, self.pipeline = played(), Pipeline(load_game(GAME).layout, DiceReader.load())
        self._numbers: Iterator[int] = count()

    def see(self, pictures: Sequence[Pixels]) -> list[str]:
        """The words about the board's place after each."""
        said = []
        for pixels in pictures:
            number = next(self._numbers)
            claim = self.pipeline.feed(Frame(pixels, number / RATE_HZ, number))
            if claim is not None:
                self.table.observe(claim)
            said.append(self.pipeline.problem)
        return said


@pytest.mark.report("B12")
@pytest.mark.parametrize("steps", [1, 6], ids=["at once", "slowly"])
def test_a_push_is_said_within_two_seconds_and_nothing_is_booked(steps: int) -> None:
    watching, before = Watching(), resting()
    watching.see([before] * 12)
    version = watching.table.version
    moving = [pushed(before, n / steps) for n in range(1, steps)]
    after = pushed(before)
    said = watching.see([*moving, *[after] * round(WITHIN_S * RATE_HZ)])
    assert MOVED in said
    assert said[-1] in (MOVED, "")
    table = watching.table
    assert (table.version, table.flags, table.questions) == (version, (), ())
    watching.see([after] * 50)
    assert not watching.pipeline.moving
    assert (table.version, table.flags, table.questions) == (version, (), ())


@pytest.mark.report("B11")
@pytest.mark.parametrize("quarter", [1, 2])
def test_after_a_restart_with_the_camera_turned_every_die_lies_where_it_lay(quarter: int) -> None:
    before, after = Watching(), Watching()
    before.see([resting()] * 8)
    turned = np.ascontiguousarray(np.rot90(resting(), quarter))
    after.see([turned] * 8)
    one, other = before.pipeline.last, after.pipeline.last
    assert one is not None
    assert other is not None
    docked = {
        name: [p.value for p in seen]
        for name, seen in one.slots.items()
        if seen and seen[0].kind == "die"
    }
    again = {name: [p.value for p in other.slots[name] or ()] for name in docked}
    assert docked
    assert again == docked
    assert (before.table.version, after.table.version) == (2, 2)
    assert (after.table.flags, after.table.questions) == ((), ())
    assert before.pipeline.pose is not None
    assert after.pipeline.pose is not None
    corners = np.array([(0.0, 0.0), (300.0, 0.0), (0.0, 200.0)])
    h, w = resting().shape[:2]
    there = before.pipeline.pose.to_image(corners)
    for _ in range(quarter):  # a quarter turn leftwards takes (x, y) to (y, w - 1 - x)
        there = np.column_stack([there[:, 1], w - 1 - there[:, 0]])
        h, w = w, h
    assert np.abs(after.pipeline.pose.to_image(corners) - there).max() < 1.5
