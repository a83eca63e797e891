"""Ships, cards and markers that a camera claims, in a game that has all. Claims are made up."""

import pytest

from companion.core.expected import Exactly, OneOf
from companion.core.ids import AreaId, PieceKind, SlotId
from companion.core.layout_file import read_layout
from companion.core.observation import Seen
from companion.core.pieces import FACE_DOWN, Piece, SeenPiece
from companion.referee.claims import AreaClaim, seen_by_area
from companion.referee.commands import Act, Done, Undo
from companion.referee.difference import TOLERANCE, area_excess, differences
from companion.referee.explain import GAIN
from companion.referee.piled import dug
from companion.referee.table import Table
from tests.referee.builders import ask, laid_out, table_of, view

SHIP, CARD = PieceKind("ship"), PieceKind("card")
ROW = ("row1.1", "row1.2", "row1.3", "row1.4")


def ship(colour: str | None, value: int | None = None) -> SeenPiece:
    return SeenPiece(SHIP, colour, value, 0.99)


def card(face: str | None) -> SeenPiece:
    return SeenPiece(CARD, None, None, 0.99, face=face)


# Costs


CLAIMED = frozenset({SHIP, CARD})


@pytest.mark.parametrize(
    ("lies", "seen", "fits"),
    [
        ((), (), True),
        ((Piece(SHIP, "red"),), (ship("red"),), True),
        ((Piece(SHIP, "red"),) * 2, (ship("red"),), False),
        ((Piece(SHIP, "red"),), (ship("red"),) * 2, False),
        ((Piece(SHIP, "red"), Piece(SHIP, "blue")), (ship("blue"), ship("red")), True),
        ((Piece(SHIP, "red"),), (ship(None),), True),
        ((Piece(SHIP, "white"),), (ship("grey"),), True),
        ((Piece(SHIP, "red"),), (ship("green"),), False),
        ((Piece(SHIP, "red", 4),), (ship("red", 4),), True),
        ((Piece(SHIP, "red", 4),), (ship("red", 9),), False),
        ((Piece(CARD, face="mine_r2_size"),), (card("mine_r2_size"),), True),
        ((Piece(CARD, face="mine_r2_size"),), (card(None),), True),
        ((Piece(CARD, face="mine_r2_size"),), (card("draw_g1_red_yellow"),), False),
        ((Piece(CARD, face=FACE_DOWN),), (card("mine_r2_size"),), False),
        ((Piece(CARD, face=FACE_DOWN),), (card(None),), False),
        ((Piece(CARD, face=FACE_DOWN),), (card(FACE_DOWN),), True),
        ((Piece(CARD),), (card("mine_r2_size"),), True),
        ((Piece(SHIP, "red"),), (card("mine_r2_size"),), False),
        ((Piece(PieceKind("cube"), "red"),), (), True),
    ],
)  # fmt: skip
def test_pieces_fit_or_not(
    lies: tuple[Piece, ...], seen: tuple[SeenPiece, ...], fits: bool
) -> None:
    claim = AreaClaim(seen, kinds=CLAIMED)
    assert (area_excess(Exactly(lies), claim) <= TOLERANCE) is fits


def test_a_colour_taken_for_its_neighbour_is_no_other_ship() -> None:
    there = {AreaId("a"): Exactly((Piece(SHIP, "red"),))}
    assert differences(there, {AreaId("a"): AreaClaim((ship("pink"),), kinds=CLAIMED)}) == {}
    (part,) = differences(there, {AreaId("a"): AreaClaim((ship("green"),), kinds=CLAIMED)}).values()
    assert [piece.colour for piece in part.extra] == ["green"]


def test_where_a_place_was_not_seen_nothing_is_missing_and_what_is_seen_counts() -> None:
    hidden = AreaClaim((ship("blue"),), kinds=CLAIMED, hidden=frozenset({SHIP}))
    (part,) = differences(
        {AreaId("a"): Exactly((Piece(SHIP, "red"),))}, {AreaId("a"): hidden}
    ).values()
    assert (part.missing, [piece.colour for piece in part.extra]) == ((), ["blue"])


def test_of_a_pile_what_is_covered_is_not_missing_and_what_lies_on_top_counts() -> None:
    old, new = (Piece(CARD, face=face) for face in ("draw_g2_small", "mine_r2_size"))
    pile = AreaClaim((card("mine_r2_size"),), kinds=CLAIMED, covered=frozenset({CARD}))
    assert area_excess(Exactly((old, new), new), pile) == 0.0
    assert area_excess(Exactly((old,), old), pile) > TOLERANCE
    assert GAIN <= area_excess(Exactly((old, new), old), pile) < TOLERANCE
    bare = AreaClaim((), kinds=CLAIMED)
    assert area_excess(Exactly((old, new), new), bare) > TOLERANCE


def test_what_may_lie_there_later_costs_a_little() -> None:
    either = OneOf(((), (Piece(SHIP, "red"),)))
    now, later = (area_excess(either, AreaClaim(s, kinds=CLAIMED)) for s in ((), (ship("red"),)))
    assert now == 0 < later <= TOLERANCE


TRACK = read_layout(
    """
[board]
width_mm = 100
height_mm = 100
[[piece]]
kind = "ship"
size_mm = 12
height_mm = 20
colours = ["red"]
[[area]]
id = "track"
label = "Track"
x_mm = 0
y_mm = 0
w_mm = 90
h_mm = 30
[[area.slots]]
ids = ["t0", "t1", "t2"]
kind = "region"
holds = "ship"
first = 0
x_mm = 15
y_mm = 15
dx_mm = 25
w_mm = 20
h_mm = 20
"""
)


def test_a_marker_says_what_its_place_says() -> None:
    seen = view(1, slots={SlotId("t0"): (), SlotId("t1"): None, SlotId("t2"): (ship("red"),)})
    claim = seen_by_area(seen, TRACK, {"red"})[AreaId("track")]
    assert [piece.value for piece in claim.pieces] == [2]
    assert claim.hidden == {SHIP}


# A table


class Looks:
    """A table in the middle of a turn, and what is put on it."""

    def __init__(self, *lines: str) -> None:
        self.table = table_of("impulse", "red", "blue")
        for line in lines:
            assert isinstance(ask(self.table, Act(line)), Done), line
        self.slots, self.rest = laid_out(self.table.game, self.table.state), 0
        self.look()

    def look(self, **slots: Seen) -> None:
        """A steady view with these places changed; `_` in a name stands for a dot."""
        self.slots |= {SlotId(name.strip("_").replace("_", ".")): s for name, s in slots.items()}
        self.rest += 1
        self.table.observe(view(self.rest, slots=self.slots, registered=True))

    @property
    def newest(self) -> str:
        return self.table.history[-1].text

    @property
    def codes(self) -> list[str]:
        return [flag.code for flag in self.table.flags]


BEGUN = (
    "red: race ariek", "blue: race caelumnites",
    "red: home mine_r2_size", "blue: home trade_y1_blue",
)  # fmt: skip
FAR = (*BEGUN, "red: add command_y2_transport_ships", "red: no_tech")
MOVING = (*BEGUN, "red: add command_y3_either_moves", "red: no_tech")


def red_cruiser(table: Table) -> tuple[str, str]:
    """The gate of red's cruiser, and one next to it on the far side from the Core."""
    areas = table.game.expected(table.state).items()
    gate = next(a for a, e in areas if "." in a and e == Exactly((Piece(SHIP, "red"),)))
    return str(gate), "12.16"


def test_a_card_added_to_the_row_is_the_one_that_is_seen() -> None:
    looks = Looks(*BEGUN)
    looks.look(row1_1=(card("command_y3_either_moves"),))
    assert looks.newest == "red: add command_y3_either_moves"
    assert looks.codes == []


def test_a_card_that_is_not_told_is_not_guessed_and_not_flagged() -> None:
    looks = Looks(*BEGUN)
    looks.look(row1_1=(card(None),))
    assert looks.newest == BEGUN[-1]
    assert (looks.codes, looks.table.questions) == ([], ())


MINING = (
    *BEGUN, "red: add mine_r3_size", "red: no_tech",
)  # fmt: skip


def test_a_card_on_a_pile_is_the_one_that_lies_uppermost() -> None:
    looks = Looks(*MINING)
    looks.look(minerals_red=(card("trade_b1_red"),))
    assert looks.newest == "red: mine trade_b1_red"
    looks.look(minerals_red=(card("mine_g1_red"),))
    assert looks.newest == "red: mine mine_g1_red"
    assert looks.codes == []


def test_a_card_is_not_booked_over_one_that_may_have_come_unseen() -> None:
    """The pile was not seen when the first card was laid down; the second one lies over it."""
    looks = Looks(*MINING)
    looks.look()
    looks.look(minerals_red=None)
    looks.look(minerals_red=(card("mine_g1_red"),))
    assert looks.newest == MINING[-1]
    ask(looks.table, Act("red: mine trade_b1_red"))
    assert [line.text for line in looks.table.history[-2:]] == [
        "red: mine trade_b1_red",
        "red: mine mine_g1_red",
    ]


def test_a_card_is_booked_though_its_pile_was_not_seen_where_much_was_not() -> None:
    """A lamp was switched: that a card was put there is not why the pile was not seen."""
    looks = Looks(*MINING)
    looks.look(minerals_red=None, _12=None, _8=None)
    looks.look(minerals_red=(card("mine_g1_red"),))
    assert looks.newest == "red: mine mine_g1_red"


def test_a_card_is_booked_though_its_pile_was_not_seen_while_something_else_happened() -> None:
    looks = Looks(*MINING[:-2])
    looks.look(minerals_red=None, row1_1=(card("mine_r3_size"),))
    ask(looks.table, Act("red: no_tech"))
    looks.look(minerals_red=(card("mine_g1_red"),))
    assert looks.newest == "red: mine mine_g1_red"


DISCARDED = (
    *BEGUN, "red: add mine_r1_green", "red: tech left", "red: discard trade_b1_red", "red: done",
    "red: done", "blue: add mine_r1_blue", "blue: tech left", "blue: discard mine_g1_red",
)  # fmt: skip
NEXT_TURN = (
    "blue: done", "blue: done", "blue: done", "red: add mine_r2_deck_size", "red: tech left",
)  # fmt: skip


def test_what_lay_uppermost_before_is_no_sign_of_what_is_done_later() -> None:
    """Somebody lays a card of the pile on top; another of its kind is in a hand."""
    looks = Looks(*DISCARDED)
    looks.look(discards=(card("trade_b1_red"),))
    for line in NEXT_TURN:
        assert isinstance(ask(looks.table, Act(line)), Done), line
    assert looks.newest == NEXT_TURN[-1]
    looks.look(discards=(card("mine_r1_yellow"),))
    assert looks.newest == "red: discard mine_r1_yellow"


def test_a_fleet_at_the_end_of_its_way_may_have_to_go_on() -> None:
    looks = Looks(*FAR, "red: move 1 12 16")
    looks.look(_12=(ship("red"),), _16=(ship("red"),))
    assert looks.newest == "red: move 1 12 16"
    looks.look(map_16=())
    assert looks.newest == "red: go"


def test_a_fleet_that_rests_at_the_end_of_its_way_has_gone_it() -> None:
    """It could go on, but nobody has said so; what it does next is another way."""
    looks = Looks(*BEGUN, "red: add command_y3_either_ships", "red: no_tech")
    gate, to = red_cruiser(looks.table)
    assert isinstance(ask(looks.table, Act(f"red: move 1 {gate} {to}")), Done)
    looks.slots[SlotId(gate)] = ()
    looks.look(**{f"_{to.replace('.', '_')}": (ship("red"),)})
    assert looks.newest == "red: go"


def test_a_card_on_a_pile_is_held_against_nobody_where_another_may_lie_below() -> None:
    looks = Looks(*MINING)
    looks.look()
    looks.look(minerals_red=(card("mine_r2_size"),))  # it lies at home already: there is no other
    assert looks.codes == []


def test_a_card_is_not_too_early_where_only_something_unsaid_comes_first() -> None:
    """Blue adds a card, while red has not said that red is done."""
    looks = Looks(*MOVING)
    looks.look(row1_2=(card("trade_b1_red"),))
    assert (looks.codes, looks.newest) == ([], MOVING[-1])
    ask(looks.table, Act("red: done"))
    assert looks.newest == "blue: add trade_b1_red"


def test_a_marker_on_its_track_is_held_against_nobody() -> None:
    looks = Looks(*MINING)
    looks.look(points_0=(ship("blue", 0),), points_3=(ship("red", 3),))
    assert looks.codes == []


@pytest.mark.parametrize(
    ("lay", "put", "left"),
    [
        ("mine_g1_red", "mine_g1_red", 0),
        ("mine_g1_red", "trade_b1_red", 1),
        (None, "mine_g1_red", 0),
    ],
)
def test_what_lay_on_a_pile_is_booked_when_it_is_that_card(
    lay: str | None, put: str, left: int
) -> None:
    pile = AreaId("minerals.red")
    lain = {pile: (None if lay is None else (card(lay),),)}
    after = {pile: Exactly((Piece(CARD, face=put),), Piece(CARD, face=put))}
    assert len(dug(lain, {pile: Exactly()}, after)) == left


@pytest.mark.parametrize("silent", [True, False])
def test_what_comes_too_early_is_flagged_unless_somebody_did_something_unseen(
    silent: bool,
) -> None:
    """A card added to the row was overlooked before the fleet moved."""
    looks = Looks(*BEGUN)
    if silent:
        looks.look(_8=(ship("blue"),))  # one is lifted, too, or overlooked
    looks.look(_12=(ship("red"),), _16=(ship("red"),))
    assert looks.codes == ([] if silent else ["turn.not_now"])


def test_what_comes_after_something_gone_back_on_waits_for_it() -> None:
    looks = Looks(*BEGUN)
    looks.look(row1_1=(card("mine_r3_size"),))
    ask(looks.table, Undo(len(BEGUN)))
    looks.look(row1_2=(card("trade_b1_red"),))
    assert looks.newest == BEGUN[-1]
    looks.look(row1_1=())
    assert looks.newest == "red: add trade_b1_red"


def test_a_card_that_was_gone_back_on_is_not_passed_over_by_the_next() -> None:
    looks = Looks(*MINING)
    looks.look(minerals_red=(card("trade_b1_red"),))
    ask(looks.table, Undo(len(MINING)))
    looks.look(minerals_red=(card("mine_g1_red"),))
    assert looks.newest == MINING[-1]


def test_a_card_that_is_not_told_is_held_against_nobody() -> None:
    looks = Looks(*MOVING)
    looks.look(techs_red_left=(card(None),))
    assert looks.codes == []
    looks.look(techs_red_left=(card("mine_r1_blue"),))
    assert looks.codes == ["table.unexplained"]


def test_a_place_in_doubt_is_no_evidence() -> None:
    looks = Looks(*BEGUN)
    looks.look(row1_1=None, _12=None)
    assert looks.newest == BEGUN[-1]
    assert looks.codes == []


def test_transports_that_arrive_are_moved_and_explore() -> None:
    looks = Looks(*MOVING)
    looks.look(_12=(ship("red"),), _16=(ship("red"),))
    assert looks.newest == "red: move 1 12 16"
    assert looks.table.snapshot().choice is not None, "the card is looked at by its explorer"
    looks.look(map_16=())
    assert looks.newest == "red: move 1 12 16"
    looks.look(map_16=(card("trade_b1_red"),))
    assert looks.newest == "red: place trade_b1_red"
    assert looks.codes == []


def test_a_fleet_that_is_lifted_has_not_moved() -> None:
    looks = Looks(*MOVING)
    looks.look(_12=(ship("red"),))
    assert looks.newest == MOVING[-1]
    assert looks.codes == []


def test_a_fleet_that_is_seen_at_the_end_of_a_declared_way_has_gone_it() -> None:
    looks = Looks(*FAR, "red: move 1 12 16")
    looks.look(_12=(ship("red"),), _16=(), _15=(ship("red"),))
    assert looks.newest == "red: on 15"


def test_a_ship_moved_after_somebody_was_done_is_flagged_not_asked_about() -> None:
    """What was entered shows nothing, so nobody did it otherwise."""
    looks = Looks(*MOVING, "red: done")
    looks.look(_12=(ship("red"),), _16=(ship("red"),))
    assert looks.codes == ["turn.not_yours"]
    assert looks.table.questions == ()


def test_a_card_that_is_misread_where_it_lies_hinders_nobody() -> None:
    blues = ("blue: add mine_r1_blue", "blue: no_tech", "blue: done", "blue: done")
    looks = Looks(*MOVING, "red: done", *blues)
    looks.look(row1_1=(card("trade_b1_red"),))
    assert looks.codes == []
    newest = looks.newest
    looks.look(row1_3=(card("mine_r1_green"),), map_8=None)
    assert (newest, looks.newest) == ("blue: done", "red: add mine_r1_green")


def test_a_fleet_of_which_nobody_declared_the_way_is_not_moved_by_guess() -> None:
    looks = Looks(*FAR)
    looks.look(_12=(ship("red"),), _15=(ship("red"),))
    assert looks.newest == FAR[-1], "it may have gone by 11 or by 16, and each is explored"
    assert looks.codes == []


FIRST = (*BEGUN, "red: add command_y1_transport_ships", "red: no_tech")


def test_a_ship_that_went_where_just_then_nothing_is_seen_is_flagged_as_if_it_lay_there() -> None:
    looks = Looks(*FIRST)
    gate, _ = red_cruiser(looks.table)
    looks.look(**{f"_{gate.replace('.', '_')}": ()})
    assert looks.codes == [], "it may be in a hand"
    looks.look(**{f"_{gate.replace('.', '_')}": (ship("red"),)})
    looks.look(**{f"_{gate.replace('.', '_')}": (), "_7_12": None})
    assert looks.codes == ["fleet.wrong_kind"]


def test_a_ship_where_none_may_be_is_flagged_at_once_until_it_is_back() -> None:
    looks = Looks(*MOVING)
    looks.look(_12=(ship("red"),), _1=(ship("red"),))
    assert looks.codes == ["table.unexplained"]
    looks.look(_12=(ship("red"), ship("red")), _1=())
    assert looks.codes == []


@pytest.mark.parametrize("hidden", [(), ("16",)], ids=["all seen", "another way in doubt"])
def test_a_cruiser_moved_by_a_card_for_transports_is_flagged_with_that_rule(
    hidden: tuple[str, ...],
) -> None:
    looks = Looks(*BEGUN, "red: add command_y1_transport_moves", "red: no_tech")
    start, to = red_cruiser(looks.table)
    looks.slots |= {SlotId(start): (), SlotId(to): (ship("red"),)}
    looks.slots |= dict.fromkeys(map(SlotId, hidden))
    looks.look()
    assert looks.codes == ["fleet.wrong_kind"]


def test_while_a_card_may_lie_where_nothing_is_seen_a_ship_is_not_out_of_turn() -> None:
    looks = Looks(*BEGUN)
    looks.look(_12=(ship("red"),), _16=(ship("red"),))
    assert looks.codes == ["turn.not_now"]
    looks.look(row1_1=None)
    assert looks.codes == []


def test_what_should_be_gone_and_still_lies_there_is_nothing_new() -> None:
    looks = Looks(*MOVING)
    looks.look(row1_1=(card("command_y3_either_moves"),))
    table = looks.table
    assert isinstance(ask(table, Undo(table.version - 2)), Done)
    assert table.snapshot().choice is not None
    assert "add" in table.game.view(table.state, None).headline
    looks.look()
    assert looks.codes == []


def test_whatever_is_not_seen_there_are_no_flags_without_ships() -> None:
    looks = Looks(*MOVING)
    looks.slots = dict.fromkeys(looks.slots)
    looks.look()
    assert (looks.newest, looks.codes) == (MOVING[-1], [])
