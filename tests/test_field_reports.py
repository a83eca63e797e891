"""Reports of what goes wrong with programs like this one: each claimed as tried has a test.

A test says which by `@pytest.mark.report("G3")`, or a row of a table by
`pytest.param(..., marks=pytest.mark.report("G3"))`. Found by reading the source, so that it holds
whichever tests are chosen to run.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLAIMED: Mapping[str, tuple[int, ...]] = {
    "A": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    "B": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
    "C": (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
    "E": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 20),
    "H": (1, 2),
    "F": (1, 2, 4, 5),
    "G": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16),
}
"""Reports that are tried in full."""
PARTLY: Mapping[str, str] = {
    "C6": "the installer is tried with stand-ins for apt and pip, not in a bare container",
    "E13": "what phones ask is answered; no hotspot was opened on a Pi",
    "E19": "nothing speaks MQTT; a program that follows the table learns all of it anew",
    "F6": "every step of the set-up can be skipped; not each was made to fail",
}
"""Reports that are tried in part, and what is wanting."""
IDS = [f"{letter}{number}" for letter, numbers in CLAIMED.items() for number in numbers]


def marked(source: str) -> Iterator[str]:
    """Ids in `report(...)` marks."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Attribute(ast.Attribute(attr="mark"), attr="report"), arguments):
                yield from (str(arg.value) for arg in arguments if isinstance(arg, ast.Constant))


@cache
def all_marked() -> dict[str, list[str]]:
    """Every id with the files that have a test of it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        for report in marked(path.read_text(encoding="utf-8")):
            found.setdefault(report, []).append(str(path.relative_to(TESTS)))
    return found


@pytest.mark.parametrize("report", IDS)
def test_a_claimed_report_has_a_test(report: str) -> None:
    assert report in all_marked(), f'no test has the mark report("{report}")'


def test_marks_are_ids_of_reports() -> None:
    wrong = {mark: files for mark, files in all_marked().items() if not is_id(mark)}
    assert not wrong, "an id is a letter and a number"


def test_what_is_tested_is_claimed() -> None:
    assert set(all_marked()) <= {*IDS, *PARTLY}, "add the ids to CLAIMED"


def test_what_is_tried_in_part_is_not_claimed() -> None:
    assert not set(PARTLY) & set(IDS)
    assert set(PARTLY) <= set(all_marked())


def is_id(mark: str) -> bool:
    return re.fullmatch(r"[A-H][1-9][0-9]?", mark) is not None


def test_marks_are_found_where_they_can_stand() -> None:
    source = (
        "@pytest.mark.report('A1')\ndef test_a(): ...\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.report('G14'))])\n"
        "def test_b(n): ...\n"
        "pytestmark = [pytest.mark.report('E3')]\n"
        "def report(x): ...\nreport('C1')\n"
    )
    assert sorted(marked(source)) == ["A1", "E3", "G14"]
    assert [is_id(mark) for mark in ("A1", "G14", "Z1", "A0", "a1", "A100")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
