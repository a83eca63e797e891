"""Games watched without pixels: a short form of what `python -m companion.trial` measures."""

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.simulator.beats import NEAT, Habits
from companion.trial.__main__ import Task, watch_all
from companion.trial.report import ROWS, reached, text_table
from companion.trial.watching import Watched, watch_glances, watch_pixels

PLAIN: Mapping[str, str] = {"tech": "none"}


def watched(seed: int, until_s: float, habits: Habits, noise: str, count: int = 2) -> Watched:
    return watch_glances(
        "alien_frontiers",
        seed,
        count=count,
        options=PLAIN,
        habits=habits,
        noise=noise,
        until_s=until_s,
    )


@pytest.mark.report("B15")
@pytest.mark.report("B16")
def test_sliding_knocking_lifting_tidying_and_hurrying_are_no_events() -> None:
    fussy = Habits(illegal=0.0, insist=0.0, fuss=0.9, slide=0.5, quick=0.5, short=0.5)
    seen = watched(41, 180.0, fussy, "clean")
    assert seen.visible >= 15
    assert (seen.untouched, seen.wrong, seen.false_flags) == (seen.visible, 0, 0), seen.losses


def test_slips_are_flagged_with_their_codes_and_some_insisted_on() -> None:
    careless = Habits(illegal=0.5, insist=0.5, fuss=0.0, slide=0.0, quick=0.0, short=0.0)
    seen = watched(42, 240.0, careless, "clean")
    assert seen.illegal >= 5
    assert seen.flagged == seen.illegal, seen.losses
    assert seen.overruled >= 1
    assert (seen.false_flags, seen.wrong, seen.given_up) == (0, 0, 0), seen.losses


def test_a_choice_that_can_be_seen_is_booked_from_what_is_seen() -> None:
    honest = replace(NEAT, illegal=0.0)
    seen = watch_glances(
        "alien_frontiers", 116, count=2, options={}, habits=honest, noise="clean", until_s=80.0
    )
    assert [line for line in seen.losses if "shoot" in line] == []
    assert (seen.untouched, seen.questions, seen.wrong) == (seen.visible, 0, 0), seen.losses


def test_ships_and_cards_are_followed_in_a_game_without_dice() -> None:
    careless = replace(NEAT, illegal=0.3)
    seen = watch_glances(
        "impulse", 7, count=3, options={}, habits=careless, noise="clean", until_s=240.0
    )
    assert seen.visible >= 20
    assert seen.untouched >= 0.95 * seen.visible, seen.losses
    assert (seen.flagged, seen.false_flags, seen.wrong) == (seen.illegal, 0, 0), seen.losses
    assert seen.turns >= 5


@pytest.mark.slow
def test_ships_and_cards_are_followed_in_pixels() -> None:
    seen = watch_pixels(
        "impulse", 4001, count=4, options={}, habits=Habits(), noise="normal", until_s=30.0
    )
    assert (seen.wrong, seen.failed) == (0, ""), seen.losses
    assert (seen.false_flags, seen.given_up) == (0, 0), seen.losses
    assert seen.questions <= 1, seen.losses
    assert seen.visible >= 5
    assert 4 * seen.untouched >= 3 * seen.visible, seen.losses  # wanted: 98 %; measured: 5 of 5


def test_with_normal_noise_little_is_left_to_people() -> None:
    seen = watched(43, 240.0, Habits(), "normal", 4)
    assert seen.untouched >= 0.9 * seen.visible, seen.losses
    assert seen.given_up == 0, seen.losses


def test_the_same_seed_is_seen_alike() -> None:
    one, other = (replace(watched(44, 60.0, Habits(), "bad"), late_s=[]) for _ in range(2))
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 11])
def test_whole_games_end_with_the_right_sheet(seed: int) -> None:
    seen = watched(seed, float("inf"), Habits(), "clean", 4)
    assert seen.exact, seen.losses
    assert seen.flagged == seen.illegal, seen.losses
    assert seen.false_flags == 0, seen.losses


def test_the_table_adds_games_up() -> None:
    games = [
        Watched(
            1, visible=100, untouched=99, wrong=1, turns=10, questions=1, illegal=4, flagged=3,
            ended=True, exact=True, late_s=[0.01, 0.02], doubted=3, doubted_wrong=1,
        ),
        Watched(
            2, visible=100, untouched=100, turns=10, false_flags=2, ended=True, late_s=[0.03]
        ),
        Watched(3, failed="its process died"),
    ]  # fmt: skip
    assert reached(games) == (
        "75.00 % of 4",
        "2 in 3 games",
        "99.50 % of 200",
        "0.050 of 20",
        "50.00 % of 2",
        "20 / 29 ms",
        "1 in 200",
        "3, 1",
        "1 of 3",
    )
    table = text_table({"normal": games, "bad": games[:1]})
    assert table.splitlines()[0] == "| | normal (3 games) | bad (1 games) | floor | aim |"
    assert len(table.splitlines()) == len(ROWS) + 2


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Task("no_such_game", 1, 2, "clean", False, (), 5.0), "no_such_game"),
        (Task("alien_frontiers", 1, 2, "clean", False, (), math.inf, limit_s=0.05), "to an end"),
    ],
    ids=["falls over", "never ends"],
)
def test_a_game_that_cannot_be_watched_says_so_and_the_others_are(task: Task, words: str) -> None:
    sound = Task("alien_frontiers", 2, 2, "clean", False, (("tech", "none"),), 5.0)
    failed, watched = watch_all([task, sound], 1)
    assert words in failed.failed
    assert (watched.seed, watched.failed) == (2, "")


def test_no_game_is_begun_after_the_time_that_is_left() -> None:
    games = [
        Task("alien_frontiers", n, 2, "clean", False, (("tech", "none"),), 3.0) for n in (1, 2)
    ]
    assert len(list(watch_all(games, 1))) == 2
    assert len(list(watch_all(games, 1, within_s=0.001))) <= 1


def test_a_question_that_is_answered_at_once_is_counted() -> None:
    seen = [watched(seed, 240.0, Habits(), "bad") for seed in (45, 46, 47)]
    answered = sum(game.answered for game in seen)
    assert sum(game.questions for game in seen) >= answered > 0
