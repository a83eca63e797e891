"""The page at the table, played on phones."""

import base64
import re
import shutil
import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.ids import PlayerId
from companion.core.phrases import phrase, who
from companion.core.pieces import DIE, SeenPiece
from companion.referee.commands import Adjust, CorrectDie, Roll
from companion.referee.snapshot import LastRoll, ReadDie
from companion.rules.score import Outcome
from companion.rules.view import Shelf
from companion.server.page import STATIC, page_version
from tests.browser.conftest import Phones
from tests.browser.house import House, die
from tests.browser.shown import shows_as_many, shows_words
from tests.browser.test_look import look

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1"
    "tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAw"
    "QFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK"
    "FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmq"
    "KjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB"
    "AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob"
    "HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE"
    "hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+P"
    "n6/9oADAMBAAIRAxEAPwCrRRRWJgf/2Q=="
)
"""A small green square."""


def headline(page: "Page") -> str:
    return page.locator(".headline h1").inner_text()


def rolled(page: "Page") -> list[str]:
    """Faces of the newest roll, as a screen reader says them."""
    names = page.locator(".rolled .die-button").evaluate_all(
        "dice => dice.map(die => die.getAttribute('aria-label'))"
    )
    return [re.findall(r"shows (\d)", name)[0] for name in names]


def label_of(house: House, action: str) -> str:
    """The words on the button of a legal action, with Ann's name in them."""
    actions = house.do(lambda table: table.snapshot().actions)
    return next(one.label for one in actions if one.text == action).replace("Red", "Ann")


def last_line(house: House) -> str:
    return house.do(lambda table: table.snapshot().history[-1].text)


def test_joins_sits_down_and_sees_whose_turn_it_is(frontiers: House, phones: Phones) -> None:
    page = phones.join(frontiers)
    words = frontiers.do(lambda table: table.snapshot().view.headline)
    assert headline(page).lower() == words.removeprefix("Red: ").lower()
    assert page.locator(".turn").inner_text() == "Ann"
    page.locator(".welcome").get_by_role("button", name="Bo").click()
    page.get_by_role("button", name="Seat: Bo. Change").wait_for()
    assert not page.locator(".welcome").is_visible()
    page.reload(wait_until="commit")
    page.get_by_role("button", name="Seat: Bo. Change").wait_for()


def test_everybody_sees_what_one_does(dice: House, phones: Phones) -> None:
    ann, bo = phones.join(dice, "red"), phones.join(dice, "blue", dark=True)
    dice.roll(2, 5)
    for page in (ann, bo):
        page.get_by_text("Ann rolled", exact=True).wait_for()
        assert rolled(page) == ["2", "5"]
    assert ann.locator("[aria-live=polite]").first.inner_text() == "Ann rolls 2 5, 7 in all."


def test_a_misread_die_is_put_right_in_two_taps(dice: House, phones: Phones) -> None:
    dice.roll(2, 5)
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Die 2 shows 5. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    page.get_by_role("button", name="Die 2 shows 6. Correct it").wait_for()
    assert rolled(page) == ["2", "6"]
    assert dice.do(lambda table: table.snapshot().history[0].faces) == (2, 6)


@pytest.mark.parametrize(
    ("answer", "left"), [("Keep later moves anyway", 3), ("Undo from there", 2), ("Cancel", 4)]
)
def test_a_correction_that_breaks_later_moves_asks(
    frontiers: House, phones: Phones, answer: str, left: int
) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock orbital_market 3 3", "red: dock lunar_mine 6", "red: end_turn")
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="Die 3 shows 6. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    page.get_by_role("heading", name="Please confirm").wait_for()
    page.get_by_role("button", name=answer).click()
    page.get_by_role("dialog").wait_for(state="hidden")
    history = frontiers.do(lambda table: table.snapshot().history)
    assert len(history) == left
    assert history[0].faces == ((3, 3, 6) if answer == "Cancel" else (3, 3, 5))
    if answer == "Keep later moves anyway":
        page.get_by_text("overruled", exact=True).wait_for()


def test_a_command_of_an_old_page_is_refused_and_the_page_catches_up(
    dice: House, phones: Phones
) -> None:
    dice.roll(1, 2)
    page = phones.join(dice, "red")
    page.route("**/api/v1/events*", lambda route: route.abort())
    page.route("**/api/v1/snapshot*", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.get_by_text("reconnecting…").wait_for()
    dice.roll(6, 6)
    page.get_by_role("button", name="Pass the dice on").click()
    page.get_by_text("The table moved on").wait_for()
    assert rolled(page) == ["6", "6"]
    assert dice.do(lambda table: table.version) == 2


def test_the_server_goes_and_comes_back(dice: House, phones: Phones) -> None:
    dice.roll(4, 4)
    page = phones.join(dice, "red")
    dice.stop()
    page.get_by_text("reconnecting…").wait_for()
    assert re.search(r"as of \d", page.locator(".link").inner_text())
    dice.start()
    dice.roll(1, 3)
    page.wait_for_selector(".link.live")
    page.get_by_role("button", name="Die 2 shows 3. Correct it").wait_for()
    assert rolled(page) == ["1", "3"]


@pytest.mark.report("E11")
def test_an_updated_program_brings_its_own_page(
    dice: House, phones: Phones, tmp_path: Path
) -> None:
    page = phones.join(dice, "red")
    dice.stop()
    dice.static = tmp_path / "static"
    shutil.copytree(STATIC, dice.static)
    (dice.static / "newer.js").write_text("// another version")
    dice.start()
    dice.roll(3)
    version = f"meta[name=version][content='{page_version(dice.static)}']"
    page.locator(version).wait_for(state="attached")
    page.get_by_role("button", name="Die 1 shows 3. Correct it").wait_for()


def test_a_page_that_was_hidden_catches_up(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    hide = "() => {{ Object.defineProperty(document, 'hidden', {{configurable: true, value: {}}});"
    tell = " document.dispatchEvent(new Event('visibilitychange')); }}"
    page.evaluate((hide + tell).format("true"))
    for face in (1, 2, 3):
        dice.roll(face)
    page.wait_for_timeout(300)
    assert page.locator(".rolled").count() == 0
    page.evaluate((hide + tell).format("false"))
    page.get_by_role("button", name="Die 1 shows 3. Correct it").wait_for()
    page.wait_for_selector(".link.live")


@pytest.mark.report("E2")
def test_a_server_that_takes_calls_but_never_answers_is_given_up(
    dice: House, phones: Phones
) -> None:
    page = phones.join(dice, "red", own_clock=True)
    dice.stop()
    with socket.create_server(("127.0.0.1", dice.port)):  # accepts, says nothing
        page.get_by_text("reconnecting…").wait_for()
        page.clock.fast_forward(4000)
    dice.start()
    dice.roll(5)
    page.clock.fast_forward(20_000)  # the phone slept, too
    page.get_by_role("button", name="Die 1 shows 5. Correct it").wait_for()
    page.wait_for_selector(".link.live")


def test_a_command_survives_a_failing_network(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    failures: list[str] = []

    def fail_once(route: "Route") -> None:
        if failures:
            route.continue_()
        else:
            failures.append("once")
            route.fetch()  # it arrives, the answer gets lost
            route.abort()

    page.route("**/api/v1/commands", fail_once)
    page.get_by_role("group", name="Faces").get_by_role("button", name="5").click()
    page.get_by_role("button", name="Book this roll: 5").click()
    page.get_by_text("Ann rolled", exact=True).wait_for()
    assert dice.do(lambda table: table.version) == 1


def test_a_double_tap_counts_once(dice: House, phones: Phones) -> None:
    dice.roll(1)
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Pass the dice on").dblclick()
    page.get_by_text("Bo rolls next", exact=True).first.wait_for()
    page.wait_for_timeout(600)
    assert dice.do(lambda table: table.version) == 2


def test_a_violation_is_named_and_clears_by_itself(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    frontiers.roll(2, 4, 5)
    frontiers.act("red: dock lunar_mine 5")
    page = phones.join(frontiers, "blue")
    alert = page.get_by_role("alert")
    frontiers.see({"lunar_mine.5": (die("red", 2),)})
    alert.get_by_text("red 2 on Lunar Mine").wait_for()
    rules = frontiers.do(lambda table: [flag.text for flag in table.snapshot().flags])
    assert rules
    for rule in rules:
        assert rule.replace("Red", "Ann") in alert.inner_text()
    assert alert.get_by_role("button", name="Overrule").is_visible()
    frontiers.see()
    alert.locator(".violation").wait_for(state="detached")


def test_a_roll_is_entered_by_tapping_faces(frontiers: House, phones: Phones) -> None:
    frontiers.camera()
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="Enter the roll by hand").click()
    faces = page.get_by_role("dialog").get_by_role("group", name="Faces")
    for face in ("3", "3"):
        faces.get_by_role("button", name=face, exact=True).click()
    page.get_by_role("button", name="Die 2: 3").click()
    for face in ("4", "6"):
        faces.get_by_role("button", name=face, exact=True).click()
    page.get_by_role("heading", name="To place").wait_for()
    assert frontiers.do(lambda table: table.snapshot().history[0].faces) == (3, 4, 6)


def test_an_action_is_found_by_its_words_and_done(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="Enter by hand").click()
    page.get_by_role("searchbox").fill("lunar 6")
    label = label_of(frontiers, "red: dock lunar_mine 6")
    shows_words(page.get_by_role("dialog").locator(".action"), [label])
    page.get_by_role("dialog").get_by_role("button", name=label).click()
    page.locator(".history-line").nth(1).wait_for()
    assert last_line(frontiers) == "red: dock lunar_mine 6"


def test_notation_that_breaks_rules_shows_them_and_can_be_overruled(
    frontiers: House, phones: Phones
) -> None:
    frontiers.roll(3, 4, 6)
    frontiers.act("red: dock lunar_mine 6")
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="Enter by hand").click()
    page.get_by_text("More: anything in notation").click()
    page.get_by_label("One action, as in the history").fill("red: dock lunar_mine 3")
    page.get_by_role("button", name="Do it").click()
    page.locator(".problems").wait_for()
    page.get_by_role("button", name="Overrule: do it anyway").click()
    page.get_by_text("overruled", exact=True).wait_for()


def test_a_chosen_die_lights_its_places_and_a_tap_docks_it(
    frontiers: House, phones: Phones
) -> None:
    frontiers.camera()
    frontiers.roll(3, 3, 6)
    page = phones.join(frontiers, "red")
    hand = page.get_by_role("group", name="Dice to place")
    hand.get_by_role("button", name="showing 6").click()
    lit = page.locator(".board-card .target")
    areas = lit.evaluate_all("rects => rects.map(rect => rect.dataset.area)")
    assert set(areas) == {"lunar_mine", "solar_converter", "hub.1", "hub.2", "hub.3", "hub.4"}
    page.locator(".board-card .target[data-area=lunar_mine]").click()
    page.locator(".history-line").nth(1).wait_for()
    assert last_line(frontiers) == "red: dock lunar_mine 6"
    assert page.locator(".target").count() == 0


def test_two_chosen_dice_light_what_takes_both(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    page = phones.join(frontiers, "red")
    hand = page.get_by_role("group", name="Dice to place")
    for number in (0, 1):
        hand.get_by_role("button", name="showing 3").nth(number).click()
    assert page.locator(".target").evaluate_all("all => all.map(one => one.dataset.area)") == [
        "orbital_market"
    ]
    page.get_by_role("button", name=label_of(frontiers, "red: dock orbital_market 3 3")).click()
    hand.get_by_role("button").nth(1).wait_for(state="detached")
    assert frontiers.do(lambda table: len(table.snapshot().view.panels[0].hand)) == 1


def test_a_choice_is_for_the_player_concerned_but_others_can_answer(
    frontiers: House, phones: Phones
) -> None:
    frontiers.ask(Adjust("red", "fuel", 3), Adjust("red", "ore", 3), Roll((5, 5, 5)))
    frontiers.act("red: dock colony_constructor 5 5 5")
    label = label_of(frontiers, "red: land pohl_foothills")
    ann, bo = phones.join(frontiers, "red"), phones.join(frontiers, "blue")
    bo.get_by_text("Waiting for").wait_for()
    assert bo.get_by_role("button", name=label).count() == 0
    assert bo.locator(".target").count() == 0
    bo.get_by_role("button", name="Answer for Ann").click()
    bo.get_by_role("button", name=label).wait_for()
    shows_as_many(ann.locator(".target"), 8)
    ann.get_by_role("button", name=label).click()
    for page in (ann, bo):
        page.locator(".ask").wait_for(state="detached")
    assert frontiers.do(lambda table: table.snapshot().seats[0].score) == 2


def test_the_camera_asks_about_a_roll_and_its_dice_can_be_changed(
    frontiers: House, phones: Phones
) -> None:
    frontiers.camera()
    page = phones.join(frontiers, "red")
    unsure = SeenPiece(DIE, "red", None, 0.5, (0.0, 0.0, 0.52, 0.0, 0.48, 0.0))
    frontiers.see(free=(die("red", 1), die("red", 2), unsure), gathered="red")
    page.get_by_role("button", name=re.compile("Die 3: 3.*unsure")).click()
    page.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    page.get_by_role("button", name="Book these dice").click()
    page.get_by_role("heading", name="To place").wait_for()
    assert frontiers.do(lambda table: table.snapshot().history[0].faces) == (1, 2, 5)


def test_a_die_is_corrected_beside_what_the_camera_saw(dice: House, phones: Phones) -> None:
    dice.roll(4)
    dice.picture = JPEG
    die_read = ReadDie(4, None, 0.6, True, (2.0, 2.0, 3.0, 3.0))
    dice.stage(roll=LastRoll(1, PlayerId("red"), (die_read,), "camera", "rest-7"))
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Die 1 shows 4. Correct it, unsure").click()
    seen = page.get_by_role("dialog").get_by_role("img", name="What the camera saw")
    seen.wait_for()
    assert seen.get_attribute("viewBox") == "0.5 0.5 6 6"
    assert seen.locator("image").get_attribute("href") == "/api/v1/pictures/rest-7.jpg"


def test_a_number_is_set_by_hand_from_the_score_sheet(frontiers: House, phones: Phones) -> None:
    page = phones.join(frontiers, "blue", width=800, height=1100)
    page.locator(".seats").get_by_role("button", name=re.compile("^Bo")).click()
    page.get_by_role("button", name="One Ore more").click(click_count=2)
    page.get_by_role("button", name="Set Ore to 2").click()
    page.get_by_role("button", name="Set Ore to 2").wait_for(state="hidden")
    panel = frontiers.do(lambda table: table.snapshot().view.panels[1])
    assert [have.amount for have in panel.quantities if have.id == "ore"] == [2]


def test_cards_lie_on_shelves_and_before_players(frontiers: House, phones: Phones) -> None:
    view = frontiers.do(lambda table: table.snapshot().view)
    shelf = Shelf("Tech cards on display", ("Alien City", "Plasma Cannon"), "16 in the deck")
    panels = (view.panels[0], replace(view.panels[1], cards=("Booster Pod",)), *view.panels[2:])
    frontiers.stage(view=replace(view, shelves=(shelf, Shelf("Discarded", ())), panels=panels))
    page = phones.join(frontiers, "blue", width=800, height=1100)
    shown = page.get_by_role("region", name="Tech cards on display")
    assert shown.locator(".chip").all_inner_texts() == ["Alien City", "Plasma Cannon"]
    assert "16 in the deck" in shown.inner_text()
    assert "none" in page.get_by_role("region", name="Discarded").inner_text()
    assert page.locator(".seat-cards .chip").all_inner_texts() == ["Booster Pod"]
    page.locator(".seats").get_by_role("button", name=re.compile("^Bo")).click()
    shows_words(page.locator("dialog .chip"), ["Booster Pod"])


def test_undo_asks_first(dice: House, phones: Phones) -> None:
    dice.roll(2, 2)
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_text("If a die was misread").wait_for()
    page.get_by_role("button", name="Undo the roll").click()
    page.locator(".rolled").wait_for(state="detached")
    assert dice.do(lambda table: table.snapshot().history) == ()


def test_a_line_of_history_is_taken_back_with_what_followed(
    frontiers: House, phones: Phones
) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock lunar_mine 6", "red: dock orbital_market 3 3")
    page = phones.join(frontiers, "red")
    page.locator(".history-line").nth(1).click()
    page.get_by_role("button", name="Undo this and the line after it").click()
    page.get_by_role("button", name="Undo it").click()
    page.get_by_role("group", name="Dice to place").get_by_role("button").nth(2).wait_for()
    assert len(frontiers.do(lambda table: table.snapshot().history)) == 1


def test_a_roll_in_the_history_is_taken_back_only_after_asking(
    frontiers: House, phones: Phones
) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock lunar_mine 6")
    page = phones.join(frontiers, "red")
    page.locator(".history-line").nth(1).click()
    page.get_by_role("button", name="Undo this and the line after it").click()
    page.get_by_role("button", name="Undo the roll").click()
    page.locator(".history-line").first.wait_for(state="detached")
    assert frontiers.do(lambda table: table.snapshot().due is not None)


def test_going_back_tells_first_what_changes(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock lunar_mine 6", "red: dock orbital_market 3 3")
    page = phones.join(frontiers, "red")
    page.locator(".history-line").nth(1).click()
    page.get_by_role("button", name="Undo this and the line after it").click()
    page.locator("dialog .going li").nth(1).wait_for()
    gone = page.locator("dialog .going li").all_inner_texts()
    assert [words.split(".")[0] for words in gone] == [
        "Ann placed two 3s at the Orbital Market",
        "Ann placed a 6 in the Lunar Mine",
    ]
    changes = page.locator("dialog .changes tr").all_inner_texts()
    assert [change.strip() for change in changes] == ["Ann: Ore\t1 → 0"]
    page.get_by_role("button", name="Cancel").click()
    assert len(frontiers.do(lambda table: table.snapshot().history)) == 3


def test_going_back_leaves_what_was_put_right_before(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock lunar_mine 6")
    frontiers.ask(CorrectDie(1, 0, 2))
    page = phones.join(frontiers, "red")
    page.locator(".history-line").first.click()
    page.get_by_role("button", name="Undo this line").click()
    page.locator("dialog .going").wait_for()
    gone = page.locator("dialog .going li").all_inner_texts()
    assert [words.split(".")[0] for words in gone] == ["Ann placed a 6 in the Lunar Mine"]
    page.get_by_role("button", name="Undo it").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    history = frontiers.do(lambda table: table.snapshot().history)
    assert [line.faces for line in history] == [(2, 3, 6)]


def test_a_preview_follows_the_table(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Undo the roll").wait_for()
    frontiers.act("red: dock lunar_mine 6")
    page.get_by_role("button", name="Undo it").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert last_line(frontiers) == "red: roll 3 3 6"


def test_a_correction_is_undone_as_it_was_done(dice: House, phones: Phones) -> None:
    dice.roll(2, 5)
    page = phones.join(dice, "red")
    page.get_by_role("button", name="Die 2 shows 5. Correct it").click()
    page.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    page.get_by_role("button", name="Die 2 shows 6. Correct it").wait_for()
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("heading", name="Again as it was").wait_for()
    page.get_by_role("button", name="Undo it").click()
    page.get_by_role("button", name="Die 2 shows 5. Correct it").wait_for()


def test_the_page_tells_how_to_lay_the_table_out_again(frontiers: House, phones: Phones) -> None:
    frontiers.roll(3, 3, 6)
    frontiers.act("red: dock lunar_mine 6")
    page = phones.join(frontiers, "red")
    page.get_by_role("button", name="What lies where").click()
    shown = page.locator("dialog .laying-out")
    shown.wait_for()
    words = shown.inner_text().splitlines()
    assert "die 6" in words[words.index("Lunar Mine") + 1]


def test_charts_say_their_values(dice: House, phones: Phones) -> None:
    page = phones.join(dice, "red")
    page.locator(".headline").wait_for()
    assert page.locator(".chart").count() == 0, "there is nothing to draw yet"
    dice.roll(6, 6, 1)
    page.get_by_role("img", name=re.compile("Faces. Ann: 1: 1, .*6: 2")).wait_for()
    assert page.locator(".board-card").count() == 0


def test_the_camera_picture_is_asked_for_only_while_looked_at(dice: House, phones: Phones) -> None:
    asked: list[str] = []
    dice.picture = JPEG
    page = phones.join(dice, "red")
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Camera").click()
    page.locator("img.preview").wait_for()
    for _ in range(2):
        page.wait_for_event("request", lambda request: "preview.jpg" in request.url)
    page.get_by_role("button", name="Close").click()
    page.locator("img.preview").wait_for(state="detached")
    asked.clear()
    page.wait_for_timeout(1200)
    assert asked == []


def test_the_end_shows_shared_places(frontiers: House, phones: Phones) -> None:
    places = {PlayerId("red"): 1, PlayerId("blue"): 3, PlayerId("green"): 1}
    frontiers.stage(
        outcome=Outcome(places, phrase("{who} landed the last colony", who=who(PlayerId("red"))))
    )
    page = phones.join(frontiers, "red")
    page.get_by_text("Ann landed the last colony").wait_for()
    ranks = page.locator(".result li").evaluate_all(
        "all => all.map(one => one.innerText.split(/\\s+/))"
    )
    assert [rank[:2] for rank in ranks] == [["1st", "Ann"], ["1st", "王小明"], ["3rd", "Bo"]]
    assert [rank[2] for rank in ranks[:2]] == ["shared", "shared"]


def test_an_unsure_die_is_marked_in_the_history_until_somebody_says_it_is_right(
    frontiers: House, phones: Phones
) -> None:
    torn = SeenPiece(DIE, "red", None, 0.7, (0.0, 0.0, 0.7, 0.0, 0.3, 0.0))
    frontiers.see(free=(die("red", 1), die("red", 2), torn), gathered="red")
    page = phones.join(frontiers, "red")
    line = page.locator(".history-line")
    line.get_by_text("1 die unsure").click()
    look(page)
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Die 3 .*unsure")).click()
    page.get_by_role("dialog").get_by_role("button", name="3, as it is now").click()
    line.get_by_text("1 die unsure").wait_for(state="detached")
    assert frontiers.do(lambda table: table.snapshot().history[0].faces) == (1, 2, 3)
