"""How many taps things take: by hand as few as in a score app, and three at the most to correct."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.core.ids import PlayerId
from companion.core.pieces import DIE, SeenPiece
from companion.referee.snapshot import LastRoll, ReadDie
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.test_page import JPEG

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser


class Finger:
    """Taps what it is told to, and counts."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.taps = 0

    def tap(self, there: "Locator") -> None:
        there.tap()
        self.taps += 1

    def button(self, name: str, within: str = "body") -> None:
        self.tap(self.page.locator(within).get_by_role("button", name=name, exact=True))

    def place(self, area: str) -> None:
        """A lit place of the board."""
        self.tap(self.page.locator(f".target[data-area='{area}']"))


def booked(house: House) -> list[str]:
    return [line.text for line in house.do(lambda table: table.snapshot().history)]


def test_a_whole_turn_by_hand_takes_seven_taps(frontiers: House, phones: Phones) -> None:
    """Three ships rolled, three placed, the turn ended; no camera."""
    finger = Finger(phones.join(frontiers, "red"))
    for face in ("2", "4", "5"):
        finger.button(face, ".face-pad")
    for area in ("solar_converter", "hub.1", "lunar_mine"):
        finger.place(area)
    finger.button("End the turn")
    finger.page.get_by_text("Bo", exact=True).first.wait_for()
    finger.page.locator(".turn", has_text="Bo").wait_for()
    assert booked(frontiers) == [
        "red: roll 2 4 5",
        "red: dock solar_converter 2",
        "red: dock hub.1 4",
        "red: dock lunar_mine 5",
        "red: end_turn",
    ]
    assert finger.taps == 7


def test_a_turn_with_a_pair_takes_two_taps_more_than_its_dice(
    frontiers: House, phones: Phones
) -> None:
    finger = Finger(phones.join(frontiers, "red"))
    for face in ("3", "3", "6"):
        finger.button(face, ".face-pad")
    dice = finger.page.get_by_role("group", name="Dice to place").get_by_role("button")
    dice.nth(2).wait_for()
    finger.tap(dice.nth(0))
    finger.tap(dice.nth(1))
    finger.place("orbital_market")
    finger.place("lunar_mine")
    finger.button("End the turn")
    finger.page.locator(".turn", has_text="Bo").wait_for()
    assert booked(frontiers)[1:3] == ["red: dock orbital_market 3 3", "red: dock lunar_mine 6"]
    assert finger.taps == 8


def test_a_roll_of_two_dice_takes_three_taps(dice: House, phones: Phones) -> None:
    finger = Finger(phones.join(dice, "red"))
    for face in ("6", "1"):
        finger.button(face, ".face-pad")
    finger.button("Book this roll: 6 1")
    finger.page.get_by_text("Ann rolled", exact=True).wait_for()
    assert finger.taps == 3


def test_a_tap_between_two_places_asks_which(frontiers: House, phones: Phones) -> None:
    """Tracks lie so close on a phone that a finger covers two: nothing is guessed."""
    frontiers.roll(1, 4, 5)
    page = phones.join(frontiers, "red")
    one, two = (page.locator(f".target[data-area='hub.{n}']") for n in (1, 2))
    one.wait_for()
    one.scroll_into_view_if_needed()
    upper, lower = one.bounding_box(), two.bounding_box()
    assert upper is not None
    assert lower is not None
    between = (upper["y"] + upper["height"] + lower["y"]) / 2
    page.touchscreen.tap(upper["x"] + upper["width"] / 2, between)
    page.get_by_role("heading", name="Which one?").wait_for()
    answers = page.get_by_role("dialog").locator(".action").all_inner_texts()
    assert [f"track {n}" in answer for n, answer in enumerate(answers, 1)] == [True, True]
    assert booked(frontiers) == ["red: roll 1 4 5"]


def test_the_camera_reads_and_nothing_is_chosen_by_itself(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    page = phones.join(frontiers, "red")
    page.get_by_role("heading", name="To place").wait_for()
    assert page.locator(".target").count() == 0


def put_right(house: House, finger: Finger, faces: tuple[int, ...]) -> None:
    finger.page.get_by_role("dialog").wait_for(state="hidden")
    assert house.do(lambda table: table.snapshot().history[0].faces) == faces
    assert finger.taps <= 3


def test_a_die_of_the_last_roll(dice: House, phones: Phones) -> None:
    dice.roll(2, 5)
    finger = Finger(phones.join(dice, "red"))
    finger.button("Die 2 shows 5. Correct it")
    finger.button("6", "dialog")
    put_right(dice, finger, (2, 6))


def test_a_die_of_any_roll(dice: House, phones: Phones) -> None:
    for face in (5, 1, 2, 3):
        dice.roll(2, face)
    finger = Finger(phones.join(dice, "red"))
    finger.tap(finger.page.locator(".history-line").last)
    finger.button("Die 2 shows 5. Correct it", "dialog")
    finger.button("6", "dialog")
    put_right(dice, finger, (2, 6))


def test_a_die_that_is_asked_about(dice: House, phones: Phones) -> None:
    dice.camera()
    page = phones.join(dice, "red")
    doubtful = SeenPiece(DIE, "white", None, 0.5, (0.0, 0.0, 0.0, 0.0, 0.48, 0.52))
    dice.see(free=(die("white", 2), doubtful))
    finger = Finger(page)
    finger.tap(page.get_by_role("group", name="Dice as read").get_by_role("button").nth(1))
    finger.button("5", "dialog")
    finger.button("Book these dice")
    page.get_by_role("group", name="Dice as read").wait_for(state="detached")
    put_right(dice, finger, (2, 5))


def test_what_is_no_die_among_those_that_are_asked_about(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    bead = replace(die("white", 6), value=None, confidence=0.3)
    dice.see(free=(die("white", 2), bead, die("white", 5)))
    finger = Finger(page)
    finger.tap(page.get_by_role("group", name="Dice as read").get_by_role("button").nth(1))
    finger.button("There is no die", "dialog")
    finger.button("Book these dice")
    page.get_by_role("group", name="Dice as read").wait_for(state="detached")
    put_right(dice, finger, (2, 5))


def test_what_is_held_against_the_rules(frontiers: House, phones: Phones) -> None:
    """The table insists: two taps, and the scoring goes on."""
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    frontiers.act("red: dock lunar_mine 5")
    finger = Finger(phones.join(frontiers, "red"))
    frontiers.see({"lunar_mine.5": (die("red", 2),)})
    finger.tap(finger.page.get_by_role("alert").get_by_role("button", name="Overrule"))
    finger.button("Overrule", "dialog")
    finger.page.get_by_text("overruled", exact=True).wait_for()
    assert frontiers.do(lambda table: table.snapshot().history[-1].how) == "overruled"
    assert finger.taps == 2


def test_a_turn_that_was_taken_for_ended(frontiers: House, phones: Phones) -> None:
    """The next player threw too early: the camera ended the turn and booked that roll."""
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    docked = ("lunar_mine 5", "solar_converter 4", "solar_converter 2")
    frontiers.act(*(f"red: dock {where}" for where in docked))
    frontiers.see()
    frontiers.see(free=tuple(die("blue", face) for face in (2, 2, 5)), gathered="blue")
    assert booked(frontiers)[-2:] == ["red: end_turn", "blue: roll 2 2 5"]
    finger = Finger(phones.join(frontiers, "red"))
    finger.tap(finger.page.locator(".history-line").nth(1))
    finger.button("Undo this and the line after it")
    finger.button("Undo the roll")
    finger.page.get_by_role("dialog").wait_for(state="hidden")
    assert booked(frontiers)[-1] == "red: dock solar_converter 2"
    assert finger.taps <= 3


def test_a_piece_that_was_seen_in_the_wrong_place(frontiers: House, phones: Phones) -> None:
    frontiers.roll(2, 4, 5)
    frontiers.act("red: dock lunar_mine 5")
    finger = Finger(phones.join(frontiers, "red"))
    finger.tap(finger.page.locator(".history-line").first)
    finger.tap(finger.page.locator("dialog .action", has_text="Solar Converter").first)
    finger.page.get_by_role("dialog").wait_for(state="hidden")
    assert booked(frontiers)[-1] == "red: dock solar_converter 5"
    assert finger.taps <= 3
    announced = finger.page.locator(".announcement").inner_text()
    assert announced.startswith("Put right:")


def test_a_number(frontiers: House, phones: Phones) -> None:
    finger = Finger(phones.join(frontiers, "red"))
    finger.tap(finger.page.locator(".strip button").nth(1))
    finger.button("One Ore more", "dialog")
    finger.button("Set Ore to 1", "dialog")
    finger.page.get_by_role("button", name="Set Ore to 1").wait_for(state="hidden")
    panels = frontiers.do(lambda table: table.snapshot().view.panels)
    assert [have.amount for have in panels[1].quantities if have.id == "ore"] == [1]
    assert finger.taps <= 3


def test_the_last_thing_is_undone(frontiers: House, phones: Phones) -> None:
    frontiers.roll(2, 4, 5)
    frontiers.act("red: dock lunar_mine 5")
    finger = Finger(phones.join(frontiers, "red"))
    finger.button("Undo")
    finger.button("Undo it")
    finger.page.get_by_role("dialog").wait_for(state="hidden")
    assert booked(frontiers) == ["red: roll 2 4 5"]
    assert finger.taps == 2


@pytest.mark.report("B18")
@pytest.mark.parametrize("at", ["", "table"])
def test_one_correction_is_said_once(
    new_house: Callable[..., House], phones: Phones, at: str
) -> None:
    """What a screen reader hears of a correction: one sentence, with the new total."""
    house = new_house("dice")
    house.roll(2, 5)
    page = phones.join(house, "red", at=at, ready=".glance-points")
    page.get_by_text("7 in all").first.wait_for()
    page.evaluate(
        """() => {
            window.said = [];
            const live = document.querySelector("h1 ~ [aria-live=polite]");
            new MutationObserver(() => window.said.push(live.textContent)).observe(
                live, {childList: true, characterData: true, subtree: true});
        }"""
    )
    other = phones.join(house, "blue")
    other.get_by_role("button", name="Die 2 shows 5. Correct it").click()
    other.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    page.get_by_text("8 in all").first.wait_for()
    assert page.evaluate("window.said") == ["Put right: Ann rolls 2 6, 8 in all."]


@pytest.mark.report("G12")
def test_of_two_who_press_at_once_one_wins_and_the_other_is_told(
    frontiers: House, phones: Phones
) -> None:
    frontiers.roll(2, 4, 5)
    ann, bo = phones.join(frontiers, "red"), phones.join(frontiers, "blue")
    bo.route("**/api/v1/events*", lambda route: route.abort())  # Bo has not seen what Ann does
    bo.route("**/api/v1/snapshot*", lambda route: route.abort())
    bo.get_by_role("button", name="Undo", exact=True).click()
    bo.get_by_role("button", name="Undo the roll").wait_for()
    bo.evaluate("window.dispatchEvent(new Event('online'))")
    bo.get_by_text("reconnecting…").wait_for()
    ann.locator(".target[data-area=solar_converter]").tap()
    ann.locator(".history-line").nth(1).wait_for()
    bo.get_by_role("button", name="Undo the roll").click()
    bo.get_by_text("The table moved on").wait_for()
    for page in (ann, bo):
        page.locator(".history-line").nth(1).wait_for()
        assert "Solar Converter" in page.locator(".history-line").first.inner_text()
    assert booked(frontiers) == ["red: roll 2 4 5", "red: dock solar_converter 2"]


def test_the_picture_of_a_roll_lies_beside_it(dice: House, phones: Phones) -> None:
    dice.roll(4)
    dice.picture = JPEG
    read = ReadDie(4, None, 0.9, False, (2.0, 2.0, 3.0, 3.0))
    dice.stage(roll=LastRoll(1, PlayerId("red"), (read,), "camera", "rest-7"))
    page = phones.join(dice, "red")
    page.locator(".rolled").get_by_role("img", name="What the camera saw").wait_for()
