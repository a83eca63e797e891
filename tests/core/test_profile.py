"""Board profiles: written, read, and what is wrong with them said with what to do."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import ProfileError
from companion.core.ids import AreaId, SlotId
from companion.core.layout import Area, Form, Layout, Slot, SlotKind, Tag
from companion.core.profile import (
    Profile,
    faults,
    fit_to_game,
    load_profile,
    read_profile,
    write_profile,
)

DOCK, LAND = AreaId("dock"), AreaId("land")


def slot(name: str, x: float, y: float, size: float = 20.0, area: AreaId = DOCK) -> Slot:
    kind = SlotKind.REGION if area == LAND else SlotKind.DIE
    return Slot(SlotId(name), area, kind, x, y, size, size)


def board(*slots: Slot, tags: tuple[Tag, ...] = ()) -> Layout:
    areas = {name: Area(name, name.title(), 10, 10, 100, 50) for name in (DOCK, LAND)}
    return Layout(300.0, 200.0, areas, {each.id: each for each in slots}, tags)


GAME = replace(
    board(slot("dock.1", 20, 20), slot("dock.2", 60, 20), slot("land", 150, 100, 60, LAND)),
    forms={"cube": Form("cube", 8, 8, False, 1.0, ("red",))},
)
GAME = replace(
    GAME, slots={**GAME.slots, SlotId("land"): replace(GAME.slots[SlotId("land")], holds="cube")}
)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.lists(st.tuples(st.floats(10, 290), st.floats(10, 190)), max_size=5),
)
def test_a_profile_is_read_as_it_was_written(title: str, places: list[tuple[float, float]]) -> None:
    slots = [slot(f"dock.{n}", x, y) for n, (x, y) in enumerate(places)]
    layout = board(*slots, tags=(Tag(3, 18.0, 18.0, 36.0),))
    profile = Profile(title, "toy", layout)
    assert read_profile(write_profile(profile)) == profile


WHOLE = write_profile(Profile("Ours", "toy", GAME))


@pytest.mark.report("B19")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (WHOLE[: len(WHOLE) // 2].rstrip("0123456789.\n "), "export it once more"),
        ("\x00\x01\x02", "torn, or no board profile.*export it once more"),
        ("[project]\nname = 'x'\n", "no board profile: choose a file that was exported"),
        ("", "no board profile: choose a file"),
        (WHOLE.replace("format = 1", "format = 2"), "newer program.*update this program"),
        (WHOLE.replace("format = 1", 'format = "x"'), "newer program.*update this program"),
        (WHOLE.replace("x_mm = 20", "x_mm = 5"), "'dock.1' reaches outside the board; lay"),
        (WHOLE.replace("dock.2", "dock.1"), "'dock.1' occurs twice; lay the board out again"),
        (WHOLE.replace("width_mm = 300.0", "width_mm = 0"), "outside the board|no size"),
        ("profile = 3\n[board]\nwidth_mm = 1\nheight_mm = 1\n", "head of the profile is damaged"),
    ],
    ids=[
        "cut", "garbled", "foreign", "empty", "newer", "no number", "outside", "twice", "no size",
        "head",
    ],
)  # fmt: skip
def test_a_profile_of_no_use_says_what_to_do(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ProfileError, match=words):
        read_profile(text)
    path = tmp_path / "ours.toml"
    path.write_text(text)
    with pytest.raises(ProfileError, match=r"ours\.toml: "):
        load_profile(path)


def test_the_picture_beside_a_profile_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(WHOLE)
    assert load_profile(path).layout.art is None
    (tmp_path / "ours.jpg").write_bytes(b"")
    assert load_profile(path).layout.art == tmp_path / "ours.jpg"
    with pytest.raises(ProfileError, match="there is no such board profile"):
        load_profile(tmp_path / "theirs.toml")


@pytest.mark.parametrize(
    ("layout", "codes"),
    [
        (GAME, []),
        (board(slot("dock.1", 20, 20), slot("dock.2", 39.5, 20)), ["board.missing"]),
        (
            board(slot("dock.1", 20, 20), slot("dock.2", 38, 20)),
            ["board.overlap", "board.missing"],
        ),
        (replace(GAME, slots={**GAME.slots, SlotId("dock.1"): slot("dock.1", 20, 20, 11.9)}),
         ["board.too_small"]),
        (replace(GAME, slots={**GAME.slots, SlotId("own"): slot("own", 250, 30)}),
         ["board.unknown"]),
    ],
    ids=["right", "touching", "overlapping", "small", "unknown"],
)  # fmt: skip
def test_what_is_wrong_with_a_board(layout: Layout, codes: list[str]) -> None:
    told = faults(layout, GAME)
    assert [fault.code for fault in told] == codes
    assert all(fault.slots for fault in told)
    serious = {"board.overlap", "board.too_small"}
    assert {fault.code for fault in told if fault.serious} == serious & set(codes)


def test_places_for_different_pieces_may_lie_on_each_other() -> None:
    def both(under: str, *also: str) -> Layout:
        card = replace(slot("map", 60, 60, 60), holds="card", also_holds=also)
        return board(card, replace(slot("ship", 60, 60), holds=under))

    assert "board.overlap" not in {fault.code for fault in faults(both("ship"), GAME)}
    assert "board.overlap" in {fault.code for fault in faults(both("ship", "ship"), GAME)}
    assert "board.overlap" in {fault.code for fault in faults(both("card"), GAME)}
    assert "board.overlap" in {fault.code for fault in faults(both(""), GAME)}


def test_missing_places_are_named_and_counted() -> None:
    many = board(*(slot(f"dock.{n}", 10 + 21 * n, 20) for n in range(9)))
    (missing,) = faults(board(), many)
    assert missing.text.startswith("9 places of the game are not on this board: dock.0, dock.1")
    assert "and 5 others; enter by hand" in missing.text


def test_a_new_version_of_a_game_says_what_places_are_for() -> None:
    old = board(replace(slot("dock.1", 70, 70), kind=SlotKind.REGION), slot("own", 250, 30),
                slot("land", 150, 100, 50, LAND))  # fmt: skip
    known = fit_to_game(replace(old, areas={DOCK: Area(DOCK, "Old name", 1, 1, 5, 5)}), GAME)
    first, land = known.slots[SlotId("dock.1")], known.slots[SlotId("land")]
    assert (first.kind, first.x_mm) == (SlotKind.DIE, 70)
    assert (land.holds, land.w_mm, known.forms) == ("cube", 50, GAME.forms)
    assert known.slots[SlotId("own")] == old.slots[SlotId("own")]
    assert known.areas[DOCK].label == "Dock"
