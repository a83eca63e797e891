from pathlib import Path

import pytest

from companion.rules.errors import PlaythroughError
from companion.rules.playthrough import read_playthrough, replay, replay_file

HEAD = "game: dice\nplayers: red, blue\noptions: turns=each_roll\n"
BODY = """
# a comment
red: roll 3 5   # another
> score red=0 blue=0
> rejected red: roll 9 9 : roll.face, turn.not_yours
> notices none
> ended none
blue: pass
"""


def test_a_playthrough_is_carried_out() -> None:
    replayed = replay(read_playthrough(HEAD + BODY))
    assert replayed.game.write_state(replayed.state) == "red,blue each_roll red | red 3 5"
    assert [line.text for line in replayed.ledger.lines()] == ["red: roll 3 5", "blue: pass"]
    assert replayed.ledger.state(replayed.game) == replayed.state


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players: red\nred: pass\n", "the head lacks `game: ...`"),
        ("game: dice\nred: pass\n", "the head lacks `players: ...`"),
        (HEAD + "> scores red=0\n", "line 4: unknown check '> scores red=0'; known are score"),
        (HEAD + ">\n", "line 4: unknown check"),
        (HEAD + "blue: pass\n", "line 4: `blue: pass`: rejected: turn.not_yours: It is Red's roll"),
        (HEAD + "red: fly\n", "line 4: `red: fly`: expected `red: roll 3 5 5`"),
        (HEAD + "> score red=1\n", r"line 4: .*: expected {'red': 1}, found {'red': 0}"),
        (HEAD + "> score pink=1\n", r"expected {'pink': 1}, found {'pink': None}"),
        (HEAD + "> score red=one\n", "expected `player=number`"),
        (HEAD + "> rejected red: pass : turn.alone\n", r"expected \['turn.alone'\], found \[\]"),
        (HEAD + "> notices a.b\n", r"expected \['a.b'\], found \[\]"),
        (HEAD + "> ended red=1 blue=2\n", r"expected {'red': 1, 'blue': 2}, found {}"),
        (HEAD.replace("dice", "dyce"), "there is no game 'dyce'"),
        (HEAD.replace("turns=", "turn="), "no option 'turn'"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.playthrough"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlaythroughError, match=words) as caught:
        replay_file(path)
    assert str(path) in str(caught.value)
