"""A layout as it is written down, in TOML or JSON: a game's `layout.toml`, a taught board."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence

from companion.core.errors import LayoutError
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, CardForm, Form, Layout, Slot, SlotKind, Symbols, Tag
from companion.core.phrases import Phrase


def read_layout(text: str) -> Layout:
    """Read a layout from TOML.

    `[board]` has `width_mm` and `height_mm`. Each `[[area]]` has `id`, `label`, `x_mm`, `y_mm`,
    `w_mm`, `h_mm` (left, top, size) and `[[area.slots]]` rows: `ids`, `kind`, the first centre
    `x_mm`, `y_mm`, the step to the next `dx_mm`, `dy_mm`, and the size `w_mm`, `h_mm`.
    `[[tag]]` has `id`, `x_mm`, `y_mm`, `size_mm` (centre, edge). `[[beside]]` has `id` and `label`.
    `[[piece]]` has `kind`, `size_mm`, `height_mm`, `colours`, and may have `round`, `taper`,
    `lies`, `stack` and `outline`; rows of slots may name one such kind, or a list of them, as what
    they hold (`holds`); `first` is what a marker in the first slot of a row says, in each further
    one it says one more; `lying` is true where they lie on their side, `pile` where cards cover one
    another. `[[card]]` has `kind`, `w_mm`, `h_mm`, and may have `corner_mm`, `border_mm` with
    `colours`, and `[card.symbols]` with `x_mm`, `y_mm`, `dx_mm`, `dy_mm`, `size_mm`, `most`; slots
    may hold them too.

    Raises `LayoutError` when a key is missing or unknown, a value is no number, a name occurs
    twice or a slot lies outside the board.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(f"the layout is no TOML: {error}") from error
    return layout_of(data)


def layout_of(data: Mapping[str, object]) -> Layout:
    """The layout that parsed TOML describes; see `read_layout`. Raises `LayoutError`."""
    _check_keys(data, ("board",), ("area", "tag", "beside", "piece", "card"), "the layout")
    board = _row(data["board"], "board")
    _check_keys(board, ("width_mm", "height_mm"), (), "board")
    rows = _rows(data.get("area", []), "area")
    areas = [_area(row) for row in rows]
    slots = [slot for row in rows for slot in _slots(row)]
    tags = [_tag(row) for row in _rows(data.get("tag", []), "tag")]
    beside = [_beside(row) for row in _rows(data.get("beside", []), "beside")]
    _check_once([*(area.id for area in areas), *(name for name, _ in beside)], "area")
    _check_once([slot.id for slot in slots], "slot")
    _check_once([tag.id for tag in tags], "tag")
    forms = [_form(row) for row in _rows(data.get("piece", []), "piece")]
    cards = [_card(row) for row in _rows(data.get("card", []), "card")]
    _check_once([*(form.kind for form in forms), *(card.kind for card in cards)], "piece")
    layout = Layout(
        _number(board, "width_mm", "board"),
        _number(board, "height_mm", "board"),
        {area.id: area for area in areas},
        {slot.id: slot for slot in slots},
        tuple(tags),
        dict(beside),
        {form.kind: form for form in forms},
        cards={card.kind: card for card in cards},
    )
    _check_inside(layout)
    _check_forms(layout)
    return layout


Row = Mapping[str, object]
_BOX = ("x_mm", "y_mm", "w_mm", "h_mm")


def _check_once(ids: Sequence[object], what: str) -> None:
    twice = [name for place, name in enumerate(ids) if name in ids[:place]]
    if twice:
        raise LayoutError(f"{what} {twice[0]!r} occurs twice")


def _area(row: Row) -> Area:
    where = f"area {row.get('id', '')!r}"
    _check_keys(row, ("id", "label", *_BOX), ("slots",), where)
    return Area(AreaId(str(row["id"])), Phrase(str(row["label"])), *_box(row, where))


_OF_SLOTS = ("kind", "dx_mm", "dy_mm", "holds", "first", "lying", "pile")


def _slots(area: Row) -> Iterator[Slot]:
    where = f"slots of area {area['id']!r}"
    for row in _rows(area.get("slots", []), where):
        _check_keys(row, ("ids", *_BOX), _OF_SLOTS, where)
        ids, (x, y, width, height) = row["ids"], _box(row, where)
        step_x, step_y = (_number(row, key, where) for key in ("dx_mm", "dy_mm"))
        if not isinstance(ids, list):
            raise LayoutError(f"{where}: `ids` must be a list, got {ids!r}")
        for place, name in enumerate(ids):
            at = x + place * step_x, y + place * step_y
            id_, area_id = SlotId(str(name)), AreaId(str(area["id"]))
            holds, *others = _names(row.get("holds", ""), "holds", where)
            kind, value = _kind(row, where), _value(row, place, where)
            how = bool(row.get("lying", False)), bool(row.get("pile", False))
            yield Slot(id_, area_id, kind, *at, width, height, holds, tuple(others), value, *how)


def _value(row: Row, place: int, where: str) -> int | None:
    first = row.get("first")
    if first is None:
        return None
    if isinstance(first, bool) or not isinstance(first, int):
        raise LayoutError(f"{where}: `first` must be a whole number, got {first!r}")
    return first + place


def _names(value: object, key: str, where: str) -> list[str]:
    """A name, or a list of at least one."""
    rows = value if isinstance(value, list) else [value]
    names = [name for name in rows if isinstance(name, str)]
    if not names or len(names) < len(rows):
        raise LayoutError(f"{where}: `{key}` must be a name or a list of names, got {value!r}")
    return names


def _tag(row: Row) -> Tag:
    where = f"tag {row.get('id', '')!r}"
    _check_keys(row, ("id", "x_mm", "y_mm", "size_mm"), (), where)
    if not isinstance(row["id"], int):
        raise LayoutError(f"{where}: `id` must be a whole number")
    x, y, size = (_number(row, key, where) for key in ("x_mm", "y_mm", "size_mm"))
    return Tag(row["id"], x, y, size)


def _form(row: Row) -> Form:
    where = f"piece {row.get('kind', '')!r}"
    _check_keys(row, ("kind", "size_mm", "height_mm", "colours"), _LOOKS, where)
    colours = row["colours"]
    if not isinstance(colours, list) or not colours:
        raise LayoutError(f"{where}: `colours` must be a list of names, got {colours!r}")
    size, height = _number(row, "size_mm", where), _number(row, "height_mm", where)
    if size <= 0 or height < 0:
        raise LayoutError(f"{where}: a piece has a size")
    taper = _number(row, "taper", where) if "taper" in row else 1.0
    stack = row.get("stack", 1)
    if isinstance(stack, bool) or not isinstance(stack, int) or stack < 1:
        raise LayoutError(f"{where}: `stack` must be a whole number from 1, got {stack!r}")
    return Form(
        str(row["kind"]), size, height, bool(row.get("round", False)), taper,
        tuple(str(name) for name in colours), bool(row.get("lies", False)), stack,
        _outline(row, where),
    )  # fmt: skip


_LOOKS = ("round", "taper", "lies", "stack", "outline")


def _outline(row: Row, where: str) -> tuple[tuple[float, float], ...]:
    points = row.get("outline", [])
    if not isinstance(points, list) or 0 < len(points) < 2 + (not row.get("round", False)):
        raise LayoutError(f"{where}: `outline` must be a list of points, got {points!r}")
    found = tuple(_point(point, where) for point in points)
    if any(up < 0 or (x < 0 and row.get("round", False)) for x, up in found):
        raise LayoutError(f"{where}: `outline` reaches below the foot, or beyond the middle")
    return found


def _point(point: object, where: str) -> tuple[float, float]:
    match point:
        case [int() | float() as x, int() | float() as up]:
            return float(x), float(up)
    raise LayoutError(f"{where}: a point of `outline` is [x, height], got {point!r}")


def _card(row: Row) -> CardForm:
    where = f"card {row.get('kind', '')!r}"
    allowed = ("corner_mm", "border_mm", "colours", "symbols")
    _check_keys(row, ("kind", "w_mm", "h_mm"), allowed, where)
    width, height, corner, border = (
        _number(row, key, where) for key in ("w_mm", "h_mm", "corner_mm", "border_mm")
    )
    if min(width, height) <= 0 or not 0 <= max(corner, border) < min(width, height) / 2:
        raise LayoutError(f"{where}: a card has a size, and its border and corners fit into it")
    colours = row.get("colours", [])
    if not isinstance(colours, list) or bool(colours) != (border > 0):
        raise LayoutError(f"{where}: `colours` of a `border_mm` are a list of names")
    symbols = _symbols(_row(row["symbols"], where), where) if "symbols" in row else None
    names = tuple(str(name) for name in colours)
    return CardForm(str(row["kind"]), width, height, corner, border, names, symbols)


def _symbols(row: Row, where: str) -> Symbols:
    where = f"symbols of {where}"
    _check_keys(row, ("x_mm", "y_mm", "size_mm", "most"), ("dx_mm", "dy_mm"), where)
    most = row["most"]
    if not isinstance(most, int) or most < 1:
        raise LayoutError(f"{where}: `most` must be a whole number from 1 on, got {most!r}")
    x, y, dx, dy, size = (
        _number(row, key, where) for key in ("x_mm", "y_mm", "dx_mm", "dy_mm", "size_mm")
    )
    return Symbols(x, y, dx, dy, size, most)


def _beside(row: Row) -> tuple[AreaId, str]:
    _check_keys(row, ("id", "label"), (), f"beside {row.get('id', '')!r}")
    return AreaId(str(row["id"])), Phrase(str(row["label"]))


def _kind(row: Row, where: str) -> SlotKind:
    kinds = {kind.value: kind for kind in SlotKind}
    name = str(row.get("kind", "die"))
    if name not in kinds:
        raise LayoutError(f"{where}: `kind` is one of {', '.join(kinds)}, got {name!r}")
    return kinds[name]


def _box(row: Row, where: str) -> tuple[float, float, float, float]:
    x, y, width, height = (_number(row, key, where) for key in _BOX)
    return x, y, width, height


def _number(row: Row, key: str, where: str) -> float:
    value = row.get(key, 0.0)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LayoutError(f"{where}: `{key}` must be a number, got {value!r}")
    return float(value)


def _row(data: object, where: str) -> Row:
    if not isinstance(data, dict):
        raise LayoutError(f"`{where}` must be a table, got {data!r}")
    return data


def _rows(data: object, where: str) -> list[Row]:
    if not isinstance(data, list):
        raise LayoutError(f"`{where}` must be a list of tables, got {data!r}")
    return [_row(item, where) for item in data]


def _check_keys(row: Row, needed: Sequence[str], allowed: Sequence[str], where: str) -> None:
    missing = [key for key in needed if key not in row]
    unknown = [key for key in row if key not in (*needed, *allowed)]
    if missing:
        raise LayoutError(f"{where} lacks `{missing[0]}`")
    if unknown:
        known = ", ".join((*needed, *allowed))
        raise LayoutError(f"{where} has an unknown key `{unknown[0]}`; known are {known}")


def _check_forms(layout: Layout) -> None:
    for slot in layout.slots.values():
        known = {*layout.forms, *layout.cards}
        for kind in (slot.holds, *slot.also_holds):
            if kind and kind not in known:
                raise LayoutError(f"slot {slot.id!r} holds {kind!r}, no `piece` or `card`")


def _check_inside(layout: Layout) -> None:
    for slot in layout.slots.values():
        right, bottom = slot.x_mm + slot.w_mm / 2, slot.y_mm + slot.h_mm / 2
        left, top = slot.x_mm - slot.w_mm / 2, slot.y_mm - slot.h_mm / 2
        if left < 0 or top < 0 or right > layout.width_mm or bottom > layout.height_mm:
            raise LayoutError(f"slot {slot.id!r} reaches outside the board")
