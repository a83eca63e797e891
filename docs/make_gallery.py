"""Makes the pictures of `docs/screens.md`: every screen on phones in three languages, in the dark
and on a tablet, side by side: `python docs/make_gallery.py`, or only some: `... live table`.

Needs the development tools and Chromium. Pictures go to `docs/images/screens/`.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import httpx
import numpy as np
import numpy.typing as npt
from make_screenshots import WAIT_MS, companion, whole_game
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

SCREENS = Path(__file__).parent / "images" / "screens"
HIGH, GAP = 740, 10
SEATS = "red=Ann,blue=Bo,green=陳大文,yellow=Dee"
FRONTIERS = ("play", "--game", "alien_frontiers", "--option", "tech=none", "--players", SEATS)
DICE = ("play", "--game", "dice", "--option", "turns=each_roll", "--players", SEATS)
ROLLS = (
    (3, 4),
    (6, 6),
    (1, 5),
    (2, 6),
    (3, 3),
    (4, 5),
    (6, 1),
    (5, 2),
    (3, 6),
    (4, 4),
    (1, 2),
    (5, 5),
)
CARDS = ("play", "--game", "impulse", "--players", SEATS)
OVER = ("play", "--resume")
QUALITY = 65

Image = npt.NDArray[np.uint8]
Asked = dict[str, object]


@dataclass(frozen=True, slots=True)
class Look:
    """A device in somebody's hand."""

    locale: str
    scheme: Literal["light", "dark"] = "light"
    wide: int = 360
    high: int = HIGH


LOOKS = (
    Look("en"),
    Look("zh-TW"),
    Look("zh-CN"),
    Look("en", "dark"),
    Look("zh-TW", "dark", 820, 1180),
)
"""Three languages, the dark, and a tablet."""
WALLS = (Look("en", "light", 1180, 820), Look("zh-CN", "dark", 820, 1180))
"""Screens on the wall, lying and standing."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen: where it is, what has been played, what is tapped to get there."""

    name: str
    serve: tuple[str, ...]
    played: tuple[Asked, ...] = ()
    taps: tuple[str, ...] = ()
    ready: str = ".headline"
    path: str = ""
    seat: str = "red"
    looks: tuple[Look, ...] = LOOKS
    scroll: str = ""


def roll(*faces: int) -> Asked:
    return {"type": "Roll", "faces": list(faces)}


def act(text: str) -> Asked:
    return {"type": "Act", "text": text}


def give(player: str, quantity: str, amount: int) -> Asked:
    return {"type": "Adjust", "player": player, "quantity": quantity, "amount": amount}


TURN = (roll(2, 4, 5), act("red: dock lunar_mine 5"))
LANDED = (
    give("red", "fuel", 3),
    give("red", "ore", 3),
    roll(5, 5, 5),
    act("red: dock colony_constructor 5 5 5"),
    act("red: land pohl_foothills"),
    act("red: end_turn"),
    roll(1, 2, 6),
)
ALL = (
    Screen("live", FRONTIERS, TURN, ready=".target"),
    Screen("roll", FRONTIERS, ready=".face-pad"),
    Screen("seats", FRONTIERS, ready=".welcome", seat="?"),
    Screen("phone", FRONTIERS, taps=(".seat-chip",)),
    Screen("correct", FRONTIERS, TURN, (".history-line >> nth=1", "dialog .die-button")),
    Screen("line", FRONTIERS, TURN, (".history-line",), ready="dialog .action"),
    Screen(
        "undo", FRONTIERS, TURN, (".history-line >> nth=1", "dialog .stack button"), "dialog .going"
    ),
    Screen("score", FRONTIERS, LANDED, (".seat",)),
    Screen("by-hand", FRONTIERS, TURN, (".bar button",)),
    Screen("board", FRONTIERS, TURN, (".board-card .icon-button",)),
    Screen("points", FRONTIERS, LANDED, ready=".points", scroll=".points"),
    Screen("check", FRONTIERS, LANDED, (".card .more >> nth=-2",)),
    Screen("keep", FRONTIERS, LANDED, (".card .more >> nth=-1",)),
    Screen("dice", DICE, tuple(roll(*faces) for faces in ROLLS), scroll=".chart"),
    Screen("over", OVER, ready=".result"),
    Screen("replay", OVER, ready=".board", path="replay?game=current&step=40", seat="?"),
    Screen("illegal", ("demo",), ready=".violation"),
    Screen("camera", ("demo",), taps=(".bar button >> nth=2",), ready=".preview"),
    Screen("table", FRONTIERS, LANDED, ready=".screen-join", path="table", looks=WALLS),
    Screen("overlay", FRONTIERS, LANDED, ready=".glance-points", path="overlay", looks=WALLS[:1]),
    Screen("setup", ("play",), path="setup", ready="main", seat="?"),
    Screen("teach", FRONTIERS, TURN, path="board", ready="main"),
    Screen("cards", CARDS, path="cards", ready=".progress"),
    Screen("recovery", FRONTIERS, TURN, path="recovery", ready="main"),
)


@contextmanager
def device(browser: Browser, url: str, look: Look, seat: str) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": look.wide, "height": look.high},
        color_scheme=look.scheme,
        locale=look.locale,
        reduced_motion="reduce",
    )
    if seat != "?":
        context.request.post(f"{url}api/v1/seat", data={"seat": seat})
    yield context
    context.close()


def open_screen(context: BrowserContext, url: str, screen: Screen) -> Page:
    """The page with the screen on it, once what is waited for has come."""
    page = context.new_page()
    page.goto(url + screen.path)
    for selector in screen.taps:
        page.locator(selector).first.click(timeout=WAIT_MS)
    page.locator(screen.ready).first.wait_for(state="attached", timeout=WAIT_MS)
    if screen.scroll:
        page.locator(screen.scroll).first.evaluate("one => one.scrollIntoView()")
        page.mouse.wheel(0, -70)  # from under the top bar
    page.wait_for_timeout(500)
    return page


def picture(page: Page) -> Image:
    """As high as a phone, whatever the device."""
    found = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    size = (round(found.shape[1] * HIGH / found.shape[0]), HIGH)
    return np.asarray(cv2.resize(found, size, interpolation=cv2.INTER_AREA), np.uint8)


def side_by_side(pictures: list[Image]) -> Image:
    space = np.full((HIGH, GAP, 3), 255, np.uint8)
    parts = [part for one in pictures for part in (one, space)]
    return np.hstack(parts[:-1])


def play(url: str, requests: tuple[Asked, ...]) -> None:
    for number, request in enumerate(requests):
        body = {"id": f"{number}", "expected": number, "seat": None, "request": request}
        httpx.post(f"{url}api/v1/commands", json=body).raise_for_status()


def shoot(browser: Browser, url: str, screen: Screen) -> None:
    pictures: list[Image] = []
    for look in screen.looks:
        with device(browser, url, look, screen.seat) as context:
            page = open_screen(context, url, screen)
            found = picture(page)
            while not page.locator(screen.ready).count():  # it cleared by itself meanwhile
                page.locator(screen.ready).first.wait_for(timeout=WAIT_MS)
                found = picture(page)
            pictures.append(found)
    kind = [cv2.IMWRITE_WEBP_QUALITY, QUALITY]
    cv2.imwrite(str(SCREENS / f"{screen.name}.webp"), side_by_side(pictures), kind)
    print(f"{screen.name}.webp", flush=True)


def tables(screens: list[Screen]) -> dict[tuple[tuple[str, ...], int], list[Screen]]:
    """Screens of the same table together."""
    found: dict[tuple[tuple[str, ...], int], list[Screen]] = {}
    for screen in screens:
        found.setdefault((screen.serve, id(screen.played)), []).append(screen)
    return found


def main() -> None:
    """All pictures, or those named."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    wanted = [screen for screen in ALL if not sys.argv[1:] or screen.name in sys.argv[1:]]

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for (serve, _), screens in tables(wanted).items():
            with companion(*serve, saved=whole_game() if serve == OVER else None) as url:
                play(url, screens[0].played)
                for screen in screens:
                    shoot(browser, url, screen)
        browser.close()


if __name__ == "__main__":
    main()
