"""From frames to booked rolls: a roll is one event, however often the table is looked at."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.files import VideoCamera
from companion.camera.frame import Frame, Pixels
from companion.core.layout import NO_BOARD
from companion.core.observation import Observation
from companion.referee.commands import CorrectDie, Done
from companion.referee.table import Table
from companion.vision.dice import DieReading
from companion.vision.pipeline import Pipeline
from tests.referee.builders import ask, die, table_of
from tests.referee.test_alien_frontiers_seen import begun, booked
from tests.requirements import require
from tests.vision.boards import GreyReader, frames
from tests.vision.test_dice_drawn import reader

VIDEOS = Path(__file__).parents[2] / "shared" / "dice" / "videos"
Place = tuple[int, int, int]


def tray(*dice: Place) -> Pixels:
    """Dice as `GreyReader` reads them: centre px and face."""
    pixels = np.full((500, 720, 3), 60, np.uint8)
    for x, y, value in dice:
        cv2.rectangle(pixels, (x - 24, y - 24), (x + 24, y + 24), (200, 200, 200), -1)
        level = 20 * value
        cv2.rectangle(pixels, (x - 14, y - 14), (x + 14, y + 14), (level, level, level), -1)
    return pixels


def with_hand(pixels: Pixels, reach: int, die: int | None = None) -> Pixels:
    """A hand from below, perhaps with a die in its fingers."""
    seen = pixels.copy()
    cv2.rectangle(seen, (150, 500 - reach), (260, 499), (130, 160, 220), -1)
    if die is not None:
        seen[480 - reach : 540 - reach, 175:235] = tray((30, 30, die))[0:60, 0:60]
    return seen


def lifted_and_put_back(before: Pixels, after: Pixels, others: Pixels) -> list[Pixels]:
    """A hand comes, lifts a die, shows two other faces, puts it back and leaves."""
    coming = [with_hand(before, reach) for reach in (80, 160, 240)]
    holding = [with_hand(others, 240 + 10 * (n % 3), die) for die in (6, 2) for n in range(3)]
    still = [with_hand(others, 250, 2)] * 8
    return [*coming, *holding, *still, *(with_hand(after, reach) for reach in (240, 160, 80))]


def rolled(pictures: Sequence[Pixels], rate_hz: float = 10.0) -> list[tuple[int, ...]]:
    """The rolls in force after these frames, as `--game dice --board none` books them."""
    table = table_of("dice", "red")
    pipeline = Pipeline(NO_BOARD, GreyReader())
    for frame in frames(pictures, rate_hz):
        claim = pipeline.feed(frame)
        if claim is not None:
            table.observe(claim)
    return [tuple(sorted(roll)) for roll in rolls(table)]


def rolls(table: Table) -> list[tuple[int, ...]]:
    return [line.faces for line in table.snapshot().history if line.faces]


A = tray((200, 220, 3), (420, 300, 5))


@pytest.mark.report("A11")
@pytest.mark.parametrize("back", [(200, 220, 3), (208, 214, 3), (204, 222, 6)])
def test_a_die_lifted_looked_at_and_put_back_is_no_roll(back: Place) -> None:
    after = tray(back, (420, 300, 5))
    lifted = lifted_and_put_back(A, after, tray((420, 300, 5)))
    assert rolled([A] * 10 + lifted + [after] * 10) == [(3, 5)]


@pytest.mark.report("A11")
def test_a_hand_that_passes_is_no_roll_and_a_throw_is_one() -> None:
    passing = [with_hand(A, reach) for reach in (80, 160, 240, 160, 80)]
    thrown = tray((260, 120, 3), (500, 240, 5))
    tumbling = [tray((230 + 9 * n, 160, n % 6 + 1), (470, 270, 6 - n % 6)) for n in range(12)]
    pictures = [A] * 10 + passing + [A] * 10 + passing + tumbling + [thrown] * 10
    assert rolled(pictures) == [(3, 5), (3, 5)]


@pytest.mark.report("A11")
def test_a_docked_die_put_down_in_another_dock_is_a_placement_and_no_roll() -> None:
    table, board = begun(1, 3, 6)
    board.put(solar_converter_2=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    board.put(solar_converter_2=None, lunar_mine_3=die(6, "red"))
    board.look(die(1, "red"), die(3, "red"))
    assert booked(table) == ["red: roll 1 3 6", "red: dock solar_converter 6"]
    (flag,) = table.flags  # the rules know no such placement: the ship has acted where it was
    assert (flag.action, flag.slots) == ("red: dock lunar_mine 6", ("lunar_mine",))


@pytest.mark.report("A13")
@pytest.mark.parametrize("rate_hz", [10.0, 20.0, 30.0, 60.0])
@pytest.mark.parametrize("still_s", [0.1, 0.2])
def test_a_die_that_rocks_after_looking_still_is_read_when_it_rests(
    rate_hz: float, still_s: float
) -> None:
    up, over = tray((200, 220, 3)), tray((206, 220, 2))
    still, tilt = round(still_s * rate_hz), max(1, round(0.1 * rate_hz))
    rocking = ([over] * tilt + [up] * tilt) * 2  # 400 ms
    last = tray((240, 220, 6))
    assert rolled([up] * still + rocking + [last] * round(0.8 * rate_hz), rate_hz) == [(6,)]


@pytest.mark.report("A13")
@pytest.mark.parametrize("rate_hz", [10.0, 30.0])
def test_a_roll_announced_too_early_is_put_right_when_the_die_tips_over(rate_hz: float) -> None:
    up, last = tray((200, 220, 3)), tray((240, 220, 6))
    rocking = [tray((205 + 5 * (n % 2), 220, 2 + n % 3)) for n in range(round(0.4 * rate_hz))]
    seen = [up] * round(0.7 * rate_hz) + rocking + [last] * round(0.8 * rate_hz)
    assert rolled(seen, rate_hz) == [(6,)]


@cache
def clip() -> tuple[tuple[Frame, ...], tuple[tuple[int, ...], ...]]:
    """The frames of the clip and its six results."""
    require("dice", VIDEOS.is_dir(), f"put the labelled clip into {VIDEOS}")
    ((name, notes),) = json.loads((VIDEOS / "NOTES.json").read_text("utf-8")).items()
    with VideoCamera(VIDEOS / name) as camera:
        seen = tuple(camera.frames())
    return seen, tuple(tuple(sorted(rest["values"])) for rest in notes["settled"])


def claims_of(seen: Sequence[Frame]) -> list[Observation]:
    pipeline = Pipeline(NO_BOARD, reader())
    return [claim for claim in map(pipeline.feed, seen) if claim is not None]


def test_a_real_video_gives_its_six_results_in_order_each_once() -> None:
    seen, results = clip()
    table = table_of("dice", "red")
    for claim in claims_of(seen):
        table.observe(claim)
    assert [tuple(sorted(roll)) for roll in rolls(table)] == list(results)


class Swapping(GreyReader):
    """Reads every three as a five, as a spot of glare in one place may make a reader do."""

    def read(self, pixels: Pixels, edge_px: float | None = None) -> tuple[DieReading, ...]:
        return tuple(self._swapped(die) for die in super().read(pixels))

    def read_again(
        self, pixels: Pixels, found: Sequence[DieReading], edge_px: float | None = None
    ) -> tuple[DieReading, ...]:
        return tuple(self._swapped(die) for die in super().read_again(pixels, found))

    def _swapped(self, die: DieReading) -> DieReading:
        one, two, three, four, five, six = die.probabilities
        faces = (one, two, five, four, three, six) if die.guess in (3, 5) else die.probabilities
        return replace(die, guess=5 if die.guess == 3 else die.guess, probabilities=faces)


@pytest.mark.report("A14")
def test_a_face_that_is_steadily_misread_is_put_right_once_and_both_are_kept() -> None:
    table, pipeline = table_of("dice", "red"), Pipeline(NO_BOARD, Swapping())
    for frame in frames([tray((200, 220, 3), (420, 300, 2))] * 10):
        claim = pipeline.feed(frame)
        if claim is not None:
            table.observe(claim)
    (wrong,) = rolls(table)
    assert sorted(wrong) == [2, 5]
    reply = ask(table, CorrectDie(1, wrong.index(5), 3, None))
    assert isinstance(reply, Done)
    assert [sorted(roll) for roll in rolls(table)] == [[2, 3]]
    snapshot = table.snapshot()
    assert snapshot.announcement.startswith("Put right:")
    assert snapshot.roll is not None
    assert [line.source for line in snapshot.history if line.faces] == ["phone"]
