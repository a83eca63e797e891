"""What a phone may lack: a secure page, a lock that keeps it awake, a sound that goes on."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import HOME, Phones
from tests.browser.house import House, die

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SOUND = """
    window.heard = [];
    window.contexts = [];
    class Voice {
        constructor() {
            this.frequency = {setValueAtTime: hz => window.heard.push(hz)};
            this.gain = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
        }
        connect(next) { return next; }
        start() {}
        stop() {}
    }
    window.AudioContext = class {
        constructor() { this.state = "running"; this.currentTime = 0; window.contexts.push(this); }
        resume() { this.state = "running"; return Promise.resolve(); }
        createOscillator() { return new Voice(); }
        createGain() { return new Voice(); }
    };
"""
"""Writes down what would sound."""


def this_phone(page: "Page") -> None:
    page.get_by_role("button", name="Seat: Ann. Change").click()
    page.get_by_role("heading", name="This phone", exact=True).wait_for()


def heard(page: "Page") -> list[int]:
    notes: list[int] = page.evaluate("window.heard.splice(0)")
    return notes


@pytest.mark.report("E8", "E9")
def test_the_page_works_in_full_over_plain_http(frontiers: House, phones: Phones) -> None:
    """A phone at home has no secure page: no wake lock, no random ids of the browser."""
    page = phones.join(frontiers, "red", host=HOME)
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator, !!crypto.randomUUID]") == [
        False, False, False,
    ]  # fmt: skip
    faces = page.get_by_role("group", name="Faces")
    for face in ("2", "4", "5"):
        faces.get_by_role("button", name=face, exact=True).click()
    page.get_by_role("heading", name="To place").wait_for()
    page.locator(".target[data-area=lunar_mine]").wait_for(state="attached")
    this_phone(page)
    page.get_by_text("does not let the page keep the phone on").wait_for()
    assert page.get_by_role("button", name="Stay on").count() == 0


@pytest.mark.report("E9")
def test_a_screen_that_cannot_stay_on_says_so(frontiers: House, phones: Phones) -> None:
    page = phones.join(frontiers, host=HOME, at="table", ready=".screen-join")
    page.get_by_text("This screen may go dark by itself").wait_for()


@pytest.mark.report("E9")
def test_a_phone_that_can_is_kept_on_until_it_may_rest(frontiers: House, phones: Phones) -> None:
    lock = """Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
        const lock = new EventTarget();
        lock.release = async () => lock.dispatchEvent(new Event("release"));
        return lock;
    }}})"""
    page = phones.join(frontiers, "red", script=lock)
    this_phone(page)
    stay = page.get_by_role("button", name="Stay on")
    for pressed in ("true", "false", "true"):
        stay.click()
        page.locator(f".comforts [aria-pressed={pressed}]", has_text="Stay on").wait_for()


@pytest.mark.report("E9")
def test_a_lock_that_is_refused_is_told(frontiers: House, phones: Phones) -> None:
    lock = """Object.defineProperty(navigator, "wakeLock",
        {value: {request: () => Promise.reject(new Error("low battery"))}})"""
    page = phones.join(frontiers, "red", script=lock)
    this_phone(page)
    page.get_by_role("button", name="Stay on").click()
    page.get_by_text("does not let the page keep the phone on").wait_for()


def test_sounds_tell_of_a_turn_and_of_what_is_wrong(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    page = phones.join(frontiers, "red", script=SOUND)
    this_phone(page)
    page.get_by_role("button", name="Sounds").click()
    page.get_by_role("button", name="Close").click()
    frontiers.act("red: dock lunar_mine 5")
    frontiers.see({"lunar_mine.5": (die("red", 2),)})
    page.locator(".violation").wait_for()
    low = heard(page)
    frontiers.see()
    page.locator(".violation").wait_for(state="detached")
    assert heard(page) == [], "what is put right makes no sound"
    frontiers.act("red: dock solar_converter 4", "red: dock solar_converter 2", "red: end_turn")
    frontiers.roll(1, 1, 6)
    page.locator(".turn", has_text="Bo").wait_for()
    assert heard(page) == [], "it is somebody else's turn"
    frontiers.act("blue: dock lunar_mine 6", "blue: dock orbital_market 1 1", "blue: end_turn")
    page.locator(".turn", has_text="王小明").wait_for()
    frontiers.roll(1, 2, 3)
    for dock in ("solar_converter 1", "solar_converter 2", "solar_converter 3"):
        frontiers.act(f"green: dock {dock}")
    frontiers.act("green: end_turn")
    page.get_by_text("your turn").wait_for()
    high = heard(page)
    assert len(low) == len(high) == 2
    assert max(low) < min(high)


def test_without_being_asked_the_page_is_silent(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "blue", script=SOUND)
    page.get_by_role("button", name="Undo").dispatch_event("pointerdown")
    dice.roll(1)
    page.get_by_text("Ann rolled", exact=True).wait_for()
    assert page.evaluate("[window.contexts.length, window.heard.length]") == [0, 0]


@pytest.mark.report("E10")
@pytest.mark.parametrize("state", ["interrupted", "suspended"])
def test_the_next_tap_revives_a_sound_that_a_lock_ended(
    dice: House, phones: Phones, state: str
) -> None:
    page = phones.join(dice, "red", script=SOUND + "localStorage.setItem('sounds', 'on');")
    page.locator(".headline").tap()
    page.evaluate(f"window.contexts[0].state = '{state}'")
    page.locator(".headline").tap()
    assert page.evaluate("window.contexts.map(one => one.state)") == ["running"]
