"""All places of a board, in millimetres, read from a game's `layout.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.core.errors import LayoutError
from companion.core.ids import AreaId, SlotId


class SlotKind(Enum):
    """What a slot holds."""

    DIE = "die"
    """One die, or nothing."""
    REGION = "region"
    """Any number of pieces."""
    ROLLING = "rolling"
    """Dice being thrown, anywhere in it."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A named place: centre and size in board millimetres, origin at the board's top left."""

    id: SlotId
    area: AreaId
    kind: SlotKind
    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float


@dataclass(frozen=True, slots=True)
class Area:
    """A named group of slots with the box drawn round it (left, top, width, height, mm)."""

    id: AreaId
    label: str
    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A printed ArUco tag (DICT_4X4_50): its centre and edge length on the board, mm."""

    id: int
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A board: its size in millimetres, areas, slots by id and tags."""

    width_mm: float
    height_mm: float
    areas: Mapping[AreaId, Area]
    slots: Mapping[SlotId, Slot]
    tags: tuple[Tag, ...] = ()

    def in_area(self, area: AreaId) -> tuple[Slot, ...]:
        """Slots of an area, in the order of the file."""
        return tuple(slot for slot in self.slots.values() if slot.area == area)


NO_BOARD = Layout(0.0, 0.0, {}, {})
"""For a game that is played on no board."""


def read_layout(text: str) -> Layout:
    """Read a layout from TOML.

    `[board]` has `width_mm` and `height_mm`. Each `[[area]]` has `id`, `label`, `x_mm`, `y_mm`,
    `w_mm`, `h_mm` (left, top, size) and `[[area.slots]]` rows: `ids`, `kind`, the first centre
    `x_mm`, `y_mm`, the step to the next `dx_mm`, `dy_mm`, and the size `w_mm`, `h_mm`.
    `[[tag]]` has `id`, `x_mm`, `y_mm`, `size_mm` (centre, edge).

    Raises `LayoutError` when a key is missing or unknown, a name occurs twice or a slot lies
    outside the board.
    """
    try:
        data = tomllib.loads(text)
        board = data["board"]
        areas: dict[AreaId, Area] = {}
        slots: dict[SlotId, Slot] = {}
        for row in data.get("area", ()):
            rows = row.pop("slots", ())
            area = Area(**{**row, "id": AreaId(row["id"])})
            if area.id in areas:
                raise LayoutError(f"area {area.id!r} occurs twice")
            areas[area.id] = area
            for slot in (slot for group in rows for slot in _row_of_slots(area.id, group)):
                if slot.id in slots:
                    raise LayoutError(f"slot {slot.id!r} occurs twice")
                slots[slot.id] = slot
        layout = Layout(
            float(board["width_mm"]),
            float(board["height_mm"]),
            areas,
            slots,
            tuple(Tag(**row) for row in data.get("tag", ())),
        )
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(f"the layout is no TOML: {error}") from error
    except (KeyError, TypeError) as error:
        raise LayoutError(f"the layout has a missing or unknown key: {error}") from error
    _check_inside(layout)
    return layout


def _row_of_slots(area: AreaId, row: Mapping[str, object]) -> tuple[Slot, ...]:
    number = {key: float(str(row.get(key, 0.0))) for key in ("x_mm", "y_mm", "dx_mm", "dy_mm")}
    ids = row["ids"]
    if not isinstance(ids, list):
        raise LayoutError(f"`ids` of a row in area {area!r} must be a list, got {ids!r}")
    return tuple(
        Slot(
            SlotId(str(name)),
            area,
            SlotKind(row.get("kind", "die")),
            number["x_mm"] + place * number["dx_mm"],
            number["y_mm"] + place * number["dy_mm"],
            float(str(row["w_mm"])),
            float(str(row["h_mm"])),
        )
        for place, name in enumerate(ids)
    )


def _check_inside(layout: Layout) -> None:
    for slot in layout.slots.values():
        right, bottom = slot.x_mm + slot.w_mm / 2, slot.y_mm + slot.h_mm / 2
        left, top = slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2
        if left < 0 or top < 0 or right > layout.width_mm or bottom > layout.height_mm:
            raise LayoutError(f"slot {slot.id!r} reaches outside the board")
