"""The table check on a phone: what was booked beside what lies there and is held."""

from typing import TYPE_CHECKING

import pytest

from companion.referee.thread import LOST
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.shown import shows_as_many
from tests.browser.test_look import barriers, look

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def fuel(house: House, player: str) -> int:
    panels = house.do(lambda table: table.snapshot().view.panels)
    (panel,) = (panel for panel in panels if panel.player == player)
    return next(one.amount for one in panel.quantities if one.id == "fuel")


def history(house: House) -> list[str]:
    return [line.how for line in house.do(lambda table: table.snapshot().history)]


def opened(house: House, phones: Phones) -> "Page":
    house.roll(2, 4, 5)
    page = phones.join(house, "red")
    page.get_by_role("button", name="Table check").click()
    return page


def test_what_the_ledger_says_is_confirmed_in_two_taps(frontiers: House, phones: Phones) -> None:
    page = opened(frontiers, phones)
    page.get_by_text("The camera has not seen the table.").wait_for()
    page.get_by_role("button", name="All is so").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert history(frontiers) == ["judged"]


def test_what_was_counted_otherwise_is_set(frontiers: House, phones: Phones) -> None:
    before = fuel(frontiers, "blue")
    page = opened(frontiers, phones)
    page.get_by_role("button", name="One Fuel more for Bo").click()
    page.get_by_role("button", name="Set 1 number").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert fuel(frontiers, "blue") == before + 1
    assert history(frontiers) == ["judged", "adjusted"]


def test_numbers_that_change_meanwhile_are_not_set_back(frontiers: House, phones: Phones) -> None:
    page = opened(frontiers, phones)
    before = fuel(frontiers, "red")
    frontiers.act("red: dock solar_converter 5")
    page.get_by_role("group", name="Fuel of Ann").get_by_text(str(before + 3)).wait_for()
    page.get_by_role("button", name="All is so").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert fuel(frontiers, "red") == before + 3


def test_a_lost_thread_leads_to_the_places_that_differ(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    wrong = ("lunar_mine.5", "solar_converter.8", "orbital_market.4")
    # Nobody rolled a 3: a 5 might be the red one in a strange light, which is asked about.
    frontiers.see({slot: (die("blue", 3),) for slot in wrong})
    assert frontiers.do(lambda table: [flag.id for flag in table.flags]) == [LOST]
    page = phones.join(frontiers, "red")
    page.locator(".violation").get_by_role("button", name="Table check").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Lunar Mine").wait_for()
    shows_as_many(dialog.locator(".odd"), len(wrong))
    seen = dialog.locator(".odd dd").last.inner_text()
    assert "blue die 3" in seen
    assert page.viewport_size is not None
    assert page.viewport_size["width"] == 360
    look(page)
    assert barriers(page, "dialog") == []
