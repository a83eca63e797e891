"""How pictures are shrunk, when a die is looked at again and when believed; made-up networks."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from companion.camera.frame import Pixels
from companion.vision.dice import DiceReader, load_settings, resized
from companion.vision.onnx import Model

Floats = npt.NDArray[np.float32]


@pytest.mark.parametrize("size", [(64, 64), (50, 50), (33, 20), (7, 100)])
def test_fine_stripes_become_grey_not_coarse_ones(size: tuple[int, int]) -> None:
    stripes = np.zeros((256, 256, 3), np.uint8)
    stripes[:, ::2] = 200
    small = resized(stripes, *size)
    assert small.shape == (size[1], size[0], 3)
    assert np.abs(small.astype(int) - 100).max() <= 1


def test_edges_stay_where_they_are() -> None:
    picture = np.zeros((300, 500, 3), np.uint8)
    picture[:, 200:] = 250
    small = resized(picture, 125, 75)
    assert small[:, :49].max() < 40
    assert small[:, 51:].min() > 210


class FakeSession:
    """A network whose answer is a function of its input; counts the pictures it is shown."""

    def __init__(self, answer: Callable[[Pixels], Floats]) -> None:
        self.answer, self.shown = answer, 0
        self.pictures: list[npt.NDArray[np.uint8]] = []

    def run(self, _: list[str], inputs: dict[str, npt.NDArray[np.uint8]]) -> list[Floats]:
        batch = inputs["pixels"]
        self.shown += len(batch)
        self.pictures.extend(batch)
        return [np.stack([self.answer(np.asarray(p)) for p in batch]).astype(np.float32)]


def nothing(pixels: Pixels) -> Floats:
    return np.full((5, pixels.shape[0] // 4, pixels.shape[1] // 4), -9.0, np.float32)


def one_in_the_middle(pixels: Pixels) -> Floats:
    maps = nothing(pixels)
    maps[1:, :, :] = 0.0
    maps[0, maps.shape[1] // 2, maps.shape[2] // 2] = 3.0  # probability 0.95
    return maps


def chances(*labels: float) -> Floats:
    return np.asarray(np.log(np.array(labels, np.float32) + 1e-6), np.float32)


def faces(left: Floats, right: Floats) -> Callable[[Pixels], Floats]:
    """One answer for crops brighter at the left, another for those brighter at the right."""
    return lambda crop: left if float(crop[:, :32].mean()) > float(crop[:, 32:].mean()) else right


def reader(find: FakeSession, name: FakeSession, edge_px: float = 22.0) -> DiceReader:
    """Searches pictures as they are, of unknown dice and of those with that edge."""
    finding, naming = load_settings()
    naming = replace(naming, temperature=1.0, doubt_weight=2.0, least_evidence=0.5,
                     second_look_below=0.9)  # fmt: skip
    finding = replace(finding, centre_probability=0.2, working_areas_px=(128 * 128,),
                      working_edges_px=(edge_px,))  # fmt: skip
    return DiceReader(Model(find), Model(name), (finding, naming))


SURE = chances(0, 0, 0, 0.97, 0, 0, 0.01, 0.02)
DOUBTFUL = chances(0, 0, 0, 0.6, 0.3, 0, 0.0, 0.1)
OTHER = chances(0, 0, 0, 0.2, 0.7, 0, 0.0, 0.1)
SLOPE = np.repeat(np.linspace(200, 50, 128).astype(np.uint8)[None, :, None], 128, 0).repeat(3, 2)


LOOKS = 4 * 4
"""As it lies and tilted, each also by half a turn; in colour and in each channel alone."""


def test_a_sure_die_is_looked_at_once_a_doubtful_one_turned_too() -> None:
    name = FakeSession(faces(SURE, OTHER))
    (die,) = reader(FakeSession(one_in_the_middle), name).read(SLOPE)
    assert (die.guess, name.shown) == (4, 1)
    name = FakeSession(faces(DOUBTFUL, OTHER))
    (die,) = reader(FakeSession(one_in_the_middle), name).read(SLOPE)
    assert name.shown == 1 + LOOKS
    assert die.probabilities[3] == pytest.approx((0.6 + 0.2) / 2, abs=0.01)
    assert die.guess == 5


def test_a_doubtful_slot_is_looked_at_turned_too() -> None:
    crop, name = SLOPE[:64, :64], FakeSession(faces(DOUBTFUL, OTHER))
    sure, doubtful = reader(FakeSession(nothing), name).read_slots((crop * 0, crop))
    assert (sure.guess, doubtful.guess) == (5, 5)
    assert name.shown == 2 + 2 * LOOKS
    odds = load_settings()[1].slot_empty_odds
    assert doubtful.probabilities[3] == pytest.approx(0.4 / (0.9 + 0.1 * odds), abs=0.01)


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_pips_that_one_channel_alone_shows_count_half(channel: int) -> None:
    def told(crop: Pixels) -> Floats:
        grey = (crop[..., 0] == crop[..., 1]).all() and (crop[..., 1] == crop[..., 2]).all()
        return SURE if grey and int(crop.max()) > 200 else OTHER

    crop = np.zeros((64, 64, 3), np.uint8)
    crop[20:40, 20:40, channel] = 255
    session = FakeSession(told)
    (slot,) = reader(FakeSession(nothing), session).read_slots((crop,))
    four, five = (0.97 * 0.2) ** 0.5, (1e-4 * 0.7) ** 0.5
    assert slot.guess == 4
    assert slot.probabilities[3] / slot.probabilities[4] == pytest.approx(four / five, rel=0.1)


@pytest.mark.parametrize(("no_die", "boxes"), [(0.05, 1), (0.2, 1), (0.35, 0), (0.9, 0)])
def test_both_networks_must_believe_in_a_die(no_die: float, boxes: int) -> None:
    answer = chances(1 - no_die, 0, 0, 0, 0, 0, 0, no_die)
    readings = reader(FakeSession(one_in_the_middle), FakeSession(lambda _: answer)).read(SLOPE)
    # Evidence is 0.95 x (1 - no_die)^2 and must reach 0.5.
    assert len(readings) == boxes


@pytest.mark.parametrize(
    ("no_die", "edge_px", "boxes"),
    [
        (0.5, None, 0),
        (0.5, 22.0, 1),  # the box is 32 px wide
        (0.5, 36.0, 0),  # too small for a die
        (0.5, 12.0, 0),  # too large
        (0.9, 22.0, 1),
        (0.95, 22.0, 0),
    ],
)
def test_a_box_of_the_size_of_a_die_needs_less_evidence(
    no_die: float, edge_px: float | None, boxes: int
) -> None:
    answer = chances(1 - no_die, 0, 0, 0, 0, 0, 0, no_die)
    both = reader(FakeSession(one_in_the_middle), FakeSession(lambda _: answer), edge_px or 1.0)
    found = both.read(SLOPE, edge_px)
    assert len(found) == boxes
    assert all(die.unsure for die in found)
    assert len(both.read_again(SLOPE, found, edge_px)) == boxes


def beside_one_another(pixels: Pixels) -> Floats:
    """A die at the left, and two likely boxes of 24 px: one half over it, one just beside it."""
    maps = nothing(pixels)
    maps[1:] = 0.0
    maps[0, 16, [8, 12, 15]] = 3.0, 2.9, 2.8
    maps[1:3, 16, [8, 12, 15]] = np.log(24 / 32)
    return maps


def test_what_lies_between_two_dice_is_none() -> None:
    picture = np.full((128, 128, 3), 20, np.uint8)
    picture[52:80, :42] = 220
    half = chances(0.5, 0, 0, 0, 0, 0, 0, 0.5)
    name = FakeSession(lambda crop: SURE if crop.mean() > 100 else half)
    both = reader(FakeSession(beside_one_another), name)
    assert [round(die.x) for die in both.read(picture)] == [22]
    assert [round(die.x) for die in both.read(picture, 22.0)] == [22, 50]


def test_where_the_edge_is_known_it_is_searched_for_at_the_sizes_that_suit_it() -> None:
    find = FakeSession(nothing)
    finding, naming = load_settings()
    DiceReader(Model(find), Model(FakeSession(faces(SURE, SURE))), (finding, naming)).read(
        np.zeros((400, 800, 3), np.uint8), 40.0
    )
    sizes = [int(pixels.shape[1]) for pixels in find.pictures]
    assert sizes == [16 * -(-800 * edge // (16 * 40)) for edge in (50, 32, 20)]  # whole 16 px


def test_where_nothing_is_found_nothing_is_named() -> None:
    name = FakeSession(faces(SURE, SURE))
    assert reader(FakeSession(nothing), name).read(SLOPE) == ()
    assert name.shown == 0


def heap_and_die(pixels: Pixels) -> Floats:
    """The whole picture likelier than the small die in it."""
    maps = nothing(pixels)
    maps[1:] = 0.0
    maps[0, 16, 16], maps[1:3, 16, 16] = 3.0, np.log(80 / 32)
    maps[0, 16, 20], maps[1:3, 16, 20] = 1.0, np.log(24 / 32)
    return maps


@pytest.mark.parametrize("heap_is_no_die", [0.02, 0.6])
def test_a_die_in_a_likelier_heap_is_kept_once_the_heap_is_seen_through(
    heap_is_no_die: float,
) -> None:
    picture = np.full((128, 128, 3), 20, np.uint8)
    picture[54:78, 70:94] = 220
    heap = chances(0, 0, 0, 0, 0, 1 - heap_is_no_die, 0, heap_is_no_die)
    name = FakeSession(lambda crop: SURE if crop.mean() > 100 else heap)
    finding, naming = load_settings()
    naming = replace(naming, temperature=1.0, doubt_weight=2.0, least_evidence=0.5)
    finding = replace(finding, centre_probability=0.2, working_areas_px=(128 * 128,))
    both = DiceReader(Model(FakeSession(heap_and_die)), Model(name), (finding, naming))
    readings = both.read(picture)
    assert [die.guess for die in readings] == ([6] if heap_is_no_die < 0.1 else [4])


def heap_and_two_dice(pixels: Pixels) -> Floats:
    """The whole picture likelier than each of the two small dice in it."""
    maps = heap_and_die(pixels)
    maps[0, 16, 12], maps[1:3, 16, 12] = 1.0, np.log(24 / 32)
    return maps


@pytest.mark.parametrize("doubt", [0.4, 0.0])
def test_two_dice_are_kept_where_they_are_surer_than_the_heap(doubt: float) -> None:
    picture = np.full((128, 128, 3), 20, np.uint8)
    picture[54:78, 70:94] = 220
    picture[54:78, 38:62] = 220
    heap = chances(0, doubt, 0, 0, 0, 1 - doubt, 0, 0)
    name = FakeSession(lambda crop: SURE if crop.mean() > 100 else heap)
    finding, naming = load_settings()
    naming = replace(naming, temperature=1.0, doubt_weight=2.0, least_evidence=0.5)
    finding = replace(finding, centre_probability=0.2, working_areas_px=(128 * 128,))
    both = DiceReader(Model(FakeSession(heap_and_two_dice)), Model(name), (finding, naming))
    readings = both.read(picture)
    assert [die.guess for die in readings] == ([4, 4] if doubt else [6])
