"""A game gone through again, kept as files, and the way out, on a phone of 360 px."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest

from companion.rules.ledger import Acted, Origin
from companion.rules.ruling import Notice
from companion.server.housekeeping import Housekeeping
from companion.store.boards import Boards
from companion.store.library import create_game
from companion.store.pictures import Pictures
from tests.browser.conftest import PLAYERS, Phones
from tests.browser.house import House
from tests.browser.test_look import accessible, look, nothing_sideways
from tests.output.games import whole_game, with_names

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


class Asked:
    """What was asked of the program."""

    def __init__(self) -> None:
        self.cameras = 0
        self.games: list[str] = []

    def camera(self) -> None:
        self.cameras += 1


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def house(tmp_path: Path, asked: Asked) -> Iterator[House]:
    """A table beside which a whole game of 陳大文 and Ann is saved, with pictures of one line."""
    _, ledger = whole_game()
    ledger = with_names(ledger, "Ann", "陳大文")
    seen = Origin("camera", before="p1", after="p2")
    entries = [replace(entry, origin=seen) for entry in ledger.entries[:2]]
    first = entries[0]
    assert isinstance(first, Acted)
    entries[0] = replace(first, line=replace(first.line, unsure=(2,)))
    with create_game(tmp_path, ledger.header) as file:
        file.append(*entries, *ledger.entries[2:])
    pictures = Pictures(tmp_path / "pictures")
    for name, shade in (("p1", 90), ("p2", 160)):
        picture = np.full((120, 192, 3), shade, np.uint8)
        pictures.hold(name, cv2.imencode(".jpg", picture)[1].tobytes())
        pictures.keep(name)
    house = House("alien_frontiers", PLAYERS)
    house.picture = pictures.get("p2")
    house.housekeeping = Housekeeping(
        tmp_path, file.id, asked.games.append, asked.camera, has_camera=lambda: True
    )
    house.start()
    yield house
    house.close()


def scores(page: "Page") -> list[str]:
    return page.locator(".strip-score b").all_inner_texts()


def at(page: "Page", words: str) -> None:
    page.get_by_role("heading", name=words, exact=True).wait_for()


def test_a_game_is_gone_through_by_touch_and_by_keyboard(house: House, phones: Phones) -> None:
    _, ledger = whole_game()
    count = len(ledger.entries)
    page = phones.join(house, at="replay")
    page.get_by_role("link", name="Ann, 陳大文").click()
    at(page, "The beginning")
    look(page)
    page.get_by_role("button", name="Next").click()
    at(page, f"Line 1 of {count}")
    page.get_by_text("Ann rolled two 2s and a 5.").wait_for()
    page.get_by_text("1 die unsure").wait_for()
    page.get_by_role("button", name="The table before: larger").click()
    page.get_by_role("dialog").get_by_alt_text("The table before").wait_for()
    page.keyboard.press("Escape")
    look(page)
    accessible(page, "body")
    for key, words in (
        ("ArrowRight", f"Line 2 of {count}"), ("PageDown", f"Line 12 of {count}"),
        ("ArrowLeft", f"Line 11 of {count}"), ("End", f"Line {count} of {count}"),
    ):  # fmt: skip
        page.keyboard.press(key)
        at(page, words)
    page.get_by_role("heading", name="Game over").wait_for()
    assert scores(page) == ["10", "11"]
    page.reload()
    at(page, f"Line {count} of {count}")
    page.keyboard.press("Home")
    at(page, "The beginning")
    assert scores(page) == ["0", "0"]
    assert page.get_by_role("button", name="Set").count() == 0, "nothing can be changed"


def test_a_game_is_kept_in_every_form(house: House, phones: Phones) -> None:
    page = phones.join(house, at="replay?game=current&step=232")
    page.get_by_role("heading", name="Keep this game").wait_for()
    link = page.get_by_role("link", name="Post to BG Stats").get_attribute("href")
    assert link is not None
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [one["rank"] for one in play["players"]] == [2, 1]
    starts = {
        "Table (CSV)": b"\xef\xbb\xbfid,", "All of it (JSON)": b'{"format"',
        "Drawing (SVG)": b"<svg", "Game file": b"SQLite format 3", "With pictures": b"SQLite",
    }  # fmt: skip
    for name, start in starts.items():
        with page.expect_download() as coming:
            page.get_by_role("link", name=name, exact=True).click()
        assert Path(coming.value.path()).read_bytes().startswith(start), name
    with page.expect_download() as coming:
        page.get_by_role("button", name="Picture (PNG)").click()
    picture = cv2.imdecode(np.fromfile(coming.value.path(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (840, 1440, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20, "there is something on it"


def test_a_game_file_is_opened(house: House, phones: Phones, tmp_path: Path) -> None:
    page = phones.join(house, at="replay")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Open a game file").click()
    foreign = tmp_path / "foreign.sqlite"
    foreign.write_bytes(b"no game" * 999)
    chooser.value.set_files(foreign)
    page.get_by_text("damaged").wait_for()
    (own,) = (tmp_path / "games").glob("*.sqlite")
    page.locator("input[type=file]").set_input_files(own)
    at(page, "The beginning")


def test_the_table_says_what_is_wrong_and_the_way_out_needs_no_scripts(
    house: House, phones: Phones, asked: Asked
) -> None:
    house.do(lambda table: table.set_warnings((Notice("clock.wrong", "The clock says 1970."),)))
    page = phones.join(house, "red")
    page.get_by_text("The clock says 1970.").wait_for()
    page.get_by_role("button", name="Use this phone's time").wait_for()
    look(page)
    page.get_by_role("link", name="Recovery").click()
    page.get_by_role("heading", name="Recovery").wait_for()
    look(page)
    accessible(page, "body")
    page.get_by_role("button", name="Start the camera again").click()
    page.get_by_text("The camera is being started again.").wait_for()
    assert asked.cameras == 1


@pytest.mark.parametrize("at", ["replay", "recovery", "board", "docs"])
def test_large_text_and_the_smallest_phone(
    house: House, phones: Phones, tmp_path: Path, at: str
) -> None:
    house.stop()
    house.boards = Boards(tmp_path / "boards")
    house.start()
    page = phones.join(house, at=at, width=320, ready="h1, h2")
    nothing_sideways(page)
    if at == "docs":
        accessible(page, "body")
    page.add_style_tag(content="html { font-size: 200% !important }")
    nothing_sideways(page)
