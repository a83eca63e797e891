"""A deck is taught on a phone: photo, which cards they are, progress, doubles, forgotten again."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from companion.card_teaching import CardTeacher
from companion.simulator.card_designs import deck
from companion.store.decks import Decks
from tests.browser.conftest import PLAYERS, Phones
from tests.browser.house import House
from tests.browser.shown import shows_as_many
from tests.browser.test_look import accessible, look
from tests.vision.shown_cards import KIND, photo

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    open_house = House("dice", PLAYERS)
    open_house.cards = CardTeacher(Decks(tmp_path / "cards"), taught_here=(KIND,))
    open_house.start()
    yield open_house
    open_house.stop()


def button(page: "Page", name: str) -> "Locator":
    return page.get_by_role("button", name=name, exact=True)


def show(page: "Page", picture: Path) -> None:
    page.get_by_label("Choose a picture").set_input_files(picture)
    page.get_by_text("Which cards are these?").wait_for(timeout=60_000)


def chosen(page: "Page") -> list[str]:
    return [one.input_value() for one in page.locator(".shown select").all()]


def test_cards_are_taught_by_photo_and_doubles_are_found(
    house: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(house, at="cards")
    page.get_by_text("0 of 24 taught").wait_for()
    first, second = tmp_path / "first.jpg", tmp_path / "second.jpg"
    cv2.imwrite(str(first), photo(deck()[:6], seed=11))
    cv2.imwrite(str(second), photo((*deck()[5:6], *deck()[6:8]), seed=12))
    show(page, first)
    assert chosen(page) == [card.name for card in deck()[:6]]
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    look(page)
    accessible(page, "body")
    page.screenshot(path=str(tmp_path / "which.png"), full_page=True)
    button(page, "Keep 6").tap()
    page.get_by_text("6 of 24 taught").wait_for()
    assert sorted(path.name for path in (tmp_path / "cards").rglob("*.jpg")) == [
        f"{card.name}.jpg" for card in deck()[:6]
    ]
    show(page, second)
    assert chosen(page) == ["", deck()[6].name, deck()[7].name]
    page.get_by_text(f"It looks like “{deck()[5].title}”, which is taught").wait_for()
    page.locator(".shown select").first.select_option(deck()[8].name)
    button(page, "Keep 3").tap()
    page.get_by_text("9 of 24 taught").wait_for()
    twice = f"“{deck()[5].title}” and “{deck()[8].title}” look alike"
    page.get_by_text(twice).wait_for(timeout=60_000)
    page.reload()
    page.get_by_text(twice).wait_for(timeout=60_000)
    shows_as_many(page.locator(".taught img"), 9)
    look(page)
    accessible(page, "body")
    page.screenshot(path=str(tmp_path / "taught.png"), full_page=True)
    page.locator(".taught li").first.get_by_role("button", name="Forget").tap()
    button(page, "Forget it for good").tap()
    page.get_by_text("8 of 24 taught").wait_for()


def test_what_shows_no_card_is_said(house: House, phones: Phones, tmp_path: Path) -> None:
    page = phones.join(house, at="cards")
    bare = tmp_path / "bare.jpg"
    cv2.imwrite(str(bare), photo((), seed=13))
    page.get_by_label("Choose a picture").set_input_files(bare)
    page.get_by_text("No whole card is seen").wait_for(timeout=60_000)
