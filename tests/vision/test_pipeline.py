"""Frames in, observations out: once per rest, by the vote of several frames."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.camera.frame import Frame, Pixels
from companion.core.ids import SlotId
from companion.core.layout import NO_BOARD, Form
from companion.core.observation import Observation
from companion.vision.dice import DieReading, SlotReading
from companion.vision.messages import BoardSeen
from companion.vision.palette import Palette
from companion.vision.pipeline import Pipeline, observe_picture
from companion.vision.votes import VoteSettings, free_claim, slot_claim
from tests.vision.boards import BOARD, GreyReader, at, frames, picture, put_die, stand_die

BOARD_A = picture({"dock.0": 3})
BOARD_B = picture({"dock.0": 3, "dock.2": 5})


def run(pictures: Sequence[Pixels], reader: GreyReader | None = None) -> list[Observation]:
    pipeline = Pipeline(BOARD, reader or GreyReader())
    claims = (pipeline.feed(frame) for frame in frames(pictures))
    return [claim for claim in claims if claim is not None]


def values(claim: Observation) -> dict[str, object]:
    return {
        name: None if seen is None else [piece.value for piece in seen]
        for name, seen in claim.slots.items()
    }


def test_one_observation_per_rest_with_every_slot() -> None:
    first, second = run([BOARD_A] * 30 + [BOARD_B] * 6)
    assert values(first) == {
        "dock.0": [3], "dock.1": [], "dock.2": [], "dock.3": [], "pit": None, "land": None,
    }  # fmt: skip
    assert (first.rest, first.sequence, first.time_s, first.registered) == (1, 4, 0.4, True)
    assert values(second)["dock.2"] == [5]
    assert (second.rest, second.sequence) == (2, 34)


def test_a_die_seen_says_its_place_colour_and_chances() -> None:
    (claim,) = run([BOARD_A] * 5)
    ((piece,),) = (seen for seen in claim.slots.values() if seen)
    # The dark middle of a die of `picture` is larger than its rim: that is its colour.
    assert (piece.kind, piece.colour, piece.x, piece.y) == ("die", "black", 60.0, 40.0)
    assert sum(piece.values) == pytest.approx(1.0)
    assert len(piece.values) == 6
    assert piece.confidence == pytest.approx(0.93, abs=0.03)


def test_only_what_changed_is_read_again_and_a_rest_costs_one_search() -> None:
    reader = GreyReader()
    run([BOARD_A] * 12 + [BOARD_B] * 12, reader)
    assert [count for count in reader.asked if count] == [4, 4, 4, 1, 1, 1]
    assert reader.searches == 1


def test_free_dice_are_given_in_board_millimetres() -> None:
    thrown = BOARD_A.copy()
    put_die(thrown, 80.0, 85.0, 2)
    put_die(thrown, 120.0, 100.0, 6)
    (claim,) = run([thrown] * 6)
    dice = sorted((piece.value or 0, piece.x, piece.y) for piece in claim.free_dice or ())
    assert [die[0] for die in dice] == [2, 6]
    assert dice[0][1:] == pytest.approx((80.0, 85.0), abs=1.0)
    assert dice[1][1:] == pytest.approx((120.0, 100.0), abs=1.0)


def test_without_a_board_dice_anywhere_are_given_in_pixels() -> None:
    tray = np.full((500, 720, 3), 60, np.uint8)
    put_die(tray, 80.0, 85.0, 4)
    pipeline = Pipeline(NO_BOARD, GreyReader())
    claims = [c for c in map(pipeline.feed, frames([tray] * 6)) if c is not None]
    assert len(claims) == 1
    ((die,),) = (claims[0].free_dice or () for _ in range(1))
    assert (die.value, claims[0].registered, dict(claims[0].slots)) == (4, None, {})
    assert (die.x, die.y) == pytest.approx((300, 295), abs=2)


def test_a_board_not_found_is_said_and_nothing_is_claimed() -> None:
    (claim,) = run([picture({"dock.0": 3}, tags=(0,))] * 8)
    assert claim.registered is False
    assert set(claim.slots.values()) == {None}
    assert claim.free_dice is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_blank_picture_is_a_board_not_seen(level: int) -> None:
    (claim,) = run([np.full((500, 720, 3), level, np.uint8)] * 6)
    assert claim.registered is False


def test_a_board_found_is_kept_while_one_tag_is_in_its_place() -> None:
    claims = run([BOARD_A] * 6 + [picture({"dock.0": 3, "dock.1": 1}, tags=(2,))] * 6)
    assert [claim.registered for claim in claims] == [True, True]
    assert values(claims[1])["dock.1"] == [1]


def test_a_board_pushed_is_found_again_and_read_anew() -> None:
    reader = GreyReader()
    claims = run([BOARD_A] * 6 + [np.roll(BOARD_A, 15, axis=1)] * 6, reader)
    assert [values(claim)["dock.0"] for claim in claims] == [[3], [3]]
    assert sum(reader.asked) == 2 * 3 * 4


def _with_arm(pixels: Pixels, reach: int) -> Pixels:
    covered = pixels.copy()
    cv2.rectangle(covered, (220, 500 - reach), (330, 499), (130, 160, 220), -1)
    return covered


def _visit(after: Pixels, stay: int) -> list[Pixels]:
    """A hand comes in, lies still over the dock, and leaves."""
    coming = [_with_arm(BOARD_A, reach) for reach in (100, 200, 300, 400)]
    staying = [_with_arm(BOARD_A, 420)] * stay
    return coming + staying + [_with_arm(after, reach) for reach in (300, 200, 100)]


def test_a_hand_that_lies_still_hides_no_dice() -> None:
    claims = run([BOARD_A] * 8 + _visit(BOARD_B, 30) + [BOARD_B] * 8)
    assert [values(claim)["dock.0"] for claim in claims] == [[3], [3]]
    assert values(claims[1])["dock.2"] == [5]


def test_what_stays_for_long_belongs_to_the_table() -> None:
    claims = run([BOARD_A] * 8 + _visit(BOARD_B, 80)[:-3])
    assert len(claims) == 2
    assert 5.0 < claims[1].time_s - 1.1 < 6.5


def test_a_piece_slid_over_slots_is_seen_where_it_stops() -> None:
    sliding = []
    for step in range(15):
        pixels = picture()
        stand_die(pixels, 60.0 + 26 * 3 * step / 14, 40.0, 6)
        sliding.append(pixels)
    claims = run([picture({"dock.0": 6})] * 6 + sliding + [sliding[-1]] * 6)
    assert [values(claim)["dock.3"] for claim in claims] == [[], [6]]


def test_pictures_shown_in_turn_are_all_read() -> None:
    shown = [picture({"dock.0": n}) for n in (1, 2, 3)]
    claims = run([pixels for pixels in shown for _ in range(20)])
    assert [values(claim)["dock.0"] for claim in claims] == [[1], [2], [3]]


def test_a_picture_that_looks_as_if_an_arm_lay_in_it_is_read_when_no_arm_came_in() -> None:
    claims = run([BOARD_A] * 20 + [_with_arm(BOARD_B, 300)] * 20)
    assert len(claims) == 2


def test_one_picture_is_observed_by_itself() -> None:
    claim, pipeline = observe_picture(BOARD_B, BOARD, GreyReader())
    assert (values(claim)["dock.0"], values(claim)["dock.2"]) == ([3], [5])
    assert pipeline.pose is not None
    assert pipeline.pose.error_mm < 0.5
    claim, pipeline = observe_picture(np.zeros((90, 120, 3), np.uint8), BOARD, GreyReader())
    assert (claim.registered, pipeline.pose) == (False, None)


class Wavering(GreyReader):
    """Reads every die as what comes next on a list."""

    def __init__(self, guesses: list[int]) -> None:
        super().__init__()
        self._guesses = guesses

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        if not crops:
            return ()
        guess = self._guesses.pop(0) if len(self._guesses) > 1 else self._guesses[0]
        return tuple(reading(guess) for _ in crops)


def reading(guess: int, share: float = 0.9, empty: float = 0.02) -> SlotReading:
    faces = tuple(share if n == guess else (1 - share - empty) / 5 for n in range(1, 7))
    return SlotReading(empty, guess, share, share < 0.7, "red", faces)


def test_frames_that_disagree_leave_the_value_open() -> None:
    (claim,) = run([BOARD_A] * 6, Wavering([3, 5, 6]))
    assert values(claim)["dock.0"] == [None]
    (claim,) = run([BOARD_A] * 6, Wavering([3, 5, 3]))
    assert values(claim)["dock.0"] == [3]


@pytest.mark.parametrize(
    ("looks", "seen"),
    [
        ([reading(4)] * 3, [4]),
        ([reading(4, 0.5)] * 3, [None]),
        ([reading(4, 0.0, 0.99)] * 3, []),
        ([reading(4, 0.4, 0.5)] * 3, None),
        ([reading(4), reading(2), reading(4)], [4]),
    ],
    ids=["sure", "unsure", "empty", "perhaps empty", "two of three"],
)
def test_votes(looks: list[SlotReading], seen: list[int | None] | None) -> None:
    claim = slot_claim(looks, VoteSettings())
    assert (None if claim is None else [piece.value for piece in claim]) == seen


def test_a_free_die_in_one_look_of_three_is_none() -> None:
    tray = np.full((500, 720, 3), 60, np.uint8)
    put_die(tray, 80.0, 85.0, 4)
    dice = GreyReader().read(tray)
    assert free_claim([dice, (), ()], VoteSettings()) == ()
    assert len(free_claim([dice, dice, ()], VoteSettings()) or ()) == 1


def test_nothing_is_published_while_frames_differ() -> None:
    moving = [frame for n in range(10) for frame in ([BOARD_A, BOARD_B][n % 2],) * 2]
    assert run(moving) == []


def test_a_better_reading_in_the_same_rest_is_published_too() -> None:
    pipeline = Pipeline(NO_BOARD, GreyReader())
    tray = np.full((500, 720, 3), 60, np.uint8)
    put_die(tray, 80.0, 85.0, 4)
    shots = frames([tray] * 60)
    claims = [claim for claim in map(pipeline.feed, shots) if claim is not None]
    assert len(claims) == 1
    pipeline._reader = Wavering([2])
    more = [Frame(shot.pixels, shot.time_s + 6, shot.sequence + 60) for shot in shots]
    claims = [claim for claim in map(pipeline.feed, more) if claim is not None]
    assert [(c.rest, [p.value for p in c.free_dice or ()]) for c in claims] == [(1, [2])]


def test_it_tells_whether_the_board_is_found_and_how_many_tags_are_seen() -> None:
    pipeline = Pipeline(BOARD, GreyReader())
    assert pipeline.board is None
    for tags, found in (((0, 1, 2, 3), True), ((0, 1, 2), True), ((2,), False)):
        pipeline = Pipeline(BOARD, GreyReader())
        for frame in frames([picture({"dock.0": 3}, tags=tags)] * 5):
            pipeline.feed(frame)
        assert pipeline.board == BoardSeen(found, len(tags), 4)
    without = Pipeline(NO_BOARD, GreyReader())
    for frame in frames([BOARD_A] * 5):
        without.feed(frame)
    assert without.board is None


def test_slot_names_are_those_of_the_layout() -> None:
    (claim,) = run([BOARD_A] * 5)
    assert set(claim.slots) == set(BOARD.slots)
    assert claim.slots[SlotId("land")] is None


def test_colours_taught_at_the_table_reach_the_places_for_pieces() -> None:
    cube = Form("cube", 8.0, 8.0, False, 1.0, ("blue", "green"))
    land = replace(BOARD.slots[SlotId("land")], holds="cube")
    board = replace(BOARD, slots={**BOARD.slots, land.id: land}, forms={"cube": cube})
    pixels = picture()
    x, y = at(land.x_mm, land.y_mm)
    cv2.rectangle(pixels, (x - 12, y - 12), (x + 12, y + 12), (60, 150, 40), -1)  # a green
    taught = Palette({"blue": (54.0, -45.0, 37.0), "green": (70.0, 10.0, 60.0)})
    for palette, colour in ((None, "green"), (taught, "blue")):
        pipeline = Pipeline(board, GreyReader(), palette=palette)
        (claim,) = (c for frame in frames([pixels] * 5) if (c := pipeline.feed(frame)) is not None)
        assert [piece.colour for piece in claim.slots[land.id] or ()] == [colour]


FACES_OF_3 = (0.005, 0.005, 0.95, 0.005, 0.005, 0.01)


class UnsureAtFirst(GreyReader):
    """Is in doubt about the first slot of several, and finds a 3 in the middle of a small cut."""

    def read(self, pixels: Pixels, edge_px: float | None = None) -> tuple[DieReading, ...]:
        if max(pixels.shape[:2]) >= 100:
            return super().read(pixels)
        self.searches += 1
        return (DieReading(28.0, 28.0, 40.0, 40.0, 3, 0.95, False, None, FACES_OF_3),)

    def read_slots(self, crops: Sequence[Pixels]) -> tuple[SlotReading, ...]:
        seen = super().read_slots(crops)
        if len(crops) < 4:
            return seen
        return (replace(seen[0], empty=0.5, unsure=True, probabilities=(0.1,) * 6), *seen[1:])


def test_in_a_doubtful_slot_the_die_is_searched_for() -> None:
    plain, reader = GreyReader(), UnsureAtFirst()
    run([BOARD_A] * 5, plain)
    (claim,) = run([BOARD_A] * 5, reader)
    assert [count for count in reader.asked if count] == [4] * 3
    assert reader.searches == plain.searches + 3, "once a look"
    assert values(claim)["dock.0"] == [3]


class Blind(GreyReader):
    """Takes every die for an empty slot."""

    def _slot(self, crop: Pixels) -> SlotReading:
        return replace(super()._slot(crop), empty=0.9, probabilities=(0.02,) * 6)


def test_a_die_that_reads_as_an_empty_slot_is_not_seen_instead_of_seen_empty() -> None:
    claims = run([picture()] * 8 + [BOARD_A] * 8 + [picture()] * 8, Blind())
    assert [claim.slots[SlotId("dock.0")] for claim in claims] == [(), None, ()]
    assert all(claim.slots[SlotId("dock.1")] == () for claim in claims)


def test_an_empty_slot_is_known_again_after_the_board_was_pushed() -> None:
    pushed = [np.roll(shot, 9, axis=1) for shot in (picture(), BOARD_A)]
    claims = run([picture()] * 8 + [pushed[0]] * 8 + [pushed[1]] * 8, Blind())
    assert claims[-1].slots[SlotId("dock.0")] is None
    assert claims[-1].slots[SlotId("dock.3")] == ()


@pytest.mark.parametrize("far_px", [-55, 55])
def test_what_is_printed_about_empty_slots_hides_none_after_a_push(far_px: int) -> None:
    """From another side a camera sees it elsewhere below where a die would be seen."""
    printed = picture()
    for slot in (slot for slot in BOARD.slots.values() if slot.id.startswith("dock")):
        (left, top), (right, bottom) = (
            at(slot.x_mm + by * slot.w_mm / 2, slot.y_mm + by * slot.h_mm / 2) for by in (-1, 1)
        )
        cv2.rectangle(printed, (left, top), (right, bottom), (240, 240, 240), 4)
    pushed = np.roll(printed, far_px, axis=1)
    claims = run([printed] * 8 + [pushed] * 8, Blind())
    assert len(claims) == 2
    assert all(claims[-1].slots[SlotId(f"dock.{n}")] == () for n in range(4))
