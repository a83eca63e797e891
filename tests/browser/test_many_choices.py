"""A choice among many is two taps away: they are sorted by kind."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.core.ids import PlayerId
from companion.referee.snapshot import Choice
from tests.browser.conftest import Phones
from tests.browser.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def tap(page: "Page", name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_eighty_cards_are_sorted_by_their_action(
    new_house: Callable[..., House], phones: Phones
) -> None:
    house = new_house("impulse", {"red": "Ann", "blue": "Bo"})
    page = phones.join(house, seat="red")
    tap(page, "Ariek")
    page.get_by_text("Waiting for Bo").wait_for()
    tap(page, "Answer for Bo")
    tap(page, "Herculese")
    page.locator("details.sorted").first.wait_for()
    kinds = [text.split()[0] for text in page.locator("details.sorted summary").all_inner_texts()]
    assert sorted(kinds) == [
        *("Build", "Command", "Draw", "Execute", "Mine", "Plan", "Refine", "Research"),
        *("Sabotage", "Trade"),
    ]
    assert not page.get_by_role("button", name="Trade 1 yellow").is_visible()
    page.locator("details.sorted", has_text="Trade").first.locator("summary").click()
    tap(page, "Trade 1 yellow")
    page.get_by_text("Ann put Trade 1 yellow at home.").first.wait_for()


def test_nobody_is_offered_to_answer_what_is_hidden_from_them(
    new_house: Callable[..., House], phones: Phones
) -> None:
    house = new_house("dice", {"red": "Ann", "blue": "Bo"})
    asked = Choice(PlayerId("blue"), "bury", "Blue is asked something.", ())
    house.stage(choice=asked)
    page = phones.join(house, seat="red")
    page.get_by_text("Waiting for Bo").wait_for()
    assert not page.get_by_role("button", name="Answer for Bo").is_visible()
