"""Seats and the host's PIN, as phones meet them."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.server.access import KeptInMemory
from companion.server.housekeeping import Housekeeping
from companion.store.boards import Boards
from tests.browser.conftest import Phones
from tests.browser.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PIN = "271828"


@pytest.fixture
def guarded(frontiers: House, tmp_path: Path) -> House:
    """A table whose host has a PIN."""
    frontiers.stop()
    frontiers.kept = KeptInMemory(PIN)
    frontiers.housekeeping = Housekeeping(tmp_path, "tonight", lambda name: None)
    frontiers.boards = Boards(tmp_path / "boards")
    frontiers.start()
    return frontiers


def enter_pin(page: "Page", pin: str) -> None:
    page.get_by_label("The host's PIN").fill(pin)
    page.get_by_role("button", name="Enter", exact=True).click()


def open_phone(page: "Page") -> None:
    page.get_by_role("button", name=re.compile("^Seat: ")).click()


def test_who_looks_on_is_told_and_can_sit_down_there(guarded: House, phones: Phones) -> None:
    guarded.roll(3, 3, 6)
    page = phones.join(guarded)
    page.get_by_role("button", name="Just watching").click()
    page.get_by_role("button", name="Die 3 shows 6. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    page.get_by_role("heading", name="This phone may not do that").wait_for()
    assert guarded.do(lambda table: table.version) == 1
    page.get_by_role("dialog").get_by_role("button", name="Ann").click()
    page.get_by_role("button", name="Seat: Ann. Change").wait_for()
    page.wait_for_timeout(400)  # the guard against double taps
    page.get_by_role("button", name="Die 3 shows 6. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    page.get_by_role("button", name="Die 3 shows 5. Correct it").wait_for()


def test_what_is_anothers_takes_the_pin_and_then_goes_on(guarded: House, phones: Phones) -> None:
    guarded.roll(3, 3, 6)
    phones.join(guarded, "red")
    page = phones.join(guarded, "blue")
    page.get_by_role("button", name="Die 3 shows 6. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    page.get_by_role("heading", name="This is for the host").wait_for()
    page.get_by_text("That is for Ann").wait_for()
    enter_pin(page, "0000")
    page.get_by_role("alert").get_by_text("That is not the PIN").wait_for()
    enter_pin(page, PIN)
    page.get_by_role("button", name="Die 3 shows 5. Correct it").wait_for()


def test_the_link_of_the_terminal_makes_the_phone_the_hosts(guarded: House, phones: Phones) -> None:
    page = phones.join(guarded, at=f"#host={PIN}", ready=".link.live")
    page.get_by_text("This phone is the host's now.").wait_for()
    assert PIN not in page.url
    assert PIN not in page.evaluate("JSON.stringify([{...localStorage}, document.cookie])")
    open_phone(page)
    page.get_by_text("This is the host's phone").wait_for()


def test_a_seat_goes_to_another_phone_by_the_host_and_its_phone_is_told(
    guarded: House, phones: Phones
) -> None:
    ann, other = phones.join(guarded, "red"), phones.join(guarded)
    other.locator(".welcome").get_by_role("button", name="Ann").click()
    other.get_by_text("Another phone has this seat").wait_for()
    host = phones.join(guarded, at=f"#host={PIN}", ready=".link.live")
    open_phone(host)
    host.get_by_text("Other phones, and the PIN").click()
    host.get_by_role("button", name="Free the seat of Ann").click()
    ann.get_by_text("Another phone has your seat now.").wait_for()
    other.locator(".welcome").get_by_role("button", name="Ann").click()
    other.get_by_role("button", name="Seat: Ann. Change").wait_for()


def test_a_phone_says_how_others_join(guarded: House, phones: Phones) -> None:
    guarded.shown_address = "http://192.168.1.20:8080/"
    guarded.shown_elsewhere = ("http://10.0.0.5:8080/", "http://table.local:8080/")
    page = phones.join(guarded, "red")
    open_phone(page)
    page.get_by_text("http://192.168.1.20:8080/", exact=True).wait_for()
    page.get_by_text("http://table.local:8080/").wait_for()
    drawn = page.locator(".qr").evaluate("code => code.decode().then(() => code.naturalWidth)")
    assert drawn > 0


def test_without_a_pin_every_phone_may_do_everything(frontiers: House, phones: Phones) -> None:
    page = phones.join(frontiers, "red")
    open_phone(page)
    page.get_by_text("Every phone here may do everything").wait_for()
    page.get_by_role("button", name="Ask for a PIN from now on").click()
    page.get_by_text(re.compile(r"^The PIN is now \d{6}")).wait_for()


def test_on_the_page_that_teaches_boards_the_pin_is_asked_first(
    guarded: House, phones: Phones
) -> None:
    page = phones.join(guarded, at="board")
    page.get_by_role("heading", name="This is for the host").wait_for()
    enter_pin(page, PIN)
    page.get_by_role("heading", name="This is for the host").wait_for(state="hidden")


def test_the_pin_is_asked_without_scripts_too(guarded: House, phones: Phones) -> None:
    page = phones.join(guarded, at="recovery", ready="main")
    page.get_by_label("PIN").fill("12345")
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("That is not the PIN").wait_for()
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("This phone is the host's now.").wait_for()
    assert not page.get_by_label("PIN").is_visible()
