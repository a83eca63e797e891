"""Names of body colours."""

import cv2
import numpy as np
import pytest

from companion.camera.frame import Pixels
from companion.vision.colour import body_colour, body_colours, body_light, colour_name
from companion.vision.light import LINEAR, as_srgb, light_of

NAMED = [
    ("red", (40, 30, 190)),
    ("orange", (30, 120, 235)),
    ("yellow", (40, 200, 235)),
    ("green", (60, 140, 40)),
    ("blue", (190, 90, 30)),
    ("purple", (150, 50, 120)),
    ("black", (25, 25, 25)),
    ("white", (235, 238, 240)),
    ("grey", (130, 130, 130)),
]


@pytest.mark.parametrize(("name", "body"), NAMED)
@pytest.mark.parametrize("side_px", [16, 64])
def test_the_body_is_named_not_the_pips(
    name: str, body: tuple[int, int, int], side_px: int
) -> None:
    crop = np.full((side_px, side_px, 3), (90, 60, 60), np.uint8)
    edge = side_px * 10 // 13
    low = (side_px - edge) // 2
    cv2.rectangle(crop, (low, low), (low + edge, low + edge), body, -1)
    pip = (20, 20, 20) if sum(body) > 380 else (240, 240, 240)
    for dx in (-1, 1):
        for dy in (-1, 1):
            at = (side_px // 2 + dx * edge // 4, side_px // 2 + dy * edge // 4)
            cv2.circle(crop, at, max(1, edge // 10), pip, -1)
    assert body_colour(crop, 1.3) == name


@pytest.mark.parametrize(("side_px", "over"), [(16, 1.3), (48, 1.3), (64, 1.6), (6, 1.6)])
def test_many_crops_at_once_are_named_as_each_by_itself(side_px: int, over: float) -> None:
    rng = np.random.default_rng(side_px)
    bodies = rng.integers(0, 256, (30, 1, 1, 3))
    crops = bodies + rng.normal(0, 25, (30, side_px, side_px, 3))
    crops[:, : side_px // 2, : side_px // 2] = rng.integers(0, 256, 3)
    seen = np.asarray(np.clip(crops, 0, 255), np.uint8)
    warm = light_of(330.0)
    alone = tuple(body_colour(crop, over, warm) for crop in seen)
    assert body_colours(seen, over, warm) == alone
    assert len(set(alone)) > 2


def test_the_body_is_the_middle_of_the_larger_group_of_brightness() -> None:
    """By hand: three quarters of the circle have one colour, the rest is dark."""
    crop = np.full((32, 32, 3), (60, 120, 180), np.uint8)
    crop[:16, :16] = 10
    colour = body_light(crop, 1.3)
    assert colour is not None
    assert as_srgb(colour).tolist() == [60, 120, 180]


YY, XX = np.mgrid[0:64, 0:64]


def mirrored(body: tuple[int, int, int], lamp: float, width_px: float, at: int = 24) -> Pixels:
    """A body in which a lamp is mirrored: light of its own colour is added, and clipped."""
    spot = lamp * np.exp(-((XX - at) ** 2 + (YY - at) ** 2) / (2 * width_px**2))
    lit = LINEAR[np.full((64, 64, 3), body, np.uint8)] + spot[..., None]
    return as_srgb(np.clip(lit, 0, 1))


@pytest.mark.parametrize(("name", "body"), NAMED[:6])
@pytest.mark.parametrize("width_px", [4, 7, 10])
@pytest.mark.parametrize("lamp", [0.5, 2.0, 8.0])
def test_a_lamp_mirrored_in_a_part_leaves_the_colour_or_a_doubt(
    name: str, body: tuple[int, int, int], width_px: float, lamp: float
) -> None:
    assert body_colour(mirrored(body, lamp, width_px), 1.3) in (name, None)
    assert body_colour(mirrored(body, lamp, 4), 1.3) == name


@pytest.mark.parametrize(("name", "body"), NAMED[:6])
def test_what_is_white_all_over_may_be_any_colour(name: str, body: tuple[int, int, int]) -> None:
    assert body_colour(mirrored(body, 3.0, 60), 1.3) is None
    assert body_colour(np.full((64, 64, 3), 255, np.uint8), 1.3) is None
    assert body_colour(np.full((64, 64, 3), 240, np.uint8), 1.3) == "white"


@pytest.mark.parametrize(("name", "body"), [("red", (60, 50, 255)), ("yellow", (60, 255, 255))])
def test_a_colour_of_which_one_channel_is_clipped_is_that_colour(
    name: str, body: tuple[int, int, int]
) -> None:
    assert body_colour(np.full((64, 64, 3), body, np.uint8), 1.3) == name


def test_a_speck_has_no_colour() -> None:
    assert body_colour(np.zeros((2, 2, 3), np.uint8), 1.3) is None


@pytest.mark.parametrize("hue_deg", range(0, 360, 15))
@pytest.mark.parametrize("saturation", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("value", [0.0, 0.3, 0.6, 1.0])
def test_every_colour_has_a_name(hue_deg: int, saturation: float, value: float) -> None:
    assert colour_name(hue_deg, saturation, value) in {
        "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white",
        "grey",
    }  # fmt: skip
