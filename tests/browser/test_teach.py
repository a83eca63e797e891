"""A board of one's own, taught on a phone: from a photograph to dice read in its places."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.core.ids import SlotId
from companion.core.layout import SlotKind
from companion.settings import boards_folder
from companion.store.boards import Boards
from tests.browser.conftest import PLAYERS, Phones
from tests.browser.house import House
from tests.browser.shown import shows_as_many
from tests.browser.test_look import accessible, in_all_widths, look
from tests.requirements import require
from tests.vision.their_board import BOARD, mount, photograph

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

CORNERS_MM = ((0, 0), (BOARD.width_mm, 0), (BOARD.width_mm, BOARD.height_mm), (0, BOARD.height_mm))
LYING = {"lunar_mine.2": ("red", 6), "raiders_outpost.1": ("blue", 2)}
"""Dice that lie on the board while it is taught."""
DICE = {
    "lunar_mine.1": ("red", 3), "lunar_mine.5": ("blue", 5), "solar_converter.1": ("green", 1),
    "solar_converter.8": ("yellow", 4), "hub.3.2": ("red", 2), "maintenance_bay.14": ("blue", 6),
    "shipyard.3": ("green", 4), "shipyard.4": ("green", 4), "raiders_outpost.3": ("red", 5),
}  # fmt: skip
MOST_TAPS = 38
"""Of a person, from the empty page to the saved ports of the game."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    open_house = House("alien_frontiers", PLAYERS)
    open_house.boards = Boards(boards_folder(tmp_path / "data"))
    open_house.start()
    yield open_house
    open_house.close()


class Finger:
    """Touches the page as a finger does, on whole pixels, and counts."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.taps = 0
        self._touch = page.context.new_cdp_session(page)

    def press(self, what: "Locator") -> None:
        what.tap()
        self.taps += 1

    def stage(self) -> tuple[float, float, float, float]:
        box = self.page.locator(".stage").first.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["width"], box["height"]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Shares of the stage, from left and top."""
        left, top, w, h = self.stage()
        path = [(round(left + x * w), round(top + y * h)) for x, y in (start, end)]
        self._send("touchStart", path[0])
        self._send("touchMove", path[1])
        self._send("touchEnd")
        self.taps += 1

    def tap_at(self, x: float, y: float) -> None:
        """Shares of the stage. It is scrolled into view first, as a person would."""
        left, top, w, h = self.stage()
        self.page.touchscreen.tap(round(left + x * w), round(top + y * h))
        self.taps += 1

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def written(folder: Path, name: str, pixels: object) -> Path:
    path = folder / name
    cv2.imwrite(str(path), np.asarray(pixels))
    return path


def corners_in(pixels: object, image_from_board: object) -> list[tuple[float, float]]:
    """The board's corners as shares of its picture."""
    h, w = np.asarray(pixels).shape[:2]
    ends = np.array([(*corner, 1.0) for corner in CORNERS_MM]) @ np.asarray(image_from_board).T
    return [(x / z / w, y / z / h) for x, y, z in ends]


def ports() -> list[list[str]]:
    """Dice places of the game, area by area."""
    dice = [
        [slot.id for slot in BOARD.in_area(area) if slot.kind is SlotKind.DIE]
        for area in BOARD.areas
    ]
    return [[str(name) for name in names] for names in dice if names]


def share(name: str) -> tuple[float, float]:
    slot = next(slot for slot in BOARD.slots.values() if slot.id == name)
    return slot.x_mm / BOARD.width_mm, slot.y_mm / BOARD.height_mm


def button(page: "Page", name: str) -> "Locator":
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.report("B7")
@pytest.mark.report("B20")
def test_ports_are_taught_by_touch_and_then_read_by_the_camera(
    house: House, phones: Phones, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = phones.join(house, at="board")
    finger = Finger(page)
    pixels, truth = photograph(LYING)
    page.get_by_label("Choose a picture").set_input_files(written(tmp_path, "board.jpg", pixels))
    finger.taps += 2  # the button, and the picture in the phone's own list
    page.get_by_text("Drag 1 to 4").wait_for()
    rough = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    for start, end in zip(rough, corners_in(pixels, truth), strict=True):
        finger.drag(start, end)
    finger.press(button(page, "Next"))
    for label, value in (("Width, mm", "594"), ("Height, mm", "420")):
        page.get_by_label(label).fill(value)
        finger.taps += 1
    finger.press(button(page, "Next"))
    for names in ports():
        page.locator(".asked").scroll_into_view_if_needed()
        for name in dict.fromkeys((names[0], names[-1])):
            finger.tap_at(*share(name))
    assert page.locator(".box").count() == sum(map(len, ports()))
    assert page.locator(".box.bad").count() == 0
    finger.press(button(page, "Next"))
    finger.press(button(page, "Save"))
    page.get_by_text("Saved", exact=True).wait_for()
    assert "places of the game are not on this board" in page.locator(".faults").inner_text()
    assert finger.taps <= MOST_TAPS
    slots = observed(tmp_path, capsys)
    seen = {name: row[0]["value"] for name, row in slots.items() if row}
    assert seen == {name: face for name, (_, face) in DICE.items()}
    assert set(slots) == {name for names in ports() for name in names}
    assert all(row is not None for row in slots.values())


Slots = dict[str, list[dict[str, object]]]


def observed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Slots:
    """What a camera elsewhere reads on that board later, with other dice on it."""
    try:
        from companion.vision.dice import DiceReader

        DiceReader.load()
    except RuntimeError as error:
        require("model", False, str(error))
        raise
    later, _ = photograph(DICE, mount(4, 0.95, 1e-4))
    path = written(tmp_path, "later.png", later)
    capsys.readouterr()
    data = ["--data", str(tmp_path / "data")]
    assert main(["observe", "--json", *data, "--board", "my-board", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["registered"] is True
    slots: Slots = told["slots"]
    return slots


def test_a_board_is_taught_by_keyboard_alone(house: House, phones: Phones, tmp_path: Path) -> None:
    page = phones.join(house, at="board")
    pixels, truth = photograph()
    page.get_by_label("Choose a picture").set_input_files(written(tmp_path, "board.jpg", pixels))
    keys = page.keyboard
    wanted = [(x * 1280, y * 720) for x, y in corners_in(pixels, truth)]
    rough = [(128, 72), (1152, 72), (1152, 648), (128, 648)]
    for at, ((x, y), (to_x, to_y)) in enumerate(zip(rough, wanted, strict=True)):
        page.locator(".grip").nth(at).focus()
        for by, less, more in (
            (to_x - x, "ArrowLeft", "ArrowRight"),
            (to_y - y, "ArrowUp", "ArrowDown"),
        ):
            far, near = divmod(abs(round(by)), 20)
            for stroke in ("Shift+", ""):
                for _ in range(far if stroke else near):
                    keys.press(stroke + (less if by < 0 else more))
    button(page, "Next").press("Enter")
    page.get_by_label("Width, mm").fill("594")
    button(page, "Next").press("Enter")
    stage = page.get_by_role("application")
    stage.focus()
    middle = (round(BOARD.width_mm / 2), 210)
    for x, y in ((68, 33), (172, 33)):
        for by, less, more in (
            (x - middle[0], "ArrowLeft", "ArrowRight"),
            (y - middle[1], "ArrowUp", "ArrowDown"),
        ):
            far, near = divmod(abs(by), 10)
            for _ in range(far):
                keys.press("Shift+" + (less if by < 0 else more))
            for _ in range(near):
                keys.press(less if by < 0 else more)
        keys.press("Enter")
        middle = (x, y)
    shows_as_many(page.locator(".box"), 5)
    button(page, "Next").press("Enter")
    page.get_by_label("Name").fill("by-key")
    button(page, "Save").press("Enter")
    page.get_by_text("Saved", exact=True).wait_for()
    assert house.boards is not None
    layout = house.boards.load("by-key").layout
    assert layout.height_mm == pytest.approx(420, rel=0.03)  # from the picture alone
    mine = [(slot.x_mm, slot.y_mm) for slot in layout.slots.values()]
    assert np.allclose(mine, [(68 + 26 * n, 33) for n in range(5)], atol=1.5)


def start_with_picture(page: "Page", tmp_path: Path) -> None:
    """Straight to the places: the picture is the board itself."""
    pixels, _ = photograph()
    page.get_by_label("Choose a picture").set_input_files(written(tmp_path, "board.jpg", pixels))
    button(page, "Next").click()
    page.get_by_label("Width, mm").fill("594")
    page.get_by_label("Height, mm").fill("420")
    button(page, "Next").click()
    page.get_by_role("application").wait_for()


def test_groups_are_moved_turned_spread_repeated_and_taken_away(
    house: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(house, at="board")
    start_with_picture(page, tmp_path)
    finger = Finger(page)
    finger.tap_at(0.2, 0.3)
    finger.tap_at(0.5, 0.31)  # nearly level: level it is
    boxes = "els => els.map(e => ['x', 'y', 'width'].map(k => Number(e.getAttribute(k))))"
    row = page.locator(".box rect").evaluate_all(boxes)
    assert len({round(y, 3) for _, y, _ in row}) == 1
    button(page, "Skip").click()
    page.get_by_text("Orbital Market: tap the middle of its first place of 4").wait_for()
    finger.drag((0.2, 0.3), (0.2, 0.3))  # a tap for the market, on the line of what is there
    finger.tap_at(0.4, 0.6)
    page.get_by_text("All places").click()
    page.get_by_role("button", name="✓ Lunar Mine · 5").click()
    finger.drag((0.2, 0.3), (0.3, 0.4))
    moved = page.locator(".box.chosen rect").evaluate_all(boxes)
    away = [b[0] - a[0] for a, b in zip(row, moved, strict=True)]
    assert away == pytest.approx([59.4] * 5, abs=2)
    button(page, "Turn right").click()
    turned = page.locator(".box.chosen rect").evaluate_all(boxes)
    assert len({round(x, 3) for x, _, _ in turned}) == 1
    button(page, "Wider").click()
    button(page, "Smaller").click()
    spread = page.locator(".box.chosen rect").evaluate_all(boxes)
    assert spread[4][1] - spread[0][1] > turned[4][1] - turned[0][1]
    assert spread[0][2] == pytest.approx(turned[0][2] - 1)
    button(page, "Take away").click()
    shows_as_many(page.locator(".box"), 4)


def test_a_shared_board_is_taken_in_and_its_faults_said(
    house: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(house, at="board")
    page.get_by_label("Take in a shared board").set_input_files(
        {"name": "x.toml", "mimeType": "text/plain", "buffer": b"holiday photographs"}
    )
    page.get_by_role("alert").get_by_text("torn, or no board profile").wait_for()
    text = (
        '[profile]\nformat = 1\ngame = "alien_frontiers"\ntitle = "Ann\'s"\n'
        "[board]\nwidth_mm = 500.0\nheight_mm = 350.0\n[[area]]\n"
        'id = "terraforming_station"\nlabel = "T"\nx_mm = 90\ny_mm = 90\nw_mm = 20\nh_mm = 20\n'
        '[[area.slots]]\nids = ["terraforming_station.1"]\n'
        "x_mm = 100\ny_mm = 100\nw_mm = 20\nh_mm = 20\n"
    )
    page.get_by_label("Take in a shared board").set_input_files(
        {"name": "x.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.get_by_text("Now a picture of your own board, for “Ann's”").wait_for()
    start_with_picture(page, tmp_path)
    shows_as_many(page.locator(".box"), 1)


def test_a_saved_board_is_changed_measured_and_forgotten(
    house: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(house, at="board")
    pixels, _ = photograph()
    page.get_by_label("Choose a picture").set_input_files(written(tmp_path, "board.jpg", pixels))
    button(page, "Next").click()
    page.get_by_text("measure any length").click()
    page.get_by_label("From 1 to 2, mm").fill("300")  # six tenths of the width
    page.get_by_label("From 1 to 2, mm").press("Tab")
    assert page.get_by_label("Width, mm").input_value() == "500"
    page.get_by_text("Tags 0, 1, 2, 3 lie").click()
    button(page, "Next").click()
    page.get_by_text("All places").click()
    page.get_by_role("button", name="Colonist Hub, track 1 · 3").click()
    finger = Finger(page)
    finger.tap_at(0.3, 0.3)
    finger.tap_at(0.5, 0.3)
    for _ in range(2):
        page.get_by_role("button", name="Same again").click()
    page.get_by_label("Name").fill("My tray")
    page.get_by_label("Across").fill("2")
    page.get_by_label("Down").fill("2")
    page.get_by_label("Down").press("Tab")
    button(page, "Add").click()
    finger.tap_at(0.7, 0.7)
    finger.tap_at(0.8, 0.8)
    button(page, "Next").click()
    button(page, "Save").click()
    page.get_by_text("The game knows no place my_tray.1").wait_for()
    assert house.boards is not None
    before = house.boards.load("my-board").layout
    assert [(tag.id, tag.x_mm < 250, tag.y_mm < 150) for tag in before.tags] == [
        (0, True, True), (1, False, True), (2, False, False), (3, True, False),
    ]  # fmt: skip
    ys = [before.slots[SlotId(f"hub.{n}.1")].y_mm for n in (1, 2, 3)]
    assert ys[1] - ys[0] == pytest.approx(ys[2] - ys[1]) != 0
    page.get_by_role("link", name="All boards").click()
    button(page, "Change").click()
    page.get_by_text("All places").click()
    page.get_by_role("button", name="✓ Colonist Hub, track 1 · 3").click()
    button(page, "One by one").click()
    finger.drag((0.3, 0.3), (0.3, 0.2))
    button(page, "Next").click()
    button(page, "Save").click()
    page.get_by_text("Saved", exact=True).wait_for()
    after = house.boards.load("my-board").layout
    moved = [name for name, slot in before.slots.items() if after.slots[name] != slot]
    assert moved == ["hub.1.1"]
    assert after.tags == before.tags
    page.get_by_role("link", name="All boards").click()
    button(page, "Forget").click()
    button(page, "Forget it for good").click()
    page.get_by_text("None yet.").wait_for()
    assert house.boards.names() == ()


def test_the_page_is_wide_enough_for_every_phone_and_accessible(
    house: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(house, at="board")

    def check(where: str) -> None:
        in_all_widths(page, look)
        accessible(page, "body", where)

    check("start")
    pixels, _ = photograph()
    page.get_by_label("Choose a picture").set_input_files(written(tmp_path, "board.jpg", pixels))
    page.get_by_text("Drag 1 to 4").wait_for()
    check("corners")
    button(page, "Next").click()
    page.get_by_text("measure any length").click()
    check("size")
    page.get_by_label("Width, mm").fill("594")
    button(page, "Next").click()
    finger = Finger(page)
    finger.tap_at(0.2, 0.3)
    finger.tap_at(0.6, 0.3)
    page.get_by_text("All places").click()
    page.get_by_role("button", name="✓ Lunar Mine · 5").click()
    check("places")
    button(page, "Next").click()
    check("save")
