"""Whose a thing is can be told without its colour."""

import io
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from tests.browser.conftest import Phones
from tests.browser.house import House
from tests.browser.shown import shows_as_many

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "white", "black")
Grey = npt.NDArray[np.float64]


@pytest.fixture
def eight() -> Iterator[House]:
    """As many as can play, in all colours."""
    house = House("dice", {colour: f"Player {n}" for n, colour in enumerate(COLOURS)})
    house.start()
    yield house
    house.close()


def colour_blind(page: "Page") -> None:
    """As somebody sees it who cannot tell red from green."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})


def grey(mark: "Locator") -> Grey:
    """How light each pixel of a mark is; its corner is the paper behind it."""
    with Image.open(io.BytesIO(mark.screenshot())) as picture:
        return np.asarray(picture.convert("L").resize((44, 44)), np.float64)


def outline(mark: Grey) -> npt.NDArray[np.bool_]:
    """Where the mark is, whatever it is painted with: what the paper does not reach."""
    inside = np.abs(mark - mark[0, 0]) > 12
    across = (
        np.logical_or.accumulate(inside, 1) & np.logical_or.accumulate(inside[:, ::-1], 1)[:, ::-1]
    )
    down = np.logical_or.accumulate(inside, 0) & np.logical_or.accumulate(inside[::-1], 0)[::-1]
    return across & down


def light(levels: float) -> float:
    """Relative luminance of a grey, WCAG 2."""
    share = levels / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast(one: float, other: float) -> float:
    """Of two greys, 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.report("H1")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_owners_are_told_apart_without_colour(eight: House, phones: Phones, dark: bool) -> None:
    page = phones.join(eight, "red", dark=dark)
    colour_blind(page)
    marks = page.locator(".strip .mark")
    shows_as_many(marks, len(COLOURS))
    seen = [grey(marks.nth(n)) for n in range(len(COLOURS))]
    for one, other in itertools.combinations(map(outline, seen), 2):
        shared, either = (one & other).sum(), (one | other).sum()
        assert shared / either < 0.92, "two marks have the same outline"
    for mark in seen:
        clearest = np.quantile([contrast(level, mark[0, 0]) for level in mark.ravel()], 0.95)
        assert clearest >= 3


@pytest.mark.report("H1")
def test_pieces_on_the_board_carry_their_owners_shapes(frontiers: House, phones: Phones) -> None:
    frontiers.roll(2, 5, 5)
    frontiers.act("red: dock lunar_mine 2")
    page = phones.join(frontiers, "red")
    pieces = frontiers.do(lambda table: table.snapshot().view.pieces)
    for player, start in (("red", "M50 8a42"), ("blue", "M22 13h56"), ("green", "M50 9a7")):
        owned = [piece for piece in pieces if piece.player == player and piece.slot is not None]
        shapes = page.locator(f".board-card path[d^='{start}']")
        assert owned
        shows_as_many(shapes, len(owned))
