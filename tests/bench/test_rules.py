"""The stages of the rules run for every game, shortened to one run each."""

import json

import pytest

from companion.bench.errors import UnknownGroupError
from companion.bench.groups import load_group
from companion.bench.timing import Plan
from companion.cli import main
from companion.rules.registry import game_ids

STAGES = 6


@pytest.mark.parametrize("name", game_ids())
def test_every_stage_of_a_game_has_a_time(name: str) -> None:
    stages = list(load_group("rules")(Plan(1, (name,))))
    assert len(stages) == STAGES
    for stage in stages:
        assert stage.name.startswith(f"{name}: ")
        assert stage.median > 0


def test_an_unknown_group_names_those_there_are() -> None:
    with pytest.raises(UnknownGroupError, match=r"'nothing'.*rules"):
        load_group("nothing")


def test_json_has_one_stage_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--game", "dice", "--runs", "1", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == STAGES
    assert set(lines[0]) == {"name", "unit", "median", "p95", "worst", "runs"}


def test_a_profile_names_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--game", "dice", "--runs", "1", "--profile"]) == 0
    printed = capsys.readouterr().out
    assert "median" in printed
    assert "tottime" in printed
    assert "legal_actions" in printed


@pytest.mark.parametrize("runs", ["0", "-1"])
def test_nothing_is_measured_without_a_run(runs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--runs", runs]) == 1
    assert f"at least once, not {runs} times" in capsys.readouterr().err


def test_an_unknown_game_is_an_error_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--game", "chess"]) == 1
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_an_unknown_group_is_an_error_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "nothing"]) == 1
    assert "there is no group 'nothing'" in capsys.readouterr().err
