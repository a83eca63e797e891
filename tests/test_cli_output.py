"""`export` and `replay` as other programs meet them."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.store.library import create_game
from tests.output.games import whole_game


@pytest.fixture
def data(tmp_path: Path) -> Path:
    _, ledger = whole_game()
    with create_game(tmp_path, ledger.header) as file:
        file.append(*ledger.entries)
    return tmp_path


def run(data: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, "--data", str(data)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_every_format_comes_from_a_name_a_path_and_the_newest(
    data: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (path,) = (data / "games").glob("*.sqlite")
    for format, start in (
        ("bgstats", '{"sourceName"'),
        ("json", '{"format": "tabletop-companion game"'),
        ("csv", "\ufeffid,game,"),
        ("svg", "<svg "),
    ):
        said = {
            run(data, capsys, "export", name, "--format", format)
            for name in (path.stem, str(path), "last")
        }
        (text,) = said
        assert text.startswith(start)
        out = tmp_path / f"out.{format}"
        assert run(data, capsys, "export", "last", "--format", format, "--out", str(out)) == ""
        assert out.read_bytes().decode() == text


def test_the_link_opens_bg_stats(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = run(data, capsys, "export", "last", "--format", "bgstats", "--link")
    assert link.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B")


def test_replay_tells_every_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, ledger = whole_game()
    words = run(data, capsys, "replay", "last").splitlines()
    told = [json.loads(line) for line in run(data, capsys, "replay", "last", "--json").splitlines()]
    kinds = [one["type"] for one in told]
    assert kinds == ["begin", *["step"] * len(ledger.entries), "end"]
    assert [one["entry"] for one in told[1:-1]] == list(range(1, len(ledger.entries) + 1))
    assert told[-1]["places"] == {"red": 2, "blue": 1}
    assert words[-1] == "  2. Red (red): 10"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "damaged"),
        (b"not a game at all" * 99, "damaged"),
        (None, "no game is saved as"),
    ],
)
@pytest.mark.parametrize("command", [("replay",), ("export", "--format", "json")])
def test_a_foreign_file_is_told_and_left_as_it_is(
    content: bytes | None,
    words: str,
    command: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "other.sqlite"
    if content is not None:
        path.write_bytes(content)
    name, *rest = command
    assert main([name, str(path), *rest, "--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert (path.read_bytes() if content is not None else None) == content
