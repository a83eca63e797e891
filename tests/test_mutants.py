"""The tool that breaks a game on purpose, on a toy; and that Alien Frontiers notices."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutants.changes import changes
from tests.mutants.lane import ROOT, Outcome, Suite
from tests.mutants.places import Mutant, places, sample
from tests.mutants.run import outcomes

RULES = "companion/games/alien_frontiers/rules"
SOURCE = '''
"""A die and its worth."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal
__slots__ = (1, 2)


def worth(value: int | None, limit: "tuple[int, ...]" = (6,)) -> int:
    """Never more than 6: see 1 and 2."""
    count = 0
    while count < (value or 0):
        count += 1
    if count > limit[0]:
        raise ValueError(f"more than {limit[0] + 1}", 7)
    return count
'''


def test_what_cannot_matter_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(SOURCE, encoding="utf-8")
    found = {(place.line, *place.texts) for place in places(tmp_path)}
    assert found == {
        (10, "7", "5"),
        (10, "()"),
        (12, "1", "(-1)"),
        (13, "False"),
        (13, "(count <= (value or 0))", "(count >= (value or 0))"),
        (13, "(value and 0)"),
        (13, "value"),
        (13, "0"),
        (13, "1", "(-1)"),
        (14, "pass"),
        (14, "2", "0"),
        (15, "False", "True"),
        (15, "(count >= limit[0])", "(count <= limit[0])"),
        (15, "1", "(-1)"),
        (16, "pass"),
        (17, "(count + 1)"),
    }


@pytest.mark.parametrize(
    ("code", "returns", "after"),
    [
        ("a < b < c", "", ["a <= b < c", "a >= b < c", "a < b <= c", "a < b >= c"]),
        ("a is not b", "", ["a is b"]),
        ("not a", "", ["a"]),
        ("a and b", "", ["a or b", "b", "a"]),
        ("a + b", "", ["a", "b"]),
        ("a - b", "", ["a", "a + b"]),
        ("a if b else c", "", ["a", "c"]),
        ("min(a)", "", ["max(a)"]),
        ("f(a, b=c, d=e)", "", ["f(a, d=e)", "f(a, b=c)"]),
        ("f(strict=a)", "", []),
        ("(a, b)", "", ["(b,)", "(a,)"]),
        ("(a, b, *c)", "", ["(b, *c)", "(a, *c)", "(a, b)"]),
        ("[a for b in c if d]", "", ["[a for b in c if True]"]),
        ("{a: b, **c}", "", ["{**{}, **c}", "{a: b, **{}}"]),
        ("True", "", ["False"]),
        ("return a", "bool", ["return not a"]),
        ("return a", "int", ["return a + 1"]),
        ("return a", "tuple[A, ...]", ["return ()"]),
        ("return a", "A | None", ["return None"]),
        ("return a", "A", []),
        ("return None", "A | None", []),
        ("f()", "", ["pass"]),
        ("a.b = c", "", ["pass"]),
        ("a += b", "", ["pass"]),
        ("break", "", ["pass"]),
    ],
)
def test_what_a_change_makes(code: str, returns: str, after: list[str]) -> None:
    """Of the outermost expression or statement."""
    [statement] = ast.parse(code).body
    node = statement.value if isinstance(statement, ast.Expr) else statement
    nodes = (statement, node) if node is not statement and code == "f()" else (node,)
    made = [
        code.encode()[: change.start[1]].decode() + text + code.encode()[change.end[1] :].decode()
        for each in nodes
        for change in changes(each, returns)
        for text in change.texts
    ]
    assert [ast.dump(ast.parse(text)) for text in made] == [
        ast.dump(ast.parse(text)) for text in after
    ]


def test_values_in_toml(tmp_path: Path) -> None:
    text = '[port.2]\nname = "9 lives"  # of 3\ncost = [1, 0]\nx2 = true\n'
    (tmp_path / "data.toml").write_text(text, encoding="utf-8")
    assert [(place.line, place.texts) for place in places(tmp_path)] == [
        (3, ("2", "0")),
        (3, ("1", "-1")),
        (4, ("false",)),
    ]


def test_an_edit_elsewhere_leaves_the_sample_alone(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(SOURCE, encoding="utf-8")
    before = sample(tmp_path, 8, seed=5)
    assert before == sample(tmp_path, 8, seed=5) != sample(tmp_path, 8, seed=6)
    path.write_text(SOURCE + "\n\nclass Empty:\n    pass\n", encoding="utf-8")
    assert [m.diff for m in sample(tmp_path, 8, seed=5)] == [mutant.diff for mutant in before]


TOY = """LEAST = 0


def worth(value: int) -> int:
    while value < LEAST:
        value += 1
    return value


def some() -> list[int]:
    return [-2, 0, 3]
"""
TOY_TEST = """
import pytest
from toy.rules import some, worth

@pytest.mark.parametrize("value", some())
def test_worth(value: int) -> None:
    assert worth(value) == max(0, value)
"""


def toy(root: Path, test: str, mutants: Sequence[Mutant]) -> list[Outcome]:
    """What becomes of these versions of the toy."""
    (root / "toy").mkdir(parents=True)
    (root / "toy" / "rules.py").write_text(TOY, encoding="utf-8")
    (root / "test_toy.py").write_text(test, encoding="utf-8")
    met = outcomes(root, Suite("toy", ("test_toy.py",)), mutants, workers=1)
    return [outcome for _, outcome in met]


KILLED, SURVIVED, ENDLESS = Outcome.KILLED, Outcome.SURVIVED, Outcome.TIMED_OUT
TOYS: list[tuple[str, str, str, Outcome]] = [
    ("worth", "return value", "return value + 1", KILLED),
    ("worth", "return value", "return worth(value)", KILLED),
    ("worth", "value < LEAST", "value <= LEAST - 1", SURVIVED),
    ("worth", "value += 1", "pass", ENDLESS),
    ("", "LEAST = 0", "LEAST = 1", KILLED),
    ("", "LEAST = 0", "LEAST =", KILLED),
    ("some", "[-2, 0, 3]", "[-2, 0, 'x']", KILLED),
]
"""The function changed, what becomes what, and what comes of it."""


def test_a_toy_game(tmp_path: Path) -> None:
    afters = [(function, TOY.replace(before, after)) for function, before, after, _ in TOYS]
    mutants = [Mutant(Path("rules.py"), function, 1, TOY, after) for function, after in afters]
    assert toy(tmp_path / "toy", TOY_TEST, mutants) == [outcome for *_, outcome in TOYS]
    assert (tmp_path / "toy" / "toy" / "rules.py").read_text(encoding="utf-8") == TOY


def test_tests_that_fail_anyway_prove_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"(?s)fail without any mutant:.*assert 1 == 2"):
        toy(tmp_path / "toy", "def test_toy() -> None:\n    assert 1 == 2\n", [])


def test_a_few_mutants_of_the_rules_are_all_found() -> None:
    """Should an edit bring one into the sample that lives, write the scenario that finds it."""
    tests = tuple(f"tests/games/alien_frontiers/test_{name}.py" for name in ("scenarios", "rules"))
    mutants = sample(ROOT / RULES, 12, seed=1)
    met = outcomes(ROOT, Suite(RULES, tests), mutants, workers=1)
    lived = [f"{mutant.path}\n{mutant.diff}" for mutant, found in met if found is SURVIVED]
    assert not lived, "\n".join(lived)
