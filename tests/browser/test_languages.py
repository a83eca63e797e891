"""The page in other languages, on a small phone."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.referee.commands import Adjust, Roll
from companion.server.languages import ENGLISH, LANGUAGES
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.test_look import look

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NAMES = {"red": "陳大文", "blue": "שרה", "green": "👩‍🚀 Zoë"}
WRITTEN = """() => [...document.querySelectorAll("body *")]
    .filter(one => !one.closest("code, script, style, .languages, .address"))
    .flatMap(one => [...one.childNodes].filter(node => node.nodeType === 3)
        .map(node => node.textContent)
        .concat([one.getAttribute("aria-label"), one.getAttribute("alt"), one.title || ""]))
    .filter(Boolean)"""


def english_in(page: "Page") -> list[str]:
    """What is still written in Latin letters, but for the names of people."""
    texts: list[str] = page.evaluate(WRITTEN)
    left = [re.sub(r"Zoë|QR|VP|\([a-d]\)", "", text) for text in texts]
    return [text for text in left if re.search("[A-Za-z]", text)]


@pytest.mark.report("H2")
def test_a_phone_is_read_in_another_language(
    new_house: Callable[..., House], phones: Phones
) -> None:
    house = new_house("alien_frontiers", NAMES)
    house.camera()
    house.ask(Roll((2, 4, 5)), Adjust("red", "fuel", 12))
    house.act("red: dock lunar_mine 5")
    house.see({"lunar_mine.5": (die("red", 2),)})
    page = phones.join(house, "red")
    page.get_by_text("陳大文 placed a 5 in the Lunar Mine.").first.wait_for()
    for tag, name in LANGUAGES.items():
        if tag == ENGLISH:
            continue
        page.locator(".seat-chip").click()
        page.get_by_role("button", name=name).click()
        page.wait_for_selector(f"html[lang={tag}] .link.live")
        page.locator(".violation").wait_for()
        look(page)
        assert english_in(page) == []
        assert page.get_by_text("陳大文").count() > 0
    page.reload()
    page.wait_for_selector(f"html[lang={tag}] .link.live")
