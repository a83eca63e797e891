"""A simulated game on the disk: frames with time stamps, and what really happened."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules.registry import load_game, make_setup
from companion.simulator.beats import Habits
from companion.simulator.camera import SimulatedCamera
from companion.simulator.lamps import Noise
from companion.simulator.record import record
from companion.simulator.script import Script

COMMAND = ("simulate", "--game", "dice", "--seed", "4", "--until", "4", "--noise", "clean")


def truth(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]


def test_frames_and_truth_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--out", str(tmp_path / "a"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    frames = [line for line in truth(tmp_path / "a") if line["type"] == "frame"]
    assert told["frames"] == len(frames) == 41
    assert [line["t"] for line in frames[:3]] == [0.0, 0.1, 0.2]
    assert sorted(path.name for path in (tmp_path / "a").glob("*.jpg")) == [
        line["file"] for line in frames
    ]
    (roll,) = (line for line in truth(tmp_path / "a") if line["type"] == "action")
    shown = frames[-1]["slots"]
    assert isinstance(shown, dict)
    faces = sorted(piece["value"] for piece in shown["tray"])
    assert sorted(str(roll["text"]).split()[2:]) == [str(face) for face in faces]
    assert (roll["legal"], roll["codes"]) == (True, [])


def test_the_same_seed_writes_the_same(tmp_path: Path) -> None:
    for name in "ab":
        assert main([*COMMAND, "--out", str(tmp_path / name), "--until", "1"]) == 0
    assert [*_contents(tmp_path / "a")] == [*_contents(tmp_path / "b")]


def _contents(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]


def test_wrong_placements_are_told_with_their_codes(tmp_path: Path) -> None:
    game = load_game("alien_frontiers")
    setup = make_setup(game.info, options={"tech": "none"}, count=2)
    script = Script(game, setup, 5, Habits(illegal=1.0))
    wrong = next(beat for beat in script.whole() if beat.codes)
    camera = SimulatedCamera(Script(game, setup, 5, Habits(illegal=1.0)), 5, noise=Noise.CLEAN)
    recorded = record(camera, tmp_path, until_s=wrong.change_s + 0.2, video="game.avi")
    last = [line for line in truth(tmp_path) if line["type"] == "action"][-1]
    assert (last["legal"], last["codes"]) == (False, list(wrong.codes))
    assert recorded.actions == script.beats.index(wrong) + 1
    assert (tmp_path / "game.avi").stat().st_size > 100_000


def test_a_rate_is_a_share(tmp_path: Path) -> None:
    assert main([*COMMAND, "--out", str(tmp_path), "--illegal", "2"]) == 1
