"""Ships and cards put down before somebody said, or a camera could see, what comes first.

Claims are made up; positions are written out, in a game in which much is said and not seen.
"""

import pytest

from companion.core.ids import AreaId
from companion.core.observation import Seen
from companion.referee.unbooked import NOTHING_KNOWN, Unbooked
from tests.referee.test_choices_seen import (
    TRADED,
    TRADING,
    booked,
    codes,
    scored,
    sight,
    working,
)
from tests.referee.test_pieces_seen import card, ship


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize(
    ("row", "flagged"),
    [("command_y2_cruiser_moves", []), ("command_y1_transport_moves", ["fleet.wrong_kind"])],
)
def test_a_ship_is_judged_by_what_may_be_done_once_no_tech_was_used(
    row: str, flagged: list[str], silent: bool
) -> None:
    """Nobody has said yet whether a tech is used; the card after that moves cruisers, or does
    not."""
    known = Unbooked(silent=silent)
    moved: dict[str, Seen] = {"_11_12": (), "_7_12": (ship("red"),)}
    techs, row = "techs=mine_r1_yellow,mine_r1_green", f"impulse={row}"
    found = sight("phase=tech", techs, row, places=moved, unbooked=known)
    assert (booked(found), codes(found)) == ([], flagged)


@pytest.mark.parametrize(("silent", "flagged"), [(True, []), (False, ["table.unexplained"])])
def test_a_card_may_lie_there_once_another_one_was_overlooked(
    silent: bool, flagged: list[str]
) -> None:
    """Somebody was there before: the card added to the Impulse is not seen, the tech is."""
    known = Unbooked(silent=silent)
    found = sight(
        "phase=add",
        "techs=common,draw_b1_red_green",
        "impulse=research_r1_size",
        unbooked=known,
        techs_red_right=(card("trade_b2_size"),),
    )
    assert (booked(found), codes(found)) == ([], flagged)


MOVING = "phase=impulse step=1 stack=command/player=red/card=command_y2_cruiser_moves"


@pytest.mark.parametrize(("gone", "flagged"), [(True, []), (False, ["table.unexplained"])])
def test_a_card_is_put_down_by_a_ship_that_is_overlooked_where_it_went(
    gone: bool, flagged: list[str]
) -> None:
    """Of the ways to the card the one that was taken is not seen; that a ship is gone is."""
    places: dict[str, Seen] = {"_11_12": ()} if gone else {}
    found = sight(
        MOVING,
        board="impulse=command_y2_cruiser_moves",
        places=places,
        map_11=(card("trade_b2_size"),),
    )
    assert (booked(found), codes(found)) == ([], flagged)


VEILED = Unbooked(veiled=frozenset({AreaId("12.16")}))
AWAY = ["build.wrong_kind", "build.not_home"]
"""The card builds cruisers, at home: card 16 is neither."""


@pytest.mark.parametrize(("unbooked", "flagged"), [(VEILED, []), (NOTHING_KNOWN, AWAY)])
def test_a_ship_was_not_built_that_the_next_card_moves(
    unbooked: Unbooked, flagged: list[str]
) -> None:
    """Somebody was there, and since then the gate is not seen on which the first card builds."""
    found = sight(
        working("build_b1_cruiser_home"),
        board="impulse=build_b1_cruiser_home,command_y1_transport_moves 16=trade_b1_red",
        unbooked=unbooked,
        places={"_12_16": None, "_12": (ship("red"),), "_16": (ship("red"),)},
    )
    assert (booked(found), codes(found)) == ([], flagged)


@pytest.mark.parametrize("lying", [1, 2])
def test_a_ship_built_away_from_home_is_flagged_beside_a_place_that_hides_one(lying: int) -> None:
    """No ship is gone that could have moved there, or it is no card that moves."""
    row = "build_b1_cruiser_home" + ",command_y1_transport_moves" * (lying == 2)
    found = sight(
        working("build_b1_cruiser_home"),
        board=f"impulse={row} 16=trade_b1_red",
        unbooked=VEILED,
        places={"_12_16": None, "_12": (ship("red"),) * lying, "_16": (ship("red"),)},
    )
    assert (booked(found), codes(found)) == ([], AWAY)


def test_a_place_on_a_track_hides_no_marker_that_is_seen() -> None:
    """Another number is not seen since somebody was there: whose marker should lie there?"""
    hidden = {**scored(1), "points_5": None}
    board = f"{TRADED} 1=build_b1_transport_home 2=build_b1_transport_home discards=plan_g1_red"
    veiled = Unbooked(veiled=frozenset({AreaId("points")}))
    found = sight(
        TRADING,
        board=board,
        places=hidden,
        unbooked=veiled,
        discards=(card("draw_b1_red_green"),),
    )
    assert booked(found) == ["red: trade draw_b1_red_green"]


def test_a_marker_that_is_overlooked_lies_nowhere_else() -> None:
    """A gate is not seen any more since the light changed, and nor is a marker on its track."""
    found = sight(
        working("build_b1_cruiser_home"),
        board="impulse=build_b1_cruiser_home",
        places={"points_0": (ship("blue", 0),), "_8_9": None},
    )
    assert (booked(found), codes(found)) == ([], [])


def test_a_card_named_wrongly_is_not_held_against_whoever_may_lay_one_there() -> None:
    """The only card of that name lies on the map; another one may be added."""
    found = sight("phase=add", board="7=refine_b3_any", row1_1=(card("refine_b3_any"),))
    assert (booked(found), codes(found)) == ([], [])
    elsewhere = sight("phase=add", board="7=refine_b3_any", minerals_red=(card("refine_b3_any"),))
    assert codes(elsewhere) == ["table.unexplained"]
