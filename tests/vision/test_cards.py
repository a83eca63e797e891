"""Cards of our own among 200 that were taught: on drawn tables, one of each kind in a short form.

`python -m vision_models.cards.evaluate` measures the same by the thousand.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind, Tag
from companion.core.observation import Seen
from companion.core.pieces import FACE_DOWN
from companion.simulator.card_designs import FORM, deck
from companion.vision.card_edges import PX_PER_MM
from companion.vision.card_zones import Zone, ZoneSettings, joined, read_zone, zones_of
from companion.vision.cards import CardSettings, FoundCard, find_cards
from companion.vision.pipeline import observe_picture
from companion.vision.slots import cut
from tests.vision.boards import GreyReader
from vision_models.cards.evaluate import crop_of, taught_deck, told_apart
from vision_models.cards.tables import KINDS, LEAST, Lying, Plan, Table, draw_table

SIZE_MM = (380.0, 300.0)
OUTCOMES = ("right", "doubt", "missed", "wrong")
SEED = 50
"""Of tables that nothing was chosen by."""


def found_at(card: Lying, found: tuple[FoundCard, ...]) -> FoundCard | None:
    near = [one for one in found if np.hypot(one.x - card.x, one.y - card.y) < 5]
    return near[0] if len(near) == 1 else None


def true_name(card: Lying) -> str:
    return FACE_DOWN if card.design is None else card.design.name


@pytest.mark.parametrize("kind", KINDS)
def test_cards_are_told_at_any_angle_in_rows_tucked_covered_and_under_glare(kind: str) -> None:
    table = draw_table(deck(), SEED, Plan(kind))
    found = find_cards(crop_of(table), taught_deck(), CardSettings())
    told = [
        (true_name(card), one.name if (one := found_at(card, found)) else None)
        for card in table.cards
        if card.seen >= LEAST
    ]
    assert len(told) >= 3
    assert [pair for pair in told if pair[1] not in {pair[0], None}] == []
    assert sum(name == true for true, name in told) >= len(told) / 2
    assert {one.name for one in found} <= {*map(true_name, table.cards), None}


def test_a_card_that_was_never_taught_is_seen_and_not_told() -> None:
    strangers = deck(seed=9)
    table = draw_table(strangers, SEED, Plan("open", down=0.0))
    found = find_cards(crop_of(table), taught_deck(), CardSettings())
    assert len(found) == len(table.cards)
    assert {one.name for one in found} == {None}


def layout(size_mm: tuple[float, float]) -> Layout:
    """A board with tags, and a place for cards in its middle."""
    w, h = size_mm
    box = (w / 2, h / 2, w - 100, h - 100)
    row = Slot(SlotId("row"), AreaId("row"), SlotKind.REGION, *box, "card")
    places = ((19, 19), (w - 19, 19), (w - 19, h - 19), (19, h - 19))
    tags = tuple(Tag(n, x, y, 26.0) for n, (x, y) in enumerate(places))
    areas = {row.area: Area(row.area, "Row", 50, 50, w - 100, h - 100)}
    return Layout(w, h, areas, {row.id: row}, tags, cards={"card": FORM})


@cache
def faces_up() -> Table:
    """A table with a board's tags, on which every card shows its face."""
    return draw_table(deck(), SEED, Plan("open", SIZE_MM, 3.2, 0.0, layout(SIZE_MM).tags, 50))


def test_a_place_for_cards_is_read_on_a_board_with_what_each_shows() -> None:
    board = layout(SIZE_MM)
    table = draw_table(deck(), SEED, Plan("open", SIZE_MM, 3.2, tags=board.tags, margin_mm=50))
    claim, _ = observe_picture(table.pixels, board, GreyReader(), decks={"card": taught_deck()})
    row = claim.slots[SlotId("row")]
    assert row is not None
    wanted = [
        ("card", None, None, FACE_DOWN)
        if card.design is None
        else ("card", card.design.colour, card.design.count, card.design.name)
        for card in table.cards
    ]
    assert len(wanted) >= 3
    key = str
    assert sorted([(p.kind, p.colour, p.value, p.face) for p in row], key=key) == sorted(
        wanted, key=key
    )


def test_without_teaching_colour_and_count_are_told_and_no_more() -> None:
    board = layout(SIZE_MM)
    table = faces_up()
    claim, _ = observe_picture(table.pixels, board, GreyReader())
    row = claim.slots[SlotId("row")]
    assert row is not None
    assert len(row) == len(table.cards)
    for card in table.cards:
        assert card.design is not None
        (seen,) = (p for p in row if np.hypot(p.x - card.x, p.y - card.y) < 5)
        assert (seen.colour, seen.face) == (card.design.colour, None)
        if seen.value is None:
            assert card.seen < 0.995  # the corner of another card lies on a symbol
        else:
            assert seen.value == card.design.count


def test_an_empty_place_is_seen_empty_and_one_with_something_else_is_not_seen() -> None:
    board = layout(SIZE_MM)
    (zone,) = zones_of(board, ZoneSettings())
    w, h = (round(side * PX_PER_MM) for side in zone.box[2:])
    rng = np.random.default_rng(3)
    bare = np.clip(rng.normal(90, 3, (h, w, 3)), 0, 255).astype(np.uint8)
    assert read_zone(bare, zone, taught_deck(), ZoneSettings()) == ()
    cloth = bare.copy()
    cloth[200:420, 200:500] = (40, 60, 200)
    assert read_zone(cloth, zone, taught_deck(), ZoneSettings()) is None


def test_looks_that_differ_tell_less() -> None:
    board = layout(SIZE_MM)
    table = faces_up()
    (zone,) = zones_of(board, ZoneSettings())
    row = _read(table, zone)
    assert row is not None
    assert joined([row, row], 12.0) == row
    other = (replace(row[0], face="another"), *row[1:])
    both = joined([other, row], 12.0)
    assert both is not None
    assert [piece.face for piece in both] == [None, *(piece.face for piece in row[1:])]
    assert joined([row[1:], row], 12.0) is None
    assert joined([None, row], 12.0) is None


def _read(table: Table, zone: Zone) -> Seen:
    size = round(zone.box[2] * PX_PER_MM), round(zone.box[3] * PX_PER_MM)
    crop = cut(table.pixels, table.pose, zone.box, size, 40.0)
    return read_zone(crop, zone, taught_deck(), ZoneSettings())


@pytest.mark.slow
def test_by_the_hundred_hardly_any_is_told_wrong() -> None:
    rows = list(told_apart(range(21_000, 21_020), strangers=False))
    total = {name: sum(int(str(row.get(name, 0))) for row in rows) for name in ("cards", *OUTCOMES)}
    assert total["wrong"] <= 0.003 * total["cards"]
    assert total["right"] >= 0.92 * total["cards"]  # measured on other seeds: 0.943; wanted: 0.97
