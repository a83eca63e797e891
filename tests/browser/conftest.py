"""A browser, phones in it, and tables to sit at."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.browser.house import House
from tests.requirements import require

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HOME = "table.local"
"""Another machine than the phone, as browsers see it: without HTTPS they allow it less."""
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    # there is no internet at the table, but a name that the home network may give the machine
    f"--host-resolver-rules=MAP {HOME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
HOW = "apt-get install chromium, and pip install playwright"
PLAYERS = {"red": "Ann", "blue": "Bo", "green": "王小明"}


@pytest.fixture(scope="package")  # no longer: its event loop would be in the way of other tests
def browser() -> "Iterator[Browser]":
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        require("browser", False, HOW)
        raise
    require("browser", chromium is not None, HOW)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        yield found
        found.close()


@pytest.fixture
def new_house() -> Iterator[Callable[..., House]]:
    """Opens a table of a game, with Ann (red), Bo (blue) and a third player (green)."""
    houses: list[House] = []

    def open_house(game: str, names: Mapping[str, str] = PLAYERS) -> House:
        house = House(game, names)
        house.start()
        houses.append(house)
        return house

    yield open_house
    for house in houses:
        house.stop()


@pytest.fixture
def dice(new_house: Callable[[str], House]) -> House:
    """A table where dice are only counted; the camera is off."""
    return new_house("dice")


@pytest.fixture
def frontiers(new_house: Callable[[str], House]) -> House:
    """A table with a board, dice to place and choices to make."""
    return new_house("alien_frontiers")


class Place(Protocol):
    """Where a page is served."""

    @property
    def url(self) -> str:
        """Its address, with a slash at the end."""
        ...


class Phones:
    """Phones that come to a table; none of them may ask another machine for anything."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.asked_elsewhere: list[str] = []
        self.errors: list[str] = []

    def join(
        self,
        house: Place,
        seat: str | None = None,
        *,
        width: int = 360,
        height: int = 740,
        dark: bool = False,
        own_clock: bool = False,
        at: str = "",
        ready: str = "main.page",
        host: str = "127.0.0.1",
        script: str = "",
    ) -> "Page":
        """A phone opens the page; without a seat it has not sat down yet.

        With `own_clock` a test may turn the phone's clock on. `at` is another page than the table,
        `ready` what it shows once it is there. `script` is run before the page's own.
        """
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=True,
        )
        context.set_default_timeout(8000)
        self._contexts.append(context)
        context.on("request", lambda request: self._guard(request.url, house))
        if seat is not None:
            context.request.post(f"{house.url}api/v1/seat", data={"seat": seat})
            own = [{"name": one["name"], "value": one["value"]} for one in context.cookies()]
            context.add_cookies([{**one, "domain": host, "path": "/"} for one in own])  # type: ignore[typeddict-item]
        if script:
            context.add_init_script(script)
        page = context.new_page()
        if own_clock:
            page.clock.install()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(house.url.replace("127.0.0.1", host) + at, wait_until="commit")
        page.wait_for_selector(ready if at else ".link.live")
        return page

    def leave(self) -> None:
        """All go home."""
        for context in self._contexts:
            context.close()

    def _guard(self, url: str, house: Place) -> None:
        own = (house.url, house.url.replace("127.0.0.1", HOME), "data:", "blob:")
        if not url.startswith(own):
            self.asked_elsewhere.append(url)


@pytest.fixture
def phones(browser: "Browser") -> Iterator[Phones]:
    here = Phones(browser)
    yield here
    here.leave()
    assert here.asked_elsewhere == []
    assert here.errors == []
