"""The table on a big screen and over a video: for everybody, and never touched."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who
from companion.referee.commands import Adjust
from companion.rules.score import Outcome
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.shown import shows_as_many
from tests.browser.test_look import CUT_OFF, accessible, busy_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SCREENS = [(1920, 1080), (1180, 820), (820, 1180)]
"""A television, and a tablet lying and standing."""
BEHIND = """() => [document.documentElement, document.body, document.getElementById("app")]
    .map(one => getComputedStyle(one).backgroundColor)"""
CLEAR = "rgba(0, 0, 0, 0)"
TAPS = "button, input, select, textarea, summary, a[href], [tabindex], [role=button]"
TEN_MINUTES_MS = 600_000


def hang(phones: Phones, house: House, at: str, **how: object) -> "Page":
    """A screen on the wall that has drawn the table."""
    page = phones.join(house, at=at, ready=".glance-points", **how)  # type: ignore[arg-type]
    page.locator(".glance-stale:empty").wait_for(state="attached")
    return page


def letters_px(page: "Page", selector: str) -> float:
    size: float = page.locator(selector).first.evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    )
    return size


def test_everything_that_matters_is_on_the_screen_at_once(frontiers: House, phones: Phones) -> None:
    busy_table(frontiers)
    frontiers.shown_address = "http://192.168.1.20:8080/"
    page = hang(phones, frontiers, "table")
    page.locator(".glance-rule").wait_for()
    page.locator(".screen-join span", has_text="8080").wait_for()
    rule = frontiers.do(lambda table: table.snapshot().flags[0].text)
    wanted = {
        ".glance-wrong": rule,
        ".glance-turn": "What happened?",
        ".glance-dice": "Ann rolled",
        ".glance-points": "王小明",
        ".screen-join": "192.168.1.20:8080",
    }
    assert page.locator(TAPS).count() == 0, "nobody touches it"
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for place, words in wanted.items():
            shown = page.locator(place)
            assert words in shown.inner_text()
            box = shown.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height + 1, (place, width)
        assert page.locator(".screen-board .board").is_visible()
        assert page.evaluate(CUT_OFF) == []


def test_it_is_read_from_three_metres(frontiers: House, phones: Phones) -> None:
    """A television of 40 inches: 0.46 mm a pixel. Of three metres, letters want a 200th: 15 mm."""
    busy_table(frontiers)
    page = hang(phones, frontiers, "table", width=1920, height=1080)
    page.locator(".glance-rule").wait_for()
    for place in (".glance-rule", ".glance-turn h1", ".glance-name", ".glance-points li > b"):
        assert letters_px(page, place) * 0.46 >= 15, place


def test_the_screen_follows_the_table(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    page = hang(phones, frontiers, "table", width=1180, height=820)
    assert page.get_by_role("region", name="Ann rolls").is_visible()
    frontiers.roll(2, 4, 5)
    page.get_by_role("region", name="Ann rolled 2 4 5").wait_for()
    frontiers.act("red: dock lunar_mine 5")
    page.get_by_text("Ann placed a 5 in the Lunar Mine").wait_for()
    frontiers.see({"lunar_mine.5": (die("red", 2),)})
    page.get_by_role("alert").get_by_text("red 2 on Lunar Mine").wait_for()
    frontiers.see()
    page.locator(".glance-rule").wait_for(state="detached")
    places = {PlayerId("red"): 1, PlayerId("blue"): 3, PlayerId("green"): 1}
    reason = phrase("{who} landed the last colony", who=who(PlayerId("red")))
    frontiers.stage(outcome=Outcome(places, reason))
    page.get_by_text("Ann landed the last colony").wait_for()
    assert page.locator(".winner .glance-name").all_inner_texts() == ["Ann 1st", "王小明 1st"]


def test_a_game_without_a_board_shows_its_charts(dice: House, phones: Phones) -> None:
    dice.roll(6, 6, 1)
    page = hang(phones, dice, "table", width=1180, height=820)
    for chart in page.locator(".chart").all():
        box = chart.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 820


@pytest.mark.parametrize(("at", "drawn"), [
    ("", ".strip"), ("table", ".glance-points"), ("overlay", ".glance-points"),
])  # fmt: skip
def test_points_are_shown_in_games_that_have_them(
    dice: House, frontiers: House, phones: Phones, at: str, drawn: str
) -> None:
    for house, there in ((dice, False), (frontiers, True)):
        page = phones.join(house, at=at, ready=drawn)
        said = page.locator("main").inner_text() + page.locator("main").aria_snapshot()
        numbers = page.locator(".strip-score b, .seat-score b, .glance-points li > b")
        assert ("points" in said, numbers.count() > 0) == (there, there)


@pytest.mark.parametrize("at", ["table", "overlay"])
def test_a_screen_never_sees_what_a_seat_sees(frontiers: House, phones: Phones, at: str) -> None:
    """Not even where somebody took a seat in the same browser."""
    phone = phones.join(frontiers)
    phone.locator(".welcome").get_by_role("button", name="Bo").click()
    phone.get_by_role("button", name="Seat: Bo. Change").wait_for()
    asked: list[str] = []
    screen = phone.context.new_page()
    screen.on("request", lambda request: asked.append(request.url))
    screen.goto(frontiers.url + at)
    screen.locator(".glance-points").wait_for()
    tables = [url for url in asked if "/events" in url or "/snapshot" in url]
    assert len(tables) == 2
    for url in tables:
        assert parse_qs(urlsplit(url).query, keep_blank_values=True)["seat"] == [""]
        answer = phone.context.request.get(
            url.replace("/events", "/phone").replace("/snapshot", "/phone")
        )
        assert answer.json()["seat"] is None
    assert screen.evaluate("localStorage.getItem('seat')") == "blue"


@pytest.mark.report("E18")
@pytest.mark.parametrize("at", ["table", "overlay"])
def test_after_ten_minutes_and_a_restart_it_is_still_right(
    frontiers: House, phones: Phones, at: str
) -> None:
    page = hang(phones, frontiers, at, own_clock=True, width=1180, height=820)
    page.clock.fast_forward(TEN_MINUTES_MS)
    frontiers.stop()
    page.get_by_text("reconnecting…").wait_for()
    assert "as of" in page.locator(".glance-stale").inner_text()
    page.clock.fast_forward(TEN_MINUTES_MS)
    frontiers.start()
    frontiers.ask(Adjust("blue", "ore", 4))
    frontiers.roll(1, 3, 6)
    page.clock.fast_forward(10_000)
    page.get_by_role("region", name="Ann rolled 1 3 6").wait_for()
    page.locator(".glance-stale:empty").wait_for(state="attached")


@pytest.mark.report("E18")
@pytest.mark.parametrize("dark", [False, True])
def test_there_is_nothing_behind_the_overlay(frontiers: House, phones: Phones, dark: bool) -> None:
    page = hang(phones, frontiers, "overlay", width=1280, height=720, dark=dark)
    assert page.evaluate(BEHIND) == [CLEAR] * 3
    assert page.locator(TAPS).count() == 0
    picture = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
    pixels = cv2.imdecode(picture, cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    alpha = pixels[..., 3]
    assert alpha.shape == (720, 1280)
    assert not alpha[:, 640:].any(), "nothing where no plate lies"
    assert alpha[600:700, 40:400].min() == 255, "plates hide what is behind them"


@pytest.mark.parametrize(
    ("corner", "left", "top"),
    [
        ("top-left", True, True),
        ("top-right", False, True),
        ("bottom-left", True, False),
        ("bottom-right", False, False),
    ],
)
def test_the_overlay_lies_in_a_corner(
    frontiers: House, phones: Phones, corner: str, left: bool, top: bool
) -> None:
    page = hang(phones, frontiers, f"overlay?corner={corner}", width=1280, height=720)
    box = page.locator(".overlay").bounding_box()
    assert box is not None
    assert (box["x"] <= 24) == left
    assert (box["x"] + box["width"] >= 1280 - 24) == (not left)
    assert (box["y"] <= 24) == top
    assert (box["y"] + box["height"] >= 720 - 24) == (not top)


def test_the_overlay_is_as_large_and_as_much_as_asked(frontiers: House, phones: Phones) -> None:
    frontiers.roll(1, 2, 3)
    usual = hang(phones, frontiers, "overlay", width=1280, height=720)
    large = hang(phones, frontiers, "overlay?size=150&show=points,dice", width=1280, height=720)
    name = ".glance-name"
    assert letters_px(large, name) == pytest.approx(1.5 * letters_px(usual, name))
    assert large.locator(".glance-dice").is_visible()
    assert large.locator(".glance-turn").count() == 0


@pytest.mark.parametrize("corner", ["top-left", "bottom-left"])
def test_the_overlay_is_smaller_where_the_window_is_too_low(
    frontiers: House, phones: Phones, corner: str
) -> None:
    busy_table(frontiers)
    page = hang(phones, frontiers, f"overlay?corner={corner}", width=1280, height=300)
    page.locator(".glance-rule").first.wait_for()
    parts = [part.bounding_box() for part in page.locator(".overlay > :not(:empty)").all()]
    assert len(parts) == 4
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= 300 for box in parts)
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function("() => getComputedStyle(document.documentElement).fontSize === '20px'")


def test_where_no_phone_can_come_it_is_said_what_to_do(frontiers: House, phones: Phones) -> None:
    """A code for this machine's own address would lead every phone to itself."""
    page = hang(phones, frontiers, "table", width=1180, height=820)
    page.get_by_text("let it make a hotspot").wait_for()
    assert page.locator(".screen-join img").count() == 0
    frontiers.shown_address = "http://192.168.1.20:8080/"
    page.reload()
    page.locator(".screen-join", has_text="192.168.1.20:8080").wait_for()
    shows_as_many(page.locator(".screen-join img"), 1)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("corner=middle", "corner is one of bottom-left"),
        ("size=9", "size is a number from 50 to 400."),
        ("size=huge", "size is a number"),
        ("show=cards", "show is any of wrong, turn, dice, points"),
    ],
)
def test_what_the_overlay_does_not_know_is_told(
    frontiers: House, phones: Phones, query: str, said: str
) -> None:
    page = phones.join(frontiers, at=f"overlay?{query}", ready=".glance-over")
    assert said in page.locator(".overlay").inner_text()


@pytest.mark.report("H2")
@pytest.mark.parametrize("at", ["table", "overlay"])
def test_a_screen_in_chinese_with_chinese_names(
    new_house: Callable[..., House], phones: Phones, at: str
) -> None:
    """Letters are the browser's, which has them; the query chooses, since nobody taps."""
    house = new_house("alien_frontiers", {"red": "陳大文", "blue": "王小明"})
    house.camera()
    page = hang(phones, house, f"{at}?language=zh-Hant", width=1180, height=820)
    assert page.locator("html").get_attribute("lang") == "zh-Hant"
    shown = page.locator(".glance-points").inner_text()
    assert "陳大文" in shown
    assert "王小明" in shown
    house.roll(1, 2, 3)
    page.get_by_role("region", name="陳大文擲出 1 2 3").wait_for()
    page.get_by_text("陳大文擲出一個1、一個2和一個3").wait_for()


@pytest.mark.parametrize("at", ["table", "overlay"])
def test_screens_are_accessible(frontiers: House, phones: Phones, at: str) -> None:
    busy_table(frontiers)
    page = hang(phones, frontiers, at, width=1180, height=820)
    page.locator(".glance-rule").wait_for()
    accessible(page, "body")
