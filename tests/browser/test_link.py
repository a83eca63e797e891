"""The link to the table: phones sleep, go out of reach and come back, and are right again."""

import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Phones
from tests.browser.house import House
from tests.browser.shown import shows_as_many

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WITHIN_MS = 3000
HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def out_of_reach(page: "Page", away: bool) -> None:
    page.context.set_offline(away)


@pytest.mark.report("E1", "E16")
def test_a_locked_phone_is_right_within_three_seconds(dice: House, phones: Phones) -> None:
    """The stream says it is open and is dead; nobody is told by an event."""
    page = phones.join(dice, "red", own_clock=True)
    out_of_reach(page, True)
    page.clock.fast_forward(30_000)
    page.get_by_text("reconnecting…").wait_for()
    assert "as of" in page.locator(".link").inner_text()
    dice.roll(6, 1)
    out_of_reach(page, False)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("button", name="Die 1 shows 6. Correct it").wait_for(timeout=WITHIN_MS)
    page.wait_for_selector(".link.live")


@pytest.mark.report("E16")
def test_who_does_not_want_to_wait_tries_now(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red", own_clock=True)
    assert page.get_by_role("button", name="Try now").count() == 0
    page.clock.pause_at(page.evaluate("new Date(Date.now() + 500).toISOString()"))
    dice.stop()
    page.get_by_role("button", name="Try now").wait_for()
    dice.start()
    page.get_by_role("button", name="Try now").click()  # the clock stands still: nothing else tries
    page.wait_for_selector(".link.live")


@pytest.mark.report("E3")
def test_a_page_from_the_cache_of_the_browser_connects_anew(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red", own_clock=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    dice.roll(2, 2)
    page.get_by_text("Ann rolled", exact=True).wait_for()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    page.wait_for_selector(".link.live")
    assert len([url for url in asked if "/events" in url]) == 1


@pytest.mark.report("E4")
def test_what_changed_while_a_page_was_hidden_is_there_when_it_is_seen(
    dice: House, phones: Phones
) -> None:
    page = phones.join(dice, "red")
    page.evaluate(HIDDEN, True)
    for face in (1, 2, 3, 4, 5):
        dice.roll(face)
    page.evaluate(HIDDEN, False)
    page.get_by_role("button", name="Die 1 shows 5. Correct it").wait_for(timeout=WITHIN_MS)
    shows_as_many(page.locator(".history-line"), 5)


@pytest.mark.report("E6")
def test_hidden_tabs_hold_no_connection_so_that_a_seventh_loads(
    dice: House, phones: Phones
) -> None:
    """Browsers open six connections to a host; a stream holds one as long as it lives."""
    first = phones.join(dice, "red")
    tabs = [first]
    for _ in range(6):
        tabs[-1].evaluate(HIDDEN, True)
        tab = first.context.new_page()
        tab.goto(dice.url)
        tab.wait_for_selector(".link.live")
        tabs.append(tab)
    dice.roll(4)
    tabs[-1].get_by_role("button", name="Die 1 shows 4. Correct it").wait_for()
    assert dice.do(lambda _: dice.streams_open()) == 1
    first.evaluate(HIDDEN, False)
    first.get_by_role("button", name="Die 1 shows 4. Correct it").wait_for()


def play_through_outages(house: House, pages: "list[Page]", seconds: float, longest: float) -> None:
    """Phones go out of reach at random while somebody plays on."""
    chance = random.Random(7)
    back = [0.0] * len(pages)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        now = time.monotonic()
        for at, page in enumerate(pages):
            if back[at] and now > back[at]:
                back[at] = 0.0
                out_of_reach(page, False)
            elif not back[at] and chance.random() < 0.2:
                back[at] = now + chance.uniform(longest / 4, longest)
                out_of_reach(page, True)
        house.roll(chance.randint(1, 6), chance.randint(1, 6))
        pages[0].wait_for_timeout(500)
    for page in pages:
        out_of_reach(page, False)


@pytest.mark.report("E17")
@pytest.mark.parametrize(
    ("seconds", "longest"), [(5, 3), pytest.param(180, 20, marks=pytest.mark.slow)]
)
def test_four_phones_that_drop_out_at_random_agree_at_the_end(
    dice: House, phones: Phones, seconds: float, longest: float
) -> None:
    pages = [phones.join(dice, seat) for seat in ("red", "blue", "green", None)]
    play_through_outages(dice, pages, seconds, longest)
    dice.roll(6, 6, 6)
    for page in pages:
        page.get_by_role("button", name="Die 3 shows 6. Correct it").wait_for(timeout=15_000)
        page.wait_for_selector(".link.live")
        page.get_by_role("button", name="Show all").click()
    rows = [page.locator(".history-line").all_inner_texts() for page in pages]
    assert rows == [rows[0]] * 4
    assert len(rows[0]) == dice.do(lambda table: table.version)
