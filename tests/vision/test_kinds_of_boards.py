"""Boards of every kind go the whole way: none of what a board may lack stops the reading."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind
from companion.vision.observe import Board, observe_report
from companion.vision.pipeline import Pipeline
from companion.vision.registration import RegistrationSettings
from companion.vision.slots import SlotCutter, SlotSettings
from tests.vision.boards import BOARD, GreyReader, frames, picture

CUBE = Form("cube", 8.0, 8.0, False, 1.0, ("red", "blue"))
TRACK = AreaId("track")
SPACES = tuple(
    Slot(SlotId(f"track.{n}"), TRACK, SlotKind.REGION, 60.0 + 14 * n, 40.0, 12.0, 12.0,
         holds="cube")
    for n in range(6)
)  # fmt: skip
HEAP = Slot(SlotId("heap"), AreaId("heap"), SlotKind.REGION, 100.0, 95.0, 60.0, 40.0,
            holds="cube")  # fmt: skip


def of_kind(*kinds: SlotKind) -> Mapping[SlotId, Slot]:
    return {name: slot for name, slot in BOARD.slots.items() if slot.kind in kinds}


def board(*slots: Slot, tags: int = 4) -> Layout:
    areas = {slot.area: Area(slot.area, str(slot.area), 40, 30, 100, 20) for slot in slots}
    forms = {CUBE.kind: CUBE}
    return replace(
        BOARD, slots={slot.id: slot for slot in slots}, areas=areas, forms=forms,
        tags=BOARD.tags[:tags],
    )  # fmt: skip


DIE = next(iter(of_kind(SlotKind.DIE).values()))
KINDS = {
    "no places at all": board(),
    "one slot for a die": board(DIE),
    "only slots for dice": board(*of_kind(SlotKind.DIE).values()),
    "only a rolling area": board(*of_kind(SlotKind.ROLLING).values()),
    "only a region that holds nothing named": board(*of_kind(SlotKind.REGION).values()),
    "only a heap": board(HEAP),
    "only a track": board(*SPACES),
    "one space of a track": board(SPACES[0]),
    "everything but slots for dice": board(
        *of_kind(SlotKind.ROLLING, SlotKind.REGION).values(), HEAP, *SPACES
    ),
    "everything": board(*BOARD.slots.values(), HEAP, *SPACES),
}


@pytest.mark.parametrize("tags", [4, 3, 1, 0])
@pytest.mark.parametrize("layout", KINDS.values(), ids=KINDS)
def test_every_kind_of_board_is_read(layout: Layout, tags: int) -> None:
    layout = replace(layout, tags=layout.tags[:tags])
    pipeline = Pipeline(layout, GreyReader())
    claims = [c for frame in frames([picture()] * 6) if (c := pipeline.feed(frame)) is not None]
    assert claims, "a table at rest says so"
    assert set(claims[-1].slots) == set(layout.slots)
    found = claims[-1].registered
    assert found is (tags >= RegistrationSettings().min_tags)
    if not found:
        assert pipeline.problem
        assert set(claims[-1].slots.values()) <= {None}
        return
    for name, slot in layout.slots.items():
        told = slot.kind is SlotKind.DIE or bool(slot.holds)
        assert claims[-1].slots[name] == (() if told else None), name
    assert claims[-1].free_dice == (() if of_rolling(layout) else None)


@pytest.mark.parametrize("layout", KINDS.values(), ids=KINDS)
def test_every_kind_of_board_is_observed_and_marked(layout: Layout, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), picture())
    report = observe_report(tmp_path / "table.png", Board(layout), GreyReader(), tmp_path / "out")
    assert report["registered"] is True
    assert isinstance(report["slots"], dict)
    assert set(report["slots"]) == set(layout.slots)
    assert (tmp_path / "out" / "table.observed.png").exists()


def test_a_cutter_of_no_slots_cuts_nothing() -> None:
    pipeline = Pipeline(BOARD, GreyReader())
    for frame in frames([picture()] * 5):
        pipeline.feed(frame)
    pose = pipeline.pose
    assert pose is not None
    for height in (0.0, 0.75):
        assert SlotCutter(pose, (), SlotSettings(), height).cut(picture()) == {}


def of_rolling(layout: Layout) -> bool:
    return any(slot.kind is SlotKind.ROLLING for slot in layout.slots.values())
