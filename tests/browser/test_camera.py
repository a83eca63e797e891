"""What the page says of the camera and its picture."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.referee.snapshot import CameraAdvice, CameraStatus
from companion.server.camera import CameraNow
from tests.browser.conftest import Phones
from tests.browser.house import House
from tests.browser.shown import shows_as_many
from tests.browser.test_page import JPEG

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GLARE = CameraAdvice("glare", "Glare at the top left: move the lamp to the side.", ((0, 0), (0, 1)))
DARK = CameraAdvice("dark", "Too dark: dark dice are lost. Turn on a lamp.")


def advised(house: House, *advice: CameraAdvice) -> None:
    house.do(lambda table: table.set_camera(CameraStatus("running", "", advice)))


def told(page: "Page", where: str) -> list[str]:
    return page.locator(f"{where} .advice li").all_inner_texts()


@pytest.mark.report("A9")
@pytest.mark.report("B8")
@pytest.mark.report("A15")
def test_what_spoils_the_picture_is_said_before_play_and_afterwards_beside_it(
    dice: House, phones: Phones
) -> None:
    page = phones.join(dice, "red")
    assert not page.get_by_text("Before you begin").is_visible()
    advised(dice, DARK, GLARE)
    page.get_by_text("Before you begin").wait_for()
    assert told(page, "main") == [DARK.words, GLARE.words]
    shows_as_many(page.locator("main .where rect"), 3)
    dice.roll(2, 5)
    page.get_by_text("Before you begin").wait_for(state="detached")
    page.get_by_role("button", name="Camera").click()
    assert told(page, "dialog") == [DARK.words, GLARE.words]
    advised(dice)
    page.locator(".advice").wait_for(state="detached")


@pytest.mark.report("C1")
@pytest.mark.parametrize(
    "words",
    [
        "another program holds the Pi's camera (Device or resource busy): close it",
        "the scripted camera was unplugged: plug it in",
        "the camera gives no more pictures: check its cable",
        "the Pi has no memory left for the camera: close other programs",
        "picamera2 is missing: install it with `sudo apt install python3-picamera2`",
        "the camera's program ended or hung",
    ],
)
def test_a_camera_that_fails_is_said_and_play_goes_on_by_hand(
    dice: House, phones: Phones, words: str
) -> None:
    page = phones.join(dice, "red")
    dice.camera("lost", words)
    page.locator(".camera-line.card", has_text=words.replace("`", "")).wait_for()
    page.get_by_role("button", name="Enter by hand").click()
    page.locator("dialog").wait_for()
    page.get_by_role("button", name="Close").click()
    dice.camera("running")
    page.locator(".camera-line.card").wait_for(state="detached")


@pytest.mark.report("C12")
def test_beside_bands_of_a_lamp_the_mains_can_be_set(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    advised(dice, CameraAdvice("flicker", "Dark bands wander through the picture."))
    page.get_by_role("button", name="60 Hz").click()
    page.get_by_text("The camera starts again as you set it.").wait_for()
    assert dice.camera_set == [(60, None)]


@pytest.mark.report("C9")
def test_the_lens_has_a_slider_and_sharpness_a_number(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    dice.camera_now = CameraNow(50, 1.4, has_lens=True, edge_px=2.44, age_s=0.3)
    page.get_by_role("button", name="Camera").click()
    page.get_by_text("edges are 2.4 pixels wide").wait_for()
    assert page.get_by_role("button", name="50 Hz").get_attribute("aria-pressed") == "true"
    slider = page.get_by_label("Focus")
    assert slider.input_value() == "1.4"
    slider.press("ArrowRight")
    page.wait_for_timeout(0)
    page.get_by_text("The camera starts again as you set it.").wait_for()
    assert dice.camera_set[-1] == (None, 1.5)
    dice.camera_now = CameraNow(50, 1.4, has_lens=False, edge_px=None, age_s=None)
    slider.wait_for(state="detached")


@pytest.mark.report("C15")
def test_a_picture_that_grows_old_turns_red(dice: House, phones: Phones) -> None:
    dice.picture = JPEG
    dice.camera_now = CameraNow(None, None, has_lens=False, edge_px=None, age_s=0.2)
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Camera").click()
    page.get_by_text("The picture is of now.").wait_for()
    dice.camera_now = replace(dice.camera_now, age_s=4.2)
    page.locator(".age.trouble").get_by_text("Old picture: 4 seconds").wait_for(timeout=5000)


@pytest.mark.report("B19")
def test_a_damaged_board_is_said_and_teaching_it_anew_offered(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    advised(dice, CameraAdvice("board", "Only dice are read: the board profile is damaged."))
    offer = page.get_by_role("link", name="Teach your board")
    offer.wait_for()
    assert offer.get_attribute("href") == "/board"


@pytest.mark.report("C16")
def test_the_picture_comes_back_without_a_reload(dice: House, phones: Phones) -> None:
    dice.picture = JPEG
    page = phones.join(dice, "red", own_clock=True)
    page.get_by_role("button", name="Camera").click()
    page.clock.run_for(1000)
    page.locator("img.preview").wait_for()
    hide(page, True)
    dice.picture = None
    page.clock.run_for(30_000)
    hide(page, False)
    page.clock.run_for(1000)
    page.get_by_text("No picture from the camera.").wait_for()
    dice.picture = JPEG
    for _ in range(10):
        page.clock.run_for(1000)
        page.wait_for_timeout(0)
    page.locator("img.preview").wait_for()


def hide(page: "Page", hidden: bool) -> None:
    """As when another program is brought to the front of the phone, or sent back."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
