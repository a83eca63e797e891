import re

import pytest

from companion.core.errors import LayoutError
from companion.core.ids import AreaId, SlotId
from companion.core.layout import CardForm, SlotKind, Symbols
from companion.core.layout_file import read_layout

BOARD = """
[board]
width_mm = 200
height_mm = 100

[[area]]
id = "mine"
label = "Mine"
x_mm = 10
y_mm = 10
w_mm = 90
h_mm = 40

[[area.slots]]
ids = ["mine.1", "mine.2", "mine.3"]
x_mm = 25
y_mm = 30
dx_mm = 25
w_mm = 20
h_mm = 20

[[area]]
id = "tray"
label = "Tray"
x_mm = 120
y_mm = 10
w_mm = 70
h_mm = 70

[[area.slots]]
ids = ["tray"]
kind = "rolling"
x_mm = 155
y_mm = 45
w_mm = 70
h_mm = 70

[[tag]]
id = 0
x_mm = 5
y_mm = 5
size_mm = 8
"""


def test_a_row_of_slots_is_laid_out_step_by_step() -> None:
    layout = read_layout(BOARD)
    mine = layout.in_area(AreaId("mine"))
    assert [(slot.id, slot.x_mm, slot.y_mm) for slot in mine] == [
        ("mine.1", 25, 30),
        ("mine.2", 50, 30),
        ("mine.3", 75, 30),
    ]
    assert {slot.kind for slot in mine} == {SlotKind.DIE}
    assert layout.slots[SlotId("tray")].kind is SlotKind.ROLLING
    assert (layout.width_mm, layout.height_mm) == (200, 100)
    assert [tag.size_mm for tag in layout.tags] == [8]


def test_slots_of_a_track_say_what_a_marker_there_says() -> None:
    track = BOARD.replace("dx_mm = 25", "dx_mm = 25\nfirst = 4", 1)
    mine = read_layout(track).in_area(AreaId("mine"))
    assert [slot.value for slot in mine] == [4, 5, 6]
    assert read_layout(BOARD).in_area(AreaId("mine"))[0].value is None
    with pytest.raises(LayoutError, match="`first` must be a whole number"):
        read_layout(track.replace("first = 4", "first = 0.5"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[board]", "[board", "no TOML"),
        ("[board]", "[bord]", "the layout lacks `board`"),
        ("width_mm = 200", "", "board lacks `width_mm`"),
        ("width_mm = 200", "width_mm = true", "board: `width_mm` must be a number, got True"),
        ("width_mm = 200", "width_mm = 200\ncolour = 1", "board has an unknown key `colour`"),
        ("width_mm = 200", "width_mm = 50", "'mine.2' reaches outside"),
        ('label = "Mine"', "", "area 'mine' lacks `label`"),
        ('label = "Mine"', 'label = "Mine"\nname = 1', "area 'mine' has an unknown key `name`"),
        ('id = "tray"', 'id = "mine"', "area 'mine' occurs twice"),
        ('"mine.2"', '"mine.1"', "slot 'mine.1' occurs twice"),
        ('ids = ["tray"]', 'ids = "tray"', "`ids` must be a list"),
        ('ids = ["tray"]', "", "slots of area 'tray' lacks `ids`"),
        ("dx_mm = 25", "step = 25", "unknown key `step`; known are ids"),
        ("dx_mm = 25", 'dx_mm = "25"', "`dx_mm` must be a number, got '25'"),
        ('"rolling"', '"heap"', "`kind` is one of die, region, rolling, disc, got 'heap'"),
        ("[[tag]]", "[tag]", "`tag` must be a list of tables"),
        ("id = 0", 'id = "0"', "`id` must be a whole number"),
        ("size_mm = 8", "", "tag 0 lacks `size_mm`"),
    ],
)
def test_what_is_wrong_with_a_layout(old: str, new: str, words: str) -> None:
    assert old in BOARD
    with pytest.raises(LayoutError, match=words.replace("[", r"\[")):
        read_layout(BOARD.replace(old, new, 1))


CARDS = (
    BOARD
    + """
[[card]]
kind = "order"
w_mm = 88
h_mm = 63
corner_mm = 3
border_mm = 4
colours = ["red", "blue"]
[card.symbols]
x_mm = 8
y_mm = 12
dy_mm = 10
size_mm = 7
most = 3

[[area]]
id = "row"
label = "Row"
x_mm = 0
y_mm = 60
w_mm = 100
h_mm = 40
[[area.slots]]
ids = ["row"]
kind = "region"
holds = "order"
x_mm = 50
y_mm = 80
w_mm = 100
h_mm = 40
"""
)


def test_cards_are_told_by_their_kind() -> None:
    layout = read_layout(CARDS)
    symbols = Symbols(8, 12, 0, 10, 7, 3)
    assert layout.cards == {"order": CardForm("order", 88, 63, 3, 4, ("red", "blue"), symbols)}
    assert layout.slots[SlotId("row")].holds == "order"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("border_mm = 4", "", "`colours` of a `border_mm`"),
        ('colours = ["red", "blue"]', "", "`colours` of a `border_mm`"),
        ("w_mm = 88", "w_mm = 0", "a card has a size"),
        ("border_mm = 4", "border_mm = 40", "its border and corners fit into it"),
        ("most = 3", "most = 0", "`most` must be a whole number"),
        ("size_mm = 7\n", "", "lacks `size_mm`"),
        ('holds = "order"', 'holds = "ordre"', "no `piece` or `card`"),
    ],
)
def test_wrong_cards_are_named(old: str, new: str, words: str) -> None:
    with pytest.raises(LayoutError, match=words):
        read_layout(CARDS.replace(old, new, 1))


MODELS = """
[board]
width_mm = 200
height_mm = 100
[[piece]]
kind = "ship"
size_mm = 12
height_mm = 20
round = true
lies = true
stack = 3
outline = [[6, 0], [6, 12], [0, 20]]
colours = ["red"]
[[piece]]
kind = "wing"
size_mm = 3
height_mm = 20
outline = [[-6, 0], [6, 0], [0, 20.5]]
colours = ["red"]
[[area]]
id = "sky"
label = "Sky"
x_mm = 10
y_mm = 10
w_mm = 60
h_mm = 60
[[area.slots]]
ids = ["sky"]
kind = "region"
holds = ["ship", "wing"]
x_mm = 40
y_mm = 40
w_mm = 50
h_mm = 50
"""


def test_a_place_may_hold_several_kinds_of_models() -> None:
    layout = read_layout(MODELS)
    slot, ship = layout.slots[SlotId("sky")], layout.forms["ship"]
    assert (slot.holds, slot.also_holds) == ("ship", ("wing",))
    assert (ship.lies, ship.stack, ship.outline) == (True, 3, ((6, 0), (6, 12), (0, 20)))
    assert layout.forms["wing"].outline[-1] == (0, 20.5)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('holds = ["ship", "wing"]', "holds = []", "`holds` must be a name or a list of names"),
        ('holds = ["ship", "wing"]', 'holds = ["ship", "sail"]', "holds 'sail', no `piece`"),
        ("stack = 3", "stack = 0", "`stack` must be a whole number from 1, got 0"),
        ("[6, 0], [6, 12], [0, 20]", "[6, 0]", "`outline` must be a list of points"),
        ("[6, 0], [6, 12]", "[-6, 0], [6, 12]", "beyond the middle"),
        ("[-6, 0], [6, 0]", "[-6, -1], [6, 0]", "below the foot"),
        ("[0, 20.5]", "[0]", r"a point of `outline` is [x, height], got [0]"),
    ],
)
def test_what_is_wrong_with_a_model(old: str, new: str, words: str) -> None:
    assert old in MODELS
    with pytest.raises(LayoutError, match=re.escape(words)):
        read_layout(MODELS.replace(old, new, 1))
