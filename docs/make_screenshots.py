"""Makes the pictures of the user guide from real runs: `python docs/make_screenshots.py`.

Needs the development tools and Chromium. Pictures go to `docs/images/`. Only some of them:
`python docs/make_screenshots.py teach`.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import cv2
import httpx
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from companion.core.layout import SlotKind
from companion.rules.ledger import Ledger
from companion.rules.playthrough import replay_file
from companion.rules.registry import load_game, make_setup
from companion.simulator.draw import Scene
from companion.simulator.lamps import Noise
from companion.simulator.world import World
from companion.store.library import create_game

IMAGES = Path(__file__).parent / "images"
PHONE = {"width": 360, "height": 740}
WHOLE_GAME = Path(__file__).parents[1] / "tests/games/alien_frontiers/game1.playthrough"
WAIT_MS = 180_000
COLOURS = 200
PORT = 8090


@contextmanager
def companion(*arguments: str, saved: Ledger | None = None) -> Iterator[str]:
    """Run a command that serves a table, beside a saved game if one is given; its address."""
    with tempfile.TemporaryDirectory() as data:
        if saved is not None:
            with create_game(Path(data), saved.header) as file:
                file.append(*saved.entries)
        command = [sys.executable, "-m", "companion", *arguments, "--data", data]
        command += ["--port", str(PORT), "--json", "--pin", "none"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            json.loads(process.stdout.readline())
            yield f"http://127.0.0.1:{PORT}/"
        finally:
            process.terminate()
            process.wait()


def phone(browser: Browser, url: str, *, dark: bool = False, locale: str = "en") -> Page:
    """A phone that has opened the page."""
    page = browser.new_page(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        device_scale_factor=2,
        color_scheme="dark" if dark else "light",
        locale=locale,
    )
    page.goto(url)
    return page


def shoot(page: Page, name: str) -> None:
    """Take a picture once things have stopped moving."""
    page.wait_for_timeout(600)
    found = Image.open(BytesIO(page.screenshot(scale="css"))).convert("RGB")
    few = found.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)
    print(f"{name}.png", flush=True)


def sheet(page: Page, opener: Locator, name: str) -> None:
    """Open a sheet, take its picture, close it again."""
    opener.click()
    shoot(page, name)
    page.get_by_role("button", name="Close").first.click()


def shoot_board_game(browser: Browser) -> None:
    """Alien Frontiers as the demo plays it."""
    with companion("demo") as url:
        page = phone(browser, url)
        page.get_by_role("button", name="Red", exact=True).last.click()
        page.get_by_text("rolled", exact=False).first.wait_for(timeout=WAIT_MS)
        shoot(page, "live")
        while True:
            page.locator(".violation").first.wait_for(timeout=WAIT_MS)
            shoot(page, "illegal")
            if page.locator(".violation").count():  # else it cleared by itself meanwhile
                break
        sheet(page, page.get_by_role("button", name="Enlarge the board"), "board")
        sheet(
            page,
            page.get_by_role("group", name="Dice of the last roll").get_by_role("button").first,
            "correct",
        )
        sheet(page, page.get_by_role("button", name="Camera", exact=True), "camera")
        sheet(page, page.get_by_role("button", name="Enter by hand", exact=True), "by-hand")
        shoot(phone(browser, url, dark=True), "dark")


def shoot_screens(browser: Browser) -> None:
    """The table on a television, and over a video."""
    seats = "red=Ann,blue=Bo,green=陳大文"
    cardless = ("--option", "tech=none")
    with companion("play", "--game", "alien_frontiers", *cardless, "--players", seats) as url:
        requests = (
            {"type": "Roll", "faces": [2, 4, 5]},
            {"type": "Act", "text": "red: dock lunar_mine 5"},
        )
        for number, request in enumerate(requests):
            body = {"id": f"{number}", "expected": number, "seat": None, "request": request}
            httpx.post(f"{url}api/v1/commands", json=body).raise_for_status()
        wall = browser.new_page(viewport={"width": 1280, "height": 720})
        wall.goto(f"{url}table")
        wall.locator(".screen-join img").wait_for()
        shoot(wall, "table")
        stream = browser.new_page(viewport={"width": 1280, "height": 720})
        stream.goto(f"{url}overlay?size=90")
        stream.add_style_tag(content=f"html {{ background: {SCENERY} !important; }}")
        stream.locator(".glance-points").wait_for()
        shoot(stream, "overlay")


SCENERY = "#9a8a6b"
"""Stands for somebody's video."""


def shoot_dice(browser: Browser) -> None:
    """Rolls of any game, entered by hand."""
    rolls = [[3, 4], [6, 6], [1, 5], [2, 6], [3, 3], [4, 5], [6, 1], [5, 2], [3, 6], [4, 4]]
    seats = "red=Ann,blue=Bo,green=陳大文"
    with companion(
        "play", "--game", "dice", "--option", "turns=each_roll", "--players", seats
    ) as url:
        for number, faces in enumerate(rolls):
            body = {"id": f"{number}", "expected": number, "seat": None}
            body["request"] = {"type": "Roll", "faces": faces}
            httpx.post(f"{url}api/v1/commands", json=body).raise_for_status()
        page = phone(browser, url)
        page.get_by_text("rolled", exact=False).first.wait_for()
        page.set_viewport_size({"width": PHONE["width"], "height": 1850})  # all of it at once
        shoot(page, "dice")


def shoot_languages(browser: Browser) -> None:
    """The same table on phones set to Traditional and to Simplified Chinese."""
    cardless = ("--option", "tech=none")
    seats = "red=陳大文,blue=王小明"
    with companion("play", "--game", "alien_frontiers", *cardless, "--players", seats) as url:
        requests = (
            {"type": "Roll", "faces": [2, 4, 5]},
            {"type": "Act", "text": "red: dock lunar_mine 5"},
        )
        for number, request in enumerate(requests):
            body = {"id": f"{number}", "expected": number, "seat": None, "request": request}
            httpx.post(f"{url}api/v1/commands", json=body).raise_for_status()
        for locale, name in (("zh-TW", "zh-hant"), ("zh-CN", "zh-hans")):
            page = phone(browser, url, locale=locale)
            page.locator(".seat-pick").first.click()
            page.locator(".headline.mine").wait_for()
            shoot(page, name)


def shoot_setup(browser: Browser) -> None:
    """Every step of the set-up, and another evening: English, Chinese in the dark, Chinese."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder) / "our-table"
        at.mkdir()
        world = World(load_game("alien_frontiers").layout)
        cv2.imwrite(str(at / "0000.jpg"), Scene(world, 5, Noise.CLEAN).frame(world, 0.0, 0))
        for number in range(1, 300):
            (at / f"{number:04}.jpg").hardlink_to(at / "0000.jpg")
        with companion("play", "--camera", str(at), saved=whole_game()) as url:
            seats = [["red", "Ann"], ["blue", "陳大文"], ["green", "Cy"]]
            chosen = {"game": "alien_frontiers", "seats": seats, "options": {"tech": "none"}}
            answer = httpx.post(f"{url}api/v1/setup", json={"expected": 1, **chosen})
            answer.raise_for_status()
            pages = [phone(browser, f"{url}setup", dark=d, locale=tag) for d, tag in SETUP_LOOKS]
            for page in pages:
                page.locator("main.setup h1").wait_for()
            for step in SETUP_STEPS:
                shoot_side_by_side(pages, step)
            game = httpx.get(f"{url}api/v1/games").json()[0]["id"]
            httpx.post(f"{url}api/v1/setup/go-on", json={"game": game}).raise_for_status()
            for page in pages:
                page.wait_for_url(url)
                page.goto(f"{url}setup#lay")
                page.locator(".next-place").wait_for()
            shoot_side_by_side(pages, "lay")


SETUP_LOOKS = ((False, "en"), (True, "zh-TW"), (False, "zh-CN"))
SETUP_STEPS = (
    "language", "game", "players", "camera", "board", "colours", "options", "ready", "evenings"
)  # fmt: skip


def shoot_side_by_side(pages: list[Page], step: str) -> None:
    """A step of the set-up on several phones, in one picture."""
    shots = []
    for page in pages:
        page.evaluate("step => { location.hash = step }", step)
        page.wait_for_timeout(1500)
        if step in ("camera", "board", "colours"):
            page.locator("img.preview").wait_for()
        shots.append(Image.open(BytesIO(page.screenshot(scale="css"))).convert("RGB"))
    gap, high = 12, PHONE["height"]
    joined = Image.new("RGB", (sum(one.width + gap for one in shots) - gap, high), "white")
    for number, one in enumerate(shots):
        joined.paste(one, (number * (one.width + gap), 0))
    picture = joined.quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(IMAGES / f"setup-{step}.png", optimize=True)
    print(f"setup-{step}.png", flush=True)


def shoot_teaching(browser: Browser) -> None:
    """A drawn board being taught; published boards are not ours to show."""
    with companion("play", "--game", "alien_frontiers") as url, tempfile.TemporaryDirectory() as at:
        picture = Path(at) / "board.png"
        layout = replace(load_game("alien_frontiers").layout, tags=())
        world = World(layout)
        cv2.imwrite(str(picture), Scene(world, 5, Noise.CLEAN).frame(world, 0.0, 0))
        page = phone(browser, f"{url}board")
        page.get_by_label("Choose a picture").set_input_files(picture)
        page.get_by_text("Drag 1 to 4").wait_for()
        ends = ((0.149, 0.062), (0.858, 0.042), (0.849, 0.946), (0.14, 0.933))
        rough = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
        for number, (start, end) in enumerate(zip(rough, ends, strict=True)):
            press(page, *start)
            move(page, *end)
            if number == 3:
                shoot(page, "teach-corner")
            page.mouse.up()
        page.get_by_role("button", name="Next").click()
        page.get_by_label("Width, mm").fill("594")
        page.get_by_label("Height, mm").fill("420")
        page.get_by_role("button", name="Next").click()
        dice = [
            [slot for slot in layout.in_area(area) if slot.kind is SlotKind.DIE]
            for area in layout.areas
        ]
        for group in [slots for slots in dice if slots][:9]:
            for slot in dict.fromkeys((group[0], group[-1])):
                press(page, slot.x_mm / layout.width_mm, slot.y_mm / layout.height_mm)
                if group[0].area != "hub.3" or slot != group[-1]:
                    page.mouse.up()
        shoot(page, "teach-places")


def shoot_replay(browser: Browser) -> None:
    """A line of the demo gone through again, what a whole game is kept as, and the way out."""
    with companion("demo") as url:
        page = phone(browser, f"{url}replay?game=current&step={seen_line(url)}")
        page.locator(".moments img").last.wait_for()
        shoot(page, "replay")
    with companion("play", "--resume", saved=whole_game()) as url:
        page = phone(browser, url)
        page.get_by_role("button", name="Keep this game").first.click()
        page.get_by_role("link", name="Post to BG Stats").wait_for()
        page.wait_for_function("document.querySelector('.plot').complete")
        shoot(page, "keep")
        page.goto(f"{url}recovery")
        shoot(page, "recovery")


def whole_game() -> Ledger:
    """A game that is over, of Ann and 陳大文."""
    setup = make_setup(load_game("alien_frontiers").info, {"red": "Ann", "blue": "陳大文"})
    ledger = replay_file(WHOLE_GAME).ledger
    options = ledger.header.setup.options
    began = "2026-11-29T20:15:00+00:00"
    header = replace(ledger.header, began=began, setup=replace(setup, options=options))
    return replace(ledger, header=header)


def seen_line(url: str) -> int:
    """The number of the first line with a picture after it, once there is one."""
    deadline = time.monotonic() + WAIT_MS / 1000
    while time.monotonic() < deadline:
        told = httpx.get(f"{url}api/v1/games/current/steps").json()
        steps = [step for step in told if step["type"] == "step"]
        seen = [at for at, step in enumerate(steps, 1) if step["before"] and step["after"]]
        if len(seen) > 1:
            return seen[1]
        time.sleep(2)
    raise TimeoutError("no line with pictures came")


def press(page: Page, x: float, y: float) -> None:
    """Press the button at shares of the stage from left and top."""
    move(page, x, y)
    page.mouse.down()


def move(page: Page, x: float, y: float) -> None:
    box = page.locator(".stage").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])


def main() -> None:
    """All pictures."""
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        shoots = {
            "board": shoot_board_game,
            "screens": shoot_screens,
            "dice": shoot_dice,
            "languages": shoot_languages,
            "setup": shoot_setup,
            "teach": shoot_teaching,
            "replay": shoot_replay,
        }
        for name in sys.argv[1:] or shoots:
            shoots[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
