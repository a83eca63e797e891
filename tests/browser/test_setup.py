"""The page on which the table is set up: every step, skipped or not, by anybody, in any order."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.phrases import phrase
from companion.referee.snapshot import CameraAdvice, CameraStatus
from companion.rules.ledger import Ledger
from companion.rules.playthrough import replay_file
from companion.rules.registry import load_game, make_setup
from companion.server.camera import CameraNow
from companion.server.housekeeping import Housekeeping
from companion.server.setup import BoardFound, Learnt, Looked
from companion.store.boards import Boards
from companion.store.library import create_game
from companion.store.plan import Plan
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.shown import shows_as_many
from tests.browser.test_look import CUT_OFF, SIDEWAYS, STACKED, accessible, look
from tests.browser.test_page import JPEG
from tests.server.staged_setup import StagedSetup
from tests.test_live import Companion, playing

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WHOLE_GAME = Path(__file__).parents[1] / "games/alien_frontiers/game1.playthrough"
STEPS = ("language", "game", "players", "camera", "board", "colours", "options", "ready")
DRAWN = "() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 50))"
"""Waits until a page whose address has just changed shows it."""
SEATS = (("red", "Ann"), ("blue", "Bo"), ("green", "王小明"))
GLARE = CameraAdvice("glare", "Glare at the top left: move the lamp.", ((0, 0), (0, 1)))
NOW = CameraNow(50, 1.4, has_lens=True, edge_px=2.4, age_s=0.2)


@dataclass(frozen=True, slots=True)
class At:
    """A running program as a place that phones come to."""

    url: str


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Companion]:
    """`companion play`, and nobody has said anything yet."""
    with playing(tmp_path, "play") as table:
        yield table


def at(table: Companion) -> At:
    return At(f"{table.url}/")


@pytest.fixture
def staged(tmp_path: Path, new_house: Callable[[str], House]) -> tuple[House, StagedSetup]:
    """A table at which people play, whose camera and colours are shown as a test wants them."""
    house = new_house("alien_frontiers")
    house.stop()
    staged = StagedSetup(Plan(game="alien_frontiers", seats=SEATS), playing="20261129-201500-x")
    house.setting_up, house.boards = staged, Boards(tmp_path / "boards")
    house.housekeeping = Housekeeping(tmp_path, "20261129-201500-x", lambda name: None)
    house.start()
    return house, staged


def host(phones: Phones, table: Companion, step: str = "language", language: str = "en") -> "Page":
    """A phone that came by the host's link."""
    page = phones.join(at(table), at=f"setup?language={language}#host={table.pin}")
    page.locator(".toast").wait_for()
    page.evaluate("step => { location.hash = step }", step)
    here(page, step)
    page.locator(".toast").wait_for(state="detached")
    return page


def here(page: "Page", step: str) -> None:
    """The page shows that step."""
    page.wait_for_function("step => location.hash === '#' + step || !location.hash", arg=step)
    page.evaluate(DRAWN)
    page.locator("main.setup h1").wait_for()


def on(page: "Page") -> None:
    """Next, or skip it."""
    page.locator("nav.ways button").last.click()


def looked_at(page: "Page", where: str) -> None:
    look(page)
    accessible(page, "body", where)


def seats(page: "Page") -> list[str]:
    page.locator("input.name").first.wait_for()
    names: list[str] = page.locator("input.name").evaluate_all("all => all.map(one => one.value)")
    return names


@pytest.mark.parametrize(
    "language",
    ["zh-Hant", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", "zh-Hans"))],
)
def test_the_whole_walk_on_a_small_phone(lobby: Companion, phones: Phones, language: str) -> None:
    page = host(phones, lobby)
    if language != "en":
        page.goto(f"{lobby.url}/setup")
        page.locator(f"button[lang={language}]").click()
        page.wait_for_function("tag => document.documentElement.lang === tag", arg=language)
        page.locator("main.setup h1").wait_for()
    for step in STEPS:
        here(page, step)
        looked_at(page, step)
        if step == "game":
            page.locator(".choice").first.click()
            continue
        if step == "players":
            page.locator("input.name").nth(1).wait_for()
            for number, name in enumerate(("Ann", "陳大文")):
                page.locator("input.name").nth(number).fill(name)
            page.get_by_role("button", name="+").or_(page.locator("main .wide")).last.click()
            page.locator("input.name").nth(2).fill("Cy")
            page.locator(".swatch").nth(2).click()
            looked_at(page, "colours of a player")
            page.locator(".swatch-pick").last.click()
        if step == "options":
            page.locator("details.option summary").nth(6).click()
            page.locator("details[open] .choice").last.click()
            looked_at(page, "an option")
        if step != "ready":
            on(page)
    told = page.locator("main").inner_text()
    assert all(name in told for name in ("Ann", "陳大文", "Cy"))
    page.locator("button.begin").click()
    page.wait_for_url(f"{lobby.url}/")
    page.locator(".link.live").wait_for()
    shown = lobby.snapshot()
    assert [(seat["name"]) for seat in shown["seats"]] == ["Ann", "陳大文", "Cy"]
    assert shown["seats"][2]["colour"] == "yellow"


def test_everything_can_be_skipped(lobby: Companion, phones: Phones) -> None:
    page = host(phones, lobby)
    words = ("Next", "Skip", "Skip", "Skip", "Skip", "Skip", "Next")
    for step, word in zip(STEPS[:-1], words, strict=True):
        here(page, step)
        page.locator("nav.ways button:last-of-type", has_text=word).wait_for()
        on(page)
    here(page, "ready")
    assert "Without a camera everything is entered on the phones." in page.inner_text("main")
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url(f"{lobby.url}/")
    assert lobby.snapshot()["game"] == "dice"


def test_back_and_forth_and_a_reload_in_the_middle_lose_nothing(
    lobby: Companion, phones: Phones
) -> None:
    page = host(phones, lobby, "game")
    page.get_by_role("button", name="Alien Frontiers").click()
    here(page, "players")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bo")
    on(page)
    here(page, "camera")
    page.go_back()
    here(page, "players")
    assert seats(page) == ["Ann", "Bo"]
    page.reload()
    here(page, "players")
    page.get_by_label("Name of player 2").wait_for()
    assert seats(page) == ["Ann", "Bo"]
    page.locator("nav.ways button").first.click()
    here(page, "game")
    assert (
        page.get_by_role("button", name="Alien Frontiers").get_attribute("aria-pressed") == "true"
    )
    page.get_by_role("link", name="All steps").click()
    page.get_by_role("link", name="Players").click()
    here(page, "players")
    assert seats(page) == ["Ann", "Bo"]


def test_only_the_host_sets_up_and_others_may_look(lobby: Companion, phones: Phones) -> None:
    page = phones.join(at(lobby), at="setup#game")
    page.get_by_text("This is for the host").wait_for()
    looked_at(page, "a phone that is not the host's")
    page.get_by_role("button", name="Alien Frontiers").click()
    page.get_by_text("This is for the host").wait_for()
    page.go_back()
    page.wait_for_function(
        "() => document.querySelector('.choice')?.getAttribute('aria-pressed') === 'false'"
    )
    page.get_by_label("The host's PIN").fill(lobby.pin)
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("This is for the host").wait_for(state="detached")
    page.get_by_role("button", name="Alien Frontiers").click()
    here(page, "players")
    page.get_by_label("Name of player 2").wait_for()


def test_a_page_from_another_evening_is_led_to_the_set_up(lobby: Companion, phones: Phones) -> None:
    """It was left open, and there is no table any more."""
    page = phones.join(at(lobby), at="setup")
    page.evaluate(
        """async () => {
            const { connect } = await import(document.querySelector("script[type=module]").src
                .replace("setup.js", "link.js"));
            history.replaceState(null, "", "/old");
            connect();
        }"""
    )
    page.wait_for_url(f"{lobby.url}/setup")


def test_seats_are_moved_with_buttons_and_the_keyboard_goes_along(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    page = phones.join(house, at="setup#players")
    page.get_by_label("Name of player 3").wait_for()
    page.get_by_role("button", name="Player 3 one place up").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.id === 'up-green'")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.id === 'down-green'")
    assert seats(page) == ["王小明", "Ann", "Bo"]
    page.wait_for_timeout(300)
    assert [colour for colour, _ in plan.plan.seats] == ["green", "red", "blue"]
    page.get_by_role("button", name="Take player 2 away").click()
    page.get_by_label("Name of player 3").wait_for(state="detached")
    assert seats(page) == ["王小明", "Bo"]
    assert page.get_by_role("button", name="Take player 2 away").is_disabled(), "two are the least"


def test_seats_are_dragged(staged: tuple[House, StagedSetup], phones: Phones) -> None:
    house, plan = staged
    page = phones.join(house, at="setup#players")
    page.get_by_label("Name of player 3").wait_for()
    grip = page.locator(".grip-bar").first.bounding_box()
    last = page.locator(".seat-card").last.bounding_box()
    assert grip is not None
    assert last is not None
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, last["y"] + last["height"] / 2, steps=8)
    assert seats(page) == ["Bo", "王小明", "Ann"]
    assert [colour for colour, _ in plan.plan.seats] == ["red", "blue", "green"], "not yet let go"
    page.mouse.up()
    page.wait_for_timeout(300)
    assert [colour for colour, _ in plan.plan.seats] == ["blue", "green", "red"]


def test_two_phones_see_what_the_other_chooses(lobby: Companion, phones: Phones) -> None:
    one, other = (host(phones, lobby, "game") for _ in range(2))
    one.get_by_role("button", name="Alien Frontiers").click()
    other.wait_for_function(
        "() => document.querySelector('.choice')?.getAttribute('aria-pressed') === 'true'"
    )
    other.goto(f"{lobby.url}/setup#players")
    other.get_by_label("Name of player 1").fill("Ann")
    one.wait_for_function("() => document.querySelector('input.name')?.value === 'Ann'")
    one.goto(f"{lobby.url}/setup#ready")
    one.get_by_role("button", name="Begin the game").click()
    one.wait_for_url(f"{lobby.url}/")
    other.wait_for_url(f"{lobby.url}/")


def test_of_two_who_change_at_once_the_later_is_told(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    page = phones.join(house, at="setup#players")
    page.get_by_label("Name of player 1").wait_for()
    page.route("**/api/v1/setup", lambda route: route.fallback() if route.request.method == "POST"
               else route.abort())  # fmt: skip
    plan.change(replace(plan.plan, seats=(("red", "Di"), *SEATS[1:])))
    page.get_by_label("Name of player 2").fill("Bob")
    page.get_by_text("Somebody else changed something at the same time.").wait_for()
    page.get_by_label("Name of player 3").focus()
    assert seats(page) == ["Di", "Bo", "王小明"]


@pytest.mark.report("C1")
def test_the_camera_is_pulled_out_while_it_is_set_up(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    house.picture = JPEG
    plan.status, plan.now = CameraStatus("running", "", (GLARE,)), NOW
    page = phones.join(house, at="setup#camera")
    page.get_by_role("button", name="USB camera 0").click()
    page.locator("img.preview").wait_for()
    page.get_by_text(GLARE.words).wait_for()
    looked_at(page, "a camera with advice")
    page.get_by_text("Lamps, focus, red and blue").click()
    page.get_by_role("button", name="60 Hz").click()
    page.get_by_text("The camera starts again as you set it.").wait_for()
    page.get_by_role("button", name="This is red").click()
    page.get_by_text("Red is red.").wait_for()
    looked_at(page, "settings of a camera")
    house.picture = None
    lost = phrase("the scripted camera was unplugged: plug it in")
    plan.status, plan.now = CameraStatus("lost", lost), replace(NOW, age_s=None)
    page.get_by_text(lost).wait_for()
    page.get_by_text("until then moves are entered by hand").wait_for()
    page.get_by_text("No picture from the camera.").wait_for()
    looked_at(page, "a camera that is lost")
    on(page)
    here(page, "board")
    page.goto(f"{house.url}setup#ready")
    page.locator(".row-wrong").get_by_text(lost).wait_for()
    plan.status = CameraStatus("running")
    page.locator(".row-wrong").wait_for(state="detached")


@pytest.mark.parametrize(
    "words", ["onnxruntime is not installed: dice cannot be read", "picamera2 is missing"]
)
def test_what_is_missing_is_said_and_the_way_on_is_open(
    staged: tuple[House, StagedSetup], phones: Phones, words: str
) -> None:
    house, plan = staged
    plan.plan = replace(plan.plan, camera="picamera:0")
    plan.status = CameraStatus("lost", phrase(words))
    page = phones.join(house, at="setup#camera")
    page.locator(".verdict.bad").get_by_text(words).wait_for()
    for step in STEPS[3:-1]:
        here(page, step)
        on(page)
    page.get_by_role("button", name="Begin a new game").wait_for()


def test_the_machine_is_looked_over(staged: tuple[House, StagedSetup], phones: Phones) -> None:
    house, plan = staged
    full = Looked(
        "disk", "problem", phrase("only {n} MB are free", n="12"), phrase("run `companion doctor`")
    )
    plan.looked = (Looked("clock", "good", "2026-11-29 20:15", ""), full)
    page = phones.join(house, at="setup#ready", ready="main.setup h1")
    page.locator(".row-wrong", has_text="1 thing to look at").click()
    page.get_by_role("heading", name="Is this machine well?").wait_for()
    assert page.locator(".row.wrong").all_inner_texts() == [
        "Disk Only 12 MB are free.\nRun companion doctor."
    ]
    assert page.locator(".row code").all_inner_texts() == ["companion doctor"]
    looked_at(page, "the machine")
    plan.looked = plan.looked[:1]
    page.get_by_role("button", name="Look again").click()
    page.get_by_text("all is well").wait_for()


def test_no_camera_is_found(staged: tuple[House, StagedSetup], phones: Phones) -> None:
    house, plan = staged
    plan.there = ()
    page = phones.join(house, at="setup#camera")
    page.get_by_text("No camera is found.").wait_for()
    plan.there = ("usb:/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1A2B-video-index0",)
    page.get_by_role("button", name="Look for cameras again").click()
    page.get_by_role("button", name="USB camera 046d HD Pro Webcam").wait_for()
    for step in ("board", "colours"):
        page.goto(f"{house.url}setup#{step}")
        page.get_by_text("There is no camera to see it.").wait_for()


def test_the_board_is_chosen_and_found(staged: tuple[House, StagedSetup], phones: Phones) -> None:
    house, plan = staged
    plan.plan = replace(plan.plan, camera="usb:0")
    plan.status = CameraStatus("running", phrase("The board is not seen: no tag of it"))
    plan.found = BoardFound(found=False, seen=1, tags=6)
    page = phones.join(house, at="setup#board")
    page.locator(".verdict.bad").get_by_text("The board is not seen").wait_for()
    assert page.locator("nav.ways button").last.inner_text() == "Skip"
    plan.status, plan.found = CameraStatus("running"), BoardFound(found=True, seen=5, tags=6)
    page.locator(".verdict.good").get_by_text("Found: 5 of 6 squares are seen.").wait_for()
    looked_at(page, "a board")
    page.get_by_text("Print the mat").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="A4").click()
    assert download.value.suggested_filename == "alien_frontiers-mat-a4.pdf"
    page.goto(f"{house.url}setup#ready")
    page.get_by_text("the printed mat, found: 5 of 6 tags").wait_for()
    page.goto(f"{house.url}setup#board")
    page.get_by_role("button", name="The game's own board, dice only").click()
    page.wait_for_timeout(300)
    assert plan.plan.board == "none"


def test_dice_are_shown_and_what_looks_alike_is_said(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    plan.plan, plan.status = replace(plan.plan, camera="usb:0"), CameraStatus("running")
    page = phones.join(house, at="setup#colours")
    page.get_by_role("button", name="Ann").click()
    page.get_by_text("Still to be shown: Bo, 王小明.").wait_for()
    plan.learnt = Learnt(seen=False)
    page.get_by_role("button", name="Bo").click()
    page.get_by_text("no die is seen").wait_for()
    plan.learnt = Learnt(seen=True, alike=(("red", "blue"),))
    page.get_by_role("button", name="Bo").click()
    page.get_by_text("Ann and Bo look alike in this light.").wait_for()
    page.get_by_role("button", name="王小明").click()
    page.get_by_role("button", name="Forget the colours").wait_for()
    shows_as_many(page.get_by_text("shown", exact=True), 3)
    assert plan.known.learnt == ("red", "blue", "green")
    looked_at(page, "colours that are known")
    plan.refusal = phrase("Something moves: take the hand away, then show them.")
    page.get_by_role("button", name="Ann").click()
    page.get_by_text("Something moves: take the hand away").wait_for()


def test_a_new_game_beside_the_one_in_play_is_asked_twice(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    plan.plan = replace(plan.plan, options={"tech": "none"})
    page = phones.join(house, at="setup")
    page.get_by_text("What do you want to set up?").wait_for()
    looked_at(page, "all steps")
    page.get_by_role("link", name="Look it over and begin").click()
    page.get_by_text("Do you play with tech cards?").wait_for()
    page.get_by_role("button", name="Begin a new game").click()
    page.get_by_text("stays saved").wait_for()
    assert plan.begun == []
    looked_at(page, "asked again")
    page.get_by_role("button", name="Yes, begin a new game").click()
    page.get_by_text("Opening the table").wait_for()
    assert plan.begun[0].options == {"tech": "none"}


def press_to(page: "Page", name: str) -> None:
    """Go on with the tabulator to a control, and press it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        now = page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') "
            "|| document.activeElement.innerText || ''"
        )
        if re.match(name, now.strip()):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not come to {name}")


def test_the_keyboard_alone_comes_through(lobby: Companion, phones: Phones) -> None:
    page = host(phones, lobby)
    press_to(page, "Next")
    here(page, "game")
    press_to(page, "Alien Frontiers")
    here(page, "players")
    page.get_by_label("Name of player 1").wait_for()
    press_to(page, "Name of player 1")
    page.get_by_label("Name of player 1").focus()
    page.keyboard.type("Ann")
    page.wait_for_timeout(500)
    for step in STEPS[3:]:
        press_to(page, "Next|Skip")
        here(page, step)
    press_to(page, "Begin the game")
    page.wait_for_url(f"{lobby.url}/")
    assert lobby.snapshot()["seats"][0]["name"] == "Ann"


def test_large_text_and_the_smallest_phone(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, plan = staged
    plan.plan = replace(plan.plan, camera="usb:0", options={"tech": "none"})
    plan.found = BoardFound(found=True, seen=5, tags=6)
    page = phones.join(house, at="setup#language", width=320, ready="main.setup h1")
    for large in (False, True):
        if large:
            page.add_style_tag(content="html { font-size: 200% !important }")
        for step in STEPS:
            page.evaluate("step => { location.hash = step }", step)
            page.locator("header .link", has_text=f"step {STEPS.index(step) + 1} of").wait_for(
                state="attached"
            )
            assert set(page.evaluate(SIDEWAYS)) == {0}, (step, large)
            assert page.evaluate(CUT_OFF) == [], (step, large)
            assert page.evaluate(STACKED) == [], (step, large)
            if not large:
                look(page)


def test_the_page_is_small(staged: tuple[House, StagedSetup], phones: Phones) -> None:
    page = phones.join(staged[0], at="setup", new=True)
    page.locator("main.setup h1").wait_for()
    sizes = page.evaluate("() => performance.getEntries().map(one => one.encodedBodySize || 0)")
    assert 20_000 < sum(sizes) < 150_000


def saved_game(data_dir: Path) -> Ledger:
    """A whole evening of Ann and 陳大文 in a data folder."""
    done = replay_file(WHOLE_GAME).ledger
    seats = make_setup(load_game("alien_frontiers").info, {"red": "Ann", "blue": "陳大文"})
    setup = replace(seats, options=done.header.setup.options)
    header = replace(done.header, setup=setup, began="2026-11-29T20:15:00+00:00")
    ledger = replace(done, header=header)
    half = replace(ledger, entries=ledger.entries[: len(ledger.entries) // 2])
    with create_game(data_dir, header) as file:
        file.append(*half.entries)
    return half


def test_another_evening_goes_on_and_its_table_is_laid(tmp_path: Path, phones: Phones) -> None:
    saved = saved_game(tmp_path)
    with playing(tmp_path, "play") as table:
        page = host(phones, table)
        page.get_by_role("link", name="Go on with an evening").click()
        page.locator(".evening-seats").wait_for()
        told = page.locator(".evening").inner_text()
        state = saved.state(load_game("alien_frontiers"))
        scores = [sheet.total for sheet in load_game("alien_frontiers").scores(state)]
        assert "Alien Frontiers" in told
        assert "29 November 2026" in told or "November 29, 2026" in told
        assert [one for one in told.split() if one.isdigit()][-len(scores) - 1 : -1]
        assert page.locator(".evening-seats b").all_inner_texts() == [str(s) for s in scores]
        looked_at(page, "evenings")
        page.get_by_role("button", name="Go on with it").click()
        page.wait_for_url(f"{table.url}/setup?on#lay")
        page.locator(".next-place").wait_for()
        looked_at(page, "laying the table")
        places = page.locator(".list .row").count()
        assert places > 3
        for _ in range(places):
            page.get_by_role("button", name="It lies there").click()
        page.get_by_text(f"All {places} places are laid.").wait_for()
        page.get_by_role("link", name="To the table").click()
        page.locator(".link.live").wait_for()


def test_what_the_camera_sees_in_its_place_is_ticked_off(
    staged: tuple[House, StagedSetup], phones: Phones
) -> None:
    house, _ = staged
    house.roll(2, 4, 5)
    house.act("red: dock lunar_mine 5")
    page = phones.join(house, at="setup#lay")
    mine = page.locator(".list").get_by_role("button", name="Lunar Mine")
    assert mine.get_attribute("aria-pressed") == "false"
    house.see({"lunar_mine.5": (die("blue", 3),)})
    page.get_by_text("The camera sees it otherwise").wait_for()
    assert mine.get_attribute("aria-pressed") == "false"
    looked_at(page, "a place that is laid otherwise")
    house.see()
    page.get_by_text("The camera sees it otherwise").wait_for(state="detached")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.row.laid')].some(row => "
        "row.innerText.includes('Lunar Mine'))"
    )
