"""The board is shown without pieces on a phone: what is missing, what came of it, the way there."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.phrases import phrase
from companion.referee.snapshot import CameraAdvice, CameraStatus
from companion.server.setup import BareBoard, BoardFound
from companion.store.plan import Plan
from companion.vision.adviser import SHOW_BARE
from tests.browser.conftest import Phones
from tests.browser.house import House
from tests.browser.test_camera import advised
from tests.browser.test_look import accessible, look
from tests.server.staged_setup import StagedSetup

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FOUND, LOST = BoardFound(found=True, seen=6, tags=6), BoardFound(found=False, seen=1, tags=6)
ADVICE = CameraAdvice(SHOW_BARE.about, SHOW_BARE.words)
SEATS = (("red", "Ann"), ("blue", "陳"))


@pytest.fixture
def staged(new_house: Callable[[str], House]) -> tuple[House, StagedSetup]:
    """A table whose game has ships on cards, before a camera that has not seen it bare."""
    house = new_house("impulse")
    house.stop()
    plan = Plan(game="impulse", camera="usb:0", seats=SEATS)
    house.setting_up = staged = StagedSetup(plan, playing="20261129-201500-x", found=FOUND)
    staged.status = CameraStatus("running", "", (ADVICE,))
    staged.board = BareBoard(needed=True, shown=False)
    house.start()
    return house, staged


def kept(page: "Page", name: str) -> None:
    """A picture for people to look at, where they ask for one."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def way_on(page: "Page") -> str:
    words: str = page.locator("nav.ways button").last.inner_text()
    return words


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_the_step_fits_a_small_phone_in_every_language(
    staged: tuple[House, StagedSetup], phones: Phones, language: str
) -> None:
    page = phones.join(staged[0], at=f"setup?language={language}#bare")
    page.locator(".verdict.good").wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    look(page)
    accessible(page, "body", "a bare board")
    kept(page, f"bare-{language}")


def test_what_is_missing_is_said_until_the_board_can_be_shown_and_it_can_be_skipped(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, setup = staged
    setup.found = LOST
    setup.status = CameraStatus("running", phrase("The board is not seen: no tag of it"))
    page = phones.join(house, at="setup#bare")
    button = page.get_by_role("button", name="The board is bare")
    page.locator(".verdict.bad").get_by_text("The board is not seen").wait_for()
    assert button.is_disabled()
    setup.found, setup.status = FOUND, CameraStatus("moving")
    page.get_by_text("Something moves, or a hand is over the board.").wait_for()
    assert button.is_disabled()
    setup.status = CameraStatus("running", "", (ADVICE,))
    page.get_by_text("The board is found, and nothing moves.").wait_for()
    assert not page.get_by_text("Some pieces are not read").is_visible(), "it is being mended"
    setup.refusal = phrase("Something moves: take the hand away, then try again.")
    button.click()
    page.locator(".toast").get_by_text("take the hand away, then try again.").wait_for()
    assert not setup.board.shown
    assert way_on(page) == "Skip"
    setup.refusal = ""
    button.click()
    page.get_by_text("Learnt. Put the pieces in their places now.").wait_for()
    page.locator(".toast").wait_for(state="detached")
    assert setup.board.shown
    assert way_on(page) == "Next"
    kept(page, "bare-learnt")
    setup.board = BareBoard(needed=True, shown=True)
    page.goto(f"{house.url}setup#ready")
    row = page.locator("a.row", has_text="Board without pieces")
    row.get_by_text("shown", exact=True).wait_for()
    row.click()
    button.click()  # once more, when other cards lie there
    page.get_by_text("Learnt. Put the pieces in their places now.").wait_for()


def test_the_empty_board_can_be_shown_before_its_cards_are_laid(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, setup = staged
    setup.board = BareBoard(needed=True, shown=False)
    page = phones.join(house, at="setup#bare")
    page.get_by_role("button", name="The board is bare").wait_for()
    assert page.get_by_role("button", name="The board is empty").count() == 0, "it has no cards"
    setup.board = BareBoard(needed=True, shown=False, cards=True)
    page.reload()
    page.set_viewport_size({"width": 360, "height": 740})
    kept(page, "bare-empty")
    look(page)
    page.get_by_role("button", name="The board is empty").click()
    page.get_by_text("Learnt. Lay the cards now.").wait_for()
    assert (setup.board.empty, setup.board.shown) == (True, False)
    page.get_by_role("button", name="Show the empty board again").wait_for()
    page.get_by_role("button", name="The board is bare").click()
    page.get_by_text("Learnt. Put the pieces in their places now.").wait_for()
    assert (setup.board.empty, setup.board.shown) == (True, True)


def test_the_step_is_not_there_for_a_board_that_needs_none_or_without_a_camera(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, setup = staged
    setup.plan = replace(setup.plan, camera="none")
    page = phones.join(house, at="setup#bare")
    page.get_by_text("There is no camera to see it.").wait_for()
    assert page.get_by_role("button", name="The board is bare").count() == 0
    setup.board = BareBoard(needed=False, shown=False)
    page.goto(f"{house.url}setup#steps")
    page.reload()
    page.get_by_role("heading", name="What do you want to set up?").wait_for()
    page.locator("a.row", has_text="Colours").wait_for()
    assert page.locator("a.row", has_text="Board without pieces").count() == 0
    page.goto(f"{house.url}setup#bare")
    page.reload()
    page.get_by_role("heading", name="What do you want to set up?").wait_for()


def test_in_play_it_is_said_with_the_way_to_mend_it_and_can_be_put_off(
    dice: House, phones: Phones
) -> None:
    page = phones.join(dice, "red")
    dice.roll(2, 5)
    advised(dice, ADVICE)
    card = page.locator("main section.card", has_text="Some pieces are not read")
    card.wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    look(page)
    kept(page, "bare-play")
    link = card.get_by_role("link", name="Show the board without pieces")
    assert link.get_attribute("href") == "/setup#bare"
    card.get_by_role("button", name="Not now").click()
    card.wait_for(state="detached")
    dice.roll(3)
    page.get_by_role("button", name="Camera").click()
    page.locator("dialog").get_by_text("Some pieces are not read").wait_for()
    page.keyboard.press("Escape")
    assert card.count() == 0, "it is said once"
    advised(dice)
    page.wait_for_timeout(300)
    advised(dice, ADVICE)
    card.wait_for()


def test_the_camera_page_of_a_game_with_models_leads_there(
    staged: tuple[House, StagedSetup], dice: House, phones: Phones
) -> None:
    for house, there in ((staged[0], 1), (dice, 0)):
        page = phones.join(house, "red")
        page.get_by_role("button", name="Camera").click()
        page.locator("dialog").get_by_role("link", name="Set up the table").wait_for()
        links = page.locator("dialog a", has_text="Show the board without pieces")
        assert links.count() == there
