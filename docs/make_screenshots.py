"""Makes the pictures of the user guide from real runs: `python docs/make_screenshots.py`.

Needs the development tools and Chromium. Pictures go to `docs/images/`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Locator, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
PHONE = {"width": 360, "height": 740}
WAIT_MS = 180_000
PORT = 8090


@contextmanager
def companion(*arguments: str) -> Iterator[str]:
    """Run a command that serves a table; gives its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "companion", *arguments, "--data", data]
        command += ["--port", str(PORT), "--json"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            json.loads(process.stdout.readline())
            yield f"http://127.0.0.1:{PORT}/"
        finally:
            process.terminate()
            process.wait()


def phone(browser: Browser, url: str, *, dark: bool = False) -> Page:
    """A phone that has opened the page."""
    page = browser.new_page(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        device_scale_factor=2,
        color_scheme="dark" if dark else "light",
    )
    page.goto(url)
    return page


def shoot(page: Page, name: str) -> None:
    """Take a picture once things have stopped moving."""
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / f"{name}.png", scale="css")
    print(f"{name}.png")


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
        page.get_by_role("alert").first.wait_for(timeout=WAIT_MS)
        shoot(page, "illegal")
        sheet(page, page.get_by_role("button", name="Enlarge the board"), "board")
        sheet(
            page,
            page.get_by_role("group", name="Dice of the last roll").get_by_role("button").first,
            "correct",
        )
        sheet(page, page.get_by_role("button", name="Camera", exact=True), "camera")
        sheet(page, page.get_by_role("button", name="Enter by hand", exact=True), "by-hand")
        shoot(phone(browser, url, dark=True), "dark")


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


def main() -> None:
    """All pictures."""
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        shoot_board_game(browser)
        shoot_dice(browser)
        browser.close()


if __name__ == "__main__":
    main()
