"""The page's types name exactly the fields that the server sends."""

import dataclasses
import re
from pathlib import Path

import pytest

from companion.core.layout import Area, Slot
from companion.referee import check, going_back, snapshot
from companion.rules import ruling, score, view
from companion.server.page import STATIC

TYPES = {
    "ScoreLine": score.ScoreLine,
    "Seat": snapshot.Seat,
    "Piece": view.ViewPiece,
    "Quantity": view.Quantity,
    "Panel": view.Panel,
    "Chart": view.Chart,
    "View": view.View,
    "Action": view.ActionView,
    "Due": snapshot.Due,
    "Choice": snapshot.Choice,
    "ReadDie": snapshot.ReadDie,
    "LastRoll": snapshot.LastRoll,
    "Flag": snapshot.Flag,
    "Question": snapshot.Question,
    "HistoryLine": snapshot.HistoryLine,
    "Outcome": score.Outcome,
    "Notice": ruling.Notice,
    "Advice": snapshot.CameraAdvice,
    "Snapshot": snapshot.Snapshot,
    "CheckedArea": check.CheckedArea,
    "Change": going_back.Change,
    "GoingBack": going_back.GoingBack,
    "Area": Area,
    "Slot": Slot,
}


def fields_on_the_page(name: str) -> set[str]:
    """Names of the fields of a `@typedef`, without those of objects inside it."""
    text = (STATIC / "types.js").read_text(encoding="utf-8").replace("\n *", " ")
    start = re.search(
        rf"@typedef (\{{\{{.*?\}}\}}) {name} ", text.replace("@typedef", "\n@typedef")
    )
    assert start is not None, f"types.js does not define {name}"
    body = start[1][2:-2]
    while (flat := re.sub(r"\{[^{}]*\}", "", body)) != body:
        body = flat
    return set(re.findall(r"(\w+):", body))


@pytest.mark.parametrize("name", TYPES)
def test_the_page_knows_the_fields_of(name: str) -> None:
    assert fields_on_the_page(name) == {field.name for field in dataclasses.fields(TYPES[name])}


def test_every_file_of_the_page_is_asked_for_under_its_version() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'"(/[^"]+)"', page)
    assert named
    for path in named:
        head, version, rest = path.partition("{{version}}/")
        assert (head, version) == ("/static/", "{{version}}/"), path
        assert Path(STATIC / rest).is_file(), path
