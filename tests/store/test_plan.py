"""What people chose for the next game: kept, and made to fit another game."""

from pathlib import Path

import pytest

from companion.core.ids import GameId
from companion.rules.game import GameInfo, Option
from companion.store.errors import PlanNotSavedError
from companion.store.plan import Plan, fitted, load_plan, save_plan

RULES = Option("rules", ("usual", "short"), "how long")
INFO = GameInfo(GameId("chess"), "Chess", "1", ("white", "black", "grey"), 2, 3, (RULES,))
CHOSEN = Plan("usb:0", "my-board", "chess", (("black", "Bo"), ("white", "陳")), {"rules": "short"})


def test_what_was_chosen_is_there_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "data" / "setup.json"
    assert load_plan(path) == Plan()
    save_plan(CHOSEN, path)
    assert load_plan(path) == CHOSEN
    assert [one.name for one in path.parent.iterdir()] == ["setup.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"camera": "usb:0"}',
        '{"camera": 1, "board": "", "game": "", "seats": [], "options": {}}',
        '{"camera": "none", "board": "", "game": "", "seats": "red", "options": {}}',
        '{"camera": "none", "board": "", "game": "", "seats": [["red"]], "options": {}}',
        '{"camera": "none", "board": "", "game": "", "seats": [["red", 1]], "options": {}}',
        '{"camera": "none", "board": "", "game": "", "seats": [], "options": {"a": []}}',
        '{"camera": "none", "board": "", "game": "", "seats": [], "options": []}',
    ],
)
def test_a_file_that_is_torn_or_foreign_costs_nothing_but_what_was_chosen(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "setup.json"
    path.write_text(text)
    assert load_plan(path) == Plan()


def test_what_cannot_be_written_is_said_and_the_old_stays(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(PlanNotSavedError, match="make room"):
        save_plan(CHOSEN, tmp_path / "data" / "setup.json")


def test_people_keep_their_places_and_colours_as_far_as_a_game_has_them() -> None:
    seats = (("red", "Ann"), ("black", "Bo"), ("green", "Cy"), ("blue", "Di"))
    plan = Plan("usb:0", "none", "other", seats, {"rules": "short", "foreign": "x"})
    found = fitted(plan, INFO)
    assert found.seats == (("white", "Ann"), ("black", "Bo"), ("grey", "Cy"))
    assert (found.game, found.camera, found.board) == ("chess", "usb:0", "none")
    assert found.options == {"rules": "short"}


def test_options_that_are_as_recommended_are_not_kept() -> None:
    assert fitted(Plan(options={"rules": "usual"}), INFO).options == {}
    assert fitted(Plan(options={"rules": "long"}), INFO).options == {}


def test_two_seats_are_laid_before_anybody_says_who_plays() -> None:
    assert fitted(Plan(), INFO).seats == (("white", ""), ("black", ""))
    assert fitted(Plan(seats=(("black", "Bo"),)), INFO).seats == (("black", "Bo"), ("white", ""))


def test_who_has_no_name_is_called_by_the_colour() -> None:
    assert Plan(seats=(("red", "Ann"), ("blue", ""))).names() == {"red": "Ann", "blue": "Blue"}
