"""A browser, phones in it, and tables to sit at."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pytest

from tests.browser.house import House
from tests.requirements import require

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

HOME = "table.local"
"""Another machine than the phone, as browsers see it: without HTTPS they allow it less."""
OFF = (
    # pages of the browser's own that nobody sees: a quarter of the time that a page takes to open
    *("PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIReloadButton", "InitialWebUI"),
    "WebUITabStrip",
    # what Playwright switches off, too: of two lists the browser heeds the last
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
ARGS = (
    f"--disable-features={','.join(OFF)}",
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


class Look(NamedTuple):
    """What a browser shows on, in CSS pixels."""

    width: int
    height: int
    dark: bool


class Drawer:
    """Browsers that were used before and are as new, but that they still have the page's files.

    Without them, most of the time of a test would go into loading these.
    """

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._kept: dict[Look, list[BrowserContext]] = {}

    def take(self, look: Look) -> "BrowserContext":
        """One of that size."""
        kept = self._kept.get(look)
        return kept.pop() if kept else self.new(look)

    def new(self, look: Look) -> "BrowserContext":
        """One that nobody has used."""
        context = self._browser.new_context(
            viewport={"width": look.width, "height": look.height},
            color_scheme="dark" if look.dark else "light",
            reduced_motion="reduce",
            has_touch=True,
        )
        context.set_default_timeout(8000)
        return context

    def put_back(self, context: "BrowserContext", look: Look, origin: str) -> None:
        """Close its pages, and forget what those at that origin have kept."""
        first, *others = context.pages
        for page in others:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        forget = {"origin": origin, "storageTypes": "local_storage"}
        context.new_cdp_session(first).send("Storage.clearDataForOrigin", forget)
        first.close()
        self._kept.setdefault(look, []).append(context)


@pytest.fixture(scope="package")
def drawer(browser: "Browser") -> Drawer:
    """For all tests; the contexts end with the browser."""
    return Drawer(browser)


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
        house.close()


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

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._leaving: list[Callable[[], None]] = []
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
        new: bool = False,
    ) -> "Page":
        """A phone opens the page; without a seat it has not sat down yet.

        With `own_clock` a test may turn the phone's clock on. `at` is another page than the table,
        `ready` what it shows once it is there. `script` is run before the page's own. A `new` phone
        has never seen the page.
        """
        context = self._context(Look(width, height, dark), house, new or own_clock or bool(script))
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

    def _context(self, look: Look, house: Place, new: bool) -> "BrowserContext":
        context = self._drawer.new(look) if new else self._drawer.take(look)

        def guard(request: "Request") -> None:
            self._guard(request.url, house)

        def leave() -> None:
            context.remove_listener("request", guard)
            if new:
                context.close()
            else:
                self._drawer.put_back(context, look, house.url)

        context.on("request", guard)
        self._leaving.append(leave)
        return context

    def leave(self) -> None:
        """All go home."""
        for leave in self._leaving:
            leave()

    def _guard(self, url: str, house: Place) -> None:
        own = (house.url, house.url.replace("127.0.0.1", HOME), "data:", "blob:")
        if not url.startswith(own):
            self.asked_elsewhere.append(url)


@pytest.fixture
def phones(drawer: Drawer) -> Iterator[Phones]:
    here = Phones(drawer)
    yield here
    here.leave()
    assert here.asked_elsewhere == []
    assert here.errors == []
