"""Board profiles: where the places of a game lie on somebody's own board, in a file to share.

A profile is a layout in TOML with a head, `[profile]`: `format`, `game` and `title`. It says where
places are; what they are for is the game's business, so that profiles outlive new versions of it.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from companion.core.errors import DamagedProfileError, LayoutError, ProfileError
from companion.core.ids import SlotId
from companion.core.layout import Area, Layout, Slot, SlotKind
from companion.core.layout_file import layout_of
from companion.core.phrases import phrase, with_commas, words_of

FORMAT = 1
ENDING = ".toml"
PICTURES = (".jpg", ".png", ".jpeg")
"""A picture of the whole board beside its profile, of the same name, up to the board's edges."""
DIE_MM = 12.0
"""Smallest dice that are played with: a smaller place for one means a wrong scale."""
TOUCHING_MM = 1.0
"""How far two places may reach into each other: fingers are not exact."""
LISTED = 4
"""Names in a message before "and others"."""
_AGAIN = phrase("lay the board out again, or export it once more from where it came from")


@dataclass(frozen=True, slots=True)
class Profile:
    """A board: what its owner calls it, the id of its game (empty: of none), and its layout."""

    title: str
    game: str
    layout: Layout


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a profile, with what to do. With a `serious` one it is not played."""

    code: str
    text: str
    slots: tuple[SlotId, ...]
    serious: bool


def read_profile(text: str) -> Profile:
    """A profile from its file's text. Raises `ProfileError` that says what to do."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(
            phrase(
                "the file is torn, or no board profile: {error}; {again}", error=error, again=_AGAIN
            )
        ) from error
    if "board" not in data:
        raise ProfileError(
            phrase("this is no board profile: choose a file that was exported on the page /board")
        )
    head = data.pop("profile", {})
    if not isinstance(head, dict):
        raise ProfileError(phrase("the head of the profile is damaged; {again}", again=_AGAIN))
    version = head.get("format", FORMAT)
    if not isinstance(version, int) or version > FORMAT:
        raise ProfileError(
            phrase(
                "a newer program made this profile (format {n}, and {newest} is the newest known"
                " here): update this program, then load it again",
                n=version,
                newest=FORMAT,
            )
        )
    try:
        layout = layout_of(data)
    except LayoutError as error:
        raise ProfileError(phrase("{error}; {again}", error=error, again=_AGAIN)) from error
    if layout.width_mm <= 0 or layout.height_mm <= 0:
        raise ProfileError(phrase("the board has no size; {again}", again=_AGAIN))
    return Profile(str(head.get("title", "")), str(head.get("game", "")), layout)


def load_profile(path: Path) -> Profile:
    """A profile and the picture beside it. Raises `ProfileError` that says what to do."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ProfileError(phrase("{file}: there is no such board profile", file=path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedProfileError(
            phrase("{file}: the board profile is damaged; {again}", file=path, again=_AGAIN)
        ) from error
    try:
        profile = read_profile(text)
    except ProfileError as error:
        raise DamagedProfileError(
            phrase("{file}: {problem}", file=path, problem=words_of(error))
        ) from error
    return replace(profile, layout=replace(profile.layout, art=art_of(path)))


def art_of(path: Path) -> Path | None:
    """The picture beside a profile, if there is one."""
    pictures = (path.with_suffix(ending) for ending in PICTURES)
    return next((picture for picture in pictures if picture.is_file()), None)


def write_profile(profile: Profile) -> str:
    """The text of a profile's file; `read_profile` gives the profile back."""
    layout = profile.layout
    lines = [
        "# A board profile of Tabletop Companion: made, changed and loaded on its page /board.",
        *_table("[profile]", format=FORMAT, game=profile.game, title=profile.title),
        *_table("[board]", width_mm=layout.width_mm, height_mm=layout.height_mm),
    ]
    for area in layout.areas.values():
        box = {"x_mm": area.x_mm, "y_mm": area.y_mm, "w_mm": area.w_mm, "h_mm": area.h_mm}
        lines += _table("[[area]]", id=area.id, label=area.label, **box)
        for slot in layout.in_area(area.id):
            lines += _table("[[area.slots]]", ids=[slot.id], kind=slot.kind.value, **_box(slot))
    for tag in layout.tags:
        at = {"x_mm": tag.x_mm, "y_mm": tag.y_mm, "size_mm": tag.size_mm}
        lines += _table("[[tag]]", id=tag.id, **at)
    return "\n".join(lines) + "\n"


def area_round(name: str, label: str, slots: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """An area in `layout_of`'s words, as large as its slots need."""
    boxes = [[float(str(slot[key])) for key in ("x_mm", "y_mm", "w_mm", "h_mm")] for slot in slots]
    left, top = min(x - w / 2 for x, _, w, _ in boxes), min(y - h / 2 for _, y, _, h in boxes)
    right, low = max(x + w / 2 for x, _, w, _ in boxes), max(y + h / 2 for _, y, _, h in boxes)
    box = {"x_mm": left, "y_mm": top, "w_mm": right - left, "h_mm": low - top}
    return {"id": name, "label": label, **box, "slots": list(slots)}


def faults(layout: Layout, game: Layout) -> tuple[Fault, ...]:
    """What is wrong with a board's places for a game with that layout of its own."""
    return (
        *_overlaps(layout),
        *_too_small(layout),
        *_unknown(layout, game),
        *_missing(layout, game),
    )


def fit_to_game(layout: Layout, game: Layout) -> Layout:
    """A board's places, each for what the game has it for; those it does not know stay.

    Names of areas and what pieces look like are the game's too.
    """
    slots = {name: _meant(slot, game) for name, slot in layout.slots.items()}
    areas = {name: _named(area, game) for name, area in layout.areas.items()}
    shown = replace(layout, slots=slots, areas=areas, beside=game.beside)
    return replace(shown, forms=game.forms, cards=game.cards)


def _meant(slot: Slot, game: Layout) -> Slot:
    known = game.slots.get(slot.id)
    if known is None:
        return slot
    meant = replace(slot, kind=known.kind, holds=known.holds, also_holds=known.also_holds)
    return replace(meant, value=known.value, pile=known.pile)


def _named(area: Area, game: Layout) -> Area:
    known = game.areas.get(area.id)
    return area if known is None else replace(area, label=known.label)


def _overlaps(layout: Layout) -> Iterator[Fault]:
    for a, b in combinations(layout.slots.values(), 2):
        across = (a.w_mm + b.w_mm) / 2 - abs(a.x_mm - b.x_mm)
        down = (a.h_mm + b.h_mm) / 2 - abs(a.y_mm - b.y_mm)
        if min(across, down) > TOUCHING_MM and _share_kinds(a, b):
            words = phrase(
                "{one} and {other} lie on each other: a piece would count for both; move one of"
                " them, or make them smaller",
                one=a.id,
                other=b.id,
            )
            yield Fault("board.overlap", words, (a.id, b.id), serious=True)


def _share_kinds(a: Slot, b: Slot) -> bool:
    """Whether a piece could count for both: a card may lie under the ships that stand on it."""
    return not (a.holds and b.holds) or not {a.holds, *a.also_holds}.isdisjoint(
        (b.holds, *b.also_holds)
    )


def _too_small(layout: Layout) -> Iterator[Fault]:
    small = tuple(
        slot.id
        for slot in layout.slots.values()
        if slot.kind is SlotKind.DIE and min(slot.w_mm, slot.h_mm) < DIE_MM
    )
    if small:
        words = phrase(
            "no die fits into {places}, less than {n} mm wide: check the width and height given for"
            " the board, or make the places larger",
            places=_listed(small),
            n=f"{DIE_MM:g}",
        )
        yield Fault("board.too_small", words, small, serious=True)


def _unknown(layout: Layout, game: Layout) -> Iterator[Fault]:
    unknown = tuple(name for name in layout.slots if name not in game.slots)
    if unknown:
        words = phrase(
            "the game knows no place {places}: what lies there is not refereed; take the place"
            " away, or place the game's own",
            places=_listed(unknown),
        )
        yield Fault("board.unknown", words, unknown, serious=False)


def _missing(layout: Layout, game: Layout) -> Iterator[Fault]:
    missing = tuple(name for name in game.slots if name not in layout.slots)
    if missing:
        words = phrase(
            "{n} places of the game are not on this board: {places}; enter by hand what happens"
            " there, or place them on the page /board",
            n=len(missing),
            places=_listed(missing),
        )
        yield Fault("board.missing", words, missing, serious=False)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    some = with_commas(names[:LISTED])
    return phrase("{some} and {n} others", some=some, n=more) if more > 0 else some


def _box(slot: Slot) -> dict[str, float]:
    return {"x_mm": slot.x_mm, "y_mm": slot.y_mm, "w_mm": slot.w_mm, "h_mm": slot.h_mm}


def _table(head: str, **values: str | float | Sequence[str]) -> list[str]:
    return ["", head, *(f"{key} = {_value(value)}" for key, value in values.items())]


def _value(value: str | float | Sequence[str]) -> str:
    """JSON's texts, lists and numbers are TOML's too, but for a delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
