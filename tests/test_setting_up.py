"""`companion play` without a game: people choose on the page, and nothing is lost on the way."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np

from companion.settings import plan_file
from companion.store.plan import Plan, save_plan
from tests.test_live import Companion, playing

WITHIN_S = 40.0
Setup = dict[str, Any]


def setup_of(table: Companion) -> Setup:
    found: Setup = table.client.get(f"{table.url}/api/v1/setup").raise_for_status().json()
    return found


def choose(table: Companion, **chosen: object) -> Setup:
    body = {"expected": setup_of(table)["revision"], **chosen}
    answer = table.client.post(f"{table.url}/api/v1/setup", json=body)
    assert answer.status_code == 200, answer.text
    found: Setup = answer.json()["setup"]
    return found


def begin(table: Companion) -> str:
    body = {"expected": setup_of(table)["revision"]}
    answer = table.client.post(f"{table.url}/api/v1/setup/begin", json=body)
    assert answer.status_code == 200, answer.text
    name: str = answer.json()["id"]
    wait(table, lambda found: found["playing"] == name)
    return name


def wait(table: Companion, ready: Callable[[Setup], bool]) -> Setup:
    """The first answer for which `ready` holds; between two tables nobody may answer."""
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            found = setup_of(table)
            if ready(found):
                return found
        time.sleep(0.1)
    raise AssertionError(f"did not come: {found}")


def folder_of_pictures(path: Path) -> str:
    """A camera that shows an empty table for a long time."""
    path.mkdir()
    noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3))
    for number in range(60):
        cv2.imwrite(str(path / f"{number:03}.png"), cv2.blur(noise.astype(np.uint8), (9, 9)))
    return str(path)


def test_people_choose_on_the_page_begin_and_find_it_again_the_next_evening(tmp_path: Path) -> None:
    with playing(tmp_path, "play") as table:
        assert table.game == ""
        assert table.client.get(table.url).headers["location"] == "/setup"
        assert table.client.get(f"{table.url}/setup").status_code == 200
        assert table.client.get(f"{table.url}/api/v1/snapshot").status_code == 404
        choose(table, game="alien_frontiers")
        choose(table, seats=[["blue", "Bo"], ["red", "陳"]], options={"tech": "none"})
        name = begin(table)
        shown = table.snapshot()
        assert [(s["player"], s["name"]) for s in shown["seats"]] == [("blue", "Bo"), ("red", "陳")]
        assert table.ask({"type": "Roll", "faces": [2, 4, 5]}).status_code == 200
    with playing(tmp_path, "play") as table:
        plan = setup_of(table)["plan"]
        assert (plan["game"], plan["options"]) == ("alien_frontiers", {"tech": "none"})
        assert plan["seats"] == [["blue", "Bo"], ["red", "陳"]]
        saved = table.client.get(f"{table.url}/api/v1/games").json()
        assert [(one["id"], one["entries"]) for one in saved] == [(name, 1)]
        body = {"game": name}
        assert table.client.post(f"{table.url}/api/v1/setup/go-on", json=body).status_code == 200
        wait(table, lambda found: found["playing"] == name)
        assert len(table.snapshot()["history"]) == 1


def test_another_camera_is_looked_with_while_people_play_and_nothing_booked_is_lost(
    tmp_path: Path,
) -> None:
    pictures = folder_of_pictures(tmp_path / "frames")
    with playing(tmp_path / "data", "play", "--game", "dice", "--players", "red=Ann") as table:
        assert table.ask({"type": "Roll", "faces": [3]}).status_code == 200
        before = table.snapshot()
        choose(table, camera=pictures)
        table.wait(lambda shown: shown["camera"]["state"] in ("running", "moving"), WITHIN_S)
        preview = f"{table.url}/api/v1/preview.jpg"
        deadline = time.monotonic() + WITHIN_S
        while table.client.get(preview).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        choose(table, camera="none")
        after = table.wait(lambda shown: shown["camera"]["state"] == "off", WITHIN_S)
        assert table.client.get(preview).status_code == 404
        assert after["version"] == before["version"] == 1
        assert table.ask({"type": "Roll", "faces": [5]}).status_code == 200


def test_a_camera_that_is_not_there_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    with playing(tmp_path, "play") as table:
        body = {"expected": 1, "camera": "periscope"}
        answer = table.client.post(f"{table.url}/api/v1/setup", json=body)
        assert answer.status_code == 422
        assert "This cannot be used: there is no file, folder or camera" in answer.text
        found = setup_of(table)
        assert (found["revision"], found["plan"]["camera"]) == (1, "none")


def test_a_camera_that_has_gone_since_is_left_out_and_the_page_comes_up(tmp_path: Path) -> None:
    pictures = folder_of_pictures(tmp_path / "frames")
    with playing(tmp_path / "data", "play", "--camera", pictures) as table:
        choose(table, game="alien_frontiers", board="none")
    (tmp_path / "frames").rename(tmp_path / "elsewhere")
    with playing(tmp_path / "data", "play") as table:
        plan = setup_of(table)["plan"]
        assert (plan["camera"], plan["game"], plan["board"]) == ("none", "alien_frontiers", "none")


def test_who_says_nothing_at_all_gets_a_table_where_dice_are_counted(tmp_path: Path) -> None:
    with playing(tmp_path, "play") as table:
        begin(table)
        shown = table.snapshot()
        assert shown["game"] == "dice"
        assert len(shown["seats"]) == 2


def test_a_board_that_is_damaged_by_now_is_said_on_the_page_until_another_is_chosen(
    tmp_path: Path,
) -> None:
    pictures = folder_of_pictures(tmp_path / "frames")
    data = tmp_path / "data"
    plan = Plan(camera=pictures, board="ours", game="alien_frontiers")
    save_plan(plan, plan_file(data))
    (data / "boards").mkdir()
    (data / "boards" / "ours.toml").write_text("torn [")
    with playing(data, "play") as table:
        found = setup_of(table)
        assert "The game goes on by hand" in found["trouble"]
        assert found["camera"]["state"] == "off"
        assert choose(table, board="none")["trouble"] == ""
        wait(table, lambda now: now["camera"]["state"] in ("running", "moving"))


def test_after_two_crashes_the_set_up_says_why_no_camera_looks(tmp_path: Path) -> None:
    pictures = folder_of_pictures(tmp_path / "frames")
    begin_with = ("play", "--camera", pictures)
    for _ in range(2):
        with playing(tmp_path / "data", *begin_with) as table:
            os.killpg(table.process.pid, signal.SIGKILL)
            table.process.wait()
    with playing(tmp_path / "data", *begin_with) as table:
        found = setup_of(table)
        assert "Safe mode" in found["trouble"]
        assert found["camera"]["state"] == "off"
        choose(table, camera=pictures)
        found = wait(table, lambda now: now["camera"]["state"] in ("running", "moving"))
        assert found["trouble"] == ""
