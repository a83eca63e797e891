"""The command line as other programs meet it: exit status, stdout for results, stderr for words."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import __version__
from companion.cli import main
from companion.vision.dice import DiceReader
from companion.vision.errors import VisionError
from tests.requirements import require

MODEL_HINT = "install onnxruntime and keep the model files in vision_models/dice"


def need_model() -> None:
    try:
        DiceReader.load()
    except VisionError:
        require("model", False, MODEL_HINT)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_module_and_its_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"companion {__version__}\n")


@pytest.mark.parametrize(
    "name",
    ["demo", "play", "read", "scenario", "rule", "mat", "games", "export", "replay", "doctor"],
)
def test_every_command_has_help_with_the_common_options(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    assert stop.value.code == 0
    words = capsys.readouterr().out
    assert all(option in words for option in ("--json", "--data", "--option"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "--camera", "periscope"], "usb:NUMBER"),
        (["play", "--game", "chess"], "alien_frontiers"),
        (["play", "--game", "dice", "--players", "mauve=Ann"], "mauve"),
        (["play", "--game", "dice", "--players", "red"], "NAME=VALUE"),
        (["play", "--game", "dice", "--players", "red=Ann,red=Bo"], "twice"),
        (["play", "--game", "alien_frontiers", "--players", "red=Ann"], "2 to 4 players"),
        (["play", "--game", "dice", "--option", "turns=never"], "by_hand"),
        (["play", "--game", "dice", "--option", "nothing=1"], "turns"),
        (["play", "--game", "dice", "--camera", "periscope"], "usb:NUMBER"),
        (["play", "--game", "dice", "--board", "kitchen"], "kitchen"),
        (["play", "--resume"], "no game has been saved yet"),
        (["play", "--resume", "20260101-200000-dice"], "20260101-200000-dice"),
        (["play", "--resume", "--camera", "sim:7"], "begins anew"),
        (["rule", "--game", "dice", "--state", "?", "--action", "?"], "?"),
    ],
)
def test_a_mistake_is_told_in_words_and_fails(
    arguments: Sequence[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.startswith("companion: ")
    assert said.out == ""


def test_games_are_listed_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["id"] for row in rows} >= {"dice", "alien_frontiers"}
    assert all(row["title"] in text for row in rows)


def test_a_ruling_from_notation(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.rules.registry import load_game, make_setup

    game = load_game("dice")
    state = game.write_state(game.setup(make_setup(game.info, {"red": "Ann", "blue": "Bo"})))
    asked = ["rule", "--game", "dice", "--state", state, "--json", "--action"]
    assert main([*asked, "red: roll 3"]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] is True
    assert main([*asked, "blue: roll 3"]) == 0
    ruling = json.loads(capsys.readouterr().out)
    assert ruling["legal"] is False
    assert ruling["ruling"]["violations"][0]["code"] == "turn.not_yours"


def test_scenarios_are_counted_and_a_failing_one_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = tmp_path / "one.yaml"
    scenario.write_text(
        "game: dice\ntitle: a roll\nsource: none\nplayers: [red, blue]\nsetup: {}\n"
        "steps:\n- by: red\n  chance: roll 3 4\n- by: blue\n  try: roll 3\n"
        "  rejected: [turn.not_yours]\n"
    )
    assert main(["scenario", str(scenario)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
    scenario.write_text(scenario.read_text().replace("turn.not_yours", "turn.already"))
    assert main(["scenario", str(scenario)]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "0 passed, 1 failed"
    assert "turn.not_yours" in out


class TestRead:
    @pytest.fixture
    def blank(self, tmp_path: Path) -> Path:
        path = tmp_path / "blank.png"
        cv2.imwrite(str(path), np.full((200, 300, 3), 90, np.uint8))
        return path

    def test_one_json_line_a_picture_with_the_fields_promised(
        self, blank: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        need_model()
        assert main(["read", "--json", str(blank), str(blank)]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert len(rows) == 2
        assert set(rows[0]) == {"file", "width", "height", "ms", "dice"}
        assert (rows[0]["file"], rows[0]["width"], rows[0]["height"]) == (str(blank), 300, 200)

    def test_a_file_that_is_no_picture_fails_at_the_end_and_holds_up_nothing(
        self, blank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        need_model()
        torn = tmp_path / "torn.jpg"
        torn.write_bytes(b"\xff\xd8 not much of a picture")
        assert main(["read", "--json", str(torn), str(blank)]) == 1
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert set(rows[0]) == {"file", "error"}
        assert rows[1]["file"] == str(blank)
        assert main(["read", str(torn), str(blank)]) == 1
        said = capsys.readouterr()
        assert str(torn) in said.err
        assert str(blank) in said.out
