"""A game with a part missing is told so: every part of a toy game is taken away once."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind, Tag
from companion.rules.game import AnyGame, Game, Option
from tests.games.parts import (
    codes_in_source,
    faults_of_info,
    faults_of_layout,
    missing_files,
    missing_members,
    missing_words,
    vocabulary,
)
from tests.rules.toys.well import game as well
from tests.rules.toys.well.game import GAME

FILES = (
    "companion/games/well/game.py",
    "tests/games/well/evening.playthrough",
    "tests/games/well/test_perft.py",
    "tests/games/well/scenarios/examples.yaml",
    "docs/notation/well.md",
)
MEMBERS = sorted({*Game.__annotations__, *(n for n in vars(Game) if not n.startswith("_"))})


def with_files(root: Path) -> Path:
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    return root


def test_a_toy_game_with_all_its_files_lacks_none(tmp_path: Path) -> None:
    assert missing_files(with_files(tmp_path), "well") == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_taken_away_is_missed(tmp_path: Path, name: str) -> None:
    (with_files(tmp_path) / name).unlink()
    (told,) = missing_files(tmp_path, "well")
    assert told.startswith(str(Path(name).parent))
    assert "(" in told, "says what it is for"


class Without:
    """A game that lacks a member, or has another one in its place."""

    def __init__(self, name: str, instead: object = None) -> None:
        self._name, self._instead = name, instead

    def __getattr__(self, name: str) -> object:
        if name != self._name:
            return getattr(GAME, name)
        if self._instead is None:
            raise AttributeError(name)
        return self._instead


def test_the_toy_game_has_all_members() -> None:
    assert len(MEMBERS) >= 20
    assert missing_members(GAME) == []


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_taken_away_is_missed(name: str) -> None:
    assert missing_members(Without(name)) == [name]


def board(tags: int, *areas: str) -> Layout:
    named = [AreaId(area) for area in areas]
    return Layout(
        100.0,
        100.0,
        {area: Area(area, area, 0, 0, 10, 10) for area in named},
        {SlotId(area): Slot(SlotId(area), area, SlotKind.REGION, 5, 5, 10, 10) for area in named},
        tuple(Tag(number, 5.0 * number, 5.0, 4.0) for number in range(tags)),
    )


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (board(0), []),
        (board(4, "well"), ["expected says nothing of well"]),
        (
            board(3, "well"),
            ["the layout has 3 tags, a camera needs 4", "expected says nothing of well"],
        ),
    ],
)
def test_a_board_without_tags_or_expectations_is_told(layout: Layout, told: list[str]) -> None:
    assert list(faults_of_layout(cast(AnyGame, Without("layout", layout)))) == told


def test_what_the_game_must_say_of_itself() -> None:
    assert list(faults_of_info(GAME)) == []
    for changed, told in [
        (replace(GAME.info, title=""), "no title"),
        (replace(GAME.info, rules_version=""), "no version"),
        (replace(GAME.info, max_players=9), "9 players, 3 colours"),
        (replace(GAME.info, options=(Option("deep", ("yes", "yes"), "x"),)), "deep leaves no"),
        (replace(GAME.info, options=(Option("deep", ("yes", "no"), ""),)), "deep does not say"),
    ]:
        (fault,) = faults_of_info(cast(AnyGame, Without("info", changed)))
        assert told in fault


def test_every_word_left_out_of_the_page_is_missed() -> None:
    options = (Option("deep", ("yes", "no"), "how deep"),)
    game = cast(AnyGame, Without("info", replace(GAME.info, options=options)))
    codes = codes_in_source(Path(well.__file__).parent)
    known = vocabulary(game, ["red: roll 3", "red: drink 2", "red: end"], codes)
    assert {"roll.once", "drink.last"} <= known["codes"]
    page = "\n".join(f"| `{word}` |" for words in known.values() for word in sorted(words))
    assert missing_words(page, known) == {}
    for what, words in known.items():
        for word in sorted(words):
            assert missing_words(page.replace(f"`{word}`", ""), known) == {what: [word]}
