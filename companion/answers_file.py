"""Answers for a game that is watched without people: JSON lines, each used once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.rules.errors import SetupError

STATEMENTS = frozenset({"act", "overrule", "roll_entered"})
"""Kinds of lines that answer nothing: what somebody enters as soon as it can be done."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One line: who answers what kind of question, and with what.

    `after_seq` is the number of an output line: only what comes after it is answered.
    """

    player: str
    kind: str
    answer: object
    after_seq: int = 0

    def suits(self, kind: str, player: str | None, seq: int) -> bool:
        """Whether it answers a question of that kind, put to that player in line `seq`."""
        return self.kind == kind and player in (None, self.player) and seq > self.after_seq


def read_answers(path: Path) -> list[GivenAnswer]:
    """The lines of a file. Raises `SetupError` that names the first bad line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"the answers in {path} cannot be read: {error}") from error
    return [_read(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]


def _read(line: str, where: str) -> GivenAnswer:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise SetupError(f"{where} is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise SetupError(f"{where}: expected an object, got {data!r}")
    lacking = {"player", "kind", "answer"} - data.keys()
    unknown = data.keys() - {"player", "kind", "answer", "after_seq"}
    if lacking or unknown:
        wrong = f"lacks `{min(lacking)}`" if lacking else f"has an unknown key `{min(unknown)}`"
        raise SetupError(f"{where} {wrong}")
    after = data.get("after_seq", 0)
    if not isinstance(after, int) or isinstance(after, bool):
        raise SetupError(f"{where}: `after_seq` must be a whole number, got {after!r}")
    return GivenAnswer(str(data["player"]), str(data["kind"]), data["answer"], after)


def faces_of_answer(answer: object) -> tuple[int, ...]:
    """The faces of an answer about dice: a list, or words; empty when it names none."""
    words: Sequence[object] = answer.split() if isinstance(answer, str) else ()
    if isinstance(answer, list):
        words = answer
    return tuple(int(str(word)) for word in words if str(word).isdecimal())
