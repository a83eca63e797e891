"""Choices that a camera tells only in part: what is not sure to be the choice is not booked.

Claims are made up; positions are written out, in a game with piles of cards.
"""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from companion.core.ids import AreaId, SlotId
from companion.core.observation import Seen
from companion.core.pieces import Piece
from companion.referee.seeing import look
from companion.referee.sight import Sight
from companion.referee.unbooked import NOTHING_KNOWN, Unbooked
from companion.rules.registry import load_game
from tests.referee.builders import laid_out, view
from tests.referee.test_pieces_seen import SHIP, card, ship

Places = Mapping[str, Seen]
BOARD = "8=trade_y1_blue 12=mine_r2_size @8=blue2 @12=red2 @8.9=blue1 @11.12=red1"


def sight(
    head: str,
    red: str = "",
    board: str = "",
    places: Places = MappingProxyType({}),
    unbooked: Unbooked = NOTHING_KNOWN,
    **slots: Seen,
) -> Sight:
    """What a look at red's position leads to, with these places changed; `_` stands for a dot."""
    game = load_game("impulse")
    state = game.read_state(
        f"turn=red {head} | red home=12 hand=5 {red} | blue home=8 hand=5 | {board} {BOARD}"
    )
    lying, changes = laid_out(game, state), {**places, **slots}
    lying |= {SlotId(name.strip("_").replace("_", ".")): seen for name, seen in changes.items()}
    seen = view(1, slots=lying, registered=True)
    return look(game, state, seen, roll_may_be_new=False, unbooked=unbooked)


def booked(found: Sight) -> list[str]:
    return [booking.text for booking in found.bookings]


def working(card: str, more: str = "") -> str:
    return f"phase=impulse step=1 stack=work/player=red/card={card}{more}"


FLIPPED = working("plan_g2_deck_size", "/flipping=yes")


def test_a_card_turned_is_not_the_one_seen_where_an_earlier_one_may_lie_unseen() -> None:
    row, turned = "impulse=plan_g2_deck_size", (card("trade_b3_deck_flips"),)
    there = sight(FLIPPED, board=row, discards=turned)
    assert booked(there) == ["red: deal trade_b3_deck_flips"]
    alone = sight(FLIPPED, board=row, discards=turned, plan_red=None)
    assert booked(alone) == ["red: deal trade_b3_deck_flips"]
    more = sight(FLIPPED, board=row, discards=turned, plan_red=None, _8_9=())
    assert (booked(more), more.flags) == ([], ())
    old = Unbooked(missing={AreaId("8.9"): (Piece(SHIP, "blue"),)})
    before = sight(FLIPPED, board=row, discards=turned, unbooked=old, plan_red=None, _8_9=())
    assert booked(before) == ["red: deal trade_b3_deck_flips"], "it was missing at the last look"


def test_a_card_is_seen_beside_another_copy_of_it() -> None:
    found = sight("phase=add", board="impulse=trade_b1_red", row1_2=(card("trade_b1_red"),))
    assert booked(found) == ["red: add trade_b1_red"]


def test_a_ship_that_was_moved_on_at_once_has_gone_both_ways() -> None:
    """Each of two cards moves one fleet, and both moved the same before anybody could look."""
    head = "phase=impulse step=1 stack=command/player=red/card=command_y2_cruiser_moves"
    board = "impulse=command_y2_cruiser_moves,command_g2_fleets"
    on = sight(head, board=board, _11_12=(), _16_19=(ship("red"),), map_16=())
    assert booked(on) == ["red: move 1 11.12 12.16", "red: move 1 12.16 16.19"]
    near = sight(head, board=board, _11_12=(), _7_12=(ship("red"),))
    assert booked(near) == ["red: move 1 11.12 7.12"]


def test_of_two_attacks_at_once_none_is_guessed_to_be_the_first() -> None:
    """Their battles are fought in that order, though the same may be done next in either."""
    head = "phase=impulse step=1 stack=command/player=red/card=command_y3_fleets"
    lie = "6=mine_g1_red 7=trade_b1_red @6.10=red1 @7.12=red1 @6.11=blue1 @7.11=blue1"
    one: dict[str, Seen] = {"_6_10": (), "_6_11": (ship("blue"), ship("red"))}
    both = {**one, "_7_12": (), "_7_11": (ship("blue"), ship("red"))}
    board = f"impulse=command_y3_fleets {lie}"
    assert booked(sight(head, board=board, places=one)) == ["red: move 1 6.10 6.11"]
    assert booked(sight(head, board=board, places=both)) == []


def test_a_ship_has_come_by_where_it_was_seen_before() -> None:
    """While the table was behind it lay on the gate beside; one move leads here, or two."""
    head = "phase=impulse step=1 stack=command/player=red/card=command_y2_cruiser_moves"
    board = "impulse=command_y2_cruiser_moves,command_g2_fleets"
    seen: dict[str, Seen] = {"_11_12": (), "_7_12": (ship("red"),)}
    assert booked(sight(head, board=board, places=seen)) == ["red: move 1 11.12 7.12"]
    by = Unbooked(trail={AreaId("12.16"): (Piece(SHIP, "red"),)})
    assert booked(sight(head, board=board, unbooked=by, places=seen)) == []


def test_what_leads_by_where_a_ship_was_seen_is_booked() -> None:
    head = "phase=impulse step=1 stack=command/player=red/card=command_y2_cruiser_moves"
    board = "impulse=command_y2_cruiser_moves,command_g2_fleets"
    by = Unbooked(trail={AreaId("12.16"): (Piece(SHIP, "red"),)})
    on = sight(head, board=board, unbooked=by, _11_12=(), _16_19=(ship("red"),), map_16=())
    assert booked(on) == ["red: move 1 11.12 12.16", "red: move 1 12.16 16.19"]


PLANNED = "phase=plan"
ROW = "impulse=mine_r1_green,refine_g3_any,plan_g2_deck_size,mine_g1_red"
TRIMMED: dict[str, Seen] = {
    "row1_1": (),
    "row1_2": (card("refine_g3_any"),),
    "row1_3": (card("plan_g2_deck_size"),),
    "row1_4": (card("mine_g1_red"),),
    "discards": (card("mine_r1_green"),),
}


def test_a_turn_is_not_over_while_a_card_lies_there_that_may_belong_to_it() -> None:
    plan = "plan=plan_g1_blue"
    assert booked(sight(PLANNED, plan, ROW, TRIMMED)) == ["red: delay_plan"]
    found = sight(PLANNED, plan, ROW, TRIMMED, plan_red=(card("draw_b1_red_green"),))
    assert booked(found) == []


def test_no_choice_is_booked_where_another_one_and_what_follows_it_explain_more() -> None:
    """The Plan is gone: it was used, and nobody said so; that the Impulse is cut shows as much of
    either. A ship that is overlooked says nothing of the kind."""
    plan = "plan=trade_b3_deck_flips"
    assert booked(sight(PLANNED, plan, ROW, TRIMMED, plan_red=())) == []
    overlooked = sight(PLANNED, plan, ROW, TRIMMED, _8=(ship("blue"),))
    assert booked(overlooked) == ["red: delay_plan"]


def test_what_came_before_such_a_choice_is_booked() -> None:
    plan, mined = "plan=trade_b3_deck_flips", {**TRIMMED, "minerals_red": (card("mine_r1_blue"),)}
    mining = working("mine_g1_red").replace("step=1", "step=4")
    kept = sight(mining, plan, ROW, mined)
    assert booked(kept) == ["red: mine mine_r1_blue", "red: delay_plan"]
    used = sight(mining, plan, ROW, mined, plan_red=())
    assert booked(used) == ["red: mine mine_r1_blue"]


def test_a_ship_that_was_overlooked_is_not_taken_for_one_that_lies_elsewhere() -> None:
    """The common tech moves a ship or builds one. A cruiser that is gone just now was moved; one
    that was overlooked before may lie there yet."""
    head = "phase=tech step=1 stack=work/player=red/card=common/used=1/taken=red"
    moved: dict[str, Seen] = {"_11_12": (), "_12_16": (ship("red"),)}
    assert booked(sight(head, places=moved)) == ["red: move 1 11.12 12.16"]
    before = Unbooked(missing={AreaId("11.12"): (Piece(SHIP, "red"),)})
    found = sight(head, places=moved, unbooked=before)
    assert (booked(found), codes(found)) == ([], [])


@pytest.mark.parametrize(("said", "rest"), [(True, 1), (False, 1), (False, 2)])
def test_what_was_read_in_the_last_view_is_not_put_down_after_it(said: bool, rest: int) -> None:
    """Somebody who says what he does may do it afterwards; then the next view shows nothing new."""
    game = load_game("impulse")
    head, tail = "turn=red phase=add | red home=12 hand=5 | blue home=8 hand=5 |", BOARD
    before = game.expected(game.read_state(f"{head} {tail}"))
    state = game.read_state(f"{head} {tail} @4.8=red1")
    seen = laid_out(game, state)
    known = NOTHING_KNOWN.looked(game, state, view(1, slots=seen, registered=True))
    known = known.booked(before, game.expected(state), undone=False, said=said, rest=rest)
    known = known.looked(game, state, view(2, slots=seen, registered=True))
    assert known.silent is (not said and rest == 1)


def test_nothing_is_booked_past_a_place_that_may_hide_what_was_done_just_before() -> None:
    """Somebody was there, and since then a place is not seen where a ship may have been built."""
    head = "phase=impulse step=4 stack=work/player=red/card=build_b1_transport_home/bonus=1"
    row = ROW.replace("mine_g1_red", "build_b1_transport_home")
    places = {**TRIMMED, "row1_4": (card("build_b1_transport_home"),), "_12": None}
    assert booked(sight(head, board=row, places=places)) == ["red: done"]
    veiled = Unbooked(veiled=frozenset({AreaId("12")}))
    assert booked(sight(head, board=row, places=places, unbooked=veiled)) == []


TRADING = working("trade_y1_blue", "/bonus=1")
TRADED = "impulse=trade_y1_blue,mine_g1_red,mine_r1_yellow,trade_b1_red"


def scored(points: int) -> dict[str, Seen]:
    """Red's marker on that number."""
    return {"points_0": (ship("blue", 0),), f"points_{points}": (ship("red", points),)}


def test_of_cards_worth_the_same_none_is_guessed_where_one_is_not_told() -> None:
    """Some blue cards of size 1 are left; between the first and the next are some of size 2."""
    board = f"{TRADED} 1=build_b1_transport_home 2=build_b1_transport_home discards=plan_g1_red"
    told = sight(TRADING, board=board, places=scored(1), discards=(card("draw_b1_red_green"),))
    assert booked(told) == ["red: trade draw_b1_red_green"]
    found = sight(TRADING, board=board, places=scored(1), discards=(card(None),))
    assert booked(found) == []


def test_a_card_placed_is_not_guessed_where_it_is_overlooked() -> None:
    """That the Impulse is cut afterwards shows that some card was placed, but not which."""
    head = (
        "phase=impulse step=4 stack=command/player=red/card=command_y1_cruiser_moves"
        "/exploring=16/starts=11.12/ends=15.16"
    )
    found = sight(head, board=f"{ROW} 16=-", places=TRIMMED, map_16=())
    assert booked(found) == []
    told = sight(head, board=f"{ROW} 16=-", places=TRIMMED, map_16=(card("trade_b1_red"),))
    assert booked(told)[:1] == ["red: place trade_b1_red"]


def test_an_action_is_not_booked_that_leaves_its_own_marker_elsewhere() -> None:
    """Three points were scored: the card that lies on top came after."""
    found = sight(TRADING, board=TRADED, places=scored(3), discards=(card("trade_b2_size"),))
    assert booked(found) == []


MINERALS = "minerals=trade_b2_size,mine_r2_deck_size,trade_b1_red,plan_g1_red"


def test_a_card_is_taken_off_a_pile_that_lies_uppermost_no_more() -> None:
    """What was refined is covered at once: only what now lies uppermost tells which it was."""
    head = "phase=using step=1 using=refine_b3_any stack=work/player=red/card=refine_b3_any"
    found = sight(
        head,
        MINERALS,
        ROW,
        {**TRIMMED, **scored(2)},
        plan_red=(),
        minerals_red=(card("trade_b1_red"),),
    )
    assert booked(found)[:1] == ["red: refine plan_g1_red"]


def test_a_card_that_another_one_covers_at_once_is_not_guessed() -> None:
    """The Impulse is cut to three: its oldest card, alike, covers whatever was traded."""
    row = "impulse=command_y2_either_ships,mine_g1_red,mine_r1_yellow,trade_b1_yellow"
    head = "phase=impulse step=4 stack=work/player=red/card=trade_b1_yellow/bonus=1"
    places: dict[str, Seen] = {
        "row1_1": (),
        "row1_2": (card("mine_g1_red"),),
        "row1_3": (card("mine_r1_yellow"),),
        "row1_4": (card("trade_b1_yellow"),),
        "discards": (card("command_y2_either_ships"),),
    }
    assert booked(sight(head, board=row, places={**places, **scored(2)})) == []


def codes(found: Sight) -> list[str]:
    return [flag.code for flag in found.flags]


def test_a_piece_is_not_held_against_anybody_while_more_is_not_explained() -> None:
    head, row = working("trade_y1_blue"), "impulse=trade_y1_blue"
    alone = sight(head, board=row, minerals_blue=(card("mine_r1_blue"),))
    assert codes(alone) == ["table.unexplained"]
    more = sight(head, board=row, minerals_blue=(card("mine_r1_blue"),), _1=(ship("red"),))
    assert codes(more) == []


@pytest.mark.parametrize(("face", "flagged"), [("mine_r1_blue", True), (None, False)])
def test_a_ship_is_not_out_of_turn_while_the_card_before_it_is_not_told(
    face: str | None, flagged: bool
) -> None:
    """The common tech: once a card is discarded, ships may move."""
    row, lay = "impulse=trade_y1_blue discards=mine_r1_blue", (card(face),)
    head = "phase=tech step=1 stack=work/player=red/card=common"
    found = sight(head, board=row, discards=lay, _12=(ship("red"),), _16=(ship("red"),))
    assert (booked(found), codes(found)) == ([], ["turn.not_now"] if flagged else [])
